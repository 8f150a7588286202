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

// Term is what is left of a word when case and inflection are taken away. Terms
// are numbers that hold for the life of their vocabulary; they say nothing about
// order.
type Term uint32

// Form is a word as it was written, as a number of the same kind.
type Form uint32

// Class says what a word is good for.
type Class uint8

// The classes of words.
const (
	Content Class = iota // a word that says what a text is about
	Stop                 // a stop word: too common in its language to say anything
	Numeral              // digits without a letter
)

// Word is what the vocabulary knows of a written word.
type Word struct {
	Form  Form
	Term  Term
	Class Class
}

// Vocabulary knows every distinct word that it has been asked for, and has stemmed
// each of them once. It may be used by several goroutines: looking a word up takes no
// lock.
type Vocabulary struct {
	stem   func(string) string
	isStop func(string) bool
	split  func(text []byte, yield func(start, end int)) // the function Words, for most

	known atomic.Pointer[table]

	mu    sync.Mutex // guards learning
	terms map[string]Term
}

// table is a hash table with open addressing. Whoever holds the lock of the vocabulary
// puts words into it, first the word, then its number into a slot; who sees the number
// so sees the word. A table that is full is replaced.
type table struct {
	slots []atomic.Uint32 // one more than the number of a word; 0 is free
	words []known         // as many as the slots may come to hold
	count atomic.Uint32   // words so far
}

// known is a written word with what is known of it. Its number is its form.
type known struct {
	written string
	hash    uint32
	term    Term
	class   Class
}

// firstSlots is how many slots a table begins with; a power of two, as they all are.
const firstSlots = 1 << 12

func newTable(slots int) *table {
	return &table{slots: make([]atomic.Uint32, slots), words: make([]known, slots/2)}
}

func newVocabulary(stem func(string) string, isStop func(string) bool) *Vocabulary {
	v := &Vocabulary{stem: stem, isStop: isStop, split: Words, terms: make(map[string]Term)}
	v.known.Store(newTable(firstSlots))
	return v
}

// Words calls yield with each word of a text, in order; see the function [Words], and
// bigrams.go for the languages that do not part words.
func (v *Vocabulary) Words(text []byte, yield func(Word)) {
	v.split(text, func(start, end int) { yield(v.lookup(text[start:end])) })
}

// Len is the number of distinct words.
func (v *Vocabulary) Len() int { return int(v.known.Load().count.Load()) }

// Written returns a form as it was written.
func (v *Vocabulary) Written(f Form) string { return v.known.Load().words[f].written }

// lookup returns what is known of a word, learning it if need be.
func (v *Vocabulary) lookup(word []byte) Word {
	h := hash(word)
	if w, ok := v.known.Load().find(word, h); ok {
		return w
	}
	return v.learn(string(word), h)
}

func (t *table) find(word []byte, h uint32) (Word, bool) {
	mask := uint32(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		number := t.slots[i].Load()
		if number == 0 {
			return Word{}, false
		}
		if k := &t.words[number-1]; k.hash == h && k.written == string(word) {
			return Word{Form(number - 1), k.term, k.class}, true
		}
	}
}

// put adds a word that the table does not have.
func (t *table) put(k known) Form {
	number := t.count.Load()
	t.words[number] = k
	t.count.Store(number + 1)
	mask := uint32(len(t.slots) - 1)
	i := k.hash & mask
	for t.slots[i].Load() != 0 {
		i = (i + 1) & mask
	}
	t.slots[i].Store(number + 1)
	return Form(number)
}

func (v *Vocabulary) learn(word string, h uint32) Word {
	plain := norm.NFC.String(WithoutFillers(strings.ReplaceAll(strings.ToLower(word), "’", "'")))
	stem := v.stem(plain)
	v.mu.Lock()
	defer v.mu.Unlock()
	t := v.known.Load()
	if w, ok := t.find([]byte(word), h); ok {
		return w
	}
	if int(t.count.Load()) == len(t.words) {
		larger := newTable(2 * len(t.slots))
		for _, k := range t.words {
			larger.put(k)
		}
		t = larger
	}
	term, ok := v.terms[stem]
	if !ok {
		term = Term(len(v.terms))
		v.terms[strings.Clone(stem)] = term
	}
	k := known{word, h, term, v.classify(plain)}
	w := Word{t.put(k), term, k.class}
	v.known.Store(t)
	return w
}

// WithoutFillers is a word without what is no part of it: soft hyphens and joiners, with
// which package markup fills letters up where the markup for them is longer.
func WithoutFillers(word string) string { return fillers.Replace(word) }

var fillers = strings.NewReplacer("\u00ad", "", "\u200d", "")

func (v *Vocabulary) classify(plain string) Class {
	switch {
	case !strings.ContainsFunc(plain, unicode.IsLetter):
		return Numeral
	case v.isStop(plain):
		return Stop
	}
	return Content
}

var hashSeed = maphash.MakeSeed()

// hash is a number for a word. Of words up to 16 bytes it takes the two ends, which
// meet; longer ones go through a hash that nobody can foresee.
func hash(word []byte) uint32 {
	n := len(word)
	var a, b uint64
	switch {
	case n > 16:
		return uint32(maphash.Bytes(hashSeed, word))
	case n >= 8:
		a, b = binary.LittleEndian.Uint64(word), binary.LittleEndian.Uint64(word[n-8:])
	case n >= 4:
		a, b = uint64(binary.LittleEndian.Uint32(word)), uint64(binary.LittleEndian.Uint32(word[n-4:]))
	case n > 0:
		a = uint64(word[0])<<16 | uint64(word[n/2])<<8 | uint64(word[n-1])
	}
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15^uint64(n), b^0xd1b54a32d192ed03)
	return uint32(hi^lo) ^ uint32((hi^lo)>>32)
}
