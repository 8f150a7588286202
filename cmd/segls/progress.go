package main

import (
	"io"
	"io/fs"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// patience is how long work goes on before its progress is shown.
const patience = 500 * time.Millisecond

// progress shows how far long work has come, in bytes of text, to whoever looks at a
// terminal. It shows nothing where output goes through a pipe.
type progress struct {
	bar   *progressbar.ProgressBar // nil if there is nobody to show it to
	shown bool
	done  int64
	since time.Time
}

func newProgress(cmd *cobra.Command, inputs []input) *progress {
	p := &progress{since: time.Now()}
	if !isTerminal(cmd.ErrOrStderr()) || isPipe(cmd.OutOrStdout()) || len(inputs) < 2 {
		return p
	}
	total := int64(0)
	for _, in := range inputs {
		total += in.size
	}
	p.bar = progressbar.NewOptions64(max(total, 1),
		progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetDescription(count(len(inputs), "text")),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetRenderBlankState(false),
	)
	return p
}

// isPipe tells whether another program reads what is written to w.
func isPipe(w io.Writer) bool {
	f, isFile := fileOf(w)
	if !isFile {
		return false
	}
	found, err := f.Stat()
	return err == nil && found.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// add says that so many bytes more are done.
func (p *progress) add(bytes int64) {
	p.done += bytes
	if p.bar != nil && (p.shown || time.Since(p.since) > patience) {
		p.shown = true
		p.bar.Set64(p.done)
	}
}

// aside calls f, which may write to the terminal, with the bar out of its way.
func (p *progress) aside(f func()) {
	if p.shown {
		p.bar.Clear()
	}
	f()
}

// end takes the bar away.
func (p *progress) end() {
	if p.shown {
		p.bar.Clear()
	}
}
