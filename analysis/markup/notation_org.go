package markup

import "strings"

// orgNotation writes Org's headlines and rules. A keyword, a priority and tags stay with a
// headline at any level.
type orgNotation struct{ silent }

func (orgNotation) Deepest() int { return deepestHeading }

func (orgNotation) Heading(title string, level int) string {
	return strings.Repeat("*", level) + " " + title
}

func (n orgNotation) Relevel(source string, level int) string {
	return n.Heading(source[stars(source)+1:], level)
}

func (orgNotation) Break() string { return "-----" }
