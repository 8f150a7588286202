package analysis

import (
	"math"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/analysis/sentence"
)

// textStatistics holds the statistics of the whole text: the length of its fragments, if the settings leave it to the text, and what the
// method needs for its costs. One more word anywhere could change them, and with them every boundary; so they are kept while the text is
// edited, and measured again at a rest.
type textStatistics struct {
	length int                // preferred length in words, if the settings leave it to the text
	own    *sentence.Sentence // the noun for the author's own parts, if length is their mean
	method method.Statistics
	counts method.Counts   // of this source
	all    []method.Counts // the counts of all sources that were measured together
}

// measureStatistics returns the statistics of a source, measured together with the other sources of its work.
func (d *Document) measureStatistics() textStatistics {
	var s textStatistics
	surveyor, isSurveyed := d.method.(method.Surveyor)
	if !isSurveyed && d.Settings.PreferredWords > 0 {
		return s
	}
	sources, own := d.sourcesMeasuredTogether()
	s.length, s.own = d.preferredLengthOf(sources)
	if isSurveyed {
		g := d.Settings.Goal()
		if d.Settings.PreferredWords == WordsOfAuthor {
			g.Words = s.preferredLength()
		}
		s.method, s.all = surveyor.Survey(sources, g, d.statistics.method)
		s.counts = s.all[own]
	}
	return s
}

// preferredLength returns the preferred length if the settings leave it to the text. For the author's own, see ownLengthFactor.
func (s *textStatistics) preferredLength() float64 {
	if s.own != nil {
		return ownLengthFactor * float64(s.length)
	}
	return float64(max(1, s.length))
}

// preferredLengthOf returns the preferred length in words of the fragments of sources that are measured together, or 0 if the settings give
// it. own is a noun for the author's own parts if it is their mean length.
func (d *Document) preferredLengthOf(sources []method.SourceUnits) (words int, own *sentence.Sentence) {
	switch d.Settings.PreferredWords {
	case WordsOfAuthor:
		return d.meanOwnPartWords()
	case WordsOfTopics:
		var units []method.Unit
		for _, s := range sources {
			units = append(units, s.Units...)
		}
		return int(max(1, min(math.Round(method.TopicWords(units)), greatestWords))), nil
	}
	return 0, nil
}

// The length of the author's own parts is used if there are enough of them. It is rounded so that it seldom changes while somebody writes.
const (
	minOwnParts  = 4
	minOwnWords  = 100
	maxOwnWords  = 1000
	ownWordsStep = 50
)

// meanOwnPartWords returns the mean length in words, rounded and limited, of the author's own sections or scenes in the sources that are
// measured together, and a noun for them. If there are too few, it returns the usual length and nil.
func (d *Document) meanOwnPartWords() (words int, own *sentence.Sentence) {
	parts, scenes, all := d.countOwnParts()
	if d.work != nil {
		for _, i := range d.work.sourcesMeasuredWith(d) {
			if i != d.work.index {
				n, ofScenes, words := d.work.sources[i].countOwnParts()
				parts, scenes, all = parts+n, scenes+ofScenes, all+words
			}
		}
	}
	if parts < minOwnParts {
		return usualWords, nil
	}
	mean := (all/parts + ownWordsStep/2) / ownWordsStep * ownWordsStep
	switch scenes {
	case 0:
		own = sentence.Phrase("sections")
	case parts:
		own = sentence.Phrase("scenes")
	default:
		own = sentence.Phrase("sections and scenes")
	}
	return max(minOwnWords, min(mean, maxOwnWords)), own
}

// countOwnParts counts the parts into which headings and scene breaks divide a source, those of them that are scenes, not whole sections,
// and the words of the source. It passes over marks that the settings ignore.
func (d *Document) countOwnParts() (parts, scenes, words int) {
	headings, breaks := d.Settings.Headings != HeadingsIgnore, d.Settings.SceneBreaks != HeadingsIgnore
	isDivided := false // there is a break in the section
	for p, before := range d.eachParagraphWithGap(0, d.numParagraphs()) {
		switch {
		case parts == 0 || headings && before.heading:
			parts++
			isDivided = false
		case breaks && before.beginsScene():
			parts++
			scenes++
			if !isDivided {
				scenes++ // the part before the first break
			}
			isDivided = true
		}
		words += p.Words
	}
	return parts, scenes, words
}

// Preferred returns the preferred length of a fragment in words: the setting or, if that leaves it to the text, the length as of the last
// measurement.
func (d *Document) Preferred() int {
	switch words := d.Settings.PreferredWords; {
	case words > 0:
		return words
	case d.statistics.length == 0 && words == WordsOfAuthor: // the text has been read but not divided
		own, _ := d.meanOwnPartWords()
		return own
	}
	return max(1, d.statistics.length)
}

// OwnLength returns a sentence about the length of the author's own sections or scenes if that determines the preferred length; otherwise
// nil.
func (d *Document) OwnLength() *sentence.Sentence {
	if d.statistics.own == nil {
		return nil
	}
	switch parts, words := d.statistics.own, d.Preferred(); words {
	case maxOwnWords:
		return sentence.New("your %s have %d words or more on average", parts, words)
	case minOwnWords:
		return sentence.New("your %s have %d words or fewer on average", parts, words)
	default:
		return sentence.New("your %s have about %d words on average", parts, words)
	}
}
