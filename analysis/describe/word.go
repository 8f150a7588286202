package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// englishWord holds the properties of a form that do not depend on its place, computed once for each form.
type englishWord struct {
	written    string // in lower case
	commonness float64
	isEmpty    bool // too general as the head of a phrase

	clitic    int32 // start of the clitic, or the end of the word
	cliticTag tag

	// Without the clitic.
	lower     string // the word in lower case, without fillers
	capital   capitalKind
	of        []odds
	isListed  bool
	canBeName []odds // its odds at the start of a sentence, where any word has a capital
}

// capitalKind says what the capitals of a word imply.
type capitalKind uint8

const (
	noCapital     capitalKind = iota // or a capital that implies nothing, as in I
	firstCapital                     // it may be a name
	insideCapital                    // it is most probably a name
)

// lookUp returns the properties of a form.
func (r *reader) lookUp(form language.Form) *englishWord {
	if int(form) >= len(r.words) {
		r.words = append(r.words, make([]*englishWord, int(form)+1+int(form)/2-len(r.words))...)
	}
	if r.words[form] == nil {
		r.words[form] = newEnglishWord(r.language.Vocabulary.Written(form))
	}
	return r.words[form]
}

func newEnglishWord(written string) *englishWord {
	model := english()
	w := &englishWord{written: strings.ToLower(written)}
	w.commonness, w.isEmpty = model.commonness(w.written), isEmptyHead(w.written)
	base := written
	w.clitic, w.cliticTag = int32(len(written)), tagOther
	if at, g, ok := cliticOf(written); ok {
		w.clitic, w.cliticTag, base = int32(at), g, written[:at]
	}
	w.lower = lowerWithoutFillers(base)
	w.setOdds(model, strings.Trim(language.WithoutFillers(base), "_")) // without the underscores of emphasis
	return w
}

// lowerWithoutFillers returns a text in lower case, without fillers.
func lowerWithoutFillers(text string) string { return strings.ToLower(language.WithoutFillers(text)) }

// cliticOf returns the start of the clitic of a word, and its tag. ok is false if the word has none.
func cliticOf(written string) (at int, g tag, ok bool) {
	for _, s := range [...]string{"'s", "’s"} {
		if base, ok := strings.CutSuffix(written, s); ok && base != "" {
			if isAfter[strings.ToLower(base)] {
				return len(base), tagVerbS, true
			}
			return len(base), tagPossessive, true
		}
	}
	for _, s := range verbContractions {
		if base, ok := strings.CutSuffix(written, s); ok && base != "" {
			return len(base), tagModal, true
		}
	}
	return 0, 0, false
}

// setOdds sets the odds of the word, judging by the word alone.
func (w *englishWord) setOdds(model *tagger, written string) {
	lower := strings.ToLower(written)
	first, _ := utf8.DecodeRuneInString(written)
	switch {
	case unicode.IsDigit(first):
		w.of = certain[tagNumber]
		return
	case lower == "cannot" || strings.HasSuffix(lower, "n't") || strings.HasSuffix(lower, "n’t"):
		w.of = certain[tagModal]
		return
	}
	w.of, w.isListed = model.knownOdds(lower)
	switch {
	case first == unicode.ToLower(first) || lower == "i" || w.isListed && (isFunctionWord(w.of) || auxiliaries[lower]):
		return
	case strings.ContainsFunc(written[len(string(first)):], unicode.IsUpper):
		w.capital = insideCapital
		return
	}
	w.capital = firstCapital
	share := nameUnlisted
	if w.isListed {
		share = nameListed
		if g := w.of[0].tag; g == tagVerb || g == tagVerbS || g == tagPast || g == tagAdjective {
			share = nameVerb
		}
	}
	w.canBeName = []odds{{tagName, logRatio(share) - model.prior[tagName]}}
	for _, o := range w.of {
		if o.tag != tagName {
			w.canBeName = append(w.canBeName, odds{o.tag, o.log + logRatio(1-share)})
		}
	}
}

// auxiliaries are verbs that are not part of a name, even in a heading.
var auxiliaries = newWordSet("is are was were am be been being has have had does do did")
