package difference

import (
	"fmt"
	"testing"
)

func TestChangedLines(t *testing.T) {
	for _, test := range [][3]string{
		{"a\nb\nc\n", "a\nb\nc\n", "[]"},
		{"a\nb\nc\n", "a\r\nb\r\nc", "[]"},
		{"a\nb\nc\n", "a\nx\ny\nc\n", "[{1 3}]"},
		{"a\nb\nc\n", "a\nc\n", "[{1 1}]"},
		{"", "a\n", "[{0 1}]"},
		{"a\n", "", "[{0 0}]"},
	} {
		if got := fmt.Sprint(ChangedLines(test[0], test[1])); got != test[2] {
			t.Errorf("%q, %q: %s", test[0], test[1], got)
		}
	}
}
