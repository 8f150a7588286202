package library

import (
	"cmp"
	"hash/fnv"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Key stands for a term: a hash of its stem, the same in every process.
type Key uint32

// Count is how often a term occurs.
type Count struct {
	Key Key
	N   uint32
}

// Text is what a library keeps of a text.
type Text struct {
	Title    string
	Name     []Count // the terms of its title and its path
	Passages []Passage
}

// Passage is a fragment of a text.
type Passage struct {
	Span  markup.Span
	Line  int    // where its first paragraph begins, counted from 0
	Title string // the heading above it, or what it is about
	Size  int    // how many terms its prose has, with repetitions

	// Terms are those of its prose and of the headings above it, by key. A heading counts more
	// often than its words are there.
	Terms []Count
}

// How often a word counts in the heading right above a passage, and in those further up.
const (
	inHeading = 2
	inOuter   = 1
)

// Reader reads texts. It remembers the keys of words, and is for one goroutine at a time.
type Reader struct {
	keys   map[*language.Vocabulary][]Key // by form; 0 of one that is not known yet
	counts map[Key]uint32
}

// Read is what a library keeps of a document with this path, relative to the library.
func (r *Reader) Read(d *analysis.Document, name string) *Text {
	t := &Text{Title: analysis.TitleOf(d)}
	r.start()
	r.count(d.Language, inWords.Replace(strings.TrimSuffix(name, path.Ext(name))), 1)
	r.count(d.Language, t.Title, 1)
	t.Name = r.counted()
	text := d.Text.String()
	for _, f := range d.Fragments() {
		t.Passages = append(t.Passages, r.passage(d, text, f))
	}
	return t
}

// inWords takes the names of folders and files apart.
var inWords = strings.NewReplacer("-", " ", "_", " ", "/", " ", ".", " ")

func (r *Reader) passage(d *analysis.Document, text string, f analysis.Fragment) Passage {
	p := Passage{Span: f.Span, Line: f.Line, Title: titleOf(d, f)}
	r.start()
	for l, b := range proseOf(d, f.First, f.End) {
		p.Size += r.countBlock(d, l, text, b)
	}
	r.countHeadings(d, f.Section)
	p.Terms = r.counted()
	return p
}

// titleOf is the heading above a fragment if it is the first one there, else what it is about.
func titleOf(d *analysis.Document, f analysis.Fragment) string {
	if f.Given == "" && !f.Suggested && f.Section >= 0 {
		return d.Sections()[f.Section].Title
	}
	return f.Title().Text
}

// proseOf yields the blocks, or items of lists, that paragraphs are made of, with the languages
// that they are in.
func proseOf(d *analysis.Document, first, end int) iter.Seq2[*language.Language, markup.Block] {
	return func(yield func(*language.Language, markup.Block) bool) {
		blocks := d.Blocks()
		for _, p := range d.Paragraphs()[first:end] {
			b := blocks[p.Block]
			if p.Child >= 0 {
				b = b.Children[p.Child]
			}
			if !yield(p.Language(), b) {
				return
			}
		}
	}
}

func (r *Reader) countHeadings(d *analysis.Document, section int) {
	by := uint32(inHeading)
	for ; section >= 0; section = d.Sections()[section].Parent {
		r.count(d.Language, d.Sections()[section].Title, by)
		by = inOuter
	}
}

// countBlock counts the words that a reader sees, those in inline code too: in a manual they say
// most of what it is about.
func (r *Reader) countBlock(d *analysis.Document, l *language.Language, text string, b markup.Block) (n int) {
	for _, run := range b.Runs {
		n += r.count(l, d.Format.Reading(text, run), 1)
	}
	return n
}

// longestTerm is how many bytes a word may have that says something: a longer one is a key, an
// address, or data.
const longestTerm = 80

// count counts the terms of a text, each as often as by says.
func (r *Reader) count(l *language.Language, text string, by uint32) (n int) {
	l.Vocabulary.Words([]byte(text), func(w language.Word, start, end int) {
		if w.Class == language.Content && end-start <= longestTerm {
			r.counts[r.key(l, w.Form)] += by
			n++
		}
	})
	return n
}

func (r *Reader) start() {
	if r.counts == nil {
		r.keys, r.counts = make(map[*language.Vocabulary][]Key), make(map[Key]uint32)
	}
	clear(r.counts)
}

// counted is what has been counted since the start.
func (r *Reader) counted() []Count {
	list := make([]Count, 0, len(r.counts))
	for k, n := range r.counts {
		list = append(list, Count{k, n})
	}
	slices.SortFunc(list, byKey)
	return list
}

func byKey(a, b Count) int { return cmp.Compare(a.Key, b.Key) }

// key is that of a form.
func (r *Reader) key(l *language.Language, f language.Form) Key {
	keys := r.keys[l.Vocabulary.Host()]
	if int(f) >= len(keys) {
		keys = append(keys, make([]Key, int(f)+1+int(f)/2-len(keys))...)
		r.keys[l.Vocabulary.Host()] = keys
	}
	if keys[f] == 0 {
		h := fnv.New32a()
		h.Write([]byte(l.Vocabulary.Stem(f))) // never fails
		keys[f] = max(1, Key(h.Sum32()))
	}
	return keys[f]
}
