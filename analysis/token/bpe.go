package token

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The expressions with which tiktoken splits texts.
const (
	splitGPT2   = `'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
	splitCL100K = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	splitO200K  = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
		`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
		`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

// readRanks parses a vocabulary of tiktoken: each line has a token in base 64 and its rank.
func readRanks(content []byte, name string) (*Tokenizer, error) {
	ranks := make(map[string]int, bytes.Count(content, []byte("\n")))
	for line := range bytes.Lines(content) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		encoded, number, ok := strings.Cut(string(line), " ")
		token, err := base64.StdEncoding.DecodeString(encoded)
		rank, wrong := strconv.Atoi(number)
		if !ok || err != nil || wrong != nil || len(token) == 0 {
			return nil, ErrNone
		}
		ranks[string(token)] = rank
	}
	if len(ranks) == 0 {
		return nil, ErrNone
	}
	pattern := splitCL100K // also Llama 3
	switch {
	case strings.Contains(name, "o200k") || len(ranks) > 150_000:
		pattern = splitO200K
	case strings.Contains(name, "50k_") || strings.Contains(name, "gpt2") || len(ranks) > 50_000 && len(ranks) < 51_000:
		pattern = splitGPT2
	}
	split, err := compileSplitter(pattern)
	if err != nil {
		return nil, err
	}
	return &Tokenizer{
		split: func(text string, yield func(string)) {
			split.eachMatch(text, func(start, end int, _ bool) { yield(text[start:end]) })
		},
		count: func(piece string) int {
			if _, ok := ranks[piece]; ok {
				return 1
			}
			return len(mergePairs(piece, false, func(start, _, end int) (int, bool) {
				rank, ok := ranks[piece[start:end]]
				return rank, ok
			}))
		},
	}, nil
}

// part is a part of a piece, in the list of the remaining parts.
type part struct {
	end         int // in bytes
	before      int // where the part before it starts, or -1
	rank        int // rank of the pair with the next part
	canBeMerged bool
}

// mergePairs merges the bytes or characters of a piece, the leftmost pair of the lowest rank first. It takes n log n steps.
func mergePairs(piece string, byCharacter bool, rank func(start, middle, end int) (int, bool)) (ends []int) {
	parts := make([]part, len(piece)) // by start
	before := -1
	for at := 0; at < len(piece); {
		size := 1
		if byCharacter {
			_, size = utf8.DecodeRuneInString(piece[at:])
		}
		parts[at] = part{end: at + size, before: before}
		before = at
		at += size
	}
	var pairs pairHeap
	look := func(start int) {
		p := &parts[start]
		if p.canBeMerged = false; p.end < len(piece) {
			if p.rank, p.canBeMerged = rank(start, p.end, parts[p.end].end); p.canBeMerged {
				pairs.push(pair{p.rank, start})
			}
		}
	}
	for at := 0; at < len(piece); at = parts[at].end {
		look(at)
	}
	for len(pairs) > 0 {
		next := pairs.pop()
		p := &parts[next.start]
		if !p.canBeMerged || p.rank != next.rank {
			continue // it has been merged since
		}
		second := p.end
		p.end = parts[second].end
		parts[second].canBeMerged = false
		if p.end < len(piece) {
			parts[p.end].before = next.start
		}
		look(next.start)
		if p.before >= 0 {
			look(p.before)
		}
	}
	for at := 0; at < len(piece); at = parts[at].end {
		ends = append(ends, parts[at].end)
	}
	return ends
}

// pair is two neighbouring parts that can be merged.
type pair struct{ rank, start int }

func (p pair) less(q pair) bool { return p.rank < q.rank || p.rank == q.rank && p.start < q.start }

// pairHeap is a heap with the lowest rank first.
type pairHeap []pair

func (h *pairHeap) push(p pair) {
	list := append(*h, p)
	for i := len(list) - 1; i > 0; {
		parent := (i - 1) / 2
		if !list[i].less(list[parent]) {
			break
		}
		list[i], list[parent] = list[parent], list[i]
		i = parent
	}
	*h = list
}

func (h *pairHeap) pop() pair {
	list := *h
	top, n := list[0], len(list)-1
	list[0] = list[n]
	list = list[:n]
	for i := 0; ; {
		child := 2*i + 1
		if child+1 < n && list[child+1].less(list[child]) {
			child++
		}
		if child >= n || !list[child].less(list[i]) {
			break
		}
		list[i], list[child] = list[child], list[i]
		i = child
	}
	*h = list
	return top
}
