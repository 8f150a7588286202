package markup

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Notation is how a text is written: how an edit writes what it adds, and what it has to know
// about the text that it changes. A Notation has no state. The text that it returns has no line
// end after it; a line end inside is a line feed, which the caller turns into the text's own.
//
// A method that gets a text also gets its blocks.
type Notation interface {
	headings
	stretches
	files

	// Break is a mark without words between two parts of a text.
	Break() string

	// CanCutRun reports whether a run can be cut at an offset of the text without cutting a
	// construct in two, such as a link or emphasis.
	CanCutRun(text string, run Run, offset int) bool

	// ParagraphSeparator is what comes between the two parts of a paragraph that is divided; "" if it cannot
	// be divided.
	ParagraphSeparator(paragraph string) string
}

// headings is how a text writes its headings.
type headings interface {
	// Levels are the levels that headings of the text can have, from the highest down; there are
	// none if headings cannot be written.
	Levels() []int

	// FirstLevel is the level of the parts of a text that has no headings yet.
	FirstLevel() int

	// Heading is a heading of one of the levels.
	Heading(title string, level int) string

	// Relevel is the source of a heading at another level. It keeps the form of the heading if
	// that level has it.
	Relevel(source string, level int) string

	// Retitle is the source of a heading with another title, given where its title stands in it.
	Retitle(source string, words Span, title string) string

	// KeepsLevels reports whether the programs that read the format give the headings of a text the
	// same levels as [Format.Scan].
	KeepsLevels(text string, blocks []Block) bool
}

// stretches is what one needs to know to move a part of a text.
type stretches interface {
	// MovableBody is the part of a text in which blocks can change places: without what has to stay at
	// its beginning or end.
	MovableBody(text string, blocks []Block) Span

	// StretchAdjuster returns a function that adjusts a stretch of the text: it drops what begins or ends
	// in the stretch but not both, such as a closing tag whose element was opened above, or
	// extends the stretch to what it is wrapped in. It returns false if that stands in the
	// middle.
	StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool)

	// LineEndsBetweenBlocks is how many line ends there must be between two blocks.
	LineEndsBetweenBlocks() int

	// NamesBlockBelow reports whether the source of a block that is not prose names the block below it,
	// and so has to stay above it.
	NamesBlockBelow(source string) bool

	// BelongsToHeading reports whether the source of a block right under a heading is about the heading
	// and has to stay there.
	BelongsToHeading(source string) bool

	// BelongsToBlockAbove reports whether the source of a block is about the block right above it or, if
	// there is a blank line between the two, the one below.
	BelongsToBlockAbove(source string) bool

	// PositionalTies are the things in a text that are connected by where they stand, each with what it is
	// tied to.
	PositionalTies(text string, blocks []Block) []string
}

// files is how parts of a text stand in files of their own.
type files interface {
	// IncludesFiles reports whether the programs that read the format replace the paragraph that
	// stands for a file with the file. Then file and text are one to them: levels of headings,
	// labels and footnotes carry across. Otherwise the paragraph is a link.
	IncludesFiles() bool

	// FitsIncludedLevels reports whether those programs put the headings of an included file below the section
	// that includes it.
	FitsIncludedLevels() bool

	// Include is a paragraph that stands for a file. The path is relative, with / between names.
	// It is "" if the format cannot refer to that path.
	Include(title, path string) string

	// Included reads a paragraph that [Notation.Include] could have written.
	Included(source string) (title, path string, ok bool)

	// FileOpening is what a file begins with that has a title, if it has to.
	FileOpening(title string) string

	// AddressOf is how a relative path is written where something refers to it. Path is the path
	// that an address means, without the part that refers to a place inside the file; "" if it
	// is not an address.
	AddressOf(path string) string
	PathOf(address string) string

	// Targets are the addresses that blocks refer to (links, images), in order, or those of the
	// whole text if more than blocks can refer to something.
	Targets(text string, blocks []Block) []Target

	// Anchors are the places that the part of an address after # can refer to, in the blocks or
	// in the whole text.
	Anchors(text string, blocks []Block) []Label

	// Definitions are what is defined in one place, referred to by label from others, and valid
	// in its file only: links, footnotes.
	Definitions(text string, blocks []Block) []Label

	// DefinesAbove reports whether definitions have to stand above what refers to them.
	DefinesAbove() bool

	// References are the labels that blocks refer to, defined or not.
	References(text string, blocks []Block) []string
}

// Target is where an address stands in a text.
type Target struct {
	Span

	// OfMain is set if the address is relative to the folder of the main text, the one that
	// programs are given, whichever file it stands in.
	OfMain bool

	// Prefix is what must precede the address if it cannot be written as it is.
	Prefix string
}

// Label is a label with the extent of what it leads to.
type Label struct {
	Name string // as it is compared, with what tells kinds of label apart
	Span Span
}

// Notation is how the format writes if a text does not decide. In a format without one only
// comments can be written: it has no headings, and its breaks and includes are "".
func (f Format) Notation() Notation {
	if f.notation == nil {
		return defaultNotation{}
	}
	return f.notation
}

// NotationOf is how a text is written: [Format.Notation], and where the format leaves a choice
// to writers, what this one has chosen.
func (f Format) NotationOf(text string, blocks []Block) Notation {
	n := f.Notation()
	if n, ok := n.(interface {
		of(text string, blocks []Block) Notation
	}); ok {
		return n.of(text, blocks)
	}
	return n
}

// Part is the part of a text, given with its blocks, that a paragraph stands for, as
// [Notation.Included] reads it, and by what the paragraph names that part: "" if it means all
// of the text. The part is empty if the text has none of that name.
func (f Format) Part(paragraph, text string, blocks []Block) (part Span, name string) {
	n, ok := f.notation.(interface {
		part(paragraph, text string, blocks []Block) (Span, string)
	})
	if !ok {
		return Span{}, ""
	}
	return n.part(paragraph, text, blocks)
}

// IncludedLevel is the level that a paragraph gives the highest heading of the file that it stands
// for, or 0.
func (f Format) IncludedLevel(paragraph string) int {
	if n, ok := f.notation.(interface{ level(paragraph string) int }); ok {
		return n.level(paragraph)
	}
	return 0
}

// HasBase reports whether a text says where its relative addresses lead from, other than the folder
// that it stands in.
func (f Format) HasBase(text string) bool {
	n, ok := f.notation.(interface{ hasBase(text string) bool })
	return ok && n.hasBase(text)
}

// Mentions are the names of places in a text that its blocks refer to in a way that cannot lead
// to another file, each with where that is.
func (f Format) Mentions(text string, blocks []Block) []Label {
	if n, ok := f.notation.(interface {
		mentions(text string, blocks []Block) []Label
	}); ok {
		return n.mentions(text, blocks)
	}
	return nil
}

// TitleWords is where the words of a heading stand in a text, without the names and attributes that the heading has before or behind them.
func (f Format) TitleWords(text string, heading Block) Span {
	words := heading.Runs[0].Extent()
	if pattern := headingNames[f.Name]; pattern != nil {
		if m := pattern.FindStringSubmatchIndex(text[words.Start:words.End]); m != nil && m[2] < m[3] {
			words = Span{m[2], m[3]}.Shift(words.Start)
		}
	}
	return words
}

// headingNames have the words in their first group.
var headingNames = map[string]*regexp.Regexp{
	Markdown.Name: regexp.MustCompile(`(?s)^(.*?)(?:\s*\{:?\s*[#.][^{}\n]*\}\s*)?$`),
	LaTeX.Name:    regexp.MustCompile(`(?s)^(?:\\label\{[^{}]*\}\s*)*(.*?)(?:\s*\\label\{[^{}]*\}\s*)*$`),
	AsciiDoc.Name: regexp.MustCompile(`(?s)^(?:\[\[[^\[\]]*\]\]\s*|anchor:[\w:.-]+\[\]\s*)*(.*?)(?:\s*\[\[[^\[\]]*\]\])*$`),
	Typst.Name:    regexp.MustCompile(`(?s)^(.*?)(?:\s*<[\pL_][\pL\pN_:.-]*>\s*)?$`),
}

// Comment is a line that says something to segls; see [Directive].
func (f Format) Comment(said string) string {
	c := f.comments[0]
	return strings.TrimSpace(strings.TrimRight(c.open, " ") + " " + directivePrefix + " " + said + " " + c.close)
}

// Remark is a line that readers of the source see and nobody else, and that segls does not obey; "" if the format has no comments. A line
// has one at most.
func (f Format) Remark(said string) string {
	c := f.comments[0]
	if f.isMDX {
		c = f.comments[1]
	}
	if c.open == "" {
		return ""
	}
	said = strings.Join(strings.FieldsFunc(said, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if c.close != "" {
		said = strings.ReplaceAll(strings.ReplaceAll(said, "--", "- -"), "*/", "* /")
	}
	return strings.TrimRight(strings.TrimRight(c.open, " ")+" "+said+" "+c.close, " ")
}

// defaultNotation is the notation of a format that does not say how it is written, and what the others
// have in common. It divides no run, for it knows none of the constructs.
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
	return Span{fixedTopEnd(text, blocks, nil), len(text)}
}

func (defaultNotation) StretchAdjuster(string, []Block) func(stretch Span) (Span, bool) {
	return func(stretch Span) (Span, bool) { return stretch, true }
}
func (defaultNotation) NamesBlockBelow(string) bool                   { return false }
func (defaultNotation) BelongsToHeading(string) bool                  { return false }
func (defaultNotation) BelongsToBlockAbove(string) bool               { return false }
func (defaultNotation) PositionalTies(string, []Block) []string       { return nil }
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
func (defaultNotation) CanCutRun(string, Run, int) bool               { return false }
func (defaultNotation) LineEndsBetweenBlocks() int                    { return 2 }
func (defaultNotation) ParagraphSeparator(string) string              { return "\n\n" }

// metadataEnd is where the text begins after a byte order mark and metadata.
func metadataEnd(text string, blocks []Block) int {
	if len(blocks) > 0 && blocks[0].Kind == FrontMatter {
		return blocks[0].Span.End
	}
	return len(text) - len(strings.TrimPrefix(text, byteOrderMark))
}

// fixedTopEnd is the end of what has to stay at the top of a text: metadata, comments for other
// programs, and blocks that the format knows; nil stands for none.
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

// magicComment is a comment that an editor or a program looks for at the top of a file.
var magicComment = regexp.MustCompile(`-\*-|!(?:TEX|TeX|BIB)\b|\b(?:vim?|ex):|coding[:=]|^#!|<\?xml`)

// levelsTo are the levels from 1 to the deepest.
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

// Letters of all alphabets stay as they are.
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

// isRelative reports whether an address leads from the folder of a text.
func isRelative(address string) bool {
	if address == "" || strings.IndexByte("#/?\\", address[0]) >= 0 {
		return false
	}
	scheme, _, ok := strings.Cut(address, ":")
	return !ok || strings.ContainsAny(scheme, "/.#?")
}

// targetsMatching are the relative addresses in blocks that patterns find, each as a group, but for
// those in formulas. A block without any of the hints, if there are some, has none.
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

// withoutCode are the blocks but for code, in which nothing leads anywhere; of those that do,
// exempt tells.
func withoutCode(text string, blocks []Block, exempt func(source string) bool) []Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool {
		return b.Kind == Code && (exempt == nil || !exempt(text[b.Span.Start:b.Span.End]))
	})
}

// definitionOrder ties labels that are defined more than once to their definitions in their order:
// one of them counts, for some programs the first, for others the last.
func definitionOrder(text string, labels []Label) []string {
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

// headingKey is a heading that a link leads to, by which it is known after an edit: what it says
// and, if another says the same, what stands under it.
func headingKey(text string, blocks []Block, heading int, isDouble bool) string {
	place := strings.Join(strings.Fields(text[blocks[heading].Span.Start:blocks[heading].Span.End]), " ")
	if place = strings.TrimLeft(place, "=*# "); isDouble && heading+1 < len(blocks) {
		below := blocks[heading+1].Span
		place += " / " + text[below.Start:min(below.End, below.Start+longestSearch)]
	}
	return place
}

// plainNotation writes plain text, which has paragraphs and nothing else.
type plainNotation struct{ urlNotation }

func (plainNotation) Break() string                   { return "* * *" }
func (plainNotation) CanCutRun(string, Run, int) bool { return true }

// MovableBody ends before the signature of a letter, and before the licence of a library.
func (plainNotation) MovableBody(text string, blocks []Block) Span {
	body := Span{fixedTopEnd(text, blocks, nil), len(text)}
	if n := len(blocks); n > 1 && blocks[n-1].Kind == HTML && endsBook(firstLine(text[blocks[n-1].Span.Start:])) {
		body.End = blocks[n-1].Span.Start
	}
	if n := len(blocks); n > 1 && strings.HasPrefix(text[blocks[n-1].Span.Start:], "-- ") && strings.TrimSpace(firstLine(text[blocks[n-1].Span.Start:])) == "--" {
		body.End = blocks[n-1].Span.Start
	}
	return body
}

func (n plainNotation) Include(_, path string) string { return "[see " + n.AddressOf(path) + "]" }

func (n plainNotation) Included(source string) (title, path string, ok bool) {
	m := plainInclude.FindStringSubmatch(source)
	if m == nil {
		return "", "", false
	}
	return "", n.PathOf(m[1]), true
}

var plainInclude = regexp.MustCompile(`^\[see (\S+)\]$`)

// Targets are those of the paragraphs that stand for a file.
func (plainNotation) Targets(text string, blocks []Block) []Target {
	var targets []Target
	for _, b := range blocks {
		content := trim(text, b.Span)
		if m := plainInclude.FindStringSubmatchIndex(text[content.Start:content.End]); m != nil {
			targets = append(targets, Target{Span: Span{m[2], m[3]}.Shift(content.Start)})
		}
	}
	return targets
}
