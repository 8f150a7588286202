package check

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Rule names a kind of finding.
type Rule string

// The rules.
const (
	ParagraphTooLong    Rule = "paragraph-too-long"
	ParagraphTooShort   Rule = "paragraph-too-short"
	FragmentTooLong     Rule = "fragment-too-long"
	HeadingWithoutShift Rule = "heading-without-topic-shift"
	ShiftWithoutHeading Rule = "topic-shift-without-heading"
	BadDirective        Rule = "directive" // a directive that cannot be followed
	MergeConflict       Rule = "conflict"  // a Git merge conflict, with both sides in the text
	BrokenLink          Rule = "broken-link"
	SaidTwice           Rule = "said-twice"
	NotInOrder          Rule = "not-in-order"
	EmptySection        Rule = "section-without-words"
)

// Rules lists the rules.
var Rules = []Rule{
	ParagraphTooLong, ParagraphTooShort, FragmentTooLong, HeadingWithoutShift, ShiftWithoutHeading, BadDirective, MergeConflict,
	BrokenLink, NotInOrder, EmptySection, SaidTwice,
}

// Preset is a choice of rules for a kind of writing: the rules that are on unless the settings say otherwise, each with its severity.
type Preset struct {
	Name, Doc  string
	Severities map[Rule]Severity
}

// Presets lists the presets, the usual one first.
var Presets = []Preset{
	{"prose", "the length of paragraphs and fragments, conflicts, and directives that cannot be followed", map[Rule]Severity{
		ParagraphTooLong: Information, ParagraphTooShort: Hint, FragmentTooLong: Information,
		HeadingWithoutShift: Hint, ShiftWithoutHeading: Hint, BadDirective: Warning, MergeConflict: Warning,
	}},
	{"docs", "conflicts, directives that cannot be followed, broken links, pages missing from an order, empty sections and repeated passages", map[Rule]Severity{
		BadDirective: Warning, MergeConflict: Warning, BrokenLink: Warning,
		NotInOrder: Information, EmptySection: Information, SaidTwice: Information,
	}},
}

// PresetNamed returns the preset with the name, or the usual one if there is none.
func PresetNamed(name string) Preset {
	return Presets[max(0, slices.IndexFunc(Presets, func(p Preset) bool { return p.Name == name }))]
}

// Doc describes a rule in a sentence.
func (r Rule) Doc() string { return ruleDocs[r] }

var ruleDocs = map[Rule]string{
	ParagraphTooLong:    "A paragraph has too many words to read in one go.",
	ParagraphTooShort:   "A paragraph of several sentences has too few words to stand alone.",
	FragmentTooLong:     "A fragment has more words than the maximum and cannot be divided.",
	HeadingWithoutShift: "The topic does not turn at a heading.",
	ShiftWithoutHeading: "The topic turns where there is no heading.",
	BadDirective:        "A directive in the text cannot be followed.",
	MergeConflict:       "There is an unresolved merge conflict.",
	BrokenLink:          "A link leads to a file, or to a place in one, that does not exist.",
	SaidTwice:           "A passage is repeated in another place.",
	NotInOrder:          "An order of pages leaves a page out, and no link leads to it.",
	EmptySection:        "There is nothing under a heading.",
}

// Finding is something in the document that its writer may want to change.
type Finding struct {
	Rule Rule

	// Span is where to show the finding, for example the first sentence of a paragraph, a heading or a directive.
	Span markup.Span

	// Paragraph is the index of the paragraph, of the fragment's first paragraph, or of the paragraph below the heading; -1 for other
	// findings.
	Paragraph int

	// Words is the length found, and Limit the length to keep; both are 0 if the finding is not about a length.
	Words, Limit int

	// Severity is the urgency given by the settings, or else by the rule.
	Severity Severity

	// Problem says what is wrong with a directive, a link, a repeated passage or a page.
	Problem *sentence.Sentence
}

// Severity is the urgency of a finding.
type Severity uint8

// The severities, the least first. By default only what is broken is a warning: a directive, a link or a merge conflict.
const (
	Hint Severity = iota
	Information
	Warning
)

var severityNames = [...]string{"hint", "information", "warning"}

// String returns the severity's name.
func (s Severity) String() string { return severityNames[s] }

// SeverityNamed returns the severity with the name.
func SeverityNamed(name string) (Severity, bool) {
	i := slices.Index(severityNames[:], name)
	return Severity(max(i, 0)), i >= 0
}

// Severity returns the severity of a rule's findings in the first preset that has the rule.
func (r Rule) Severity() Severity {
	for _, p := range Presets {
		if s, isOn := p.Severities[r]; isOn {
			return s
		}
	}
	return Information
}

// Message returns one or two sentences for the writer about what is wrong.
func (f Finding) Message() string { return f.MessageIn(nil) }

// MessageIn is like [Finding.Message], in the given language.
func (f Finding) MessageIn(l sentence.Language) string {
	say := l.Say
	switch f.Rule {
	case ParagraphTooLong:
		return say("This paragraph has %d words; more than %d are hard to read in one go.", f.Words, f.Limit)
	case ParagraphTooShort:
		if f.Words == 1 {
			return say("This paragraph has %d word; fewer than %d may be too few to stand alone.", f.Words, f.Limit)
		}
		return say("This paragraph has %d words; fewer than %d may be too few to stand alone.", f.Words, f.Limit)
	case HeadingWithoutShift:
		return say("The topic does not turn at this heading: the text below it is about the same things as the text above.")
	case ShiftWithoutHeading:
		return say("The topic turns here, and no heading says so.")
	case BadDirective, BrokenLink, SaidTwice, NotInOrder:
		return f.Problem.In(l)
	case EmptySection:
		return say("There is nothing under this heading.")
	case MergeConflict:
		return say("Unresolved merge conflict. Keep one side and delete the markers.")
	}
	return say("This fragment has %d words, more than the maximum of %d, and cannot be divided.", f.Words, f.Limit)
}

// UrgentFindings returns the findings that are reported even where nothing is suggested: those about directives, merge conflicts and empty
// sections.
func UrgentFindings(findings []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return f.Rule != BadDirective && f.Rule != MergeConflict && f.Rule != EmptySection
	})
}
