package markup

import (
	"regexp"
	"slices"
	"strings"
)

// Container is a construct around blocks that changes their meaning, such as an HTML element, an environment, a conditional,
// or a command that applies to everything after it. It is not a block itself.
type Container struct {
	Open, Close Span // the markup at both ends, empty where there is none

	// IsOutline is set if the container only groups parts of a text that begin with headings, as
	// <section> does. MayOutline is set if it would do so with a heading inside.
	IsOutline, MayOutline bool

	// IsTorn is set if one of the container's ends is missing.
	IsTorn bool
}

// boxTags are HTML's sectioning roots, and elements for content beside the text. Table cells are not included, because some
// pages use them for their whole layout.
var boxTags = wordSet("aside nav blockquote details dialog fieldset figure")

// groupTags are the elements that are boxes only if a class, a role or a data-type says so.
var groupTags = wordSet("div section article")

// boxClasses are classes, roles and data-types that make an element of groupTags a box. Classes of layout are not included.
var boxClasses = wordSet(`admonition admonitionblock alert aside attention box callout caution complementary danger example exampleblock hint
	important info infobox markdown-alert note notice pull-quote pullquote sidebar sidebarblock textbox tip warning`)

// boxClassPrefix matches the beginning of classes such as callout-tip.
var boxClassPrefix = regexp.MustCompile(`^(?:admonition|alert|callout)-`)

// boxAttribute matches an attribute that may contain one of boxClasses.
var boxAttribute = regexp.MustCompile(`(?i)\s(?:class|className|role|data-type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)

// hasBoxClass reports whether tags have a class that makes an element a box.
func hasBoxClass(tags string) bool {
	for _, m := range boxAttribute.FindAllStringSubmatch(tags, -1) {
		for _, class := range strings.Fields(strings.ToLower(m[1] + m[2] + m[3])) {
			if boxClasses[class] || boxClassPrefix.MatchString(class) {
				return true
			}
		}
	}
	return false
}

// boxEnvironments are the LaTeX environments that are boxes. Any environment whose name ends in box is one, too.
var boxEnvironments = wordSet("mdframed framed oframed shaded snugshade leftbar minipage figure wrapfigure table quote quotation sidebar aside")

// layoutTemplates are the template tags that are not boxes: they choose, repeat or keep the text between them.
var layoutTemplates = wordSet("if unless for case capture comment raw highlight block macro call filter set with autoescape cache tablerow")

// componentTag matches a tag of a component: in MDX, one that begins with a capital.
var componentTag = regexp.MustCompile(`</?[A-Z]`)

// isBoxDelimiter reports whether a delimiter belongs to a box; see [Format.Boxes].
func (f Format) isBoxDelimiter(text string, x delimiter) bool {
	if _, isMarkdown := f.notation.(markdownNotation); isMarkdown {
		if name, isTemplate := strings.CutPrefix(x.name, "% "); isTemplate {
			return !layoutTemplates[name]
		}
		if strings.HasPrefix(x.name, "< ") || componentTag.MatchString(text[x.at.Start:min(x.at.End, x.at.Start+len("</X"))]) {
			return true
		}
	}
	if _, isLaTeX := f.notation.(latexNotation); isLaTeX {
		name := strings.TrimSuffix(x.name, "*")
		return boxEnvironments[name] || strings.HasSuffix(strings.ToLower(name), "box") || f.own != nil && f.own.boxes[name]
	}
	return x.name == ":::" || strings.HasPrefix(x.name, "///") || x.name == "[" || boxTags[x.name]
}

// Boxes returns the containers that set something apart from the text around them, such as a callout or an aside. The text
// after a box belongs to the section around it, whatever headings the box contains.
func (f Format) Boxes(text string, blocks []Block) []Container {
	n, ok := f.notation.(interface {
		delimiters(text string, blocks []Block) []delimiter
	})
	if !ok || !f.MayHaveBoxes(text) {
		return nil
	}
	isGroup := func(x delimiter) bool { return false }
	switch f.notation.(type) {
	case markdownNotation, htmlNotation:
		hasGroups := hasBoxClass(text)
		isGroup = func(x delimiter) bool { return hasGroups && groupTags[x.name] }
	}
	delimiters := slices.DeleteFunc(n.delimiters(text, blocks), func(x delimiter) bool { return !f.isBoxDelimiter(text, x) && !isGroup(x) })
	return slices.DeleteFunc(matchDelimiters(delimiters, len(text)), func(c Container) bool {
		open := text[c.Open.Start:c.Open.End]
		return c.IsTorn || groupTagPattern.MatchString(open) && !hasBoxClass(open)
	})
}

var groupTagPattern = regexp.MustCompile(`^(?i)</?(?:div|section|article)\b`)

// MayHaveBoxes reports whether a text may contain the markup at either end of a box.
func (f Format) MayHaveBoxes(text string) bool {
	switch f.notation.(type) {
	case typstNotation:
		return strings.ContainsAny(text, "[]")
	case latexNotation:
		return strings.Contains(text, `\begin{`) || strings.Contains(text, `\end{`)
	case markdownNotation:
		return strings.Contains(text, ":::") || strings.Contains(text, "///") || strings.Contains(text, "<") && boxTagPattern.MatchString(text) || strings.Contains(text, "{%") || strings.Contains(text, "{{") || componentTag.MatchString(text)
	case htmlNotation:
		return strings.Contains(text, "<") && boxTagPattern.MatchString(text)
	}
	return false
}

var boxTagPattern = regexp.MustCompile(`(?i)</?(?:aside|nav|blockquote|details|dialog|fieldset|figure|div|section|article)\b`)

// Extent returns the span of the container with the markup at both ends.
func (c Container) Extent() Span { return Span{c.Open.Start, c.Close.End} }

// Holds reports whether a block is in the container, at least in part. A container within one block contains no blocks.
func (c Container) Holds(b Block) bool {
	within := c.Close.Len() > 0 && b.Span.Start <= c.Open.Start && c.Close.End <= b.Span.End
	return !within && c.Open.Start < b.Span.End && b.Span.Start < c.Close.End
}

// Containers returns the containers of a text, in the order in which they begin.
func (f Format) Containers(text string, blocks []Block) []Container {
	var delimiters []delimiter
	if n, ok := f.notation.(interface {
		delimiters(text string, blocks []Block) []delimiter
	}); ok {
		delimiters = n.delimiters(text, blocks)
	}
	delimiters = append(delimiters, f.regionDelimiters(text, blocks)...)
	slices.SortStableFunc(delimiters, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return matchDelimiters(delimiters, len(text))
}

// matchDelimiters returns the containers between matching delimiters. A container without an end ends with the one around it.
// One that applies to everything after it also ends where the same setting occurs again.
func matchDelimiters(delimiters []delimiter, end int) []Container {
	type opened struct {
		delimiter
		container int
	}
	var containers []Container
	var open []opened
	depth := make(map[string]int)   // number of open delimiters by name
	closing := make(map[string]int) // number of remaining closing delimiters by name
	for _, f := range delimiters {
		if f.closes {
			closing[f.name]++
		}
	}
	closeFrom := func(n, at int) {
		for _, o := range open[n:] {
			c := &containers[o.container]
			c.Close, c.IsTorn = Span{at, at}, !o.appliesToRest()
			depth[o.name]--
		}
		open = open[:n]
	}
	last := func(name string) int {
		n := len(open) - 1
		for depth[name] > 0 && open[n].name != name {
			n--
		}
		return n
	}
	for _, f := range delimiters {
		if f.closes {
			closing[f.name]--
		}
		switch already := depth[f.name] > 0; {
		case f.closes && already && f.overlaps:
			n := last(f.name)
			containers[open[n].container].Close = f.at
			depth[f.name]--
			open = slices.Delete(open, n, n+1)
		case f.closes && already:
			n := last(f.name)
			i := open[n].container
			closeFrom(n, f.at.Start)
			containers[i].Close, containers[i].IsTorn = f.at, false
		case f.appliesToRest() && already:
			n := last(f.name)
			containers[open[n].container].Close = Span{f.at.Start, f.at.Start}
			depth[f.name]--
			open = slices.Delete(open, n, n+1)
		case f.closes && !f.opens && !f.pairs:
			containers = append(containers, Container{Open: Span{f.at.Start, f.at.Start}, Close: f.at, IsTorn: true})
		}
		if f.appliesToRest() || f.opens && (!f.pairs || closing[f.name] > 0) {
			open = append(open, opened{f, len(containers)})
			depth[f.name]++
			containers = append(containers, Container{Open: f.at, IsOutline: f.outline, MayOutline: sectionTags[f.name]})
		}
	}
	closeFrom(0, end)
	return containers
}

// dropUnpairedDelimiters removes the opening delimiters that count only with a partner but have none.
func dropUnpairedDelimiters(delimiters []delimiter) []delimiter {
	closing := make(map[string]bool)
	for _, f := range delimiters {
		closing[f.name] = closing[f.name] || f.closes
	}
	return slices.DeleteFunc(delimiters, func(f delimiter) bool { return f.pairs && f.opens && !closing[f.name] })
}

// regionDelimiters returns the comments that begin or end a region: the directives off and on, and comments for other programs.
func (f Format) regionDelimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	for _, b := range blocks {
		switch {
		case b.Kind == Directive && len(b.Runs) > 0:
			said := text[b.Runs[0][0].Start:b.Runs[0][0].End]
			if said == "off" || said == "on" {
				delimiters = append(delimiters, delimiter{at: b.Span, name: "segls", opens: said == "off", closes: said == "on", overlaps: true})
			}
		case b.Kind == HTML && b.Span.Len() < longestSearch:
			source := strings.ToLower(strings.TrimPrefix(text[b.Span.Start:b.Span.End], byteOrderMark))
			if strings.HasPrefix(source, "<!--[if ") && strings.HasSuffix(source, "<!-->") || source == "<!--<![endif]-->" {
				isEnd := source == "<!--<![endif]-->"
				delimiters = append(delimiters, delimiter{at: b.Span, name: "comment if", opens: !isEnd, closes: isEnd})
			}
			if m := commentRegion.FindStringSubmatch(source); m != nil {
				isEnd := slices.Contains([]string{"on", "enable", "end", "stop"}, m[2]+m[3])
				delimiters = append(delimiters, delimiter{at: b.Span, name: "comment " + m[1] + m[4], opens: !isEnd, closes: isEnd, pairs: true, overlaps: true})
			}
		}
	}
	return delimiters
}

// commentRegion matches a comment that begins or ends a region.
var commentRegion = regexp.MustCompile(`^(?:<!--|\{/\*|//+|#+|%+|\.\.)\s*(?:([\w .:-]*?)[- :]?(off|on|disable|enable|start|end|stop)|(begin|end):? +([\w .:-]+?))\s*(?:-->|\*/\})?$`)

// eachLineContaining calls f with each line that contains a mark, except in code, metadata and merge conflicts.
func eachLineContaining(text string, blocks []Block, mark string, f func(line Span, content string)) {
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == FrontMatter || b.Kind == Conflict || !strings.Contains(text[b.Span.Start:b.Span.End], mark) {
			continue
		}
		for line := range Lines(text[b.Span.Start:b.Span.End]) {
			line = line.Shift(b.Span.Start)
			if line.Start == 0 && strings.HasPrefix(text, byteOrderMark) {
				line.Start = len(byteOrderMark)
			}
			if content := text[line.Start:line.End]; strings.Contains(content, mark) {
				f(line, content)
			}
		}
	}
}

// includedPartDelimiters returns the lines that begin or end a part that other texts include. The groups of the pattern are
// the word that begins or ends a part, and the part's name.
func includedPartDelimiters(text string, blocks []Block, mark string, pattern *regexp.Regexp) (delimiters []delimiter) {
	eachLineContaining(text, blocks, mark, func(line Span, content string) {
		if m := pattern.FindStringSubmatch(content); m != nil {
			isEnd := strings.Contains(strings.ToLower(m[1]), "end")
			delimiters = append(delimiters, delimiter{at: line, name: "part " + m[2], opens: !isEnd, closes: isEnd, pairs: true, overlaps: true})
		}
	})
	return delimiters
}

// environmentDelimiters returns the lines of raw LaTeX that begin or end an environment.
func environmentDelimiters(text string, blocks []Block) (delimiters []delimiter) {
	eachLineContaining(text, blocks, `\`, func(line Span, content string) {
		content = strings.TrimLeft(content, " ")
		if name, length := environmentAt(content, `\begin{`); length > 0 && !strings.Contains(content, `\end{`+name) {
			delimiters = append(delimiters, delimiter{at: line, name: `\` + name, opens: true, pairs: true})
		}
		if name, length := environmentAt(content, `\end{`); length > 0 {
			delimiters = append(delimiters, delimiter{at: line, name: `\` + name, closes: true, pairs: true})
		}
	})
	return delimiters
}

// rawHTMLDelimiters returns the blocks of raw HTML with tags whose partners are in other blocks.
func rawHTMLDelimiters(text string, blocks []Block, isRaw *regexp.Regexp) (delimiters []delimiter) {
	for _, b := range blocks {
		if source := text[b.Span.Start:b.Span.End]; !b.Kind.IsProse() && isRaw.MatchString(source) {
			for _, f := range unmatchedDelimiters(tagDelimiters(text, b.Span), b.Span) {
				f.at = b.Span // the block must stay whole
				delimiters = append(delimiters, f)
			}
		}
	}
	return delimiters
}

var (
	orgRaw  = regexp.MustCompile(`(?i)^[ \t]*#\+(?:html:|begin_export[ \t]+html)`)
	adocRaw = regexp.MustCompile(`^\+{4,}[ \t]*[\r\n]`)
)
