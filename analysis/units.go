package analysis

import (
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
)

// Units returns stretches of a document as units for a method: the words of prose that begin in each, and their terms. The stretches must
// be in the order of the text and must not overlap.
func (d *Document) Units(spans []markup.Span) []method.Unit {
	units := make([]method.Unit, len(spans))
	if len(spans) == 0 {
		return units
	}
	c := d.newCounter()
	defer c.release()
	i := 0
	next := func() {
		units[i].Terms = c.appendTopTerms(nil)
		c.clear()
		i++
	}
	paragraphs := d.Paragraphs()
	for p := max(0, d.ParagraphAt(spans[0].Start)); p < len(paragraphs); p++ {
		start := paragraphs[p].Span.Start
		if start >= spans[len(spans)-1].End {
			break
		}
		prose := paragraphs[p].Prose()
		paragraphs[p].Language().Vocabulary.Words(prose, func(w language.Word, from, to int) {
			for i < len(spans) && start+from >= spans[i].End {
				next()
			}
			if i == len(spans) || start+from < spans[i].Start {
				return
			}
			if !w.Elided {
				units[i].Words++
			}
			units[i].Bytes += to - from
			if to-from <= longestTerm || utf8.RuneCount(prose[from:to]) <= longestTerm {
				c.addWord(w)
			}
		})
	}
	if i < len(spans) {
		next()
	}
	return units
}
