package restructure

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestChangedCounters checks that a change below a counter does not change its number, with each line terminator.
func TestChangedCounters(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		before := strings.ReplaceAll("= Pans\n\nPan {counter:pan}.\n\nSalt.\n", "\n", end)
		after := strings.Replace(before, "Salt", "Brine", 1)
		if list := ChangedCounters(markup.AsciiDoc, before, after); len(list) > 0 {
			t.Errorf("%q: %v", end, list)
		}
		if list := ChangedCounters(markup.AsciiDoc, before, strings.Replace(before, "Pan ", "Pan {counter:pan} ", 1)); len(list) != 1 {
			t.Errorf("%q: %v", end, list)
		}
	}
}
