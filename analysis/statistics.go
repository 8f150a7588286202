package analysis

import (
	"math"

	"github.com/segls/segls/analysis/method"
)

// survey holds the statistics of the whole text: how long its topics are, for
// `preferred-words = auto`, and what the method needs for its costs. One more word anywhere would change
// them, and with them every boundary; so they are kept while the text is edited, and measured again
// at a rest. The zero survey is for settings that need none.
type survey struct {
	topic  int // the length of a topic in words, where lengths are left to the text
	method method.Statistics
	counts method.Counts   // of this source
	all    []method.Counts // of all sources that were measured together
}

// measure returns the statistics of a source, together with the other sources of its work.
func (d *Document) measure() survey {
	var s survey
	surveyor, isSurveyed := d.method.(method.Surveyor)
	if !isSurveyed && d.Settings.PreferredWords > 0 {
		return s
	}
	sources, own := d.measured()
	s.topic = d.topicOf(sources)
	if isSurveyed {
		s.method, s.all = surveyor.Survey(sources, d.Settings.Goal(), d.statistics.method)
		s.counts = s.all[own]
	}
	return s
}

// topicOf returns the length in words of the topics of sources; 0 if the settings say how long fragments are.
func (d *Reading) topicOf(sources []method.Source) int {
	if d.Settings.PreferredWords > 0 {
		return 0
	}
	var units []method.Unit
	for _, s := range sources {
		units = append(units, s.Units...)
	}
	return int(max(1, min(math.Round(method.TopicWords(units)), greatestWords)))
}

// Preferred returns the length in words that a fragment should have: the setting or, if that is
// `auto`, the length of the text's topics when it was last measured.
func (d *Document) Preferred() int {
	if d.Settings.PreferredWords == 0 {
		return max(1, d.statistics.topic)
	}
	return d.Settings.PreferredWords
}
