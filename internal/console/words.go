package console

import "fmt"

// FormatCount returns a number with its noun.
func FormatCount(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
