package markup

import (
	"html"
	"regexp"
	"slices"
	"strings"
)

// A scene break is a [Rule]: the format's own construct for one, which the scanner finds; a block that shows its reader only
// a mark such as `* * *`, whatever markup it uses; or, in plain text, a wide gap (plain_gap.go). Whether a block is such a
// mark depends only on the block, or on adjoining blocks without blank lines between them, so a part of a text has the same
// marks as the whole.

// longestBreak is the greatest length, in bytes, of a scene break.
const longestBreak = 200

// ornament matches marks of characters that mean something else when they are alone: x x x, + + +, . . . and -oOo-.
var ornament = regexp.MustCompile(`^\s*(?:[xX](?: +[xX]){2,}|\+(?: +\+){2,}|\.(?: +\.){2,}|[-~=*\x{2013}\x{2014}]*o+[O0]o+[-~=*\x{2013}\x{2014}]*|[-~=*\x{2013}\x{2014}]+o+[-~=*\x{2013}\x{2014}]+)\s*$`)

// isBreakMark reports whether a text is a mark that separates scenes, and nothing else.
func isBreakMark(text string) bool {
	if len(text) <= longestBreak && ornament.MatchString(text) {
		return true
	}
	marks, last := 0, rune(0)
	for _, r := range text {
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\u00a0' || r == '\\':
			continue
		case !isBreakRune(r):
			return false
		}
		marks, last = marks+1, r
	}
	return marks >= 3 || marks > 0 && !strings.ContainsRune("-=_\u2013\u2014\u2015\u00b7\u2022\u2500\u2501\u2550", last)
}

// isBreakRune reports whether a scene break may contain a character, such as a star, dash, line, shape, card suit or flower.
func isBreakRune(r rune) bool {
	return strings.ContainsRune("*-_=~#\u00a7\u00b7\u2013\u2014\u2015\u2022\u203b\u2042\u204e\u2217\u22c6\u2500\u2501\u2550\u2605\u2606\u2619\u2766\u2767\u2e3a\u2e3b\uff0a", r) ||
		'\u25a0' <= r && r <= '\u25ff' || '\u2660' <= r && r <= '\u2667' || '\u2719' <= r && r <= '\u274b'
}

// isProseOrBreak reports whether a text has a word or is a mark that separates scenes.
func isProseOrBreak(text string) bool { return hasWord(text) || isBreakMark(text) }

// markSceneBreaks replaces each block that separates scenes by a [Rule], which includes the markup around the break.
func (f Format) markSceneBreaks(text string, blocks []Block) []Block {
	kept := blocks[:0]
	_, isHTML := f.notation.(htmlNotation)
	_, isRST := f.notation.(rstNotation)
	for _, b := range blocks {
		if f.separatesScenes(text, b) {
			b = Block{Kind: Rule, Span: b.Span}
		}
		if isHTML && b.Kind == Rule {
			from := 0
			if len(kept) > 0 {
				from = kept[len(kept)-1].Span.End
			}
			b.Span = widenBreak(text, from, b.Span)
		}
		if n := len(kept); n > 0 && b.Kind == Rule && kept[n-1].Kind == HTML && isRST && rstClass.MatchString(text[kept[n-1].Span.Start:kept[n-1].Span.End]) {
			b.Span.Start = kept[n-1].Span.Start
			kept = kept[:n-1]
		}
		if n := len(kept); n > 0 && b.Kind == HTML && f.closesBreakContainer(text, kept[n-1], b) {
			kept[n-1].Span.End = b.Span.End
			if n > 1 && f.opensBreakContainer(text, kept[n-2], kept[n-1]) {
				kept[n-2] = Block{Kind: Rule, Span: Span{kept[n-2].Span.Start, b.Span.End}}
				kept = kept[:n-1]
			}
			continue
		}
		kept = append(kept, b)
	}
	return kept
}

func (f Format) separatesScenes(text string, b Block) bool {
	if b.Span.Len() > longestBreak {
		return false
	}
	switch b.Kind {
	case Code: // indented, because there is no other way to centre the mark
		bare := text[b.Span.Start:b.Span.End]
		return beginsWithSpace(text, b) && isBreakMark(bare) && strings.Count(bare, "\n") <= 1 && !strings.Contains(bare, "#")
	case Quote: // a block that is centred
		bare := text[b.Span.Start:b.Span.End]
		if _, isMarkdown := f.notation.(markdownNotation); isMarkdown {
			bare = quoteMark.ReplaceAllString(bare, "")
		}
		return f.isBareBreak(bare)
	case Paragraph:
		if len(b.Runs) != 1 {
			return false
		}
		if len(f.breaks) > 0 && f.isBareBreak(text[b.Span.Start:b.Span.End]) {
			return true
		}
		extent := b.Runs[0].Extent()
		if begin := strings.TrimSpace(text[extent.Start:extent.End]); begin == "" || isAlnum(begin[0]) && !ornament.MatchString(begin) {
			return false
		}
		_, isPlain := f.notation.(plainNotation)
		reading := f.ReadRun(text, b.Runs[0])
		return isBreakMark(reading) && (isPlain || !strings.Contains(reading, "#"))
	case Definition: // Org keywords may hold HTML
		_, isOrg := f.notation.(orgNotation)
		return isOrg && f.isBareBreak(text[b.Span.Start:b.Span.End])
	case HTML:
		return f.isBareBreak(text[b.Span.Start:b.Span.End])
	}
	return false
}

// isBareBreak reports whether a block without its layout is only a mark.
func (f Format) isBareBreak(bare string) bool {
	if f.own != nil && len(f.own.breaks) > 0 {
		bare = f.own.call.ReplaceAllStringFunc(bare, func(call string) string {
			if f.own.breaks[f.own.call.FindStringSubmatch(call)[1]] {
				return "***"
			}
			return call
		})
	}
	for _, w := range f.breaks {
		bare = w.written.ReplaceAllString(bare, w.by)
	}
	bare = html.UnescapeString(bare)
	return isBreakMark(bare) && !strings.Contains(bare, "#")
}

// beginsWithSpace reports whether a block begins with white space, as indented blocks do.
func beginsWithSpace(text string, b Block) bool {
	return b.Span.Len() > 0 && (text[b.Span.Start] == ' ' || text[b.Span.Start] == '\t')
}

// breakPattern is a way to write a mark, or layout around one, in a format without a construct for it.
type breakPattern struct {
	written *regexp.Regexp
	by      string
}

// The patterns are replaced in this order. If only a mark is left, the block is a scene break.
var (
	markdownBreaks = []breakPattern{
		{regexp.MustCompile(`(?s)^\s*<!--.*`), "x"},
		{htmlRule, "***"},
		{htmlLayout, ""},
	}
	htmlBreaks = []breakPattern{
		{htmlRule, "***"},
		{htmlLayout, ""},
	}
	orgBreaks = []breakPattern{
		{regexp.MustCompile(`(?mi)^[ \t]*#\+(?:(?:begin|end)_(?:center|quote|export)(?:[ \t]+html)?[ \t]*\r?$|html:)|^[ \t]*,`), ""},
		{regexp.MustCompile(`\\(?:ast|star|bull|bullet)\b(?:\{\})?`), "*"},
		{regexp.MustCompile(`@@html:([^@]*)@@`), "$1"},
		{htmlRule, "***"},
	}
	asciidocBreaks = []breakPattern{
		{regexp.MustCompile(`(?m)^\[[^\]\r\n]*\][ \t]*\r?$|^\+\+\+\+[ \t]*\r?$`), ""},
		{regexp.MustCompile(`pass:[a-z,]*\[(.*)\]|\+\+\+(.*)\+\+\+`), "$1$2"},
		{regexp.MustCompile(`\{asterisk\}`), "*"},
		{regexp.MustCompile(`\{(?:nbsp|zwsp|blank|empty)\}`), " "},
		{htmlRule, "***"},
	}
	rstBreaks = []breakPattern{
		{regexp.MustCompile(`^\.\. (?:(?:centered|rubric)::|raw:: html\s|(?:container|(?:rst-)?class)::[^\r\n]*[\r\n])`), ""},
		{htmlRule, "***"},
	}
	latexBreaks = []breakPattern{
		{regexp.MustCompile(`(?m)(^|[^\\])%.*$`), "$1"},
		{regexp.MustCompile(`\\(?:(?:plain|plainfancy|fancy|[Ss]cene|pf|s|star|ast|thought|ornament)[bB]reak|newscene|sceneline|scenestars)\b\*?(?:\[[^\]]*\])?(?:\{[^{}]*\})*|\\(?:h?rule|hrulefill|dotfill|asterism|dinkus|ding|pgfornament|psvectorian|adf[a-z]+|deco[a-z]+|aldine[a-z]*|flower[a-z]+|leaf[a-z]+|starredbullet|textreferencemark)\b(?:\[[^\]]*\])?(?:\{[^{}]*\})*`), "***"},
		{regexp.MustCompile(`\$?\\(?:ast|star|textasteriskcentered|bullet|textbullet)\b(?:\{\})?\$?`), "*"},
		{regexp.MustCompile(`\\(?:begin|end)\{(?:center|flushleft|flushright|quote|quotation)\}`), ""},
		{regexp.MustCompile(`\\(?:S|textsection)\b(?:\{\})?`), "§"},
		{regexp.MustCompile(`\\(?:[vh]space|vskip|hskip)\*?(?:\{[^{}]*\}| *[\d.]*(?: *[a-z]{2}|\\[a-z]+skip\b)(?: *(?:plus|minus) *[\d.]*(?: *[a-z]{2,5}|\\[a-z]+skip\b))*)|\\makebox\[[^\]]*\]|\\(?:centerline|centering|noindent|par|bigskip|medskip|smallskip|bigbreak|medbreak|smallbreak|textbf|textit|emph|null|newline|quad|qquad|hfill?|vfill?|break|nopagebreak|large|Large|LARGE|huge|Huge|small|bfseries|mdseries|itshape|scshape|upshape|normalfont)\b|\\\\(?:\[[^\]]*\])?|\\[,;:! ()]|[$~{}]`), ""},
	}
	typstBreaks = []breakPattern{
		{regexp.MustCompile(`(?:#|(,\s*))(?:scene-?break|section-?break|asterism|dinkus|divider|hr)\b(?:\(\))?|\b(?:scene-?break|section-?break|asterism|dinkus|divider|hr)\(\)|#sym\.(?:ast|star|asterism|floral)[a-z.]*`), "$1***"},
		{regexp.MustCompile(`#?line\((?:[^()]|\([^()]*\))*\)`), "***"},
		{regexp.MustCompile(`#?(?:align|block|box|pad|place)\((?:[^()\[\],]*,\s*)*(\*\*\*|"[^"]*")\s*\)`), "$1"},
		{regexp.MustCompile(`"`), ""},
		{regexp.MustCompile(`#?\b(?:align|block|box|text|v|h|pad|place|parbreak|linebreak)\((?:[^()\[\]]|\([^()\[\]]*\))*\)|#(?:center|par)\b|#?\b(?:align|block|box|pad|place)\((?:[^()\[\],]*,)*|[\[\](){};]`), ""},
	}
)

var (
	htmlRule   = regexp.MustCompile(`(?i)<hr\b[^<>]*>`)
	htmlLayout = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|&nbsp;`) // the tags around a mark, whatever they are
	quoteMark  = regexp.MustCompile(`(?m)^ {0,3}>`)              // of Markdown
)

// The lines that may open and close a container around a break, if the break is a block of its own.
var (
	breakOpening = regexp.MustCompile(`^\s*(?::::+[^:\r\n]*|#align\([^()]*\)\[)\s*$`)
	breakClosing = regexp.MustCompile(`^\s*(?::::+|\\end\{(?:center|flushleft|flushright)\}(?:\s*` + latexSpacing + `)*|\])\s*$`)
)

// elementEnd matches the end of an element right below a break. A blank line must not separate the two, because the text
// after it must read the same by itself.
var elementEnd = regexp.MustCompile(`^[ \t]*\r?\n?[ \t]*</([a-zA-Z]+)[ \t]*>`)

// widenBreak returns the span of a break in HTML with the elements that hold nothing else and do not begin before `from`.
func widenBreak(text string, from int, s Span) Span {
	for {
		end := elementEnd.FindStringSubmatch(text[s.End:min(len(text), s.End+longestBreak)])
		if end == nil {
			return s
		}
		inside, tag := strings.ToLower(text[s.Start:s.End]), "<"+strings.ToLower(end[1])
		opens := func(at string) bool {
			rest, ok := strings.CutPrefix(at, tag)
			return ok && rest != "" && !isAlnum(rest[0])
		}
		if !opens(inside) || strings.Contains(inside, "</"+tag[1:]) {
			above := strings.TrimRight(text[from:s.Start], " \t\r\n")
			start := from + max(0, strings.LastIndexByte(above, '<'))
			if !strings.HasSuffix(above, ">") || !opens(strings.ToLower(text[start:s.Start])) || strings.Count(text[from+len(above):s.Start], "\n") > 1 {
				return s
			}
			s.Start = start
		}
		s.End += len(end[0])
	}
}

// closesBreakContainer reports whether a block ends the container of the break right above it.
func (f Format) closesBreakContainer(text string, above, b Block) bool {
	if above.Kind != Rule || !breakClosing.MatchString(text[b.Span.Start:b.Span.End]) {
		return false
	}
	return f.isRightAbove(text, above, b)
}

// isRightAbove reports whether no blank line or the like separates a block from the next one.
func (f Format) isRightAbove(text string, above, b Block) bool {
	return !f.RestartsAfter(text[above.Span.Start:above.Span.End], text[above.Span.End:b.Span.Start])
}

// WithSpacedBreaks returns the blocks of a text in which the space that a writer has put above and below a scene break, such as
// \bigskip, &nbsp; or <br>, is a [Rule] too. The scanner cannot tell it from other space, because it starts afresh after blank lines.
func (f Format) WithSpacedBreaks(text string, blocks []Block) []Block {
	spaced := blocks
	for i, b := range blocks {
		if b.Kind != Rule {
			continue
		}
		from, end := i, i+1
		for from > 0 && f.belongsToBreak(text, blocks[from-1], true) {
			from--
		}
		for end < len(blocks) && f.belongsToBreak(text, blocks[end], false) {
			end++
		}
		if end-from > 1 && &spaced[0] == &blocks[0] {
			spaced = slices.Clone(blocks)
		}
		for k := from; k < end; k++ {
			if k != i {
				spaced[k] = Block{Kind: Rule, Span: blocks[k].Span}
			}
		}
	}
	return spaced
}

// belongsToBreak reports whether a block is only space around a break or, above it, only attributes, as in Org.
func (f Format) belongsToBreak(text string, b Block, isAbove bool) bool {
	pattern := f.spacing
	if b.Kind == Definition && isAbove {
		pattern = f.attributes
	} else if b.Kind != HTML && b.Kind != Paragraph {
		return false
	}
	return pattern != nil && b.Span.Len() <= longestBreak && pattern.MatchString(text[b.Span.Start:b.Span.End])
}

const (
	latexSpacing = `(?:\\(?:(?:big|med|small)(?:skip|break)|par|noindent)\b|\\vspace\*?\{[^{}]*\})`
	htmlSpacing  = `(?:\s|&(?:nbsp|ensp|emsp|#160);|\x{00a0}|<br\s*/?>)`
	htmlEmpty    = `<(?:p` + htmlStyle + htmlSpacing + `*</p>|div` + htmlStyle + htmlSpacing + `*</div>|center` + htmlStyle + htmlSpacing + `*</center>)`
	htmlStyle    = `(?:\s+(?:class|style|align)\s*=\s*(?:"[^"]*"|'[^']*'|[\w-]+))*\s*>`
)

// The patterns match blocks that show a reader only space. A tag with an identifier may be the target of a link.
var (
	markdownSpacing = regexp.MustCompile(`^(?:\\|(?:` + htmlSpacing + `|` + htmlEmpty + `)+)$`)
	emptyElements   = regexp.MustCompile(`^(?:` + htmlSpacing + `|` + htmlEmpty + `)+$`)
	latexSpaces     = regexp.MustCompile(`^\s*(?:` + latexSpacing + `\s*)+$`)
	typstSpaces     = regexp.MustCompile(`^\s*(?:#v\([^()]*\)\s*)+$`)
	asciidocSpaces  = regexp.MustCompile(`^\s*(?:\{(?:empty|blank|nbsp|zwsp)\}(?:[ \t]+\+)?\s*)+$`)
	rstSpaces       = regexp.MustCompile(`^(?:\|\s*)+$`)
	orgSpaces       = regexp.MustCompile(`(?i)^\s*(?:#\+begin_export[ \t]+latex\s+(?:` + latexSpacing + `\s*)+#\+end_export|#\+begin_export[ \t]+html\s+` + htmlSpacing + `+#\+end_export)\s*$`)
	orgAttributes   = regexp.MustCompile(`(?i)^\s*(?:#\+attr_\w+:[^\r\n]*\s*)+$`)
)

// opensBreakContainer reports whether a block begins the container of the break right below it.
func (f Format) opensBreakContainer(text string, b, below Block) bool {
	return b.Kind == HTML && breakOpening.MatchString(text[b.Span.Start:b.Span.End]) && f.isRightAbove(text, b, below)
}
