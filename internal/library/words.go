package library

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// SearchWord is a word to search for.
type SearchWord struct {
	Keys []Key // alternatives: its keys in each language, with and without accents, and its key in code

	// Rarity is the weight of the word in a passage. It is highest for a word that no passage has.
	Rarity float32

	// In is the number of passages that have the word.
	In int

	// IsStop is set if the word is a stop word in one of the languages.
	IsStop bool
}

// ResolveWord returns the search word for a word as written, in the languages of the index's texts. It returns false if it is a stop
// word in all of them.
func (x *Index) ResolveWord(written string) (w SearchWord, says bool) {
	languages := x.languages
	if len(languages) == 0 {
		languages = []*language.Language{language.Default}
	}
	share := float32(0) // share of the texts in whose language it is not a stop word
	for i, l := range languages {
		bare := l.AfterElision(written)
		if l.Vocabulary.ClassOf(bare) == language.Stop {
			w.IsStop = true
			continue
		}
		says = true
		if i < len(x.speakers) {
			share += float32(x.speakers[i]) / float32(len(x.texts))
		}
		plain := LowerWithoutAccents(bare)
		w.Keys = append(w.Keys, hash(l.Vocabulary.StemOf(bare)), hash(beforePlain+l.Vocabulary.StemOf(plain)), hash(l.Vocabulary.StemOf(plain)))
	}
	if says {
		w.Keys = append(w.Keys, literalKey(written))
	}
	w.Keys = x.knownKeys(w.Keys)
	w.In = len(x.occurrences(w.Keys))
	w.Rarity = share * idf(w.In, len(x.passages))
	return w, says
}

// AnyOf returns a word that matches any of these words.
func (x *Index) AnyOf(words []SearchWord) (either SearchWord) {
	for _, w := range words {
		either.Keys = append(either.Keys, w.Keys...)
	}
	either.Keys = x.knownKeys(either.Keys)
	either.In = len(x.occurrences(either.Keys))
	either.Rarity = idf(either.In, len(x.passages))
	return either
}

// knownKeys returns the keys that occur in a passage or in the name of a text, each once.
func (x *Index) knownKeys(keys []Key) []Key {
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(k Key) bool { return len(x.terms.occurrencesOf(k)) == 0 && len(x.names.occurrencesOf(k)) == 0 })
}

// occurrences returns the occurrences of any of the keys in passages, in the order of the passages.
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

// merged merges two lists of occurrences, in the order of passages. It adds the counts of those in both.
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

// Candidate is a passage that has some of the words of a search.
type Candidate struct {
	Name     string // of its text
	Text     string // the title of its text
	Language string // code of the text's language
	Passage  int    // index in its text
	Score    float64
	OfText   float64 // the part of the score due to the text that contains it
}

// Weights in the score of a candidate, besides that of the passage itself.
const (
	textShare = .3 // of the text that contains the passage
	nameShare = .5 // of the text's name and title
)

// Candidates returns the n best passages for the words, or fewer, the best first. Each of them has all the words in required.
func (x *Index) Candidates(words []SearchWord, required [][]SearchWord, n int) []Candidate {
	passages, texts := make([]float32, len(x.passages)), make([]float32, len(x.texts))
	for _, w := range words {
		list := x.occurrences(w.Keys)
		for j := 0; j < len(list); { // once for each text
			text := x.textOf[list[j].owner()]
			end := x.passagesEnd(int(text))
			sum := float32(0)
			for ; j < len(list) && list[j].owner() < end; j++ {
				o := list[j]
				sum += o.count()
				passages[o.owner()] += w.Rarity * saturate(o.count(), passageSaturation, x.slow[o.owner()])
			}
			texts[text] += textShare * w.Rarity * saturate(sum, textK, x.texts[text].slow)
		}
		for _, k := range w.Keys {
			for _, o := range x.names.occurrencesOf(k) {
				texts[o.owner()] += nameShare * w.Rarity
				for p := x.texts[o.owner()].first; p < x.passagesEnd(int(o.owner())); p++ {
					passages[p] += 1e-3 * w.Rarity // so that a text with the word only in its name is found
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
	least := float32(0) // a passage must score more to be among the best n
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
	for _, p := range x.passages[x.texts[i].first:x.passagesEnd(i)] {
		list = append(list, Passage{Span: markup.Span{Start: int(p.start), End: int(p.end)}, Line: int(p.line), Title: p.title, Section: p.section})
	}
	return list
}

// Matcher recognizes the words of a search in texts. It is not safe for concurrent use.
type Matcher struct {
	reader Reader
	words  map[Key]int // for each key, the number of its word
}

// NewMatcher returns a matcher for some words.
func NewMatcher(words []SearchWord) *Matcher {
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

// EachWord calls yield with each word of a text, or each part of a name in a program, and the number of the search word that it matches, or
// -1; then with further pairs of characters that match.
func (m *Matcher) EachWord(l *language.Language, text []byte, yield func(word, start, end int, c language.Class)) {
	l.Vocabulary.Words(text, func(w language.Word, start, end int) {
		written := string(text[start:end])
		isWhole := true
		at := start
		for part := range NameParts(written) {
			isWhole = false
			at += strings.Index(written[at-start:], part)
			yield(m.partNumber(l, part), at, at+len(part), w.Class)
			at += len(part)
		}
		if isWhole {
			yield(m.wordNumber(l, w, written), start, end, w.Class)
		}
	})
	eachForeignPair(l, string(text), func(start, end int) {
		if i, is := m.words[literalKey(string(text[start:end]))]; is {
			yield(i, start, end, language.Content)
		}
	})
}

// partNumber returns the number of the search word that a part of a name matches, or -1.
func (m *Matcher) partNumber(l *language.Language, written string) int {
	for _, k := range []Key{literalKey(written), hash(l.Vocabulary.StemOf(written))} {
		if i, is := m.words[k]; is {
			return i
		}
	}
	return -1
}

func (m *Matcher) wordNumber(l *language.Language, w language.Word, written string) int {
	if w.Class == language.Stop || len(written) > longestTerm {
		return -1
	}
	if i, is := m.words[m.reader.key(l, w.Form)]; is {
		return i
	}
	if i, is := m.words[m.reader.accentlessKey(l, w.Form, written)]; is { // 0 is not a key
		return i
	}
	if i, is := m.words[literalKey(written)]; is {
		return i
	}
	return -1
}

// PlainWords returns the words of a text, in lower case and without accents.
func PlainWords(content []byte) map[string]bool {
	const longest = 40 // bytes
	own, seen := make(map[string]bool), make(map[string]bool)
	language.WordsOrPairs(content, func(start, end int) {
		if end-start <= longest && !seen[string(content[start:end])] {
			word := string(content[start:end])
			seen[word] = true
			own[LowerWithoutAccents(word)] = true
		}
	})
	return own
}

// WordsWithPrefix returns the shortest, at most 50, of sorted [PlainWords] that begin with the given letters.
func WordsWithPrefix(sorted []string, letters string) []string {
	const most = 50
	letters = LowerWithoutAccents(letters)
	first, _ := slices.BinarySearch(sorted, letters)
	last := first
	for last < len(sorted) && strings.HasPrefix(sorted[last], letters) {
		last++
	}
	found := slices.Clone(sorted[first:last])
	slices.SortStableFunc(found, func(a, b string) int { return len(a) - len(b) })
	return found[:min(len(found), most)]
}
