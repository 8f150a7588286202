package language

// What of a language a phrase is told by: for titles, which are to read as headings do.

// phrasing is the words around nouns.
type phrasing struct {
	and    string          // between two things: "canals and oases"
	leads  map[string]bool // before a noun, or an adjective and its noun: "the canals"
	joints map[string]bool // between two nouns that are one thing: "origin of species"
}

// phrasings are those of the languages that put small words before nouns; of the others it
// is not known which words are nouns.
var phrasings = map[string]phrasing{
	"en": {"and", wordSet(`the a an this that these those its his her their our my your whose no each every any some both
		of in on with between from by for into through upon over under against among`), wordSet(`of`)},
	"fr": {"et", wordSet(`le la les un une des du de au aux ce cet cette ces son sa ses leur leurs mon ma mes notre nos votre vos
		dans sur par avec sans sous entre vers chaque aucun aucune l d`), wordSet(`de du des d`)},
	"es": {"y", wordSet(`el la los las un una unos unas del de al este esta estos estas ese esa aquel aquella su sus mi mis nuestro nuestra
		en con por para sin sobre entre cada ningún ninguna`), wordSet(`de del`)},
	"it": {"e", wordSet(`il lo la i gli le un uno una del dello della dei degli delle di al alla ai alle nel nella nei nelle sul sulla
		questo questa questi queste suo sua suoi sue con per tra fra da dal dalla ogni l`), wordSet(`di del dello della dei degli delle`)},
	"pt": {"e", wordSet(`o a os as um uma uns umas do da dos das de no na nos nas ao à este esta estes estas seu sua seus suas
		em com por para sem sobre entre cada`), wordSet(`de do da dos das`)},
	"de": {"und", wordSet(`der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jener jene jenes
		sein seine seinen seiner ihr ihre ihren ihrer unser unsere kein keine keinen jeder jede jedes
		im am vom zum zur beim mit von aus in an auf bei durch für gegen ohne über unter zwischen`), nil},
	"nl": {"en", wordSet(`de het een deze dit die dat zijn haar hun ons onze geen elke elk van in op met door voor tussen tegen uit over onder zonder`), wordSet(`van`)},
	"sv": {"och", wordSet(`en ett den det de denna detta dessa sin sitt sina vår vårt våra deras av i på med för från till mellan mot under över`), nil},
	"da": {"og", wordSet(`en et den det de denne dette disse sin sit sine vor vores deres af i på med for fra til mellem mod under over`), nil},
	"no": {"og", wordSet(`en ei et den det de denne dette disse sin sitt sine vår vårt våre deres av i på med for fra til mellom mot under over`), nil},
}

// And joins two things; it is "" where that is not known.
func (l *Language) And() string { return phrasings[l.Code].and }

// KnowsNouns tells whether the words before nouns are known.
func (l *Language) KnowsNouns() bool { return phrasings[l.Code].leads != nil }

// LeadsNoun tells whether a word, in lower case, stands before nouns.
func (l *Language) LeadsNoun(word string) bool { return phrasings[l.Code].leads[word] }

// JoinsNouns tells whether a word, in lower case, makes one thing of the nouns beside it.
func (l *Language) JoinsNouns(word string) bool { return phrasings[l.Code].joints[word] }
