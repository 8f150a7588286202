package markup

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
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

	// hardBreaks are the endings of lines that must not be joined with the next.
	hardBreaks []string

	// scan finds the blocks of a text, or of a part of it from a block on before which
	// everything is closed; see [Format.Scan].
	scan func(f Format, text string, isPart bool) []Block

	// head is the length of the metadata at the top of a text, whose end may be far away; see
	// [Format.Head]. It is nil if the format has none.
	head func(text string) int

	// heads are the possible beginnings of a head; nil if it may begin with anything.
	heads []string

	// restartsAfter reports whether what follows a block can be read without knowing what came before;
	// gap is the text from its end to the next block. nil stands for [restartsAfterBlankLine].
	restartsAfter func(block, gap string) bool

	// inline reports what is not prose in one run of inline text. It is nil if nothing but addresses is not.
	inline func(run []byte, report func(Span, inlineKind))

	// blank replaces what is not prose in one run of inline text with spaces; see [Format.AppendMask]. nil stands for all that
	// inline reports.
	blank func(run []byte)

	// read is what a reader sees of one run of inline text. It may write over run. nil stands for what inline does not
	// report as markup.
	read func(run []byte) string

	// breaks are the ways to write a scene break as markup; see [Format.sceneBreaks].
	breaks []breakPattern

	// omissions are what says nothing to a reader by itself; see [Format.Omissions].
	omissions []omission
	// live returns a text without what programs do not follow in it; see [Format.Live]. nil stands for all of it.
	live func(f Format, text string) string

	// appliesToWholeText finds markup that says something of the whole text; see [Format.AppliesToWholeText].
	appliesToWholeText *regexp.Regexp

	// notation is how the format writes what an edit adds.
	notation Notation

	// origin finds a byte of a notebook in its file; see [Format.Origin].
	origin func(offset int) Origin

	// own is what a document makes of LaTeX; see [Format.WithOwnDefinitions].
	own *latexDefinitions

	// outlines is set if what is a heading depends on the whole text; see [Format.HasOutline].
	outlines bool

	// gaps says by how many blank lines a plain text parts scenes; see [Format.WithGaps].
	gaps Gaps

	// isMDX is set for MDX, a Markdown without indented code.
	isMDX bool

	// shared are definitions in other texts; see [Format.WithSharedDefinitions].
	shared string
}

// Markdown is CommonMark with GitHub's tables and what writers commonly add:
// front matter, footnotes, formulas, citations and wiki links.
var Markdown = Format{
	Name:          "markdown",
	Extensions:    []string{".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd", ".mdx"},
	LanguageIDs:   []string{"markdown", "quarto", "rmd", "mdx"},
	comments:      []comment{{"<!--", "-->"}, {"{/*", "*/}"}}, // HTML's, and those of MDX
	hardBreaks:    []string{"  ", `\`, "<br>", "<br/>", "<br />"},
	scan:          scanMarkdown,
	restartsAfter: restartsAfterTable,
	head:          markdownHead,
	heads:         []string{"---", "+++", byteOrderMark + "---", byteOrderMark + "+++", "\n---", "\n+++", "\r\n---", "\r\n+++"},
	inline:        scanInline,
	read:          readInline,
	breaks:        markdownBreaks,
	omissions:     markdownOmissions,
	live:          liveMarkdown,
	notation:      markdownNotation{},
}

// PlainText is text in paragraphs separated by blank lines.
var PlainText = Format{
	Name:        "text",
	Extensions:  []string{".txt", ".text"},
	LanguageIDs: []string{"plaintext", "text"},
	comments:    []comment{{}},
	scan:        scanAfterMetadata(scanPlainText),
	head:        plainHead,
	blank:       blankAddresses,
	read:        func(run []byte) string { return string(run) },
	outlines:    true,
	omissions:   plainOmissions,
	notation:    plainNotation{},
}

// Formats are all formats. The first is the default.
var Formats = []Format{PlainText, Markdown, ReStructuredText, AsciiDoc, Org, LaTeX, HyperText, Typst}

// ByName returns the format of that name.
func ByName(name string) (Format, bool) {
	return find(func(f Format) bool { return f.Name == name })
}

// ByLanguageID returns the format for an editor's language identifier.
func ByLanguageID(id string) (Format, bool) {
	f, ok := find(func(f Format) bool { return slices.Contains(f.LanguageIDs, id) })
	f.isMDX = id == "mdx"
	return f, ok
}

// ByFileName returns the format for the ending of a file's name or URI.
func ByFileName(name string) (Format, bool) {
	ext := strings.ToLower(path.Ext(name))
	f, ok := find(func(f Format) bool { return slices.Contains(f.Extensions, ext) })
	f.isMDX = ext == ".mdx"
	return f, ok
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
func (f Format) Scan(text string) []Block {
	blocks, _ := f.ScanWithCandidates(text)
	return blocks
}

// scanAfterMetadata wraps a scanner for formats in which site generators read metadata at the top of
// a page: it takes that away first.
func scanAfterMetadata(scan func(f Format, text string, isPart bool) []Block) func(f Format, text string, isPart bool) []Block {
	return func(f Format, text string, isPart bool) []Block {
		head := 0
		if !isPart {
			head = f.Head(text)
		}
		if head == 0 {
			return scan(f, text, isPart)
		}
		blocks := []Block{{Kind: FrontMatter, Span: Span{0, head}}}
		for _, b := range scan(f, text[head:], true) {
			b.Shift(head)
			blocks = append(blocks, b)
		}
		return blocks
	}
}

// siteMetadata is the length of such metadata, with the byte order mark before it. It has to begin
// with a name, for a row of hyphens means something else in these formats.
func siteMetadata(text string) int {
	body := strings.TrimPrefix(text, byteOrderMark)
	if !strings.HasPrefix(body, "---") && !strings.HasPrefix(body, "+++") || !siteMetadataName.MatchString(body) {
		return 0
	}
	if n := frontMatter(body); n > 0 {
		return len(text) - len(body) + n
	}
	return 0
}

var siteMetadataName = regexp.MustCompile(`^(?:---[ \t]*(?:\r\n|\r|\n)[A-Za-z_][\w-]*:|\+\+\+[ \t]*(?:\r\n|\r|\n)[A-Za-z_][\w-]* *=)(?:\s|$)`)

var siteMetadataHeads = []string{"---", "+++", byteOrderMark + "---", byteOrderMark + "+++"}

// ScanPart finds the blocks of the rest of a text, from a block on that begins after a blank
// line. It finds what Scan finds there in the whole text, but for headings that depend on the whole text; see [Format.HasOutline].
func (f Format) ScanPart(text string) []Block {
	return f.wideGaps(text, f.sceneBreaks(text, f.scan(f, text, true)))
}

// RestartsAfter reports whether what follows a block can be read without knowing what came before:
// whatever the block is and whatever precedes it, [Format.ScanPart] finds the blocks from the
// next one on. The block is given as its text; gap is what stands between it and the next block.
// In most formats a blank line in the gap is enough; the file of a format says what it has
// instead or in addition.
func (f Format) RestartsAfter(block, gap string) bool {
	if f.restartsAfter == nil {
		return restartsAfterBlankLine(block, gap)
	}
	return f.restartsAfter(block, gap)
}

func restartsAfterBlankLine(_, gap string) bool {
	first := true
	for line := range Lines(gap) {
		if !first && line.End < len(gap) && isBlank(gap[line.Start:line.End]) {
			return true // a line between two ends of lines
		}
		first = false
	}
	return false
}

// Head is the length of the metadata at the top of a text, 0 if there is none. It depends on
// where its end is found, so a change far below may make or unmake it. It is found in the first
// [LongestHead] bytes or not at all.
func (f Format) Head(text string) int {
	if f.head == nil {
		return 0
	}
	return f.head(text[:min(len(text), LongestHead)])
}

// MayHaveHead reports whether a text that begins with these bytes may have a head.
func (f Format) MayHaveHead(start string) bool {
	return f.head != nil && (f.heads == nil || slices.ContainsFunc(f.heads, func(head string) bool { return strings.HasPrefix(start, head) }))
}

// AppliesToWholeText reports whether the source of a block of markup at the top of a text says something of
// the whole text, as metadata does, or is a comment before that.
func (f Format) AppliesToWholeText(source string) bool {
	return f.appliesToWholeText != nil && f.appliesToWholeText.MatchString(source)
}

// LongestHead is the greatest length of a head, in bytes.
const LongestHead = 1 << 16

// BreaksHard reports whether a line, without its terminator, ends in markup that keeps it apart
// from the next one.
func (f Format) BreaksHard(line string) bool {
	for _, mark := range f.hardBreaks {
		if strings.HasSuffix(line, mark) {
			return true
		}
	}
	return false
}

// AppendMask appends the prose of a block to dst: as many bytes as the block's span has, with a space
// for every byte that is not prose. Line ends inside a run become spaces too, so that a
// paragraph reads the same however it is wrapped; between two runs stands a line feed, which no
// sentence can cross.
func (f Format) AppendMask(dst []byte, text string, b Block) []byte {
	from := len(dst)
	dst = appendSpaces(dst, b.Span.Len())
	for i, run := range b.Runs {
		extent := run.Extent().Shift(from - b.Span.Start)
		copyRun(dst, text, run, from-b.Span.Start)
		f.mask(dst[extent.Start:extent.End])
		if i > 0 && extent.Start > from {
			dst[extent.Start-1] = '\n'
		}
	}
	return dst
}

func (f Format) mask(run []byte) {
	if f.blank == nil {
		inlineBlanker(f.inline)(run)
		return
	}
	f.blank(run)
}

// AppendShown appends to dst what a reader sees of a block, and as code and formulas are written: as many bytes as the block's span has, with
// a space for every byte of markup, of what is hidden, and of the end of a line.
func (f Format) AppendShown(dst []byte, text string, b Block) []byte {
	from := len(dst)
	dst = appendSpaces(dst, b.Span.Len())
	for _, run := range b.Runs {
		extent := run.Extent().Shift(from - b.Span.Start)
		copyRun(dst, text, run, from-b.Span.Start)
		if f.inline == nil {
			continue
		}
		shown := dst[extent.Start:extent.End]
		f.inline(shown, func(s Span, kind inlineKind) {
			if kind != inlineLiteral {
				fillBytes(shown[s.Start:s.End], ' ')
			}
		})
	}
	return dst
}

// Title is the text of a heading as its reader sees it, on one line.
func (f Format) Title(text string, heading Block) string {
	if len(heading.Runs) == 0 {
		return ""
	}
	if run := heading.Runs[0]; heading.MayHead && len(run) == 2 {
		return joinNumberAndTitle(f.ReadRun(text, run[:1]), f.ReadRun(text, run[1:]))
	}
	return f.ReadRun(text, heading.Runs[0])
}

// ReadRun is a run of inline text as its reader sees it: without markup, each
// stretch of white space and control characters a single space. A terminal shows it
// and obeys nothing in it.
func (f Format) ReadRun(text string, run Run) string {
	extent := run.Extent()
	buf := appendSpaces(nil, extent.Len())
	copyRun(buf, text, run, -extent.Start)
	isGap := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	read := f.read
	if read == nil {
		read = inlineReader(f.inline)
	}
	return strings.Join(strings.FieldsFunc(read(buf), isGap), " ")
}

// copyRun copies the spans of a run to their offsets shifted by n, line ends as
// spaces.
func copyRun(dst []byte, text string, run Run, n int) {
	for _, s := range run {
		line := dst[s.Start+n : s.End+n]
		copy(line, text[s.Start:s.End])
		replaceAll(line, '\n', ' ')
		replaceAll(line, '\r', ' ')
	}
}

func replaceAll(b []byte, c, with byte) {
	for {
		i := bytes.IndexByte(b, c)
		if i < 0 {
			return
		}
		b[i] = with
		b = b[i+1:]
	}
}

func appendSpaces(dst []byte, n int) []byte {
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	fillBytes(dst[from:], ' ')
	return dst
}
