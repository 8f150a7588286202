package find

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/library"
)

// newHit returns the hit for a passage.
func (s *search) newHit(p *passage) Hit {
	d := p.document
	before := d.Text.String()[:p.chunk.Span.Start]
	h := Hit{
		Name: p.name, Section: p.section, Span: p.span, Text: d.Text.Slice(p.chunk.Span), Line: p.line + d.Text.LineAt(p.chunk.Span.Start),
		Char: p.char + utf8.RuneCountInString(before), Words: p.chunk.Words, Tokens: p.chunk.Tokens, Score: p.score, Also: p.also,
	}
	if t := p.topics[p.topic]; t.start == p.chunk.Span.Start || p.chunk.Fragment >= len(d.Fragments()) {
		h.Title = t.title
	} else {
		h.Title = d.Fragments()[p.chunk.Fragment].Title().Text
	}
	h.Answer = s.bestSentence(p)
	return h
}

// reading is a part of a passage as its reader sees it.
type reading struct {
	text string
	span markup.Span // in the stretch
}

// readings returns the sentences of a passage, and the lines outside its prose.
func (p *passage) readings() (list []reading) {
	d, text := p.document, p.document.Text.String()
	within := p.chunk.Span
	at := within.Start
	other := func(to int) {
		for at < to {
			end := to
			if i := strings.IndexAny(text[at:to], "\r\n"); i >= 0 {
				end = at + i + 1
			}
			if line := shownLine(d, markup.Span{Start: at, End: end}); line != "" {
				list = append(list, reading{line, markup.Span{Start: at, End: end}})
			}
			at = end
		}
	}
	first := max(0, d.ParagraphAt(within.Start))
	for _, par := range d.Paragraphs()[min(first, len(d.Paragraphs())):] {
		if par.Span.Start >= within.End {
			break
		}
		b := d.Blocks()[par.Block]
		if par.Child >= 0 {
			b = b.Children[par.Child]
		}
		other(min(within.End, par.Span.Start))
		plain := func(part markup.Span) string {
			var told []string
			for _, run := range b.Runs {
				if part := clip(run, part); len(part) > 0 {
					told = append(told, d.Format.PlainRun(text, part))
				}
			}
			return strings.Join(told, " ")
		}
		sentences := par.Sentences()
		for i, sentence := range sentences {
			// Extend the sentence to the markup and code next to it, such as the bracket of a link with which it begins.
			from, to := runAt(b, sentence.Start).Start, runAt(b, sentence.End-1).End
			if i > 0 {
				from = max(from, endOfClosing(text, sentences[i-1].End, sentence.Start))
			}
			if i+1 < len(sentences) && sentences[i+1].Start < to {
				to = min(to, endOfClosing(text, sentence.End, sentences[i+1].Start))
			}
			sentence = markup.Span{Start: max(from, within.Start), End: min(to, within.End)}
			if sentence.Len() <= 0 {
				continue
			}
			if line := plain(sentence); line != "" {
				list = append(list, reading{line, sentence})
			}
		}
		at = max(at, min(within.End, par.Span.End))
	}
	other(within.End)
	return list
}

// endOfClosing returns the end of the characters that close the sentence that ends at `from`; the next one begins at `to`.
func endOfClosing(text string, from, to int) int {
	return from + max(0, strings.IndexFunc(text[from:max(from, to)], unicode.IsSpace))
}

// caption matches a line of a figure that is its caption, in LaTeX, Typst or AsciiDoc.
var caption = regexp.MustCompile(`^\s*(?:\\caption(?:of\{\w+\}|\*)?(?:\[[^\]]*\])?\{|caption:\s*\[|\.\b)(.*?)[\]},\s]*$`)

// shownLine returns a line outside the prose as its reader sees it: headings, captions and tables are without markup.
func shownLine(d *analysis.Document, line markup.Span) string {
	text := d.Text.String()
	blocks := d.Blocks()
	i, _ := slices.BinarySearchFunc(blocks, line.End, func(b markup.Block, at int) int { return cmp.Compare(b.Span.Start, at) })
	if i > 0 && blocks[i-1].Kind == markup.Heading {
		if title := d.Format.Title(text, blocks[i-1]); title != "" {
			return title
		}
	}
	if i > 0 && (blocks[i-1].Kind == markup.HTML || blocks[i-1].Kind == markup.Table) {
		if m := caption.FindStringSubmatchIndex(text[line.Start:line.End]); m != nil {
			line = markup.Span{Start: line.Start + m[2], End: line.Start + m[3]}
		}
		if shown := d.Format.PlainRun(text, markup.Run{line}); shown != "" {
			return shown
		}
	}
	return strings.Join(strings.Fields(text[line.Start:line.End]), " ")
}

// runAt returns the extent of the run of a block at an offset; only the byte there if it is in no run.
func runAt(b markup.Block, at int) markup.Span {
	for _, run := range b.Runs {
		if extent := run.Extent(); extent.Start <= at && at < extent.End {
			return extent
		}
	}
	return markup.Span{Start: at, End: at + 1}
}

// clip returns the part of a run that is in a span.
func clip(run markup.Run, within markup.Span) (part markup.Run) {
	for _, s := range run {
		if s = (markup.Span{Start: max(s.Start, within.Start), End: min(s.End, within.End)}); s.Start < s.End {
			part = append(part, s)
		}
	}
	return part
}

// mostShown is the greatest number of characters in a sentence that is shown whole.
const mostShown = 240

// bestSentence returns the sentence of a passage with the greatest weight of words from the query.
func (s *search) bestSentence(p *passage) BestSentence {
	m, l := library.NewMatcher(s.words), p.document.Language
	var best reading
	most := -1.0
	for _, r := range p.readings() {
		if says := s.weightIn(l, r.text, m); says > most {
			best, most = r, says
		}
	}
	source := p.document.Text
	text := source.String()
	at := markup.Span{Start: best.span.Start, End: best.span.Start}
	if marks := s.marks(l, text[best.span.Start:best.span.End], m); len(marks) > 0 {
		at = marks[0].Shift(best.span.Start)
	}
	a := BestSentence{Text: best.text, At: at.Shift(p.stretch.span.Start), Line: p.line + source.LineAt(at.Start), Start: p.stretch.span.Start + source.LineStart(at.Start)}
	a.Marks = s.marks(l, a.Text, m)
	if utf8.RuneCountInString(a.Text) > mostShown {
		a.Text = excerptAround(a.Text, a.Marks)
		a.Marks = s.marks(l, a.Text, m)
	}
	return a
}

func (s *search) marks(l *language.Language, text string, m *library.Matcher) (marks []markup.Span) {
	var found []markup.Span
	m.EachWord(l, []byte(text), func(word, start, end int, _ language.Class) {
		if word >= 0 {
			found = append(found, markup.Span{Start: start, End: end})
		}
	})
	slices.SortFunc(found, func(a, b markup.Span) int { return cmp.Compare(a.Start, b.Start) })
	for _, f := range found {
		if n := len(marks); n > 0 && f.Start < marks[n-1].End { // pairs of characters overlap
			marks[n-1].End = max(marks[n-1].End, f.End)
		} else {
			marks = append(marks, f)
		}
	}
	return marks
}

// excerptAround returns the part of a sentence with the most marks. It has about mostShown bytes.
func excerptAround(text string, marks []markup.Span) string {
	from, most := 0, 0
	for _, m := range marks {
		in := 0
		for _, other := range marks {
			if other.Start >= m.Start && other.End <= m.Start+mostShown {
				in++
			}
		}
		if in > most {
			from, most = m.Start, in
		}
	}
	const lead = 40
	from = max(0, min(from-lead, len(text)-mostShown))
	to := min(len(text), from+mostShown)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	part, begins, ends := text[from:to], "", ""
	if from > 0 {
		begins = "… "
		if i := strings.IndexFunc(part, unicode.IsSpace); i >= 0 && i < lead {
			part = part[i+1:]
		}
	}
	if to < len(text) {
		ends = " …"
		if i := strings.LastIndexFunc(part, unicode.IsSpace); i > len(part)-lead {
			part = part[:i]
		}
	}
	return begins + strings.TrimSpace(part) + ends
}
