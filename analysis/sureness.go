package analysis

import (
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// The words for a confidence.
const (
	Sure       = "sure"
	FairlySure = "fairly sure"
	Perhaps    = "perhaps"
)

// Sureness is a confidence in words: "sure" where nine of ten boundaries were right in texts whose
// boundaries are known, "fairly sure" where four to six of ten were, and "perhaps" below. In prose no
// boundary is "sure"; the method knows little of what makes a writer begin anew.
func Sureness(confidence float64) string {
	switch {
	case confidence >= 0.7:
		return Sure
	case confidence >= 0.35:
		return FairlySure
	}
	return Perhaps
}

// Sureness is how sure it is that the fragment begins where it is suggested, in a word and as a
// confidence; "" where nothing is suggested, a directive asks for the boundary or the method
// cannot tell. It stays with the fragment. Only a rest after an edit in the fragment or beside
// it may change it.
func (f Fragment) Sureness() (word string, confidence float64) {
	p := f.part
	if !p.isSurmise() {
		return "", 0
	}
	if confidence = p.sure.get(); confidence < 0 {
		return "", 0
	}
	return Sureness(confidence), confidence
}

// isSurmise reports whether the method alone says that the fragment begins there.
func (p *part) isSurmise() bool { return p.suggested && !p.pinned }

// sureness is how sure a boundary is. It is found when somebody first asks, in the document in
// which it came about.
type sureness struct {
	mu         sync.Mutex
	document   *Document // until the confidence is known
	first      int       // the paragraph after the boundary there
	confidence float64   // below 0 where the method cannot tell
}

func (d *Document) surenessBefore(paragraph int) *sureness {
	return &sureness{document: d, first: paragraph}
}

// asked is the document in which the confidence has to be found, nil if it has been.
func (s *sureness) asked() *Document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.document
}

// say is called more than once only with the same confidence.
func (s *sureness) say(confidence float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.confidence, s.document = confidence, nil
}

func (s *sureness) get() float64 {
	if d := s.asked(); d != nil {
		confidence := -1.0
		if known := d.Confidence(s.first - 1); known != nil {
			confidence = known[0]
		}
		s.say(confidence)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.confidence
}

// judgeBy finds how sure the boundaries are of which nobody knows, by the confidence of the gaps
// in a stretch. Where that is nil they are left. Boundaries that are judged from the same stretch
// share it, and stretches are shared out among the processors.
func (d *Document) judgeBy(confidence func(d *Document, v viewpoint) []float64) {
	type stretch struct {
		document   *Document
		at         viewpoint
		boundaries []*sureness
		gaps       []int
	}
	var stretches []stretch
	for _, p := range d.parts.From(0) {
		if !p.isSurmise() {
			continue
		}
		from := p.sure.asked()
		if from == nil || !from.isConfident() {
			continue
		}
		g := p.sure.first - 1
		last := len(stretches) - 1
		if last < 0 || stretches[last].document != from || g < stretches[last].gaps[0] || g >= stretches[last].at.until {
			stretches = append(stretches, stretch{document: from, at: from.viewpoint(g)})
			last++
		}
		s := &stretches[last]
		s.boundaries, s.gaps = append(s.boundaries, p.sure), append(s.gaps, g)
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, s := range stretches {
		group.Go(func() error {
			values := confidence(s.document, s.at)
			for k, boundary := range s.boundaries {
				if values != nil {
					boundary.say(values[s.gaps[k]-s.at.first])
				}
			}
			return nil
		})
	}
	_ = group.Wait()
}

// settle lets a rest say anew how sure the boundaries are beside which the writer has written.
func settle(was []shown) {
	isOpen := make([]bool, len(was))
	for i, s := range was {
		for k := max(0, i-1); s.isUnsettled && k <= min(i+1, len(was)-1); k++ {
			isOpen[k] = true
		}
	}
	for i := range was {
		if isOpen[i] {
			was[i].part = was[i].identity()
			was[i].sure, was[i].isUnsettled = nil, false
		}
	}
}
