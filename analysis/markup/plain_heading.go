package markup

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain text has no markup for headings, but a reader recognizes them: a heading has a certain form ("CHAPTER IV", "IV. The
// Road", an underline), is alone, and belongs to a series. This file reads the form, from a stretch of lines and a little of
// the text around it. plain_series.go decides which of the lines with such a form are headings.

// candidateHeading is a stretch of lines that may be a heading.
type candidateHeading struct {
	Span // of the stretch
	headingForm

	blankLines int  // number of blank lines before it
	capitals   bool // it has no lower-case letters
	isShort    bool // it is short enough for a heading, and not a list of contents
	ends       bool // the text before it ends as a sentence does
	prose      bool // a sentence follows it
	ragged     bool // short lines follow it, as in verse and lists

	isBare bool   // it may be a title without a number, if no series has its word
	said   string // its first line in lower case, if it has no number
	own    Span   // its number or title on its first line, without decoration
	more   Span   // a title on further lines of the stretch
	below  Span   // the next stretch, if that may be its title
	brief  bool   // below is not speech, and is short or followed by more than one blank line
	sound  bool   // below is clearly not a sentence
}

// headingForm is the form of a stretch of lines.
type headingForm struct {
	class  string // a name for the form, common to all lines of its series
	rank   int    // rank of the divisions of this class, 1 the highest
	number int    // its number in the series; 0 if it has none or it is unknown
	titled bool   // it has a title

	chapter int // number before the first point of 1.1
}

// The classes of lines without a word for a division.
const (
	classRoman      = "I"
	classSmallRoman = "i"
	classArabic     = "1"
	classWord       = "one"
	classDotted     = "1.1"
	classNamed      = "preface" // see [namedParts]
	classSpaced     = "gap"     // a line after a wide gap
	classListing    = "list"    // of contents, illustrations or persons; see [listings]
	classTitled     = ". title" // added to the class of a number with a title
	underlinedBy    = "under "  // followed by the character
	unknownBefore   = "a "      // followed by an unknown word
)

// spacedForm is the form of a title without a number after a wide gap.
var spacedForm = headingForm{class: classSpaced, rank: rankScene, titled: true}

// isUnnumbered reports whether the form is that of a preface or the like, or of a line after a wide gap.
func (f headingForm) isUnnumbered() bool { return f.class == classNamed || f.class == classSpaced }

// Whether a line is a candidate depends only on contextBefore and contextAfter bytes of text before and after its start.
const (
	contextBefore = 300
	contextAfter  = 1200

	longestPlainLine    = 120 // in characters
	longestPlainHeading = 420 // in bytes, including the lines of its title
	mostPlainLines      = 4
	wideSpacing         = 3 // blank lines
)

// mayBeHeading reports whether a stretch of lines has the form of a heading.
func mayBeHeading(stretch string) bool {
	_, ok := readCandidateHeading("\n\n\n\n", stretch, len(stretch))
	return ok
}

// mayBeHeadingLine reports whether a line directly below another line has the form of a heading.
func mayBeHeadingLine(line string) bool {
	_, ok := readCandidateHeading(".\n", line, len(line))
	return ok
}

// readCandidateHeading reads the stretch of lines at the beginning of the text `after`. If its block, of `size` bytes, is
// only the first line, each line is a paragraph, and only that line is read. Offsets count from the start of `after`.
func readCandidateHeading(before, after string, size int) (candidateHeading, bool) {
	lines, _ := nextStretchLines(after, 0)
	isLine := len(lines) > 1 && size <= lines[0].End
	if isLine {
		lines = lines[:1]
	}
	if len(lines) == 0 || len(lines) > 3*mostPlainLines {
		return candidateHeading{}, false
	}
	l := candidateHeading{Span: Span{0, lines[len(lines)-1].End}, blankLines: countBlankLinesAtEnd(before)}
	first := undecorated(after, lines[0])
	line := after[first.Start:first.End]
	if line == "" || utf8.RuneCountInString(line) > 2*longestPlainLine {
		return candidateHeading{}, false
	}
	l.isShort = len(lines) <= mostPlainLines && l.End <= longestPlainHeading && utf8.RuneCountInString(line) <= longestPlainLine
	l.own = first
	if len(lines) > 1 {
		l.more = Span{undecorated(after, lines[1]).Start, undecorated(after, lines[len(lines)-1]).End}
	}
	form, ok := headingForm{}, false
	if char, under := underlineChar(after, lines); under {
		named, isForm := readHeadingForm(line, false)
		form, ok, l.more = headingForm{class: underlinedBy + char, rank: rankChapter, titled: true}, len(lines) == 2 && (isForm || isTitle(line)), Span{}
		if isForm && named.rank < rankNumber {
			form.number = named.number
		}
	} else {
		form, ok = readHeadingForm(line, len(lines) > 1)
	}
	if isUnknown := strings.HasPrefix(form.class, unknownBefore); (!ok || isUnknown) && l.isShort && l.blankLines >= wideSpacing && isUnnumberedTitle(line, len(lines)) {
		l.isBare = isUnknown
		if !isUnknown {
			form, ok = spacedForm, true
		}
	}
	if !ok {
		return candidateHeading{}, false
	}
	for _, further := range lines[1:] {
		if s := undecorated(after, further); form.number > 0 {
			if next, ok := readHeadingForm(after[s.Start:s.End], false); ok && next.number > form.number && next.class == form.class {
				l.isShort = false // a list of contents
			}
		}
	}
	l.headingForm = form
	if form.class == classNamed || form.class == classSpaced || l.isBare {
		l.said = strings.ToLower(strings.Trim(line, " .:"))
	}
	l.titled = l.titled || l.more.Len() > 0
	l.capitals = strings.ToUpper(line) == line
	l.ends = endsWithStarBreak(before) || endsSentenceOrEmpty(before)
	l.readAfter(after, isLine)
	return l, true
}

// readAfter reads the text after the stretch. If isLine is set, each line is a paragraph.
func (l *candidateHeading) readAfter(after string, isLine bool) {
	next, closed := nextStretchLines(after, l.End)
	if len(next) == 0 {
		return
	}
	if isLine && len(next) > 1 {
		next, closed = next[:1], true
	}
	widest, whole := 0, 0
	for _, line := range next {
		n := utf8.RuneCountInString(after[line.Start:line.End])
		widest, whole = max(widest, n), whole+n
	}
	l.ragged = len(next) >= 3 && widest < 64 && whole < 48*len(next)
	below := after[next[0].Start:next[len(next)-1].End]
	l.prose = strings.Count(below, " ") >= 4 && strings.ContainsRune(".!?…\"”»", lastRune(strings.TrimSpace(below))) && strings.ToUpper(below) != below
	title := Span{undecorated(after, next[0]).Start, undecorated(after, next[len(next)-1]).End}
	if !closed || len(next) > mostPlainLines || title.Len() <= 0 || title.Len() > longestPlainHeading {
		return
	}
	said := after[title.Start:title.End]
	if r, _ := utf8.DecodeRuneInString(said); !unicode.IsUpper(r) && !unicode.IsDigit(r) && r != '«' && r != '"' && r != '“' || strings.HasPrefix(said, "segls:") {
		return
	}
	if form, ok := readHeadingForm(after[title.Start:undecorated(after, next[0]).End], len(next) > 1); ok && form.class != classNamed && !strings.HasPrefix(form.class, unknownBefore) && (form.rank < rankNumber || !form.titled) {
		return
	}
	l.below = title
	rest := after[next[len(next)-1].End:]
	isApart := strings.Count(rest[:len(rest)-len(strings.TrimLeft(rest, " \t\r\n"))], "\n") > 2
	l.brief = (isApart || utf8.RuneCountInString(said) <= longestPlainLine) && !strings.ContainsRune("«\"“", firstRune(said))
	l.sound = strings.ToUpper(said) == said || !strings.ContainsRune(".!?…:;,”\"»", lastRune(said)) && !strings.ContainsRune("«\"“", firstRune(said))
}

// nextStretchLines returns the next lines that are not blank, from an offset on. `closed` is false if the text may have been
// cut off within them.
func nextStretchLines(text string, from int) (lines []Span, closed bool) {
	end := from
	for line := range Lines(text[from:]) {
		line = line.Shift(from)
		end = line.End
		if strings.TrimSpace(text[line.Start:line.End]) != "" {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			return lines, true
		}
	}
	return lines, len(text) < contextAfter || end < len(text)
}

func countBlankLinesAtEnd(before string) int {
	n := 0
	content := strings.TrimRight(before, " \t\r\n\f")
	for range Lines(before[len(content):]) {
		n++
	}
	if content != "" {
		n-- // the end of the last line
	}
	return max(0, n)
}

// undecorated returns a line without the white space and decoration around it, such as marks of emphasis, dashes and square brackets.
func undecorated(text string, line Span) Span {
	const marks = " \t\f\u00a0_*=~#\ufeff•·❦❧☙"
	s := text[line.Start:line.End]
	left := strings.TrimLeft(s, marks)
	start := line.Start + len(s) - len(left)
	line = Span{start, start + len(strings.TrimRight(left, marks))}
	for _, around := range [][2]string{{"—", "—"}, {"–", "–"}, {"--", "--"}, {"-", "-"}, {"[", "]"}} { // — I —
		if s := text[line.Start:line.End]; strings.HasPrefix(s, around[0]) && strings.HasSuffix(s, around[1]) && len(s) > len(around[0])+len(around[1]) {
			return undecorated(text, Span{line.Start + len(around[0]), line.End - len(around[1])})
		}
	}
	return line
}

// underlineChar reports whether the last line underlines the line before it, and returns its character.
func underlineChar(text string, lines []Span) (char string, ok bool) {
	if len(lines) < 2 {
		return "", false
	}
	mark, above := strings.TrimSpace(text[lines[len(lines)-1].Start:lines[len(lines)-1].End]), strings.TrimSpace(text[lines[len(lines)-2].Start:lines[len(lines)-2].End])
	if len(mark) < 3 || !strings.ContainsRune("=-~^*\"+", rune(mark[0])) || strings.Trim(mark, mark[:1]) != "" {
		return "", false
	}
	wide := utf8.RuneCountInString(above)
	return mark[:1], len(mark) >= wide/2 && len(mark) <= wide+12
}

// endsSentenceOrEmpty reports whether a text is empty, ends where a sentence may end, or ends with a short line that is alone.
func endsSentenceOrEmpty(before string) bool {
	said := strings.TrimRight(before, " \t\r\n\f*_=-~\u00a0")
	last, _ := utf8.DecodeLastRuneInString(said)
	if said == "" || strings.ContainsRune(".!?…:;\"”“»«’‘')]—–>", last) {
		return true
	}
	at := strings.LastIndexAny(said, "\r\n") + 1
	isAlone := at > 0 && countBlankLinesAtEnd(said[:at]) > 0
	return isAlone && utf8.RuneCountInString(said[at:]) < longestPlainLine/2
}

// readHeadingForm reads the form of a line. more is set if other lines follow in its stretch.
func readHeadingForm(line string, more bool) (form headingForm, ok bool) {
	line = joinSpacedLetters(line)
	words, ends := wordsOf(line)
	if len(words) == 0 {
		if inner, is := cutParentheses(line); is {
			form, ok = readHeadingForm(inner, more)
			form.class = "(" + form.class
			return form, ok && form.rank >= rankNumber && !form.titled
		}
		return form, false
	}
	lower := make([]string, len(words))
	for i, w := range words {
		lower[i] = strings.ToLower(w)
	}
	if form, ok = readNumberedHeading(line, words, lower, ends, more); ok {
		return form, true
	}
	return readUnnumberedHeading(line, words, lower)
}

// cutParentheses returns the text inside the parentheses around a line. A full stop may follow them, but no others may be inside.
func cutParentheses(line string) (inner string, ok bool) {
	inner, isOpen := strings.CutPrefix(line, "(")
	inner, isClosed := strings.CutSuffix(strings.TrimSuffix(inner, "."), ")")
	return inner, isOpen && isClosed && !strings.ContainsAny(inner, "()")
}

func parseDivisionRank(rest string) (rank int, ok bool) {
	rank, ok = divisionWords[strings.ToLower(plainWordAt(strings.TrimLeft(rest, " \u00a0\t")))]
	return rank, ok
}

// dottedOrdinals removes the dot before the ending of an ordinal.
var dottedOrdinals = strings.NewReplacer(".º", "º", ".ª", "ª")

func parseNumberOrRoman(word string) int {
	word = dottedOrdinals.Replace(word)
	if n := parseRoman(strings.TrimSuffix(word, "ème")); n > 0 { // XXIème
		return n
	}
	if word == "Ier" {
		return 1
	}
	if strings.ContainsRune(word, '.') && !strings.HasSuffix(word, ".") {
		return parseNumberOrRoman(word[strings.LastIndexByte(word, '.')+1:])
	}
	return parseNumber(strings.ToLower(word))
}

// NumberInWords returns the number from 1 to 999 that begins at an index of words in lower case, and the index after its last word: twelfth,
// twenty-one, vingt et un, 1er. The number is 0 if there is none.
func NumberInWords(words []string, at int) (number, end int) {
	if number, end = parseCompoundNumber(words, at); number > 0 {
		return number, end
	}
	return parseNumber(words[at]), at + 1
}

// parseCompoundNumber returns the number that several words in lower case make, such as vingt et un, and the index after
// them. The number is 0 if there is none.
func parseCompoundNumber(lower []string, at int) (number, end int) {
	next := at + 1
	if next < len(lower) && strings.Contains(" and et y e en och und ", " "+lower[next]+" ") {
		next++
	}
	if next >= len(lower) {
		return 0, at
	}
	one, other := numberWords[lower[at]], parseNumber(lower[next])
	isTens := func(n int) bool { return n >= 20 && n < 100 && n%10 == 0 }
	if isTens(one) && other > 0 && other < 10 && numberWords[lower[next]] > 0 || next > at+1 && isTens(other) && one > 0 && one < 10 {
		return one + other, next + 1
	}
	return 0, at
}

// readNumberedHeading reads a line that begins with the number of a division, perhaps beside the word for it: CHAPTER IV,
// Erstes Kapitel, IV. The Road.
func readNumberedHeading(line string, words, lower []string, ends []int, more bool) (form headingForm, ok bool) {
	initial, _ := utf8.DecodeRuneInString(line)
	isUpper := unicode.IsUpper(initial) || initial == '§' || initial == '№'
	first := 0
	if len(words) > 1 && articles[lower[0]] {
		first = 1
	}
	number := func(i int) int {
		if i >= len(words) {
			return 0
		}
		if n := parseRoman(strings.ToUpper(words[i])); n > 0 && (words[i] == strings.ToUpper(words[i]) || words[i] == lower[i] && first == 0) {
			return n
		}
		return parseNumberOrRoman(words[i])
	}
	rank, isDivision := divisionWords[lower[first]]
	// CHAPTER IV, BOOK THE FIRST, Chapter the Last
	at := first + 1
	if at < len(words)-1 && articles[lower[at]] {
		at++
	}
	if at < len(words) && (isDivision || isUpper && first == 0) && !otherWords[lower[first]] {
		n, isLast := number(at), lastWords[lower[at]]
		if both, end := parseCompoundNumber(lower, at); both > 0 {
			n, at = both, end-1
		}
		isPlain := parseRoman(words[at]) > 0 || parseArabic(words[at]) > 0 || numberWords[lower[at]] > 0
		isAll := strings.Trim(line[ends[at]:], " .:") == "" // Day One
		if (n > 0 || isLast) && (isDivision || isPlain && (at > first+1 || isAll || words[at] == strings.ToUpper(words[at]))) {
			class := lower[first]
			if inner, is := readInnerDivision(line[ends[at]:]); is && isDivision {
				inner.class, inner.number = class+" "+inner.class, 100*n+inner.number
				return inner, isUpper
			}
			if !isDivision {
				class, rank = unknownBefore+class, rankChapter
				if rest := strings.TrimLeft(line[ends[at]:], " "); rest != "" && strings.IndexByte(".:", rest[0]) < 0 && !strings.HasPrefix(rest, "—") && !strings.HasPrefix(rest, "--") {
					return form, false
				}
			}
			return readTitleAfterNumber(headingForm{class: class, rank: rank, number: n}, line[ends[at]:], isUpper, more)
		}
	}
	// Erstes Kapitel, THE FIRST ACT, I LUKU, Twenty-first Chapter
	n, at := parseCompoundNumber(lower, first)
	if n == 0 {
		n, at = number(first), first+1
	}
	if at < len(words) {
		if rank, isDivision := divisionWords[lower[at]]; isDivision && (n > 0 || lastWords[lower[first]]) {
			rest := line[ends[at]:]
			if at+1 < len(words) && parseNumber(lower[at+1]) == 0 && unicode.IsLower(firstRune(words[at+1])) && endsLikeSentence(line) {
				return form, false
			}
			return headingForm{class: "1 " + lower[at], rank: rank, number: n, titled: strings.Trim(rest, " .:—–-") != ""}, isUpper || isDigit(line[0])
		}
	}
	if n := parseNumber(lower[first]); len(words) == first+2 && n > 0 && !namedParts[lower[first+1]] && parseArabic(words[first]) == 0 && (isUpper || isDigit(line[0])) && strings.Trim(line[ends[first+1]:], " .") == "" {
		return headingForm{class: unknownBefore + "1 " + lower[first+1], rank: rankChapter, number: n}, true // THE FIRST NIGHT
	}
	return readBareNumber(line, words, lower, ends, more)
}

// readInnerDivision reads the division that follows a separator after the number of another one: Book 1, Chapter 2.
func readInnerDivision(rest string) (form headingForm, ok bool) {
	inner := strings.TrimLeft(rest, " ,.:;—–-\t\u00a0")
	if len(inner) == len(rest) || inner == "" {
		return form, false
	}
	words, ends := wordsOf(inner)
	if len(words) < 2 || parseNumberOrRoman(words[1]) == 0 {
		return form, false
	}
	rank, ok := divisionWords[strings.ToLower(words[0])]
	form, isTitled := readTitleAfterNumber(headingForm{class: strings.ToLower(words[0]), rank: rank, number: parseNumberOrRoman(words[1])}, inner[ends[1]:], true, false)
	return form, ok && isTitled
}

// readTitleAfterNumber reads the text after the number on its line, and reports whether the line may be a heading.
func readTitleAfterNumber(form headingForm, rest string, isUpper, more bool) (headingForm, bool) {
	title := strings.TrimLeft(rest, " .,:;)]—–-\t\u00a0")
	if fields := strings.Fields(title); title == "" || title == "." || len(fields) == 2 && unicode.IsLower(firstRune(title)) && parseNumberOrRoman(fields[1]) > 0 { // 1 of 12
		return form, isUpper || !more
	}
	form.titled = true
	parted := strings.TrimLeft(rest, " \t\u00a0")
	r, _ := utf8.DecodeRuneInString(title)
	switch {
	case !isUpper:
		return form, false
	case unicode.IsLower(r) && strings.ContainsRune(".:—–-", firstRune(parted)):
		return form, true
	case unicode.IsLower(r):
		word := plainWordAt(title)
		return form, strings.Contains(" and und et y e en och ja и ", " "+word+" ") && !endsLikeSentence(rest)
	}
	return form, true
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// endsLikeSentence reports whether a line ends with a mark that ends or divides a sentence.
func endsLikeSentence(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, " \t"))
	return strings.ContainsRune(".!?…,;:", last)
}

// readBareNumber reads a line that consists of a number, or of a number and a title.
func readBareNumber(line string, words, lower []string, ends []int, more bool) (form headingForm, ok bool) {
	word, rest := words[0], line[ends[0]:]
	title := strings.TrimLeft(rest, " .:)—–-\t\u00a0")
	form = headingForm{rank: rankNumber, titled: title != ""}
	switch {
	case strings.Contains(word, ".") && isDigit(word[0]):
		form.class, form.number = classDotted, parseNumberOrRoman(word)
		form.rank += strings.Count(word, ".")
		before, _, _ := strings.Cut(word, ".")
		form.chapter = parseArabic(before)
		if !form.titled || form.number == 0 {
			return form, false // a version, an amount
		}
	case parseRoman(word) > 0:
		form.class, form.number = classRoman, parseRoman(word)
	case parseRoman(strings.ToUpper(word)) > 0 && word == lower[0]:
		form.class, form.number = classSmallRoman, parseRoman(strings.ToUpper(word))
		form.rank++
	case isDigit(word[0]) && parseArabic(word) > 0:
		form.class, form.number = classArabic, parseArabic(word)
	case numberWords[lower[0]] > 0 && !form.titled && !more && unicode.IsUpper(firstRune(word)):
		form.class, form.number = classWord, numberWords[lower[0]]
	default:
		return form, false
	}
	if !form.titled {
		tail := strings.TrimLeft(rest, " ")
		return form, tail == "" || tail == "." || tail == "—" || tail == "-" || tail == ".-" || tail == ".—"
	}
	if form.class != classDotted {
		form.class += classTitled
	}
	isParted := (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ")")) && len(rest) > 1 && !isDigit(rest[1]) || strings.HasPrefix(rest, " —") || strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, " -") || strings.HasPrefix(rest, ":")
	isSpaced := strings.HasPrefix(rest, " ") && !unicode.IsLower(firstRune(word)) && (form.class == classDotted || form.number > 1 || isDigit(word[0]) || strings.ToUpper(title) == title && !strings.ContainsAny(title, "!?"))
	return form, (isParted || isSpaced) && isTitle(title)
}

// readUnnumberedHeading reads a line such as PREFACE, THE EPILOGUE or TRANSLATOR'S PREFACE.
func readUnnumberedHeading(line string, words, lower []string) (form headingForm, ok bool) {
	if first := lower[0]; len(words) <= 4 && (listings[first] || len(words) > 1 && articles[first] && listings[lower[1]]) && isTitle("A "+strings.TrimRight(line, " :.")) {
		return headingForm{class: classListing, rank: rankVolume, titled: true}, true
	}
	form = headingForm{class: classNamed, rank: rankVolume, titled: true}
	if len(words) > 4 {
		return form, false
	}
	first := 0
	if len(words) > 1 && articles[lower[0]] {
		first = 1
	}
	last := len(words) - 1
	at := -1
	switch {
	case namedParts[lower[first]]:
		at = first
	case namedParts[lower[last]] && strings.ToUpper(line) == line:
		at = last
	default:
		return form, false
	}
	rest := strings.TrimSpace(line[strings.Index(line, words[at])+len(words[at]):])
	isUpper := unicode.IsUpper(firstRune(line))
	isAlone := rest == "" || rest == "." || rest == ":"
	isParted := len(rest) > 1 && strings.ContainsRune(".:—–-", firstRune(rest)) && isTitle(strings.TrimLeft(rest, " .:—–-"))
	isOf := strings.ToUpper(line) == line || len(words) <= 4 && !endsLikeSentence(line) // PREFACE TO THE SECOND EDITION
	return form, isUpper && (isAlone || isParted || isOf && at == first)
}

// isTitle reports whether a line may be a title: it is short, begins like one, and does not end like a part of a sentence.
func isTitle(line string) bool {
	first := firstRune(line)
	n := utf8.RuneCountInString(line)
	words := strings.Fields(line)
	if n < 2 || n > 90 || len(words) > 14 || !unicode.IsUpper(first) && !unicode.IsDigit(first) && !strings.ContainsRune("«¿¡'‘", first) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	if strings.ContainsRune(",;", last) || strings.HasSuffix(line, "...") {
		return false
	}
	if strings.ToUpper(line) == line {
		if last == ':' || !strings.ContainsFunc(line, unicode.IsLetter) {
			return false
		}
	} else if strings.ContainsRune(":\"”»…", last) {
		return false
	}
	return !dateOrVersion.MatchString(line)
}

// isUnnumberedTitle reports whether a line may be a title without a number, after a wide gap.
func isUnnumberedTitle(line string, lines int) bool {
	isShort := lines == 1 && !endsLikeSentence(line) && utf8.RuneCountInString(line) <= longestPlainLine/2
	return (isShort || lines <= 2 && strings.ToUpper(line) == line) && isTitle(line)
}

// dateOrVersion matches titles of entries in changelogs and logs, and lines on the title and copyright pages of a book.
var dateOrVersion = regexp.MustCompile(`(?i)^v?\d+(?:\.\d+)+\b|\b\d{4}-\d{2}-\d{2}\b|\bv\d+\.\d|\b\d+\.\d+\.\d+\b|^(?:version|release|copyright|published|printed|produced|translated|by|von|par|por|di|av|door)\b|@|https?:|^\d+$|\d{1,2}/\d{1,2}/\d{2,4}|\d:\d\d`)
