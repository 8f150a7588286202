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
	MergeConflict       Rule = "conflict"  // of git, with both sides in the text
	BrokenLink          Rule = "broken-link"
)

// Rules lists the rules.
var Rules = []Rule{ParagraphTooLong, ParagraphTooShort, FragmentTooLong, HeadingWithoutShift, ShiftWithoutHeading, BadDirective, MergeConflict, BrokenLink}

// Doc describes a rule in a sentence.
func (r Rule) Doc() string { return ruleDocs[r] }

var ruleDocs = map[Rule]string{
	ParagraphTooLong:    "A paragraph has more words than are read in one go.",
	ParagraphTooShort:   "A paragraph of several sentences has too few words to stand alone.",
	FragmentTooLong:     "A fragment has more words than the maximum and cannot be divided.",
	HeadingWithoutShift: "The topic does not turn at a heading.",
	ShiftWithoutHeading: "The topic turns where there is no heading.",
	BadDirective:        "A directive in the text cannot be followed.",
	MergeConflict:       "Both sides of a conflict of git stand in the text.",
	BrokenLink:          "A link leads to no file, or to no place in one.",
}

// Finding is something in the document that its writer may want to change.
type Finding struct {
	Rule Rule

	// Span is the place to show the finding: the first sentence of a paragraph or fragment, a
	// heading, a directive, or the first mark of a conflict.
	Span markup.Span

	// Paragraph is the index of the paragraph, of the fragment's first one, or of the one below the
	// heading; -1 for a directive, a conflict or a link.
	Paragraph int

	// Words is the length found and Limit the one to keep; both are 0 if the finding is not about a
	// length.
	Words, Limit int

	// Severity is the urgency given by the settings, or else by the rule.
	Severity Severity

	// Problem says why a directive or a link cannot be followed.
	Problem *sentence.Sentence
}

// Severity is the urgency of a finding.
type Severity uint8

// The severities, the least first. Only a wish of the writer that cannot be fulfilled is a warning.
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

// IsOff reports whether the rule is off by default.
func (r Rule) IsOff() bool { return r == BrokenLink }

// Severity returns the default severity of a rule's findings.
func (r Rule) Severity() Severity {
	switch r {
	case BadDirective, MergeConflict, BrokenLink:
		return Warning
	case ParagraphTooShort, HeadingWithoutShift, ShiftWithoutHeading:
		return Hint
	}
	return Information
}

// Message returns one or two sentences that tell the writer what is wrong.
func (f Finding) Message() string { return f.MessageIn(nil) }

// MessageIn returns Message in a language.
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
		return say("The topic does not turn at this heading: the text below it is about the same as the text above.")
	case ShiftWithoutHeading:
		return say("The topic turns here, and no heading says so.")
	case BadDirective, BrokenLink:
		return f.Problem.In(l)
	case MergeConflict:
		return say("Here begin both sides of a conflict that git has left in the text. Choose one of them, and take the marks away.")
	}
	return say("This fragment has %d words, more than the maximum of %d, and cannot be divided.", f.Words, f.Limit)
}

// UrgentFindings returns the findings to report even where nothing is suggested: those about
// directives and conflicts.
func UrgentFindings(findings []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return f.Rule != BadDirective && f.Rule != MergeConflict })
}
