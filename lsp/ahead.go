package lsp

import (
	"context"
	"os"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/config"
	"github.com/segls/segls/analysis/rope"
)

// ahead is the analysis of a file that the client is about to open. One that starts with a long text on
// its screen is busy with other things before it sends that, and here it is read meanwhile.
type ahead struct {
	uri      uri.URI
	format   string
	settings analysis.Settings

	read chan struct{} // closed when the text is there, which may never be
	text rope.Text

	done   chan struct{} // closed when the result is there
	result *analysis.Document
}

// leastAhead is for how many bytes it is worthwhile to read ahead.
const leastAhead = 200 << 10

// readAhead begins to analyse the text that the client says it is opening, if it is long, under the settings that
// hold before there are others.
func (s *Server) readAhead(opening any) {
	name, _ := opening.(string)
	settings := config.Merge(Declared, s.settings.layer()).Settings
	u := uri.URI(name)
	format, isOurs := formatOf("", u, &settings)
	path := filePath(u)
	if !isOurs || path == "" {
		return
	}
	a := &ahead{uri: u, format: format.Name, settings: settings.Analysis, read: make(chan struct{}), done: make(chan struct{})}
	s.analyst.ahead.Store(a)
	s.run(func(ctx context.Context) {
		defer close(a.done)
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() < leastAhead || info.Size() > int64(s.largest) {
			return
		}
		if raw, err := os.ReadFile(path); err == nil {
			a.text = rope.New(string(raw))
			close(a.read)
			a.result, _ = s.analyst.attempt("reading ahead", func() (*analysis.Document, error) {
				return s.analyst.analyze(ctx, a.text, format, a.settings)
			})
		}
	})
}

// readAhead is the analysis of a snapshot, if its text has been read ahead as it is; else nil.
func (sn *snapshot) readAhead() *analysis.Document {
	a := sn.analyst.ahead.Load()
	if a == nil || a.uri != sn.uri {
		return nil
	}
	sn.analyst.ahead.Store(nil) // it serves once
	select {
	case <-a.read:
	default:
		return nil
	}
	if a.format != sn.format.Name || a.settings != sn.settings.Analysis || len(sn.fixed) > 0 || a.text.String() != sn.mapper.text.String() {
		return nil
	}
	select {
	case <-a.done:
		return a.result
	case <-sn.ctx.Done():
		return nil
	}
}
