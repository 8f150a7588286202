package language

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// Sentences yields the extents of the sentences of a paragraph, without the
// white space around them: those of Unicode Standard Annex 29, joined again
// where what ends one is an initial ("J. Smith") or a title or reference that
// takes a full stop ("Dr.", "Fig.").
func (l *Language) Sentences(prose []byte) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		start := -1
		segments := sentences.FromBytes(prose)
		for segments.Next() {
			segment := segments.Value()
			content := bytes.TrimSpace(segment)
			if len(content) == 0 {
				continue
			}
			from := segments.Start() + bytes.Index(segment, content)
			end := from + len(content)
			if start < 0 {
				start = from
			}
			if endsInAbbreviation(content) && !bytes.HasSuffix(segment, []byte("\n")) {
				continue
			}
			if !yield(start, end) {
				return
			}
			start = -1
		}
		if start >= 0 {
			yield(start, len(bytes.TrimRight(prose, " \t\r\n")))
		}
	}
}

// abbreviations take a full stop that does not end a sentence even before a
// capital letter.
var abbreviations = map[string]bool{
	"Mr": true, "Mrs": true, "Ms": true, "Dr": true, "Prof": true, "St": true, "Rev": true, "Hon": true, "Capt": true,
	"Col": true, "Gen": true, "Lt": true, "Sgt": true, "Mt": true, "vs": true, "cf": true, "e.g": true, "i.e": true,
	"Fig": true, "Figs": true, "No": true, "Nos": true, "Vol": true, "vol": true, "p": true, "pp": true, "ed": true,
	"eds": true, "ca": true, "viz": true, "Ch": true, "ch": true, "Sec": true, "Eq": true, "Eqs": true,
}

func endsInAbbreviation(sentence []byte) bool {
	word, ok := bytes.CutSuffix(sentence, []byte("."))
	if !ok {
		return false
	}
	if i := bytes.LastIndexAny(word, " \t\n([\"'"); i >= 0 {
		word = word[i+1:]
	}
	r, n := utf8.DecodeRune(word)
	initial := n == len(word) && n > 0 && unicode.IsUpper(r) && r != 'I'
	return initial || abbreviations[string(word)]
}

// EndsSentence tells whether prose ends as a sentence does: in a mark that
// closes one, perhaps with quotation marks or brackets after it.
func EndsSentence(prose []byte) bool {
	for len(prose) > 0 {
		r, n := utf8.DecodeLastRune(prose)
		switch {
		case unicode.IsSpace(r), unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi), r == '"', r == '\'', r == '*', r == '_':
			prose = prose[:len(prose)-n]
		default:
			return unicode.Is(unicode.Sentence_Terminal, r) || r == '…' || r == ':'
		}
	}
	return false
}
