package markup

import "strings"

// asciidocNotation writes AsciiDoc's titles and breaks.
type asciidocNotation struct{ silent }

func (asciidocNotation) Deepest() int { return 6 }

func (asciidocNotation) Heading(title string, level int) string {
	return strings.Repeat("=", level) + " " + title
}

// Relevel keeps the sign that a title begins with, and the line under one where there is
// one for the level.
func (n asciidocNotation) Relevel(source string, level int) string {
	if end := strings.IndexAny(source, "\r\n"); end >= 0 {
		under := strings.TrimLeft(source[end:], "\r\n")
		if level > len(adocUnderlines) {
			return n.Heading(strings.TrimSpace(source[:end]), level)
		}
		gap := source[:len(source)-len(under)]
		return gap + strings.Map(func(r rune) rune {
			if strings.ContainsRune(adocUnderlines, r) {
				return rune(adocUnderlines[level-1])
			}
			return r
		}, under)
	}
	signs := repeats([]byte(source), 0, source[0])
	return strings.Repeat(source[:1], level) + source[signs:]
}

func (asciidocNotation) Break() string { return "'''" }
