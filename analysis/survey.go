package analysis

import (
	"context"
	"math"

	"github.com/segls/segls/analysis/method"
)

// Survey is what is known of a text as a whole where the settings ask for it: how long its
// topics are, for `preferred-words = auto`, and what `blend` charges by. A word more in any
// place changes it, and with it every boundary. So it is kept while the text is edited, and
// the answers of a document are a function of the text, the settings and the survey. It is made
// anew when the text has become a fifth longer or shorter, or is read anew, and by
// [Document.Settled]. The zero Survey is that of settings that ask for none.
type Survey struct {
	words int               // of the text when it was made
	topic int               // the length of a topic in words, where lengths are left to the text
	blend method.Statistics // where the method goes by them
}

// isSurveyed tells whether the settings ask for a survey.
func (s *Settings) isSurveyed() bool { return s.PreferredWords == 0 || s.Method == MethodBlend }

// survey makes the document's survey.
func (d *Document) survey() Survey {
	if !d.Settings.isSurveyed() {
		return Survey{}
	}
	units := d.methodUnits()
	s := Survey{words: d.Words()}
	if d.Settings.PreferredWords == 0 {
		s.topic = int(max(1, min(math.Round(method.TopicWords(units)), greatestWords)))
	}
	if d.Settings.Method == MethodBlend {
		goal := d.Settings.Goal()
		goal.Words = float64(d.Settings.PreferredWords)
		s.blend = method.NewStatistics(units, goal)
	}
	return s
}

// isOutgrown tells whether the text has now so many words that it is another one.
func (s Survey) isOutgrown(words int) bool {
	return 5*max(words-s.words, s.words-words) > s.words
}

// Settled is the document under a survey of the text as it now is, as [Analyze] makes it:
// the document itself if it is so already. It errs only with the context's error.
func (d *Document) Settled(ctx context.Context) (*Document, error) {
	if !d.Settings.isSurveyed() || d.isSettled {
		return d, ctx.Err()
	}
	settled := *d
	settled.answers = new(answers)
	settled.resurvey()
	return &settled, ctx.Err()
}

// resurvey divides the paragraphs under a new survey.
func (d *Document) resurvey() {
	d.whole, d.isSettled = d.survey(), true
	d.compare()
}

// Preferred is the length in words that a fragment should have: what the settings say, or
// where they leave it to the text, the length of its topics when it was last surveyed.
func (d *Document) Preferred() int {
	if d.Settings.PreferredWords == 0 {
		return max(1, d.whole.topic)
	}
	return d.Settings.PreferredWords
}
