package find

import (
	"slices"
	"unicode/utf8"

	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/shingle"
)

// similarScore is the minimum ratio between the scores of two neighbouring passages that are merged.
const similarScore = .6

// merge merges neighbouring passages of one fragment, which are in the order of the text, as long as the limits permit.
func merge(found []*passage, l chunk.Limits) (list []*passage) {
	for _, p := range found {
		if len(list) > 0 && list[len(list)-1].mayJoin(p, l) {
			last := list[len(list)-1]
			if p.score > last.score {
				last.score = p.score
			}
			last.index, last.chunk.Words = p.index, last.chunk.Words+p.chunk.Words
			last.chunk.Span.End, last.span.End = p.chunk.Span.End, p.span.End
			continue
		}
		list = append(list, p)
	}
	return list
}

// mayJoin reports whether a passage may be merged with the next one. A limit in tokens prevents that, because numbers of tokens do not add
// up.
func (p *passage) mayJoin(next *passage, l chunk.Limits) bool {
	if next.index != p.index+1 || next.topic != p.topic || l.MaxTokens > 0 || min(p.score, next.score) < similarScore*max(p.score, next.score) {
		return false
	}
	both := markup.Span{Start: p.chunk.Span.Start, End: next.chunk.Span.End}
	return (l.MaxWords == 0 || p.chunk.Words+next.chunk.Words <= l.MaxWords) &&
		(l.MaxChars == 0 || utf8.RuneCountInString(p.document.Text.Slice(both)) <= l.MaxChars)
}

// A passage is a near-duplicate if another one has at least copyShare of its runs of runLength words.
const (
	copyShare = .9
	runLength = 3
)

// dropNearCopies drops passages with nearly the same text as a better passage, which then lists their places.
func dropNearCopies(found []*passage, limit int) (list []*passage) {
	var sets []shingle.Set
	for _, p := range found {
		set := p.shingles()
		i := slices.IndexFunc(sets, func(other shingle.Set) bool { return set.Containment(other) >= copyShare })
		switch {
		case i >= 0:
			list[i].also = append(list[i].also, Location{p.name, p.span, p.line + p.document.Text.LineAt(p.chunk.Span.Start)})
		case len(list) < limit:
			list, sets = append(list, p), append(sets, set)
		}
	}
	return list
}

func (p *passage) shingles() shingle.Set {
	var words []library.Key
	for _, w := range wordsOf(p.document.Text.Slice(p.chunk.Span)) {
		words = append(words, library.KeyOf(w))
	}
	return shingle.Of(words, runLength)
}
