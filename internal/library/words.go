package library

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Word is a word that is looked for.
type Word struct {
	Keys []Key // any of which is the word: one for each language, and without accents

	// Rarity is how much it says that a passage has the word. A word that no passage has says more than any
	// other.
	Rarity float32

	// In is how many passages have it.
	In int

	// IsStop says that it is a stop word in some of the languages.
	IsStop bool
}

// Word returns the word as the index has it, in the languages of its texts. It is false if the word is a stop
// word in all of them.
func (x *Index) Word(written string) (w Word, says bool) {
	languages := x.languages
	if len(languages) == 0 {
		languages = []*language.Language{language.Default}
	}
	plain := WithoutAccents(written)
	share := float32(0) // of the texts, in whose language it says something
	for i, l := range languages {
		if l.Vocabulary.ClassOf(written) == language.Stop {
			w.IsStop = true
			continue
		}
		says = true
		if i < len(x.speakers) {
			share += float32(x.speakers[i]) / float32(len(x.texts))
		}
		w.Keys = append(w.Keys, hash(l.Vocabulary.StemOf(written)), hash(beforePlain+l.Vocabulary.StemOf(plain)), hash(l.Vocabulary.StemOf(plain)))
	}
	if says {
		w.Keys = append(w.Keys, restKey(written))
	}
	w.Keys = x.known(w.Keys)
	w.In = len(x.occurrences(w.Keys))
	w.Rarity = share * idf(w.In, len(x.passages))
	return w, says
}

// AnyOf returns what has any of some words.
func (x *Index) AnyOf(words []Word) (either Word) {
	for _, w := range words {
		either.Keys = append(either.Keys, w.Keys...)
	}
	either.Keys = x.known(either.Keys)
	either.In = len(x.occurrences(either.Keys))
	either.Rarity = idf(either.In, len(x.passages))
	return either
}

// known returns those of some keys that a passage or the name of a text has, each once.
func (x *Index) known(keys []Key) []Key {
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(k Key) bool { return len(x.terms.occurrencesOf(k)) == 0 && len(x.names.occurrencesOf(k)) == 0 })
}

// occurrences returns those of any of some keys in passages, in their order.
func (x *Index) occurrences(keys []Key) []occurrence {
	var list []occurrence
	for i, k := range keys {
		if of := x.terms.occurrencesOf(k); i == 0 {
			list = of
		} else if len(of) > 0 {
			list = merged(list, of)
		}
	}
	return list
}

// merged returns the occurrences in two lists.
func merged(a, b []occurrence) []occurrence {
	list := make([]occurrence, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0].owner(), b[0].owner()); {
		case c < 0:
			list, a = append(list, a[0]), a[1:]
		case c > 0:
			list, b = append(list, b[0]), b[1:]
		default:
			list, a, b = append(list, newOccurrence(int(a[0].owner()), uint32(a[0].count()+b[0].count()))), a[1:], b[1:]
		}
	}
	return append(append(list, a...), b...)
}

// Candidate is a passage that has some of the words that are looked for.
type Candidate struct {
	Name     string // of its text
	Text     string // the title of its text
	Language string // of its text, its code
	Passage  int    // in its text, from 0
	Score    float64
	OfText   float64 // what the score has from the text that it is in
}

// What is weighed in candidates, besides the passage itself.
const (
	textShare = .3 // what the text has that a passage is in
	nameShare = .5 // and its name and title
)

// Candidates returns the passages that have most of some words, at most n, the best first. If some are required, each has these;
// a requirement is a list of words.
func (x *Index) Candidates(words []Word, required [][]Word, n int) []Candidate {
	passages, texts := make([]float32, len(x.passages)), make([]float32, len(x.texts))
	for _, w := range words {
		list := x.occurrences(w.Keys)
		for j := 0; j < len(list); { // one text after the other
			text := x.textOf[list[j].owner()]
			end := x.end(int(text))
			sum := float32(0)
			for ; j < len(list) && list[j].owner() < end; j++ {
				o := list[j]
				sum += o.count()
				passages[o.owner()] += w.Rarity * saturate(o.count(), passageK, x.slow[o.owner()])
			}
			texts[text] += textShare * w.Rarity * saturate(sum, textK, x.texts[text].slow)
		}
		for _, k := range w.Keys {
			for _, o := range x.names.occurrencesOf(k) {
				texts[o.owner()] += nameShare * w.Rarity
				for p := x.texts[o.owner()].first; p < x.end(int(o.owner())); p++ {
					passages[p] += 1e-3 * w.Rarity // so that a text that has the word in its name alone is found
				}
			}
		}
	}
	for _, all := range required {
		for _, w := range all {
			has := x.occurrences(w.Keys)
			for p := range passages {
				for len(has) > 0 && int(has[0].owner()) < p {
					has = has[1:]
				}
				if len(has) == 0 || int(has[0].owner()) != p {
					passages[p] = 0
				}
			}
		}
	}
	var list []ranked
	least := float32(0) // of those that may still come in
	for p, score := range passages {
		if score <= 0 {
			continue
		}
		if score += texts[x.textOf[p]]; score <= least {
			continue
		}
		if list = append(list, ranked{int32(p), score}); len(list) >= 4*n {
			slices.SortStableFunc(list, byScore)
			list = list[:n]
			least = list[n-1].score
		}
	}
	slices.SortStableFunc(list, byScore)
	list = list[:min(n, len(list))]
	found := make([]Candidate, len(list))
	for i, r := range list {
		t := &x.texts[x.textOf[r.of]]
		found[i] = Candidate{Name: t.name, Text: t.title, Language: x.languages[t.language].Code, Passage: int(r.of - t.first), Score: float64(r.score), OfText: float64(texts[x.textOf[r.of]])}
	}
	return found
}

// PassagesOf returns the passages of a text, without their terms.
func (x *Index) PassagesOf(name string) []Passage {
	i, is := slices.BinarySearchFunc(x.texts, name, func(t indexedText, name string) int { return cmp.Compare(t.name, name) })
	if !is {
		return nil
	}
	var list []Passage
	for _, p := range x.passages[x.texts[i].first:x.end(i)] {
		list = append(list, Passage{Span: markup.Span{Start: int(p.start), End: int(p.end)}, Line: int(p.line), Title: p.title, Section: p.section})
	}
	return list
}

// Matcher tells words of texts apart by what is looked for. It is for one goroutine at a time.
type Matcher struct {
	reader Reader
	words  map[Key]int // the number of what is looked for
}

// NewMatcher returns a matcher for some words.
func NewMatcher(words []Word) *Matcher {
	m := &Matcher{words: make(map[Key]int)}
	m.reader.reset()
	for i, w := range words {
		for _, k := range w.Keys {
			if _, is := m.words[k]; !is {
				m.words[k] = i
			}
		}
	}
	return m
}

// Words calls yield with each word of a text and the number of what is looked for that it is, or -1.
func (m *Matcher) Words(l *language.Language, text []byte, yield func(word, start, end int, c language.Class)) {
	l.Vocabulary.Words(text, func(w language.Word, start, end int) {
		written := string(text[start:end])
		isWhole := true
		at := start
		for part := range Parts(written) {
			isWhole = false
			at += strings.Index(written[at-start:], part)
			yield(m.part(l, part), at, at+len(part), w.Class)
			at += len(part)
		}
		if isWhole {
			yield(m.match(l, w, written), start, end, w.Class)
		}
	})
}

// part returns what a part of a name is.
func (m *Matcher) part(l *language.Language, written string) int {
	for _, k := range []Key{restKey(written), hash(l.Vocabulary.StemOf(written))} {
		if i, is := m.words[k]; is {
			return i
		}
	}
	return -1
}

func (m *Matcher) match(l *language.Language, w language.Word, written string) int {
	if w.Class == language.Stop || len(written) > longestTerm {
		return -1
	}
	if i, is := m.words[m.reader.key(l, w.Form)]; is {
		return i
	}
	if i, is := m.words[m.reader.plainKey(l, w.Form, written)]; is { // 0 is none
		return i
	}
	if i, is := m.words[restKey(written)]; is {
		return i
	}
	return -1
}
