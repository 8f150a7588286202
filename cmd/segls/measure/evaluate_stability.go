package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/method"
)

// Stability is how still boundaries hold while a text is being written. A writer is
// simulated in a finished text, at several places: a unit loses its last words one by
// one, the words are typed again one by one, and a unit from elsewhere is pasted after it
// and taken out again. After each word the text is divided anew. A boundary that comes or
// goes is a flip; near, if it bounds the fragment of the caret or one of its neighbours,
// and far otherwise.

const (
	writingPlaces = 3  // in a text
	writingWords  = 15 // deleted and typed again at each
)

// stability is what has been counted.
type stability struct {
	typed     int // words, or deleted
	near, far int // flips
	pasted    int // pastes and cuts
	nearPaste int
	farPaste  int
}

func (s *stability) add(t stability) {
	s.typed += t.typed
	s.near += t.near
	s.far += t.far
	s.pasted += t.pasted
	s.nearPaste += t.nearPaste
	s.farPaste += t.farPaste
}

// per100 is flips for each hundred words typed.
func (s stability) per100(flips int) float64 { return 100 * float64(flips) / float64(max(1, s.typed)) }

// divider divides a text again after an edit to a unit.
type divider func(units []method.Unit, shown []int, edited int) []int

// writer simulates writing in one text.
type writer struct {
	*examined
	settings analysis.Settings
	divide   divider
	stability
}

// write works on all places and returns what it has counted.
func (w *writer) write(opened []int, random *rand.Rand) stability {
	for range min(writingPlaces, len(w.units)) {
		i := random.IntN(len(w.units))
		units, shown := slices.Clone(w.units), opened
		words := strings.Fields(w.lines[i])
		for n := len(words) - 1; n >= max(1, len(words)-writingWords); n-- {
			units, shown = w.key(units, shown, i, strings.Join(words[:n], " "))
		}
		for n := max(1, len(words)-writingWords) + 1; n <= len(words); n++ {
			units, shown = w.key(units, shown, i, strings.Join(words[:n], " "))
		}
		w.paste(units, shown, i, random.IntN(len(units)))
	}
	return w.stability
}

// key types or deletes a word, so that a unit has this text.
func (w *writer) key(units []method.Unit, shown []int, i int, text string) ([]method.Unit, []int) {
	units = slices.Clone(units)
	units[i] = analysis.Lines([]string{text}, w.settings)[0]
	now := w.divide(units, shown, i)
	near, far := flips(shown, now, i)
	w.typed++
	w.near += near
	w.far += far
	return units, now
}

// paste pastes a unit after another, and cuts it out again.
func (w *writer) paste(units []method.Unit, shown []int, after, source int) {
	with := slices.Insert(slices.Clone(units), after+1, units[source])
	moved := slices.Clone(shown)
	for k, b := range moved {
		if b > after {
			moved[k]++
		}
	}
	pasted := w.divide(with, moved, after+1)
	near, far := flips(moved, pasted, after+1)
	back := make([]int, 0, len(pasted))
	for _, b := range pasted {
		if b > after+1 {
			b--
		}
		if b < len(units) && (len(back) == 0 || back[len(back)-1] != b) {
			back = append(back, b)
		}
	}
	nearCut, farCut := flips(back, w.divide(units, back, after), after)
	w.pasted += 2
	w.nearPaste += near + nearCut
	w.farPaste += far + farCut
}

// flips counts the boundaries that only one of two divisions has. Near are those from the
// start of the fragment before the one of a unit to the end of the one after it, as they
// were.
func flips(before, now []int, unit int) (near, far int) {
	at, _ := slices.BinarySearch(before, unit+1)
	first, end := 0, int(^uint(0)>>1)
	if at >= 2 {
		first = before[at-2]
	}
	if at+1 < len(before) {
		end = before[at+1]
	}
	count := func(these, those []int) {
		for _, b := range these {
			if _, both := slices.BinarySearch(those, b); both {
				continue
			}
			if first <= b && b <= end {
				near++
			} else {
				far++
			}
		}
	}
	count(before, now)
	count(now, before)
	return near, far
}

// stabilities simulates writing in all texts of the corpus that have their units in lines.
func (e evaluator) stabilities(paths []string) ([]string, map[string]*stability, error) {
	c, m, err := e.read(paths, e.settings.Method)
	if err != nil {
		return nil, nil, err
	}
	lengths := e.lengths(c.documents)
	var names []string
	bySet := make(map[string]*stability)
	counted := make([]stability, len(c.documents))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				d := c.documents[i]
				goal := c.settings.Goal()
				goal.Words = lengths[d.set]
				fresh := func(units []method.Unit) []int { return m.Divide(units, goal).Boundaries }
				w := writer{examined: d, settings: c.settings}
				w.divide = func(units []method.Unit, _ []int, _ int) []int { return fresh(units) }
				if m.Name == analysis.MethodBlend {
					kept := method.NewStatistics(d.units, goal)
					w.divide = func(units []method.Unit, shown []int, edited int) []int {
						return still(kept, units, shown, edited, goal)
					}
				}
				counted[i] = w.write(fresh(d.units), rand.New(rand.NewPCG(uint64(i), 3)))
			}
		})
	}
	for i, d := range c.documents {
		if d.lines != nil {
			next <- i
		}
	}
	close(next)
	workers.Wait()
	for i, d := range c.documents {
		if d.lines == nil {
			continue
		}
		if bySet[d.set] == nil {
			bySet[d.set] = new(stability)
			names = append(names, d.set)
		}
		bySet[d.set].add(counted[i])
	}
	return names, bySet, nil
}

// still divides anew around a unit, as the server does while a text is being written.
func still(kept method.Statistics, units []method.Unit, shown []int, edited int, goal method.Goal) []int {
	first, end := method.Around(shown, len(units), edited)
	from, _ := slices.BinarySearch(shown, first+1)
	to, _ := slices.BinarySearch(shown, end)
	inside := slices.Clone(shown[from:to])
	for i := range inside {
		inside[i] -= first
	}
	charges := kept.Charges(kept.Curves(units, 0, len(units)-1))
	inside = method.Still(kept, units[first:end], charges[first:end-1], inside, goal)
	for i := range inside {
		inside[i] += first
	}
	return slices.Replace(slices.Clone(shown), from, to, inside...)
}

// stabilityJSON is what `segls evaluate --stability --format json` writes: flips for each
// 100 words typed or deleted, and for each paste or cut.
type stabilityJSON struct {
	Name      string  `json:"name"`
	Words     int     `json:"words"`
	Near      float64 `json:"near"`
	Far       float64 `json:"far"`
	NearPaste float64 `json:"near-paste"`
	FarPaste  float64 `json:"far-paste"`
}

func (e evaluator) writeStability(w io.Writer, paths []string, format string) error {
	names, bySet, err := e.stabilities(paths)
	if err != nil {
		return err
	}
	rows := make([]stabilityJSON, len(names))
	for i, name := range names {
		s := bySet[name]
		edits := float64(max(1, s.pasted))
		rows[i] = stabilityJSON{name, s.typed, s.per100(s.near), s.per100(s.far), float64(s.nearPaste) / edits, float64(s.farPaste) / edits}
	}
	if format == "json" {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string]any{"method": e.settings.Method, "sets": rows})
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s, boundaries that come or go, for 100 words typed or deleted, and for a paste or cut\n\n", e.settings.Method)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "set\twords\tnear\tfar\tnear, pasting\tfar, pasting")
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\n", r.Name, r.Words, r.Near, r.Far, r.NearPaste, r.FarPaste)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return b.Flush()
}
