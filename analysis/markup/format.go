package markup

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Format is a markup language, or plain text.
type Format struct {
	// Name is the format's name in settings and in output.
	Name string

	// Extensions are the extensions of file names, with the dot, in lower case.
	Extensions []string

	// LanguageIDs are the names of the format in editors (LSP TextDocumentItem.languageId).
	LanguageIDs []string

	// comments are the forms of comments that may contain a directive.
	comments []commentStyle

	// hardBreaks are the endings of lines that must not be joined with the next line.
	hardBreaks []string

	// scan returns the blocks of a text or, if isPart is set, of the rest of a text; see [Format.ScanPart].
	scan func(f Format, text string, isPart bool) []Block

	// head returns the length of the metadata at the top of a text; see [Format.Head]. It may be nil.
	head func(text string) int

	// heads are the possible beginnings of a head; nil if it may begin with anything.
	heads []string

	// restartsAfter implements [Format.RestartsAfter]; nil means [restartsAfterBlankLine].
	restartsAfter func(block, gap string) bool

	// inline reports the parts of a run of inline text that are not prose. If it is nil, only addresses are not.
	inline func(run []byte, report func(Span, inlineKind))

	// blank replaces the parts that are not prose by spaces; see [Format.AppendMask]. nil means those that inline reports.
	blank func(run []byte)

	// read returns a run of inline text as a reader sees it; nil means without the markup that inline reports. It may
	// overwrite run. `formula` converts the source of each formula, unless it is nil.
	read func(run []byte, formula func(string) string) string

	// formula returns a formula in plain characters; nil means [plainTeXFormula].
	formula func(source string) string

	// breaks are the ways to write a scene break with markup; see [Format.markSceneBreaks].
	breaks []breakPattern
	// spacing matches blocks that show only space, and attributes those that belong to the block below; see [Format.WithSpacedBreaks].
	spacing, attributes *regexp.Regexp

	// omissions match parts that mean nothing to a reader by themselves; see [Format.Omissions].
	omissions []omissionPattern
	// live blanks the parts of a text that programs do not interpret, or is nil; see [Format.Interpreted].
	live func(f Format, text string) string

	// appliesToWholeText implements [Format.AppliesToWholeText].
	appliesToWholeText *regexp.Regexp

	// notation writes the markup that an edit adds.
	notation Notation

	// origin returns the place of a byte of a notebook in its file; see [Format.Origin].
	origin func(offset int) Origin

	// own are the definitions of a LaTeX or Typst document; see [Format.WithOwnDefinitions].
	own *latexDefinitions

	// outlines is set if headings depend on the whole text; see [Format.HasOutline].
	outlines bool

	// gaps are the numbers of blank lines that separate paragraphs and scenes in a plain text; see [Format.WithGaps].
	gaps Gaps

	// isMDX is set for MDX, which is Markdown without indented code.
	isMDX bool

	// isKnitr is set for R Markdown and Quarto, where the header of a chunk may contain backticks.
	isKnitr bool

	// shared are definitions in other texts; see [Format.WithSharedDefinitions].
	shared string
}

// Markdown is CommonMark with GitHub's tables and common extensions, such as front matter, footnotes and formulas.
var Markdown = Format{
	Name:          "markdown",
	Extensions:    []string{".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd", ".mdx"},
	LanguageIDs:   []string{"markdown", "quarto", "rmd", "mdx"},
	comments:      []commentStyle{{"<!--", "-->"}, {"{/*", "*/}"}}, // HTML, MDX
	hardBreaks:    []string{"  ", `\`, "<br>", "<br/>", "<br />"},
	scan:          scanMarkdown,
	restartsAfter: restartsAfterTable,
	head:          markdownHeadLen,
	heads:         []string{"---", "+++", byteOrderMark + "---", byteOrderMark + "+++", "\n---", "\n+++", "\r\n---", "\r\n+++"},
	inline:        scanMarkdownInline,
	blank:         newEntityBlankFunc(scanMarkdownInline, isPartOfWord),
	read:          visibleMarkdownText,
	breaks:        markdownBreaks,
	spacing:       markdownSpacing,
	omissions:     markdownOmissions,
	live:          interpretedMarkdown,
	notation:      markdownNotation{},
}

// PlainText is text in paragraphs separated by blank lines.
var PlainText = Format{
	Name:        "text",
	Extensions:  []string{".txt", ".text"},
	LanguageIDs: []string{"plaintext", "text"},
	comments:    []commentStyle{{}},
	scan:        newScanAfterMetadata(scanPlainText),
	head:        plainHeadLen,
	outlines:    true,
	omissions:   plainOmissions,
	notation:    plainNotation{},
}

// Formats lists the formats of text files. The first is the default.
var Formats = []Format{PlainText, Markdown, ReStructuredText, AsciiDoc, Org, LaTeX, HyperText, Typst}

// ByName returns the format of that name; [PlainText] and false if there is none.
func ByName(name string) (Format, bool) {
	return findFormat(func(f Format) bool { return f.Name == name })
}

// ByLanguageID returns the format for an editor's language identifier; [PlainText] and false if there is none.
func ByLanguageID(id string) (Format, bool) {
	f, ok := findFormat(func(f Format) bool { return slices.Contains(f.LanguageIDs, id) })
	f.isMDX, f.isKnitr = id == "mdx", id == "quarto" || id == "rmd"
	return f, ok
}

// ByFileName returns the format for the extension of a file's name or URI; [PlainText] and false if there is none.
func ByFileName(name string) (Format, bool) {
	ext := strings.ToLower(path.Ext(name))
	f, ok := findFormat(func(f Format) bool { return slices.Contains(f.Extensions, ext) })
	f.isMDX, f.isKnitr = ext == ".mdx", ext == ".qmd" || ext == ".rmd"
	return f, ok
}

func findFormat(is func(Format) bool) (Format, bool) {
	for _, f := range Formats {
		if is(f) {
			return f, true
		}
	}
	return PlainText, false
}

// Scan returns the blocks of a text, in order and without overlap.
func (f Format) Scan(text string) []Block {
	blocks, _ := f.ScanWithCandidates(text)
	return blocks
}

// newScanAfterMetadata returns a scanner that reads the metadata of a site generator as a block, and the rest with scan.
func newScanAfterMetadata(scan func(f Format, text string, isPart bool) []Block) func(f Format, text string, isPart bool) []Block {
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

// siteMetadataLen returns the length of the metadata for site generators, or 0. The metadata must begin with a name, because
// a row of hyphens alone means something else in these formats.
func siteMetadataLen(text string) int {
	body := strings.TrimPrefix(text, byteOrderMark)
	if !strings.HasPrefix(body, "---") && !strings.HasPrefix(body, "+++") || !siteMetadataName.MatchString(body) {
		return 0
	}
	if n := frontMatterLen(body); n > 0 {
		return len(text) - len(body) + n
	}
	return 0
}

var siteMetadataName = regexp.MustCompile(`^(?:---[ \t]*(?:\r\n|\r|\n)[A-Za-z_][\w-]*:|\+\+\+[ \t]*(?:\r\n|\r|\n)[A-Za-z_][\w-]* *=)(?:\s|$)`)

var siteMetadataHeads = []string{"---", "+++", byteOrderMark + "---", byteOrderMark + "+++"}

// ScanPart returns the blocks of the rest of a text, from a block on that does not depend on the text before; see
// [Format.RestartsAfter]. They are those that Scan returns there, with offsets from the start of the rest, except for
// headings that depend on the whole text; see [Format.HasOutline].
func (f Format) ScanPart(text string) []Block {
	return f.insertGapRules(text, f.markSceneBreaks(text, f.scan(f, text, true)))
}

// RestartsAfter reports whether the text after a block can be read without the text before: whatever precedes,
// [Format.ScanPart] returns the same blocks from the next one on. gap is the text between the two. In most formats a blank
// line in it suffices.
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
			return true
		}
		first = false
	}
	return false
}

// Head returns the length of the metadata at the top of a text, at most [LongestHead], or 0. A change far below can add or remove it.
func (f Format) Head(text string) int {
	if f.head == nil {
		return 0
	}
	return f.head(text[:min(len(text), LongestHead)])
}

// MayHaveHead reports whether a text that begins with start may have metadata; see [Format.Head].
func (f Format) MayHaveHead(start string) bool {
	return f.head != nil && (f.heads == nil || slices.ContainsFunc(f.heads, func(head string) bool { return strings.HasPrefix(start, head) }))
}

// AppliesToWholeText reports whether a block of markup at the top of a text applies to the whole text, or precedes such markup.
func (f Format) AppliesToWholeText(source string) bool {
	return f.appliesToWholeText != nil && f.appliesToWholeText.MatchString(source)
}

// LongestHead is the greatest length of the metadata at the top of a text, in bytes.
const LongestHead = 1 << 16

// BreaksHard reports whether a line, without its terminator, ends in markup that separates it from the next line.
func (f Format) BreaksHard(line string) bool {
	for _, mark := range f.hardBreaks {
		if strings.HasSuffix(line, mark) {
			return true
		}
	}
	return false
}

// AppendMask appends the prose of a block to dst: as many bytes as the block's span has, with a
// space for every byte that is not prose. Line endings within a run are spaces too, so that wrapping
// does not change a paragraph; between two runs there is a line feed, which no sentence crosses. In Markdown, HTML
// and LaTeX, the letters of character references and accent macros are prose, padded with characters
// that are not part of a word.
func (f Format) AppendMask(dst []byte, text string, b Block) []byte {
	from := len(dst)
	dst = appendSpaces(dst, b.Span.Len())
	for i, run := range b.Runs {
		extent := run.Extent().Shift(from - b.Span.Start)
		f.copyRun(dst, text, run, from-b.Span.Start)
		f.blankNonProse(dst[extent.Start:extent.End])
		if i > 0 && extent.Start > from {
			dst[extent.Start-1] = '\n'
		}
	}
	return dst
}

func (f Format) blankNonProse(run []byte) {
	defer joinAtEscapes(run, escapedUnderscores(run))
	switch {
	case f.blank != nil:
		f.blank(run)
	case f.inline != nil:
		newBlankFunc(f.inline)(run)
	default:
		blankAddresses(run)
	}
}

// escapedUnderscores returns the offsets of the backslashes before underscores.
func escapedUnderscores(run []byte) (offsets []int) {
	for i := 0; ; i++ {
		n := bytes.Index(run[i:], []byte(`\_`))
		if n < 0 {
			return offsets
		}
		i += n
		offsets = append(offsets, i)
	}
}

// joinAtEscapes joins the words that blanked backslashes before underscores would divide, as in max\_words. It moves the rest of a word
// by one byte.
func joinAtEscapes(run []byte, escapes []int) {
	isPart := func(c byte) bool { return isWordByte(c) || c == '_' }
	for _, i := range slices.Backward(escapes) {
		if run[i] != ' ' || run[i+1] != '_' || i == 0 || !isPart(run[i-1]) {
			continue
		}
		end := i + 1
		for end < len(run) && isPart(run[end]) {
			end++
		}
		copy(run[i:], run[i+1:end])
		run[end-1] = ' '
	}
}

// AppendShown appends a block to dst as a reader sees it, but with formulas as they are written, and code too, except for the
// character references of HTML and AsciiDoc. It adds as many bytes as the block's span has, with spaces for markup, hidden
// text and line endings; the rest is as in [Format.AppendMask].
func (f Format) AppendShown(dst []byte, text string, b Block) []byte {
	from := len(dst)
	dst = appendSpaces(dst, b.Span.Len())
	for _, run := range b.Runs {
		extent := run.Extent().Shift(from - b.Span.Start)
		f.copyRun(dst, text, run, from-b.Span.Start)
		if f.inline == nil {
			continue
		}
		shown := dst[extent.Start:extent.End]
		written := bytes.Clone(shown)
		f.blankNonProse(shown)
		f.inline(written, func(s Span, kind inlineKind) {
			if kind != inlineLiteral && kind != inlineFormula {
				return
			}
			copy(shown[s.Start:s.End], written[s.Start:s.End])
			isElement := s.Start > 0 && written[s.Start-1] == '>'
			if kind == inlineLiteral && (isElement || f.Name == AsciiDoc.Name) {
				replaceReferences(shown[s.Start:s.End])
			}
		})
	}
	return dst
}

// Title returns the text of a heading as its reader sees it, on one line.
func (f Format) Title(text string, heading Block) string {
	if len(heading.Runs) == 0 {
		return ""
	}
	if run := heading.Runs[0]; heading.MayHead && len(run) == 2 {
		return joinNumberAndTitle(f.ReadRun(text, run[:1]), f.ReadRun(text, run[1:]))
	}
	return f.ReadRun(text, heading.Runs[0])
}

// AnchorTitle is like [Format.Title], but returns the title from which programs derive the anchor of a heading: they join the words
// around a <br>.
func (f Format) AnchorTitle(text string, heading Block) string {
	if len(heading.Runs) == 0 {
		return ""
	}
	return onOneLine(strings.ReplaceAll(f.visibleRun(text, heading.Runs[0], nil), lineSeparator, ""))
}

// ReadRun returns a run of inline text as its reader sees it: without markup, and with a single
// space for each stretch of white space and control characters, so that it is safe to print on a
// terminal.
func (f Format) ReadRun(text string, run Run) string { return f.visibleRunText(text, run, nil) }

// PlainRun is like [Format.ReadRun], but with formulas in plain characters: T₁ and not T_{1}.
func (f Format) PlainRun(text string, run Run) string {
	if f.formula != nil {
		return f.visibleRunText(text, run, f.formula)
	}
	return f.visibleRunText(text, run, plainTeXFormula)
}

func (f Format) visibleRunText(text string, run Run, formula func(string) string) string {
	return onOneLine(f.visibleRun(text, run, formula))
}

func onOneLine(text string) string {
	isGap := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return strings.Join(strings.FieldsFunc(text, isGap), " ")
}

// visibleRun returns a run without markup, with its white space and control characters.
func (f Format) visibleRun(text string, run Run, formula func(string) string) string {
	extent := run.Extent()
	buf := appendSpaces(nil, extent.Len())
	f.copyRun(buf, text, run, -extent.Start)
	read := f.read
	if read == nil && f.inline != nil {
		read = newVisibleTextFunc(f.inline, nil)
	} else if read == nil {
		read = func(run []byte, _ func(string) string) string { return string(run) }
	}
	return read(buf, formula)
}

// ReadPassage returns the text of a passage as its reader sees it, on one line, without headings, directives, and blocks of
// code or formulas. It reads at most `limit` bytes.
func (f Format) ReadPassage(text string, passage Span, limit int) string {
	source := text[passage.Start:passage.End]
	if len(source) > limit {
		source = strings.ToValidUTF8(source[:limit], "")
		if space := strings.LastIndexAny(source, " \n"); space > 0 { // Chinese has none
			source = source[:space]
		}
	}
	var words []string
	for _, b := range f.WithOutline(false).ScanPart(source) {
		list := []Block{b}
		if len(b.Children) > 0 {
			list = b.Children
		}
		for _, b := range list {
			if b.Kind == Heading || b.Kind == Code || b.Kind == Math || b.Kind == Directive {
				continue
			}
			for _, run := range b.Runs {
				words = append(words, strings.Fields(f.PlainRun(source, run))...)
			}
		}
	}
	return strings.ToValidUTF8(strings.Join(words, " "), "")
}

// copyRun is like the function copyRun, but leaves out the hard line breaks that an inline scanner cannot tell from prose
// without the line endings: the " +" of AsciiDoc.
func (f Format) copyRun(dst []byte, text string, run Run, n int) {
	copyRun(dst, text, run, n)
	if !slices.Contains(f.hardBreaks, adocHardBreak) {
		return
	}
	for _, s := range run {
		for line := range Lines(text[s.Start:s.End]) {
			line = line.Shift(s.Start)
			if strings.HasSuffix(text[line.Start:line.End], adocHardBreak) {
				dst[line.End-1+n] = ' '
			}
		}
	}
}

// copyRun copies the spans of a run to dst, at their offsets plus n, with spaces in place of line
// endings.
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
