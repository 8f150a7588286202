package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestWrittenFor: words written near a fragment count as they are in a long text, and more in a short
// one; words written far from it count less the longer the text is.
func TestWrittenFor(t *testing.T) {
	for _, test := range []struct {
		words     int // of the text
		near, far int // words written
		want      float64
	}{
		{words: 100, near: 10, want: 60},
		{words: 1200, near: 10, want: 40},
		{words: 1200, far: 10, want: 40},
		{words: 2400, near: 10, far: 10, want: 40},
		{words: 4800, near: 10, want: 10},
		{words: 4800, far: 10, want: 5},
		{words: 48000, near: 10, want: 10},
		{words: 48000, far: 20, want: 1},
	} {
		d := New(strings.Repeat("salt ", test.words), markup.PlainText, Defaults())
		d.written = writing{words: test.near + test.far, near: []writingNear{{"here", test.near}}}
		if got := d.writtenFor("here"); got != test.want {
			t.Errorf("%d words near and %d far in a text of %d count as %g, want %g", test.near, test.far, test.words, got, test.want)
		}
	}
}
