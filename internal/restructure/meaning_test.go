package restructure

import (
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestRefusalNamesWords checks that a refusal quotes words of the text, not the markup of a break.
func TestRefusalNamesWords(t *testing.T) {
	rule := censusPart{kind: markup.Rule, said: `\bigskip`}
	words := censusPart{kind: markup.Paragraph, said: "Salt keeps meat."}
	in := func(p censusPart) censusPart { p.inside = `\begin{quote}`; return p }
	of := func(list ...censusPart) *census {
		c := &census{parts: make(map[censusPart]int)}
		for _, p := range list {
			c.parts[p]++
		}
		return c
	}
	for _, test := range []struct {
		before, after *census
		want          string
	}{
		{of(rule), of(in(rule)), "A scene break would not be recognized there, or something else would become one, so nothing has been changed."},
		{of(rule, words), of(in(rule), in(words)), `“Salt keeps meat.” would end up in “\begin{quote}”, so nothing has been changed.`},
		{of(rule, words), of(rule, in(words)), `“Salt keeps meat.” would end up in “\begin{quote}”, so nothing has been changed.`},
	} {
		if err := checkSameCensus(test.before, test.after); err == nil || err.Error() != test.want {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
	around := surrounding{block: blockMeaning{kind: markup.Rule}, said: rule.said}
	if err := (&page{}).surroundingError(around, nil, 0); err.Error() != errBreak.Error() {
		t.Errorf("around a part: %v", err)
	}
}
