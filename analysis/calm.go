package analysis

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// If the author has divided a text into sections, few suggestions are useful. A section that is hardly longer than usual gets none, and
// neither does a place where sections hardly ever begin. Of the others, the most confident remain.

const (
	wordsPerSuggestion = 600 // least number of words for each suggestion
	longSectionFactor  = 1.2 // least length of a section with suggestions, in preferred lengths
	ownLengthFactor    = 0.9 // preferred length, as a share of the sections' mean length; missing headings make that mean too high
)

// hardEnds returns the ends of the stretches between hard boundaries, each as the index of the paragraph after it.
func hardEnds(gaps []method.Gap) (ends []int) {
	for g, gap := range gaps {
		if gap.Constraint == fragment.Break {
			ends = append(ends, g+1)
		}
	}
	return append(ends, len(gaps)+1)
}

// forbidSuggestions constrains the free gaps in which nothing may be suggested; `ends` are the ends of stretches between hard boundaries.
func (d *Document) forbidSuggestions(gaps []method.Gap, ends []int) {
	if d.Settings.MaxWords > 0 || !d.avoidsStretchEnds() && d.statistics.own == nil { // a maximum length takes precedence
		return
	}
	first := 0
	for _, end := range ends {
		s := d.hardStretch(first, end)
		for g := first; g < end-1; g++ {
			if gaps[g].Constraint == fragment.Free && d.forbiddenReason(g, s) != ByCost {
				gaps[g].Constraint = fragment.NoBreak
			}
		}
		first = end
	}
}

// hardStretch is a stretch between two hard boundaries, in words from the beginning of the text.
type hardStretch struct{ from, to int }

func (d *Document) hardStretch(first, end int) hardStretch {
	return hardStretch{d.wordsBefore(first), d.wordsBefore(end)}
}

// avoidsStretchEnds reports whether nothing is suggested near the ends of a stretch.
func (d *Document) avoidsStretchEnds() bool { return d.Settings.Method == MethodBlend }

// forbiddenReason returns the reason why nothing may be suggested in a gap of a stretch, or ByCost if there is none.
func (d *Document) forbiddenReason(g int, s hardStretch) Reason {
	const part = 3 // at least a third of the preferred length is left at either end
	at := d.wordsBefore(g + 1)
	if d.avoidsStretchEnds() && part*min(at-s.from, s.to-at) < d.Preferred() {
		return ByNearEnd
	}
	if d.statistics.own != nil && (float64(s.to-s.from) < longSectionFactor*float64(d.Preferred()) || d.continuesAfterGap(g)) {
		return BySections
	}
	return ByCost
}

// continuesAfterGap reports whether the paragraph after a gap is of a kind that hardly ever begins a section, such as a list.
func (d *Document) continuesAfterGap(g int) bool {
	next := d.Paragraph(g + 1)
	if next.Kind != markup.Paragraph {
		return true
	}
	known := next.Language().Grammar().GoesOn
	if len(known) == 0 {
		return false
	}
	const firstWord = 40 // enough characters to contain the first word
	goesOn := false
	opening, isFirst := next.Opening(firstWord), true
	next.Language().Vocabulary.Words([]byte(opening), func(_ language.Word, start, end int) {
		if isFirst {
			goesOn, isFirst = known[strings.ToLower(opening[start:end])], false
		}
	})
	return goesOn
}

// mostConfidentStarts returns the starts of a division without its least confident suggestions, if the author has divided the text into
// sections. kept is the number of other suggestions, which count towards the limit.
func (d *Document) mostConfidentStarts(starts []int, gaps []method.Gap, kept int, confidence func() []float64) []int {
	if d.statistics.own == nil || d.Settings.MaxWords > 0 { // a maximum length takes precedence
		return starts
	}
	isSuggested := func(start int) bool { return start > 0 && gaps[start-1].Constraint == fragment.Free }
	suggested := slices.DeleteFunc(slices.Clone(starts), func(start int) bool { return !isSuggested(start) })
	most := max(0, d.Words()/wordsPerSuggestion-kept)
	if len(suggested) <= most {
		return starts
	}
	sure := confidence()
	if sure == nil {
		return starts
	}
	slices.SortStableFunc(suggested, func(a, b int) int { return cmp.Compare(sure[b-1], sure[a-1]) })
	out := suggested[most:]
	return slices.DeleteFunc(slices.Clone(starts), func(start int) bool { return slices.Contains(out, start) })
}
