package analysis

import "fmt"

// Severity is how much a finding asks to be looked at.
type Severity uint8

// The severities, the least first. They are as quiet as a finding deserves: only what
// a writer asks for in vain is a warning.
const (
	Hint Severity = iota
	Information
	Warning
)

var severityNames = [...]string{"hint", "information", "warning"}

// String is the severity's name.
func (s Severity) String() string { return severityNames[s] }

// Severity is that of a rule's findings.
func (r Rule) Severity() Severity {
	switch r {
	case BadDirective, MergeConflict:
		return Warning
	case ParagraphTooShort, HeadingWithoutShift, ShiftWithoutHeading:
		return Hint
	}
	return Information
}

// Message says the finding to its writer, in a sentence.
func (f Finding) Message() string {
	switch f.Rule {
	case ParagraphTooLong:
		return fmt.Sprintf("This paragraph has %d words; more than %d are hard to read in one go.", f.Words, f.Limit)
	case ParagraphTooShort:
		words := "words"
		if f.Words == 1 {
			words = "word"
		}
		return fmt.Sprintf("This paragraph has %d %s; fewer than %d may be too few to stand alone.", f.Words, words, f.Limit)
	case HeadingWithoutShift:
		return "The topic does not turn at this heading: the text below it is about the same as the text above."
	case ShiftWithoutHeading:
		return "The topic turns here, and no heading says so."
	case BadDirective:
		return f.Problem
	case MergeConflict:
		return "Here begin both sides of a conflict that git has left in the text. Choose one of them, and take the marks away."
	}
	return fmt.Sprintf("This fragment has %d words, more than the maximum of %d, and cannot be divided.", f.Words, f.Limit)
}

// Reported are the findings that are told without being asked for: in a quiet
// document (see [Document.IsQuiet]) only those about directives
// and conflicts.
func (d *Document) Reported() []Finding {
	findings := d.Findings()
	if !d.IsQuiet() {
		return findings
	}
	var reported []Finding // the findings themselves are others' too
	for _, f := range findings {
		if f.Rule == BadDirective || f.Rule == MergeConflict {
			reported = append(reported, f)
		}
	}
	return reported
}
