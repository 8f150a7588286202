package language

import (
	"bytes"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// Sentences yields the extents of the sentences of a paragraph, without the white space around them. They are those of
// Unicode Standard Annex 29, adapted to the language: "J. Smith" and "“Why?” he asked" are not cut, for example.
func (l *Language) Sentences(prose []byte) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		short, cuts := shortenGaps(prose)
		bytes := 0 // cut out so far
		for start, end := range l.sentences(short) {
			for len(cuts) > 0 && cuts[0].at <= start {
				bytes, cuts = bytes+cuts[0].bytes, cuts[1:]
			}
			from := start + bytes
			for len(cuts) > 0 && cuts[0].at < end {
				bytes, cuts = bytes+cuts[0].bytes, cuts[1:]
			}
			if !yield(from, end+bytes) {
				return
			}
		}
	}
}

// longestGap is the greatest number of gap characters in a row to which Unicode's rules are applied. At each one these look
// back over all before it, and markup replaced by spaces may leave many thousands.
const longestGap = 32

// removedGap is a number of bytes removed before an offset in the shortened text.
type removedGap struct{ at, bytes int }

// shortenGaps returns prose with at most [longestGap] gap characters in a row, and the gaps that it removed. The sentences
// stay the same.
func shortenGaps(prose []byte) (short []byte, cuts []removedGap) {
	run, from := 0, 0 // characters of the gap so far; start of the text not copied yet
	for i := 0; i < len(prose); {
		r, n := rune(prose[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(prose[i:])
		}
		switch {
		case !isGapCharacter(r):
			run = 0
		case run < longestGap:
			run++
		default:
			short = append(short, prose[from:i]...)
			if from = i + n; len(cuts) > 0 && cuts[len(cuts)-1].at == len(short) {
				cuts[len(cuts)-1].bytes += n
			} else {
				cuts = append(cuts, removedGap{len(short), n})
			}
		}
		i += n
	}
	if cuts == nil {
		return prose, nil
	}
	return append(short, prose[from:]...), cuts
}

// isGapCharacter reports whether a character is a space, a bracket or a quotation mark. A line end is not one.
func isGapCharacter(r rune) bool {
	switch r {
	case ' ', '\t', '"', '\'', '(', ')', '[', ']', '{', '}':
		return true
	}
	return r >= utf8.RuneSelf && (unicode.In(r, unicode.Zs, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) || unicode.Is(unicode.Quotation_Mark, r))
}

// sentences yields the extents of the sentences in prose without long gaps.
func (l *Language) sentences(prose []byte) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		start, end := -1, 0 // the current sentence
		var last []byte     // its last segment
		for at, segment := range l.segments(prose) {
			content := bytes.TrimSpace(segment)
			if len(content) == 0 {
				continue
			}
			from := at + bytes.Index(segment, content)
			if start >= 0 {
				// French puts a space before its closing quotation mark.
				if mark := closingMarkLen(content); mark > 0 {
					end = from + mark
					content = bytes.TrimSpace(content[mark:])
					from = end + bytes.Index(prose[end:], content)
				}
				if len(content) == 0 {
					last = segment
					continue
				}
				if !l.continuesIn(last, content) {
					if !yield(start, end) {
						return
					}
					start = -1
				}
			}
			if start < 0 {
				start = from
			}
			end, last = from+len(content), segment
		}
		if start >= 0 {
			yield(start, end)
		}
	}
}

// segments yields the segments found by Unicode's rules, with their offsets, but adapts them to dashes before speech, to
// Tibetan and Greek ends of sentences, and to Chinese and Japanese quotations.
func (l *Language) segments(prose []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		start := 0
		segments := sentences.FromBytes(prose)
		for segments.Next() {
			end := segments.End()
			switch l.Code {
			case "zh", "ja":
				end = segments.Start() + len(bytes.TrimRight(segments.Value(), "“「『（《〈【"))
			}
			for start < end {
				n := speechEnd(prose[start:end])
				n = min(n, shadEnd(prose[start:end]))
				if l.Code == "el" {
					n = min(n, greekQuestionEnd(prose[start:end]))
				}
				if !yield(start, prose[start:start+n]) {
					return
				}
				start += n
			}
		}
		if start < len(prose) {
			yield(start, prose[start:])
		}
	}
}

// speechEnd returns the length of a segment up to the first dash that begins another speaker's words (“… él. —No”), or of all of it.
func speechEnd(segment []byte) int {
	for at := 0; ; {
		n := bytes.IndexAny(segment[at:], "–—")
		if n < 0 {
			return len(segment)
		}
		dash := at + n
		at = dash + len("—")
		before := bytes.TrimRight(segment[:dash], " \u00a0")
		after := bytes.TrimLeft(segment[at:], " \u00a0¿¡")
		if r, _ := utf8.DecodeRune(after); len(before) < dash && unicode.IsUpper(r) && len(before) > 0 && bytes.IndexByte([]byte(".!?"), before[len(before)-1]) >= 0 {
			return dash
		}
	}
}

// shadEnd returns the length of a segment up to the first shads that a space follows, or of all of it. Such shads end a
// sentence in Tibetan, but not by Unicode's rules.
func shadEnd(segment []byte) int {
	at := bytes.Index(segment, []byte("\xe0\xbc")) // the bytes with which all shads begin
	if at >= 0 {
		at = bytes.IndexAny(segment, shads)
	}
	if at < 0 {
		return len(segment)
	}
	for at < len(segment) {
		rest := bytes.TrimLeft(segment[at:], shads)
		after := bytes.TrimLeft(rest, " \u00a0")
		switch r, _ := utf8.DecodeRune(after); {
		case len(after) < len(rest) && !strings.ContainsRune(shads, r):
			return len(segment) - len(after)
		case len(after) < len(rest):
			at = len(segment) - len(after)
		default:
			next := bytes.IndexAny(rest, shads)
			if next < 0 {
				return len(segment)
			}
			at = len(segment) - len(rest) + next
		}
	}
	return len(segment)
}

const shads = "།༎༏༐༑༔"

// greekQuestionMarks are the semicolon, which Greek keyboards type, and the character of old files that looks like it.
const greekQuestionMarks = ";\u037e"

// greekQuestionEnd returns the length of a segment up to the first Greek question mark that a space
// and a capital letter follow, or of all of it.
func greekQuestionEnd(segment []byte) int {
	for at := 0; ; {
		n := bytes.IndexAny(segment[at:], greekQuestionMarks)
		if n < 0 {
			return len(segment)
		}
		at += n
		_, size := utf8.DecodeRune(segment[at:])
		at += size
		after := bytes.TrimLeft(segment[at:], " \u00a0«“")
		if r, _ := utf8.DecodeRune(after); unicode.IsUpper(r) && len(after) < len(segment)-at {
			return at
		}
	}
}

// closingMarkLen returns the length of the quotation mark that text begins with if it can only close, or 0.
func closingMarkLen(text []byte) int {
	if rest, ok := bytes.CutPrefix(text, []byte("»")); ok && (len(rest) == 0 || startsWithSpace(rest)) {
		return len("»")
	}
	return 0
}

func startsWithSpace(text []byte) bool {
	r, _ := utf8.DecodeRune(text)
	return unicode.IsSpace(r)
}

// continuesIn reports whether a sentence that seems to end with a segment continues in the next.
func (l *Language) continuesIn(segment, next []byte) bool {
	if bytes.HasSuffix(segment, []byte("\n")) {
		return false
	}
	if r, _ := utf8.DecodeRune(next); unicode.IsLower(r) {
		return true // after a quotation that ends in a mark, or an ellipsis
	}
	word, ok := bytes.CutSuffix(bytes.TrimSpace(segment), []byte("."))
	if !ok {
		return l.attributesSpeech(segment, next)
	}
	if i := bytes.LastIndexAny(word, " \t\n([\"'“«„\u00a0"); i >= 0 {
		_, n := utf8.DecodeRune(word[i:])
		word = word[i+n:]
	}
	r, n := utf8.DecodeRune(word)
	if known := l.loadedFacts(); known.abbreviations[string(word)] || known.abbreviations[string(unicode.ToLower(r))+string(word[n:])] {
		return l.Code != "en" || string(word) != "No" || isDigit(next[0]) // “No.” is a sentence, too
	}
	switch {
	case n == 0:
		return false
	case n == len(word) && isInitial(next):
		return true // as in: a. C., J. S. Bach
	case n == len(word) && (unicode.IsUpper(r) || unicode.Is(unicode.Hebrew, r)):
		return r != 'I' || l.Code != "en" // an initial; “I” is a word in English
	case n == len(word) && unicode.IsLower(r) && !l.isStop(string(word)):
		return l.loadedFacts().ordinals || l.Code == "en" && strings.ContainsRune("pvcn", r) // as in: z. B., p. 12
	case l.Code == "ko" && isNumber(word) && isDigit(next[0]):
		return true // a date: 2024. 5. 3.
	case l.loadedFacts().ordinals && len(word) <= 2 && isNumber(word), l.loadedFacts().ordinals && len(bytes.Trim(word, "IVX")) == 0:
		return !l.looksLikeSentenceStart(next)
	case bytes.IndexByte(word, '.') > 0 && isDottedLetters(word):
		return !l.looksLikeSentenceStart(next) // U.S. Army, but: in the U.S. The …
	}
	return false
}

// attributesSpeech reports whether what looks like a new sentence names the speaker of the sentence before it.
func (l *Language) attributesSpeech(segment, next []byte) bool {
	switch l.Code {
	case "ja":
		return bytes.HasSuffix(segment, []byte("」")) && bytes.HasPrefix(next, []byte("と"))
	case "ko":
		return bytes.HasPrefix(next, []byte("하고 ")) || bytes.HasPrefix(next, []byte("라고 "))
	case "ta":
		return bytes.HasPrefix(next, []byte("என்று "))
	case "my":
		return bytes.HasPrefix(next, []byte("ဟု"))
	}
	return false
}

// isInitial reports whether text begins with a letter and a full stop.
func isInitial(text []byte) bool {
	r, n := utf8.DecodeRune(text)
	return unicode.IsLetter(r) && n < len(text) && text[n] == '.'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// looksLikeSentenceStart reports whether text, which does not begin in lower case, begins with a stop word.
func (l *Language) looksLikeSentenceStart(text []byte) bool {
	end := bytes.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	return l.isStop(strings.ToLower(string(text[:end])))
}

func isNumber(word []byte) bool {
	return len(bytes.Trim(word, "0123456789")) == 0
}

// isDottedLetters reports whether a word is made of single letters and full stops.
func isDottedLetters(word []byte) bool {
	for _, part := range bytes.Split(word, []byte(".")) {
		if r, n := utf8.DecodeRune(part); n == 0 || n != len(part) || !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

// IsAbbreviation reports whether a word is one that takes a full stop.
func (l *Language) IsAbbreviation(word string) bool { return l.loadedFacts().abbreviations[word] }

// EndsSentence reports whether prose ends like a sentence, perhaps with quotation marks or brackets after the mark. Colons,
// emoji and tags (`#tag`, or the `^id` that some editors give to a block) count as ends, too.
func EndsSentence(prose []byte) bool {
	prose = bytes.TrimRightFunc(prose, unicode.IsSpace)
	if i := bytes.LastIndexFunc(prose, unicode.IsSpace); i >= 0 && isTag(prose[i+1:]) {
		return true
	}
	for len(prose) > 0 {
		r, n := utf8.DecodeLastRune(prose)
		switch {
		case unicode.IsSpace(r), unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi), r == '"', r == '\'', r == '*', r == '_', r == '\u00ad', r == '\u200d', unicode.Is(unicode.Variation_Selector, r):
			prose = prose[:len(prose)-n]
		case r > 0x2190 && unicode.In(r, unicode.So, unicode.Sk):
			return true // an emoji, a flag, or a skin tone modifier
		default:
			return unicode.Is(unicode.Sentence_Terminal, r) || r == '…' || r == ':' || strings.ContainsRune(greekQuestionMarks, r) && endsInGreek(prose[:len(prose)-n])
		}
	}
	return false
}

// endsInGreek reports whether text ends in a Greek letter, after which a semicolon is a question mark.
func endsInGreek(text []byte) bool {
	r, _ := utf8.DecodeLastRune(text)
	return unicode.Is(unicode.Greek, r)
}

// isTag reports whether a word is a tag, such as `#tag` or `^id`.
func isTag(word []byte) bool {
	if len(word) < 2 || word[0] != '#' && word[0] != '^' {
		return false
	}
	for _, r := range string(word[1:]) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_/", r) {
			return false
		}
	}
	return true
}
