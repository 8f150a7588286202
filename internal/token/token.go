package token

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// Tokenizer counts tokens with a vocabulary. It is safe for concurrent use.
type Tokenizer struct {
	normalize func(text string) string
	split     func(text string, yield func(piece string))
	count     func(piece string) int

	counts sync.Map // of pieces seen before
	known  atomic.Int32
}

// mostOfVocabulary is the greatest size of a vocabulary's file in bytes.
const mostOfVocabulary = 64 << 20

// The greatest length of a piece whose count is cached, and the greatest number of such pieces.
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

// Counts returns the numbers of tokens of several texts.
func (t *Tokenizer) Counts(texts []string) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		counts[i] = t.Count(text)
	}
	return counts, nil
}

// Open reads the vocabulary in a file.
func Open(path string) (*Tokenizer, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t, err := Read(content, filepath.Base(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// ErrNone reports that something is not a vocabulary.
var ErrNone = errors.New("this is neither a file of tiktoken's ranks nor a tokenizer.json")

// Read reads a vocabulary. The name may say which of tiktoken's it is.
func Read(content []byte, name string) (*Tokenizer, error) {
	if start := bytes.TrimLeft(content, " \t\r\n"); len(start) > 0 && start[0] == '{' {
		return readJSON(content)
	}
	return readRanks(content, name)
}

// Names lists the vocabularies that [Find] knows.
var Names = []string{"cl100k", "o200k"}

// publishedAt returns the address at which OpenAI publishes a vocabulary.
func publishedAt(name string) string {
	return "https://openaipublic.blob.core.windows.net/encodings/" + name + "_base.tiktoken"
}

// Find opens a vocabulary by its name, from the places where segls and tiktoken keep them.
func Find(name string) (*Tokenizer, error) {
	file := name + "_base.tiktoken"
	sum := sha1.Sum([]byte(publishedAt(name))) // tiktoken's file name
	cached := hex.EncodeToString(sum[:])
	var own string
	var places []string
	if cache, err := os.UserCacheDir(); err == nil {
		own = filepath.Join(cache, "segls", file)
		places = append(places, own)
	}
	for _, variable := range []string{"TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"} {
		if folder := os.Getenv(variable); folder != "" {
			places = append(places, filepath.Join(folder, cached), filepath.Join(folder, file))
		}
	}
	places = append(places, filepath.Join(os.TempDir(), "data-gym-cache", cached))
	for _, place := range places {
		about, err := os.Stat(place) // the place may be writable by anybody
		if err != nil || !about.Mode().IsRegular() || about.Size() > mostOfVocabulary {
			continue
		}
		content, err := os.ReadFile(place)
		if err != nil {
			continue
		}
		t, err := readRanks(content, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		return t, nil
	}
	return nil, fmt.Errorf("the vocabulary %s is not on this machine; download %s and keep it as %s, or name the file", name, publishedAt(name), own)
}
