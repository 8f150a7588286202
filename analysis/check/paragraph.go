package check

import (
	"strings"
	"unicode"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Limits are the least and the greatest length of a paragraph, in words; a Max of 0 means no maximum.
type Limits struct{ Min, Max int }

// Subject is a paragraph to judge.
type Subject struct {
	Kind         markup.Kind
	Span         markup.Span
	Words        int
	EndsSentence bool          // it ends like a sentence; see [language.EndsSentence]
	Sentences    []markup.Span // as offsets in the same text as Span
	Source       string        // its text including markup
	Format       markup.Format
}

// Verdict is the judgement on a paragraph, regardless of the text around it.
type Verdict struct {
	Sentence   markup.Span // the first sentence
	IsTooLong  bool
	IsTooShort bool // its text shows no reason to be short; it may still be verse or a caption

	// Signs of verse and of captions.
	breaksHard, beginsLower bool
	hasImage, inEmphasis    bool
	lines, width            int32
}

// Judge judges a paragraph. It reports neither long lists nor short single sentences, because that is their nature.
func Judge(p Subject, limits Limits) Verdict {
	v := Verdict{Sentence: p.Span}
	if len(p.Sentences) > 0 {
		v.Sentence = p.Sentences[0]
	}
	if p.Kind != markup.Paragraph {
		return v
	}
	v.IsTooLong = limits.Max > 0 && p.Words > limits.Max
	if p.Words < limits.Min && p.EndsSentence && len(p.Sentences) > 1 {
		v.IsTooShort = !isShortByNature(p.Source)
		v.setLineFields(p.Format, p.Source)
	}
	return v
}

// HasImage reports whether a first line without words, which is taken for an image, precedes other lines of the paragraph.
func (v *Verdict) HasImage() bool { return v.lines > 1 && v.hasImage }

// IsEmphasized reports whether a paragraph that may be too short is one line between marks of emphasis.
func (v *Verdict) IsEmphasized() bool { return v.lines <= 1 && v.inEmphasis }

// IsSetOff reports whether blocks of a kind, such as quotes and tables, are set off from the text. A paragraph that introduces or follows
// one may be short.
func IsSetOff(k markup.Kind) bool {
	switch k {
	case markup.Quote, markup.List, markup.Code, markup.Math, markup.Table, markup.HTML:
		return true
	}
	return false
}

func hasWords(prose []byte) (has bool) {
	language.Words(prose, func(int, int) { has = true })
	return has
}

// setLineFields sets the fields that depend on the individual lines of a paragraph.
func (v *Verdict) setLineFields(f markup.Format, content string) {
	v.breaksHard = true
	for span := range markup.Lines(content) {
		line := content[span.Start:span.End]
		if v.lines == 0 {
			block := markup.Block{Span: span, Runs: []markup.Run{{span}}}
			v.hasImage = !hasWords(f.AppendMask(nil, content, block))
			read := strings.TrimSpace(line)
			v.inEmphasis = len(read) > 1 && (read[0] == '*' || read[0] == '_') && read[0] == read[len(read)-1]
		}
		v.lines++
		isLast := span.End == len(content)
		v.breaksHard = v.breaksHard && (isLast || f.BreaksHard(line))
		v.width = max(v.width, int32(len(line)))
		v.beginsLower = v.beginsLower || beginsLower(line)
	}
}

// IsVerse reports whether the line breaks of a paragraph of several lines matter: all lines but the last end in hard breaks, or all are
// much shorter than the document's usual line, in bytes, and none begins with a lower-case letter. The usual line is the longest line of a
// typical paragraph: the width to which the text is wrapped.
func (v *Verdict) IsVerse(usualLine int) bool {
	return v.lines > 1 && (v.breaksHard || 4*int(v.width) <= 3*max(minVerseWidth, usualLine) && !v.beginsLower)
}

// minVerseWidth is the least width to which prose is wrapped, in bytes.
const minVerseWidth = 60

// beginsLower reports whether the first letter of a line is in lower case.
func beginsLower(line string) bool {
	i := strings.IndexFunc(line, unicode.IsLetter)
	return i >= 0 && strings.IndexFunc(line[i:], unicode.IsLower) == 0
}
