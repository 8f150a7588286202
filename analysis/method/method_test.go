package method

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// units reads a text in which each letter is a term and each word a unit: "aab abc" are two units, of three words each.
func units(text string) []Unit {
	var all []Unit
	for _, word := range strings.Fields(text) {
		u := Unit{Words: len(word), Bytes: len(word)}
		for c := byte('a'); c <= 'z'; c++ {
			if n := strings.Count(word, string(c)); n > 0 {
				u.Terms = append(u.Terms, Count{Term: language.Term(c), Count: uint32(n)})
			}
		}
		all = append(all, u)
	}
	return all
}

// longer returns the units with factor times the words, for methods with a long range.
func longer(units []Unit, factor int) []Unit {
	units = slices.Clone(units)
	for i := range units {
		units[i].Words *= factor
	}
	return units
}

// threeTopics has a different vocabulary after 6 and 12 units.
var threeTopics = longer(units("abca bcad cabb dabc acbd badc efge ghfe fegh hgef gefh efhg ijkl lkji jilk kilj likj ijlk"), 10)

// TestMethodsFindPlainBoundaries checks that almost every method that reads words finds the boundaries between disjoint vocabularies.
func TestMethodsFindPlainBoundaries(t *testing.T) {
	want := []int{6, 12}
	for _, m := range All {
		about := m.About()
		if about.Needs != needsTerms || about.Name == "texttiling-introduction" {
			continue
		}
		for _, g := range []Goal{{Segments: 3}, {Words: 240}} {
			if g.Words > 0 && (about.Name == "vmp" || about.Name == "lcp") {
				continue // its values are so high, even at the boundaries, that the programme prefers fewer of them
			}
			g.Cost = fragment.Cost{Scaling: 0.5}
			if got := m.Divide(AllUnits(threeTopics), g); !slices.Equal(got, want) {
				t.Errorf("%s finds %v under %+v, want %v", about.Name, got, g, want)
			}
		}
	}
}

// TestMethodsKeepTheirPromises checks, on all kinds of units, what every method promises, such as ascending boundaries.
func TestMethodsKeepTheirPromises(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	texts := [][]Unit{nil, units("a"), units("a a"), units("a b"), make([]Unit, 5), threeTopics}
	for range 40 {
		text := make([]Unit, random.IntN(30))
		for i := range text {
			text[i].Words = random.IntN(4) * random.IntN(200)
			text[i].Bytes = 6 * text[i].Words
			for term := range language.Term(random.IntN(8)) {
				text[i].Terms = append(text[i].Terms, Count{Term: term*5 + language.Term(random.IntN(5)), Count: uint32(1 + random.IntN(3))})
			}
		}
		texts = append(texts, text)
	}
	for _, m := range append([]Method{Paper{Window: 4}}, All...) {
		for _, text := range texts {
			promises(t, m, text, random)
		}
	}
}

func promises(t *testing.T, m Method, text []Unit, random *rand.Rand) {
	t.Helper()
	name, n := m.About().Name, len(text)
	for _, g := range []Goal{{}, {Segments: 1}, {Segments: 3}, {Segments: 100}, {Words: 1}, {Words: 300}, {Words: 1e6}} {
		g.Cost.Scaling = 0.5
		values := m.Values(AllUnits(text), g)
		if len(values) != max(0, n-1) {
			t.Fatalf("%s: %d values for %d units", name, len(values), n)
		}
		for _, v := range values {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("%s: a value of %v", name, v)
			}
		}
		boundaries := m.Divide(AllUnits(text), g)
		last := 0
		for _, b := range boundaries {
			if b <= last || b >= n {
				t.Fatalf("%s: boundaries %v of %d units", name, boundaries, n)
			}
			last = b
		}
		if again := m.Divide(AllUnits(text), g); !slices.Equal(boundaries, again) {
			t.Fatalf("%s: once %v, once %v", name, boundaries, again)
		}
		if g.Segments == 1 && len(boundaries) > 0 {
			t.Fatalf("%s: boundaries %v for one segment", name, boundaries)
		}
		if confident, ok := m.(Confident); ok {
			for _, c := range confident.Confidence(AllUnits(text), g) {
				if !(c >= 0 && c <= 1) {
					t.Fatalf("%s: a confidence of %v", name, c)
				}
			}
		}
		explainer, ok := m.(Explainer)
		if !ok || n < 2 {
			continue
		}
		from := random.IntN(n - 1)
		s := UnitRange{Units: text, From: from, To: from + 2 + random.IntN(n-from-1)}
		decided := explainer.Explain(s, g)(s.From, s.To)(s.From+1+random.IntN(s.To-s.From-1), Gap{})
		sum := 0.0
		for _, p := range decided.Parts {
			sum += p.Value
		}
		if len(decided.Parts) == 0 || sum != decided.Sum(1) || math.IsNaN(sum) || math.IsInf(sum, 0) {
			t.Fatalf("%s: %v add up to %v", name, decided.Parts, decided.Sum(1))
		}
	}
}

// TestConstraints checks that every method keeps the constraints and, where they permit it, the maximum length.
func TestConstraints(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	long := slices.Repeat(threeTopics, 1+maxUnits/len(threeTopics))
	for _, m := range append([]Method{Paper{Window: 4}}, All...) {
		for try := range 31 {
			text := threeTopics
			if try == 30 {
				text = long
			}
			g := Goal{Words: 200, Gaps: make([]Gap, len(text)-1), Cost: fragment.Cost{Scaling: 0.5}}
			for i := range g.Gaps {
				if random.IntN(3) == 0 {
					g.Gaps[i].Constraint = fragment.Constraint(1 + random.IntN(2))
				}
			}
			if random.IntN(2) == 0 {
				g.Limits.Max = 150
			}
			got := m.Divide(AllUnits(text), g)
			for i, gap := range g.Gaps {
				if isBoundary := slices.Contains(got, i+1); gap.Constraint == fragment.Break && !isBoundary || gap.Constraint == fragment.NoBreak && isBoundary {
					t.Fatalf("%s: boundaries %v under %v", m.About().Name, got, g.Gaps)
				}
			}
			first := 0
			for _, b := range append(got, len(text)) {
				isOne := true
				for i := first; i < b-1; i++ {
					isOne = isOne && g.Gaps[i].Constraint == fragment.NoBreak
				}
				if g.Limits.Max > 0 && countWords(text[first:b]) > g.Limits.Max && !isOne {
					t.Fatalf("%s: %v has a segment of %d words", m.About().Name, got, countWords(text[first:b]))
				}
				first = b
			}
		}
	}
}

// TestCurvesByHand checks small texts whose values can be computed by hand.
func TestCurvesByHand(t *testing.T) {
	near := func(name string, got []float64, want ...float64) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s: %v, want %v", name, got, want)
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Errorf("%s: %v, want %v", name, got, want)
				return
			}
		}
	}
	// Blocks of one unit: cosines 1, 0, 1; the valley is 1 deep on each side.
	near("texttiling", textTilingCurve(longer(units("a a b b"), 200)), 1, 0, 1)
	// Of the two terms around each gap 1, 1, 1, 0 are new: no valley but at the end.
	near("introduction", introductionCurve(longer(units("a a b b b"), 200)), 1, 1, 1, 0.75)
	// Terms new before and after: 1 and 0, 0 and 1, 1 and 0.
	near("vmp", vmpCurve(longer(units("a a b b"), 100)), 1, 0, 1)
	// a and b hold on both sides of their gaps; nothing passes the middle one.
	near("chains", chainsCurve(longer(units("a a b b"), 60)), 1, 0, 1)
	// The two a are joined first, then the two b, which are as similar; then the rest.
	near("hac", hacCurve(units("a a b b")), 1, 0, 0.5)
	// Rarities: a 0, b ln 2. The two a weigh nothing, so b is all that the window has.
	near("lcp", lcpCurve(longer(units("a ab"), 100)), 1)
	curve, _ := c99Curve(units("aa aa aa aa aa aa bb bb bb bb bb bb"))
	if lowest := slices.Index(curve, slices.Min(curve)); lowest != 5 {
		t.Errorf("c99 splits first after %d units: %v", lowest+1, curve)
	}
	near("sides", sidesCurve(newCollection(longer(units("a b a"), 10)), []int64{1, 1}, 10, 0, 2),
		// L = a; R = b + a/2: cosine (1/2)/sqrt(1 + 1/4), and mirrored.
		0.5/math.Sqrt(1.25), 0.5/math.Sqrt(1.25))
}

// sidesCurve returns the curve of the gaps [from, to).
func sidesCurve(c collection, weight []int64, halfLife, from, to int) []float64 {
	gaps := make([]gapProducts, to-from)
	c.setGapProducts(weight, halfLife, from, gaps)
	return gapSimilarities(gaps)
}

// TestSidesEqualFullSums checks that sums carried from gap to gap equal the sums over all units, wherever the first gap is.
func TestSidesEqualFullSums(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for range 50 {
		text := slices.Clone(threeTopics)
		for i := range text {
			text[i].Words = random.IntN(100)
		}
		c := newCollection(text)
		weight := make([]int64, len(c.names))
		for i := range weight {
			weight[i] = random.Int64N(900)
		}
		from := random.IntN(len(text) - 1)
		for k, got := range sidesCurve(c, weight, 35, from, len(text)-1) {
			g := from + k
			left, right := newVector(c), newVector(c)
			look := func(side *vector, unit, step int) {
				for distance := 0; unit >= 0 && unit < len(text) && distance < halvings*35; unit += step {
					for _, t := range c.terms(unit) {
						side.add(int(t.term), float64(weight[t.term])*math.Exp2(-math.Floor(float64(distance)/35)))
					}
					distance += text[unit].Words
				}
			}
			look(left, g, -1)
			look(right, g+1, +1)
			if want := cosine(left, right); math.Abs(got-want) > 1e-9 {
				t.Fatalf("gap %d: %v, by the definition %v", g, got, want)
			}
		}
	}
}

// TestSegmentCostsByHand checks the costs of a segment of the terms a, a, b in a text of two terms and four occurrences.
func TestSegmentCostsByHand(t *testing.T) {
	text := units("aab b")
	// (3 + 2)/(2 + 1) for each a, 5/2 for b, and where it begins.
	want := 2*math.Log(5./3) + math.Log(5./2) + math.Log(4)
	if got := u00Costs(text, 100).Segments[0][0]; math.Abs(got-want) > 1e-9 {
		t.Errorf("u00 charges %v, want %v", got, want)
	}
	// The occurrences one by one: of A = 0.4, then 1.4, then 2.4.
	want = math.Log(0.4/0.2) + math.Log(1.4/1.2) + math.Log(2.4/0.2)
	if got := dcmCosts(text, 100).Segments[0][0]; math.Abs(got-want) > 1e-9 {
		t.Errorf("dcm charges %v, want %v", got, want)
	}
	// Both units: a a b b, in any order.
	want += math.Log(3.4 / 1.2)
	if got := dcmCosts(text, 100).Segments[1][1]; math.Abs(got-want) > 1e-9 {
		t.Errorf("dcm charges %v, want %v", got, want)
	}
}

// TestTopics checks that one topic is counted as one, and three as three.
func TestTopics(t *testing.T) {
	for _, test := range []struct {
		units []Unit
		want  int
	}{{nil, 0}, {units("a"), 1}, {threeTopics, 3}, {threeTopics[:6], 1}, {units("a b c d e f g"), 1}} {
		if got := topicCount(test.units); got != test.want {
			t.Errorf("%d topics in %v, want %d", got, test.units, test.want)
		}
	}
}

// TestMethodsAreDescribed checks that each method has a name, a description, its needs and, unless it is a baseline, a source.
func TestMethodsAreDescribed(t *testing.T) {
	for _, m := range All {
		if a := m.About(); a.Name == "" || !strings.HasSuffix(a.Doc, ".") || a.Needs == "" || a.Source == "" && !a.IsBaseline {
			t.Errorf("%+v", a)
		}
	}
}

// TestInBlocks checks that a text that is too long for a method is divided in blocks of neighbours, with an entry for each gap.
func TestInBlocks(t *testing.T) {
	text := make([]Unit, 2*maxUnits+2)
	seen := 0
	got := divideInBlocks(text, Goal{Gaps: make([]Gap, len(text)-1)}, func(units []Unit, g Goal) []int {
		if seen = len(units); len(g.Gaps) != len(units)-1 {
			t.Errorf("%d gaps of %d units", len(g.Gaps), len(units))
		}
		return []int{1, seen - 1}
	})
	if seen > maxUnits || !slices.Equal(got, []int{3, 3 * (seen - 1)}) {
		t.Errorf("%d blocks, boundaries %v", seen, got)
	}
}

// TestJoin checks that JoinUnits adds up the counts of a term in several units.
func TestJoin(t *testing.T) {
	one := JoinUnits([]Unit{{2, 10, []Count{{7, 0, 1}, {3, 0, 2}}}, {3, 20, []Count{{3, 0, 1}, {9, 0, 4}}}})
	if one.Words != 5 || one.Bytes != 30 || !slices.Equal(one.Terms, []Count{{7, 0, 1}, {3, 0, 3}, {9, 0, 4}}) {
		t.Errorf("%+v", one)
	}
}
