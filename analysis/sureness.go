package analysis

import (
	"math"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// The words for levels of confidence.
const (
	Sure       = "sure"
	FairlySure = "fairly sure"
	Perhaps    = "perhaps"
)

// surenessWord returns a confidence in words: "sure" where nine of ten boundaries were right in texts with known boundaries, "fairly sure"
// where four to six of ten were, and "perhaps" below. In prose no boundary is "sure", because a method cannot see most of the reasons why a
// writer begins a new part.
func surenessWord(confidence float64) string {
	switch {
	case confidence >= 0.7:
		return Sure
	case confidence >= 0.35:
		return FairlySure
	}
	return Perhaps
}

// Sureness returns how certain it is that the fragment begins where it is suggested, in a word and as a confidence. The word is "" if
// nothing is suggested, a directive requires the boundary or the method has no confidence. Only a rest after an edit in the fragment or
// next to it may change the value.
func (f Fragment) Sureness() (word string, confidence float64) {
	p := f.part
	if !p.isOnlySuggested() {
		return "", 0
	}
	if confidence = p.sure.get(f.document, f.First); confidence < 0 {
		return "", 0
	}
	return surenessWord(confidence), confidence
}

// isOnlySuggested reports whether only the method suggests the start of the fragment.
func (p *fragmentState) isOnlySuggested() bool { return p.suggested && !p.pinned }

// sureness is the confidence of a boundary. It is computed on first use, from the document that asks.
type sureness struct {
	bits atomic.Uint64 // the bits of the confidence plus one, with -1 for a method without confidence; 0 if it is not computed yet
}

func (s *sureness) isKnown() bool { return s.bits.Load() > 0 }
func (s *sureness) setConfidence(confidence float64) {
	s.bits.CompareAndSwap(0, math.Float64bits(confidence)+1)
}

// get returns the confidence of the boundary before a paragraph of a document.
func (s *sureness) get(d *Document, paragraph int) float64 {
	if !s.isKnown() {
		confidence := -1.0
		if known := d.Confidence(paragraph - 1); known != nil {
			confidence = known[0]
		}
		s.setConfidence(confidence)
	}
	return math.Float64frombits(s.bits.Load() - 1)
}

// setBoundaryConfidences sets the confidence of the boundaries that have none, given a function that returns the confidence of the gaps in
// a stretch, or nil. Boundaries that are judged from the same stretch share one call, and the calls run concurrently.
func (d *Document) setBoundaryConfidences(confidence func(v judgedStretch) []float64) {
	if !d.hasConfidence() {
		return
	}
	type stretch struct {
		at         judgedStretch
		boundaries []*sureness
		gaps       []int
	}
	var stretches []stretch
	next := 0 // index of the paragraph after the fragment
	for _, p := range d.parts.From(0) {
		g := next - 1
		next += p.size.paragraphs
		if !p.isOnlySuggested() || p.sure.isKnown() {
			continue
		}
		last := len(stretches) - 1
		if last < 0 || g >= stretches[last].at.until {
			stretches = append(stretches, stretch{at: d.judgedStretchOf(g)})
			last++
		}
		s := &stretches[last]
		s.boundaries, s.gaps = append(s.boundaries, p.sure), append(s.gaps, g)
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range stretches {
		group.Go(func() error {
			values := confidence(s.at)
			for k, boundary := range s.boundaries {
				if values != nil {
					boundary.setConfidence(values[s.gaps[k]-s.at.first])
				}
			}
			return nil
		})
	}
	_ = group.Wait()
}

// resetEditedSureness resets the sureness of the fragments that have been edited and of their neighbours, so that a rest computes it again.
func resetEditedSureness(was []placedFragment) {
	isOpen := make([]bool, len(was))
	for i, s := range was {
		for k := max(0, i-1); s.isUnsettled && k <= min(i+1, len(was)-1); k++ {
			isOpen[k] = true
		}
	}
	for i := range was {
		if isOpen[i] {
			was[i].fragmentState = was[i].withoutContents()
			was[i].sure, was[i].isUnsettled = nil, false
		}
	}
}
