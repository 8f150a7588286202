package library

import (
	"cmp"
	"hash/fnv"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Key identifies a term: a hash of its stem, the same in every process.
type Key uint32

// TermCount is a term with its number of occurrences.
type TermCount struct {
	Key Key
	N   uint32
}

// TextData is the data that a library has of a text.
type TextData struct {
	Title    string
	Language string      // its code
	Name     []TermCount // the terms of its title and its path
	Passages []Passage
}

// Passage is a fragment of a text.
type Passage struct {
	Span    markup.Span
	Line    int      // first line, counted from 0
	Title   string   // the heading above it, or its own title
	Section []string // the titles of the headings above it, the outermost first
	Size    int      // number of terms in its prose, with repetitions

	// Terms holds the terms of its prose and of the headings above it, and the words outside its prose, by key. A word of the nearest
	// heading counts twice.
	Terms []TermCount
}

// How many times a word counts in the heading right above a passage, and in those further up.
const (
	headingCount      = 2
	outerHeadingCount = 1
)

// Reader reads texts. It caches the keys of words, and is not safe for concurrent use.
type Reader struct {
	keys   map[*language.Vocabulary][]Key // for each form, its key; 0 means not known yet
	plain  map[string]Key                 // of words with accents; see accentlessKey
	counts map[Key]uint32
}

// Read returns the data of a document for a library; name is its path relative to the library.
func (r *Reader) Read(d *analysis.Document, name string) *TextData {
	t := &TextData{Title: d.Title(), Language: d.Language.Code}
	r.reset()
	r.count(d.Language, SeparateWords(strings.TrimSuffix(name, path.Ext(name))), 1)
	r.count(d.Language, t.Title, 1)
	t.Name = r.countsSinceReset()
	text := d.Text.String()
	for _, f := range d.Fragments() {
		t.Passages = append(t.Passages, r.passage(d, text, f))
	}
	if len(t.Passages) == 0 && text != "" {
		t.Passages = []Passage{r.titlesPassage(d, text)}
	}
	return t
}

// titlesPassage returns a passage for a text without prose, which is found by its titles.
func (r *Reader) titlesPassage(d *analysis.Document, text string) Passage {
	p := Passage{Span: markup.Span{Start: 0, End: len(text)}, Title: d.Title()}
	r.reset()
	for _, s := range d.Sections() {
		r.count(d.Language, s.Title, headingCount)
	}
	p.Terms = r.countsSinceReset()
	return p
}

// SeparateWords separates the words in the name of a folder or file.
func SeparateWords(name string) string { return inWords.Replace(name) }

var inWords = strings.NewReplacer("-", " ", "_", " ", "/", " ", ".", " ")

func (r *Reader) passage(d *analysis.Document, text string, f analysis.Fragment) Passage {
	p := Passage{Span: f.Span, Line: f.Line, Title: titleOf(d, f), Section: titlesAbove(d, f.Section)}
	r.reset()
	for l, b := range proseOf(d, f.First, f.End) {
		p.Size += r.countBlock(d, l, text, b)
	}
	r.countOutsideProse(d, text, f)
	r.countHeadings(d, f.Section)
	p.Terms = r.countsSinceReset()
	return p
}

// titlesAbove returns the titles of a section and of those that contain it, the outermost first.
func titlesAbove(d *analysis.Document, section int) (titles []string) {
	for ; section >= 0; section = d.Sections()[section].Parent {
		if title := strings.TrimSpace(d.Sections()[section].Title); title != "" {
			titles = append(titles, title)
		}
	}
	slices.Reverse(titles)
	return titles
}

// countOutsideProse counts the words of a fragment outside its prose, such as those in code. They have keys of their own, because they say less about the topic.
func (r *Reader) countOutsideProse(d *analysis.Document, text string, f analysis.Fragment) {
	blocks := d.Blocks()
	first, _ := slices.BinarySearchFunc(blocks, f.Span.Start, func(b markup.Block, at int) int { return cmp.Compare(b.Span.Start, at) })
	for _, b := range blocks[first:] {
		if b.Span.Start >= f.Span.End {
			break
		}
		if hasWordsOutsideProse(d, text, b) {
			language.WordsOrPairs([]byte(text[b.Span.Start:b.Span.End]), func(start, end int) {
				if end-start <= longestTerm {
					word := text[b.Span.Start+start : b.Span.Start+end]
					r.counts[literalKey(word)]++
					for part := range NameParts(word) {
						r.counts[literalKey(part)]++
					}
				}
			})
		}
	}
}

// hasWordsOutsideProse reports whether a block has words outside its prose; an image has, in its description.
func hasWordsOutsideProse(d *analysis.Document, text string, b markup.Block) bool {
	switch b.Kind {
	case markup.Code, markup.Table, markup.Definition, markup.Math, markup.HTML:
		return true
	case markup.Paragraph:
		return !slices.ContainsFunc(b.Runs, func(run markup.Run) bool { return d.Format.ReadRun(text, run) != "" })
	}
	return false
}

// titleOf returns the title of a fragment's section or, if the fragment was given a title or begins at a suggested boundary, its own.
func titleOf(d *analysis.Document, f analysis.Fragment) string {
	if f.Given == "" && !f.Suggested && f.Section >= 0 {
		return d.Sections()[f.Section].Title
	}
	return f.Title().Text
}

// proseOf yields the blocks, or the items of lists, that make up paragraphs, with their languages.
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
	by := uint32(headingCount)
	for ; section >= 0; section = d.Sections()[section].Parent {
		r.count(d.Language, d.Sections()[section].Title, by)
		by = outerHeadingCount
	}
}

// countBlock counts the words that a reader sees. Inline code counts, because it carries most of the topic in a manual.
func (r *Reader) countBlock(d *analysis.Document, l *language.Language, text string, b markup.Block) (n int) {
	for _, run := range b.Runs {
		n += r.count(l, d.Format.ReadRun(text, run), 1)
	}
	return n
}

// longestTerm is the greatest length of a term in bytes. A longer word is a key, an address or data.
const longestTerm = 80

// count adds times to the count of a term for each of its occurrences in a text, and returns the number of content words.
func (r *Reader) count(l *language.Language, text string, times uint32) (n int) {
	l.Vocabulary.Words([]byte(text), func(w language.Word, start, end int) {
		if w.Class == language.Stop || end-start > longestTerm {
			return
		}
		r.counts[r.key(l, w.Form)] += times
		if plain := r.accentlessKey(l, w.Form, text[start:end]); plain != 0 {
			r.counts[plain] += times
		}
		for part := range NameParts(text[start:end]) {
			r.counts[literalKey(part)] += times
		}
		if w.Class == language.Content {
			n++
		}
	})
	eachForeignPair(l, text, func(start, end int) { r.counts[literalKey(text[start:end])] += times })
	return n
}

// eachForeignPair yields each pair of characters of scripts without spaces, such as Chinese words in an English
// text. In a language with spaces, a word holds only one character of such a script.
func eachForeignPair(l *language.Language, text string, yield func(start, end int)) {
	if l.Grammar().Unparted || !strings.ContainsFunc(text, language.IsUnspaced) {
		return
	}
	language.WordsOrPairs([]byte(text), func(start, end int) {
		if first, _ := utf8.DecodeRuneInString(text[start:]); language.IsUnspaced(first) {
			yield(start, end)
		}
	})
}

func (r *Reader) reset() {
	if r.counts == nil {
		r.keys, r.plain, r.counts = make(map[*language.Vocabulary][]Key), make(map[string]Key), make(map[Key]uint32)
	}
	clear(r.counts)
}

// countsSinceReset returns the counts since the last reset.
func (r *Reader) countsSinceReset() []TermCount {
	list := make([]TermCount, 0, len(r.counts))
	for k, n := range r.counts {
		list = append(list, TermCount{k, n})
	}
	slices.SortFunc(list, byKey)
	return list
}

func byKey(a, b TermCount) int { return cmp.Compare(a.Key, b.Key) }

// key returns the key of a form of a word.
func (r *Reader) key(l *language.Language, f language.Form) Key {
	keys := r.keys[l.Vocabulary.Host()]
	if int(f) >= len(keys) {
		keys = append(keys, make([]Key, int(f)+1+int(f)/2-len(keys))...)
		r.keys[l.Vocabulary.Host()] = keys
	}
	if keys[f] == 0 {
		keys[f] = hash(l.Vocabulary.Stem(f))
	}
	return keys[f]
}

func hash(stem string) Key {
	h := fnv.New32a()
	h.Write([]byte(stem)) // never fails
	return max(1, Key(h.Sum32()))
}

// Prefixes of strings that are hashed to keys of words other than stems. No stem begins with them, so such keys differ from those of stems.
const (
	beforeRest  = "`"
	beforePlain = "~"
)

// literalKey returns the key of a word outside prose, which is not stemmed.
func literalKey(word string) Key { return hash(beforeRest + strings.ToLower(word)) }

// NameParts yields the words in a name in a program, such as site_url or config.site.
func NameParts(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !strings.ContainsAny(word, "._:") || !strings.ContainsFunc(word, unicode.IsLetter) {
			return
		}
		for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == '.' || r == '_' || r == ':' }) {
			if part != word && !yield(part) {
				return
			}
		}
	}
}

// accentlessKey returns the key by which a word with accents is found without them; 0 if it has none.
func (r *Reader) accentlessKey(l *language.Language, f language.Form, word string) Key {
	if isASCII(word) {
		return 0
	}
	key, ok := r.plain[word]
	if !ok {
		if plain := LowerWithoutAccents(word); plain != strings.ToLower(word) {
			key = hash(beforePlain + l.Vocabulary.StemOf(plain))
		}
		r.plain[word] = key
	}
	return key
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// KeyOf returns the key of a word as written, in lower case.
func KeyOf(word string) Key { return hash(strings.ToLower(word)) }

// LowerWithoutAccents returns a text in lower case without the marks on its letters.
func LowerWithoutAccents(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	var plain strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		if !unicode.Is(unicode.Mn, r) {
			plain.WriteRune(r)
		}
	}
	return norm.NFC.String(plain.String())
}
