package markup

import (
	"regexp"
	"strings"
)

// Notation is how a format writes what an edit adds to a text, and reads what an edit
// has to know. A value of it has no state. What it returns for a text has no line end
// after it; a line end inside is a line feed, which the caller makes the text's own.
type Notation interface {
	// Deepest is the level of the lowest heading that can be written; 0 where there are
	// no headings.
	Deepest() int

	// Heading is a heading of a level from 1 to Deepest.
	Heading(title string, level int) string

	// Relevel is the source of a heading at another level from 1 to Deepest. It keeps
	// the form in which the heading is written, if that level has it.
	Relevel(source string, level int) string

	// Break is a mark between two parts of a text that has no words.
	Break() string

	// Include is a paragraph that stands for a file's text: a link to it, or what makes
	// the format's programs read it. The target is relative, with / between names, and
	// escaped as in a URL.
	Include(title, target string) string

	// Included reads a paragraph that [Notation.Include] could have written.
	Included(source string) (title, target string, ok bool)

	// Divides tells whether a run can be cut at an offset of the text without cutting a
	// construct in two, such as a link or an emphasis.
	Divides(text string, run Run, offset int) bool

	// Targets are the addresses that blocks lead to (of links, of images), in order, each
	// the span of the address alone.
	Targets(text string, blocks []Block) []Span

	// Anchor is what an address has after # to lead to the heading of a title, "" if
	// nothing leads there.
	Anchor(title string) string

	// Definitions are what is defined in one place to be referred to by label from
	// others: links, footnotes.
	Definitions(text string, blocks []Block) []Label

	// References are the labels that blocks refer to, definitions or not.
	References(text string, blocks []Block) []string
}

// Label is a label with the extent of its definition.
type Label struct {
	Name string // as it is compared, with what tells kinds of label apart
	Span Span
}

// Notation is how the format writes. Of a format that does not say, nothing can be
// written but comments: it has no headings to write, and its breaks and includes are "".
func (f Format) Notation() Notation {
	if f.notation == nil {
		return silent{}
	}
	return f.notation
}

// Comment is a line that says something to segls; see [Directive].
func (f Format) Comment(said string) string {
	c := f.comments[0]
	return strings.TrimSpace(c.open + " " + directivePrefix + " " + said + " " + c.close)
}

// plainNotation writes plain text, which has paragraphs and nothing else.
type plainNotation struct{}

func (plainNotation) Deepest() int                        { return 0 }
func (plainNotation) Heading(title string, _ int) string  { return title }
func (plainNotation) Relevel(source string, _ int) string { return source }
func (plainNotation) Break() string                       { return "* * *" }

func (plainNotation) Include(_, target string) string { return "[see " + target + "]" }

func (plainNotation) Included(source string) (title, target string, ok bool) {
	m := plainInclude.FindStringSubmatch(source)
	if m == nil {
		return "", "", false
	}
	return "", m[1], true
}

var plainInclude = regexp.MustCompile(`^\[see (\S+)\]$`)

func (plainNotation) Divides(string, Run, int) bool       { return true }
func (plainNotation) Anchor(string) string                { return "" }
func (plainNotation) Definitions(string, []Block) []Label { return nil }
func (plainNotation) References(string, []Block) []string { return nil }

// Targets are those of the paragraphs that stand for a file.
func (plainNotation) Targets(text string, blocks []Block) []Span {
	var targets []Span
	for _, b := range blocks {
		content := trim(text, b.Span)
		if m := plainInclude.FindStringSubmatchIndex(text[content.Start:content.End]); m != nil {
			targets = append(targets, Span{m[2], m[3]}.Shift(content.Start))
		}
	}
	return targets
}

// silent is the notation of a format that does not say how it writes. No run of it is
// divided, as nobody knows what its constructs are.
type silent struct{ plainNotation }

func (silent) Break() string                                   { return "" }
func (silent) Include(string, string) string                   { return "" }
func (silent) Included(string) (title, target string, ok bool) { return "", "", false }
func (silent) Divides(string, Run, int) bool                   { return false }
func (silent) Targets(string, []Block) []Span                  { return nil }
