package markup

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// Container is something that lies around blocks, and changes what they mean, and is no
// block itself: an element of HTML, a division, an environment or a conditional, or a
// command that speaks for all that follows it.
type Container struct {
	Open, Close Span // the markup at both ends; Close is empty where it has no end of its own

	// IsOutline tells that it only gathers parts of a text that headings begin, as <section>
	// does, and MayOutline that it would with a heading in it.
	IsOutline, MayOutline bool

	// IsTorn tells that one of its ends is nowhere, and should be somewhere.
	IsTorn bool
}

// Extent is the container with the markup at both ends.
func (c Container) Extent() Span { return Span{c.Open.Start, c.Close.End} }

// Holds reports whether a block lies in the container, as a whole or with a part of it. What
// begins and ends in one block holds none.
func (c Container) Holds(b Block) bool {
	within := c.Close.Len() > 0 && b.Span.Start <= c.Open.Start && c.Close.End <= b.Span.End
	return !within && c.Open.Start < b.Span.End && b.Span.Start < c.Close.End
}

// Containers are the containers of a text, in the order in which they begin.
func (f Format) Containers(text string, blocks []Block) []Container {
	var fences []fence
	if n, ok := f.notation.(interface {
		fences(text string, blocks []Block) []fence
	}); ok {
		fences = n.fences(text, blocks)
	}
	fences = append(fences, f.regions(text, blocks)...)
	slices.SortStableFunc(fences, func(a, b fence) int { return a.at.Start - b.at.Start })
	return contain(fences, len(text))
}

// contain matches fences. What is not closed ends with what it lies in, and what speaks for
// all that follows it also where the same is said again.
func contain(fences []fence, end int) []Container {
	type opened struct {
		fence
		container int
	}
	var containers []Container
	var open []opened
	depth := make(map[string]int)   // how many of a name are open
	closing := make(map[string]int) // how many fences are still to come that close one
	for _, f := range fences {
		if f.closes {
			closing[f.name]++
		}
	}
	closeFrom := func(n, at int) {
		for _, o := range open[n:] {
			c := &containers[o.container]
			c.Close, c.IsTorn = Span{at, at}, !o.speaks()
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
	for _, f := range fences {
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
		case f.speaks() && already:
			n := last(f.name)
			containers[open[n].container].Close = Span{f.at.Start, f.at.Start}
			depth[f.name]--
			open = slices.Delete(open, n, n+1)
		case f.closes && !f.opens && !f.pairs:
			containers = append(containers, Container{Open: Span{f.at.Start, f.at.Start}, Close: f.at, IsTorn: true})
		}
		if f.speaks() || f.opens && (!f.pairs || closing[f.name] > 0) {
			open = append(open, opened{f, len(containers)})
			depth[f.name]++
			containers = append(containers, Container{Open: f.at, IsOutline: f.outline, MayOutline: sectionTags[f.name]})
		}
	}
	closeFrom(0, end)
	return containers
}

// pairing are the fences without those that open nothing for want of one that closes it.
func pairing(fences []fence) []fence {
	closing := make(map[string]bool)
	for _, f := range fences {
		closing[f.name] = closing[f.name] || f.closes
	}
	return slices.DeleteFunc(fences, func(f fence) bool { return f.pairs && f.opens && !closing[f.name] })
}

// regions are the comments that speak for all up to another one: segls's own off and on, and
// those of other programs, if both are there.
func (f Format) regions(text string, blocks []Block) []fence {
	var fences []fence
	for _, b := range blocks {
		switch {
		case b.Kind == Directive && len(b.Runs) > 0:
			said := text[b.Runs[0][0].Start:b.Runs[0][0].End]
			if said == "off" || said == "on" {
				fences = append(fences, fence{at: b.Span, name: "segls", opens: said == "off", closes: said == "on", overlaps: true})
			}
		case b.Kind == HTML && b.Span.Len() < nearby:
			source := strings.ToLower(strings.TrimPrefix(text[b.Span.Start:b.Span.End], byteOrderMark))
			if strings.HasPrefix(source, "<!--[if ") && strings.HasSuffix(source, "<!-->") || source == "<!--<![endif]-->" {
				isEnd := source == "<!--<![endif]-->"
				fences = append(fences, fence{at: b.Span, name: "comment if", opens: !isEnd, closes: isEnd})
			}
			if m := commentRegion.FindStringSubmatch(source); m != nil {
				isEnd := slices.Contains([]string{"on", "enable", "end", "stop"}, m[2]+m[3])
				fences = append(fences, fence{at: b.Span, name: "comment " + m[1] + m[4], opens: !isEnd, closes: isEnd, pairs: true, overlaps: true})
			}
		}
	}
	return fences
}

// commentRegion finds the beginning or end of what a comment speaks for.
var commentRegion = regexp.MustCompile(`^(?:<!--|\{/\*|//+|#+|%+|\.\.)\s*(?:([\w .:-]*?)[- :]?(off|on|disable|enable|start|end|stop)|(begin|end):? +([\w .:-]+?))\s*(?:-->|\*/\})?$`)

// eachLine calls f with the lines, of blocks that are neither code nor metadata, that have
// something in them.
func eachLine(text string, blocks []Block, has string, f func(line Span, content string)) {
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == FrontMatter || b.Kind == Conflict || !strings.Contains(text[b.Span.Start:b.Span.End], has) {
			continue
		}
		for line := range Lines(text[b.Span.Start:b.Span.End]) {
			line = line.Shift(b.Span.Start)
			if line.Start == 0 && strings.HasPrefix(text, byteOrderMark) {
				line.Start = len(byteOrderMark)
			}
			if content := text[line.Start:line.End]; strings.Contains(content, has) {
				f(line, content)
			}
		}
	}
}

// The fences of Markdown are the tags of HTML, those of divisions, and those of templates.
func (n markdownNotation) fences(text string, blocks []Block) []fence {
	fences := n.tagFences(text, blocks)
	depth := 0
	eachLine(text, blocks, ":::", func(line Span, content string) {
		m := markdownDivision.FindStringSubmatch(content)
		switch {
		case m == nil || pythonName.MatchString(m[1]):
		case m[1] != "":
			depth++
			fences = append(fences, fence{at: line, name: ":::", opens: true})
		case depth > 0:
			depth--
			fences = append(fences, fence{at: line, name: ":::", closes: true})
		}
	})
	eachLine(text, blocks, "{", func(line Span, content string) {
		for _, m := range templateTag.FindAllStringSubmatchIndex(content, -1) {
			fences = append(fences, templateFence(content, m, line.Start))
		}
	})
	var extensions []string // of kramdown, that are open
	eachLine(text, blocks, "{:", func(line Span, content string) {
		for _, m := range kramdownExtension.FindAllStringSubmatchIndex(content, -1) {
			f := fence{at: Span{line.Start + m[0], line.Start + m[1]}, pairs: true}
			last := len(extensions) - 1
			switch {
			case m[4] >= 0: // it closes itself
				continue
			case m[2] >= 0:
				f.opens = true
				extensions = append(extensions, content[m[2]:m[3]])
				f.name = "::" + content[m[2]:m[3]]
			case last >= 0 && (m[6] == m[7] || content[m[6]:m[7]] == extensions[last]):
				f.closes = true
				f.name = "::" + extensions[last]
				extensions = extensions[:last]
			default:
				continue
			}
			fences = append(fences, f)
		}
	})
	fences = append(fences, environmentFences(text, blocks)...)
	isOpen := false
	eachLine(text, blocks, "%%", func(line Span, content string) {
		if strings.TrimSpace(content) == "%%" { // a comment of Obsidian
			fences = append(fences, fence{at: line, name: "%%", opens: !isOpen, closes: isOpen, pairs: true})
			isOpen = !isOpen
		}
	})
	slices.SortStableFunc(fences, func(a, b fence) int { return a.at.Start - b.at.Start })
	return fences
}

// environmentFences are the lines of raw LaTeX that begin or end an environment.
func environmentFences(text string, blocks []Block) (fences []fence) {
	eachLine(text, blocks, `\`, func(line Span, content string) {
		content = strings.TrimLeft(content, " ")
		if name, length := environmentAt(content, `\begin{`); length > 0 && !strings.Contains(content, `\end{`+name) {
			fences = append(fences, fence{at: line, name: `\` + name, opens: true, pairs: true})
		}
		if name, length := environmentAt(content, `\end{`); length > 0 {
			fences = append(fences, fence{at: line, name: `\` + name, closes: true, pairs: true})
		}
	})
	return fences
}

// rawFences are the tags in blocks that a format hands over to HTML as they are.
func rawFences(text string, blocks []Block, isRaw *regexp.Regexp) (fences []fence) {
	for _, b := range blocks {
		if source := text[b.Span.Start:b.Span.End]; !b.Kind.IsProse() && isRaw.MatchString(source) {
			for _, f := range unmatched(tagFences(text, b.Span), b.Span) {
				f.at = b.Span // nothing of the block stands without the rest
				fences = append(fences, f)
			}
		}
	}
	return fences
}

var (
	orgRaw  = regexp.MustCompile(`(?i)^[ \t]*#\+(?:html:|begin_export[ \t]+html)`)
	adocRaw = regexp.MustCompile(`^\+{4,}[ \t]*[\r\n]`)
)

// kramdownExtension is what begins or ends an extension of kramdown, such as a comment.
var kramdownExtension = regexp.MustCompile(`\{::(\w+)(?:\s[^{}]*?)?(/)?\}|\{:/(\w*)\}`)

// pythonName is what mkdocstrings puts the documentation of in the place of the line.
var pythonName = regexp.MustCompile(`^[A-Za-z_]\w*(?:\.\w+)+$`)

// markdownDivision is a line that begins or ends a division: one that begins it says more.
var markdownDivision = regexp.MustCompile(`^[ \t>]*:{3,}[ \t]*([^:\s].*?)?[ \t]*:*[ \t]*$`)

// templateTag is a tag of Liquid, Jinja or Hugo.
var templateTag = regexp.MustCompile(`\{%-?\s*(end)?(\w+)[^{}]*%\}|\{\{[<%]\s*(/)?\s*([\w/-]+)[^{}]*?(/)?\s*[>%]\}\}`)

// templateFence is a tag, which opens something only if another one closes it.
func templateFence(content string, m []int, from int) fence {
	f := fence{at: Span{from + m[0], from + m[1]}, pairs: true, overlaps: true}
	if m[4] >= 0 {
		f.name, f.closes = "% "+content[m[4]:m[5]], m[2] >= 0
		if name := content[m[4]:m[5]]; name == "else" || name == "elsif" || name == "elif" {
			f.name, f.opens, f.closes = "% if", true, true
			return f
		}
	} else {
		f.name, f.closes = "< "+content[m[8]:m[9]], m[6] >= 0
		if m[10] >= 0 {
			f.name += "/" // it closes itself
		}
	}
	f.opens = !f.closes
	f.pairs = f.pairs && !templateBlocks[f.name]
	return f
}

// templateBlocks are the tags of which both templates and readers want both.
var templateBlocks = map[string]bool{
	"% if": true, "% unless": true, "% for": true, "% case": true, "% capture": true, "% comment": true, "% raw": true, "% highlight": true, "% block": true,
}

func (markdownNotation) tagFences(text string, blocks []Block) []fence {
	var fences []fence
	for _, b := range blocks {
		switch {
		case b.Kind == HTML:
			fences = append(fences, tagFences(text, b.Span)...)
		case b.Kind.IsProse() || b.Kind == Heading:
			fences = append(fences, inlineTagFences(text, b.Span)...)
		}
	}
	return withImpliedEnds(fences)
}

// inlineTagFences are the tags in a block of prose that open what another block closes, or the
// other way about.
func inlineTagFences(text string, span Span) []fence {
	source := []byte(text[span.Start:span.End])
	if bytes.IndexByte(source, '<') < 0 {
		return nil
	}
	var fences []fence
	s := inlineScanner{run: source}
	s.report = func(at Span, kind inlineKind) {
		if kind == inlineHidden && source[at.Start] == '<' && at.Len() > 2 && source[at.Start+1] != '!' {
			fences = append(fences, tagFences(text, at.Shift(span.Start))...)
		}
	}
	for i := 0; i < len(source); {
		i += max(1, s.construct(i))
	}
	if len(fences) == 0 {
		return nil
	}
	lone := unmatched(fences, span)
	for i := range lone {
		lone[i].pairs = true // else it may be a letter in angle brackets
	}
	return lone
}

// The fences of HTML are its tags. Those that gather what headings begin have one in them.
func (n htmlNotation) fences(text string, blocks []Block) []fence {
	fences := slices.DeleteFunc(withImpliedEnds(tagFences(text, n.Body(text, blocks))), func(f fence) bool { return headingTags[f.name] })
	var open []int
	heading := 0
	headings := slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool { return b.Kind != Heading })
	for i, f := range fences {
		for heading < len(headings) && headings[heading].Span.End <= f.at.Start {
			for _, n := range open {
				fences[n].outline = sectionTags[fences[n].name]
			}
			heading++
		}
		switch {
		case f.opens:
			open = append(open, i)
		case f.closes:
			for n := len(open) - 1; n >= 0; n-- {
				if fences[open[n]].name == f.name {
					open = open[:n]
					break
				}
			}
		}
	}
	return fences
}

var (
	sectionTags = wordSet("section article main div body")
	headingTags = wordSet("h1 h2 h3 h4 h5 h6")
)

// The fences of LaTeX are environments, groups, conditionals, and commands that speak for
// what follows them.
func (latexNotation) fences(text string, blocks []Block) []fence {
	var fences []fence
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == FrontMatter || b.Kind == Directive || b.Kind == Conflict {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		if strings.IndexByte(source, '\\') < 0 && strings.IndexByte(source, '{') < 0 && strings.IndexByte(source, '}') < 0 {
			continue
		}
		fences = append(fences, latexFences(source, b.Span.Start)...)
	}
	return fences
}

// latexFences are those of a block that are not closed in it.
func latexFences(source string, from int) []fence {
	code := latexCode(source)
	var lone, open []fence
	add := func(f fence, at Span) {
		f.at = at.Shift(from)
		switch i := len(open) - 1; {
		case f.closes:
			isInGroup := f.name != "{" && slices.ContainsFunc(open, func(o fence) bool { return o.name == "{" })
			for i >= 0 && open[i].name != f.name {
				i--
			}
			if i < 0 {
				if !isInGroup { // else it is told what an environment of one's own ends with
					lone = append(lone, f)
				}
				return
			}
			if open = open[:i]; f.opens {
				open = append(open, f)
			}
		case f.opens:
			open = append(open, f)
		case i < 0:
			lone = append(lone, f)
		}
	}
	for i := 0; i < len(code); {
		switch code[i] {
		case '{':
			add(fence{name: "{", opens: true}, Span{i, i + 1})
			i++
		case '}':
			add(fence{name: "{", closes: true}, Span{i, i + 1})
			i++
		case '\\':
			f, length := latexFenceAt(code, i)
			if f.name != "" {
				add(f, Span{i, i + length})
			}
			i += length
		default:
			next := bytes.IndexAny(code[i:], `\{}`)
			if next < 0 {
				next = len(code) - i
			}
			i += next
		}
	}
	lone = append(lone, open...)
	slices.SortStableFunc(lone, func(a, b fence) int { return a.at.Start - b.at.Start })
	return lone
}

// latexCode is source without comments and what \verb holds, at the same length.
func latexCode(source string) []byte {
	code := []byte(source)
	for line := range Lines(source) {
		fill(code[line.Start+len(beforeComment(source[line.Start:line.End])):line.End], ' ')
	}
	for _, at := range latexVerb.FindAllIndex(code, -1) {
		fill(code[at[0]:at[1]], ' ')
	}
	return code
}

var latexVerb = regexp.MustCompile(`\\(?:verb|lstinline)\*?(?:\|[^|\n]*\||![^!\n]*!|\+[^+\n]*\+|/[^/\n]*/|"[^"\n]*"|=[^=\n]*=)`)

// latexFenceAt is the fence that the command at i is, if it is one, and the length of the
// command.
func latexFenceAt(code []byte, i int) (f fence, length int) {
	end := i + 1
	for end < len(code) && (isAlpha(code[end]) || code[end] == '@') {
		end++
	}
	if end == i+1 {
		return fence{}, min(2, len(code)-i)
	}
	name := string(code[i+1 : end])
	length = end - i
	next := byte(0)
	if end < len(code) {
		next = code[end]
	}
	switch {
	case name == "begin" || name == "end":
		if closing := bytes.IndexByte(code[end:], '}'); next == '{' && closing > 0 {
			env := string(code[end+1 : end+closing])
			return fence{name: env, opens: name == "begin", closes: name == "end"}, length + closing + 1
		}
	case name == "newif" && next == '\\':
		for end++; end < len(code) && isAlpha(code[end]); end++ {
		}
		return fence{}, end - i
	case name == "begingroup" || name == "bgroup":
		return fence{name: "group", opens: true}, length
	case name == "endgroup" || name == "egroup":
		return fence{name: "group", closes: true}, length
	case name == "else" || name == "or":
		return fence{name: "if", opens: true, closes: true, overlaps: true}, length
	case name == "fi":
		return fence{name: "if", closes: true, overlaps: true}, length
	case strings.HasPrefix(name, "if") && name != "iff" && name != "ifthenelse" && next != '{' && next != '[':
		return fence{name: "if", opens: true, pairs: !primitiveConditionals[name]}, length
	case name == "endinput":
		return fence{name: `\endinput`}, length
	case latexSwitches[name] != "":
		for end < len(code) && (code[end] == '{' || code[end] == '[') {
			end = closingBracket(string(code), end, len(code))
		}
		return fence{name: latexSwitches[name]}, end - i
	}
	return fence{}, length
}

// primitiveConditionals are TeX's own: they want an end whatever a package says. Others may be
// macros of another kind.
var primitiveConditionals = wordSet(`iffalse iftrue ifx ifnum ifdim ifodd ifmmode ifcase ifdefined ifcsname ifcat if ifhmode ifvmode`)

// latexSwitches are the commands that speak for all that follows them, with the name of
// what each of them sets.
var latexSwitches = func() map[string]string {
	switches := make(map[string]string)
	for name, commands := range map[string]string{
		"size": "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge", "family": "rmfamily sffamily ttfamily sf tt",
		"shape": "itshape slshape scshape upshape em it sl sc", "series": "bfseries mdseries bf", "font": "normalfont rm",
		"align": "centering raggedright raggedleft justifying", "language": "selectlanguage", "breaks": "sloppy fussy",
		"spacing": "singlespacing onehalfspacing doublespacing linespread setstretch", "columns": "onecolumn twocolumn",
		"page style": "pagestyle", "page numbers": "pagenumbering", "counter": "setcounter addtocounter", "length": "setlength addtolength", "pictures": "graphicspath", "listings": "lstset", "captions": "captionsetup", "matter": "appendix frontmatter mainmatter backmatter", "color": "color",
		"end matter": "bibliography bibliographystyle printbibliography printindex printglossary printglossaries",
	} {
		for command := range wordSet(commands) {
			switches[command] = name
		}
	}
	return switches
}()

// The fences of AsciiDoc are conditionals, tags of its include directive, and the attributes
// that change how what follows is read.
func (n asciidocNotation) fences(text string, blocks []Block) []fence {
	fences := append(n.conditions(text, blocks), rawFences(text, blocks, adocRaw)...)
	header := n.header(text, blocks)
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		switch {
		case b.Kind == Definition && b.Span.Start >= header:
			for _, m := range adocSetting.FindAllStringSubmatchIndex(source, -1) {
				fences = append(fences, fence{at: Span{m[0], m[1]}.Shift(b.Span.Start), name: ":" + source[m[2]:m[3]]})
			}
		case b.Kind == HTML:
			if m := adocTag.FindStringSubmatch(source); m != nil {
				fences = append(fences, fence{at: b.Span, name: "tag " + m[2], opens: m[1] == "tag", closes: m[1] == "end", pairs: true, overlaps: true})
			}
		}
	}
	slices.SortStableFunc(fences, func(a, b fence) int { return a.at.Start - b.at.Start })
	return fences
}

var (
	adocSetting = regexp.MustCompile(`(?m)^:!?(leveloffset|sectnums|sectanchors|sectlinks|sectids|idprefix|idseparator|imagesdir|source-language|hardbreaks|hardbreaks-option|experimental|xrefstyle|[\w-]+-caption|icons|iconsdir|partnums|sectnumlevels|table-stripes|stem)!?:[^\r\n]*`)
	adocTag     = regexp.MustCompile(`^//+\s*(tag|end)::([\w.-]+)\[\]`)
)

func (asciidocNotation) conditions(text string, blocks []Block) []fence {
	var fences []fence
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if !strings.Contains(source, "if") {
			continue
		}
		for _, m := range adocCondition.FindAllStringSubmatchIndex(source, -1) {
			f := fence{at: Span{m[0], m[1]}.Shift(b.Span.Start), name: "if", overlaps: true}
			f.closes = m[2] >= 0
			f.opens = !f.closes
			fences = append(fences, f)
		}
	}
	return fences
}

// The fences of Org are those of drawers that are too long for [Format.Scan] to see as one.
// A drawer has no other in it, and a headline is never in one.
func (orgNotation) fences(text string, blocks []Block) []fence {
	var fences []fence
	var open *fence
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		first, last := strings.TrimSpace(firstLine(source)), strings.TrimSpace(source[strings.LastIndexAny(source, "\r\n")+1:])
		isWhole := b.Kind == HTML && isDrawer(first) && strings.EqualFold(last, ":END:") && len(first) < len(source)
		switch {
		case b.Kind == Heading:
			open = nil
		case isWhole && open == nil:
		case open != nil && strings.EqualFold(last, ":END:"):
			fences = append(fences, *open, fence{at: Span{b.Span.End - len(last), b.Span.End}, name: "drawer", closes: true})
			open = nil
		case open == nil && b.Kind == HTML && isDrawer(first) && !strings.EqualFold(first, ":END:"):
			open = &fence{at: Span{b.Span.Start, b.Span.Start + len(first)}, name: "drawer", opens: true}
		}
	}
	if open != nil { // some programs find its end behind a headline
		fences = append(fences, *open)
	}
	fences = slices.Concat(fences, rawFences(text, blocks, orgRaw), environmentFences(text, blocks))
	slices.SortStableFunc(fences, func(a, b fence) int { return a.at.Start - b.at.Start })
	return fences
}

// The fences of reStructuredText are directives that speak for what follows; all else is
// indented.
func (rstNotation) fences(text string, blocks []Block) []fence {
	var fences []fence
	for _, b := range blocks {
		if b.Kind == HTML || b.Kind == Code {
			if m := rstSwitch.FindStringSubmatch(text[b.Span.Start:b.Span.End]); m != nil {
				fences = append(fences, fence{at: b.Span, name: m[1]})
			}
		}
	}
	return fences
}

var rstSwitch = regexp.MustCompile(`^\.\. (default-role|default-domain|highlight|currentmodule|py:currentmodule|module|py:module|program|sectnum|section-numbering)::`)
