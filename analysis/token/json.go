package token

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// readJSON reads a tokenizer.json.
func readJSON(content []byte) (*Tokenizer, error) {
	var file struct {
		Normalizer   pipelineStep    `json:"normalizer"`
		PreTokenizer pipelineStep    `json:"pre_tokenizer"`
		Model        json.RawMessage `json:"model"`
	}
	if err := json.Unmarshal(content, &file); err != nil || len(file.Model) == 0 {
		return nil, ErrNone
	}
	var err error
	t := new(Tokenizer)
	if t.normalize, err = file.Normalizer.newNormalizer(); err != nil {
		return nil, err
	}
	if t.split, err = file.PreTokenizer.newPieceSplitter(); err != nil {
		return nil, err
	}
	t.count, err = newModelCounter(file.Model)
	return t, err
}

// pipelineStep is a normalizer or pre-tokenizer of a tokenizer.json.
type pipelineStep struct {
	Type          string         `json:"type"`
	Normalizers   []pipelineStep `json:"normalizers"`
	PreTokenizers []pipelineStep `json:"pretokenizers"`

	Pattern struct {
		String *string
		Regex  *string
	} `json:"pattern"`
	Content  string `json:"content"`
	Behavior string `json:"behavior"`
	Invert   bool   `json:"invert"`

	CleanText          *bool `json:"clean_text"`
	HandleChineseChars *bool `json:"handle_chinese_chars"`
	StripAccents       *bool `json:"strip_accents"`
	Lowercase          *bool `json:"lowercase"`

	StripLeft  bool   `json:"strip_left"`
	StripRight bool   `json:"strip_right"`
	Prepend    string `json:"prepend"`

	AddPrefixSpace   *bool  `json:"add_prefix_space"`
	UseRegex         *bool  `json:"use_regex"`
	Replacement      string `json:"replacement"`
	PrependScheme    string `json:"prepend_scheme"`
	Split            *bool  `json:"split"`
	IndividualDigits bool   `json:"individual_digits"`
}

func boolOr(b *bool, usual bool) bool { return b == nil && usual || b != nil && *b }

// unknownError returns the error for a part of a tokenizer that segls does not know.
func unknownError(what, name string) error {
	return fmt.Errorf("segls does not know the %s %q; count the tokens with --token-counter instead", what, name)
}

// newNormalizer returns the function by which a step normalizes a text; nil if there is none.
func (s *pipelineStep) newNormalizer() (func(string) string, error) {
	switch s.Type {
	case "":
		return nil, nil
	case "Sequence":
		var all []func(string) string
		for i := range s.Normalizers {
			f, err := s.Normalizers[i].newNormalizer()
			if err != nil {
				return nil, err
			}
			if f != nil {
				all = append(all, f)
			}
		}
		return func(text string) string {
			for _, f := range all {
				text = f(text)
			}
			return text
		}, nil
	case "NFC":
		return norm.NFC.String, nil
	case "NFD":
		return norm.NFD.String, nil
	case "NFKC", "Precompiled", "Nmt": // the tables of SentencePiece are NFKC except for a few characters
		return norm.NFKC.String, nil
	case "NFKD":
		return norm.NFKD.String, nil
	case "Lowercase":
		return strings.ToLower, nil
	case "StripAccents":
		return withoutAccents, nil
	case "BertNormalizer":
		return s.normalizeBERT, nil
	case "Strip":
		return func(text string) string {
			if s.StripLeft {
				text = strings.TrimLeftFunc(text, unicode.IsSpace)
			}
			if s.StripRight {
				text = strings.TrimRightFunc(text, unicode.IsSpace)
			}
			return text
		}, nil
	case "Prepend":
		return func(text string) string {
			if text == "" {
				return ""
			}
			return s.Prepend + text
		}, nil
	case "Replace":
		if s.Pattern.String != nil {
			return func(text string) string { return strings.ReplaceAll(text, *s.Pattern.String, s.Content) }, nil
		}
		if s.Pattern.Regex != nil {
			if r, err := regexp.Compile(*s.Pattern.Regex); err == nil {
				return func(text string) string { return r.ReplaceAllLiteralString(text, s.Content) }, nil
			}
		}
	}
	return nil, unknownError("normalizer", s.Type)
}

func withoutAccents(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text))
}

// normalizeBERT normalizes a text as BERT does.
func (s *pipelineStep) normalizeBERT(text string) string {
	if boolOr(s.CleanText, true) {
		text = strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r):
				return ' '
			case r == 0 || r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
				return -1
			}
			return r
		}, text)
	}
	if boolOr(s.HandleChineseChars, true) {
		var b strings.Builder
		for _, r := range text {
			if unicode.Is(unicode.Han, r) {
				b.WriteString(" " + string(r) + " ")
			} else {
				b.WriteRune(r)
			}
		}
		text = b.String()
	}
	lowercase := boolOr(s.Lowercase, true)
	if boolOr(s.StripAccents, lowercase) {
		text = withoutAccents(text)
	}
	if lowercase {
		text = strings.ToLower(text)
	}
	return text
}

// splitFunc yields the pieces of a text.
type splitFunc = func(text string, yield func(piece string))

// newPieceSplitter returns the function by which a step splits a text.
func (s *pipelineStep) newPieceSplitter() (splitFunc, error) {
	switch s.Type {
	case "":
		return func(text string, yield func(string)) {
			if text != "" {
				yield(text)
			}
		}, nil
	case "Sequence":
		all := splitFunc(func(text string, yield func(string)) { yield(text) })
		for i := range s.PreTokenizers {
			then, err := s.PreTokenizers[i].newPieceSplitter()
			if err != nil {
				return nil, err
			}
			before := all
			all = func(text string, yield func(string)) {
				before(text, func(piece string) { then(piece, yield) })
			}
		}
		return all, nil
	case "ByteLevel":
		return s.newByteLevelSplit()
	case "Whitespace":
		return newSplitFunc(`\w+|[^\w\s]+`, "matches", false)
	case "WhitespaceSplit":
		return newSplitFunc(`\S+`, "matches", false)
	case "BertPreTokenizer":
		return newSplitFunc(`[\p{P}$+<=>^`+"`"+`|~]|[^\s\p{P}$+<=>^`+"`"+`|~]+`, "matches", false)
	case "Punctuation":
		return newSplitFunc(`[\p{P}$+<=>^`+"`"+`|~]`, s.Behavior, false)
	case "Digits":
		if s.IndividualDigits {
			return newSplitFunc(`\p{N}`, "Isolated", false)
		}
		return newSplitFunc(`\p{N}+`, "Isolated", false)
	case "Metaspace":
		return s.splitMetaspace, nil
	case "Split":
		switch {
		case s.Pattern.Regex != nil:
			return newSplitFunc(*s.Pattern.Regex, s.Behavior, s.Invert)
		case s.Pattern.String != nil && *s.Pattern.String != "":
			return newSplitFunc(regexp.QuoteMeta(*s.Pattern.String), s.Behavior, s.Invert)
		}
	}
	return nil, unknownError("pre-tokenizer", s.Type)
}

// newSplitFunc returns a function that splits a text by an expression. behavior says what becomes of the matches.
func newSplitFunc(pattern, behavior string, isInverted bool) (splitFunc, error) {
	split, err := compileSplitter(pattern)
	if err != nil {
		return nil, err
	}
	return func(text string, yield func(string)) {
		held := 0 // start of the text that has not been yielded
		end := 0
		wasMatch := false
		flush := func(to int) {
			if to > held {
				yield(text[held:to])
			}
			held = to
		}
		split.eachMatch(text, func(start, to int, isMatch bool) {
			isMatch = isMatch != isInverted
			switch behavior {
			case "matches": // only the matches
				if isMatch {
					yield(text[start:to])
				}
				held = to
			case "Removed":
				flush(start)
				if isMatch {
					held = to
				}
			case "MergedWithPrevious":
				if isMatch {
					flush(to)
				}
			case "MergedWithNext":
				if isMatch {
					flush(start)
				}
			case "Contiguous":
				if isMatch != wasMatch {
					flush(start)
				}
			default: // Isolated
				flush(start)
				flush(to)
			}
			wasMatch, end = isMatch, to
		})
		flush(end)
	}, nil
}

// byteLetters are the characters that represent bytes in byte-level vocabularies.
var byteLetters = func() (letters [256]string) {
	next := rune(256)
	for b := range 256 {
		r := rune(b)
		if b < '!' || b > '~' && b < 0xa1 || b == 0xad {
			r = next
			next++
		}
		letters[b] = string(r)
	}
	return letters
}()

func (s *pipelineStep) newByteLevelSplit() (splitFunc, error) {
	split := splitFunc(func(text string, yield func(string)) { yield(text) })
	if boolOr(s.UseRegex, true) {
		var err error
		if split, err = newSplitFunc(splitGPT2, "Isolated", false); err != nil {
			return nil, err
		}
	}
	return func(text string, yield func(string)) {
		if boolOr(s.AddPrefixSpace, true) && text != "" && text[0] != ' ' {
			text = " " + text
		}
		split(text, func(piece string) {
			var b strings.Builder
			for i := range len(piece) {
				b.WriteString(byteLetters[piece[i]])
			}
			yield(b.String())
		})
	}, nil
}

func (s *pipelineStep) splitMetaspace(text string, yield func(string)) {
	mark := s.Replacement
	text = strings.ReplaceAll(text, " ", mark)
	isPrefixed := s.PrependScheme == "always" || s.PrependScheme == "first" || s.PrependScheme == "" && boolOr(s.AddPrefixSpace, true)
	if isPrefixed && text != "" && !strings.HasPrefix(text, mark) {
		text = mark + text
	}
	if !boolOr(s.Split, true) || mark == "" {
		yield(text)
		return
	}
	for text != "" {
		end := strings.Index(text[1:], mark) + 1
		if end == 0 {
			end = len(text)
		}
		yield(text[:end])
		text = text[end:]
	}
}

// newModelCounter returns the function that counts the tokens of a piece.
func newModelCounter(content []byte) (func(piece string) int, error) {
	var model struct {
		Type         string          `json:"type"`
		Vocab        json.RawMessage `json:"vocab"`
		Merges       []mergeRule     `json:"merges"`
		ByteFallback bool            `json:"byte_fallback"`
		FuseUnknown  bool            `json:"fuse_unk"`
		IgnoreMerges bool            `json:"ignore_merges"`
		EndOfWord    string          `json:"end_of_word_suffix"`
		Prefix       string          `json:"continuing_subword_prefix"`
		MaxChars     int             `json:"max_input_chars_per_word"`
	}
	if err := json.Unmarshal(content, &model); err != nil {
		return nil, ErrNone
	}
	if model.Type == "Unigram" || strings.HasPrefix(strings.TrimSpace(string(model.Vocab)), "[") {
		return newUnigramCounter(model.Vocab, model.ByteFallback)
	}
	var vocab map[string]int
	if err := json.Unmarshal(model.Vocab, &vocab); err != nil || len(vocab) == 0 {
		return nil, ErrNone
	}
	has := func(token string) bool { _, ok := vocab[token]; return ok }
	switch {
	case model.Type == "WordLevel":
		return func(string) int { return 1 }, nil
	case model.Type == "WordPiece" || model.Type == "" && len(model.Merges) == 0:
		return newWordPieceCounter(vocab, model.Prefix, model.MaxChars), nil
	case model.Type == "BPE" || model.Type == "":
	default:
		return nil, unknownError("model", model.Type)
	}
	if model.EndOfWord != "" || model.Prefix != "" {
		return nil, unknownError("marks of", "BPE") // the marks of CLIP and similar models
	}
	ranks := make(map[mergeRule]int, len(model.Merges))
	for i, m := range model.Merges {
		ranks[m] = i
	}
	return func(piece string) int {
		if model.IgnoreMerges && has(piece) {
			return 1
		}
		n, start, wasUnknown := 0, 0, false
		for _, end := range mergePairs(piece, true, func(start, middle, end int) (int, bool) {
			rank, ok := ranks[mergeRule{piece[start:middle], piece[middle:end]}]
			return rank, ok
		}) {
			isUnknown := !has(piece[start:end])
			switch {
			case !isUnknown:
				n++
			case model.ByteFallback:
				n += end - start
			case !wasUnknown || !model.FuseUnknown:
				n++
			}
			start, wasUnknown = end, isUnknown
		}
		return n
	}, nil
}

// mergeRule is a pair of tokens that are merged; in a file, it is two strings, or one string with a space between the two tokens.
type mergeRule struct{ first, second string }

func (m *mergeRule) UnmarshalJSON(content []byte) error {
	var pair [2]string
	if len(content) > 0 && content[0] == '[' {
		err := json.Unmarshal(content, &pair)
		*m = mergeRule{pair[0], pair[1]}
		return err
	}
	var line string
	if err := json.Unmarshal(content, &line); err != nil {
		return err
	}
	first, second, ok := strings.Cut(line, " ")
	if !ok {
		return ErrNone
	}
	*m = mergeRule{first, second}
	return nil
}

// newWordPieceCounter returns a function that divides a word into the longest pieces in a vocabulary, from left to right, and counts them.
// A word that they do not cover completely, or that is too long, counts as one token.
func newWordPieceCounter(vocab map[string]int, prefix string, most int) func(string) int {
	if most == 0 {
		most = 100
	}
	longest := 0
	for token := range vocab {
		longest = max(longest, len(token))
	}
	return func(word string) int {
		if utf8.RuneCountInString(word) > most {
			return 1
		}
		n := 0
		for start := 0; start < len(word); n++ {
			before := ""
			if start > 0 {
				before = prefix
			}
			end := min(len(word), start+longest)
			for ; end > start; end-- {
				if utf8.RuneStart(byteAt(word, end)) {
					if _, ok := vocab[before+word[start:end]]; ok {
						break
					}
				}
			}
			if end == start {
				return 1
			}
			start = end
		}
		return n
	}
}

// byteAt returns the byte of a text at an index or, beyond its end, a byte that could begin a character.
func byteAt(text string, i int) byte {
	if i < len(text) {
		return text[i]
	}
	return 0
}

// newUnigramCounter reads tokens with scores, and returns a function that counts them in a piece, divided for the highest total score.
func newUnigramCounter(content []byte, isByteFallback bool) (func(string) int, error) {
	var list [][2]any
	if err := json.Unmarshal(content, &list); err != nil || len(list) == 0 {
		return nil, ErrNone
	}
	scores := make(map[string]float64, len(list))
	longest, least := 0, math.Inf(1)
	for _, entry := range list {
		token, isToken := entry[0].(string)
		score, isScore := entry[1].(float64)
		if !isToken || !isScore {
			return nil, ErrNone
		}
		scores[token] = score
		longest, least = max(longest, len(token)), min(least, score)
	}
	const unknownCosts = 10
	return func(piece string) int {
		type path struct {
			score     float64
			start     int
			isUnknown bool
		}
		best := make([]path, len(piece)+1)
		for i := range best {
			best[i].score = math.Inf(-1)
		}
		best[0].score = 0
		for start := 0; start < len(piece); {
			_, size := utf8.DecodeRuneInString(piece[start:])
			isCovered := false
			for end := start + size; end <= min(len(piece), start+longest); end++ {
				score, ok := scores[piece[start:end]]
				if !ok {
					continue
				}
				isCovered = isCovered || end == start+size
				if sum := best[start].score + score; sum > best[end].score {
					best[end] = path{sum, start, false}
				}
			}
			if sum := best[start].score + least - unknownCosts; !isCovered && sum > best[start+size].score {
				best[start+size] = path{sum, start, true}
			}
			start += size
		}
		n := 0
		wasUnknown := false
		for end := len(piece); end > 0; end = best[end].start {
			p := best[end]
			switch {
			case p.isUnknown && isByteFallback:
				n += end - p.start
			case !p.isUnknown || !wasUnknown: // adjacent unknown characters are one token
				n++
			}
			wasUnknown = p.isUnknown
		}
		return n
	}, nil
}
