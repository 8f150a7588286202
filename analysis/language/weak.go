package language

import (
	"maps"
	"strings"
	"unicode/utf8"
)

// IsInformative reports whether a term is worth showing to a reader as what a text is about.
// Some words are too weak for that but are no stop words for the method, which keeps the
// Snowball project's short lists; single letters are too weak as well.
func (l *Language) IsInformative(term string) bool {
	plain := beforeApostrophe(strings.ToLower(strings.ReplaceAll(term, "’", "'")))
	if utf8.RuneCountInString(plain) < 2 || l.weak[plain] {
		return false
	}
	return l.Code == "en" || l.weak == nil || !l.weak[l.Vocabulary.stem(plain)]
}

// weakOf are the weak words of a language and, but for English, their stems.
func weakOf(code string, stem func(string, bool) string) map[string]bool {
	weak := maps.Clone(weakIn[code])
	if code != "en" {
		for word := range weakIn[code] {
			weak[stem(word, true)] = true
		}
	}
	return weak
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// weakEnglish are auxiliaries, quantities, common adverbs and the verbs of saying
// and doing.
var weakEnglish = wordSet(`
	could would should may might must shall ought cannot let
	one two three four five six seven eight nine ten hundred thousand first second third last next half
	another others else every either neither none nobody nothing anything everything something someone anyone everyone
	also still yet even ever never always often sometimes usually already almost perhaps rather quite enough indeed
	however therefore thus hence though although unless whether since till whilst whereas otherwise instead
	much many less least several certain whole great little good new old long like well far near away back together
	upon among amongst without within across along toward towards around behind beyond beside besides except per via
	say says said saying tell told ask asked speak spoke answer answered reply replied
	make makes made making take takes took taken come comes came coming go goes went gone going give gives gave given
	get gets got put puts keep keeps kept know knows knew known see sees saw seen seem seems seemed look looked looking
	find finds found think thinks thought want wanted use used using show shows shown become became begin began turn turned
	way ways thing things kind sort part parts case fact point time times day days year years people man men place end
	mr mrs whose whatever whoever today now
	young big small large high low short same different important dear true real full yes oh ah hardly merely simply
	e.g i.e etc vs cf
	us able allowed added appeared appears according called whom alone happy past enough rather`)
