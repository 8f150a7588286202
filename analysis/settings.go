package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/setting"
)

// Settings holds all the choices of an analysis. Two analyses of the same text with equal settings are equal. [DeclaredSettings] documents
// each field; start from [Defaults] and change what you want.
type Settings struct {
	Method            string
	PreferredWords    int // or [WordsOfTopics] or [WordsOfAuthor]
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
	SceneBreaks       string
	PlainHeadings     string
	MinWords          int
	MaxWords          int
	ParagraphMinWords int
	ParagraphMaxWords int
	HeadingMinShift   float64
	BoundaryMaxShift  float64
	Rules             string // the name of one of [check.Presets]
	Language          string
	LatexIgnore       string
	Markup            string

	// The severities of rules, in the order of [check.Rules]: an array, so that settings can be compared. See [Settings.SetSeverity].
	severities [11]string
}

// The names and values of settings that the code refers to.
const (
	settingPreferredWords = "preferred-words"
	settingSceneBreaks    = "scene-breaks"
	settingMinWords       = "min-words"
	settingMaxWords       = "max-words"
	settingMarkup         = "markup"

	MethodPaper = "paper"
	MethodBlend = "blend"

	// What headings and scene breaks mean.
	HeadingsHard   = "hard"
	HeadingsSoft   = "soft"
	HeadingsIgnore = "ignore"

	// Whether headings are found in plain text.
	PlainHeadingsAuto = "auto"
	plainHeadingsOff  = "off"

	WeightsDistance = "distance"
	WeightsEqual    = "equal"

	EndsShrink  = "shrink"
	EndsBalance = "balance"

	TiesFirst = "first"
	TiesAll   = "all"

	VectorsRaw  = "raw"
	VectorsUnit = "unit"

	MarkupAuto = "auto"

	// Values that replace a number of words: the length of the topics of the text, or of the author's own sections.
	WordsOfTopics = 0
	WordsOfAuthor = -1

	wordsTopics   = "topics"
	wordsAuto     = "auto"
	usualWords    = 500
	greatestWords = 1_000_000

	LanguageAuto = "auto"

	severityDefault = "default"
	severityOff     = "off"
)

// severitySettings returns a setting for each rule.
func severitySettings() (l setting.List[Settings]) {
	for i, rule := range check.Rules {
		var usual, byPreset string
		for k, p := range check.Presets {
			severity := severityOff
			if s, isOn := p.Severities[rule]; isOn {
				severity = s.String()
			}
			switch {
			case k == 0:
				usual = severity
			case severity != usual:
				byPreset += fmt.Sprintf(", or `%s` if `rules` is `%s`", severity, p.Name)
			}
		}
		l = append(l, setting.Choice("severity-"+string(rule), []string{severityDefault, severityOff, check.Hint.String(), check.Information.String(), check.Warning.String()},
			fmt.Sprintf("How urgently to report that %s%s `default` means `%s`%s.", strings.ToLower(rule.Doc()[:1]), rule.Doc()[1:], usual, byPreset),
			func(s *Settings) *string { return &s.severities[i] }))
	}
	return l
}

// presetNames returns the names of the presets of rules, and what each reports.
func presetNames() (names, docs []string) {
	for _, p := range check.Presets {
		names, docs = append(names, p.Name), append(docs, p.Doc)
	}
	return names, docs
}

// rulesSetting declares the setting for the preset of rules.
func rulesSetting() setting.Setting[Settings] {
	names, docs := presetNames()
	return setting.Choice("rules", names, "What is reported, unless the setting for a rule says otherwise.", func(s *Settings) *string { return &s.Rules }).WithMeaning(docs...)
}

// longListWords returns the number of words above which a list or quote is divided into items. Topics do not affect it: they depend on
// items.
func (s *Settings) longListWords() int {
	if s.PreferredWords <= 0 {
		return usualWords
	}
	return s.PreferredWords
}

// FormatOf returns the format of a text, and whether segls reads it: the one in the settings, that of the editor's language ID, that of the
// file name, or plain text, in this order. The file name takes precedence if the editor may not know the format: it reports plain text, or
// Markdown for an MDX file.
func (s *Settings) FormatOf(name, languageID string) (format markup.Format, isKnown bool) {
	if s.Markup != MarkupAuto {
		return markup.ByName(s.Markup)
	}
	languageID = strings.ToLower(languageID)
	called, isCalled := markup.ByLanguageID(languageID)
	named, isNamed := markup.ByFileName(name)
	isKind := called.Name == named.Name && languageID == called.LanguageIDs[0] // not, for example, a .md file called mdx
	if isNamed && (!isCalled || called.Name == markup.PlainText.Name || isKind) {
		return named, true
	}
	return called, isCalled
}

// Defaults returns the default settings.
func Defaults() Settings { return DeclaredSettings.Defaults() }

// The groups in which settings are shown. A writer needs the first four. The server adds settings of its own to them.
var (
	Length    = setting.Group{Title: "Length", Doc: "How long fragments are."}
	Views     = setting.Group{Title: "What you see", Doc: "What segls shows in your editor."}
	Reports   = setting.Group{Title: "What is reported", Doc: "What segls says about your text."}
	YourText  = setting.Group{Title: "Your text", Doc: "How segls reads your text, and what it keeps of it."}
	Advanced  = setting.Group{Title: "Advanced", Doc: "How segls works. The defaults suit most texts."}
	PerMethod = setting.Group{Title: "Other methods", Doc: "The choices that Heinonen (1998) leaves open. `paper` uses them all, other methods use some, and the default, `blend`, uses none."}

	Rules = setting.Group{Title: "Rules", Doc: "How urgently the findings of each rule are reported: `default`, `off` (not at all), `hint`, `information` or `warning`."}

	Groups = []setting.Group{Length, Views, Reports, YourText, Advanced, Rules, PerMethod}
)

// DeclaredSettings lists the settings in the order of their groups.
var DeclaredSettings = slices.Concat(
	setting.InGroup(
		Length,
		setting.Int(settingPreferredWords, usualWords, 1, greatestWords, "words",
			"How long a fragment should be: 300 for short sections, 1000 for the chapters of a novel; `auto`: about as long as your own sections or scenes (but 100 to 1000 words), if there are four or more, else 500; `topics`: as long as the text stays with a topic.",
			func(s *Settings) *int { return &s.PreferredWords }).
			OrKeyword(wordsTopics, wordsAuto),
		setting.Int(settingMinWords, 0, 0, 1_000_000_000, "words",
			"Fragments are at least this long, wherever headings and scene breaks allow it; 0 means no minimum.",
			func(s *Settings) *int { return &s.MinWords }),
		setting.Int(settingMaxWords, 0, 0, 1_000_000_000, "words",
			"Fragments are at most this long, unless a single paragraph is longer; 0 means no maximum.",
			func(s *Settings) *int { return &s.MaxWords }),
		setting.Choice("headings", []string{HeadingsHard, HeadingsSoft, HeadingsIgnore},
			"What a heading means for fragments.",
			func(s *Settings) *string { return &s.Headings }).
			WithMeaning("a fragment always begins there", "a fragment is more likely to begin there", "nothing"),
		setting.Choice(settingSceneBreaks, []string{HeadingsHard, HeadingsSoft, HeadingsIgnore},
			"What a scene break, such as `* * *` or a rule, means for fragments.",
			func(s *Settings) *string { return &s.SceneBreaks }).
			WithMeaning("a fragment always begins after it", "a fragment is more likely to begin after it", "nothing"),
	),
	setting.InGroup(
		Reports,
		rulesSetting(),
		setting.Int("paragraph-min-words", 8, 0, 1_000_000, "words",
			"Paragraphs of several sentences with fewer words are reported, except those that are short by nature, such as dialogue, lists, quotes, verse, captions and titles; 0 reports none.",
			func(s *Settings) *int { return &s.ParagraphMinWords }),
		setting.Int("paragraph-max-words", 350, 0, 1_000_000, "words",
			"Paragraphs with more words than this are reported; 0 reports none.",
			func(s *Settings) *int { return &s.ParagraphMaxWords }),
	),
	setting.InGroup(
		YourText,
		setting.Choice("language", languageChoices(),
			"The language of the text, which decides what counts as a word and where sentences end; `auto` recognizes it, `none` stands for any language that is not listed.",
			func(s *Settings) *string { return &s.Language }).
			WithAliases(languageAliases()),
		setting.Choice("plain-headings", []string{PlainHeadingsAuto, plainHeadingsOff},
			"Whether segls looks for headings in plain text, such as `CHAPTER IV`, `4.2 Salt` or a line that is underlined.",
			func(s *Settings) *string { return &s.PlainHeadings }).
			WithMeaning("lines that stand alone and belong to a series are headings", "plain text has no headings"),
		setting.String("latex-ignore", "",
			"In LaTeX, the names of your own commands and environments that hold no prose, with spaces between them; those that the document itself defines are recognized.",
			func(s *Settings) *string { return &s.LatexIgnore }),
	),
	setting.InGroup(
		Advanced,
		setting.Choice("method", methodNames(),
			"How boundaries are found: `blend` did best in our tests, `paper` is Heinonen's method (1998), and `segls methods` describes the others.",
			func(s *Settings) *string { return &s.Method }),
		setting.Float("scaling", 0.5, 0, 1000, "",
			"How much length counts against topic: at 0 only topics count, and with high values fragments have nearly the preferred length.",
			func(s *Settings) *float64 { return &s.Scaling }),
		setting.Choice("cost", []string{"parabola", "linear"},
			"How the cost of a fragment grows with its distance from the preferred length.",
			func(s *Settings) *string { return &s.Cost }).
			WithMeaning("with the square of the distance", "in proportion to the distance"),
		setting.Float("heading-min-shift", 0, 0, 2, "",
			"Headings are reported where the topic turns by less than this, on a scale from 0 to 2; 0 reports none.",
			func(s *Settings) *float64 { return &s.HeadingMinShift }),
		setting.Float("boundary-max-shift", 0, 0, 2, "",
			"Suggested boundaries are reported where the topic turns by more than this and no heading says so; 0 reports none.",
			func(s *Settings) *float64 { return &s.BoundaryMaxShift }),
		setting.Choice(settingMarkup, markupChoices(),
			"The format of the text; `auto` goes by what the editor calls it, then by the name of the file.",
			func(s *Settings) *string { return &s.Markup }),
	),
	setting.InGroup(Rules, severitySettings()...),
	setting.InGroup(
		PerMethod,
		setting.Int("window-paragraphs", 4, 1, 100, "paragraphs",
			"How many paragraphs on each side of a gap are compared.",
			func(s *Settings) *int { return &s.WindowParagraphs }),
		setting.Choice("window-weights", []string{WeightsDistance, WeightsEqual},
			"How much each paragraph in a window counts.",
			func(s *Settings) *string { return &s.WindowWeights }).
			WithMeaning("the nearer to the gap, the more: 4, 3, 2, 1 in a window of four paragraphs", "all the same"),
		setting.Choice("window-ends", []string{EndsShrink, EndsBalance},
			"How a window behaves at the beginning and the end of the text, where it does not fit.",
			func(s *Settings) *string { return &s.WindowEnds }).
			WithMeaning("it takes only the paragraphs that are there", "both sides take as many paragraphs as the shorter one has"),
		setting.Int("top-terms", 50, 1, 1_000_000, "terms",
			"How many terms of each paragraph the method `paper` compares: the most frequent ones.",
			func(s *Settings) *int { return &s.TopTerms }),
		setting.Choice("term-ties", []string{TiesFirst, TiesAll},
			"Which terms are kept where several are equally frequent at the limit of `top-terms`.",
			func(s *Settings) *string { return &s.TermTies }).
			WithMeaning("those that occur first", "all of them"),
		setting.Choice("paragraph-vectors", []string{VectorsRaw, VectorsUnit},
			"How much a long paragraph counts in its window.",
			func(s *Settings) *string { return &s.ParagraphVectors }).
			WithMeaning("more than a short one", "as much as a short one"),
		setting.Bool("numbers", false,
			"Whether numbers written in digits count as terms.",
			func(s *Settings) *bool { return &s.Numbers }),
	),
)
