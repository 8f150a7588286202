package session

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/journal"
)

// Settings holds the settings of an analysis and of the server.
type Settings struct {
	Analysis      analysis.Settings
	CodeLens      string
	ChangeLenses  string
	InlayHints    string
	FoldingRanges string
	Symbols       string
	Diagnostics   bool
	KeyTerms      bool
	LinkFeatures  string
	DebounceMS    int
	SettleMS      int
	FrontMatter   string
	WholeWork     bool
	Remember      string
	MemoryLimit   int
}

// Values of settings that the code refers to.
const (
	Auto       = "auto"
	On         = "on"
	Off        = "off"
	Boundaries = "boundaries"
	Fragments  = "fragments"
	All        = "all"
	NoTitles   = "no-titles"
	Headings   = "headings"
	Opened     = "opened"
)

// Names of settings that the code refers to.
const (
	PreferredWords = "preferred-words"
)

// DeclaredSettings lists all settings in the order of their groups. Unlike in package analysis, preferred-words
// is by default the usual length of the author's sections.
var DeclaredSettings = slices.Concat(
	setting.InGroup(
		analysis.Reports,
		setting.Bool("diagnostics", true,
			"Whether anything is reported.",
			func(s *Settings) *bool { return &s.Diagnostics }),
	),
	setting.Embed(analysis.DeclaredSettings.WithDefault(PreferredWords, analysis.WordsOfAuthor), func(s *Settings) *analysis.Settings { return &s.Analysis }),
	setting.InGroup(
		analysis.Views,
		setting.Choice("code-lens", []string{Boundaries, Fragments, Off},
			"Where a line with length and terms is shown above the text.",
			func(s *Settings) *string { return &s.CodeLens }).
			WithMeaning("above suggested boundaries", "above every fragment", "nowhere"),
		setting.Choice("change-lenses", []string{Off, Opened},
			"Where a line above the text says what has changed. To see what has changed since a revision of git, use the command for it, in editors that have one.",
			func(s *Settings) *string { return &s.ChangeLenses }).
			WithMeaning("nowhere, until you ask for it", "above everything that has changed since the text was opened"),
		setting.Choice("inlay-hints", []string{Auto, On, Off},
			"Whether the text shows a preview at suggested boundaries; of every fragment if `code-lens` is `fragments`.",
			func(s *Settings) *string { return &s.InlayHints }).
			WithMeaning("in editors that cannot show lines above the text (code lenses)", "always", "never"),
		setting.Bool("key-terms", false,
			"Whether the uses of a key term are highlighted when the cursor is on one, and listed as its references.",
			func(s *Settings) *bool { return &s.KeyTerms }),
		setting.Choice("link-features", []string{Auto, On, Off},
			"Whether segls updates the links when you rename a heading, label, footnote or note, lists the links to a place, and completes link targets as you type.",
			func(s *Settings) *string { return &s.LinkFeatures }).
			WithMeaning("where the editor does not do so by itself", "always", "never"),
		setting.Choice("folding-ranges", []string{Fragments, Headings, Off},
			"What you can fold.",
			func(s *Settings) *string { return &s.FoldingRanges }).
			WithMeaning("sections and fragments", "sections", "nothing"),
		setting.Choice("symbols", []string{Auto, Headings, Fragments},
			"What the editor's outline, breadcrumbs and sticky lines show of a text.",
			func(s *Settings) *string { return &s.Symbols }).
			WithMeaning("headings and scenes where the view “Book” lists the fragments, as in VS Code; fragments in other editors", "headings and scenes", "headings, scenes and fragments"),
	),
	setting.InGroup(
		analysis.YourText,
		setting.String("front-matter", "",
			"What a new file begins with when a part of the text is moved into it, such as metadata; `{title}` stands for the title of the part.",
			func(s *Settings) *string { return &s.FrontMatter }),
		setting.Bool("whole-work", true,
			"Whether a file of a book, a thesis or a manual is read as a part of it: segls then reads the other files in the order of the work, or those numbered in the same series, and divides them all as one text.",
			func(s *Settings) *bool { return &s.WholeWork }),
		setting.Choice("remember", []string{All, NoTitles, Off},
			"What segls remembers of the texts that you have edited, so that they are still divided in the same way the next day: where their parts begin and which of them are kept together. It is stored in a folder that only you can read, and of the texts it contains only the titles of their parts. A project can make segls remember less than your own settings say, but not more.",
			func(s *Settings) *string { return &s.Remember }).
			WithMeaning("fragments with their titles", "fragments without their titles, which are made anew", "nothing"),
	),
	setting.InGroup(
		analysis.Advanced,
		setting.Int("debounce-ms", 250, 0, 10_000, "milliseconds",
			"The pause in your typing after which reports are updated.",
			func(s *Settings) *int { return &s.DebounceMS }),
		setting.Int("settle-ms", 2000, 0, 600_000, "milliseconds",
			"The pause in your typing after which the suggestions follow what you have written; until then, every part begins where it began. With 0 they follow each letter.",
			func(s *Settings) *int { return &s.SettleMS }),
		setting.Int("memory-limit", 0, 0, 1_000_000, "megabytes",
			"How much memory the server tries to stay within, at the cost of speed; 0 means no limit. Only the editor and your own settings file can set it.",
			func(s *Settings) *int { return &s.MemoryLimit }),
	),
).InGroups(analysis.Groups)

// autoIsOwn explains a changed meaning of a setting to users who have set it.
var autoIsOwn = sentence.New("preferred-words = auto is now the length of your own sections or scenes. For the length of topics, as before, write preferred-words = topics.")

// NoticeOnce returns a message for users of preferred-words = auto, whose meaning has changed; nil for others, and if it was shown before.
func NoticeOnce(e config.EffectiveSettings[Settings]) *sentence.Sentence {
	isOwn := e.Settings.Analysis.PreferredWords == analysis.WordsOfAuthor && e.Origins[PreferredWords].Source != config.BuiltIn
	if !isOwn || !journal.MarkShown("preferred-words-auto") {
		return nil
	}
	return autoIsOwn
}

// WithPaperDefaults sets preferred-words and scene-breaks, unless they are set, to their values in the literature, if a
// command measures or the method is Heinonen's, which uses neither scene breaks nor the length of sections.
func WithPaperDefaults(e config.EffectiveSettings[Settings], measures bool) config.EffectiveSettings[Settings] {
	if !measures && e.Settings.Analysis.Method != analysis.MethodPaper {
		return e
	}
	e.Settings.Analysis = e.Settings.Analysis.ForPaper(func(name string) bool { return e.Origins[name].Source != config.BuiltIn })
	return e
}
