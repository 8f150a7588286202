package work

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
)

// source is a file that holds part of an order, without its byte order mark.
type source struct {
	file, text string
	live       string // the text with spaces in place of ignored parts; see [markup.Format.Interpreted]
	starts     []int  // offsets of its lines
}

func newSource(file, text string) *source {
	s := &source{file: file, text: text, live: text, starts: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			s.starts = append(s.starts, i+1)
		}
	}
	return s
}

// offset returns the offset of a line and a column in characters, both counted from 0.
func (s *source) offset(line, column int) int {
	if line < 0 || line >= len(s.starts) {
		return len(s.text)
	}
	at := s.starts[line]
	for range column {
		_, size := utf8.DecodeRuneInString(s.text[at:])
		at += size
	}
	return at
}

// lineOf returns the line of an offset.
func (s *source) lineOf(offset int) int {
	n, found := slices.BinarySearch(s.starts, offset)
	if !found {
		n--
	}
	return n
}

// line returns a line, including its terminator.
func (s *source) line(n int) markup.Span {
	end := len(s.text)
	if n+1 < len(s.starts) {
		end = s.starts[n+1]
	}
	return markup.Span{Start: s.starts[n], End: end}
}

// liveLine returns a line with spaces in place of ignored parts, without the white space at its end.
func (s *source) liveLine(n int) string {
	line := s.line(n)
	return strings.TrimRight(s.live[line.Start:line.End], " \t\r\n")
}

func (s *source) slice(span markup.Span) string { return s.text[span.Start:span.End] }

// isBlank reports whether a line is missing or has only white space.
func (s *source) isBlank(n int) bool {
	return n < 0 || n >= len(s.starts) || strings.TrimSpace(s.slice(s.line(n))) == ""
}

// lineEnd returns the end of the line of an offset, before its terminator.
func (s *source) lineEnd(offset int) int {
	span := s.line(s.lineOf(offset))
	return span.Start + len(strings.TrimRight(s.slice(span), "\r\n"))
}

// indentation returns the white space at the start of the line of an offset.
func (s *source) indentation(offset int) string {
	line := s.slice(s.line(s.lineOf(offset)))
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// itemPlace is the place of an entry in a file.
type itemPlace struct {
	in    *itemList
	span  markup.Span // span of the item: whole lines, part of a line, or the text between commas
	path  markup.Span // span of the name of the file; empty if none
	title markup.Span // span of the title; empty if none

	// The fields below are for items on lines.
	indent, bullet string
	isInline       bool // it shares its line with other text
	isPart         bool // it is a heading above others
	isRoot         bool // it is named outside the main list
	isPattern      bool // it names a folder, or a pattern of files

	folder string // the folder to which its path is relative, if not the list's
	level  int    // the number of levels by which the file's headings are lowered
}

// conditions returns what may decide whether an item is included; see [markup.Format.Conditions].
func (s *itemPlace) conditions() []string {
	if s == nil {
		return nil
	}
	format, _ := markup.ByFileName(s.in.file)
	return format.Conditions(s.in.text, s.span.Start)
}

// itemList is a series of items in a file. An entry may have several lists, as a document with two toctrees does.
type itemList struct {
	*source
	items  []*itemPlace
	isFlow bool // its items are separated by commas
	spaced bool // items may have blank lines between them
	titles bool // its items are titles above others, not files

	// The place for the first item of an empty list, and the text around the item.
	empty          markup.Span
	before, behind string
	indent, bullet string

	// emptied replaces emptiedSpan when the last item has been removed.
	emptied     string
	emptiedSpan markup.Span

	folder string // the folder to which paths are relative

	directive markup.Span // the directive around the list, which is not part of the text; empty if none
}

// addItem adds an item that begins on a line, after its indentation and bullet, and continues on the lines with deeper indentation.
func (l *itemList) addItem(first int, indent, bullet string, isComment func(line string) bool) *itemPlace {
	width := columnWidth(indent)
	end := first + 1
	for n := first + 1; n < len(l.starts); n++ {
		line := strings.TrimRight(l.slice(l.line(n)), "\r\n")
		content := strings.TrimLeft(line, " \t")
		if content == "" {
			continue
		}
		if columnWidth(line[:len(line)-len(content)]) > width {
			end = n + 1
		} else if !isComment(content) {
			break
		}
	}
	s := &itemPlace{in: l, span: markup.Span{Start: l.line(first).Start, End: l.line(end - 1).End}, indent: indent, bullet: bullet}
	l.items = append(l.items, s)
	return s
}

// columnWidth returns the width of white space, in columns.
func columnWidth(space string) int {
	n := 0
	for _, c := range space {
		if c == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n
}

func (s *itemPlace) index() int { return slices.Index(s.in.items, s) }

// isSpaced reports whether there are blank lines between an item and its neighbours.
func (s *itemPlace) isSpaced() bool {
	l := s.in
	if !l.spaced || s.isInline {
		return false
	}
	if s.isPart {
		return true
	}
	before, after := l.isBlank(l.lineOf(s.span.Start)-1), l.isBlank(l.lineOf(max(s.span.Start, s.span.End-1))+1)
	i := s.index()
	switch {
	case s.bullet == "":
		return before && after
	case len(l.items) == 1:
		return false
	case i == 0:
		return after
	}
	return before
}

// itemText is the text of an item, independent of its place.
type itemText struct {
	text           string // its lines without a final line terminator
	indent, bullet string // indentation and bullet of the first line; other lines include theirs
	tail           string // a comment after an item between commas
	isComment      bool   // it is no item, but a comment on lines of its own
}

// itemText returns the text of an item.
func (s *itemPlace) itemText() itemText {
	if s.in.isFlow {
		indent := s.in.indentation(s.span.Start)
		b := itemText{text: strings.ReplaceAll(lineEnds.Replace(s.in.slice(s.span)), "\n"+indent, "\n")}
		if at := s.ownLinesSpan(); at.Len() > 0 {
			_, tail := s.in.commaAfter(s.span.End)
			b.tail = strings.TrimRight(s.in.text[tail:s.in.lineEnd(tail)], " \t")
		}
		return b
	}
	return itemText{text: lineEnds.Replace(strings.TrimRight(s.in.slice(s.span), "\r\n")), indent: s.indent, bullet: s.bullet}
}

// lineEnds makes all line ends line feeds.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// commentsBetween returns the comments on lines of their own between two offsets.
func (s *source) commentsBetween(from, to int) (comments []itemText) {
	for _, m := range ownLineComment.FindAllStringSubmatch(s.text[from:to], -1) {
		comments = append(comments, itemText{text: m[1], isComment: true})
	}
	return comments
}

var ownLineComment = regexp.MustCompile(`(?:^|[\r\n])[ \t]*(#[^\r\n]*|<!--(?s:.*?)-->)`)

// plain returns the text without indentation and bullet.
func (b itemText) plain() string {
	lines := strings.Split(b.text, "\n")
	for i, line := range lines {
		line = strings.TrimPrefix(line, b.indent)
		if i == 0 {
			line = strings.TrimPrefix(line, b.bullet)
		} else {
			for n := 0; n < len(b.bullet) && strings.HasPrefix(line, " "); n++ {
				line = line[1:]
			}
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// formatLines returns the text as an item with an indentation and a bullet.
func (b itemText) formatLines(indent, bullet string) string {
	if b.isComment {
		return indent + b.text
	}
	b.text += b.tail
	if bulletClass(b.bullet) != bulletClass(bullet) || b.indent == "" && b.bullet == "" {
		lines := strings.Split(b.plain(), "\n")
		for i, line := range lines {
			switch {
			case i == 0:
				lines[i] = indent + bullet + line
			case strings.TrimSpace(line) != "":
				lines[i] = indent + strings.Repeat(" ", len(bullet)) + line
			}
		}
		return strings.Join(lines, "\n")
	}
	lines := strings.Split(b.text, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		rest, ok := strings.CutPrefix(line, b.indent)
		if !ok {
			rest = strings.TrimLeft(line, " \t")
		}
		lines[i] = indent + rest
	}
	return strings.Join(lines, "\n")
}

// bulletClass returns the mark that distinguishes items of one list from those of another: a dash, a star, or the character after a number.
func bulletClass(bullet string) string {
	bullet = strings.TrimSpace(bullet)
	return bullet[max(0, len(bullet)-1):]
}

// editsToInsert returns the edits that add an item before or after the item at an index, or to an empty list.
func (l *itemList) editsToInsert(i int, isAfter bool, b itemText) []Edit {
	edit := func(start, end int, text string) Edit {
		return Edit{l.file, markup.Span{Start: start, End: end}, text}
	}
	if len(l.items) == 0 {
		text := b.plain()
		if !l.isFlow {
			text = b.formatLines(l.indent, l.bullet)
		}
		return []Edit{edit(l.empty.Start, l.empty.End, l.before+text+l.behind)}
	}
	at := l.items[i]
	if l.isFlow {
		return l.editsToInsertFlow(at, isAfter, b)
	}
	text, gap := b.formatLines(at.indent, at.bullet), ""
	if at.isSpaced() {
		gap = "\n"
	}
	switch {
	case !isAfter && at.isInline:
		return []Edit{edit(at.span.Start, at.span.Start, b.plain()+"\n"+gap)}
	case !isAfter:
		return []Edit{edit(at.span.Start, at.span.Start, text+"\n"+gap)}
	case at.isInline:
		end, rest := at.span.End, ""
		if strings.TrimSpace(l.text[end:l.lineEnd(end)]) != "" {
			rest = "\n"
		}
		return []Edit{edit(end, end, "\n"+gap+text+rest)}
	}
	end := at.span.End
	if end == len(l.text) && !strings.HasSuffix(l.text, "\n") {
		return []Edit{edit(end, end, "\n"+gap+text)}
	}
	return []Edit{edit(end, end, gap+text+"\n")}
}

// editsToInsertFlow returns the edits that add an item between commas. The item gets a line of its own if its neighbour has one, or
// if a comment follows it.
func (l *itemList) editsToInsertFlow(at *itemPlace, isAfter bool, b itemText) []Edit {
	edit := func(start, end int, text string) Edit {
		return Edit{l.file, markup.Span{Start: start, End: end}, text}
	}
	text, start, end := b.plain(), at.span.Start, at.span.End
	if at.ownLinesSpan().Len() == 0 && b.tail == "" {
		if isAfter {
			return []Edit{edit(end, end, ", "+text)}
		}
		return []Edit{edit(start, start, text+", ")}
	}
	indent := l.flowIndentation(start)
	text = strings.ReplaceAll(text, "\n", "\n"+indent)
	if !isAfter {
		return []Edit{edit(start, start, text+","+b.tail+"\n"+indent)}
	}
	hasComma, next := l.commaAfter(end)
	eol := l.lineEnd(end)
	from, to, rest := eol, eol, ""
	if behind := strings.TrimLeft(l.text[next:eol], " \t"); behind != "" && behind[0] != '#' { // the line goes on
		from, to, rest = next, eol-len(behind), "\n"+indent
	}
	if hasComma {
		return []Edit{edit(from, to, "\n"+indent+text+","+b.tail+rest)}
	}
	return []Edit{edit(end, end, ","), edit(from, to, "\n"+indent+text+b.tail+rest)}
}

// flowIndentation returns the white space that puts an item under the first item on the line of an offset.
func (l *itemList) flowIndentation(offset int) string {
	line := l.line(l.lineOf(offset)).Start
	i := slices.IndexFunc(l.items, func(s *itemPlace) bool { return s.span.Start >= line })
	indent := l.indentation(offset)
	return indent + strings.Repeat(" ", utf8.RuneCountInString(l.text[line+len(indent):l.items[i].span.Start]))
}

// commaAfter reports whether a comma follows an item, and where the text after it begins. Without a comma, that is the end of the item.
func (l *itemList) commaAfter(end int) (bool, int) {
	at := end
	for at < len(l.text) && (l.text[at] == ' ' || l.text[at] == '\t') {
		at++
	}
	if at < len(l.text) && l.text[at] == ',' {
		return true, at + 1
	}
	return false, end
}

// ownLinesSpan returns the lines of an item between commas if they contain nothing else but a comment; otherwise it is empty.
func (s *itemPlace) ownLinesSpan() markup.Span {
	l := s.in
	start := l.line(l.lineOf(s.span.Start)).Start
	_, end := l.commaAfter(s.span.End)
	rest := strings.TrimLeft(l.text[end:l.lineEnd(end)], " \t")
	if strings.TrimSpace(l.text[start:s.span.Start]) != "" || rest != "" && !strings.HasPrefix(rest, "#") {
		return markup.Span{}
	}
	return markup.Span{Start: start, End: l.line(l.lineOf(end)).End}
}

// editsToReplace returns the edits that remove an item, or replace it with others.
func (s *itemPlace) editsToReplace(instead []itemText) []Edit {
	l := s.in
	edit := func(start, end int, text string) Edit {
		return Edit{l.file, markup.Span{Start: start, End: end}, text}
	}
	if len(instead) > 0 {
		var texts []string
		for _, b := range instead {
			if l.isFlow {
				texts = append(texts, b.plain())
			} else {
				texts = append(texts, b.formatLines(s.indent, s.bullet))
			}
		}
		if !l.isFlow {
			return []Edit{edit(s.span.Start, s.span.End, strings.Join(texts, "\n")+"\n")}
		}
		between := ", "
		if s.ownLinesSpan().Len() > 0 {
			between = ",\n" + l.indentation(s.span.Start)
		}
		return []Edit{edit(s.span.Start, s.span.End, strings.Join(texts, between))}
	}
	var edits []Edit
	i, isLast := s.index(), s.index() == len(l.items)-1
	if len(l.items) == 1 && l.emptied != "" {
		edits = append(edits, edit(l.emptiedSpan.Start, l.emptiedSpan.End, l.emptied))
	}
	switch own := s.ownLinesSpan(); {
	case !l.isFlow && s.isInline:
		return append(edits, edit(s.span.Start, s.span.End, ""))
	case !l.isFlow:
		start, end := s.span.Start, s.span.End
		if s.isSpaced() { // remove one of the blank lines around the item, too
			if n := l.lineOf(max(start, end-1)) + 1; n < len(l.starts) && l.line(n).Len() > 0 {
				end = l.line(n).End
			} else if n = l.lineOf(start) - 1; n >= 0 {
				start = l.line(n).Start
			}
		}
		return append(edits, edit(start, end, ""))
	case own.Len() > 0:
		if hasComma, _ := l.commaAfter(s.span.End); isLast && !hasComma && i > 0 {
			if has, end := l.commaAfter(l.items[i-1].span.End); has {
				edits = append(edits, edit(end-1, end, ""))
			}
		}
		return append(edits, edit(own.Start, own.End, ""))
	case i > 0 && l.lineOf(l.items[i-1].span.End) == l.lineOf(s.span.Start):
		return append(edits, edit(l.items[i-1].span.End, s.span.End, ""))
	case !isLast && l.lineOf(l.items[i+1].span.Start) == l.lineOf(s.span.End):
		return append(edits, edit(s.span.Start, l.items[i+1].span.Start, ""))
	case !isLast:
		_, end := l.commaAfter(s.span.End)
		return append(edits, edit(s.span.Start, end, ""))
	case i > 0:
		if has, end := l.commaAfter(l.items[i-1].span.End); has {
			edits = append(edits, edit(end-1, end, ""))
		}
	}
	return append(edits, edit(s.span.Start, s.span.End, ""))
}

func apply(text string, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			continue // cannot happen; if it did, the order would not be read as wanted
		}
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.Text)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// flowEnd returns the end of an item between commas: a quoted string, something in brackets, or text up to a comma or the end of the line.
func flowEnd(text string, start int) int {
	depth := 0
	for i := start; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			if i > start && depth == 0 && !strings.ContainsRune("[{,:= \t", rune(text[i-1])) {
				continue // within a word
			}
			for i++; i < len(text) && text[i] != c; i++ {
				if c == '"' && text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth == 0 {
				return trimmedEnd(text, start, i)
			}
			depth--
			if depth == 0 {
				return i + 1
			}
		case ',':
			if depth == 0 {
				return trimmedEnd(text, start, i)
			}
		case '#':
			if i > start && strings.ContainsRune(" \t\n", rune(text[i-1])) {
				if depth == 0 {
					return trimmedEnd(text, start, i)
				}
				for i < len(text) && text[i] != '\n' {
					i++
				}
			}
		case '\n':
			if depth == 0 {
				return trimmedEnd(text, start, i)
			}
		}
	}
	return len(text)
}

func trimmedEnd(text string, start, end int) int {
	return start + len(strings.TrimRight(text[start:end], " \t\r\n"))
}

// wholeLineItem adds the item of a whole line.
func (l *itemList) wholeLineItem(line int) *itemPlace {
	s := &itemPlace{in: l, span: l.line(line)}
	s.indent = l.indentation(s.span.Start)
	l.items = append(l.items, s)
	return s
}

// trimmedLineSpan returns the span of an item's line without the white space around it.
func (s *itemPlace) trimmedLineSpan() markup.Span {
	text := s.in.slice(s.span)
	start := s.span.Start + len(text) - len(strings.TrimLeft(text, " \t"))
	return markup.Span{Start: start, End: start + len(strings.TrimSpace(text))}
}
