package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// TestReadAhead: a long text that the client says it is opening is analysed once, and before it comes; if
// it comes otherwise than it is on disk, as it comes.
func TestReadAhead(t *testing.T) {
	long := strings.Repeat(read(t, essay)+"\n", 1+leastAhead/len(read(t, essay)))
	for _, c := range []struct {
		name    string
		opening any
		text    string
		times   int32
	}{
		{"as it is on disk", "long.md", long, 1},
		{"otherwise", "long.md", "More.\n\n" + long, 2},
		{"short", "short.md", long, 1},
		{"not there", "nowhere.md", long, 1},
		{"without a word", nil, long, 1},
		{"malformed", 12, long, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			for name, content := range map[string]string{"long.md": long, "short.md": "Short.\n"} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			of := func(name string) string { return string(uri.File(filepath.Join(folder, name))) }
			var times atomic.Int32
			begun := make(chan struct{}, 2)
			e := launch(t, func(s *Server) {
				analyze := s.analyst.analyze
				s.analyst.analyze = func(ctx context.Context, text rope.Text, f markup.Format, settings analysis.Settings, fixed ...string) (*analysis.Document, error) {
					times.Add(1)
					begun <- struct{}{}
					return analyze(ctx, text, f, settings, fixed...)
				}
			})
			opening := c.opening
			if name, isName := opening.(string); isName {
				opening = of(name)
			}
			e.begins(map[string]any{"rootUri": nil, "capabilities": full("utf-16"), "initializationOptions": map[string]any{"debounceMs": 0, "opening": opening}})
			if c.opening == "long.md" {
				<-begun
			}
			e.open(of("long.md"), c.text)
			lenses := e.lenses(of("long.md"))
			if times.Load() != c.times {
				t.Errorf("%d analyses", times.Load())
			}
			fresh := edit(t, full("utf-16"), nil)
			fresh.open(of("long.md"), c.text)
			if want := fresh.lenses(of("long.md")); lenses != want || lenses == 0 {
				t.Errorf("%d lenses, want %d", lenses, want)
			}
		})
	}
}
