package method

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// randomText returns n units in runs, each run with words of its own among words common to all.
func randomText(random *rand.Rand, n int) []Unit {
	text := make([]Unit, n)
	for i := range text {
		text[i].Words = 20 + random.IntN(60)
		topic := i / (5 + random.IntN(3))
		for k := range 12 {
			term := language.Term(1 + random.IntN(40) + k*50)
			if random.IntN(2) == 0 {
				term = language.Term(1000 + 100*topic + 8*k + random.IntN(8))
			}
			text[i].Terms = append(text[i].Terms, Count{Term: term, Count: uint32(1 + random.IntN(2))})
		}
		slices.SortFunc(text[i].Terms, func(a, b Count) int { return int(a.Term) - int(b.Term) })
		text[i].Terms = slices.CompactFunc(text[i].Terms, func(a, b Count) bool { return a.Term == b.Term })
	}
	return text
}

// blend is the method with the constants in use.
var blend = Blend{BlendConstants}

// measured returns a goal of fragments of the given number of words, with the statistics of units.
func measured(units []Unit, words float64) Goal {
	g := Goal{Words: words, Cost: fragment.Cost{Preferred: words, Scaling: 0.5}}
	g.Statistics, _ = blend.Survey([]SourceUnits{{Units: units}}, g, nil)
	return g
}

// TestBlendIsLocal checks that under the same statistics a part of the text gets the same results as in the whole, to the last bit.
func TestBlendIsLocal(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 1))
	for range 60 {
		text := randomText(random, 120)
		g := measured(text, 300)
		first := random.IntN(len(text) - 2)
		end := first + 2 + random.IntN(len(text)-first-1)
		reach := blend.Reach(g)
		low, high := max(0, first-reach.Units), min(len(text), end+reach.Units)
		for seen := 0; low > 0 && seen <= reach.Words; low-- {
			seen += text[low-1].Words
		}
		for seen := 0; high < len(text) && seen <= reach.Words; high++ {
			seen += text[high].Words
		}
		whole := UnitRange{Units: text, From: first, To: end}
		part := UnitRange{Units: text[low:high], From: first - low, To: end - low, First: low}
		if a, b := blend.Values(whole, g), blend.Values(part, g); !slices.Equal(a, b) {
			t.Fatalf("values %v in the whole, %v by themselves", a, b)
		}
		if a, b := blend.Divide(whole, g), blend.Divide(part, g); !slices.Equal(a, b) {
			t.Fatalf("boundaries %v in the whole, %v by themselves", a, b)
		}
		a, b := blend.Explain(whole, g)(first, end)(first+1, Gap{}), blend.Explain(part, g)(first-low, end-low)(first-low+1, Gap{})
		if !slices.Equal(a.Parts, b.Parts) {
			t.Fatalf("%v in the whole, %v by itself", a.Parts, b.Parts)
		}
	}
}

// TestPartsOfADivision checks that the part between two boundaries of the whole is divided as it is by itself.
func TestPartsOfADivision(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 1))
	for _, test := range []struct {
		units int
		words float64
	}{
		{120, 300},
		{2500, 10000},
	} {
		text := randomText(random, test.units)
		for i := range text {
			text[i].Terms = text[i].Terms[:2]
		}
		g := measured(text, test.words)
		g.Statistics.(*BlendStatistics).price = 60 // so that segments become as long as they can
		whole := blend.Divide(AllUnits(text), g)
		starts := slices.Concat([]int{0}, whole, []int{len(text)})
		for i := range len(starts) - 3 {
			first, end := starts[i], starts[i+3]
			part := blend.Divide(UnitRange{Units: text, From: first, To: end}, g)
			if want := []int{starts[i+1] - first, starts[i+2] - first}; !slices.Equal(part, want) {
				t.Errorf("%d units, from %d to %d: %v by themselves, %v in the whole", test.units, first, end, part, want)
			}
		}
	}
}

// TestStatisticsAreOfTheText checks that equal texts have equal statistics, and that another text or length has others.
func TestStatisticsAreOfTheText(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 1))
	text := randomText(random, 50)
	s := measured(text, 300).Statistics
	if !s.Equal(measured(slices.Clone(text), 300).Statistics) {
		t.Error("two measures of one text differ")
	}
	if s.Equal(measured(text[1:], 300).Statistics) || s.Equal(measured(text, 900).Statistics) {
		t.Error("another text, or another length, has the same statistics")
	}
}

// TestStatisticsAreKept checks that a text with one more unit keeps its frame, and that a much longer one is measured afresh.
func TestStatisticsAreKept(t *testing.T) {
	random := rand.New(rand.NewPCG(26, 1))
	text := randomText(random, 400)
	g := measured(text, 300)
	before := g.Statistics.(*BlendStatistics)
	halves := func(units []Unit) []SourceUnits { return []SourceUnits{{Units: units[:200]}, {Units: units[200:]}} }
	grown := append(slices.Clone(text), randomText(random, 1)...)
	after, _ := blend.Survey(halves(grown), g, before)
	if is := after.(*BlendStatistics); is.frame != before.frame {
		t.Errorf("the frame %+v has become %+v", before.frame, is.frame)
	}
	other := halves(longer(text, 9))
	after, _ = blend.Survey(other, g, before)
	fresh, _ := blend.Survey(other, g, nil)
	if !after.(*BlendStatistics).Equal(fresh) {
		t.Errorf("the frame %+v for another text, measured afresh %+v", after.(*BlendStatistics).frame, fresh.(*BlendStatistics).frame)
	}
}

// TestPlan checks that a plan divides as the method does, and has the method's confidence for each part, to the last bit.
func TestPlan(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 1))
	told := 0
	for range 60 {
		text := randomText(random, 80)
		g := measured(text, 200)
		g.Limits = fragment.Limits{Min: random.IntN(2) * 80, Max: random.IntN(2) * 500}
		g.Gaps = make([]Gap, len(text)-1)
		for i := range g.Gaps {
			switch random.IntN(12) {
			case 0:
				g.Gaps[i].Constraint = fragment.NoBreak
			case 1:
				g.Gaps[i].Constraint = fragment.Break
			case 2:
				g.Gaps[i].Mark = "heading"
			}
		}
		whole := UnitRange{Units: text, To: len(text)}
		plan := blend.Plan(whole, g)
		if got, want := plan.Divide(), blend.Divide(whole, g); !slices.Equal(got, want) {
			t.Fatalf("divided at %v, want %v", got, want)
		}
		for range 20 {
			from := random.IntN(len(text) - 1)
			to := from + 2 + random.IntN(len(text)-from-1)
			part := g
			part.Gaps = g.Gaps[from : to-1]
			got := plan.Confidence(from, to)
			isCut := from > 0 && g.Gaps[from-1].Constraint == fragment.NoBreak || to < len(text) && g.Gaps[to-1].Constraint == fragment.NoBreak
			if isCut != (got == nil) {
				t.Fatalf("from %d to %d: %v, and units that are joined are cut: %v", from, to, got, isCut)
			}
			if got == nil {
				continue
			}
			told++
			if want := blend.Confidence(UnitRange{Units: text, From: from, To: to}, part); !slices.Equal(got, want) {
				t.Fatalf("from %d to %d: confidence %v, want %v", from, to, got, want)
			}
		}
	}
	if told < 500 {
		t.Errorf("only %d parts have a confidence", told)
	}
}

// TestTermsOfManyTexts checks that the statistics of terms do not depend on their numbers, which are high if many texts have been read.
func TestTermsOfManyTexts(t *testing.T) {
	const before = 1_000_000
	first := randomText(rand.New(rand.NewPCG(28, 1)), 20)
	later := make([]Unit, len(first))
	for i, u := range first {
		later[i] = u
		later[i].Terms = slices.Clone(u.Terms)
		for k := range later[i].Terms {
			later[i].Terms[k].Term += before
		}
	}
	for range 2 { // the second time with what the first left in the pool
		a, b := measured(first, 100).Statistics.(*BlendStatistics), measured(later, 100).Statistics.(*BlendStatistics)
		if a.terms.table != nil || b.terms.list != nil || len(b.terms.table) != b.distinctTerms {
			t.Errorf("%d terms of %d in a list, %d of %d in a table", len(a.terms.list), a.distinctTerms, len(b.terms.table), b.distinctTerms)
		}
		for _, term := range newCollection(first).names {
			if known := a.terms.statisticsOf(term); known.occurrences == 0 || known != b.terms.statisticsOf(term+before) {
				t.Fatalf("term %d has %v, and %v", term, known, b.terms.statisticsOf(term+before))
			}
		}
		if a.scales != b.scales || a.sum != b.sum || a.unknown != b.unknown || b.terms.statisticsOf(7).occurrences > 0 {
			t.Errorf("%+v\n%+v", a.scales, b.scales)
		}
	}
}

// TestCountsAddUp checks that a text in several sources has the statistics of the whole, and that unchanged sources are not counted again.
func TestCountsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 1))
	text := randomText(random, 150)
	g := measured(text, 300)
	want := g.Statistics.(*BlendStatistics)
	cut := []SourceUnits{{Units: text[:40]}, {Units: text[40:90]}, {Units: text[90:]}}
	s, counts := blend.Survey(cut, g, nil)
	got := s.(*BlendStatistics)
	if got.units != want.units || got.tokens != want.tokens || got.distinctTerms != want.distinctTerms {
		t.Errorf("%d units, %v tokens, %d terms; of the whole %d, %v, %d", got.units, got.tokens, got.distinctTerms, want.units, want.tokens, want.distinctTerms)
	}
	for _, term := range newCollection(text).names {
		if a, b := got.terms.statisticsOf(term), want.terms.statisticsOf(term); a.occurrences != b.occurrences || max(a.weight-b.weight, b.weight-a.weight) > 1 {
			t.Fatalf("term %d has %v, in the whole %v", term, a, b)
		}
	}
	for i := range got.scales {
		if math.Abs(got.scales[i].mean-want.scales[i].mean) > 1e-3 || math.Abs(got.scales[i].deviation-want.scales[i].deviation) > 1e-3 {
			t.Errorf("curve %d has the scale %v, in the whole %v", i, got.scales[i], want.scales[i])
		}
	}
	for i := range cut {
		cut[i].Counts = counts[i]
	}
	cut[1] = SourceUnits{Units: cut[1].Units[1:]}
	_, again := blend.Survey(cut, g, s)
	if again[0] != counts[0] || again[2] != counts[2] || again[1] == counts[1] {
		t.Error("what was counted again is not what has changed")
	}
}

// TestConfidence checks that confidence is high between topics that share no words and low within a topic.
func TestConfidence(t *testing.T) {
	random := rand.New(rand.NewPCG(24, 1))
	for _, g := range []Goal{{}, {Words: 240}, {Segments: 3}} {
		g.Cost.Scaling = 0.5
		c := blend.Confidence(AllUnits(threeTopics), g)
		if c[5] < 0.5 || c[2] > 0.1 {
			t.Errorf("%+v: %v", g, c)
		}
		if c := blend.Confidence(AllUnits(randomText(random, 40)), g); len(c) != 39 {
			t.Errorf("%d confidences for 39 gaps", len(c))
		}
	}
}

// TestAdjustBoundaries checks that the most confident boundaries are added first and the least confident removed first.
func TestAdjustBoundaries(t *testing.T) {
	boundaries := []int{3, 7}
	//                     1    2    3    4    5    6    7    8    9   10
	confidence := []float64{0.1, 0.3, 0.8, 0.4, 0.2, 0.0, 0.5, 0.0, 0.3, 0.1}
	for _, test := range []struct {
		by   int
		want []int
	}{
		{0, []int{3, 7}},
		{-1, []int{3}},
		{-2, nil},
		{-9, nil},
		{1, []int{3, 7, 9}}, // not 2 or 4, which are next to a boundary
		{9, []int{3, 7, 9}},
	} {
		if got := AdjustBoundaries(boundaries, confidence, test.by); !slices.Equal(got, test.want) {
			t.Errorf("%+d: %v, want %v", test.by, got, test.want)
		}
	}
	if got := AdjustBoundaries([]int{4}, nil, -1); !slices.Equal(got, []int{4}) {
		t.Errorf("without confidence %v", got)
	}
}

// TestStatisticsOfOtherText checks that a text can be divided under the statistics of any other text, even of one without gaps.
func TestStatisticsOfOtherText(t *testing.T) {
	term := func(t language.Term, n uint32) Count { return Count{Term: t, Count: n} }
	units := []Unit{{Words: 40, Terms: []Count{term(1, 3), term(2, 1)}}, {Words: 50, Terms: []Count{term(3, 4)}}, {Words: 45, Terms: []Count{term(3, 1), term(4, 4)}}}
	for n := range units {
		g := measured(units[:n], 45)
		confidence := blend.Confidence(AllUnits(units), g)
		if len(confidence) != len(units)-1 {
			t.Errorf("measured of %d: %v", n, confidence)
		}
		for _, c := range confidence {
			if !(c >= 0 && c <= 1) {
				t.Errorf("measured of %d: a confidence of %v", n, c)
			}
		}
	}
}

// TestReach checks the number of units per segment, which is limited in a very long text to save memory.
func TestReach(t *testing.T) {
	units := []Unit{{Words: 30}, {Words: 30}, {Words: 50}, {Words: 10}, {Words: 200}}
	if got := maxUnitsWithinLength(units, 90, len(units)); !slices.Equal(got, []int{1, 2, 2, 3, 1}) {
		t.Errorf("reach %v", got)
	}
	many := make([]Unit, 1_000_000)
	kept := 0
	for i, n := range maxUnitsWithinLength(many, 90, maxSegmentUnits(many)) {
		if n < 1 || n > i+1 {
			t.Fatalf("unit %d reaches back %d", i, n)
		}
		kept += n
	}
	if kept > maxSegments(0) {
		t.Errorf("%d segments", kept)
	}
}
