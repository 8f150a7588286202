package describe

import "strings"

// grammar is what of a language tells nouns and makes titles read as headings do. Where a
// list is empty nothing is known.
type grammar struct {
	and            string          // between two things: canals and oases
	determiners    map[string]bool // the, a, this
	leads          map[string]bool // what nouns come after: determiners and prepositions
	connectors     map[string]bool // origin of species
	relations      map[string]bool // search for files
	genitives      map[string]bool // German articles of the genitive
	beforeVerbs    map[string]bool // to, can, they
	imperatives    map[string]bool // what an action comes after: to, can
	generic        map[string]bool // words that say something of any text
	verbEndings    []string        // of infinitives and gerunds
	endings        bool            // endings tell adverbs, participles and adjectives, as in English
	capitalNouns   bool            // nouns have capitals
	inflects       bool            // a noun's shortest form is its base form
	unparted       bool            // words are not parted
	wholeStretches bool            // and a stretch without particles is a word
}

func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool)
	for _, list := range words {
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
	}
	return set
}

// grammarOf is the grammar of a language by its code.
func grammarOf(code string) *grammar {
	if g := grammars[code]; g != nil {
		return g
	}
	return &grammar{}
}

const englishDeterminers = `the a an this that these those its his her their our my your whose each every any some both no`

var grammars = map[string]*grammar{
	"en": {
		and:         "and",
		determiners: wordSet(`the a an this these those its his her their our my your each every any some`),
		leads:       wordSet(englishDeterminers, `of in on with between from by for into through upon over under against among`),
		connectors:  wordSet(`of`),
		relations:   wordSet(`for in with between`),
		beforeVerbs: wordSet(`to can could will would must should may might shall not cannot can't don't doesn't didn't won't i you he she it we they who let please`),
		imperatives: wordSet(`to can must`),
		generic: wordSet(`example examples following above below default defaults value values note section sections number numbers page pages
			way different same case cases set sets type types name names list lists result results information details line lines
			need needs want like work works add adds added allow allows provide provides contain contains include includes available possible
			change changes call called create created run start started following specific multiple single simple important
			step steps task tasks addition additional behavior behaviors behaviour behaviours check checks useful longer
			question chapter book mr mrs sir lord lady dear old man men head hand hands eyes face voice side whole word words`),
		endings: true,
	},
	"fr": {
		and:         "et",
		determiners: wordSet(`le la les un une des du l ce cet cette ces`),
		leads: wordSet(`le la les un une des du de au aux ce cet cette ces son sa ses leur leurs mon ma mes notre nos votre vos
			dans sur par avec sans sous entre vers chaque aucun aucune l d`),
		connectors:  wordSet(`de du des d`),
		verbEndings: []string{"er", "ir", "ant"},
	},
	"es": {
		and:         "y",
		determiners: wordSet(`el la los las un una unos unas este esta estos estas ese esa`),
		leads: wordSet(`el la los las un una unos unas del de al este esta estos estas ese esa aquel aquella su sus mi mis nuestro nuestra
			en con por para sin sobre entre cada ningún ninguna`),
		connectors:  wordSet(`de del`),
		verbEndings: []string{"ar", "er", "ir", "ando", "iendo"},
	},
	"it": {
		and:         "e",
		determiners: wordSet(`il lo la i gli le un uno una l questo questa questi queste`),
		leads: wordSet(`il lo la i gli le un uno una del dello della dei degli delle di al alla ai alle nel nella nei nelle sul sulla
			questo questa questi queste suo sua suoi sue con per tra fra da dal dalla ogni l`),
		connectors:  wordSet(`di del dello della dei degli delle`),
		verbEndings: []string{"are", "ere", "ire", "ando", "endo"},
	},
	"pt": {
		and:         "e",
		determiners: wordSet(`o a os as um uma uns umas este esta estes estas esse essa`),
		leads: wordSet(`o a os as um uma uns umas do da dos das de no na nos nas ao à este esta estes estas seu sua seus suas
			em com por para sem sobre entre cada`),
		connectors:  wordSet(`de do da dos das`),
		verbEndings: []string{"ar", "er", "ir", "ando", "endo", "indo"},
	},
	"ro": {
		and:        "și",
		leads:      wordSet(`un o unui unei al a ai ale de la în pe cu din pentru prin către între sub peste acest această aceste acești fiecare`),
		connectors: wordSet(`de`),
		inflects:   true,
	},
	"de": {
		and:         "und",
		determiners: wordSet(`der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem`),
		leads: wordSet(`der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jener jene jenes
			sein seine seinen seiner ihr ihre ihren ihrer unser unsere kein keine keinen jeder jede jedes
			im am vom zum zur beim mit von aus in an auf bei durch für gegen ohne über unter zwischen`),
		genitives:    wordSet(`des eines dieses jenes`),
		capitalNouns: true, inflects: true,
	},
	"nl": {
		and:         "en",
		determiners: wordSet(`de het een deze dit die dat`),
		leads:       wordSet(`de het een deze dit die dat zijn haar hun ons onze geen elke elk van in op met door voor tussen tegen uit over onder zonder`),
		connectors:  wordSet(`van`),
	},
	"sv": {
		and:   "och",
		leads: wordSet(`en ett den det de denna detta dessa sin sitt sina vår vårt våra deras av i på med för från till mellan mot under över`),
	},
	"da": {
		and:   "og",
		leads: wordSet(`en et den det de denne dette disse sin sit sine vor vores deres af i på med for fra til mellem mod under over`),
	},
	"no": {
		and:   "og",
		leads: wordSet(`en ei et den det de denne dette disse sin sitt sine vår vårt våre deres av i på med for fra til mellom mot under over`),
	},
	"fi": {and: "ja", inflects: true},
	"hu": {and: "és", leads: wordSet(`a az egy ez ezt minden`), inflects: true},
	"ru": {
		and:      "и",
		leads:    wordSet(`в во на с со о об из для по к ко от у за при без через между над под перед эта этот это эти этого этой этих каждый`),
		inflects: true,
	},
	"tr": {and: "ve", leads: wordSet(`bir bu şu o her`), inflects: true},
	"ar": {and: "و", inflects: true},
	"ko": {inflects: true},
	"zh": {and: "和", unparted: true},
	"ja": {and: "と", unparted: true, wholeStretches: true},
}
