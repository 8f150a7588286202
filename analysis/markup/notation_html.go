package markup

import (
	"fmt"
	"regexp"
	"strconv"
)

// htmlNotation writes HTML's headings and rules.
type htmlNotation struct{ silent }

func (htmlNotation) Deepest() int { return 6 }

func (htmlNotation) Heading(title string, level int) string {
	return fmt.Sprintf("<h%d>%s</h%[1]d>", level, title)
}

// Relevel changes the digit in the first tag and in the one that closes it, if it is
// there. Attributes stay.
func (htmlNotation) Relevel(source string, level int) string {
	return headingTag.ReplaceAllString(source, "${1}"+strconv.Itoa(level))
}

var headingTag = regexp.MustCompile(`(^<[hH]|</[hH])[1-6]`)

func (htmlNotation) Break() string { return "<hr>" }
