package method

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// randomText is units in runs with words of their own among words that all have.
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
			text[i].Terms = append(text[i].Terms, Count{term, 1 + random.IntN(2)})
		}
		slices.SortFunc(text[i].Terms, func(a, b Count) int { return int(a.Term) - int(b.Term) })
		text[i].Terms = slices.CompactFunc(text[i].Terms, func(a, b Count) bool { return a.Term == b.Term })
	}
	return text
}

// TestBlendIsOfUnitsAndStatistics: under the same statistics an edit changes no charge of
// a segment that it is not in, nor of a boundary from which it is not in sight; and in a part
// of the text with what is in sight around it all charges are the same.
func TestBlendIsOfUnitsAndStatistics(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 1))
	for range 20 {
		text := randomText(random, 120)
		s := NewStatistics(text, Goal{Words: 300})
		before := Blend(text, s)
		edited := slices.Clone(text)
		at := random.IntN(len(text))
		edited[at] = Unit{Words: text[at].Words, Terms: []Count{{language.Term(90_000), 5}}}
		after := Blend(edited, s)
		for j := range before.Segments {
			if len(before.Segments[j]) != len(after.Segments[j]) {
				t.Fatalf("row %d has another length", j)
			}
			for l := range before.Segments[j] {
				if isIn := j-l <= at && at <= j; !isIn && before.Segments[j][l] != after.Segments[j][l] {
					t.Fatalf("the segment %d to %d changes with unit %d", j-l, j, at)
				}
			}
		}
		for g := range before.Boundary {
			first, end := min(at, g+1), max(at, g)
			isSeen := func(words int) bool { return words <= s.Sight() }
			// From the gap itself or from one beside it.
			if !isSeen(words(text[min(first+2, end):max(min(first+2, end), end-1)])) && before.Boundary[g] != after.Boundary[g] {
				t.Fatalf("gap %d changes with unit %d", g, at)
			}
		}
		first := random.IntN(len(text))
		end := first + 1 + random.IntN(len(text)-first)
		from, to := max(0, first-1), min(len(text)-1, end) // with the gaps beside
		low, high := from, to
		for low > 0 && words(text[low:from]) <= s.Sight() {
			low--
		}
		for high < len(text) && words(text[to:high]) <= s.Sight() {
			high++
		}
		charges := s.Charges(s.Curves(text[low:high], from-low, to-low))
		part := s.Energy(text[first:end], charges[first-from:end-1-from])
		if !slices.Equal(part.Boundary, before.Boundary[first:end-1]) {
			t.Fatalf("boundaries from %d to %d cost %v by themselves, and %v", first, end, part.Boundary, before.Boundary[first:end-1])
		}
		for j, row := range part.Segments {
			if !slices.Equal(row, before.Segments[first+j][:len(row)]) {
				t.Fatalf("segments to %d cost %v by themselves, and %v", first+j, row, before.Segments[first+j])
			}
		}
	}
}

// TestStatisticsAreOfTheText: measured again they are the same; of another text not.
func TestStatisticsAreOfTheText(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 1))
	text := randomText(random, 50)
	s := NewStatistics(text, Goal{Words: 300})
	if !s.Equal(NewStatistics(slices.Clone(text), Goal{Words: 300})) {
		t.Error("two measures of one text differ")
	}
	if s.Equal(NewStatistics(text[1:], Goal{Words: 300})) || s.Equal(NewStatistics(text, Goal{Words: 900})) {
		t.Error("another text, or another length, has the same statistics")
	}
	// A settled text is divided as one just opened.
	g := Goal{Words: 300}
	if settled, opened := DivideUnder(s, text, g), Chosen.Divide(text, g); !slices.Equal(settled.Boundaries, opened.Boundaries) {
		t.Errorf("settled %v, opened %v", settled.Boundaries, opened.Boundaries)
	}
}

// TestStill: constraints hold, and what is shown is spared: an edit that changes nothing
// changes nothing.
func TestStill(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 1))
	for range 30 {
		text := randomText(random, 90)
		g := Goal{Words: 250, Constraints: make([]fragment.Constraint, len(text)-1)}
		g.Constraints[random.IntN(len(g.Constraints))] = fragment.Break
		g.Constraints[random.IntN(len(g.Constraints))] = fragment.NoBreak
		s := NewStatistics(text, g)
		shown := DivideUnder(s, text, g).Boundaries
		first, end := Around(shown, len(text), random.IntN(len(text)))
		g.Constraints = g.Constraints[first : end-1]
		var before []int
		for _, b := range shown {
			if first < b && b < end {
				before = append(before, b-first)
			}
		}
		charges := s.Charges(s.Curves(text, 0, len(text)-1))[first : end-1]
		if same := Still(s, text[first:end], charges, before, g); !slices.Equal(same, before) {
			t.Fatalf("without an edit %v becomes %v", before, same)
		}
		edited := slices.Clone(text[first:end])
		edited[random.IntN(len(edited))] = Unit{Words: 500, Terms: []Count{{language.Term(90_000), 90}}}
		now := Still(s, edited, charges, before, g)
		for b := 1; b < len(edited); b++ {
			if c := g.Constraints[b-1]; c == fragment.Break && !slices.Contains(now, b) || c == fragment.NoBreak && slices.Contains(now, b) {
				t.Fatalf("a constraint at %d is broken: %v", b, now)
			}
		}
	}
}

// TestConfidence: between 0 and 1, and higher where topics share no words than where the
// text is all one.
func TestConfidence(t *testing.T) {
	random := rand.New(rand.NewPCG(24, 1))
	for _, g := range []Goal{{}, {Words: 240}, {Segments: 3}} {
		d := Chosen.Divide(threeTopics, g)
		for _, c := range d.Confidence {
			if c < 0 || c > 1 {
				t.Fatalf("a confidence of %v", c)
			}
		}
		if d.Confidence[5] < 0.5 || d.Confidence[2] > 0.1 {
			t.Errorf("%+v: %v", g, d.Confidence)
		}
		if d := Chosen.Divide(randomText(random, 40), g); len(d.Confidence) != 39 {
			t.Errorf("%d confidences for 39 gaps", len(d.Confidence))
		}
	}
}

// TestFiner: boundaries come by how sure they are and go by how unsure.
func TestFiner(t *testing.T) {
	d := Division{
		Boundaries: []int{3, 7},
		//                     1    2    3    4    5    6    7    8    9   10
		Confidence: []float64{0.1, 0.3, 0.8, 0.4, 0.2, 0.0, 0.5, 0.0, 0.3, 0.1},
	}
	for _, test := range []struct {
		by   int
		want []int
	}{
		{0, []int{3, 7}},
		{-1, []int{3}},
		{-2, nil},
		{-9, nil},
		{1, []int{3, 7, 9}}, // not 2 or 4, beside a boundary
		{9, []int{3, 7, 9}},
	} {
		if got := d.Finer(test.by); !slices.Equal(got, test.want) {
			t.Errorf("%+d: %v, want %v", test.by, got, test.want)
		}
	}
	if got := (Division{Boundaries: []int{4}}).Finer(-1); !slices.Equal(got, []int{4}) {
		t.Errorf("without confidence %v", got)
	}
}

// TestStatisticsOfLess: a text is divided under what was measured of any other, also of
// one that had no gap.
func TestStatisticsOfLess(t *testing.T) {
	units := []Unit{{Words: 40, Terms: []Count{{1, 3}, {2, 1}}}, {Words: 50, Terms: []Count{{3, 4}}}, {Words: 45, Terms: []Count{{3, 1}, {4, 4}}}}
	for n := range units {
		d := DivideUnder(NewStatistics(units[:n], Goal{Words: 45}), units, Goal{Words: 45})
		if len(d.Confidence) != len(units)-1 {
			t.Errorf("measured of %d: %+v", n, d)
		}
		for _, c := range d.Confidence {
			if !(c >= 0 && c <= 1) {
				t.Errorf("measured of %d: a confidence of %v", n, c)
			}
		}
	}
}

// TestReach: as many units as have so many words, and in a text of very many no more than there
// is room for.
func TestReach(t *testing.T) {
	units := []Unit{{Words: 30}, {Words: 30}, {Words: 50}, {Words: 10}, {Words: 200}}
	if got := reach(units, 90); !slices.Equal(got, []int{1, 2, 2, 3, 1}) {
		t.Errorf("reach %v", got)
	}
	many := make([]Unit, 1_000_000)
	kept := 0
	for i, n := range reach(many, 90) {
		if n < 1 || n > i+1 {
			t.Fatalf("unit %d reaches back %d", i, n)
		}
		kept += n
	}
	if kept > mostSegments {
		t.Errorf("%d segments", kept)
	}
}
