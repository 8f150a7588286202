package method

import (
	"slices"
	"sync"

	"github.com/segls/segls/analysis/language"
)

// Most letters that somebody types change one or two terms of one paragraph. What a division needs
// to know of each gap and segment is sums over terms. They are exact, so it is enough to take out
// of them what these terms were, and to put in what they are.

// blendSums are the sums of a stretch. They never change.
type blendSums struct {
	statistics *BlendStatistics

	units      []Unit // of the stretch
	first, end int    // gaps
	products   curveProducts

	joined  []Unit // which are divided
	back    []int
	misfits [][]float64 // D of their segments
}

// mostRepaired is in how many units sums are brought up to date; with more they are made anew.
const mostRepaired = 2

// Redivide divides as Divide does.
func (b Blend) Redivide(s Stretch, g Goal, before Workings) ([]int, Workings) {
	measured, ok := g.Statistics.(*BlendStatistics)
	if !ok || measured == nil || g.Segments > 0 || s.gaps() == 0 {
		return b.Divide(s, g), nil
	}
	j := g.join(s.inside())
	g.Gaps = j.gaps
	sums := &blendSums{statistics: measured, units: s.Units, joined: j.units, back: measured.back(j.units, g)}
	sums.first, sums.end = s.beside()
	old, _ := before.(*blendSums)
	if old == nil || old.statistics != measured {
		old = &blendSums{}
	}
	sums.multiply(old)
	isExact := sums.fit(old)
	room := costRooms.Get().(*[]float64)
	defer putRoom(room)
	e := measured.energyOf(s, g, j, sums.products.curves(), measured.weighed(cloned(sums.misfits, room)))
	boundaries := j.apart(e.Divide(measured.price))
	if !isExact {
		return boundaries, nil
	}
	return boundaries, sums
}

// costRooms are where the costs of segments stand while a stretch is divided.
var costRooms = sync.Pool{New: func() any { return new([]float64) }}

// putRoom keeps a room for the next division, unless it was made for a whole book.
func putRoom(room *[]float64) {
	if cap(*room) <= mostKept {
		costRooms.Put(room)
	}
}

// multiply makes the products of the gaps.
func (n *blendSums) multiply(old *blendSums) {
	s := n.statistics
	changed, ok := differing(old.units, n.units)
	if ok = ok && old.first == n.first && old.end == n.end; ok {
		ok = slices.EqualFunc(old.units, n.units, func(a, b Unit) bool { return a.Words == b.Words })
	}
	if !ok {
		n.products = s.products(n.units, n.first, n.end)
		return
	}
	for i := range n.products {
		n.products[i] = slices.Clone(old.products[i])
	}
	reach := reachOf(n.units)
	units := old.units
	for _, unit := range changed {
		turns := turnsOf(units[unit], n.units[unit])
		turns = slices.DeleteFunc(turns, func(t turn) bool { return (t.was > 0) == (t.now > 0) })
		found := among(Whole(units), termsTurned(turns))
		units = with(units, n.units, unit, changed)
		for i, h := range s.halfLives() {
			for g := range n.products[i] {
				cut := n.first + g + 1
				seenFrom := func(unit int) (left, right int64) {
					if unit < cut {
						return seen((reach[cut] - reach[unit+1]) / h), 0
					}
					return 0, seen((reach[unit] - reach[cut]) / h)
				}
				left, right := seenFrom(unit)
				if left+right == 0 {
					continue
				}
				for k, t := range turns {
					sides := termSides{weight: int64(s.weight(t.term))}
					for _, o := range found {
						if int(o.term) == k {
							left, right := seenFrom(int(o.unit))
							sides.left += left * sides.weight
							sides.right += right * sides.weight
						}
					}
					sign := int64(1)
					if t.now == 0 {
						sign = -1
					}
					n.products[i][g] = n.products[i][g].addLeft(&sides, sign*left).addRight(&sides, sign*right)
				}
			}
		}
	}
}

// fit makes the misfits of the segments. It reports whether they are exact.
func (n *blendSums) fit(old *blendSums) bool {
	s := n.statistics
	tokens := tokensBefore(n.joined)
	if tokens[len(n.joined)] > mostExact {
		n.misfits = s.misfitsOf(n.joined, n.back, new([]float64))
		return false
	}
	changed, ok := differing(old.joined, n.joined)
	if !ok || !slices.Equal(old.back, n.back) {
		n.misfits = s.misfitsOf(n.joined, n.back, new([]float64))
		return true
	}
	n.misfits = slices.Clone(old.misfits)
	units := old.joined
	for _, unit := range changed {
		turns := turnsOf(units[unit], n.joined[unit])
		terms := termsTurned(turns)
		priors := s.priors(terms)
		before := make([][]int, len(turns)) // the occurrences of each term before each unit, and all
		for k := range before {
			before[k] = make([]int, len(units)+1)
		}
		for _, o := range among(Whole(units), terms) {
			before[o.term][o.unit+1] = int(o.count)
		}
		fits, grown := make([][]float64, len(turns)), 0
		for k, t := range turns {
			for i := range units {
				before[k][i+1] += before[k][i]
			}
			fits[k] = addLogs(nil, priors.a(k), before[k][len(units)]+max(0, t.now-t.was))
			grown += t.now - t.was
		}
		var all []float64
		tokens := tokensBefore(units)
		if grown != 0 {
			all = addLogs(nil, priors.total, tokens[len(units)]+max(0, grown))
		}
		for j := unit; j < len(units) && j-unit < len(n.misfits[j]); j++ {
			row := slices.Clone(n.misfits[j])
			for l := j - unit; l < len(row); l++ {
				if grown != 0 {
					length := tokens[j+1] - tokens[j-l]
					row[l] += all[length+grown] - all[length]
				}
				for k, t := range turns {
					count := before[k][j+1] - before[k][j-l]
					row[l] -= fits[k][count+t.now-t.was] - fits[k][count]
				}
			}
			n.misfits[j] = row
		}
		units = with(units, n.joined, unit, changed)
	}
	return true
}

// with are units with one of those that have changed as it is now; just as they are now, if it is the last.
func with(units, now []Unit, unit int, changed []int) []Unit {
	if unit == changed[len(changed)-1] {
		return now
	}
	units = slices.Clone(units)
	units[unit] = now[unit]
	return units
}

// tokensBefore are the occurrences of all terms before each unit, and in all of them.
func tokensBefore(units []Unit) []int {
	before := make([]int, len(units)+1)
	for i, u := range units {
		before[i+1] = before[i]
		for _, t := range u.Terms {
			before[i+1] += int(t.Count)
		}
	}
	return before
}

// differing are those units whose terms are not what they were; it is false if they are too many, or have too
// many others.
func differing(before, now []Unit) (changed []int, ok bool) {
	if len(before) != len(now) {
		return nil, false
	}
	for i := range now {
		a, b := before[i].Terms, now[i].Terms
		if len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) {
			continue
		}
		const most = 64
		if a, b = trimmed(a, b); len(a)+len(b) > most || len(changed) == mostRepaired {
			return nil, false
		}
		if len(a)+len(b) > 0 {
			changed = append(changed, i)
		}
	}
	return changed, true
}

// trimmed are two lists of terms without what they begin and end with together.
func trimmed(a, b []Count) (restA, restB []Count) {
	isSame := func(a, b Count) bool { return a.Term == b.Term && a.Count == b.Count }
	for len(a) > 0 && len(b) > 0 && isSame(a[0], b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && isSame(a[len(a)-1], b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// turn is a term that a unit has more often, or less often, than before.
type turn struct {
	term     language.Term
	was, now int
}

func turnsOf(before, now Unit) []turn {
	a, b := trimmed(before.Terms, now.Terms)
	turns := make([]turn, 0, len(a)+len(b))
	for _, t := range a {
		turns = append(turns, turn{term: t.Term, was: int(t.Count)})
	}
	for _, t := range b {
		i := slices.IndexFunc(turns, func(o turn) bool { return o.term == t.Term })
		if i < 0 {
			i = len(turns)
			turns = append(turns, turn{term: t.Term})
		}
		turns[i].now = int(t.Count)
	}
	return slices.DeleteFunc(turns, func(t turn) bool { return t.was == t.now })
}

func termsTurned(turns []turn) []language.Term {
	terms := make([]language.Term, len(turns))
	for i, t := range turns {
		terms[i] = t.term
	}
	return terms
}
