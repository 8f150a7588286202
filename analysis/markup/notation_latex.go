package markup

import (
	"regexp"
	"strings"
)

// latexNotation writes LaTeX. A file is put in a text by \input, and is then part of it to
// LaTeX: labels, footnotes and the levels of headings go across, and all paths lead from the
// folder of the main text.
type latexNotation struct {
	silent
	isBook bool // it has chapters
}

// of is the notation of a text: an article has no chapters.
func (latexNotation) of(text string, _ []Block) Notation {
	return latexNotation{isBook: latexBook.MatchString(text)}
}

// latexBook finds a class that has chapters, or one of these.
var latexBook = regexp.MustCompile(`\\documentclass(?:\[[^\[\]]*\])?\{[^{}]*(?:book|report|memoir|thesis)[^{}]*\}|\\(?:chapter|part)\*?[\[{]`)

func (n latexNotation) Levels() []int {
	if n.isBook {
		return levelsTo(len(sectioning))
	}
	return levelsTo(len(sectioning))[n.First()-1:]
}

func (latexNotation) First() int { return 3 }

func (latexNotation) Heading(title string, level int) string {
	return `\` + sectioning[level-1] + "{" + latexEscapes.Replace(title) + "}"
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\~{}`, "^", `\^{}`)

// Relevel changes the command's name: a star, a short title and what follows stay.
func (latexNotation) Relevel(source string, level int) string {
	from := strings.IndexByte(source, '\\') + 1
	end := from
	for isAlpha(source[end]) {
		end++
	}
	return source[:from] + sectioning[level-1] + source[end:]
}

// Body ends before \end{document}.
func (latexNotation) Body(text string, blocks []Block) Span {
	if last := len(blocks) - 1; last >= 0 && strings.HasPrefix(text[blocks[last].Span.Start:], `\end{document}`) {
		return Span{0, blocks[last].Span.Start}
	}
	return Span{0, len(text)}
}

func (latexNotation) Whole(text string, blocks []Block, stretch Span) (Span, bool) {
	var fences []fence
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == FrontMatter {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		for _, m := range latexFence.FindAllStringSubmatchIndex(source, -1) {
			f := fence{at: Span{m[0], m[1]}.Shift(b.Span.Start)}
			if m[2] >= 0 {
				f.opens, f.closes = source[m[2]:m[3]] == "begin", source[m[2]:m[3]] == "end"
				f.name = source[m[4]:m[5]]
			}
			fences = append(fences, f)
		}
	}
	return whole(text, fences, stretch)
}

// latexFence is the beginning or end of an environment, or what speaks for the rest of the
// text.
var latexFence = regexp.MustCompile(`\\(begin|end)\{([^{}]*)\}|\\(?:appendix|frontmatter|mainmatter|backmatter)\b|\\(?:bibliography|bibliographystyle)\{[^{}]*\}|\\(?:printbibliography|printindex|printglossar(?:y|ies))\b(?:\[[^\[\]]*\])?`)

// Belongs: a label.
func (latexNotation) Belongs(source string) bool { return latexLabel.MatchString(source) }

var latexLabel = regexp.MustCompile(`^\\label\{[^{}]*\}$`)

func (latexNotation) Divides(text string, run Run, offset int) bool {
	return divides(scanLaTeXInline, "$", text, run, offset)
}

func (latexNotation) Includes() bool { return true }

func (latexNotation) Include(_, path string) string {
	source := `\input{` + strings.TrimSuffix(path, ".tex") + "}"
	if !latexInput.MatchString(source) {
		return ""
	}
	return source
}

// Included is the path with the ending that LaTeX adds.
func (latexNotation) Included(source string) (title, path string, ok bool) {
	m := latexInput.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	if f, _ := ByFileName(m[1]); f.Name != LaTeX.Name {
		return "", m[1] + ".tex", true
	}
	return "", m[1], true
}

var latexInput = regexp.MustCompile(`^\\input\{([^{}%#$&~^\\]+)\}$`)

func (latexNotation) Targets(text string, blocks []Block) []Target {
	return matched(text, blocks, true, latexTarget)
}

var latexTarget = regexp.MustCompile(`\\(?:input|include|includegraphics|includepdf|lstinputlisting|verbatiminput|addbibresource|bibliography|subfile)\*?(?:\[[^\[\]]*\])?\{([^{}\\,]+)\}`)
