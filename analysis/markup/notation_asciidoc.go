package markup

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// asciidocNotation writes AsciiDoc. An include directive makes a file part of the text: paths of files that it includes are
// relative to it, but paths of images and links are relative to the main text.
type asciidocNotation struct{ defaultNotation }

func (asciidocNotation) Levels() []int { return levelsTo(6) }

func (asciidocNotation) FirstLevel() int { return 2 }

func (asciidocNotation) Heading(title string, level int) string {
	return strings.Repeat("=", level) + " " + title
}

// Relevel keeps the kind of sign before a title, and the line under it if the level has a character for one.
func (n asciidocNotation) Relevel(source string, level int) string {
	above := ""
	for strings.HasPrefix(source, "[") || strings.HasPrefix(source, "//") || strings.HasPrefix(source, ".") { // an anchor, a role or a caption above the title
		end := strings.IndexAny(source, "\r\n")
		if end < 0 {
			return above + source
		}
		end += len(source[end:]) - len(strings.TrimLeft(source[end:], "\r\n"))
		above, source = above+source[:end], source[end:]
	}
	if end := strings.IndexAny(source, "\r\n"); end >= 0 {
		under := strings.TrimLeft(source[end:], "\r\n")
		if level > len(adocUnderlines) {
			return above + n.Heading(strings.TrimSpace(source[:end]), level)
		}
		gap := source[:len(source)-len(under)]
		return above + gap + strings.Map(func(r rune) rune {
			if strings.ContainsRune(adocUnderlines, r) {
				return rune(adocUnderlines[level-1])
			}
			return r
		}, under)
	}
	signs := countRepeats([]byte(source), 0, source[0])
	title := source[signs:]
	if opened, isClosed := cutAdocClosingSigns(title, source[:signs]); isClosed {
		title = opened + strings.Repeat(source[:1], level)
	}
	return above + strings.Repeat(source[:1], level) + title
}

// Retitle makes the line under the title as long as the title.
func (n asciidocNotation) Retitle(source string, words Span, title string) string {
	after := strings.TrimLeft(source[words.End:], " \t")
	under := strings.TrimLeft(after, "\r\n")
	if under == "" || under == after {
		return n.defaultNotation.Retitle(source, words, title)
	}
	return source[:words.Start] + title + after[:len(after)-len(under)] + strings.Repeat(under[:1], utf8.RuneCountInString(title))
}

// KeepsLevels reports false if a heading after the header has the level of the text's title and the text is not a book.
func (n asciidocNotation) KeepsLevels(text string, blocks []Block) bool {
	header := n.headerEnd(text, blocks)
	return !slices.ContainsFunc(blocks, func(b Block) bool { return b.Kind == Heading && b.Level == 1 && b.Span.Start >= header }) ||
		adocBook.MatchString(text)
}

var adocBook = regexp.MustCompile(`(?m)^:doctype: *book`)

// MovableBody begins after the header, which is the title of the text and the lines under it, and after attributes at the top.
func (n asciidocNotation) MovableBody(text string, blocks []Block) Span {
	return Span{max(n.headerEnd(text, blocks), fixedTopEnd(text, blocks, func(b Block, source string) bool {
		return b.Kind == Definition && isAttributeEntry(firstLine(source))
	})), fixedBottomStart(text, blocks)}
}

func (asciidocNotation) headerEnd(text string, blocks []Block) int {
	for i, b := range blocks {
		if b.Kind == Definition || b.Kind == FrontMatter || b.Kind == HTML && strings.HasPrefix(text[b.Span.Start:], "//") || b.Kind == Directive {
			continue
		}
		if b.Kind != Heading || b.Level > 1 {
			return 0
		}
		end := b.Span.End
		for _, under := range blocks[i+1:] {
			if countLineBreaks(text[end:under.Span.Start]) > 1 || under.Kind == Heading {
				break
			}
			end = under.Span.End
		}
		return end
	}
	return 0
}

func countLineBreaks(space string) int {
	return strings.Count(space, "\n") + strings.Count(space, "\r") - strings.Count(space, "\r\n")
}

func (n asciidocNotation) StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool) {
	delimiters := append(n.conditionalDelimiters(text, blocks), includedPartDelimiters(text, blocks, "::", adocTag)...)
	slices.SortStableFunc(delimiters, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return newStretchAdjuster(text, delimiters)
}

var adocCondition = regexp.MustCompile(`(?m)^(?:(endif::\S*\[\])|(?:ifdef|ifndef)::\S+\[\]|ifeval::\[.*\])`)

// NamesBlockBelow reports whether source consists of attribute lines, anchors and block titles.
func (asciidocNotation) NamesBlockBelow(source string) bool {
	for line := range Lines(source) {
		if !isAdocAttributes(source[line.Start:line.End]) {
			return false
		}
	}
	return source != ""
}

// BelongsToHeading reports whether source begins with an attribute entry or is a table of contents.
func (asciidocNotation) BelongsToHeading(source string) bool {
	return isAttributeEntry(firstLine(source)) || strings.HasPrefix(source, "toc::[")
}

func (asciidocNotation) Break() string { return "'''" }

// ParagraphSeparator returns "" for a paragraph with a label or attributes, because the second part would lose them.
func (asciidocNotation) ParagraphSeparator(paragraph string) string {
	if first := firstLine(paragraph); first != "" && isAdocAttributes(first) || adocAdmonition.MatchString(paragraph) {
		return ""
	}
	return "\n\n"
}

var adocAdmonition = regexp.MustCompile(`^(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING): `)

func (asciidocNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	return cutsOfRun(scanAsciiDocInline, "*_`#+^~", text, run)
}

func (asciidocNotation) IncludesFiles() bool { return true }

func (n asciidocNotation) metadataEntries(text string, blocks []Block) MetadataEntries {
	var e MetadataEntries
	for _, b := range blocks {
		if b.Kind == Heading && b.Span.Start < len(text) {
			e.Title = AsciiDoc.TitleWords(text, b)
			e.Names = append(e.Names, "title")
		}
	}
	e.Names = append(e.Names, namesMatching(fieldName, text)...)
	if adocAuthor.MatchString(text) {
		e.Names = append(e.Names, "author")
	}
	return e
}

func (n asciidocNotation) Include(_, path string) string {
	return includeOrNothing(n, "include::"+path+"[]", path)
}

func (asciidocNotation) Included(source string) (title, path string, ok bool) {
	m := adocInclude.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	return "", m[1], true
}

var adocInclude = regexp.MustCompile(`^include::([^\s\[{][^\[{\r\n]*)\[(?:tags?=([\w.-]+))?\]$`)

// includedPart returns the region between the two comments with the tag that the directive selects.
func (asciidocNotation) includedPart(paragraph, text string, _ []Block) (part Span, name string) {
	m := adocInclude.FindStringSubmatch(paragraph)
	if m == nil || m[2] == "" {
		return Span{}, ""
	}
	for line := range Lines(text) {
		tag := adocTag.FindStringSubmatch(text[line.Start:line.End])
		switch {
		case tag == nil || tag[2] != m[2]:
		case tag[1] == "tag" && part.Len() == 0:
			part = Span{line.End, len(text)}
		case tag[1] == "end" && part.End == len(text):
			part.End = line.Start
		default:
			return Span{}, m[2] // more than one region
		}
	}
	return part, m[2]
}

func (asciidocNotation) Targets(text string, blocks []Block) []Target {
	return sortedTargets(targetsMatching(text, blocks, false, adocTarget, "include::"), targetsMatching(text, withoutCodeBlocks(text, blocks, nil), true, adocMainTarget, "image:", "video:", "audio:", "link:", "xref:", "<<"))
}

var (
	adocTarget     = regexp.MustCompile(`(?m)^include::([^\s\[{][^\[{\r\n]*)\[`)
	adocMainTarget = regexp.MustCompile(`(?:\b(?:image|video|audio|link|xref):{1,2}|<<)([^\s\[{:<>,#]+\.[^\s\[{:<>,#]+)`)
)

func sortedTargets(lists ...[]Target) []Target {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b Target) int { return a.Start - b.Start })
	return all
}

// PositionalTies considers attributes, which have the value set last; footnotes, which must be defined before they are named
// again; lists of callouts, which explain the code above them; and references to headings by title or automatic ID.
func (n asciidocNotation) PositionalTies(text string, blocks []Block) []string {
	header := n.headerEnd(text, blocks)
	ids := newAdocIDGenerator(text)
	var headings, count map[string]int
	if strings.Contains(text, "<<") || strings.Contains(text, "xref:") {
		headings, count = ids.indexHeadings(text, blocks)
	}
	set, told, counted := make(map[string]string), make(map[string]bool), make(map[string]int)
	var ties []string
	var called Span
	for i, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if b.Kind == Code && adocCalled.MatchString(source) {
			called = b.Span // its list may be further down, even in another section
		}
		if i > 0 && adocCallout.MatchString(source) {
			above := called
			if above.Len() == 0 {
				above = blocks[i-1].Span
			}
			ties = append(ties, firstLine(source)+" explains "+text[max(above.Start, above.End-longestSearch):above.End])
		}
		if b.Kind == Definition && b.Span.Start >= header {
			for line := range Lines(source) {
				if entry := source[line.Start:line.End]; entry != "" && isAttributeEntry(entry) {
					name, _, _ := strings.Cut(entry[1:], ":")
					set[strings.Trim(name, "!")] = entry
				}
			}
			continue
		}
		said := strings.Join(strings.Fields(source[:min(len(source), longestSearch)]), " ")
		if strings.Contains(source, "{set:") {
			for _, m := range adocSet.FindAllStringSubmatch(source, -1) {
				set[strings.Trim(m[1], "!")] = m[0]
			}
		}
		if strings.Contains(source, "{counter") {
			for _, m := range adocCounter.FindAllStringSubmatch(source, -1) {
				counted[m[1]]++
				set[m[1]] = m[0] + " for the " + strconv.Itoa(counted[m[1]]) + ". time"
			}
		}
		for _, m := range adocConditional.FindAllStringSubmatch(source, -1) {
			for _, name := range strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == '+' }) {
				if entry, ok := set[name]; ok {
					ties = append(ties, said+" "+m[0]+" -> "+entry)
				}
			}
		}
		if strings.IndexByte(source, '{') >= 0 {
			for _, m := range adocAttribute.FindAllStringSubmatch(source, -1) {
				if entry, ok := set[m[1]]; ok {
					ties = append(ties, said+" "+m[0]+" -> "+entry)
				}
			}
		}
		if strings.Contains(source, "<<") || strings.Contains(source, "xref:") {
			for _, m := range adocReference.FindAllStringSubmatch(source, -1) {
				to := m[1] + m[2]
				if i, ok := headings[to]; ok {
					ties = append(ties, to+" -> "+headingKey(text, blocks, i, count[ids.makeID(AsciiDoc.Title(text, blocks[i]))] > 1))
				}
			}
		}
		if !strings.Contains(source, "footnote") {
			continue
		}
		for _, m := range adocFootnote.FindAllStringSubmatch(source, -1) {
			switch name := m[1] + m[3]; {
			case m[2]+m[4] != "":
				told[name] = true
			case told[name]:
				ties = append(ties, said+" "+m[0]+" -> told")
			}
		}
	}
	return ties
}

func (asciidocNotation) Counters(text string, blocks []Block) []Label {
	if !strings.Contains(text, "{counter") {
		return nil
	}
	return labelsMatching(text, blocks, adocCounter)
}

// adocIDGenerator makes the automatic IDs of headings, with the prefix and separator that attributes of a text set.
type adocIDGenerator struct{ prefix, separator string }

func newAdocIDGenerator(text string) adocIDGenerator {
	ids := adocIDGenerator{"_", "_"}
	for _, m := range adocIDSetting.FindAllStringSubmatch(text, -1) {
		if m[1] == "idprefix" {
			ids.prefix = strings.TrimSpace(m[2])
		} else {
			ids.separator = strings.TrimSpace(m[2])
		}
	}
	return ids
}

var adocIDSetting = regexp.MustCompile(`(?m)^:(idprefix|idseparator):([^\r\n]*)`)

func (ids adocIDGenerator) makeID(title string) string {
	words := strings.FieldsFunc(adocNoName.ReplaceAllString(strings.ToLower(title), ""), func(r rune) bool {
		return r == ' ' || ids.separator != "" && (r == '.' || r == '-' || strings.ContainsRune(ids.separator, r))
	})
	return ids.prefix + strings.Join(words, ids.separator)
}

// indexHeadings maps titles and IDs to the indices of headings. `count` is the number of headings for each ID before it is made unique.
func (ids adocIDGenerator) indexHeadings(text string, blocks []Block) (headings, count map[string]int) {
	headings, count = make(map[string]int), make(map[string]int)
	for i, b := range blocks {
		if b.Kind != Heading {
			continue
		}
		title := AsciiDoc.Title(text, b)
		id := ids.makeID(title)
		count[id]++
		headings[title] = i
		if count[id] > 1 {
			id += ids.separator + strconv.Itoa(count[id])
		}
		headings[id] = i
	}
	return headings, count
}

var (
	adocNoName      = regexp.MustCompile(`<[^>]+>|&(?:[a-z][a-z]+\d{0,2}|#\d{2,6}|#x[\da-f]{2,6});|[^ \pL\pN\pM_.-]`)
	adocReference   = regexp.MustCompile(`<<#?([^<>,\r\n]+)(?:,[^<>]*)?>>|xref:#?([^\s\[]+)\[`)
	adocCallout     = regexp.MustCompile(`^<(?:\d+|\.)> `)
	adocCalled      = regexp.MustCompile(`<(?:\d+|\.)>|<!--(?:\d+|\.)-->`)
	adocSet         = regexp.MustCompile(`\{set:([\w!-]+)(?::[^}]*)?\}`)
	adocCounter     = regexp.MustCompile(`\{counter2?:([\w-]+)(?::[^}]*)?\}`)
	adocConditional = regexp.MustCompile(`(?m)^ifn?def::([\w,+-]+)\[`)
	adocAttribute   = regexp.MustCompile(`\{([\w-]+)\}`)
	adocAuthor      = regexp.MustCompile(`(?m)^=[ \t][^\r\n]*\r?\n[\pL\d]`) // on the line below the title
	adocFootnote    = regexp.MustCompile(`footnote(?::([\w-]+)\[([^\]]*)\]|ref:\[([\w-]+)(?:,([^\]]*))?\])`)
)
