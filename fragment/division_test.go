package fragment

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

var replaced = flag.Int("replaced", 500, "how many divisions TestReplaceEqualsDivide begins with")

// TestReplaceEqualsDivide replaces paragraphs at random, and holds each division, its
// rows included, to that of the same paragraphs from scratch.
func TestReplaceEqualsDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1998))
	for range *replaced {
		e := generate(r, 1+r.IntN(120))
		if len(e.words) == 0 {
			continue
		}
		p := e.problem()
		list := paragraphsOf(p)
		d, err := Divide(p)
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			i := r.IntN(len(list) + 1)
			j := min(len(list), i+r.IntN([]int{1, 2, 4, 30}[r.IntN(4)]))
			with := drawn(r, e, r.IntN([]int{2, 3, 30}[r.IntN(3)]))
			// The gap before what follows is another one.
			if j < len(list) {
				after := list[j]
				after.Similarity = drawn(r, e, 1)[0].Similarity
				with, j = append(with, after), j+1
			}
			list = slices.Replace(slices.Clone(list), i, j, with...)
			var change Repaired
			before := startsOf(d)
			d, change = d.Replace(i, j, with)
			checkDivision(t, d, list)
			checkChange(t, change, i, j, len(with), before, startsOf(d))
		}
	}
}

// drawn are paragraphs that could stand in a problem.
func drawn(r *rand.Rand, e eighths, n int) []Unit {
	list := make([]Unit, n)
	for k := range list {
		i := r.IntN(len(e.words))
		list[k].Words = e.words[i]
		if i > 0 {
			list[k].Similarity = float64(e.similarity[i-1]) / 8
			list[k].Constraint = e.constraint(i)
		}
	}
	return list
}

func paragraphsOf(p Problem) []Unit {
	list := make([]Unit, len(p.Words))
	for i, words := range p.Words {
		list[i].Words = words
		if i > 0 {
			list[i].Similarity, list[i].Constraint = p.Similarity[i-1], p.constraint(i)
		}
	}
	return list
}

func startsOf(d Division) []int {
	var starts []int
	for i := 0; i < d.Sum().Fragments; i++ {
		starts = append(starts, d.Start(i))
	}
	return starts
}

// checkDivision holds a division to that of its paragraphs from scratch.
func checkDivision(t *testing.T, d Division, list []Unit) {
	t.Helper()
	scratch, _ := Division{tariff: d.tariff, limits: d.limits}.Replace(0, 0, list)
	got, want := d.units.Slice(0, d.Len()), scratch.units.Slice(0, scratch.Len())
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("paragraph %d is %s, want %s", i, tell(got, i), tell(want, i))
		}
	}
}

func tell(list []divided, i int) string {
	if i >= len(list) {
		return "missing"
	}
	return fmt.Sprintf("%+v", list[i])
}

// checkChange holds that a change, of the paragraphs from i to j into so many, says no
// less than it has to: outside of it fragments start where they did, and it begins and
// ends where they do. It says no more either if they start where they did everywhere
// but among the paragraphs replaced.
func checkChange(t *testing.T, c Repaired, i, j, with int, before, after []int) {
	t.Helper()
	if len(before) == 0 || len(after) == 0 {
		return // there is no fragment to start
	}
	grown := with - (j - i)
	if c.From > i || c.To < i+with {
		t.Fatalf("%+v leaves out some of what was replaced, %d to %d", c, i, i+with)
	}
	outside := func(from, to int) (was, is []int) {
		for _, s := range before {
			if s <= from {
				was = append(was, s)
			} else if s >= to-grown {
				was = append(was, s+grown)
			}
		}
		for _, s := range after {
			if s <= from || s >= to {
				is = append(is, s)
			}
		}
		return was, is
	}
	was, is := outside(c.From, c.To)
	if !slices.Equal(was, is) || !slices.Contains(is, c.From) {
		t.Fatalf("outside of %+v fragments started with %v, now with %v", c, was, is)
	}
	if was, is := outside(i-1, i+with); slices.Equal(was, is) {
		first, _ := slices.BinarySearch(after, i)
		last, _ := slices.BinarySearch(after, i+with)
		if c.From != after[max(0, first-1)] || last < len(after) && c.To != after[last] {
			t.Fatalf("%+v is more than what was replaced, %d to %d, between %v", c, i, i+with, after)
		}
	}
}

// BenchmarkReplace shows what a change costs, which must not grow with the text.
func BenchmarkReplace(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(13, 1998))
			p := prose(r, n, Cost{Parabola, 500, 0.5})
			for i := range p.Similarity {
				p.Similarity[i] = 0.1 + 0.5*r.Float64()
			}
			d, err := Divide(p)
			if err != nil {
				b.Fatal(err)
			}
			rows, most := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				i := r.IntN(n - 9)
				with := make([]Unit, 9)
				for k := range with {
					with[k] = d.At(i + k)
				}
				with[4].Words++
				var c Repaired
				d, c = d.Replace(i, i+9, with)
				rows, most = rows+c.Rows, max(most, c.Rows)
			}
			b.ReportMetric(float64(rows)/float64(b.N), "rows/op")
			b.ReportMetric(float64(most), "rows-at-most")
		})
	}
}
