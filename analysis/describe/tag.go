package describe

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// A tag is what part of speech a word is in its place. Of the usual sets this is the coarse part that
// tells where a noun phrase begins and ends.
type tag uint8

// The tags, by the letters that tags.txt has for them.
const (
	tagDeterminer tag = iota // D: the, a, this
	tagQuestion              // W: which, how
	tagOver                  // I: a preposition or subordinating conjunction
	tagTo                    // T
	tagAnd                   // C: and, or, but
	tagPronoun               // U: he, it
	tagOwner                 // O: his, my
	tagModal                 // M: can, don't
	tagNoun                  // N
	tagName                  // P
	tagAdjective             // J
	tagVerb                  // V: go
	tagVerbS                 // Z: goes
	tagPast                  // B: went
	tagIng                   // G: going
	tagEd                    // E: gone
	tagAdverb                // R
	tagNumber                // #
	tagPossessive            // S: the 's of Mary's
	tagOther                 // X: oh
	tagStop                  // the end of a sentence
	tagComma                 // any other mark
	numTags
)

const tagLetters = "DWITCUOMNPJVZBGER#SX.,"

// odds is how likely a word is to have a tag: the logarithm of its probability given the word,
// over that of the tag.
type odds struct {
	tag tag
	log float32
}

// tagger is a hidden Markov model of the second order (Brants, TnT, 2000): the tag of a word depends on
// the two before it. What is not in the list is known by its ending.
type tagger struct {
	words   map[string][]odds
	endings map[string][]odds
	common  map[string]float64                 // logarithm to the base 2 of how often a word is in the texts that were counted
	prior   [numTags]float32                   // logarithms, as are
	next    [numTags][numTags][numTags]float32 // of the third after two
}

// tags.txt was counted in three million words of novels of the public domain and of manuals. A line "+" has tags that
// follow two others, per thousand; "=" how often each occurs, per ten thousand; "~" words that occur two to the power of so
// often; any other line the words, or with "-" the endings, of which so many ninths have each tag.
//
//go:embed tags.txt
var tagsText string

// english is the tagger; it is read when it is first needed.
var english = sync.OnceValue(func() *tagger {
	t := &tagger{words: make(map[string][]odds), endings: make(map[string][]odds), common: make(map[string]float64)}
	const leastNext = 1e-4
	for line := range strings.SplitSeq(tagsText, "\n") {
		key, rest, _ := strings.Cut(line, " ")
		switch {
		case key == "":
		case key == "=":
			for share := range strings.FieldsSeq(rest) {
				t.prior[tagOf(share[0])] = logShare(share[1:], 10_000)
			}
		case key[0] == '~':
			n, _ := strconv.Atoi(key[1:])
			for word := range strings.FieldsSeq(rest) {
				t.common[word] = float64(n)
			}
		case key[0] == '+':
			row := &t.next[tagOf(key[1])][tagOf(key[2])]
			for k := range row {
				row[k] = float32(math.Log(leastNext))
			}
			for share := range strings.FieldsSeq(rest) {
				row[tagOf(share[0])] = logShare(share[1:], 1000)
			}
		default:
			var of []odds
			for i := 0; i+1 < len(key); i += 2 {
				g := tagOf(key[i])
				of = append(of, odds{g, logShare(key[i+1:i+2], 9) - t.prior[g]})
			}
			for word := range strings.FieldsSeq(rest) {
				if ending, isEnding := strings.CutPrefix(word, "-"); isEnding {
					t.endings[ending] = of
				} else {
					t.words[word] = of
				}
			}
		}
	}
	return t
})

func tagOf(letter byte) tag { return tag(strings.IndexByte(tagLetters, letter)) }

func logShare(n string, of float64) float32 {
	v, _ := strconv.Atoi(n)
	return logRatio(float64(v) / of)
}

func logRatio(share float64) float32 { return float32(math.Log(share)) }

// rareWord is what a word that is not common counts as.
const rareWord = 4

// commonness returns how common a word is, between 0, of a rare one, and 1.
func (t *tagger) commonness(word string) float64 {
	const most = 14
	return max(0, t.common[word]-rareWord) / (most - rareWord)
}

// longestEnding is how many letters of a word's end are looked at.
const longestEnding = 4

// known returns what is known of a word in small letters, and whether it is in the list.
func (t *tagger) known(word string) (of []odds, isListed bool) {
	if of, isListed = t.words[word]; isListed {
		return of, true
	}
	for k := longestEnding; k > 0; k-- {
		if len(word) > k+1 {
			if of, ok := t.endings[word[len(word)-k:]]; ok {
				return of, false
			}
		}
	}
	return []odds{{tagNoun, -t.prior[tagNoun]}}, false
}

// step is a pair of tags at a word, by the best way there.
type step struct {
	before, tag tag
	log         float32
	from        int32 // the step before
}

// path finds the likeliest tags of some words (Viterbi). The function at gives the odds of each. It takes and returns room for steps.
func (t *tagger) path(steps []step, n int, at func(i int) []odds, set func(i int, g tag)) []step {
	steps = append(steps[:0], step{tagStop, tagStop, 0, -1})
	from := 0
	for i := range n {
		end := len(steps)
		for _, o := range at(i) {
			var best [numTags]int32 // by the tag before, one more
			for k := from; k < end; k++ {
				s := steps[k]
				log := s.log + t.next[s.before][s.tag][o.tag] + o.log
				if b := best[s.tag]; b == 0 {
					steps = append(steps, step{s.tag, o.tag, log, int32(k)})
					best[s.tag] = int32(len(steps))
				} else if log > steps[b-1].log {
					steps[b-1].log, steps[b-1].from = log, int32(k)
				}
			}
		}
		from = end
	}
	best := from
	for k := from; k < len(steps); k++ {
		if steps[k].log > steps[best].log {
			best = k
		}
	}
	for i, k := n-1, int32(best); i >= 0; i-- {
		set(i, steps[k].tag)
		k = steps[k].from
	}
	return steps
}
