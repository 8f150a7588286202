package lab

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// scoredText is a text with a method's division and its score.
type scoredText struct {
	*referenceText
	found []int
	score score
	took  time.Duration
}

// score holds the three measures. Lower is better for Pk and WindowDiff, higher for B.
type score struct{ pk, wd, b float64 }

func (s score) plus(t score, factor float64) score {
	return score{s.pk + factor*t.pk, s.wd + factor*t.wd, s.b + factor*t.b}
}

func (s score) values() [3]float64 { return [3]float64{s.pk, s.wd, s.b} }

// scoreAll divides all texts, several at a time, and scores the divisions.
func scoreAll(documents []*referenceText, m method.Method, goal func(d *referenceText) method.Goal) []scoredText {
	results := make([]scoredText, len(documents))
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				d := documents[i]
				start := time.Now()
				found := m.Divide(method.AllUnits(d.units), goal(d))
				results[i] = scoredText{d, found, score{
					fragment.Pk(len(d.units), d.reference, found),
					fragment.WindowDiff(len(d.units), d.reference, found),
					fragment.BoundarySimilarity(d.reference, found),
				}, time.Since(start)}
			}
		})
	}
	for i := range documents {
		next <- i
	}
	close(next)
	workers.Wait()
	return results
}

// evaluation holds a method's scores on each set, and their mean.
type evaluation struct {
	sets []setScore
	mean estimate
	took time.Duration // per document on average
}

type setScore struct {
	name      string
	documents []scoredText
	estimate
}

// estimate is an average with its 95 % confidence interval.
type estimate struct {
	score
	from, to score
}

// resamples is the number of bootstrap samples for an interval, and of random swaps in a test.
const resamples = 2000

// evaluate averages results. Intervals are bootstrap percentiles of each set's documents, sampled the same way each time (Efron 1979).
func evaluate(results []scoredText) evaluation {
	e := evaluation{sets: groupBySet(results)}
	for _, r := range results {
		e.took += r.took / time.Duration(len(results))
	}
	random := rand.New(rand.NewPCG(1, 1))
	means := make([]score, resamples)
	share := 1 / float64(len(e.sets))
	for k := range e.sets {
		s := &e.sets[k]
		s.score = average(len(s.documents), func(i int) score { return s.documents[i].score })
		e.mean.score = e.mean.plus(s.score, share)
		drawn := make([]score, resamples)
		for r := range drawn {
			drawn[r] = average(len(s.documents), func(int) score { return s.documents[random.IntN(len(s.documents))].score })
			means[r] = means[r].plus(drawn[r], share)
		}
		s.from, s.to = interval(drawn)
	}
	e.mean.from, e.mean.to = interval(means)
	return e
}

func groupBySet(results []scoredText) []setScore {
	var sets []setScore
	for _, r := range results {
		k := slices.IndexFunc(sets, func(s setScore) bool { return s.name == r.set })
		if k < 0 {
			k = len(sets)
			sets = append(sets, setScore{name: r.set})
		}
		sets[k].documents = append(sets[k].documents, r)
	}
	return sets
}

func average(n int, value func(i int) score) score {
	var sum score
	for i := range n {
		sum = sum.plus(value(i), 1/float64(n))
	}
	return sum
}

// interval returns the bounds of the middle 95 % of samples, for each measure separately.
func interval(drawn []score) (from, to score) {
	bounds := func(value func(score) float64) (a, b float64) {
		values := make([]float64, len(drawn))
		for i, d := range drawn {
			values[i] = value(d)
		}
		return middle95(values)
	}
	from.pk, to.pk = bounds(func(s score) float64 { return s.pk })
	from.wd, to.wd = bounds(func(s score) float64 { return s.wd })
	from.b, to.b = bounds(func(s score) float64 { return s.b })
	return from, to
}

// middle95 sorts values and returns the bounds of their middle 95 %.
func middle95(values []float64) (from, to float64) {
	slices.Sort(values)
	cut := len(values) / 40
	return values[cut], values[len(values)-1-cut]
}

// comparison is the difference between two methods' means over the sets, on the same texts.
type comparison struct {
	estimate
	// chance is the probability of a difference at least as large, in either direction, if the methods are equally good.
	chance score
}

// compareScores compares text by text. The chance comes from a randomization test, which swaps scores at random (Fisher 1935).
func compareScores(one, other []scoredText) comparison {
	differences := slices.Clone(one)
	for i := range differences {
		differences[i].score = one[i].score.plus(other[i].score, -1)
	}
	c := comparison{estimate: evaluate(differences).mean}
	sets := groupBySet(differences)
	random := rand.New(rand.NewPCG(2, 2))
	var reached [3]float64
	for range resamples {
		var mean score
		for _, s := range sets {
			share := 1 / float64(len(s.documents)*len(sets))
			for _, d := range s.documents {
				if random.IntN(2) == 0 {
					mean = mean.plus(d.score, share)
				} else {
					mean = mean.plus(d.score, -share)
				}
			}
		}
		for k, v := range mean.values() {
			if math.Abs(v) >= math.Abs(c.values()[k]) {
				reached[k]++
			}
		}
	}
	for k := range reached {
		reached[k] = (reached[k] + 1) / (resamples + 1)
	}
	c.chance = score{reached[0], reached[1], reached[2]}
	return c
}
