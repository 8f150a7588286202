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
	length int    // preferred length in words, if the settings leave it to the text
	own    string // "sections" or "scenes", if length is that of the author's own
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
	if s.own != "" {
		return ownLengthFactor * float64(s.length)
	}
	return float64(max(1, s.length))
}

// preferredLengthOf returns the preferred length in words of the fragments of sources that are measured together, or 0 if the settings give
// it. own is "sections" or "scenes" if it is the mean of the author's own.
func (d *Document) preferredLengthOf(sources []method.SourceUnits) (words int, own string) {
	switch d.Settings.PreferredWords {
	case WordsOfAuthor:
		return d.meanOwnPartWords()
	case WordsOfTopics:
		var units []method.Unit
		for _, s := range sources {
			units = append(units, s.Units...)
		}
		return int(max(1, min(math.Round(method.TopicWords(units)), greatestWords))), ""
	}
	return 0, ""
}

// The length of the author's own parts is used if there are enough of them. It is rounded so that it seldom changes while somebody writes.
const (
	minOwnParts  = 4
	minOwnWords  = 100
	maxOwnWords  = 1000
	ownWordsStep = 50
)

// meanOwnPartWords returns the mean length in words, rounded and limited, of the author's own sections or scenes in the sources that are
// measured together. If there are too few, it returns the usual length and "".
func (d *Document) meanOwnPartWords() (words int, own string) {
	parts, sections, all := d.countOwnParts()
	if d.work != nil {
		for _, i := range d.work.sourcesMeasuredWith(d) {
			if i != d.work.index {
				n, inSections, words := d.work.sources[i].countOwnParts()
				parts, sections, all = parts+n, sections+inSections, all+words
			}
		}
	}
	if parts < minOwnParts {
		return usualWords, ""
	}
	mean := (all/parts + ownWordsStep/2) / ownWordsStep * ownWordsStep
	own = "sections"
	if 2*sections < parts {
		own = "scenes"
	}
	return max(minOwnWords, min(mean, maxOwnWords)), own
}

// countOwnParts counts the parts into which headings and scene breaks divide a source, those of them that begin at a heading, and the words
// of the source. It passes over marks that the settings ignore.
func (d *Document) countOwnParts() (parts, sections, words int) {
	headings, scenes := d.Settings.Headings != HeadingsIgnore, d.Settings.SceneBreaks != HeadingsIgnore
	for p, before := range d.eachParagraphWithGap(0, d.numParagraphs()) {
		isSection := headings && before.heading
		if parts == 0 || isSection || scenes && before.beginsScene() {
			parts++
		}
		if isSection {
			sections++
		}
		words += p.Words
	}
	return parts, sections, words
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
	if d.statistics.own == "" {
		return nil
	}
	parts := sentence.Phrase("sections")
	if d.statistics.own == "scenes" {
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
