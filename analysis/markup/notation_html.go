package markup

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	tokens "golang.org/x/net/html"
)

// htmlNotation writes HTML. Each file is a page of its own, and links lead to it.
type htmlNotation struct{ urlNotation }

func (htmlNotation) Levels() []int { return levelsTo(6) }

// FirstLevel reserves the highest level for the title of the text.
func (htmlNotation) FirstLevel() int { return 2 }

func (htmlNotation) Heading(title string, level int) string {
	return fmt.Sprintf("<h%d>%s</h%[1]d>", level, html.EscapeString(title))
}

// Relevel changes the digit in the first tag and, if there is one, in the closing tag.
func (htmlNotation) Relevel(source string, level int) string {
	return headingTag.ReplaceAllString(source, "${1}"+strconv.Itoa(level))
}

var headingTag = regexp.MustCompile(`(^\s*<[hH]|</[hH])[1-6]`)

func (n htmlNotation) Retitle(source string, words Span, title string) string {
	return n.defaultNotation.Retitle(source, words, html.EscapeString(title))
}

// MovableBody returns the content of the body element, without comments for an editor and scripts at its end, which run when
// the whole page is loaded.
func (htmlNotation) MovableBody(text string, blocks []Block) Span {
	start := metadataEnd(text, blocks)
	start += len(htmlHead.FindString(text[start:]))
	tail := text[max(start, len(text)-longestFoot):]
	return Span{start, len(text) - len(htmlFoot.FindString(tail))}
}

var (
	htmlTitle       = regexp.MustCompile(`(?is)<title\b[^>]*>\s*([^<]*?)\s*</title`)
	htmlHeadElement = regexp.MustCompile(`(?i)<(title|style|script|link|base)\b`)
	htmlHead        = regexp.MustCompile(`(?is)^(?:\x{FEFF}?(?:\s*<!--.*?-->)*\s*(?:<\?xml\b.*?\?>|<!doctype[^>]*>|<html\b[^>]*>|<head\b.*?</head>|<(?:meta|link|base)\b[^>]*>|<title\b.*?</title>|<style\b.*?</style>|<script\b.*?</script>|<body\b[^>]*>))*`)
	htmlFoot        = regexp.MustCompile(`(?i)(?:\s*(?:<script\b[^<>]*>[^<]*</script\s*>|</(?:body|html)\s*>|<!--[^<>]*\b(?:Local Variables|LocalWords|vim?|ex):[^<>]*-->))*\s*$`)
)

// longestFoot is the greatest length of the end of a page, in bytes.
const longestFoot = 2000

// StretchAdjuster keeps anchors without content with the block below them.
func (n htmlNotation) StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool) {
	body := n.MovableBody(text, blocks)
	delimiters := addImpliedEndTags(htmlPageDelimiters(text, body, blocks))
	return func(stretch Span) (Span, bool) {
		tail := max(stretch.Start, stretch.End-longestSearch)
		stretch.End -= len(htmlAnchors.FindString(text[tail:stretch.End]))
		near := min(stretch.Start, max(body.Start, stretch.Start-longestSearch))
		if above := htmlAnchors.FindString(text[near:stretch.Start]); above != "" {
			stretch = trimSpan(text, Span{stretch.Start - len(above), stretch.End})
		}
		return adjustStretch(text, delimiters, stretch)
	}
}

// htmlAnchors matches anchors without content at the end of a text.
var htmlAnchors = regexp.MustCompile(`(?i)(?:\s*(?:<p>\s*)?<a\s[^<>]*\b(?:name|id)\s*=[^<>]*>\s*</a>(?:\s*</p>)?)+\s*$`)

// tagDelimiters returns the tags in a span whose elements need both tags.
func tagDelimiters(text string, span Span) []delimiter {
	var delimiters []delimiter
	eachTag(text, span, func(kind tokens.TokenType, name string, at Span) {
		if !singleTags[name] && kind != tokens.SelfClosingTagToken {
			f := delimiter{at: at, name: name, opens: kind == tokens.StartTagToken, closes: kind == tokens.EndTagToken}
			if n := len(delimiters) - 2; f.closes && titleTags[name] && n >= 0 && delimiters[n].opens && delimiters[n+1].opens && delimiters[n+1].name == name &&
				isBlank(text[delimiters[n].at.End:delimiters[n+1].at.Start]) {
				delimiters[n].at.End = at.End // the title of an element has to be first in it
				delimiters = delimiters[:n+1]
				return
			}
			delimiters = append(delimiters, f)
		}
	})
	return delimiters
}

// htmlPageDelimiters returns the tags of a page whose elements need both tags, except for those in merge conflicts.
func htmlPageDelimiters(text string, body Span, blocks []Block) []delimiter {
	conflicts := slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool { return b.Kind != Conflict })
	return slices.DeleteFunc(tagDelimiters(text, body), func(f delimiter) bool {
		for len(conflicts) > 0 && conflicts[0].Span.End <= f.at.Start {
			conflicts = conflicts[1:]
		}
		return len(conflicts) > 0 && conflicts[0].Span.Start <= f.at.Start
	})
}

var titleTags = wordSet("summary legend")

// singleTags are the elements that have no end tag, or do not need one.
var singleTags = wordSet(`area base br col embed hr img input link meta param source track wbr
	p li dt dd colgroup option optgroup rt rp html head body`)

// addImpliedEndTags returns the delimiters of tags together with the end tags that a page may omit in tables.
func addImpliedEndTags(delimiters []delimiter) []delimiter {
	isPart := func(f delimiter) bool { return tableParts[f.name] > 0 }
	if !slices.ContainsFunc(delimiters, isPart) {
		return delimiters
	}
	var whole []delimiter
	var open []string
	closeWhile := func(at int, is func(name string) bool) {
		for len(open) > 0 && is(open[len(open)-1]) {
			whole = append(whole, delimiter{at: Span{at, at}, name: open[len(open)-1], closes: true})
			open = open[:len(open)-1]
		}
	}
	for _, f := range delimiters {
		if !isPart(f) && f.name != "table" {
			whole = append(whole, f)
			continue
		}
		depth := tableParts[f.name] // 0 for a table
		switch {
		case f.opens:
			closeWhile(f.at.Start, func(name string) bool { return depth > 0 && tableParts[name] >= depth })
			open = append(open, f.name)
		case slices.Contains(open, f.name):
			closeWhile(f.at.Start, func(name string) bool { return name != f.name })
			open = open[:len(open)-1]
		}
		whole = append(whole, f)
	}
	return whole
}

// tableParts are the parts of tables, with their depths.
var tableParts = map[string]int{"thead": 1, "tbody": 1, "tfoot": 1, "tr": 2, "td": 3, "th": 3}

// eachTag calls f with every tag in a span.
func eachTag(text string, span Span, f func(kind tokens.TokenType, name string, at Span)) {
	t := tokens.NewTokenizer(strings.NewReader(text[span.Start:span.End]))
	at := span.Start
	for {
		kind := t.Next()
		if kind == tokens.ErrorToken {
			return
		}
		tag := Span{at, at + len(t.Raw())}
		at = tag.End
		if kind == tokens.StartTagToken || kind == tokens.EndTagToken || kind == tokens.SelfClosingTagToken {
			name, _ := t.TagName()
			f(kind, string(name), tag)
		}
	}
}

func (htmlNotation) LineEndsBetweenBlocks() int { return 1 }

func (htmlNotation) Break() string { return "<hr>" }

// CutsOfRun returns a function that reports whether the elements before an offset are complete and the offset is not in markup.
func (htmlNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	extent := run.Extent()
	delimiters := tagDelimiters(text, extent)
	var found []Span
	scanHTMLInline([]byte(text[extent.Start:extent.End]), func(s Span, _ inlineKind) { found = append(found, s.Shift(extent.Start)) })
	return func(offset int) bool {
		return len(unmatchedDelimiters(delimiters, Span{extent.Start, offset})) == 0 &&
			!slices.ContainsFunc(found, func(s Span) bool { return s.Start < offset && offset < s.End })
	}
}

// ParagraphSeparator closes the paragraph and opens another one with the same attributes, except for its ID or name.
func (htmlNotation) ParagraphSeparator(paragraph string) string {
	opening := htmlParagraph.FindString(paragraph)
	if opening == "" {
		return ""
	}
	return "</p>\n\n" + htmlName.ReplaceAllString(opening, "")
}

var htmlParagraph = regexp.MustCompile(`^<p\b[^<>]*>`)

// FileOpening returns the minimum that a page needs.
func (htmlNotation) FileOpening(title string) string {
	return "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>" + html.EscapeString(title) + "</title>"
}

func (htmlNotation) metadataEntries(text string, _ []Block) MetadataEntries {
	return MetadataEntries{spanOfGroup(htmlTitle, text), namesMatching(htmlHeadElement, text)}
}

func (n htmlNotation) Include(title, path string) string {
	return `<p><a href="` + html.EscapeString(n.includeAddress(path)) + `">` + html.EscapeString(title) + "</a></p>"
}

func (n htmlNotation) Included(source string) (title, path string, ok bool) {
	m := htmlInclude.FindStringSubmatch(source)
	if m == nil {
		return "", "", false
	}
	address := html.UnescapeString(m[1])
	if !isRelative(address) || strings.Contains(address, "#") {
		return "", "", false
	}
	return html.UnescapeString(m[2]), n.PathOf(address), true
}

var htmlInclude = regexp.MustCompile(`^<p><a href="([^"]+)">([^<]*)</a></p>$`)

func (htmlNotation) hasBase(text string) bool { return htmlBase.MatchString(text) }

var htmlBase = regexp.MustCompile(`(?i)<base\s[^<>]*\bhref\s*=`)

// Targets returns the addresses in attributes of all elements.
func (htmlNotation) Targets(text string, _ []Block) []Target {
	return htmlTargets(text, Span{0, len(text)})
}

// htmlTargets returns the addresses in the tags in a span.
func htmlTargets(text string, span Span) []Target {
	var targets []Target
	eachTag(text, span, func(_ tokens.TokenType, _ string, at Span) {
		tag := text[at.Start:at.End]
		first := len(targets)
		for _, m := range htmlAddress.FindAllStringSubmatchIndex(tag, -1) {
			for i := 2; i < len(m); i += 2 {
				if m[i] >= 0 {
					targets = append(targets, Target{Span: Span{m[i], m[i+1]}.Shift(at.Start)})
				}
			}
		}
		for _, m := range htmlSources.FindAllStringSubmatchIndex(tag, -1) {
			from := max(m[2], m[4])
			for _, a := range htmlSource.FindAllStringSubmatchIndex(tag[from:max(m[3], m[5])], -1) {
				targets = append(targets, Target{Span: Span{a[2], a[3]}.Shift(at.Start + from)})
			}
		}
		slices.SortStableFunc(targets[first:], func(a, b Target) int { return a.Start - b.Start })
	})
	return targets
}

// htmlSources matches a list of addresses, each with a width or density; htmlSource matches one of them.
var (
	htmlSources = regexp.MustCompile(`(?i)\s(?:srcset|imagesrcset)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	htmlSource  = regexp.MustCompile(`(?:^|,)\s*([^\s,]+)`)
)

var htmlAddress = regexp.MustCompile(`(?i)\s(?:href|src|poster|data|cite|longdesc)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)

// Anchors returns the names and IDs of elements.
func (htmlNotation) Anchors(text string, _ []Block) []Label {
	var anchors []Label
	eachTag(text, Span{0, len(text)}, func(_ tokens.TokenType, _ string, at Span) {
		if m := htmlName.FindStringSubmatch(text[at.Start:at.End]); m != nil {
			anchors = append(anchors, Label{html.UnescapeString(m[1] + m[2] + m[3]), at})
		}
	})
	return anchors
}

var htmlName = regexp.MustCompile(`(?i)\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
