package fragment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// BenchmarkSplit measures the time per paragraph, which must not grow with their number, for various similarities, costs and limits.
func BenchmarkSplit(b *testing.B) {
	curves := []struct {
		name       string
		similarity func(r *rand.Rand) float64
	}{
		{"prose", func(r *rand.Rand) float64 { return 0.1 + 0.5*r.Float64() }},
		{"high", func(r *rand.Rand) float64 { return 0.4 + 2*r.Float64() }},
		{"equal", func(*rand.Rand) float64 { return 0.5 }},
	}
	limits := []struct {
		name string
		Limits
	}{{"free", Limits{}}, {"limited", Limits{200, 900}}, {"narrow", Limits{490, 500}}}
	for _, shape := range []Shape{Parabola, Linear} {
		for _, curve := range curves {
			for _, limit := range limits {
				for _, n := range []int{1e3, 1e4, 1e5} {
					r := rand.New(rand.NewPCG(9, 1998))
					p := prose(r, n, Cost{shape, 500, 0.5})
					for i := range p.Similarity {
						p.Similarity[i] = curve.similarity(r)
					}
					p.Limits = limit.Limits
					benchmark(b, fmt.Sprintf("%v/%s/%s/%d", shape, curve.name, limit.name, n), p)
				}
			}
		}
	}
}

// BenchmarkSplitWorst measures the same for texts constructed to keep many starts in the queue.
func BenchmarkSplitWorst(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5} {
		gaps := n - 1
		for name, p := range map[string]Problem{
			"empty paragraphs":   {Words: make([]int, n), Similarity: make([]float64, gaps), Cost: Cost{Linear, 500, 0.5}},
			"no scaling":         {Words: slices.Repeat([]int{9}, n), Similarity: slices.Repeat([]float64{1}, gaps), Cost: Cost{Parabola, 500, 0}},
			"little scaling":     {Words: slices.Repeat([]int{9}, n), Similarity: slices.Repeat([]float64{1}, gaps), Cost: Cost{Parabola, 500, 1e-7}},
			"one-word lines":     {Words: slices.Repeat([]int{1}, n), Similarity: slices.Repeat([]float64{0.3}, gaps), Cost: Cost{Linear, 500, 0.5}},
			"limited lines":      {Words: slices.Repeat([]int{1}, n), Similarity: slices.Repeat([]float64{0.3}, gaps), Cost: Cost{Linear, 500, 0.5}, Limits: Limits{200, 900}},
			"out of reach":       {Words: slices.Repeat([]int{160}, n), Similarity: slices.Repeat([]float64{0.3}, gaps), Cost: Cost{Parabola, 250, 0.5}, Limits: Limits{200, 300}},
			"rewards everywhere": {Words: slices.Repeat([]int{9}, n), Similarity: slices.Repeat([]float64{-1}, gaps), Cost: Cost{Parabola, 500, 1}},
			"preferring all":     {Words: slices.Repeat([]int{9}, n), Similarity: slices.Repeat([]float64{0}, gaps), Cost: Cost{Parabola, float64(9 * n), 1}},
		} {
			benchmark(b, fmt.Sprintf("%s/%d", name, n), p)
		}
	}
}

func benchmark(b *testing.B, name string, p Problem) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			if _, err := Split(p); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Words)), "ns/paragraph")
	})
}
