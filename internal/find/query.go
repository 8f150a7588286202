package find

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/internal/library"
)

// Query is a parsed query.
type Query struct {
	Words   []string   // any of these counts, including those of the phrases
	Phrases [][]string // a passage must have each of these, word for word
	Without [][]string // words and phrases that a passage must not have
	Prefix  []string   // beginnings of words

	// WithoutPrefix holds beginnings of words that a passage must not have.
	WithoutPrefix []string
}

// quotes maps quotation marks that begin a phrase to those that end it.
var quotes = map[rune]string{'"': "\"", '“': "”\"", '„': "“”\"", '«': "»", '»': "«", '‹': "›", '「': "」", '『': "』"}

// Parse parses a query as a person types it: words, "phrases", -without, and beginnings*. Any text
// is a query. If isTyping is set, its last word may be unfinished.
func Parse(text string, isTyping bool) Query {
	var q Query
	for rest := strings.TrimLeftFunc(text, unicode.IsSpace); rest != ""; rest = strings.TrimLeftFunc(rest, unicode.IsSpace) {
		isOut := rest[0] == '-' && len(rest) > 1 && !unicode.IsSpace(rune(rest[1]))
		if isOut {
			rest = rest[1:]
		}
		first, n := utf8.DecodeRuneInString(rest)
		if ends, is := quotes[first]; is {
			phrase, after, isWhole := cutAny(rest[n:], ends)
			rest = after
			q.addPhrase(wordsOf(phrase), isOut, isWhole || !isTyping)
			continue
		}
		if phrase, after, is := cutSingleQuoted(rest); is {
			rest = after
			q.addPhrase(wordsOf(phrase), isOut, true)
			continue
		}
		end := strings.IndexFunc(rest, unicode.IsSpace)
		isLast := end < 0
		if isLast {
			end = len(rest)
		}
		token := rest[:end]
		rest = rest[end:]
		words := wordsOf(token)
		switch {
		case len(words) == 0:
		case isOut && len(words) == 1 && strings.HasSuffix(token, "*"):
			q.WithoutPrefix = append(q.WithoutPrefix, words[0])
		case isOut:
			q.addPhrase(words, true, true)
		case isOneUnspacedLetter(words):
			q.Prefix = append(q.Prefix, words[0])
		case strings.HasSuffix(token, "*") || isTyping && isLast && endsInWord(token):
			last := len(words) - 1
			q.Words = append(q.Words, words[:last]...)
			q.Prefix = append(q.Prefix, words[last])
		default:
			q.Words = append(q.Words, words...)
		}
	}
	return q
}

// addPhrase adds the words of a phrase, or a single word.
func (q *Query) addPhrase(words []string, isOut, isWhole bool) {
	isBeginning := isOneUnspacedLetter(words)
	switch {
	case len(words) == 0:
	case isOut && isBeginning:
		q.WithoutPrefix = append(q.WithoutPrefix, words[0])
	case isOut:
		q.Without = append(q.Without, words)
	default:
		if isBeginning {
			q.Prefix = append(q.Prefix, words[0])
		} else {
			q.Words = append(q.Words, words...)
		}
		if len(words) > 1 || isWhole {
			q.Phrases = append(q.Phrases, words)
		}
	}
}

// singly matches a phrase in single quotation marks. They are apostrophes elsewhere, so the second one must end a word.
var singly = regexp.MustCompile(`^(?:'([^']+)'|‘([^’]+)’)(?:\s|$)`)

func cutSingleQuoted(text string) (phrase, after string, is bool) {
	m := singly.FindStringSubmatch(text)
	if m == nil {
		return "", text, false
	}
	return m[1] + m[2], text[len(m[0]):], true
}

// cutAny cuts text around the first of some characters.
func cutAny(text, chars string) (before, after string, found bool) {
	i := strings.IndexAny(text, chars)
	if i < 0 {
		return text, "", false
	}
	_, n := utf8.DecodeRuneInString(text[i:])
	return text[:i], text[i+n:], true
}

// isOneUnspacedLetter reports whether words are a single character of a script written without spaces. In such scripts, the words of texts
// are pairs of characters, so it is the beginning of a word.
func isOneUnspacedLetter(words []string) bool {
	if len(words) != 1 {
		return false
	}
	r, n := utf8.DecodeRuneInString(words[0])
	return n == len(words[0]) && language.IsUnspaced(r)
}

func endsInWord(token string) bool {
	r, _ := utf8.DecodeLastRuneInString(token)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func wordsOf(text string) (words []string) {
	language.WordsOrPairs([]byte(text), func(start, end int) {
		parts := slices.Collect(library.NameParts(text[start:end]))
		if parts == nil {
			parts = []string{text[start:end]}
		}
		words = append(words, parts...)
	})
	return words
}
