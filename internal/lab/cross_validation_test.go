package lab

import (
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/method"
)

// TestCrossValidation measures the blend's constants on texts that were not used to choose them: fifths of each set,
// and then whole sets, that is, other kinds of text. The search begins in a corner of a grid, so that the constants in
// use have no advantage. The figures are in docs/research/methods.md.
func TestCrossValidation(t *testing.T) {
	sets := evaluationSets(t)
	for _, count := range []string{countGiven, countPreferred} {
		t.Run(count, func(t *testing.T) { crossValidate(t, sets, count) })
	}
}

func crossValidate(t *testing.T, sets []string, count string) {
	e := evaluator{settings: analysis.Defaults(), count: count}
	c, _, err := e.read(sets, analysis.MethodBlend)
	if err != nil {
		t.Fatal(err)
	}
	v := validation{reached: make(map[constants][]scoredText)}
	v.divide = func(k constants) []scoredText {
		return e.divide(c, scaled{method.Blend{Constants: k.Constants}, k.scaling})
	}
	tuned := v.of(constants{method.BlendConstants, e.settings.Scaling})
	within := make(map[string]int)
	fifth, set := make([]int, len(tuned)), make([]int, len(tuned))
	for i, d := range tuned {
		fifth[i] = within[d.set] % 5
		within[d.set]++
		set[i] = slices.Index(evaluatedSets, d.set)
	}
	is := evaluate(tuned).mean
	t.Logf("constants in use: %s/%s", formatPercent(is.pk), formatPercent(is.wd))
	for _, parts := range []struct {
		name  string
		of    []int
		loses float64 // the greatest loss, in Pk
	}{{"fifths", fifth, 0.005}, {"sets", set, 0.01}} {
		t.Run(parts.name, func(t *testing.T) {
			was := evaluate(v.keptApart(t, parts.of)).mean
			t.Logf("kept apart: %s/%s", formatPercent(was.pk), formatPercent(was.wd))
			if was.pk > is.pk+parts.loses {
				t.Errorf("kept apart Pk is %.4f, with the constants in use %.4f", was.pk, is.pk)
			}
		})
	}
}

// scaled is the blend with a fixed scaling.
type scaled struct {
	method.Blend
	scaling float64
}

func (m scaled) Divide(s method.UnitRange, g method.Goal) []int {
	g.Cost.Scaling = m.scaling
	return m.Blend.Divide(s, g)
}

// evaluatedSets are the sets whose figures are averaged.
var evaluatedSets = strings.Fields("choi-3-5 choi-6-8 choi-9-11 choi-3-11 clinical physics ai sections chapters techdocs progit")

// constants holds the constants of the blend, and the scaling of lengths.
type constants struct {
	method.Constants
	scaling float64
}

// grid lists the values to try for each constant, the initial one first.
var grid = []struct {
	values []float64
	of     func(k *constants) *float64
}{
	{[]float64{0.25, 0.5, 1}, func(k *constants) *float64 { return &k.scaling }},
	{[]float64{0.006, 0.012, 0.024}, func(k *constants) *float64 { return &k.Weight }},
	{[]float64{0.5, 0.75, 1}, func(k *constants) *float64 { return &k.Short }},
	{[]float64{0.1, 0.2, 0.3}, func(k *constants) *float64 { return &k.Near }},
	{[]float64{0.4, 0.5, 0.8}, func(k *constants) *float64 { return &k.Far }},
	{[]float64{3, 6, 9}, func(k *constants) *float64 { return &k.Rate }},
}

// validation caches the results of constants.
type validation struct {
	divide  func(k constants) []scoredText
	reached map[constants][]scoredText
}

func (v validation) of(k constants) []scoredText {
	if v.reached[k] == nil {
		v.reached[k] = v.divide(k)
	}
	return v.reached[k]
}

// keptApart returns every text divided by constants that were chosen without its part.
func (v validation) keptApart(t *testing.T, part []int) []scoredText {
	kept := make([]scoredText, len(part))
	for p := range 1 + slices.Max(part) {
		k := v.choose(func(i int) bool { return part[i] != p })
		t.Logf("without part %d: %+v", p, k)
		for i, s := range v.of(k) {
			if part[i] == p {
				kept[i] = s
			}
		}
	}
	return kept
}

// choose returns constants with a low mean Pk on some texts. It chooses the best value of one constant at a time, in two rounds.
func (v validation) choose(isIn func(text int) bool) constants {
	pk := func(k constants) float64 {
		var in []scoredText
		for i, s := range v.of(k) {
			if isIn(i) {
				in = append(in, s)
			}
		}
		sum, sets := 0.0, groupBySet(in)
		for _, s := range sets {
			sum += average(len(s.documents), func(i int) score { return s.documents[i].score }).pk
		}
		return sum / float64(len(sets))
	}
	var best constants
	for _, g := range grid {
		*g.of(&best) = g.values[0]
	}
	least := pk(best)
	for range 2 {
		for _, g := range grid {
			for _, value := range g.values {
				k := best
				*g.of(&k) = value
				if now := pk(k); now < least {
					best, least = k, now
				}
			}
		}
	}
	return best
}
