package markup

import "slices"

// Span is a range of bytes [Start, End) of a text.
type Span struct{ Start, End int }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset is in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Shift returns the span moved by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks. Paragraph, Quote, List and Item are prose and have Runs, except for a Quote or List in Markdown that
// has no text of its own. A Heading has one run, its title, or none if it is empty. A Directive has one, the text after
// `segls:`. The others have none.
const (
	Paragraph   Kind = iota // body text
	Quote                   // a block quote; Children are the blocks of prose in it
	List                    // a list; Children are its top-level items that have prose
	Item                    // an item of a list, with everything nested in it
	Heading                 // a heading of some Level
	Code                    // a block of code
	Math                    // a displayed formula
	Table                   // a table
	HTML                    // raw HTML, comments and other markup
	FrontMatter             // metadata before the text
	Definition              // link reference definitions, footnotes, attributes and the like
	Rule                    // a scene break, such as `* * *`
	Directive               // a comment addressed to segls
	Conflict                // an unresolved Git merge conflict, with both sides
)

var kindNames = [...]string{
	Paragraph: "paragraph", Quote: "quote", List: "list", Item: "item", Heading: "heading", Code: "code", Math: "math",
	Table: "table", HTML: "html", FrontMatter: "front-matter", Definition: "definition", Rule: "rule", Directive: "directive",
	Conflict: "conflict",
}

func (k Kind) String() string { return kindNames[k] }

// Noun returns the name of the kind for use in a sentence, such as "a list".
func (k Kind) Noun() string { return kindNouns[k] }

var kindNouns = [...]string{
	Paragraph: "a paragraph", Quote: "a quote", List: "a list", Item: "an item of a list", Heading: "a heading", Code: "code", Math: "a formula",
	Table: "a table", HTML: "markup", FrontMatter: "metadata", Definition: "a definition", Rule: "a break", Directive: "a directive",
	Conflict: "a conflict",
}

// IsProse reports whether a block of this kind is text to be divided.
func (k Kind) IsProse() bool { return k <= Item }

// Block is a part of a document, usually of whole lines.
type Block struct {
	Kind    Kind
	MayHead bool // set in plain text if the block may be a heading; the whole text decides, see [Format.HasOutline]
	Level   int  // level of a heading, 1 the highest; otherwise 0

	// Span covers the block with its markers, usually from the start of a line to the end of one, without the terminator.
	Span Span

	// Runs are the block's prose. Each run is a stretch of inline text, such as a paragraph: the spans of its lines without
	// markers. Lines with only white space between them are one span. The span of an empty directive is empty.
	Runs []Run

	// Children are the items of a list or the blocks of a quote, if they have prose. Some quotes have none. The runs of the
	// children in order are the block's Runs and share their memory.
	Children []Block
}

// Run is a stretch of inline text, as spans in order and without overlap. Inline markup may extend over several of them.
type Run []Span

// Extent returns the span from the run's first byte to its last.
func (r Run) Extent() Span { return Span{r[0].Start, r[len(r)-1].End} }

// Prefix returns the first n bytes of the run, or the whole run if it is shorter.
func (r Run) Prefix(n int) Run {
	for i, s := range r {
		if s.Len() >= n {
			return append(r[:i:i], Span{s.Start, s.Start + n})
		}
		n -= s.Len()
	}
	return r
}

// Shift moves all spans of the block by n bytes, in place.
func (b *Block) Shift(n int) {
	b.Span = b.Span.Shift(n)
	for i := range b.Children {
		b.Children[i].Span = b.Children[i].Span.Shift(n)
	}
	for _, run := range b.Runs { // the children share these runs
		for i := range run {
			run[i] = run[i].Shift(n)
		}
	}
}

// Shifted returns a copy of the block with all spans moved by n bytes.
func (b Block) Shifted(n int) Block {
	runs := make([]Run, len(b.Runs))
	for i, run := range b.Runs {
		runs[i] = slices.Clone(run)
	}
	children, rest := slices.Clone(b.Children), runs
	for i := range children {
		k := len(children[i].Runs)
		children[i].Runs, rest = rest[:k:k], rest[k:]
	}
	if b.Runs != nil {
		b.Runs = runs
	}
	b.Children = children
	b.Shift(n)
	return b
}
