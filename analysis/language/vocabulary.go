package language

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Term is the number of a word without case and inflection. It is valid as long as its vocabulary. The order of terms has no meaning.
type Term uint32

// Form is the number of a word as written.
type Form uint32

// Class says what use a method can make of a word.
type Class uint8

// The classes of words.
const (
	Content Class = iota // a word that says what a text is about
	Stop                 // a stop word: too common in its language to carry meaning
	Numeral              // digits without a letter
)

// Word is the vocabulary's entry for a written word.
type Word struct {
	Form    Form
	Term    Term
	Class   Class
	Foreign bool // not a stop word here, but one in another language
	Elided  bool // joined to the next word by an apostrophe, as l' in l'eau: the two count as one word
}

// Vocabulary holds the distinct words that it has been asked for. Several goroutines may use it: looking up a known word takes no lock.
type Vocabulary struct {
	wordRules
	*wordStore

	common map[Term]bool // the stop words of one text; see Language.AdaptedTo
}

// wordRules says how a vocabulary reads words.
type wordRules struct {
	stem   func(string) string
	isStop func(string) bool
	split  func(text []byte, yield func(start, end int)) // the function Words, in most languages
	tongue uint8                                         // 0 unless the language is a guest; see guests.go
}

// wordStore holds the words read. Guests share the store of their host, so that terms and forms are the same in all languages
// of a text.
type wordStore struct {
	host  *Vocabulary
	table atomic.Pointer[wordTable]

	mu     sync.Mutex // guards guests, and the addition of words
	terms  map[string]Term
	guests []*Language // a guest is at the index tongue-1
}

// wordTable is a hash table with open addressing. A writer stores first the word and then its number in a slot, so a reader
// who sees the number sees the word. The fields for look-ups are small and close together, because most of an analysis is
// spent here.
type wordTable struct {
	slots   []atomic.Uint32 // the number of a word plus one; 0 is free
	known   []knownWord     // by number, as many as the slots may hold
	written []string        // by number
	count   atomic.Uint32   // words so far
}

// knownWord is the table's entry for a word. The word's number is its form.
type knownWord struct {
	head, tail     uint64 // the key, with the next two
	length, tongue uint8
	class          Class
	foreign        bool
	term           Term
}

func (k *knownWord) key() wordKey { return wordKey{k.head, k.tail, k.length, k.tongue} }

// wordKey is the part of a word that is compared first: both ends, which in a short word are the whole word, and the length
// up to 255. A word of several languages has an entry in each.
type wordKey struct {
	head, tail uint64
	length     uint8
	tongue     uint8
}

// wholeKey is the greatest length at which the key is the whole word.
const wholeKey = 16

// firstSlots is the number of slots of a new table; a power of two, as all sizes are.
const firstSlots = 1 << 4

func newTable(slots int) *wordTable {
	return &wordTable{slots: make([]atomic.Uint32, slots), known: make([]knownWord, slots/2), written: make([]string, slots/2)}
}

func newVocabulary(stem func(string) string, isStop func(string) bool, split func([]byte, func(start, end int))) *Vocabulary {
	v := &Vocabulary{wordRules: wordRules{stem: stem, isStop: isStop, split: split}, wordStore: &wordStore{terms: make(map[string]Term)}}
	v.host = v
	v.table.Store(newTable(firstSlots))
	return v
}

// Words calls yield with each word of a text and its place, in order. It uses the function [Words], with changes for elided
// words (elision.go) and for languages that do not separate words (pairs.go).
func (v *Vocabulary) Words(text []byte, yield func(w Word, start, end int)) {
	t := v.table.Load()
	v.split(text, func(start, end int) {
		word := text[start:end]
		k, h := keyOf(word, v.tongue)
		w, ok := t.find(word, k, h)
		if !ok {
			w = v.addWord(string(word), k, h)
			t = v.table.Load()
		}
		if v.common != nil && v.common[w.Term] && w.Class == Content {
			w.Class = Stop
		}
		w.Elided = isElided(word)
		yield(w, start, end)
	})
}

// Host returns the vocabulary that gives this one its terms and forms. It is another one if the language is a guest or has
// the stop words of one text.
func (v *Vocabulary) Host() *Vocabulary { return v.host }

// Len returns the number of distinct words.
func (v *Vocabulary) Len() int { return int(v.table.Load().count.Load()) }

// Written returns a form as it was written.
func (v *Vocabulary) Written(f Form) string { return v.table.Load().written[f] }

// find returns the entry of a word; false if it is not in the table.
func (t *wordTable) find(word []byte, sought wordKey, hash uint32) (Word, bool) {
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		number := t.slots[i].Load()
		if number == 0 {
			return Word{}, false
		}
		number--
		if k := &t.known[number]; k.key() == sought && (sought.length <= wholeKey || t.written[number] == string(word)) {
			return Word{Form: Form(number), Term: k.term, Class: k.class, Foreign: k.foreign}, true
		}
	}
}

// put adds a word that is not in the table, and returns its form.
func (t *wordTable) put(word string, k knownWord, hash uint32) Form {
	number := t.count.Load()
	t.known[number], t.written[number] = k, word
	t.count.Store(number + 1)
	mask := uint32(len(t.slots) - 1)
	i := hash & mask
	for t.slots[i].Load() != 0 {
		i = (i + 1) & mask
	}
	t.slots[i].Store(number + 1)
	return Form(number)
}

// larger returns a table with the same words and twice the slots.
func (t *wordTable) larger() *wordTable {
	larger := newTable(2 * len(t.slots))
	for number, word := range t.written {
		_, hash := keyOf([]byte(word), t.known[number].tongue)
		larger.put(word, t.known[number], hash)
	}
	return larger
}

// Stem returns a form without case and inflection. Terms are valid in one process only; stems are the same in all.
func (v *Vocabulary) Stem(f Form) string {
	t := v.table.Load()
	stem := v.stem
	if tongue := t.known[f].tongue; tongue != v.tongue {
		stem = v.rulesOf(tongue).stem
	}
	return stem(foldedForStemming(t.written[f]))
}

// StemOf returns the stem of a word without adding it to the vocabulary.
func (v *Vocabulary) StemOf(word string) string { return v.stem(foldedForStemming(word)) }

// ClassOf returns the class of a word without adding it to the vocabulary.
func (v *Vocabulary) ClassOf(word string) Class { return v.classify(foldedForStemming(word)) }

// foldedForStemming returns a word as lists of stop words and stemmers expect it: in lower case and NFC, with straight
// apostrophes, without fillers.
func foldedForStemming(word string) string {
	return norm.NFC.String(WithoutFillers(strings.ReplaceAll(strings.ToLower(word), "’", "'")))
}

// addWord adds a word and returns its entry.
func (v *Vocabulary) addWord(word string, sought wordKey, hash uint32) Word {
	plain := foldedForStemming(word)
	stem := v.stem(plain)
	v.mu.Lock()
	defer v.mu.Unlock()
	t := v.table.Load()
	if w, ok := t.find([]byte(word), sought, hash); ok {
		return w
	}
	if int(t.count.Load()) == len(t.written) {
		t = t.larger()
	}
	term, ok := v.terms[stem]
	if !ok {
		term = Term(len(v.terms))
		if strings.HasPrefix(word, stem) {
			stem = word[:len(stem)] // a prefix of word, which is kept anyway
		} else {
			stem = strings.Clone(stem)
		}
		v.terms[stem] = term
	}
	class := v.classify(plain)
	k := knownWord{
		sought.head, sought.tail, sought.length, sought.tongue,
		class, class == Content && v.tongue == 0 && isStopAnywhere(plain), term,
	}
	w := Word{Form: t.put(word, k, hash), Term: term, Class: class, Foreign: k.foreign}
	v.table.Store(t)
	return w
}

// WithoutFillers removes soft hyphens and joiners from a word. Package markup pads letters with them where the markup is longer.
func WithoutFillers(word string) string {
	for _, filler := range []string{"\u00ad", "\u200d", "\u2060"} { // nearly all words have none
		word = strings.ReplaceAll(word, filler, "")
	}
	return word
}

func (v *Vocabulary) classify(plain string) Class {
	switch {
	case !strings.ContainsFunc(plain, unicode.IsLetter):
		return Numeral
	case v.isStop(plain), strings.HasSuffix(plain, "'"): // an elided word
		return Stop
	}
	return Content
}

// keyOf returns the key and the hash of a word. Hashes cannot be predicted, so nobody can write a text whose words all collide.
func keyOf(word []byte, tongue uint8) (k wordKey, hash uint32) {
	n := len(word)
	k.length, k.tongue = uint8(min(n, 255)), tongue
	switch {
	case n >= 8:
		k.head, k.tail = binary.LittleEndian.Uint64(word), binary.LittleEndian.Uint64(word[n-8:])
	case n >= 4:
		k.head, k.tail = uint64(binary.LittleEndian.Uint32(word)), uint64(binary.LittleEndian.Uint32(word[n-4:]))
	case n > 0:
		k.head = uint64(word[0])<<16 | uint64(word[n/2])<<8 | uint64(word[n-1])
	}
	if n > wholeKey {
		return k, uint32(maphash.Bytes(hashSeed, word)) + uint32(tongue)
	}
	hi, lo := bits.Mul64(k.head^firstMix^uint64(n)^uint64(tongue)<<8, k.tail^secondMix)
	return k, uint32(hi^lo) ^ uint32((hi^lo)>>32)
}

// Random numbers of this process, mixed into hashes.
var (
	hashSeed  = maphash.MakeSeed()
	firstMix  = maphash.String(hashSeed, "first")
	secondMix = maphash.String(hashSeed, "second")
)
