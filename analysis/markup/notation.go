package markup

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Notation writes the markup that an edit adds, and describes the text that an edit changes. It is immutable. Only separators
// end in a line ending. Line endings in the markup are line feeds, which the caller converts to those of the text.
//
// The blocks that a method gets are blocks of the text.
type Notation interface {
	headingNotation
	stretchNotation
	fileNotation

	// Break returns a mark without words that separates two parts of a text, or "" if the format has none.
	Break() string

	// CutsOfRun returns a function that reports whether a run can be cut at an offset of the text
	// without cutting a construct in two, such as a link or emphasis.
	CutsOfRun(text string, run Run) func(offset int) bool

	// ParagraphSeparator returns the text to insert where a paragraph is divided, or "" if it cannot be divided.
	ParagraphSeparator(paragraph string) string
}

// headingNotation writes headings.
type headingNotation interface {
	// Levels returns the levels that headings can have, from the highest down, or none if they cannot be written.
	Levels() []int

	// FirstLevel returns the level for the parts of a text that has no headings yet.
	FirstLevel() int

	// Heading returns a heading of one of the levels.
	Heading(title string, level int) string

	// Relevel returns the source of a heading at another level, in the same form if that exists there.
	Relevel(source string, level int) string

	// Retitle returns the source of a heading with another title. `words` is the span of the old title in the source.
	Retitle(source string, words Span, title string) string

	// KeepsLevels reports whether programs for the format give the headings of a text the same levels as [Format.Scan].
	KeepsLevels(text string, blocks []Block) bool
}

// stretchNotation describes how a part of a text can move.
type stretchNotation interface {
	// MovableBody returns the part of a text in which blocks can change places, without metadata, for example.
	MovableBody(text string, blocks []Block) Span

	// StretchAdjuster returns a function that adjusts the ends of a stretch so that no markup, such as a tag, is separated
	// from its partner. It returns false if that is impossible.
	StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool)

	// LineEndsBetweenBlocks returns the minimum number of line endings between two blocks.
	LineEndsBetweenBlocks() int

	// NamesBlockBelow reports whether a block that is not prose names the block below it, and has to stay right above that.
	NamesBlockBelow(source string) bool

	// BelongsToHeading reports whether a block right below a heading has to stay there.
	BelongsToHeading(source string) bool

	// BelongsToBlockAbove reports whether a block belongs to the block right above it or, after a blank line, to the one below.
	BelongsToBlockAbove(source string) bool

	// PositionalTies describes connections in a text that depend on positions, such as those of footnotes without names.
	PositionalTies(text string, blocks []Block) []string

	// Counters returns, in order, the constructs that advance a counter named by the writer. The label has the counter's name.
	Counters(text string, blocks []Block) []Label
}

// fileNotation describes how parts of a text are written as files of their own.
type fileNotation interface {
	// IncludesFiles reports whether programs for the format replace the paragraph that Include returns with the file, so that
	// levels of headings and labels apply across both. If not, the paragraph is a link.
	IncludesFiles() bool

	// FitsIncludedLevels reports whether these programs put the headings of an included file below the section that includes it.
	FitsIncludedLevels() bool

	// Include returns a paragraph that includes or links to a file. The path is relative, with slashes. It returns "" if the
	// format cannot refer to that path.
	Include(title, path string) string

	// Included parses a paragraph that [Notation.Include] could have written or that includes a part of a file; see [Format.Part].
	Included(source string) (title, path string, ok bool)

	// FileOpening returns the beginning that a file with a title must have, or "".
	FileOpening(title string) string

	// AddressOf returns a relative path as a reference writes it. PathOf returns the path in an address, without the place
	// inside the file, or "" if there is none.
	AddressOf(path string) string
	PathOf(address string) string

	// Targets returns the addresses of links, images and the like in blocks, in order. In some formats it searches the whole text.
	Targets(text string, blocks []Block) []Target

	// Anchors returns the labels that the part of an address after # can name, in the blocks or in the whole text.
	Anchors(text string, blocks []Block) []Label

	// Definitions returns the definitions of labels that are valid only in their file, such as those of links and footnotes.
	Definitions(text string, blocks []Block) []Label

	// DefinesAbove reports whether definitions have to be above the references to them.
	DefinesAbove() bool

	// References returns the labels that blocks refer to, defined or not.
	References(text string, blocks []Block) []string
}

// labelsMatching returns a label for each match of a pattern outside code and metadata. Its name is the first group of the pattern.
func labelsMatching(text string, blocks []Block, pattern *regexp.Regexp) []Label {
	var labels []Label
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == FrontMatter {
			continue
		}
		for _, m := range pattern.FindAllStringSubmatchIndex(text[b.Span.Start:b.Span.End], -1) {
			labels = append(labels, Label{text[b.Span.Start+m[2] : b.Span.Start+m[3]], Span{m[0], m[1]}.Shift(b.Span.Start)})
		}
	}
	return labels
}

// Target is the place of an address in a text.
type Target struct {
	Span

	// OfMain is set if the address, whichever file contains it, is relative to the folder of the main text.
	OfMain bool

	// Prefix must be written before an address that replaces this one, such as file: in Org.
	Prefix string
}

// Label is a label with the span that it refers to.
type Label struct {
	Name string // in the form for comparison, including the marks that distinguish kinds of labels
	Span Span
}

// Notation returns the notation of the format, without the choices of a text; see [Format.NotationOf].
func (f Format) Notation() Notation {
	if f.notation == nil {
		return defaultNotation{}
	}
	return f.notation
}

// NotationOf returns [Format.Notation] with the choices that the writer of a text has made.
func (f Format) NotationOf(text string, blocks []Block) Notation {
	n := f.Notation()
	if n, ok := n.(interface {
		forText(text string, blocks []Block) Notation
	}); ok {
		return n.forText(text, blocks)
	}
	return n
}

// Part returns the part of a text that a paragraph read by [Notation.Included] includes, and the name of that part. The name
// is "" if the paragraph includes the whole text. The part is empty if the name is, or if it cannot be determined.
func (f Format) Part(paragraph, text string, blocks []Block) (part Span, name string) {
	n, ok := f.notation.(interface {
		includedPart(paragraph, text string, blocks []Block) (Span, string)
	})
	if !ok {
		return Span{}, ""
	}
	return n.includedPart(paragraph, text, blocks)
}

// IncludedLevel returns the level that a paragraph gives the highest heading of the file that it includes, or 0.
func (f Format) IncludedLevel(paragraph string) int {
	if n, ok := f.notation.(interface{ includedLevel(paragraph string) int }); ok {
		return n.includedLevel(paragraph)
	}
	return 0
}

// HasBase reports whether a text sets a base for its relative addresses, other than its folder.
func (f Format) HasBase(text string) bool {
	n, ok := f.notation.(interface{ hasBase(text string) bool })
	return ok && n.hasBase(text)
}

// Mentions returns the references in blocks that can only lead to labels in the same file, such as @fig-salt in Quarto.
func (f Format) Mentions(text string, blocks []Block) []Label {
	if n, ok := f.notation.(interface {
		mentions(text string, blocks []Block) []Label
	}); ok {
		return n.mentions(text, blocks)
	}
	return nil
}

// TitleWords returns the span of the words of a heading, which must have a title, without labels and attributes around them.
func (f Format) TitleWords(text string, heading Block) Span {
	words := heading.Runs[0].Extent()
	if pattern := headingNames[f.Name]; pattern != nil {
		if m := pattern.FindStringSubmatchIndex(text[words.Start:words.End]); m != nil && m[2] < m[3] {
			words = Span{m[2], m[3]}.Shift(words.Start)
		}
	}
	return words
}

// headingNames match a heading with its words in the first group.
var headingNames = map[string]*regexp.Regexp{
	Markdown.Name: regexp.MustCompile(`(?s)^(.*?)(?:\s*\{:?\s*[#.][^{}\n]*\}\s*)?$`),
	LaTeX.Name:    regexp.MustCompile(`(?s)^(?:\\label\{[^{}]*\}\s*)*(.*?)(?:\s*\\label\{[^{}]*\}\s*)*$`),
	AsciiDoc.Name: regexp.MustCompile(`(?s)^(?:\[\[[^\[\]]*\]\]\s*|anchor:[\w:.-]+\[\]\s*)*(.*?)(?:\s*\[\[[^\[\]]*\]\])*$`),
	Typst.Name:    regexp.MustCompile(`(?s)^(.*?)(?:\s*<[\pL_][\pL\pN_:.-]*>\s*)?$`),
}

// Comment returns a line with a directive for segls; see [Directive].
func (f Format) Comment(said string) string {
	c := f.preferredCommentStyle()
	return strings.TrimSpace(strings.TrimRight(c.open, " ") + " " + directivePrefix + " " + said + " " + c.close)
}

// SourceComment returns a comment line for readers of the source; "" if the format has no comments.
func (f Format) SourceComment(said string) string {
	c := f.preferredCommentStyle()
	if c.open == "" {
		return ""
	}
	said = strings.Join(strings.FieldsFunc(said, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if c.close != "" {
		said = strings.ReplaceAll(strings.ReplaceAll(said, "--", "- -"), "*/", "* /")
	}
	return strings.TrimRight(strings.TrimRight(c.open, " ")+" "+said+" "+c.close, " ")
}

// preferredCommentStyle returns the form in which comments are written. MDX does not allow the form of HTML.
func (f Format) preferredCommentStyle() commentStyle {
	if f.isMDX {
		return f.comments[1]
	}
	return f.comments[0]
}

// defaultNotation is the basis of the other notations. It allows no cut in a run, because it does not know constructs.
type defaultNotation struct{}

func (defaultNotation) Levels() []int                       { return nil }
func (defaultNotation) FirstLevel() int                     { return 1 }
func (defaultNotation) Heading(title string, _ int) string  { return title }
func (defaultNotation) Relevel(source string, _ int) string { return source }
func (defaultNotation) Retitle(source string, words Span, title string) string {
	return source[:words.Start] + title + source[words.End:]
}
func (defaultNotation) KeepsLevels(string, []Block) bool { return true }
func (defaultNotation) MovableBody(text string, blocks []Block) Span {
	return Span{fixedTopEnd(text, blocks, nil), fixedBottomStart(text, blocks)}
}

func (defaultNotation) StretchAdjuster(string, []Block) func(stretch Span) (Span, bool) {
	return func(stretch Span) (Span, bool) { return stretch, true }
}
func (defaultNotation) NamesBlockBelow(string) bool                   { return false }
func (defaultNotation) BelongsToHeading(string) bool                  { return false }
func (defaultNotation) BelongsToBlockAbove(string) bool               { return false }
func (defaultNotation) PositionalTies(string, []Block) []string       { return nil }
func (defaultNotation) Counters(string, []Block) []Label              { return nil }
func (defaultNotation) IncludesFiles() bool                           { return false }
func (defaultNotation) FitsIncludedLevels() bool                      { return false }
func (defaultNotation) Include(string, string) string                 { return "" }
func (defaultNotation) Included(string) (title, path string, ok bool) { return "", "", false }
func (defaultNotation) FileOpening(string) string                     { return "" }
func (defaultNotation) AddressOf(path string) string                  { return path }
func (defaultNotation) PathOf(address string) string                  { return address }
func (defaultNotation) Targets(string, []Block) []Target              { return nil }
func (defaultNotation) Anchors(string, []Block) []Label               { return nil }
func (defaultNotation) Definitions(string, []Block) []Label           { return nil }
func (defaultNotation) References(string, []Block) []string           { return nil }
func (defaultNotation) DefinesAbove() bool                            { return false }
func (defaultNotation) Break() string                                 { return "" }
func (defaultNotation) CutsOfRun(string, Run) func(int) bool          { return neverCut }
func (defaultNotation) LineEndsBetweenBlocks() int                    { return 2 }
func (defaultNotation) ParagraphSeparator(string) string              { return "\n\n" }

func neverCut(int) bool { return false }

// metadataEnd returns the offset after a byte order mark and metadata.
func metadataEnd(text string, blocks []Block) int {
	if len(blocks) > 0 && blocks[0].Kind == FrontMatter {
		return blocks[0].Span.End
	}
	return len(text) - len(strings.TrimPrefix(text, byteOrderMark))
}

// fixedTopEnd returns the end of the blocks that must stay at the top of a text, such as metadata. `stays` may name more, or be nil.
func fixedTopEnd(text string, blocks []Block, stays func(b Block, source string) bool) int {
	end := metadataEnd(text, blocks)
	for _, b := range blocks {
		source := strings.TrimPrefix(text[b.Span.Start:b.Span.End], byteOrderMark)
		isMagic := (b.Kind == HTML || b.Kind == Rule) && magicComment.MatchString(source[:min(len(source), longestSearch)])
		if b.Kind != FrontMatter && !isMagic && (stays == nil || !stays(b, source)) {
			break
		}
		end = b.Span.End
	}
	return end
}

// fixedBottomStart returns the start of the comments for editors at the bottom of a text, or the length of the text.
func fixedBottomStart(text string, blocks []Block) int {
	start := len(text)
	for i := len(blocks) - 1; i > 0 && blocks[i].Kind == HTML; i-- {
		if b := blocks[i].Span; editorComment.MatchString(text[b.Start:min(b.End, b.Start+longestSearch)]) {
			start = b.Start
		}
	}
	return start
}

// editorComment matches a comment that an editor looks for at the bottom of a file. Emacs reads on to "End:".
var editorComment = regexp.MustCompile(`\b(?:Local Variables|LocalWords):|\b(?:vim?|ex):`)

// magicComment matches a comment that an editor or a program looks for at the top of a file.
var magicComment = regexp.MustCompile(`-\*-|!(?:TEX|TeX|BIB)\b|\b(?:vim?|ex):|coding[:=]|^#!|<\?xml`)

// levelsTo returns the levels from 1 to the deepest.
func levelsTo(deepest int) []int {
	levels := make([]int, deepest)
	for i := range levels {
		levels[i] = i + 1
	}
	return levels
}

// urlNotation is a notation whose addresses are URLs.
type urlNotation struct{ defaultNotation }

func (urlNotation) AddressOf(path string) string { return addressEscapes.Replace(path) }

// includeAddress returns the address that Include writes: without a colon, because a scheme would end there.
func (n urlNotation) includeAddress(path string) string {
	return strings.ReplaceAll(n.AddressOf(path), ":", "%3A")
}

// addressEscapes escapes characters with a meaning in URLs or markup, but not the letters of any alphabet.
var addressEscapes = strings.NewReplacer(
	"%", "%25", " ", "%20", "#", "%23", "?", "%3F", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "[", "%5B", "]", "%5D")

func (urlNotation) PathOf(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	path, err := url.PathUnescape(address)
	if err != nil {
		return ""
	}
	return path
}

// includeOrNothing returns a paragraph that Include made for a path, or "" if it cannot be read again.
func includeOrNothing(n Notation, source, path string) string {
	if _, read, ok := n.Included(source); !ok || read != path {
		return ""
	}
	return source
}

// isRelative reports whether an address is relative to the folder of a text.
func isRelative(address string) bool {
	if address == "" || strings.IndexByte("#/?\\", address[0]) >= 0 {
		return false
	}
	scheme, _, ok := strings.Cut(address, ":")
	return !ok || strings.ContainsAny(scheme, "/.#?")
}

// targetsMatching returns the relative addresses that groups of a pattern match. Hints save time: a block must contain one of them.
func targetsMatching(text string, blocks []Block, ofMain bool, pattern *regexp.Regexp, hints ...string) []Target {
	var targets []Target
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		isHint := func(hint string) bool { return strings.Contains(source, hint) }
		if b.Kind == Math || b.Kind == Directive || len(hints) > 0 && !slices.ContainsFunc(hints, isHint) {
			continue
		}
		for _, m := range pattern.FindAllStringSubmatchIndex(source, -1) {
			for i := 2; i < len(m); i += 2 {
				if m[i] < 0 {
					continue
				}
				if at := (Span{m[i], m[i+1]}).Shift(b.Span.Start); isRelative(text[at.Start:at.End]) {
					targets = append(targets, Target{Span: at, OfMain: ofMain})
				}
			}
		}
	}
	return targets
}

// withoutCodeBlocks returns the blocks without code, except for code that is exempt. `exempt` may be nil.
func withoutCodeBlocks(text string, blocks []Block, exempt func(source string) bool) []Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool {
		return b.Kind == Code && (exempt == nil || !exempt(text[b.Span.Start:b.Span.End]))
	})
}

// duplicateLabelTies ties labels that are defined more than once to the order of their definitions: programs use only one of them.
func duplicateLabelTies(text string, labels []Label) []string {
	defined := make(map[string][]string)
	for _, l := range labels {
		defined[l.Name] = append(defined[l.Name], strings.Join(strings.Fields(text[l.Span.Start:l.Span.End]), " "))
	}
	var ties []string
	for name, definitions := range defined {
		if len(definitions) > 1 {
			ties = append(ties, name+" -> "+strings.Join(definitions, " | "))
		}
	}
	return ties
}

// headingKey returns a key that identifies a heading before and after an edit. isDouble means that another heading has the same text.
func headingKey(text string, blocks []Block, heading int, isDouble bool) string {
	place := strings.Join(strings.Fields(text[blocks[heading].Span.Start:blocks[heading].Span.End]), " ")
	if place = strings.TrimLeft(place, "=*# "); isDouble && heading+1 < len(blocks) {
		below := blocks[heading+1].Span
		place += " / " + text[below.Start:min(below.End, below.Start+longestSearch)]
	}
	return place
}

// plainNotation writes plain text, which has only paragraphs.
type plainNotation struct{ urlNotation }

func (plainNotation) Break() string { return "* * *" }
func (plainNotation) CutsOfRun(string, Run) func(int) bool {
	return func(int) bool { return true }
}

// MovableBody ends before the signature of an e-mail or the licence that a library adds after a book.
func (plainNotation) MovableBody(text string, blocks []Block) Span {
	body := Span{fixedTopEnd(text, blocks, nil), len(text)}
	if n := len(blocks); n > 1 && blocks[n-1].Kind == HTML && isEndOfBookLine(firstLine(text[blocks[n-1].Span.Start:])) {
		body.End = blocks[n-1].Span.Start
	}
	if n := len(blocks); n > 1 && strings.HasPrefix(text[blocks[n-1].Span.Start:], "-- ") && strings.TrimSpace(firstLine(text[blocks[n-1].Span.Start:])) == "--" {
		body.End = blocks[n-1].Span.Start
	}
	return body
}

func (n plainNotation) Include(_, path string) string { return "[see " + n.includeAddress(path) + "]" }

func (n plainNotation) Included(source string) (title, path string, ok bool) {
	m := plainInclude.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	return "", n.PathOf(m[1]), true
}

var plainInclude = regexp.MustCompile(`^\[see (\S+)\]$`)

// Targets returns the addresses in the blocks that consist of a link.
func (plainNotation) Targets(text string, blocks []Block) []Target {
	var targets []Target
	for _, b := range blocks {
		content := trimSpan(text, b.Span)
		if m := plainInclude.FindStringSubmatchIndex(text[content.Start:content.End]); m != nil && isRelative(text[content.Start+m[2]:content.Start+m[3]]) {
			targets = append(targets, Target{Span: Span{m[2], m[3]}.Shift(content.Start)})
		}
	}
	return targets
}
