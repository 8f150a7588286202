package markup

import "strings"

// WithoutCodeSpans returns a text in Markdown with spaces in place of its code spans.
func WithoutCodeSpans(source string) string {
	if !strings.Contains(source, "`") {
		return source
	}
	masked := []byte(source)
	for i := 0; i < len(source); {
		if source[i] != '`' {
			i++
			continue
		}
		n := leadingBacktickCount(source[i:])
		end := findClosingBackticks(source[i+n:], n)
		if end < 0 {
			i += n
			continue
		}
		for k := i; k < i+n+end+n; k++ {
			masked[k] = ' '
		}
		i += n + end + n
	}
	return string(masked)
}

// findClosingBackticks returns the offset of the first run of exactly n backticks, or -1.
func findClosingBackticks(source string, n int) int {
	for i := 0; i < len(source); {
		if source[i] != '`' {
			i++
			continue
		}
		k := leadingBacktickCount(source[i:])
		if k == n {
			return i
		}
		i += k
	}
	return -1
}

func leadingBacktickCount(text string) (n int) { return len(text) - len(strings.TrimLeft(text, "`")) }
