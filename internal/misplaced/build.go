package misplaced

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/record"
)

// builder makes a model.
type builder struct {
	*Model
	ids    map[string]int32                 // numbers of terms, by language and stem
	forms  map[*language.Vocabulary][]int32 // for each form, the number of its term plus one; 0 means not known yet
	counts map[int32]float32

	codeIDs map[string]int32
}

var inWords = strings.NewReplacer("-", " ", "_", " ", "/", " ", ".", " ")

func (b *builder) addSource(i int) {
	d := b.sources[i].Document
	name := b.sources[i].Path
	b.records = append(b.records, record.IsRecord(name, d))
	file := len(b.places)
	b.places = append(b.places, place{source: i, section: -1, parent: -1})
	b.addHeading(i, file, d.Title()+"\n"+inWords.Replace(strings.TrimSuffix(name, path.Ext(name))))
	sections := d.Sections()
	for k, s := range sections {
		parent := file
		if s.Parent >= 0 {
			parent = file + 1 + s.Parent
		}
		b.places = append(b.places, place{source: i, section: k, parent: parent})
	}
	text := d.Text.String()
	at := -1                   // the section
	begin := func(block int) { // begins the sections up to a block
		for at+1 < len(sections) && sections[at+1].Heading <= block {
			at++
			b.addHeading(i, file+1+at, sections[at].Title)
		}
	}
	var mask []byte
	// Paragraphs are fetched one at a time, because a text may have one for every three bytes.
	paragraphs, index, n := d.NumParagraphs(), 0, 0
	b.paragraphs = slices.Grow(b.paragraphs, paragraphs+len(sections))
	for block := range d.AllBlocks() {
		begin(n)
		isParagraph := false
		for ; index < paragraphs; index++ {
			p, part := d.Paragraph(index), block
			if p.Block != n {
				break
			}
			if p.Child >= 0 {
				part = block.Children[p.Child]
			}
			isParagraph = true
			b.resetCounts()
			for _, run := range part.Runs {
				b.count(p.Language(), d.Format.ReadRun(text, run), 1)
			}
			mask = d.Format.AppendMask(mask[:0], text, part)
			b.add(paragraph{source: i, index: index, place: file + 1 + at, words: p.Words, codes: b.countCodeWords(d.Text.Slice(part.Span), mask)})
		}
		if !isParagraph && block.Kind != markup.Heading && block.Kind != markup.FrontMatter {
			last := &b.paragraphs[len(b.paragraphs)-1]
			last.after = append(last.after, b.countCodeWords(d.Text.Slice(block.Span), nil)...)
		}
		n++
	}
	begin(n)
}

// countCodeWords returns the words of a text outside its prose: those in code, formulas and addresses. The
// mask holds the prose, with spaces in place of the rest; nil means that there is no prose.
func (b *builder) countCodeWords(text string, mask []byte) (list []termCount) {
	counts := make(map[int32]float32)
	start := -1
	for i, r := range text + " " {
		switch isWord := r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r); {
		case isWord && start < 0:
			start = i
		case !isWord && start >= 0:
			if n := i - start; n > 1 && n <= longest && !unicode.IsDigit(rune(text[start])) && (mask == nil || mask[start] == ' ') {
				counts[b.codeID(strings.ToLower(text[start:i]))]++
			}
			start = -1
		}
	}
	for word, n := range counts {
		list = append(list, termCount{word, n})
	}
	slices.SortFunc(list, func(x, y termCount) int { return cmp.Compare(x.of, y.of) })
	return list
}

func (b *builder) codeID(word string) int32 {
	id, isKnown := b.codeIDs[word]
	if !isKnown {
		id = int32(len(b.codeIDs))
		b.codeIDs[word] = id
	}
	return id
}

// addCodes records the places of each word of code.
func (b *builder) addCodes() {
	b.codes = make([][]termCount, len(b.codeIDs))
	place := -1
	for _, p := range b.paragraphs {
		for _, list := range [][]termCount{p.codes, p.after} {
			for _, q := range list {
				if place != p.place {
					place = p.place
					b.coded++
				}
				places := b.codes[q.of]
				if last := len(places) - 1; last >= 0 && places[last].of == int32(place) {
					places[last].n += q.n
				} else {
					b.codes[q.of] = append(places, termCount{int32(place), q.n})
				}
			}
		}
	}
}

func (b *builder) addHeading(source, place int, title string) {
	b.resetCounts()
	b.count(b.sources[source].Document.Language, title, headingCount)
	b.add(paragraph{source: source, index: -1, place: place})
}

func (b *builder) resetCounts() { b.counts = make(map[int32]float32) }

// longest is the greatest length of a term in bytes.
const longest = 80

func (b *builder) count(l *language.Language, text string, by float32) {
	l.Vocabulary.Words([]byte(text), func(w language.Word, start, end int) {
		if w.Class != language.Content || end-start > longest {
			return
		}
		b.counts[b.termID(l, w.Form)] += by
	})
}

// termID returns the number of the term that has the given form.
func (b *builder) termID(l *language.Language, f language.Form) int32 {
	known := b.forms[l.Vocabulary]
	if int(f) >= len(known) {
		known = append(known, make([]int32, int(f)+1+int(f)/2-len(known))...)
		b.forms[l.Vocabulary] = known
	}
	if known[f] == 0 {
		stem := l.Code + " " + l.Vocabulary.Stem(f)
		id, isKnown := b.ids[stem]
		if !isKnown {
			id = int32(len(b.terms))
			b.ids[stem] = id
			written := l.Vocabulary.Written(f)
			b.terms, b.written, b.isWeak = append(b.terms, nil), append(b.written, written), append(b.isWeak, !l.IsInformative(written))
		}
		known[f] = id + 1
	}
	return known[f] - 1
}

func (b *builder) add(p paragraph) {
	at := int32(len(b.paragraphs))
	size := 0
	for term, n := range b.counts {
		p.terms = append(p.terms, termCount{term, n})
		b.terms[term] = append(b.terms[term], termCount{at, n})
		size += int(n)
	}
	slices.SortFunc(p.terms, func(x, y termCount) int { return cmp.Compare(x.of, y.of) })
	b.paragraphs = append(b.paragraphs, p)
	b.places[p.place].size += size
	if p.index >= 0 {
		b.places[p.place].paragraphs++
	}
	for n := p.place; n >= 0; n = b.places[n].parent {
		b.places[n].whole += size
	}
}
