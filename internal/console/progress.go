package console

import (
	"io"
	"io/fs"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// patience is the time that a command runs before it shows progress.
const patience = 500 * time.Millisecond

// Progress shows the progress of a long command in a terminal, in bytes of text. It disappears while there is other output.
type Progress struct {
	bar     *progressbar.ProgressBar // nil if it is not shown
	w       io.Writer
	writers []*stickyErrorWriter // writers whose output hides it
	since   time.Time
	isDrawn bool
}

// NewProgress returns the progress of a command through texts with a total size in bytes.
func NewProgress(cmd *cobra.Command, texts int, bytes int64) *Progress {
	p := &Progress{since: time.Now()}
	if IsQuiet(cmd) || !IsTerminal(cmd.ErrOrStderr()) || isPipe(cmd.OutOrStdout()) || texts < 2 {
		return p
	}
	p.w, _ = fileOf(cmd.ErrOrStderr())
	p.bar = progressbar.NewOptions64(max(bytes, 1),
		progressbar.OptionSetWriter(p),
		progressbar.OptionSetDescription(FormatCount(texts, "text")),
		progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true), // starts the clock
	)
	for _, w := range []io.Writer{cmd.OutOrStdout(), cmd.ErrOrStderr()} {
		if watched, isWatched := w.(*stickyErrorWriter); isWatched && IsTerminal(w) {
			watched.before = p.clear
			p.writers = append(p.writers, watched)
		}
	}
	return p
}

// isPipe reports whether another program reads what is written to w.
func isPipe(w io.Writer) bool {
	f, isFile := fileOf(w)
	if !isFile {
		return false
	}
	found, err := f.Stat()
	return err == nil && found.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// Add adds a number of completed bytes.
func (p *Progress) Add(bytes int64) {
	if p.bar != nil {
		p.bar.Add64(bytes)
	}
}

// Write implements [io.Writer] for the bar, which is not drawn until the command has run for a while.
func (p *Progress) Write(drawing []byte) (int, error) {
	if time.Since(p.since) < patience {
		return len(drawing), nil
	}
	p.isDrawn = true
	return p.w.Write(drawing)
}

// clear hides the bar until it is drawn again.
func (p *Progress) clear() {
	if p.isDrawn {
		p.bar.Clear()
		p.isDrawn = false
	}
}

// End removes the bar for good.
func (p *Progress) End() {
	p.clear()
	for _, w := range p.writers {
		w.before = nil
	}
}
