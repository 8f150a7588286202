package analysis

import (
	"math"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/analysis/sentence"
)

// textStatistics holds the statistics of the whole text: how long its fragments should be,
// for `preferred-words = auto` and `topics`, and what the method needs for its costs. One more word anywhere would change
// them, and with them every boundary; so they are kept while the text is edited, and measured again
// at a rest. The zero survey is for settings that need none.
type textStatistics struct {
	length int  // of a fragment in words, where it is left to the text
	isOwn  bool // it is that of what the author has made
	method method.Statistics
	counts method.Counts   // of this source
	all    []method.Counts // of all sources that were measured together
}

// measure returns the statistics of a source, together with the other sources of its work.
func (d *Document) measure() textStatistics {
	var s textStatistics
	surveyor, isSurveyed := d.method.(method.Surveyor)
	if !isSurveyed && d.Settings.PreferredWords > 0 {
		return s
	}
	sources, own := d.measuringSources()
	s.length, s.isOwn = d.lengthOf(sources)
	if isSurveyed {
		g := d.Settings.Goal()
		if d.Settings.PreferredWords == WordsOfAuthor {
			g.Words = s.aim()
		}
		s.method, s.all = surveyor.Survey(sources, g, d.statistics.method)
		s.counts = s.all[own]
	}
	return s
}

// aim is the length that divisions aim at, where it is left to the text.
func (s *textStatistics) aim() float64 {
	if s.isOwn {
		return calmCloser * float64(s.length)
	}
	return float64(max(1, s.length))
}

// lengthOf returns how long fragments of sources should be, in words, and whether that is the length of what their author has made; 0 if
// the settings say it.
func (d *Document) lengthOf(sources []method.Source) (words int, isOwn bool) {
	switch d.Settings.PreferredWords {
	case WordsOfAuthor:
		return d.ownLength()
	case WordsOfTopics:
		var units []method.Unit
		for _, s := range sources {
			units = append(units, s.Units...)
		}
		return int(max(1, min(math.Round(method.TopicWords(units)), greatestWords))), false
	}
	return 0, false
}

// The length of what an author has made is taken for that of fragments if there are enough of it, within limits, and rounded so that it
// stays while somebody writes.
const (
	minOwnParts  = 4
	minOwnWords  = 100
	maxOwnWords  = 1000
	ownWordsStep = 50
)

// ownLength returns the mean length in words of the smallest parts that the author has made of the sources measured together, between
// headings and scene breaks; the usual length, and false, if they are few.
func (d *Document) ownLength() (words int, isOwn bool) {
	parts, all := d.ownParts()
	if d.work != nil {
		for _, i := range d.work.measuringGroup(d) {
			if i != d.work.index {
				n, words := d.work.sources[i].ownParts()
				parts, all = parts+n, all+words
			}
		}
	}
	if parts < minOwnParts {
		return usualWords, false
	}
	mean := (all/parts + ownWordsStep/2) / ownWordsStep * ownWordsStep
	return max(minOwnWords, min(mean, maxOwnWords)), true
}

// ownParts counts the parts that headings and scene breaks make of a source, unless settings ignore them, and their words.
func (d *Document) ownParts() (parts, words int) {
	headings, scenes := d.Settings.Headings != HeadingsIgnore, d.Settings.SceneBreaks != HeadingsIgnore
	for p, before := range d.eachWithContext(0, d.paragraphs()) {
		if parts == 0 || headings && before.heading || scenes && before.isScene() {
			parts++
		}
		words += p.Words
	}
	return parts, words
}

// Preferred returns the length in words that a fragment should have: the setting or, if that leaves it to the text, what came of
// that when the text was last measured.
func (d *Document) Preferred() int {
	switch words := d.Settings.PreferredWords; {
	case words > 0:
		return words
	case d.statistics.length == 0 && words == WordsOfAuthor: // the text has only been read
		own, _ := d.ownLength()
		return own
	}
	return max(1, d.statistics.length)
}

// OwnLength says how long the author's own sections or scenes are, if that is the preferred length; else it is nil.
func (d *Document) OwnLength() *sentence.Sentence {
	if !d.statistics.isOwn {
		return nil
	}
	parts := sentence.Phrase("sections")
	if d.blocks.Sum().headings == 0 {
		parts = sentence.Phrase("scenes")
	}
	switch words := d.Preferred(); words {
	case maxOwnWords:
		return sentence.New("your %s have %d words or more", parts, words)
	case minOwnWords:
		return sentence.New("your %s have %d words or fewer", parts, words)
	default:
		return sentence.New("your %s have about %d words", parts, words)
	}
}
