package markup

import (
	"regexp"
	"strings"
)

// orgNotation writes Org. A keyword makes a file part of the text, but footnotes are separate for each file, and links are
// relative to the file that contains them.
type orgNotation struct{ defaultNotation }

func (orgNotation) Levels() []int { return levelsTo(deepestHeading) }

func (orgNotation) Heading(title string, level int) string {
	return strings.Repeat("*", level) + " " + title
}

func (n orgNotation) Relevel(source string, level int) string {
	return n.Heading(source[headlineStarCount(source)+1:], level)
}

// MovableBody begins after the keywords and drawers at the top of the file.
func (orgNotation) MovableBody(text string, blocks []Block) Span {
	return Span{fixedTopEnd(text, blocks, func(b Block, source string) bool {
		return b.Kind == Definition && orgKeyword.MatchString(source) || b.Kind == HTML && isDrawer(strings.TrimSpace(firstLine(source)))
	}), fixedBottomStart(text, blocks)}
}

// orgKeyword matches a keyword that applies to the whole file.
var orgKeyword = regexp.MustCompile(`(?i)^#\+(?:title|subtitle|author|date|email|language|options|startup|setupfile|property|filetags|latex_\w+|html_\w+|beamer_\w+|macro|bibliography|description|keywords|select_tags|exclude_tags|todo|seq_todo|typ_todo|category|tags|archive|columns|constants|link|priorities|bind|export_\w+|hugo_\w+|roam_\w+|cite_export|odt_\w+|texinfo_\w+):`)

func (n orgNotation) StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool) {
	return newStretchAdjuster(text, n.delimiters(text, blocks))
}

// NamesBlockBelow reports whether source is the name, caption or another keyword of a block, or a target.
func (orgNotation) NamesBlockBelow(source string) bool { return orgAffiliated.MatchString(source) }

var orgAffiliated = regexp.MustCompile(`(?i)^(?:#\+(?:caption|name|attr_\w+|header|plot|tblname|label|results)\b|<<[^<>\r\n]+>>$)`)

// BelongsToHeading reports whether source is a drawer or planning.
func (orgNotation) BelongsToHeading(source string) bool { return orgPlanning.MatchString(source) }

var orgPlanning = regexp.MustCompile(`(?i)^(?::[\w-]+:[ \t]*(?:$|[\r\n])|(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):)`)

func (orgNotation) Break() string { return "-----" }

func (orgNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	return cutsOfRun(scanOrgInline, "*/_+=~$", text, run)
}

func (orgNotation) IncludesFiles() bool      { return true }
func (orgNotation) FitsIncludedLevels() bool { return true }

func (n orgNotation) Include(_, path string) string {
	return includeOrNothing(n, `#+INCLUDE: "`+path+`"`, path)
}

func (orgNotation) Included(source string) (title, path string, ok bool) {
	m := orgInclude.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	return "", strings.TrimPrefix(m[1], "./"), true
}

func (orgNotation) metadataEntries(text string, _ []Block) MetadataEntries {
	return MetadataEntries{spanOfGroup(orgTitle, text), namesMatching(orgKeywordName, text)}
}

var (
	orgTitle       = regexp.MustCompile(`(?mi)^[ \t]*#\+title:[ \t]*([^\r\n]*?)[ \t]*\r?$`)
	orgKeywordName = regexp.MustCompile(`(?m)^[ \t]*#\+(\w+):`)
)

var orgInclude = regexp.MustCompile(`(?i)^#\+include: *"([^"\r\n]+?)(?:::(\*|#)([^"\r\n]+))?"(?:[ \t]+:minlevel[ \t]+([1-9]))?$`)

// includedLevel returns the level that a paragraph sets for the highest headline of the file that it includes, or 0.
func (orgNotation) includedLevel(paragraph string) int {
	if m := orgInclude.FindStringSubmatch(paragraph); m != nil && m[4] != "" {
		return int(m[4][0] - '0')
	}
	return 0
}

// includedPart returns the section of the headline at the end of the path, as in ::*Title or, by its custom ID, ::#id.
func (orgNotation) includedPart(paragraph, text string, blocks []Block) (part Span, name string) {
	m := orgInclude.FindStringSubmatch(paragraph)
	if m == nil || m[3] == "" {
		return Span{}, ""
	}
	isIt := func(i int) bool {
		if m[2] == "*" {
			return strings.EqualFold(strings.Join(strings.Fields(Org.Title(text, blocks[i])), " "), strings.Join(strings.Fields(m[3]), " "))
		}
		for _, b := range blocks[i+1:] {
			source := text[b.Span.Start:b.Span.End]
			if !orgPlanning.MatchString(source) {
				break
			}
			if id := orgCustomID.FindStringSubmatch(source); id != nil && strings.EqualFold(id[1], m[3]) {
				return true
			}
		}
		return false
	}
	for i, b := range blocks {
		if b.Kind != Heading || !isIt(i) {
			continue
		}
		part = Span{b.Span.Start, len(text)}
		for _, next := range blocks[i+1:] {
			if next.Kind == Heading && next.Level <= b.Level {
				part.End = next.Span.Start
				break
			}
		}
		break
	}
	return part, m[3]
}

var orgCustomID = regexp.MustCompile(`(?im)^[ \t]*:CUSTOM_ID:[ \t]+(\S+)`)

func (orgNotation) Targets(text string, blocks []Block) []Target {
	blocks = withoutCodeBlocks(text, blocks, nil)
	bare := targetsMatching(text, blocks, false, orgBare, "[[.")
	for i := range bare {
		bare[i].Prefix = "file:" // without it, Org reads the address as the name of a headline
	}
	return sortedTargets(targetsMatching(text, blocks, false, orgIncluded, "#+"), targetsMatching(text, blocks, false, orgFile, "[[file:"), bare)
}

var (
	orgIncluded = regexp.MustCompile(`(?im)^[ \t]*#\+(?:include|setupfile|bibliography):[ \t]*(?:"([^"\r\n]+?)(?:::[^"\r\n]*)?"|([^"\s]+?)(?:::\S*)?(?:\s|$))`)
	orgFile     = regexp.MustCompile(`\[\[file:([^\]\[:\r\n]+)`)
	orgBare     = regexp.MustCompile(`\[\[(\.{1,2}/[^\]\[:\r\n]+)`)
)

// Definitions returns the definitions of footnotes.
func (orgNotation) Definitions(text string, blocks []Block) []Label {
	var labels []Label
	for _, b := range blocks {
		if m := orgFootnote.FindStringSubmatch(text[b.Span.Start:b.Span.End]); b.Kind == Definition && m != nil {
			labels = append(labels, Label{m[0], b.Span})
		}
	}
	return labels
}

var orgFootnote = regexp.MustCompile(`^\[fn:[^\]:\s]+\]`)

func (orgNotation) References(text string, blocks []Block) []string {
	var labels []string
	for _, b := range blocks {
		if b.Kind != Code {
			labels = append(labels, orgReference.FindAllString(text[b.Span.Start:b.Span.End], -1)...)
		}
	}
	return labels
}

var orgReference = regexp.MustCompile(`\[fn:[^\]:\s]+\]`)

// PositionalTies considers headlines and repeated targets, because a link leads to the first with its name, and duplicate footnotes.
func (n orgNotation) PositionalTies(text string, blocks []Block) []string {
	first, count := make(map[string]int), make(map[string]int)
	for i, b := range blocks {
		if b.Kind == Heading {
			title := strings.ToLower(Org.Title(text, b))
			if count[title]++; count[title] == 1 {
				first[title] = i
			}
		}
	}
	ties := duplicateLabelTies(text, n.Definitions(text, blocks))
	for _, m := range orgHeadline.FindAllStringSubmatch(text, -1) {
		title := strings.ToLower(strings.Join(strings.Fields(m[1]), " "))
		if count[title] > 0 {
			ties = append(ties, title+" -> "+headingKey(text, blocks, first[title], count[title] > 1))
		}
	}
	targets := make(map[string][]int)
	for i, b := range blocks {
		if b.Kind == Code {
			continue
		}
		for _, m := range orgTarget.FindAllStringSubmatch(text[b.Span.Start:b.Span.End], -1) {
			name := strings.ToLower(m[1])
			targets[name] = append(targets[name], i)
		}
	}
	for _, m := range orgFuzzy.FindAllStringSubmatch(text, -1) {
		if at := targets[strings.ToLower(m[1])]; len(at) > 1 {
			ties = append(ties, "<<"+m[1]+">> -> "+headingKey(text, blocks, at[0], true))
		}
	}
	return ties
}

var (
	orgTarget = regexp.MustCompile(`<<([^<>\s](?:[^<>\r\n]*[^<>\s])?)>>`)
	orgFuzzy  = regexp.MustCompile(`\[\[([^\[\]*#:\r\n]+)\]`)
)

var orgHeadline = regexp.MustCompile(`\[\[\*([^\[\]\r\n]+)\]`)
