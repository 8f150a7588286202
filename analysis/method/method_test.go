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

// units reads a text in which each letter is a term and each word a unit: "aab abc" are
// two units. A unit has as many words as letters.
func units(text string) []Unit {
	var all []Unit
	for _, word := range strings.Fields(text) {
		u := Unit{Words: len(word), Bytes: len(word)}
		for c := byte('a'); c <= 'z'; c++ {
			if n := strings.Count(word, string(c)); n > 0 {
				u.Terms = append(u.Terms, Count{language.Term(c), n})
			}
		}
		all = append(all, u)
	}
	return all
}

// longer are the units with so many times the words, for methods that look so far.
func longer(units []Unit, factor int) []Unit {
	units = slices.Clone(units)
	for i := range units {
		units[i].Words *= factor
	}
	return units
}

// threeTopics has a different vocabulary after 6 and 12 units.
var threeTopics = longer(units("abca bcad cabb dabc acbd badc efge ghfe fegh hgef gefh efhg ijkl lkji jilk kilj likj ijlk"), 10)

// TestMethodsFindPlainBoundaries: where vocabularies do not even overlap, every method
// that looks at words finds where they change, and told only the length does so too.
func TestMethodsFindPlainBoundaries(t *testing.T) {
	want := []int{6, 12}
	for _, m := range All {
		if m.Needs != needsTerms || m.Name == "texttiling-introduction" {
			continue
		}
		for _, g := range []Goal{{Segments: 3}, {Words: 240}} {
			if g.Words > 0 && (m.Name == "vmp" || m.Name == "lcp") {
				continue // so high even there that the programme prefers fewer boundaries
			}
			g.Cost = fragment.Cost{Scaling: 0.5}
			if got := m.Divide(threeTopics, g).Boundaries; !slices.Equal(got, want) {
				t.Errorf("%s finds %v under %+v, want %v", m.Name, got, g, want)
			}
		}
	}
}

// TestMethodsKeepTheirPromises on all kinds of units, the strangest too: boundaries are in
// order and within the text, their number is as told, the same input gives the same
// result, and a curve has a finite number for each gap.
func TestMethodsKeepTheirPromises(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	texts := [][]Unit{nil, units("a"), units("a a"), units("a b"), make([]Unit, 5), threeTopics}
	for range 60 {
		text := make([]Unit, random.IntN(30))
		for i := range text {
			text[i].Words = random.IntN(4) * random.IntN(200)
			text[i].Bytes = 6 * text[i].Words
			for term := range language.Term(random.IntN(8)) {
				text[i].Terms = append(text[i].Terms, Count{term*5 + language.Term(random.IntN(5)), 1 + random.IntN(3)})
			}
		}
		texts = append(texts, text)
	}
	for _, m := range All {
		for _, text := range texts {
			if m.Curve != nil {
				curve := m.Curve(text)
				if len(curve) != max(0, len(text)-1) {
					t.Fatalf("%s: %d values for %d units", m.Name, len(curve), len(text))
				}
				for _, v := range curve {
					if !(v >= 0 && v <= 1) {
						t.Fatalf("%s: %v in the curve", m.Name, v)
					}
				}
			}
			for _, g := range []Goal{{}, {Segments: 1}, {Segments: 3}, {Segments: 100}, {Words: 1}, {Words: 300}, {Words: 1e6}} {
				g.Cost.Scaling = 0.5
				d := m.Divide(text, g)
				last := 0
				for _, b := range d.Boundaries {
					if b <= last || b >= len(text) {
						t.Fatalf("%s: boundaries %v of %d units", m.Name, d.Boundaries, len(text))
					}
					last = b
				}
				if again := m.Divide(text, g); !slices.Equal(d.Boundaries, again.Boundaries) || !slices.Equal(d.Confidence, again.Confidence) {
					t.Fatalf("%s: once %v, once %v", m.Name, d, again)
				}
				if g.Segments == 1 && len(d.Boundaries) > 0 {
					t.Fatalf("%s: boundaries %v for one segment", m.Name, d.Boundaries)
				}
			}
		}
	}
}

// TestConstraints: segmenters that know of them keep them.
func TestConstraints(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for _, m := range All {
		if m.Segment == nil || m.IsBaseline || m.Needs == needsLengths {
			continue
		}
		for range 30 {
			g := Goal{Words: 200, Constraints: make([]fragment.Constraint, len(threeTopics)-1)}
			for gap := range g.Constraints {
				if random.IntN(3) == 0 {
					g.Constraints[gap] = fragment.Constraint(1 + random.IntN(2))
				}
			}
			d := m.Divide(threeTopics, g)
			for gap, c := range g.Constraints {
				if isBoundary := slices.Contains(d.Boundaries, gap+1); c == fragment.Break && !isBoundary || c == fragment.NoBreak && isBoundary {
					t.Fatalf("%s: boundaries %v under %v", m.Name, d.Boundaries, g.Constraints)
				}
			}
		}
	}
}

// TestCurvesByHand: small texts whose values can be made out with a pencil.
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
	near("texttiling", TextTiling(longer(units("a a b b"), 200)), 1, 0, 1)
	// Of the two terms around each gap 1, 1, 1, 0 are new: no valley but at the end.
	near("introduction", TextTilingIntroduction(longer(units("a a b b b"), 200)), 1, 1, 1, 0.75)
	// Terms new before and after: 1 and 0, 0 and 1, 1 and 0.
	near("vmp", VMP(longer(units("a a b b"), 100)), 1, 0, 1)
	// a and b hold on both sides of their gaps; nothing passes the middle one.
	near("chains", Chains(longer(units("a a b b"), 60)), 1, 0, 1)
	// The two a are joined first, then the two b, as alike; then the rest.
	near("hac", HAC(units("a a b b")), 1, 0, 0.5)
	// Rarities: a 0, b ln 2. In the first window two a weigh nothing, the middle has one b.
	near("lcp", LCP(longer(units("a ab"), 100)), 1)
	curve, _ := C99(units("aa aa aa aa aa aa bb bb bb bb bb bb"))
	if lowest := slices.Index(curve, slices.Min(curve)); lowest != 5 {
		t.Errorf("c99 splits first after %d units: %v", lowest+1, curve)
	}
	near("sides", collect(longer(units("a b a"), 10)).sides([]int64{1, 1}, 10, 0, 2),
		// L = a; R = b + a/2: cosine (1/2)/sqrt(1 + 1/4), and mirrored.
		0.5/math.Sqrt(1.25), 0.5/math.Sqrt(1.25))
}

// TestSidesIsTheDefinition: what is made of one gap's sums for the next is what the sums over
// all units give, wherever one begins.
func TestSidesIsTheDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for range 50 {
		text := slices.Clone(threeTopics)
		for i := range text {
			text[i].Words = random.IntN(100)
		}
		c := collect(text)
		weight := make([]int64, len(c.names))
		for i := range weight {
			weight[i] = random.Int64N(900)
		}
		from := random.IntN(len(text) - 1)
		for k, got := range c.sides(weight, 35, from, len(text)-1) {
			g := from + k
			left, right := newVector(c), newVector(c)
			look := func(side *vector, unit, step int) {
				for distance := 0; unit >= 0 && unit < len(text) && distance < halvings*35; unit += step {
					for _, t := range c.terms[unit] {
						side.add(t.term, float64(weight[t.term])*math.Exp2(-math.Floor(float64(distance)/35)))
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

// TestSegmentCostsByHand: what the models charge for a segment of the terms a, a, b in a
// text of two terms and four occurrences.
func TestSegmentCostsByHand(t *testing.T) {
	text := units("aab b")
	// (3 + 2)/(2 + 1) for each a, 5/2 for b, and where it begins.
	want := 2*math.Log(5./3) + math.Log(5./2) + math.Log(4)
	if got := U00(text, 100).Segments[0][0]; math.Abs(got-want) > 1e-9 {
		t.Errorf("u00 charges %v, want %v", got, want)
	}
	// The occurrences one by one: of A = 0.4, then 1.4, then 2.4.
	want = math.Log(0.4/0.2) + math.Log(1.4/1.2) + math.Log(2.4/0.2)
	if got := DCM(text, 100).Segments[0][0]; math.Abs(got-want) > 1e-9 {
		t.Errorf("dcm charges %v, want %v", got, want)
	}
	// Both units: a a b b, in any order.
	want += math.Log(3.4 / 1.2)
	if got := DCM(text, 100).Segments[1][1]; math.Abs(got-want) > 1e-9 {
		t.Errorf("dcm charges %v, want %v", got, want)
	}
}

// TestTopics: one topic is one, three are three.
func TestTopics(t *testing.T) {
	for _, test := range []struct {
		units []Unit
		want  int
	}{{nil, 0}, {units("a"), 1}, {threeTopics, 3}, {threeTopics[:6], 1}, {units("a b c d e f g"), 1}} {
		if got := Topics(test.units); got != test.want {
			t.Errorf("%d topics in %v, want %d", got, test.units, test.want)
		}
	}
}

// TestMethodsAreTold: each has what a reader needs to know of it.
func TestMethodsAreTold(t *testing.T) {
	for _, m := range All {
		if m.Name == "" || !strings.HasSuffix(m.Doc, ".") || m.Needs == "" || m.Source == "" && !m.IsBaseline || (m.Curve == nil && m.Segment == nil) {
			t.Errorf("%+v", m)
		}
	}
}

// TestInBlocks: what is too long for a segmenter is divided between blocks of neighbours, at
// the same topics, and a constraint between two blocks is kept.
func TestInBlocks(t *testing.T) {
	for _, m := range All {
		if m.Most == 0 {
			continue
		}
		whole := m.Divide(threeTopics, Goal{Segments: 3}).Boundaries
		m.Most = len(threeTopics)/2 + 1
		const size = 2
		d := m.Divide(threeTopics, Goal{Segments: 3})
		for i, b := range d.Boundaries {
			if b%size != 0 || len(d.Boundaries) != len(whole) || max(b-whole[i], whole[i]-b) > size {
				t.Errorf("%s: boundaries %v, unit by unit %v", m.Name, d.Boundaries, whole)
			}
		}
		g := Goal{Segments: 3, Constraints: make([]fragment.Constraint, len(threeTopics)-1)}
		g.Constraints[size-1] = fragment.Break
		if got := m.Divide(threeTopics, g).Boundaries; !slices.Contains(got, size) {
			t.Errorf("%s: boundaries %v, not after the first block", m.Name, got)
		}
	}
}

// TestJoin: what stands in several units counts together.
func TestJoin(t *testing.T) {
	one := Join([]Unit{{2, 10, []Count{{7, 1}, {3, 2}}}, {3, 20, []Count{{3, 1}, {9, 4}}}})
	if one.Words != 5 || one.Bytes != 30 || !slices.Equal(one.Terms, []Count{{7, 1}, {3, 3}, {9, 4}}) {
		t.Errorf("%+v", one)
	}
}
