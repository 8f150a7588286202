package console

import (
	"io"
	"io/fs"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// patience is how long a command runs before it shows progress.
const patience = 500 * time.Millisecond

// progress shows the progress of a long command on a terminal, in bytes of text. It shows
// nothing where output goes through a pipe, and makes way for other output.
type Progress struct {
	bar     *progressbar.ProgressBar // nil if there is nobody to show it to
	w       io.Writer
	writers []*watchedWriter // those that it makes way for
	since   time.Time
	isDrawn bool
}

// NewProgress returns the progress of a command through some texts with so many bytes.
func NewProgress(cmd *cobra.Command, texts int, bytes int64) *Progress {
	p := &Progress{since: time.Now()}
	if IsQuiet(cmd) || !IsTerminal(cmd.ErrOrStderr()) || isPipe(cmd.OutOrStdout()) || texts < 2 {
		return p
	}
	p.w, _ = fileOf(cmd.ErrOrStderr())
	p.bar = progressbar.NewOptions64(max(bytes, 1),
		progressbar.OptionSetWriter(p),
		progressbar.OptionSetDescription(Count(texts, "text")),
		progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true), // from which its time counts
	)
	for _, w := range []io.Writer{cmd.OutOrStdout(), cmd.ErrOrStderr()} {
		if watched, isWatched := w.(*watchedWriter); isWatched && IsTerminal(w) {
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

// Add says that so many bytes more are done.
func (p *Progress) Add(bytes int64) {
	if p.bar != nil {
		p.bar.Add64(bytes)
	}
}

// Write takes what the bar draws, and lets it through once the work is long.
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
