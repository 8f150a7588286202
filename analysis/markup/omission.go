package markup

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Omission is the kind of a part of a text that means nothing to a reader by itself.
type Omission uint8

// The kinds of omission.
const (
	OmittedHeading Omission = iota
	OmittedFrontMatter
	OmittedPreamble   // what is around a text for the program that reads it, such as a preamble
	OmittedComment    // text that the format hides
	OmittedDirective  // a directive addressed to segls
	OmittedMaker      // a directive in place of something generated or included, such as the contents
	OmittedTarget     // a name to which links lead
	OmittedAttributes // attributes of an adjacent block or of the document
	OmittedLink       // the definition of a link
	OmittedOff        // text that a directive to segls turns off
	OmittedMark       // layout without a word or picture, such as a lone rule

	notOmitted // the kind of a pattern that excludes text from other patterns
)

// Omitted is a part of a text that means nothing to a reader by itself.
type Omitted struct {
	Span
	Kind Omission
}

// omissionPattern matches a part that means nothing by itself, in a block or between two. The first pattern to match at a place counts.
type omissionPattern struct {
	kind    Omission
	pattern *regexp.Regexp
	inCode  bool // it is for blocks of code only, not for other text
}

// Omissions returns the parts of a text that mean nothing to a reader by themselves, in order and without overlap. blocks are
// the blocks of the text. The result does not include text that directives to segls turn off.
func (f Format) Omissions(text string, blocks []Block) []Omitted {
	var found []Omitted
	at := 0
	for i, b := range blocks {
		found = f.appendOmitted(found, text, Span{at, b.Span.Start}, false)
		if f.Name == LaTeX.Name && i > 0 && i == len(blocks)-1 && b.Kind == HTML && endsLaTeXInput(text[blocks[i-1].Span.Start:blocks[i-1].Span.End]) {
			found = append(found, Omitted{b.Span, OmittedPreamble})
			at = b.Span.End
			break
		}
		switch b.Kind {
		case Heading:
			found = append(found, Omitted{b.Span, OmittedHeading})
		case FrontMatter:
			kind := OmittedFrontMatter
			if f.Name == LaTeX.Name {
				kind = OmittedPreamble
			}
			found = append(found, Omitted{b.Span, kind})
		case Directive:
			found = append(found, Omitted{b.Span, OmittedDirective})
		case HTML, Definition:
			found = f.appendOmitted(found, text, b.Span, false)
		case Paragraph: // an include alone may be a paragraph without a word
			source := text[b.Span.Start:b.Span.End]
			if len(source) <= longestSearch && !isAlnum(source[0]) && !hasWord(string(f.AppendMask(nil, text, b))) {
				found = f.appendOmitted(found, text, b.Span, false)
			}
		case Code:
			found = f.appendOmitted(found, text, b.Span, true)
		}
		at = max(at, b.Span.End)
	}
	return f.appendOmitted(found, text, Span{at, len(text)}, false)
}

// appendOmitted appends the omitted parts in a stretch without prose.
func (f Format) appendOmitted(found []Omitted, text string, in Span, isCode bool) []Omitted {
	if in.Start >= in.End || strings.TrimSpace(text[in.Start:in.End]) == "" {
		return found
	}
	first, source := len(found), text[in.Start:in.End]
	for _, o := range f.omissions {
		if o.inCode != isCode {
			continue
		}
		earlier := found[first:] // of other patterns, in order
		for _, m := range o.pattern.FindAllStringIndex(source, -1) {
			span := trimSpan(text, Span{m[0], m[1]}.Shift(in.Start))
			next, _ := slices.BinarySearchFunc(earlier, span.Start+1, func(other Omitted, start int) int { return other.End - start })
			if span.Len() > 0 && (next == len(earlier) || span.End <= earlier[next].Start) {
				found = append(found, Omitted{span, o.kind})
			}
		}
		slices.SortFunc(found[first:], func(a, b Omitted) int { return a.Start - b.Start })
	}
	kept := slices.DeleteFunc(found[first:], func(o Omitted) bool { return o.Kind == notOmitted })
	return found[:first+len(kept)]
}

// ShowsNothing reports whether a part of a text, such as rules, tags or the opening of a division, has neither words nor pictures.
func (f Format) ShowsNothing(source string) bool {
	if picture.MatchString(source) {
		return false
	}
	source = anyTag.ReplaceAllString(source, "")
	if f.Name == LaTeX.Name {
		source = latexLayout.ReplaceAllString(source, "")
	}
	return !strings.ContainsFunc(source, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r > unicode.MaxLatin1 && unicode.Is(unicode.So, r)
	})
}

var (
	picture     = regexp.MustCompile(`(?i)<(?:img|picture|svg|video|audio|iframe|object|embed|canvas|math|input|[\w-]+\.)[\s/>]|<[A-Z][\w.]*[^<>]*/>|\{\{[<%][ \t]*[\w./-]+[ \t]+[^\s<>%]`)
	latexLayout = regexp.MustCompile(`(?m)%.*$|\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\])?|\\(?:newpage|clearpage|cleardoublepage|pagebreak|bigskip|medskip|smallskip|noindent|centering|par|appendix|frontmatter|mainmatter|backmatter|maketitle|null|hrule|vfill|hfill)\b|\\[vh]s(?:pace|kip)\*?(?:\{[^{}]*\}| *-?[\d.]+ *[a-z]{2})`)
)

func newOmissionPatterns(kind Omission, patterns ...string) []omissionPattern {
	list := make([]omissionPattern, len(patterns))
	for i, p := range patterns {
		list[i] = omissionPattern{kind: kind, pattern: regexp.MustCompile(p)}
	}
	return list
}

// newCodeOmissionPatterns is like [newOmissionPatterns], for parts that are blocks of code.
func newCodeOmissionPatterns(kind Omission, patterns ...string) []omissionPattern {
	list := newOmissionPatterns(kind, patterns...)
	for i := range list {
		list[i].inCode = true
	}
	return list
}

// Patterns that several formats use.
const (
	htmlComment = `(?s)<!--.*?(?:-->|\z)`
	emptyAnchor = `(?i)<(a|span|div)\s+(?:id|name)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+)\s*(?:/>|>\s*</(?:a|span|div)\s*>)`
)

var markdownOmissions = slices.Concat(
	newOmissionPatterns(OmittedComment, htmlComment, `(?s)\{/\*.*?\*/\}`, `(?s)\A%%.*?(?:%%|\z)`, `(?m)^%(?:[ \t].*)?(?:\n%(?:[ \t].*)?)*$`,
		`(?s)\{%-? *comment *-?%\}.*?\{%-? *endcomment *-?%\}`, `(?s)\{#-?[ \t].*?#\}`, `(?s)\{\{(?:<|%|)/\*.*?\*/(?:>|%|)\}\}`),
	newOmissionPatterns(OmittedTarget, emptyAnchor, `(?m)^[ \t]*\([\w.: -]+\)=[ \t]*$`, `(?m)^[ \t]*r\[[\w.-]+\][ \t]*$`, `(?m)^\^[\w-]+[ \t]*$`, `(?m)^(?:\[\])?\{#[\w:.-]+[^{}\n]*\}[ \t]*$`),
	newOmissionPatterns(OmittedAttributes, `(?m)^[ \t]*\{:[^{}\n]*\}[ \t]*$`, `(?m)^[ \t]*\{(?:[.#][\w:-]|[\w-]+=)[^{}\n]*\}[ \t]*$`, `(?m)^\+\+\+(?:[ \t]*\{[^\n]*\})?[ \t]*$`),
	newOmissionPatterns(OmittedMaker, `(?mi)^[ \t]*(?:\[TOC\]|\[\[_?TOC_?\]\]|\{\{[<%]? *toc *[>%]?\}\}|\$\{toc\}|\{:toc\})[ \t]*$`,
		`(?m)^[ \t]*\{\{#(?:rustdoc_)?include[ \t][^{}\n]*\}\}[ \t]*$`, `(?m)^[ \t]*\{\{[<%] *(?:include|readfile|embed)\b[^{}\n]*[>%]\}\}[ \t]*$`,
		`(?m)^[ \t]*\{%-? *(?:include|include_relative|include-markdown|include_dir)\b[^%\n]*-?%\}[ \t]*$`, `(?m)^[ \t]*;?-+8<-+(?:[ \t]+['"][^\n]*)?$`,
		`(?m)^[ \t]*\\(?:tableofcontents|listoffigures|listoftables|printindex|printbibliography)[ \t]*$`,
		`(?m)^[ \t]*\\(?:input|include|bibliography|bibliographystyle|index)\{[^{}\n]*\}[ \t]*$`, `(?m)^\s*:::[ \t]+[\w.]+[ \t]*$`),
	newOmissionPatterns(OmittedPreamble, `(?m)^import\s(?:[^'"\n]{1,200}\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*$`, `(?is)<(?:script|style)\b.*?</(?:script|style)\s*>`),
	newOmissionPatterns(OmittedLink, `(?m)^[ \t]{0,3}\[[^\]\^\n][^\]]*\]:[ \t]*(?:\n[ \t]*)?\S+(?:[ \t]*(?:\n[ \t]*)?(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*(?:\{[^{}\n]*\})?[ \t]*$`),
	newCodeOmissionPatterns(OmittedMaker, "(?s)\\A[ \\t]*(?:`{3,}|~{3,}|:{3,})\\{(?:contents|toctree|tableofcontents|include|index|mdinclude)\\}.*"),
)

var rstOmissions = slices.Concat(
	newOmissionPatterns(OmittedMaker, `(?s)\A\.\.[ \t]+(?:contents|toctree|include|index|sectnum|tableofcontents)::.*`),
	newOmissionPatterns(OmittedAttributes, `(?s)\A\.\.[ \t]+(?:class|rst-class|meta|default-role|highlight|tabularcolumns)::.*`, `(?m)\A:(?:orphan|tocdepth|nosearch|nocomments|hide-toc|no-search):.*$`),
	newCodeOmissionPatterns(OmittedAttributes, `\A\.\.[ \t]+highlight::.*\z`),
	newOmissionPatterns(OmittedLink, "(?s)\\A\\.\\.[ \\t]+_(?:`[^`\\n]*`|[^:\\n`]|\\\\:|:[^ \\n])*:[ \\t]*\\S.*", `(?s)\A\.\.[ \t]+__:?[ \t].*`, `(?s)\A__[ \t].*`),
	newOmissionPatterns(OmittedTarget, `(?s)\A\.\.[ \t]+_.*`),
	newOmissionPatterns(notOmitted, `(?s)\A\.\.[ \t]+[^\s:]+(?::[^\s:]+)*::(?:\s.*)?\z`), // all other directives
	newOmissionPatterns(OmittedComment, `(?s)\A\.\.\s+[^\s\[_|].*`, `(?s)\A\.\.\s*\z`),
)

var asciidocOmissions = slices.Concat(
	newOmissionPatterns(OmittedComment, `(?s)\A////+[ \t]*\r?\n.*`, `(?m)^//(?:[^/\n].*)?(?:\n//(?:[^/\n].*)?)*$`, `(?s)\A\[comment\][ \t]*\n.*`),
	newOmissionPatterns(OmittedAttributes, `(?m)^:!?[\w][\w-]*!?:(?:.*[ \t][\\+][ \t]*\n)*.*$`),
	newOmissionPatterns(OmittedTarget, `(?m)^\[\[[^\]\n]*\]\][ \t]*$`, `(?m)^\[#[\w:.-]+\][ \t]*$`, `(?m)^anchor:[\w:.-]+\[[^\]\n]*\][ \t]*$`),
	newOmissionPatterns(OmittedMaker, `(?m)^(?:toc|include|leveloffset)::[^\[\n]*\[[^\n]*\][ \t]*$`, `(?m)^\(\(\([^()\n]*\)\)\)[ \t]*$`, `(?m)^indexterm:\[[^\n]*\][ \t]*$`),
)

var orgOmissions = slices.Concat(
	newOmissionPatterns(OmittedComment, `(?mi)^[ \t]*#(?:[ \t].*)?(?:\n[ \t]*#(?:[ \t].*)?)*$`, `(?si)\A[ \t]*#\+begin_comment.*`),
	newOmissionPatterns(OmittedMaker, `(?mi)^[ \t]*#\+(?:toc|include|index|print_bibliography|bibliography)(?::.*)?$`),
	newOmissionPatterns(OmittedFrontMatter, `(?mi)^[ \t]*#\+(?:title|subtitle|author|email|date|language|description|keywords):.*$`),
	newOmissionPatterns(OmittedAttributes, `(?mi)^[ \t]*#\+(?:attr_\w+|name|header|headers|options|property|startup|filetags|todo|seq_todo|latex_\w+|latex|html_\w+|export_\w+|setupfile|macro|link|columns|category|archive|tags|priorities|select_tags|exclude_tags|cite_export|hugo_\w+):.*$`,
		`(?si)\A[ \t]*:(?:properties|logbook):.*`),
	newOmissionPatterns(OmittedTarget, `(?m)^[ \t]*<<[^<>\n]+>>[ \t]*$`),
)

var latexOmissions = slices.Concat(
	newOmissionPatterns(OmittedComment, `(?m)^[ \t]*%.*(?:\n[ \t]*%.*)*$`, `(?s)\A\s*\\if.*`),
	newOmissionPatterns(OmittedPreamble, `(?s)\A\s*\\(?:end\{document\}|endinput\b).*`),
	newOmissionPatterns(OmittedTarget, `(?m)^[ \t]*(?:\\(?:label|hypertarget)\{[^{}\n]*\}|\\phantomsection)[ \t]*(?:\\label\{[^{}\n]*\})?(?:\{\})?[ \t]*%?$`),
	newOmissionPatterns(OmittedMaker, `(?m)^[ \t]*\\(?:tableofcontents|listoffigures|listoftables|listofalgorithms|printindex|makeindex|maketitle|printglossary|printglossaries|printbibliography(?:\[[^\]\n]*\])?)[ \t]*%?$`,
		`(?m)^[ \t]*\\(?:input|include|subfile|import|bibliography|bibliographystyle|index|addbibresource|includeonly)\*?\{[^{}\n]*\}(?:\{[^{}\n]*\})?[ \t]*%?$`),
	newCodeOmissionPatterns(OmittedComment, `(?s)\A\s*\\begin\{comment\}.*`),
)

var htmlOmissions = slices.Concat(
	newOmissionPatterns(OmittedComment, htmlComment),
	newOmissionPatterns(OmittedPreamble, `(?is)\A\s*<head[\s>].*`, `(?i)<!doctype[^<>]*>`, `(?i)<\?xml[^<>]*\?>`, `(?i)</?(?:html|body|head)(?:\s[^<>]*)?>`, `(?i)<(?:meta|link|base)\s[^<>]*>`,
		`(?is)<(?:script|style|title)(?:\s[^<>]*)?>.*?</(?:script|style|title)\s*>`),
	newOmissionPatterns(OmittedTarget, emptyAnchor),
)

var typstOmissions = slices.Concat(
	newOmissionPatterns(OmittedComment, `(?s)\A\s*/\*.*?\*/`, `(?m)^[ \t]*//.*(?:\n[ \t]*//.*)*$`),
	newOmissionPatterns(OmittedMaker, `(?s)\A\s*#(?:include|outline|bibliography)\b.*`),
	newOmissionPatterns(OmittedPreamble, `(?s)\A\s*#(?:set|show|import|let)\b.*`),
	newOmissionPatterns(OmittedTarget, `(?m)^[ \t]*<[\pL\pN_:.-]+>[ \t]*$`),
)

var plainOmissions = newOmissionPatterns(OmittedPreamble, `(?s)\A.*`) // the text that a library adds after a book
