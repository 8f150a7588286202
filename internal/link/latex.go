package link

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

func itoa(n int) string { return strconv.Itoa(n) }

// readLaTeX reads LaTeX. Labels are visible in all files that become one document, and paths are relative to the folder of its root file.
func (r *reader) readLaTeX() {
	heading := markup.Span{}
	for _, b := range r.blocks {
		if b.Kind == markup.Heading {
			heading = b.Span
		}
		source := r.live[b.Span.Start:b.Span.End]
		for _, m := range latexLabel.FindAllStringSubmatchIndex(source, -1) {
			span := b.Span
			if !b.Kind.IsProse() && b.Kind != markup.Heading && 0 < heading.End && heading.End <= b.Span.Start && strings.TrimSpace(r.text[heading.End:b.Span.Start]) == "" {
				span = heading
			}
			r.addAnchor(Label, strings.TrimSpace(source[m[2]:m[3]]), span, b.Span.Start+m[2])
		}
		for _, m := range latexRef.FindAllStringSubmatchIndex(source, -1) {
			if rest := source[m[0]:]; strings.HasPrefix(rest, `\href`) || strings.HasPrefix(rest, `\hyperref`) {
				continue // to another site, or read below
			}
			at := b.Span.Start + m[2]
			for _, name := range strings.Split(source[m[2]:m[3]], ",") {
				r.addLink(Label, at, at+len(name))
				at += len(name) + 1
			}
		}
		for _, m := range latexHyperref.FindAllStringSubmatchIndex(source, -1) {
			r.addLink(Label, b.Span.Start+m[2], b.Span.Start+m[3])
		}
		for _, m := range latexInput.FindAllStringSubmatchIndex(source, -1) {
			if name := source[m[2]:m[3]]; !strings.ContainsAny(name, `\#`) {
				r.addLink(Document, b.Span.Start+m[2], b.Span.Start+m[3], setOfMain, setImage, func(l *Link) {
					l.mayBeOther = strings.HasPrefix(source[m[0]:], `\InputIfFileExists`) // it need not exist
				})
			}
		}
		for _, m := range latexPlainInput.FindAllStringSubmatchIndex(source, -1) {
			if name := source[m[2]:m[3]]; !strings.ContainsAny(name, `"#`) {
				r.addLink(Document, b.Span.Start+m[2], b.Span.Start+m[3], setOfMain, setImage, setNoSpaces, func(l *Link) { l.mayBeOther = true })
			}
		}
		for _, m := range latexFile.FindAllStringSubmatchIndex(source, -1) {
			if name := source[m[2]:m[3]]; !strings.ContainsAny(name, `\#,`) {
				r.addLink(File, b.Span.Start+m[2], b.Span.Start+m[3], setOfMain, setImage)
			}
		}
		for _, m := range latexIncludeOnly.FindAllStringIndex(source, -1) {
			r.addMatches(latexFileName, Document, source[m[0]:m[1]], b.Span.Start+m[0], setOfMain, setImage, func(l *Link) { l.mayBeOther = true })
		}
		for _, m := range latexFiles.FindAllStringIndex(source, -1) {
			r.addMatches(latexFileName, File, source[m[0]:m[1]], b.Span.Start+m[0], setOfMain, setImage)
		}
	}
}

var (
	latexLabel    = regexp.MustCompile(`\\label\{([^{}\\]*)\}`)
	latexRef      = regexp.MustCompile(`\\(?:[a-zA-Z]*ref|[a-zA-Z]*refrange)\*?(?:\[[^\[\]]*\])?\{([^{}\\#]*)\}`)
	latexHyperref = regexp.MustCompile(`\\hyperref\[([^\[\]\\#]*)\]`)
	latexInput    = regexp.MustCompile(`\\(?:input|include|subfile|InputIfFileExists)\*?\{([^{}]+)\}`)
	latexFile     = regexp.MustCompile(`\\(?:includegraphics|includepdf|lstinputlisting|verbatiminput|addbibresource)\*?(?:\[[^\[\]]*\])?\{([^{}]+)\}`)
	latexFiles    = regexp.MustCompile(`\\(?:bibliography\{[^{}\\#]*\}|graphicspath\{(?:\{[^{}\\#]*\}\s*)+\})`)
	latexFileName = regexp.MustCompile(`[{},]\s*([^{},\s](?:[^{},\r\n]*[^{},\s])?)`)

	latexIncludeOnly = regexp.MustCompile(`\\includeonly\{[^{}\\#]*\}`)

	latexPlainInput = regexp.MustCompile(`\\input[ \t]+([^\s{}\\]+)`)
)
