package glossary

import (
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/language"
)

// definitionMatcher matches definitions in a language, by the words listed in the language's file. Without such words, terms are recognized
// only by emphasis and headings.
type definitionMatcher struct {
	called *regexp.Regexp // before a term: "is known as a"
	named  *regexp.Regexp // after it: German "genannt"
	begins *regexp.Regexp // before a term that begins a sentence
	means  *regexp.Regexp // after it: "is a"
}

func (g *termCollector) definitionMatcherFor(l *language.Language) *definitionMatcher {
	d := g.definitions[l]
	if d == nil {
		d = newDefinitionMatcher(l.Grammar())
		g.definitions[l] = d
	}
	return d
}

const (
	between  = `[^\pL\pN]`                // not part of a word
	oneMore  = `(?:\pL+\s+)?`             // an adjective
	wordEnds = `(?:$|[^\pL\pN])`          // after a word
	atFirst  = `(?:^|[.!?:]\s)[^\pL\pN]*` // at the beginning of a sentence
)

func newDefinitionMatcher(l *language.Grammar) *definitionMatcher {
	d := new(definitionMatcher)
	if len(l.Called) == 0 {
		return d
	}
	article := "(?:" + anyWordPattern(l.Articles, `\s+`) + ")?"
	term := article + between + "{0,3}" + oneMore + between + "{0,3}$"
	d.called = regexp.MustCompile("(?:^|[^\\pL])(?:" + anyPhrasePattern(l.Called) + `)\s+` + term)
	d.begins = regexp.MustCompile(atFirst + term)
	adjective := ""
	if l.AdjectivesLast {
		adjective = `(?:\s+\pL+)?`
	}
	what := append(append([]string{}, l.Articles...), l.As...)
	d.means = regexp.MustCompile("^" + adjective + between + "{1,4}(?:" + anyPhrasePattern(l.Means) + `)\s+(?:` + anyWordPattern(what, wordEnds) + ")")
	if len(l.Named) > 0 {
		d.named = regexp.MustCompile("^" + between + "{1,4}(?:" + anyPhrasePattern(l.Named) + ")" + wordEnds)
	}
	return d
}

// anyWordPattern returns an expression that matches one of the words followed by suffix. A word that ends in an
// apostrophe, such as l', needs no suffix.
func anyWordPattern(words []string, suffix string) string {
	list := make([]string, len(words))
	for i, w := range words {
		if bare, isElided := strings.CutSuffix(w, "'"); isElided {
			list[i] = regexp.QuoteMeta(bare) + "['’]"
		} else {
			list[i] = regexp.QuoteMeta(w) + suffix
		}
	}
	return strings.Join(list, "|")
}

func anyPhrasePattern(phrases []language.Phrase) string {
	list := make([]string, len(phrases))
	for i, p := range phrases {
		places := make([]string, len(p))
		for k, words := range p {
			places[k] = "(?:" + strings.Join(words, "|") + ")"
		}
		list[i] = strings.Join(places, `[\s-]+`)
	}
	return strings.Join(list, "|")
}

// isDefinition reports whether prose defines the word [start, end).
func (d *definitionMatcher) isDefinition(prose []byte, start, end int) bool {
	if d.called == nil {
		return false
	}
	const near = 60 // bytes
	from, cut := max(0, start-near), ""
	if from > 0 {
		cut = "… " // so that it does not look like the beginning of a sentence
	}
	before := strings.ToLower(cut + string(prose[from:start]))
	after := strings.ToLower(string(prose[end:min(len(prose), end+near)]))
	return d.called.MatchString(before) || d.begins.MatchString(before) && d.means.MatchString(after) ||
		d.named != nil && d.named.MatchString(after)
}
