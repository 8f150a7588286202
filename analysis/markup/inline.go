package markup

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The inline part of Markdown. Only extents matter: which bytes of a run are prose, and which are
// markup, code, formulas, addresses or keys. The grammar:
//
//	\x                      an escape: the backslash is markup
//	`code`                  code, between runs of backticks of equal length
//	$x$  $$x$$              a formula; single dollars have no space just inside, and no digit follows
//	![alt](dest "title")    an image, also ![alt][label] and ![[file]]
//	[^note]  ^[text]        a reference to a footnote, an inline footnote
//	\@ref(fig:x)            a reference (bookdown)
//	[@key, p. 3]  @key      a citation
//	[[page|text]]           a wiki link: text is prose, or page if there is none
//	[text](dest "title")    a link: text is prose
//	[text][label]           the same, whether or not the label is defined, so that a
//	                        definition never changes a paragraph elsewhere
//	[text]{.class}          a pandoc span: text is prose
//	<https://x>  <b>        an autolink, a tag or a comment
//	https://x  www.x        a bare address
//	{#id .class key=x}      attributes, after anything
//	{{x}}  {%x%}            templates
//	{ref}`x`                a role (MyST)
//	\begin{x}  \end{x}      a LaTeX environment, as a whole if it has no prose
//	{/* note */}  %%note%%  comments of MDX and Obsidian, {>>note<<} of CriticMarkup
//	[key:: value]           a field (Dataview)
//	:name:  ++ctrl+c++      an emoji or an icon, keys (Material)
//	\index{x}               a LaTeX command without prose (pandoc)
//	^name                   at the end: a name for the block (Obsidian)
//	&amp;                   a character reference
//	*a* _a_ ~~a~~ ==a==     emphasis: its marks are punctuation
//
// The scan is linear: it searches for the end of a construct only where the end is known to exist or
// must be near.

// inlineKind is the kind of a stretch of a run. Text that the scanner does not report is prose.
type inlineKind uint8

const (
	inlineMark    inlineKind = iota // markup, which is not read
	inlineLiteral                   // code, an address: read, but not prose
	inlineFormula                   // a formula: read, but not prose
	inlineHidden                    // an image, a citation, a tag: not prose, and not read unless a sentence needs the citation
	inlineEntity                    // a character reference, or a line break in HTML
)

// newBlankFunc returns a function that blanks the parts of a run that a format's scanner reports.
func newBlankFunc(scan func(run []byte, report func(Span, inlineKind))) func(run []byte) {
	return func(run []byte) {
		scan(run, func(s Span, _ inlineKind) { fillBytes(run[s.Start:s.End], ' ') })
	}
}

// newVisibleTextFunc returns a function that returns a run without its markup, but with code, formulas and the citations that
// its sentences need. formula and entity, unless they are nil, convert the sources of formulas and entities.
func newVisibleTextFunc(scan func(run []byte, report func(Span, inlineKind)), entity func(string) string) func(run []byte, formula func(string) string) string {
	const dropped = 0
	return func(run []byte, formula func(string) string) string {
		var instead map[int]runReplacement
		replace := func(r runReplacement, at int) {
			if instead == nil {
				instead = make(map[int]runReplacement)
			}
			instead[at] = r
		}
		scan(run, func(s Span, kind inlineKind) {
			switch kind {
			case inlineFormula:
				if source := string(run[s.Start:s.End]); formula != nil {
					replace(runReplacement{end: s.End, formula: formula(source)}, s.Start)
				}
			case inlineEntity:
				if entity != nil {
					replace(runReplacement{end: s.End, formula: entity(string(run[s.Start:s.End]))}, s.Start)
				}
			case inlineHidden:
				if keys := extractCitationKeys(run[s.Start:s.End]); keys != "" {
					replace(runReplacement{end: s.End, keys: keys}, s.Start)
				}
			}
			if kind == inlineMark || kind == inlineHidden {
				fillBytes(run[s.Start:s.End], dropped)
			}
		})
		if instead != nil {
			return string(applyReplacements(run, dropped, instead))
		}
		return string(bytes.ReplaceAll(run, []byte{dropped}, nil))
	}
}

// visibleMarkdownText returns Markdown as a reader sees it, with the entities outside of code resolved and a
// [lineSeparator] for each <br>.
func visibleMarkdownText(run []byte, formula func(string) string) string {
	return newVisibleTextFunc(scanMarkdownInline, func(source string) string {
		if source[0] == '<' {
			return lineSeparator
		}
		return html.UnescapeString(source)
	})(run, formula)
}

// isPartOfWord reports whether a character may be within a word: caf&eacute;, it&rsquo;s.
func isPartOfWord(character string) bool {
	return character == "'" || character == "’" || strings.ContainsFunc(character, isWordRune)
}

const lineSeparator = "\u2028"

func fillBytes(b []byte, c byte) {
	for i := range b {
		b[i] = c
	}
}

// longestSearch is how far, in bytes, a scanner usually searches for the end of a construct: CommonMark's limit for a link label.
const longestSearch = 999

// inlineScanner scans one run. It reports in order, except for the opening bracket of a link.
type inlineScanner struct {
	run      []byte
	report   func(Span, inlineKind)
	lastTick map[int]int       // for each length of a run of backticks, the start of the last such run
	brackets []int             // open `[` of possible links
	at       int               // see nextAtSign
	groups   []bool            // for each open brace, whether it begins the argument of a LaTeX command
	reported int               // end of the last report; the bytes before it may have been overwritten with spaces
	unclosed int               // number of groups without an end; see groupEnd
	own      *latexDefinitions // the document's own commands, in LaTeX; may be nil
	hidden   map[int]int       // branches of LaTeX conditionals that are never read, from start to end
}

// scanMarkdownInline reports every stretch of run that is not prose.
func scanMarkdownInline(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report}
	for i := 0; i < len(run); {
		i += max(1, s.scanMarkdownConstruct(i))
	}
}

// scanMarkdownConstruct reports the construct at i, if any, and returns the number of bytes that it has read, or 0. The
// methods for kinds of constructs do the same.
func (s *inlineScanner) scanMarkdownConstruct(i int) int {
	switch c := s.run[i]; c {
	case '\\':
		return s.scanEscape(i)
	case '`':
		return s.scanCode(i)
	case '$':
		return s.scanMath(i)
	case '!':
		return s.scanImage(i)
	case '[':
		return s.scanOpeningBracket(i)
	case ']':
		return s.scanClosingBracket(i)
	case '<':
		return s.scanAngleBracket(i)
	case '@':
		return s.scanCitationKey(i)
	case '{':
		n := s.scanBraces(i)
		if n == 0 && len(s.groups) > 0 {
			s.groups = append(s.groups, false)
		}
		return n
	case '}':
		return s.scanClosingBrace(i)
	case '&':
		return s.scanEntity(i)
	case '%':
		return s.hideBetween(i, "%%", "%%")
	case '^':
		return s.scanCaret(i)
	case '*', '_', '~', '=':
		return s.scanEmphasis(i)
	case ':':
		return s.scanShortcode(i)
	case '+':
		if i > 0 && s.run[i-1] == '{' {
			return countRepeats(s.run, i, '+') // an insertion of CriticMarkup
		}
		return s.reportHidden(i, len(keyboardKeys.Find(s.run[i:min(len(s.run), i+longestSearch/10)])))
	case 'h', 'H', 'w', 'W', 'f', 'F', 'm', 'M':
		return s.reportLiteral(i, bareAddressLen(s.run, i))
	}
	return 0
}

func (s *inlineScanner) reportMark(i, n int) int    { return s.reportStretch(i, n, inlineMark) }
func (s *inlineScanner) reportHidden(i, n int) int  { return s.reportStretch(i, n, inlineHidden) }
func (s *inlineScanner) reportLiteral(i, n int) int { return s.reportStretch(i, n, inlineLiteral) }

func (s *inlineScanner) reportStretch(i, n int, kind inlineKind) int {
	if n > 0 {
		s.report(Span{i, i + n}, kind)
		s.reported = i + n
	}
	return n
}

func (s *inlineScanner) scanEscape(i int) int {
	if bytes.HasPrefix(s.run[i:], []byte(`\@ref(`)) {
		if end := s.findMark(i, ")"); end > 0 {
			return s.reportHidden(i, end+1-i)
		}
	}
	if bytes.HasPrefix(s.run[i:], []byte(`\begin{`)) {
		if n := s.scanEnvironment(i, i+len(`\begin`)); n > 0 {
			return n
		}
	}
	if environmentEdge.Match(s.run[i:min(len(s.run), i+longestSearch/10)]) {
		return s.reportHidden(i, bytes.IndexByte(s.run[i:], '}')+1)
	}
	if n := s.latexCommandLen(i); n > 0 {
		return s.reportHidden(i, n)
	}
	if n := len(latexGroup.Find(s.run[i:min(len(s.run), i+longestSearch)])); n > 0 {
		s.groups = append(s.groups, true)
		return s.reportMark(i, n)
	}
	if i+1 < len(s.run) && (isPunct(s.run[i+1]) || isSpace(s.run[i+1])) { // white space: a hard line break
		s.reportMark(i, 1)
		return 2
	}
	return 0
}

// scanClosingBrace recognizes the end of the argument of a LaTeX command.
func (s *inlineScanner) scanClosingBrace(i int) int {
	last := len(s.groups) - 1
	if last < 0 {
		return 0
	}
	isArgument := s.groups[last]
	s.groups = s.groups[:last]
	if !isArgument {
		return 0
	}
	return s.reportMark(i, 1)
}

// latexCommandLen returns the length of a LaTeX command with its arguments, or 0 if no argument in braces follows the name or
// the arguments may be prose.
func (s *inlineScanner) latexCommandLen(i int) int {
	end := i + 1
	for end < len(s.run) && isAlpha(s.run[end]) {
		end++
	}
	if end == i+1 || end >= len(s.run) || s.run[end] != '{' || !s.own.hidesArguments(string(s.run[i+1:end])) {
		return 0
	}
	return s.argumentsEnd(end, 9) - i
}

// scanCode recognizes a code span. Its first call finds the last run of backticks of each length, so that no call searches in vain.
func (s *inlineScanner) scanCode(i int) int {
	if s.lastTick == nil {
		s.lastTick = make(map[int]int)
		for j := i; j < len(s.run); {
			n := countRepeats(s.run, j, '`')
			if n > 0 {
				s.lastTick[n] = j
			}
			j += max(1, n)
		}
	}
	n := countRepeats(s.run, i, '`')
	if s.lastTick[n] <= i {
		return n // without a partner, these backticks are text
	}
	for j := i + n; ; {
		m := countRepeats(s.run, j, '`')
		if m == n {
			s.reportMark(i, n)
			s.reportLiteral(i+n, j-i-n)
			s.reportMark(j, n)
			return j + n - i
		}
		j += max(1, m)
	}
}

// scanMath recognizes a formula between single or double dollars. For single ones it follows pandoc's rule.
func (s *inlineScanner) scanMath(i int) int {
	n := countRepeats(s.run[:min(len(s.run), i+2)], i, '$')
	start := i + n
	if start >= len(s.run) || isSpace(s.run[start]) && n == 1 {
		return n
	}
	for j := start; j < len(s.run); j++ {
		switch {
		case s.run[j] == '\\':
			j++
		case s.run[j] == '$':
			end := j + countRepeats(s.run[:min(len(s.run), j+n)], j, '$')
			closes := end == j+n && j > start && (n == 2 || !isSpace(s.run[j-1]) && !(end < len(s.run) && isDigit(s.run[end])))
			if !closes {
				return n
			}
			return s.reportMarkedFormula(i, start, j, j+n)
		}
		if j-start > 10*longestSearch {
			break
		}
	}
	return n
}

// scanAngleBracket recognizes an autolink as text that is read, and a tag or comment as text that is not.
func (s *inlineScanner) scanAngleBracket(i int) int {
	rest := s.run[i+1:]
	if bytes.HasPrefix(rest, []byte("!--")) {
		end := bytes.Index(rest[:min(len(rest), 10*longestSearch)], []byte("-->"))
		if end < 0 {
			return 0
		}
		return s.reportHidden(i, end+4)
	}
	if len(rest) == 0 || !(isAlpha(rest[0]) || rest[0] == '/' || rest[0] == '!' || rest[0] == '?') {
		return 0
	}
	end := bytes.IndexAny(rest[:min(len(rest), 10*longestSearch)], "<>")
	if end < 0 || rest[end] != '>' {
		return 0
	}
	if inner := rest[:end]; bytes.ContainsAny(inner, ":@") && !bytes.ContainsAny(inner, " \t\n") {
		s.reportMark(i, 1)
		s.reportLiteral(i+1, end)
		return s.reportMark(i+1+end, 1) + 1 + end
	}
	if n := s.scanLiteralElement(i, rest[:end]); n > 0 {
		return n
	}
	if lineBreaks.Match(s.run[i : i+end+2]) {
		return s.reportStretch(i, end+2, inlineEntity)
	}
	return s.reportHidden(i, end+2)
}

// scanLiteralElement recognizes an element of code. tag is the tag at i without its brackets.
func (s *inlineScanner) scanLiteralElement(i int, tag []byte) int {
	name := tag
	if n := bytes.IndexAny(tag, " \t/"); n >= 0 {
		name = tag[:n]
	}
	if !literalElements[string(bytes.ToLower(name))] {
		return 0
	}
	from := i + len(tag) + 2
	closing := bytes.Index(s.run[from:min(len(s.run), from+longestSearch)], []byte("</"+string(name)+">"))
	if closing < 0 {
		return 0
	}
	return s.reportMarkedLiteral(i, from, from+closing, from+closing+len(name)+3)
}

// scanBraces recognizes attributes ({#id}, {.class}, {=html}, {key=…}), roles, templates and comments.
func (s *inlineScanner) scanBraces(i int) int {
	for _, comment := range [...]struct{ open, end string }{{"{/*", "*/}"}, {"{>>", "<<}"}, {"{--", "--}"}, {"{::comment}", "{:/comment}"}} {
		if !bytes.HasPrefix(s.run[i:], []byte(comment.open)) {
			continue
		}
		end := bytes.Index(s.run[i:min(len(s.run), i+10*longestSearch)], []byte(comment.end))
		if end >= len(comment.open) {
			return s.reportHidden(i, end+len(comment.end))
		}
	}
	window := s.run[i:min(len(s.run), i+longestSearch)]
	if n := attributeGroup.FindIndex(window); n != nil {
		return s.reportHidden(i, n[1])
	}
	if n := mystRole.FindSubmatchIndex(window); n != nil {
		tick := i + n[1]
		if end := bytes.IndexByte(s.run[tick:min(len(s.run), tick+longestSearch)], '`'); end > 0 && proseRoles[string(window[n[2]:n[3]])] {
			s.reportMark(i, n[1])
			s.reportMark(tick+end, 1)
			return n[1] + end + 1
		}
		return s.reportHidden(i, n[1]-1)
	}
	if i+1 >= len(s.run) || bytes.IndexByte([]byte("#.={:%"), s.run[i+1]) < 0 {
		return 0
	}
	if end := s.bracedLen(i); end > 0 {
		return s.reportHidden(i, end)
	}
	return 0
}

var (
	// attributeGroup matches a group of attributes of pandoc or kramdown.
	attributeGroup = regexp.MustCompile(`^\{:?\s*(?:[#.][\w:.-]+|-|=\w+|[\w:.-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}]+))(?:\s+(?:[#.][\w:.-]+|[\w:.-]+=(?:"[^"]*"|'[^']*'|[^\s"'{}]+)))*\s*\}`)

	// mystRole matches a MyST role and the backtick after it. proseRoles are the roles whose text is prose.
	mystRole   = regexp.MustCompile("^\\{([a-z][\\w:-]*)(?:\\s[^{}`]*)?\\}`")
	proseRoles = wordSet("span u underline del strike delete sc smallcaps sub subscript sup superscript emphasis strong abbr abbreviation")

	// latexGroup matches the beginning of a LaTeX command whose argument is prose.
	latexGroup = regexp.MustCompile(`^\\(?:href\{[^{}\s]*\}|[a-zA-Z]{2,}\*?)\{`)

	// emojiShortcode matches an emoji or an icon by name, and keyboardKeys matches keys to be pressed.
	emojiShortcode = regexp.MustCompile(`^:[a-z][a-z0-9_+-]*:`)
	keyboardKeys   = regexp.MustCompile(`^\+\+[a-z0-9"][\w"-]*(?:\+[\w"-]+)*\+\+`)

	environmentEdge = regexp.MustCompile(`^\\(?:begin|end)\{[A-Za-z]+\*?\}`)
)

// scanShortcode recognizes an emoji or an icon that is not part of a word.
func (s *inlineScanner) scanShortcode(i int) int {
	n := len(emojiShortcode.Find(s.run[i:min(len(s.run), i+longestSearch/10)]))
	if n == 0 || i > 0 && isWordByte(s.run[i-1]) || i+n < len(s.run) && isWordByte(s.run[i+n]) {
		return 0
	}
	return s.reportHidden(i, n)
}

// scanCaret recognizes a footnote, ^[text], or the name of a block, ^name.
func (s *inlineScanner) scanCaret(i int) int {
	if i+1 < len(s.run) && s.run[i+1] == '[' {
		if end := s.bracketEnd(i + 1); end > 0 {
			return s.reportHidden(i, end-i)
		}
	}
	return s.scanBlockName(i)
}

// scanBlockName recognizes the name at the end of a block.
func (s *inlineScanner) scanBlockName(i int) int {
	end := i + 1
	for end < len(s.run) && (isAlnum(s.run[end]) || s.run[end] == '-') {
		end++
	}
	if i == 0 || !isSpace(s.run[i-1]) || end < len(s.run) || end == i+1 {
		return max(1, end-i)
	}
	return s.reportHidden(i, end-i)
}

func (s *inlineScanner) scanEntity(i int) int {
	for j := i + 1; j < min(len(s.run), i+34); j++ {
		switch c := s.run[j]; {
		case c == ';' && j > i+1:
			if source := string(s.run[i : j+1]); html.UnescapeString(source) == source {
				return 0 // AT&T;
			}
			return s.reportStretch(i, j+1-i, inlineEntity)
		case !isAlnum(c) && c != '#':
			return 0
		}
	}
	return 0
}

// scanEmphasis recognizes marks that could open or close an emphasis. An underscore within a word is part of the word.
func (s *inlineScanner) scanEmphasis(i int) int {
	n := countRepeats(s.run, i, s.run[i])
	switch s.run[i] {
	case '_':
		before, _ := utf8.DecodeLastRune(s.run[:i])
		after, _ := utf8.DecodeRune(s.run[i+n:])
		if isWordRune(before) && isWordRune(after) {
			return n
		}
	case '*', '=', '~':
		if space := i+n >= len(s.run) || isSpace(s.run[i+n]); space && (i == 0 || isSpace(s.run[i-1]) && s.reported < i) {
			return n
		}
	}
	if s.run[i] != '_' && s.run[i] != '*' && n != 2 {
		return n
	}
	return s.reportMark(i, n)
}

func (s *inlineScanner) skipSpace(i int) int {
	for i < len(s.run) && isSpace(s.run[i]) {
		i++
	}
	return i
}

// countRepeats returns the length of the run of c in b that begins at i.
func countRepeats(b []byte, i int, c byte) int {
	n := 0
	for i+n < len(b) && b[i+n] == c {
		n++
	}
	return n
}

func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isAlpha(c byte) bool    { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isAlnum(c byte) bool    { return isDigit(c) || isAlpha(c) }
func isWordByte(c byte) bool { return isAlnum(c) || c >= 0x80 }
func isPunct(c byte) bool    { return '!' <= c && c <= '~' && !isAlnum(c) }
