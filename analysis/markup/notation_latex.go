package markup

import "strings"

// latexNotation writes LaTeX's sectioning commands.
type latexNotation struct{ silent }

func (latexNotation) Deepest() int { return len(sectioning) }

func (latexNotation) Heading(title string, level int) string {
	return `\` + sectioning[level-1] + "{" + title + "}"
}

// Relevel changes the command's name: a star, a short title and what follows stay.
func (latexNotation) Relevel(source string, level int) string {
	from := strings.IndexByte(source, '\\') + 1
	end := from
	for isAlpha(source[end]) {
		end++
	}
	return source[:from] + sectioning[level-1] + source[end:]
}
