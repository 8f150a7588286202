package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// paragraphsOf joins strings as paragraphs.
func paragraphsOf(paragraphs ...string) string { return strings.Join(paragraphs, "\n\n") }

// TestCurve compares curves with cosines computed by hand. The vectors of the paragraphs in four, in the order salt, sea, road, are
// (2,1,0), (1,1,0), (0,1,1) and (2,0,0).
func TestCurve(t *testing.T) {
	three := []string{"salt salt sea", "salt sea", "sea road"}
	four := append(slices.Clone(three), "salt salt")
	for _, test := range []struct {
		settings   string
		paragraphs []string
		want       []float64
	}{
		{"window-paragraphs=1", three, []float64{3 / math.Sqrt(5*2), 1 / math.Sqrt(2*2)}},

		// (2,1,0) and (1,2,1); (3,2,0) and (0,1,1).
		{"window-paragraphs=2 window-weights=equal", three, []float64{4 / math.Sqrt(5*6), 2 / math.Sqrt(13*2)}},
		{"window-paragraphs=2 window-weights=equal window-ends=balance", three, []float64{3 / math.Sqrt(5*2), 1 / math.Sqrt(2*2)}},

		// Weights 1 and 1/2, all doubled: (4,2,0) and (2,3,1); (4,3,0) and (0,2,2).
		{"window-paragraphs=2", three, []float64{14 / math.Sqrt(20*14), 6 / math.Sqrt(25*8)}},

		// Weights 1, 2/3 and 1/3, all tripled: (6,3,0) and (5,5,2); (7,5,0) and (4,3,3); (4,6,3) and (6,0,0).
		{"window-paragraphs=3", four, []float64{45 / math.Sqrt(45*54), 43 / math.Sqrt(74*34), 24 / math.Sqrt(61*36)}},
		{"window-paragraphs=3 window-ends=balance", four, []float64{3 / math.Sqrt(5*2), 43 / math.Sqrt(74*34), 0}},

		// The second gap adds a long and a short vector.
		{
			"window-paragraphs=2 window-weights=equal paragraph-vectors=unit", three,
			[]float64{4 / math.Sqrt(5*6), (1/math.Sqrt(5) + 1/math.Sqrt(2)) / math.Sqrt(2*(2+6/math.Sqrt(10)))},
		},

		{"", []string{"salt salt sea", "sea sea salt"}, []float64{4. / 5}},
		{"top-terms=1", []string{"salt salt sea", "sea sea salt"}, []float64{0}},
		{"top-terms=1", []string{"salt sea", "sea"}, []float64{0}},
		{"top-terms=1", []string{"sea salt", "sea"}, []float64{1}},
		{"top-terms=1 term-ties=all", []string{"salt sea", "sea"}, []float64{1 / math.Sqrt(2)}},
		{"top-terms=2 term-ties=all", []string{"salt salt sea road tide", "tide"}, []float64{1 / math.Sqrt(7)}},

		{"", []string{"sea 1913", "road 1913"}, []float64{0}},
		{"numbers=true", []string{"sea 1913", "road 1913"}, []float64{1. / 2}},

		// A side without terms has no similarity: 0/0 counts as 0.
		{"window-paragraphs=1", []string{"the", "salt", "of it", "and", "sea"}, []float64{0, 0, 0, 0}},
		{"window-paragraphs=1 paragraph-vectors=unit", []string{"the", "of", "sea", "sea"}, []float64{0, 0, 1}},
		{"", []string{"salt sea"}, nil},
		{"", nil, nil},
	} {
		d := New(paragraphsOf(test.paragraphs...), markup.PlainText, with(t, "method=paper "+test.settings))
		checkCurve(t, fmt.Sprintf("%s on %q", test.settings, test.paragraphs), d.Curve(), test.want, 1e-9)
	}
}

// checkCurve checks that two curves agree within a tolerance and are between 0 and 1. The values of a Document are rounded to 2^-32.
func checkCurve(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	same := func(a, b float64) bool { return a >= 0 && a <= 1 && math.Abs(a-b) <= tolerance }
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestCurveByDefinition compares curves with the formula, computed term by term.
func TestCurveByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pick := func(choices ...string) string { return choices[r.IntN(len(choices))] }
	for range 200 {
		settings := fmt.Sprintf("method=paper language=en window-paragraphs=%d window-weights=%s window-ends=%s paragraph-vectors=%s top-terms=%d term-ties=%s numbers=%s",
			1+r.IntN(6), pick("distance", "equal"), pick("shrink", "balance"), pick("raw", "unit"), 1+r.IntN(8), pick("first", "all"), pick("true", "false"))
		s := with(t, settings)
		var text []string
		for range r.IntN(15) {
			var words []string
			for range 1 + r.IntN(12) {
				words = append(words, pick("salt", "sea", "road", "tide", "moon", "harbour", "1913", "42", "the", "of"))
			}
			text = append(text, strings.Join(words, " "))
		}
		d := New(paragraphsOf(text...), markup.PlainText, s)
		checkCurve(t, fmt.Sprintf("%s on %q", settings, text), d.gapValuesBetween(0, len(text)), definition(text, s), 1e-12)
	}
}

// definition returns the curve of paragraphs according to the formula. Each word must be its own stem.
func definition(paragraphs []string, s Settings) []float64 {
	vectors := make([]map[string]float64, len(paragraphs))
	for i, p := range paragraphs {
		vectors[i] = vectorOf(strings.Fields(p), s)
	}
	var curve []float64
	for g := 0; g+1 < len(vectors); g++ {
		reach := s.WindowParagraphs
		if s.WindowEnds == EndsBalance {
			reach = min(reach, g+1, len(vectors)-1-g)
		}
		left, right := make(map[string]float64), make(map[string]float64)
		for d := range reach {
			weight := 1.0
			if s.WindowWeights == WeightsDistance {
				weight = float64(s.WindowParagraphs-d) / float64(s.WindowParagraphs)
			}
			if g-d >= 0 {
				add(left, weight, vectors[g-d])
			}
			if g+1+d < len(vectors) {
				add(right, weight, vectors[g+1+d])
			}
		}
		similarity := 0.0
		if norms := inner(left, left) * inner(right, right); norms > 0 {
			similarity = inner(left, right) / math.Sqrt(norms)
		}
		curve = append(curve, min(1, similarity))
	}
	return curve
}

// vectorOf returns the frequencies of a paragraph's most frequent words.
func vectorOf(words []string, s Settings) map[string]float64 {
	frequency := make(map[string]float64)
	var terms []string
	for _, w := range words {
		if w == "the" || w == "of" || w[0] <= '9' && !s.Numbers {
			continue
		}
		if frequency[w]++; frequency[w] == 1 {
			terms = append(terms, w)
		}
	}
	slices.SortStableFunc(terms, func(a, b string) int { return int(frequency[b] - frequency[a]) })
	for i, w := range terms {
		tied := s.TermTies == TiesAll && i > 0 && frequency[w] == frequency[terms[min(i, s.TopTerms)-1]]
		if i >= s.TopTerms && !tied {
			delete(frequency, w)
		}
	}
	if s.ParagraphVectors == VectorsUnit {
		if length := math.Sqrt(inner(frequency, frequency)); length > 0 {
			unit := make(map[string]float64)
			add(unit, 1/length, frequency)
			return unit
		}
	}
	return frequency
}

func add(sum map[string]float64, weight float64, v map[string]float64) {
	for term, x := range v {
		sum[term] += weight * x
	}
}

func inner(a, b map[string]float64) float64 {
	sum := 0.0
	for term, x := range a {
		sum += x * b[term]
	}
	return sum
}
