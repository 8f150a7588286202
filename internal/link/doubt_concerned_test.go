package link

import (
	"math"
	"strings"
	"testing"
)

// TestShiftedLines checks which lines a change shifts, with each line terminator.
func TestShiftedLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		before := strings.Join([]string{"One.", "", "Two.", "", "Three.", ""}, end)
		for after, want := range map[string][2]int{
			strings.Replace(before, "Two", "Six", 1):           {3, 3},
			strings.Replace(before, "Two."+end, "", 1):         {3, math.MaxInt},
			strings.Replace(before, "Two.", "Two."+end+"x", 1): {4, math.MaxInt},
		} {
			if from, last := shiftedLines(before, after); from != want[0] || last != want[1] {
				t.Errorf("%q to %q: from %d to %d, want %v", before, after, from, last, want)
			}
		}
	}
}
