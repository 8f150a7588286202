package markup

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/width"
)

// rstNotation writes reStructuredText. Docutils assigns levels to adornments in the order in which they appear in the text,
// so a new heading has the text's adornment for its level or, below all levels of the text, one that the text has not used.
//
// An include directive makes a file part of the text: paths of files that it includes are relative to it, but paths of images and
// documents are relative to the main text.
type rstNotation struct {
	defaultNotation
	styles []rstHeadingStyle // the styles that the text uses or may use, from the highest down
	used   int               // number of styles that the text uses
	sound  bool              // segls and Docutils give the headings of the text the same order of levels
}

// rstHeadingStyle is the form of the headings of one level.
type rstHeadingStyle struct {
	level int
	mark  byte
	over  bool // there is also a line above the title
}

// rstStyles are the styles for new headings, one for each of the levels 3 to 6 of [adornmentLevel].
var rstStyles = []rstHeadingStyle{{3, '=', false}, {4, '-', false}, {5, '~', false}, {6, '^', false}}

func (rstNotation) forText(text string, blocks []Block) Notation {
	used, sound := usedRSTStyles(text, blocks)
	n := rstNotation{styles: used, used: len(used), sound: sound}
	for _, s := range rstStyles {
		if len(used) == 0 || s.level > used[len(used)-1].level {
			n.styles = append(n.styles, s)
		}
	}
	return n
}

// usedRSTStyles returns the styles of a text's headings in the order in which they appear, which is the order of their levels
// in Docutils. `sound` reports whether no heading skips a level and segls gives the styles the same order.
func usedRSTStyles(text string, blocks []Block) (used []rstHeadingStyle, sound bool) {
	depth := 0
	sound = true
	for _, b := range blocks {
		if b.Kind != Heading {
			continue
		}
		style := rstHeadingStyleOf(text[b.Span.Start:b.Span.End], b.Level)
		rank := slices.Index(used, style)
		if rank < 0 {
			rank = len(used)
			sound = sound && (rank == 0 || used[rank-1].level < style.level)
			used = append(used, style)
		}
		sound = sound && rank <= depth
		depth = rank + 1
	}
	return used, sound
}

func rstHeadingStyleOf(source string, level int) rstHeadingStyle {
	lines := rstHeadingLines(source)
	return rstHeadingStyle{level, lines[len(lines)-1][0], len(lines) > 2}
}

func rstHeadingLines(source string) []string {
	var lines []string
	for line := range Lines(source) {
		lines = append(lines, strings.TrimSpace(source[line.Start:line.End]))
	}
	return lines
}

func (n rstNotation) Levels() []int {
	if len(n.styles) == 0 {
		n.styles = rstStyles
	} else if !n.sound {
		return nil
	}
	levels := make([]int, len(n.styles))
	for i, s := range n.styles {
		levels[i] = s.level
	}
	return levels
}

func (rstNotation) FirstLevel() int { return rstStyles[0].level }

func (n rstNotation) styleOfLevel(level int) rstHeadingStyle {
	for _, s := range slices.Concat(n.styles, rstStyles) {
		if s.level == level {
			return s
		}
	}
	return rstHeadingStyle{level, rstStyles[0].mark, true}
}

func (n rstNotation) Heading(title string, level int) string {
	return n.styleOfLevel(level).formatHeading(rstReferenceEnd.ReplaceAllString(title, `$1\$2`), 0)
}

// rstReferenceEnd matches the end of a word that Docutils would read as a reference, such as pans_.
var rstReferenceEnd = regexp.MustCompile(`([\pL\pN])(__?(?:[^\w\\]|$))`)

// formatHeading returns a title in the style, with lines of at least the given length.
func (s rstHeadingStyle) formatHeading(title string, least int) string {
	line := strings.Repeat(string(s.mark), max(least, displayWidth(title)))
	if s.over {
		return line + "\n" + title + "\n" + line
	}
	return title + "\n" + line
}

// displayWidth returns the number of columns that a title takes, which Docutils requires of its lines, but at least 4.
func displayWidth(title string) (n int) {
	for _, r := range title {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n++
		}
		n++
	}
	return max(n, 4) // shorter lines are ambiguous
}

// Relevel keeps the length of a line that is longer than the title.
func (n rstNotation) Relevel(source string, level int) string {
	lines := rstHeadingLines(source)
	title := lines[max(0, len(lines)-2)]
	return n.styleOfLevel(level).formatHeading(title, len(lines[len(lines)-1]))
}

// Retitle makes the lines as long as the title.
func (rstNotation) Retitle(source string, _ Span, title string) string {
	return rstHeadingStyleOf(source, 0).formatHeading(title, 0)
}

// KeepsLevels reports whether Docutils gives known adornments their former levels, and all adornments the same order as
// segls. It returns true if that order already differed when the notation was made.
func (n rstNotation) KeepsLevels(text string, blocks []Block) bool {
	if !n.sound {
		return true // the levels also differed before
	}
	used, sound := usedRSTStyles(text, blocks)
	known := min(len(used), n.used)
	return sound && slices.Equal(used[:known], n.styles[:known])
}

// NamesBlockBelow reports whether source is a target without an address, an index entry or a class.
func (rstNotation) NamesBlockBelow(source string) bool { return rstName.MatchString(source) }

var rstName = regexp.MustCompile(`^\.\. (?:_(?:[^:\r\n]|\\:)+:\s*$|(?:index|class|rst-class)::)`)

// MovableBody begins after fields and metadata at the top of the file.
func (rstNotation) MovableBody(text string, blocks []Block) Span {
	return Span{fixedTopEnd(text, blocks, func(b Block, source string) bool {
		return !b.Kind.IsProse() && (isRSTField(firstLine(source)) || strings.HasPrefix(source, ".. meta::"))
	}), fixedBottomStart(text, blocks)}
}

// BelongsToHeading reports whether source consists of fields, as the docinfo does, or of a directive about the section.
func (rstNotation) BelongsToHeading(source string) bool {
	return isRSTField(firstLine(source)) || rstBelongs.MatchString(source)
}

var rstBelongs = regexp.MustCompile(`^\.\. (?:contents|meta|module|py:module|currentmodule|sectionauthor|codeauthor|index|sectnum)::`)

func firstLine(source string) string {
	if end := strings.IndexAny(source, "\r\n"); end >= 0 {
		return source[:end]
	}
	return source
}

// PositionalTies considers unnamed footnotes and links, which are matched by order; labels defined more than once; roles, which
// are defined above their uses; titles to which links refer; and transitions without text on both sides, which are errors. (For adornments, see
// [rstNotation.KeepsLevels].)
func (rstNotation) PositionalTies(text string, blocks []Block) []string {
	var defined []Label
	for _, b := range blocks {
		if m := rstLabel.FindString(text[b.Span.Start:b.Span.End]); b.Kind == Definition && m != "" {
			defined = append(defined, Label{strings.ToLower(m), b.Span})
		}
	}
	ties := duplicateLabelTies(text, defined)
	named := make(map[string]bool) // titles are targets too
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if !strings.Contains(source, "_") {
			continue // the case for nearly all blocks
		}
		for _, m := range rstReference.FindAllStringSubmatch(source, -1) {
			named[strings.ToLower(strings.Join(strings.Fields(m[1]+m[2]), " "))] = true
		}
	}
	for _, b := range blocks {
		if title := ReStructuredText.Title(text, b); b.Kind == Heading && named[strings.ToLower(title)] {
			ties = append(ties, "title "+title)
		}
	}
	if strings.Contains(text, "role::") {
		ties = append(ties, rstRoleTies(text, blocks)...)
	}
	for i, b := range blocks {
		if b.Kind == Rule && (i == 0 || i+1 == len(blocks) || blocks[i-1].Kind == Rule || blocks[i-1].Kind == Heading) {
			ties = append(ties, "nothing")
		}
	}
	for _, kind := range []struct{ from, to *regexp.Regexp }{{rstAutoReference, rstAutoFootnote}, {rstAnonymous, rstAnonymousTarget}} {
		var from, to []string
		for _, b := range blocks {
			source := text[b.Span.Start:b.Span.End]
			if !strings.Contains(source, "_") && b.Kind != Definition {
				continue // the case for nearly all blocks
			}
			said := strings.Join(strings.Fields(source), " ")
			switch {
			case b.Kind == Definition && kind.to.MatchString(source):
				to = append(to, said)
			case b.Kind.IsProse():
				for i, m := range kind.from.FindAllString(source, -1) {
					from = append(from, strings.Join([]string{m, said[:min(len(said), longestSearch)], strings.Repeat("'", i)}, " "))
				}
			}
		}
		for i := range min(len(from), len(to)) {
			ties = append(ties, from[i]+" -> "+to[i])
		}
	}
	return ties
}

// rstRoleTies returns the ties of texts with roles that the document defines to the definitions above them.
func rstRoleTies(text string, blocks []Block) (ties []string) {
	defined := make(map[string]string)
	for _, b := range blocks {
		if m := rstRole.FindStringSubmatch(text[b.Span.Start:b.Span.End]); m != nil && b.Kind != Code {
			defined[m[1]] = "nothing"
		}
	}
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if b.Kind == Code {
			continue
		}
		if m := rstRole.FindStringSubmatch(source); m != nil {
			defined[m[1]] = strings.Join(strings.Fields(source), " ")
		}
		for _, m := range rstRoleUse.FindAllStringSubmatch(source, -1) {
			if what, ok := defined[m[1]+m[2]]; ok {
				ties = append(ties, firstLine(source)+" "+m[0]+" -> "+what)
			}
		}
	}
	return ties
}

var (
	rstRole            = regexp.MustCompile(`^\.\. role::[ \t]+([\w.+:-]+)`)
	rstRoleUse         = regexp.MustCompile("(?::([\\w.+:-]+):`|`:([\\w.+:-]+):)")
	rstReference       = regexp.MustCompile("`([^`<>]+)`_(?:\\W|$)|\\b(\\w+)_(?:\\W|$)")
	rstLabel           = regexp.MustCompile(`^\.\. (?:\[[^\]#*][^\]]*\]|_[^:\r\n]+:|\|[^|]+\|)`)
	rstAutoReference   = regexp.MustCompile(`\[[#*]\]_`)
	rstAutoFootnote    = regexp.MustCompile(`^\.\. \[[#*]\]`)
	rstAnonymous       = regexp.MustCompile("(?:`[^`<>]+`|\\w)__(?:\\W|$)")
	rstAnonymousTarget = regexp.MustCompile(`^(?:__ |\.\. __:)`)
)

// Break returns a transition.
func (rstNotation) Break() string { return "----" }

func (rstNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	return cutsOfRun(scanRSTInline, "*`|", text, run)
}

func (rstNotation) IncludesFiles() bool { return true }

func (rstNotation) metadataEntries(text string, _ []Block) MetadataEntries {
	return MetadataEntries{Names: namesMatching(fieldName, text)}
}

func (n rstNotation) Include(_, path string) string {
	return includeOrNothing(n, ".. include:: "+path, path)
}

func (rstNotation) Included(source string) (title, path string, ok bool) {
	m := rstInclude.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	return "", strings.TrimSpace(m[1]), true
}

var (
	rstInclude       = regexp.MustCompile(`^\.\. include:: *([^\s<][^\r\n]*)((?:(?:\r\n?|\n)[ \t]+:(?:start-after|end-before): [^\r\n]+)*)$`)
	rstIncludeOption = regexp.MustCompile(`:(start-after|end-before): ([^\r\n]+)`)
)

// includedPart returns the text between the strings of the options start-after and end-before, either of which may be missing.
func (rstNotation) includedPart(paragraph, text string, _ []Block) (part Span, name string) {
	m := rstInclude.FindStringSubmatch(paragraph)
	if m == nil || m[2] == "" {
		return Span{}, ""
	}
	part = Span{0, len(text)}
	for _, option := range rstIncludeOption.FindAllStringSubmatch(m[2], -1) {
		mark := strings.TrimSpace(option[2])
		at := strings.Index(text[part.Start:part.End], mark)
		switch {
		case at < 0:
			return Span{}, mark
		case option[1] == "start-after":
			part.Start += at + len(mark)
		default:
			part.End = part.Start + at
		}
		name = mark
	}
	return part, name
}

func (rstNotation) Targets(text string, blocks []Block) []Target {
	blocks = withoutCodeBlocks(text, blocks, func(source string) bool { return strings.HasPrefix(source, ".. literalinclude::") })
	return sortedTargets(targetsMatching(text, blocks, false, rstTarget, "include::"), targetsMatching(text, blocks, true, rstMainTarget, "::", "`", ".. _"))
}

var (
	rstTarget     = regexp.MustCompile(`(?m)^[ \t]*\.\. include:: *([^\s<][^\r\n]*?)[ \t\r]*$`)
	rstMainTarget = regexp.MustCompile("(?m)(?:^[ \\t]*\\.\\. (?:\\|[^|]+\\| )?(?:image|figure|literalinclude):: *|:(?:doc|download):`(?:[^`<>]*<)?|`[^`<>]*<|^\\.\\. _[^:\\r\\n]+: +)([^\\s`<>]+)")
)
