package describe

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// tag is the part of speech of a word in its place. The set is coarse: it serves to find the ends of noun phrases.
type tag uint8

// The tags, with their letters in tags.txt.
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

// odds is the likelihood that a word has a tag: the logarithm of the tag's probability given the word, over that of the tag alone.
type odds struct {
	tag tag
	log float32
}

// tagger is a hidden Markov model of the second order (Brants, TnT, 2000): the tag of a word depends on the two tags before
// it. An unlisted word is tagged by its ending.
type tagger struct {
	words   map[string][]odds
	endings map[string][]odds
	common  map[string]float64                 // for each word, the binary logarithm of its count in the training texts
	prior   [numTags]float32                   // logarithm of the probability of each tag
	next    [numTags][numTags][numTags]float32 // for two tags and a third, the logarithm of the probability of the third after the two
}

// tagsText was counted in three million words of public-domain novels and of manuals. A line "+" has the tags that
// follow two others, per thousand; "=" the frequency of each tag, per ten thousand; "~" words with the binary
// logarithm of their count; any other line has words or, with "-", endings, and the share of each tag in ninths.
//
//go:embed tags.txt
var tagsText string

// english returns the tagger, which is read on first use.
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

// rareWord is the count, as a binary logarithm, up to which a word is rare.
const rareWord = 4

// commonness returns how common a word is, from 0 for a rare one to 1.
func (t *tagger) commonness(word string) float64 {
	const most = 14
	return max(0, t.common[word]-rareWord) / (most - rareWord)
}

// longestEnding is the greatest number of letters in an ending.
const longestEnding = 4

// knownOdds returns the odds of a word in lower case, and whether it is in the list.
func (t *tagger) knownOdds(word string) (of []odds, isListed bool) {
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

// step is a pair of tags at a word, with the best path to it.
type step struct {
	before, tag tag
	log         float32
	from        int32 // the step before
}

// findTags finds the likeliest tags of n words (Viterbi). `at` returns the odds of a word, `set` stores its tag, and steps is reused.
func (t *tagger) findTags(steps []step, n int, at func(i int) []odds, set func(i int, g tag)) []step {
	steps = append(steps[:0], step{tagStop, tagStop, 0, -1})
	from := 0
	for i := range n {
		end := len(steps)
		for _, o := range at(i) {
			var best [numTags]int32 // by the tag before, as index plus one
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
