package markup

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file shows citations and references where a sentence needs them: "introduced by [Smith 2010]", "in Section [sec:salt]".

// citationKeys matches each key in a citation of pandoc or Typst, such as @smith2010 or [@a; -@b, p. 3].
var citationKeys = regexp.MustCompile(`@\{?([\pL\pN_](?:[\pL\pN_:.#$%&+?~/-]*[\pL\pN])?)`)

// citationStart matches the beginning of a citation, up to its first key: @key, [-@key or [see @key.
var citationStart = regexp.MustCompile(`^(?:@|\[(?:[^\[\]@:^]*[\s;])?-?@)`)

// typstCite matches a call of Typst's function cite; the group is the key.
var typstCite = regexp.MustCompile(`^#cite\(\s*<([^<>\s]+)>[^()]*\)`)

// extractCitationKeys returns the keys of a hidden stretch of Markdown or Typst, separated by commas, or "" if it does not begin like a citation.
func extractCitationKeys(hidden []byte) string {
	if m := typstCite.FindSubmatch(hidden); m != nil {
		return string(m[1])
	}
	if !citationStart.Match(hidden) {
		return ""
	}
	var keys []string
	for _, m := range citationKeys.FindAllSubmatch(hidden, -1) {
		keys = append(keys, string(m[1]))
	}
	return strings.Join(keys, ",")
}

// applyReplacements returns a run with the replacements at their offsets, and without unneeded citations and bytes equal to `dropped`.
func applyReplacements(run []byte, dropped byte, replacements map[int]runReplacement) []byte {
	to := make([]byte, 0, len(run))
	for i := 0; i < len(run); {
		c, ok := replacements[i]
		switch {
		case !ok:
			if run[i] != dropped {
				to = append(to, run[i])
			}
			i++
		case c.keys == "":
			to, i = append(to, c.formula...), c.end
		case isAloneInBrackets(to, run, c.end) || !needsCitation(to, run[c.end:]):
			to, i = joinAroundHidden(to, run, c.end)
		default:
			to, i = append(to, shortCitation("", c.keys)...), c.end
		}
	}
	return to
}

// runReplacement replaces a part of a run, up to end, by a formula or an entity in plain characters or by a citation of keys.
type runReplacement struct {
	end           int
	formula, keys string
}

// latexCitation matches a citation or a reference with its options; the groups are its name and its keys.
var latexCitation = regexp.MustCompile(`^\\([A-Za-z]+)\*?(?:\[[^\[\]]*\])*\{([^{}]*)\}`)

var (
	referenceMacros = wordSet("ref eqref pageref autoref nameref cref Cref vref cpageref subref")
	citationMacros  = wordSet(`cite citep citealp parencite autocite smartcite citet citealt Citet Citep textcite citetitle
		citeauthor citeyear citeyearpar`)
	// textualCitations are part of the sentence, unless they are alone in brackets or follow another kind of citation.
	textualCitations = wordSet("citet citealt Citet textcite citetitle citeauthor")
)

// beforeCitation are words that seldom end a sentence, so a citation after one belongs to the sentence.
var beforeCitation = wordSet(`a an and are as at between by de des du et for from in is like of on or see than that the to use using via was with
	auf aus bei das dem den der die durch für gegen in ist mit nach oder siehe und unter von vgl wie zu zum zur
	avec chez dans en la le les ou par pour selon sur voir con del el los por según y`)

// citingAbbreviations are abbreviations whose full stop does not end a sentence, so a citation after one belongs to the sentence.
var citingAbbreviations = wordSet("cf. e.g. i.e. vgl. z.b. bspw. p.ex. cfr.")

// betweenCitations matches the punctuation and words between the citations in a list.
var betweenCitations = regexp.MustCompile(`^(?:[\s,;~&]|and\b|und\b|et\b|y\b)*`)

// nameAndYear matches a key such as smith2010salt.
var nameAndYear = regexp.MustCompile(`^(\pL+)[-_:.+]?((?:1[5-9]|20)\d\d)(?:\D|$)`)

// appendCitations appends to `before` the reference at i, or the adjacent citations there if the sentence needs them, and
// returns the offset after them, or 0 if there is no reference or citation.
func (e *latexExpander) appendCitations(before, run []byte, i int, hidden map[int]int) (text []byte, next int) {
	name, keys := citationAt(run, i, hidden)
	end := hidden[i]
	if referenceMacros[name] {
		shown := "[" + keys + "]"
		if isAloneInBrackets(before, run, end) {
			shown = keys
		}
		return append(appendWordSpace(before), shown...), end
	}
	if !citationMacros[name] {
		return before, 0
	}
	list, last := []int{i}, end // the starts of adjacent citations, and the end of the last one
	for name != "citeauthor" {
		at := last + len(betweenCitations.Find(run[last:]))
		if another, _ := citationAt(run, at, hidden); !citationMacros[another] || another == "citeauthor" {
			break
		}
		list, last = append(list, at), hidden[at]
	}
	if isAloneInBrackets(before, run, last) || !textualCitations[name] && !needsCitation(before, run[last:]) {
		text = before
		if last == len(run) || bytes.IndexByte([]byte(".;:!?)"), run[last]) >= 0 {
			text = bytes.TrimRight(text, " ~,")
		}
		return joinAroundHidden(text, run, last)
	}
	for k, at := range list {
		if k > 0 {
			before = append(before, run[hidden[list[k-1]]:at]...)
		}
		name, keys := citationAt(run, at, hidden)
		before = append(appendWordSpace(before), shortCitation(name, keys)...)
	}
	return before, last
}

// appendWordSpace appends a space to a text that ends in a letter or a punctuation mark.
func appendWordSpace(text []byte) []byte {
	last, _ := utf8.DecodeLastRune(text)
	if unicode.IsLetter(last) || strings.ContainsRune(".,;:)]", last) {
		return append(text, ' ')
	}
	return text
}

// citationAt returns the name and the keys of the command at i. Both are empty if the command is not hidden or has no keys.
func citationAt(run []byte, i int, hidden map[int]int) (name, keys string) {
	end, ok := hidden[i]
	if !ok {
		return "", ""
	}
	m := latexCitation.FindSubmatch(run[i:end])
	if m == nil || len(bytes.TrimSpace(m[2])) == 0 {
		return "", ""
	}
	return string(m[1]), string(m[2])
}

// isAloneInBrackets reports whether a pair of brackets contains only the hidden text between before and run[end:].
func isAloneInBrackets(before, run []byte, end int) bool {
	n := len(before)
	return n > 0 && end < len(run) && (before[n-1] == '(' && run[end] == ')' || before[n-1] == '[' && run[end] == ']')
}

// needsCitation reports whether a sentence is incomplete without the citation between before and after, as in "see [3]".
func needsCitation(before, after []byte) bool {
	before = bytes.TrimRight(before, " ~\n\t\x00")
	following, _ := utf8.DecodeRune(bytes.TrimLeft(after, " ~\n\t\x00"))
	if len(before) == 0 {
		return unicode.IsLetter(following)
	}
	field := before[bytes.LastIndexAny(before, " ~\n\t([\x00")+1:]
	if citingAbbreviations[strings.ToLower(strings.TrimSuffix(string(field), ","))] {
		return true
	}
	if bytes.IndexByte([]byte(".!?:,;(["), before[len(before)-1]) >= 0 {
		return unicode.IsLower(following) || before[len(before)-1] == '(' || before[len(before)-1] == '['
	}
	last := bytes.LastIndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) }) + 1
	return beforeCitation[strings.ToLower(string(before[last:]))]
}

// shortCitation returns a citation by name and year if its keys have them, otherwise by its keys.
func shortCitation(name, keys string) string {
	var short []string
	for key := range strings.SplitSeq(keys, ",") {
		key = strings.TrimSpace(key)
		key = key[strings.LastIndexByte(key, '/')+1:] // Smith10 in DBLP:conf/icse/Smith10
		m := nameAndYear.FindStringSubmatch(key)
		if m == nil {
			short = append(short, key)
			continue
		}
		first, size := utf8.DecodeRuneInString(m[1])
		author := string(unicode.ToUpper(first)) + m[1][size:]
		switch name {
		case "citeauthor":
			short = append(short, author)
		case "citeyear", "citeyearpar":
			short = append(short, m[2])
		default:
			short = append(short, author+" "+m[2])
		}
	}
	if name == "citeauthor" {
		return strings.Join(short, ", ")
	}
	return "[" + strings.Join(short, "; ") + "]"
}
