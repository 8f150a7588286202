package token

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
)

// Tokenizer counts tokens with a vocabulary. It is safe for concurrent use.
type Tokenizer struct {
	normalize func(text string) string
	split     func(text string, yield func(piece string))
	count     func(piece string) int

	counts sync.Map // the counts of pieces seen before
	known  atomic.Int32
}

// The greatest number of pieces whose counts are cached, and the greatest length of such a piece in bytes.
const (
	mostKnown    = 1 << 16
	longestKnown = 32
)

// Count returns the number of tokens of a text.
func (t *Tokenizer) Count(text string) int {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if t.normalize != nil {
		text = t.normalize(text)
	}
	n := 0
	t.split(text, func(piece string) {
		if known, ok := t.counts.Load(piece); ok {
			n += known.(int)
			return
		}
		count := t.count(piece)
		n += count
		if len(piece) > longestKnown {
			return
		}
		if t.known.Add(1) > mostKnown {
			t.counts.Clear()
			t.known.Store(0)
		}
		t.counts.Store(strings.Clone(piece), count)
	})
	return n
}

// Counts returns the numbers of tokens of several texts, in the form that the limits of package chunk need. The error is always nil.
func (t *Tokenizer) Counts(texts []string) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		counts[i] = t.Count(text)
	}
	return counts, nil
}

// ErrNone reports that something is not a vocabulary.
var ErrNone = errors.New("this is neither a file of tiktoken's ranks nor a tokenizer.json")

// Read reads a vocabulary from the content of a file. The name may say which vocabulary of tiktoken it is, as
// "cl100k_base.tiktoken" does; a tokenizer.json needs none. The error wraps [ErrNone] if the content is not a
// vocabulary; otherwise it names what segls cannot do.
func Read(content []byte, name string) (*Tokenizer, error) {
	if start := bytes.TrimLeft(content, " \t\r\n"); len(start) > 0 && start[0] == '{' {
		return readJSON(content)
	}
	return readRanks(content, name)
}
