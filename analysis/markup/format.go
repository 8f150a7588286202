package markup

import (
	"path"
	"slices"
	"strings"
)

// Format is a way of writing documents.
type Format struct {
	// Name is the format's name in settings and in output.
	Name string

	// Extensions are the endings of file names, with the dot, in lower case.
	Extensions []string

	// LanguageIDs are the names that editors give to the format (LSP
	// TextDocumentItem.languageId).
	LanguageIDs []string

	// comments are how a comment that may hold a directive is written.
	comments []comment

	// hardBreaks are what may end a line that is not to be joined with the next.
	hardBreaks []string

	// scan finds the blocks of a part of a text; see [Format.ScanFrom].
	scan func(f Format, text string, part Span, before []Block) []Block

	// boundary tells whether a block that begins at start does so whatever stands
	// before it, and from where on the text is the reason for it.
	boundary func(text string, start int) (reason int, ok bool)

	// settled tells whether the blocks that a text begins with are what they are
	// whatever follows. Without it they always are.
	settled func(text string, blocks []Block) bool

	// sameContext tells whether two stretches of blocks leave the same to those that
	// follow. Without it they always do.
	sameContext func(a, b []Block) bool

	// blank replaces what is not prose in one run of inline text by spaces; see
	// [Format.Mask].
	blank func(run []byte)

	// read is what a reader sees of one run of inline text. It may write over run.
	read func(run []byte) string
}

// Markdown is CommonMark with GitHub's tables and what writers commonly add:
// front matter, footnotes, formulas, citations and wiki links.
var Markdown = Format{
	Name:        "markdown",
	Extensions:  []string{".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd", ".mdx"},
	LanguageIDs: []string{"markdown", "quarto", "rmd", "mdx"},
	comments:    []comment{{"<!--", "-->"}, {"{/*", "*/}"}}, // HTML's, and those of MDX
	hardBreaks:  []string{"  ", `\`, "<br>", "<br/>", "<br />"},
	scan:        scanMarkdown,
	boundary:    afterBlankLine,
	settled:     frontMatterIsSettled,
	blank:       blanking(scanInline),
	read:        readInline,
}

// PlainText is text in paragraphs separated by blank lines.
var PlainText = Format{
	Name:        "text",
	Extensions:  []string{".txt", ".text"},
	LanguageIDs: []string{"plaintext", "text"},
	comments:    []comment{{}},
	scan:        scanPlainText,
	boundary:    afterBlankLine,
	blank:       blankAddresses,
	read:        func(run []byte) string { return string(run) },
}

// Formats are all formats; the first is taken where nothing says otherwise.
var Formats = []Format{PlainText, Markdown, ReStructuredText, AsciiDoc, Org, LaTeX, HyperText}

// ByName returns the format of that name.
func ByName(name string) (Format, bool) {
	return find(func(f Format) bool { return f.Name == name })
}

// ByLanguageID returns the format for an editor's language identifier.
func ByLanguageID(id string) (Format, bool) {
	return find(func(f Format) bool { return slices.Contains(f.LanguageIDs, id) })
}

// ByFileName returns the format for the ending of a file's name or URI.
func ByFileName(name string) (Format, bool) {
	ext := strings.ToLower(path.Ext(name))
	return find(func(f Format) bool { return slices.Contains(f.Extensions, ext) })
}

func find(is func(Format) bool) (Format, bool) {
	for _, f := range Formats {
		if is(f) {
			return f, true
		}
	}
	return PlainText, false
}

// Scan finds the blocks of a text, in order and without overlap.
func (f Format) Scan(text string) []Block { return f.ScanFrom(text, Span{0, len(text)}, nil) }

// BreaksHard tells whether a line, without its terminator, ends in the markup that
// keeps it from being joined with the next one.
func (f Format) BreaksHard(line string) bool {
	for _, mark := range f.hardBreaks {
		if strings.HasSuffix(line, mark) {
			return true
		}
	}
	return false
}

// Mask appends to dst the prose of a block: as many bytes as the block's span
// has, those that are not prose replaced by spaces. Line ends inside a run are
// spaces too, so that a paragraph reads the same however it is wrapped; a line
// feed stands between two runs, where no sentence can go on.
func (f Format) Mask(dst []byte, text string, b Block) []byte {
	from := len(dst)
	dst = appendSpaces(dst, b.Span.Len())
	for i, run := range b.Runs {
		extent := run.Extent().Shift(from - b.Span.Start)
		copyRun(dst, text, run, from-b.Span.Start)
		f.blank(dst[extent.Start:extent.End])
		if i > 0 && extent.Start > from {
			dst[extent.Start-1] = '\n'
		}
	}
	return dst
}

// Title is the text of a heading as its reader sees it, on one line.
func (f Format) Title(text string, heading Block) string {
	if len(heading.Runs) == 0 {
		return ""
	}
	return f.Reading(text, heading.Runs[0])
}

// Reading is a run of inline text as its reader sees it: without markup, each
// stretch of white space a single space.
func (f Format) Reading(text string, run Run) string {
	extent := run.Extent()
	buf := appendSpaces(nil, extent.Len())
	copyRun(buf, text, run, -extent.Start)
	return strings.Join(strings.Fields(f.read(buf)), " ")
}

// copyRun copies the spans of a run to their offsets shifted by n, line ends as
// spaces.
func copyRun(dst []byte, text string, run Run, n int) {
	for _, s := range run {
		line := dst[s.Start+n : s.End+n]
		copy(line, text[s.Start:s.End])
		for i, c := range line {
			if c == '\n' || c == '\r' {
				line[i] = ' '
			}
		}
	}
}

func appendSpaces(dst []byte, n int) []byte {
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	fill(dst[from:], ' ')
	return dst
}
