package analysis

import "github.com/segls/segls/analysis/setting"

// Settings are all choices that an analysis leaves open. Two analyses of the same
// text with equal settings are equal. [Declared] says what each field means; take
// [Defaults] and change what you want.
type Settings struct {
	Method            string
	PreferredWords    int // 0 is as the topics of the text are
	Scaling           float64
	Cost              string
	WindowParagraphs  int
	WindowWeights     string
	WindowEnds        string
	TopTerms          int
	TermTies          string
	ParagraphVectors  string
	Numbers           bool
	Headings          string
	MinWords          int
	MaxWords          int
	ParagraphMinWords int
	ParagraphMaxWords int
	HeadingMinShift   float64
	BoundaryMaxShift  float64
	Language          string
	Markup            string
}

// The names and values of settings that the code asks for.
const (
	settingMinWords = "min-words"
	settingMaxWords = "max-words"
	settingMarkup   = "markup"

	MethodPaper = "paper"
	MethodBlend = "blend"

	HeadingsHard   = "hard"
	HeadingsSoft   = "soft"
	HeadingsIgnore = "ignore"

	WeightsDistance = "distance"
	WeightsEqual    = "equal"

	EndsShrink  = "shrink"
	EndsBalance = "balance"

	TiesFirst = "first"
	TiesAll   = "all"

	VectorsRaw  = "raw"
	VectorsUnit = "unit"

	MarkupAuto = "auto"

	wordsAuto     = "auto"
	usualWords    = 500
	greatestWords = 1_000_000

	LanguageAuto = "auto"
)

// longList is how many words a list or quote may have before it is taken item by item.
// It does not hang on the topics, which hang on the items.
func (s *Settings) longList() int {
	if s.PreferredWords == 0 {
		return usualWords
	}
	return s.PreferredWords
}

// Defaults are the settings where a writer has set none.
func Defaults() Settings { return Declared.Defaults() }

// Declared lists the settings. Those from window-paragraphs to numbers are the
// choices that Heinonen (1998) leaves open.
var Declared = setting.List[Settings]{
	setting.Choice("method", methodNames(),
		"How the places to cut are found. `blend` weighs how alike the two sides of a place are, how well the words of a fragment fit together, and lengths; it measures best. `paper` is Heinonen's method (1998), to the letter; `segls methods` tells about the others.",
		func(s *Settings) *string { return &s.Method }),
	setting.Int("preferred-words", usualWords, 1, greatestWords, "words",
		"The length that a fragment should have. Fragments come out longer or shorter where the text asks for it. `auto` takes the length that the topics of the text have.",
		func(s *Settings) *int { return &s.PreferredWords }).
		OrWord(wordsAuto),
	setting.Float("scaling", 0.5, 0, 1000, "",
		"How much length weighs against similarity. At 0 only the topics count; high values give fragments of nearly the preferred length.",
		func(s *Settings) *float64 { return &s.Scaling }),
	setting.Choice("cost", []string{"parabola", "linear"},
		"How the cost of a fragment grows with its distance from the preferred length: with the square (`parabola`) or in proportion (`linear`).",
		func(s *Settings) *string { return &s.Cost }),
	setting.Int("window-paragraphs", 4, 1, 100, "paragraphs",
		"How many paragraphs on each side of a gap are compared.",
		func(s *Settings) *int { return &s.WindowParagraphs }),
	setting.Choice("window-weights", []string{WeightsDistance, WeightsEqual},
		"Whether paragraphs nearer to the gap weigh more (`distance`: w, w-1, … 1) or all weigh the same (`equal`).",
		func(s *Settings) *string { return &s.WindowWeights }),
	setting.Choice("window-ends", []string{EndsShrink, EndsBalance},
		"What happens near the ends of the document, where a window does not fit: it takes the paragraphs that are there (`shrink`), or both sides take as many as the shorter one (`balance`).",
		func(s *Settings) *string { return &s.WindowEnds }),
	setting.Int("top-terms", 50, 1, 1_000_000, "terms",
		"How many of a paragraph's terms `paper` compares, the most frequent first.",
		func(s *Settings) *int { return &s.TopTerms }),
	setting.Choice("term-ties", []string{TiesFirst, TiesAll},
		"Which terms stay where several are equally frequent at the cut of `top-terms`: those that occur first, or all of them.",
		func(s *Settings) *string { return &s.TermTies }),
	setting.Choice("paragraph-vectors", []string{VectorsRaw, VectorsUnit},
		"Whether a long paragraph counts for more in its window (`raw` frequencies) or every paragraph for the same (`unit` length).",
		func(s *Settings) *string { return &s.ParagraphVectors }),
	setting.Bool("numbers", false,
		"Whether numbers written in digits are terms.",
		func(s *Settings) *bool { return &s.Numbers }),
	setting.Choice("headings", []string{HeadingsHard, HeadingsSoft, HeadingsIgnore},
		"Whether a heading always begins a fragment (`hard`), makes a boundary there cheaper (`soft`), or is not looked at (`ignore`).",
		func(s *Settings) *string { return &s.Headings }),
	setting.Int(settingMinWords, 0, 0, 1_000_000_000, "words",
		"The least length of a fragment, kept wherever headings allow it. 0 is no limit.",
		func(s *Settings) *int { return &s.MinWords }),
	setting.Int(settingMaxWords, 0, 0, 1_000_000_000, "words",
		"The greatest length of a fragment, kept wherever paragraphs are short enough. 0 is no limit.",
		func(s *Settings) *int { return &s.MaxWords }),
	setting.Int("paragraph-min-words", 8, 0, 1_000_000, "words",
		"Paragraphs with fewer words are reported as too short, unless they are short by nature: dialogue, lists, quotes, verse, captions, titles, introductions to what follows, asides of one sentence. 0 reports none.",
		func(s *Settings) *int { return &s.ParagraphMinWords }),
	setting.Int("paragraph-max-words", 350, 0, 1_000_000, "words",
		"Paragraphs with more words are reported as too long. 0 reports none.",
		func(s *Settings) *int { return &s.ParagraphMaxWords }),
	setting.Float("heading-min-shift", 0, 0, 2, "",
		"Headings between paragraphs at which the topic turns by less than this are reported: how far the similarity falls to the heading from the peaks on both sides. 0 reports none.",
		func(s *Settings) *float64 { return &s.HeadingMinShift }),
	setting.Float("boundary-max-shift", 0, 0, 2, "",
		"Suggested boundaries at which the topic turns by more than this are reported, since no heading marks them. 0 reports none.",
		func(s *Settings) *float64 { return &s.BoundaryMaxShift }),
	setting.Choice("language", languageChoices(),
		"The language of the text: which words are stop words, how words are stemmed, and what ends a sentence. `auto` tells it from how the text begins.",
		func(s *Settings) *string { return &s.Language }).
		WithAliases(languageAliases()),
	setting.Choice(settingMarkup, markupChoices(),
		"The format of the document. `auto` goes by what the editor calls it, then by the ending of the file's name.",
		func(s *Settings) *string { return &s.Markup }),
}
