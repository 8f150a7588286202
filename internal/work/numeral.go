package work

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/segls/segls/analysis/markup"
)

// ordinal is the position in a series given by the name of a file or folder: ch_03, 03-salt, Chapter III, part two.
type ordinal struct {
	prefix string // before the number, in lower case and with single spaces
	number int
	level  int    // the number below the first, as in 01.07; -1 if none
	letter string // directly after the number, as in 13b; "" if none
	rest   string // after the number

	start, end int // offsets of the number in the name
}

// numberReader reads the number in a name without its extension; ok is false if the name has no number of this kind.
type numberReader func(name string) (o ordinal, ok bool)

// notations are the ways to number files. In names with two numbers, such as book2-ch03, the first number that differs counts.
var notations = []numberReader{
	func(name string) (ordinal, bool) { return numberAt(name, 0) },
	func(name string) (ordinal, bool) { return numberAt(name, 1) },
	readHanNumber,
	readRomanNumber,
	func(name string) (ordinal, bool) { return readNumberWord(name, 0) },
	func(name string) (ordinal, bool) { return readNumberWord(name, 1) },
}

// mostDigits is the greatest number of digits in a number of a series: years and IDs have more.
const mostDigits = 3

// secondLevel matches the second of two numbers of two digits each, as in 01.07-salt. Versions are seldom written like this. Dates have a
// third number, or their second is not 00, with which a series begins (see sortAsSeries).
var secondLevel = regexp.MustCompile(`^\.\d\d(?:[^\d.]|$)`)

// numberAt returns the number with this index, counted from 0, among those in a name.
func numberAt(name string, index int) (ordinal, bool) {
	at := 0
	for {
		start := strings.IndexFunc(name[at:], isDigit)
		if start < 0 {
			return ordinal{}, false
		}
		start += at
		end := start
		for end < len(name) && isDigit(rune(name[end])) {
			end++
		}
		if end-start > mostDigits {
			return ordinal{}, false
		}
		level := -1
		if secondLevel.MatchString(name[end:]) && end-start == 2 && (start == 0 || name[start-1] != '.') {
			level, end = 10*int(name[end+1]-'0')+int(name[end+2]-'0'), end+3
		}
		if index > 0 {
			index, at = index-1, end
			continue
		}
		if start > 1 && name[start-1] == '.' && isDigit(rune(name[start-2])) { // it is a version
			return ordinal{}, false
		}
		o := ordinal{prefix: normalizeWords(name[:start]), level: level, start: start, end: end}
		digits, _, _ := strings.Cut(name[start:end], ".")
		for _, c := range digits {
			o.number = 10*o.number + int(c-'0')
		}
		return o.readRest(name)
	}
}

// readRest reads the text after a number, as in 1st and 13b; false if the number belongs to something else, such as a date.
func (o ordinal) readRest(name string) (ordinal, bool) {
	rest := norm.NFC.String(name[o.end:])
	cut := strings.TrimLeftFunc(rest, unicode.IsLetter)
	if ending := strings.ToLower(rest[:len(rest)-len(cut)]); len(ending) > 1 { // 1st, 1er; one letter, as in 1a, is that of 13b
		if n, _ := markup.NumberInWords([]string{"1" + ending}, 0); n == 1 {
			rest = cut
		}
	}
	if rest != "" && startsWithLetter(rest) && rest[0] < utf8.RuneSelf && !startsWithLetter(rest[1:]) {
		o.letter, rest = strings.ToLower(rest[:1]), rest[1:]
	}
	o.rest = rest
	if startsWithLetter(rest) {
		return o, false
	}
	if len(rest) > 1 && strings.ContainsRune(".,", rune(rest[0])) && isDigit(rune(rest[1])) {
		return o, false
	}
	return o, !isDateRest(rest)
}

// isDateRest reports whether the text after a name's first number continues a date: -02-2024, _24_1999.
func isDateRest(rest string) bool {
	runs := strings.FieldsFunc(rest, func(r rune) bool { return !isDigit(r) })
	return len(runs) >= 2 && len(runs[0]) <= 2 && (len(runs[1]) == 4 || len(runs[1]) == 2) && strings.IndexFunc(rest, isDigit) == 1 ||
		len(runs) >= 1 && len(runs[0]) >= 4 && strings.IndexFunc(rest, isDigit) == 1
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hangul) // 第1章, 제1장
}

// normalizeWords returns a text in lower case, with separators replaced by single spaces. Names from macOS may have accents as characters
// of their own, which it joins to their letters.
func normalizeWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(norm.NFC.String(text)), isSeparator), " ")
}

func isSeparator(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }

// token is a word of a name.
type token struct{ start, end int }

// tokens returns the first words of a name. ChapterOne has two.
func tokens(name string) []token {
	const most = 8
	var list []token
	start, before := -1, ' '
	for i, r := range name {
		switch isWord := !isSeparator(r); {
		case isWord && start < 0:
			start = i
		case isWord && unicode.IsLower(before) && unicode.IsUpper(r):
			list, start = append(list, token{start, i}), i
		case !isWord && start >= 0:
			list, start = append(list, token{start, i}), -1
		}
		before = r
		if len(list) == most {
			return list
		}
	}
	if start >= 0 {
		list = append(list, token{start, len(name)})
	}
	return list
}

// hanNumber matches numbers in Han numerals or full-width digits, with a sign of a number or part before them and after them.
var hanNumber = regexp.MustCompile(`([第卷巻之])?([〇零一二两三四五六七八九十廿卅百千万０-９]+)([章回话話节節卷巻部篇编編集幕场場册冊])?`)

// readHanNumber reads the first number in a name that is in Han numerals or full-width digits: 第十二章, 三話, １. Han numerals in words,
// such as 三体, are not numbers of a series.
func readHanNumber(name string) (ordinal, bool) {
	for _, m := range hanNumber.FindAllStringSubmatchIndex(name, -1) {
		start, end := m[4], m[5]
		first, _ := utf8.DecodeRuneInString(name[start:])
		before, _ := utf8.DecodeLastRuneInString(name[:start])
		after, _ := utf8.DecodeRuneInString(name[end:])
		isAlone := (start == 0 || isSeparator(before)) && (end == len(name) || isSeparator(after))
		n := valueOfHan(name[start:end])
		if n >= 0 && (m[2] >= 0 || m[6] >= 0 || isAlone || unicode.IsDigit(first)) {
			return ordinal{prefix: normalizeWords(name[:start]), number: n, level: -1, rest: name[end:], start: start, end: end}, true
		}
	}
	return ordinal{}, false
}

// valueOfHan returns the value of a number in Han numerals, such as 二十三, 二三 and 百二, or full-width digits; -1 if it is above 999.
func valueOfHan(numeral string) int {
	sum, n := 0, 0
	for _, r := range numeral {
		switch {
		case strings.ContainsRune("千万", r):
			return -1
		case r == '百':
			sum, n = sum+100*max(n, 1), 0
		case r == '十':
			sum, n = sum+10*max(n, 1), 0
		case r == '廿':
			sum, n = sum+20, 0
		case r == '卅':
			sum, n = sum+30, 0
		case r == '两':
			n = 2
		case '０' <= r && r <= '９':
			n = 10*n + int(r-'０')
		default: // 〇 is 零
			n = 10*n + max(strings.IndexRune("零一二三四五六七八九", r), 0)/len("零")
		}
		if sum+n > 999 {
			return -1
		}
	}
	return sum + n
}

// readRomanNumber reads the first word of a name that is a roman numeral.
func readRomanNumber(name string) (ordinal, bool) {
	for _, t := range tokens(name) {
		if n := roman(strings.ToLower(name[t.start:t.end])); n > 0 {
			return ordinal{prefix: normalizeWords(name[:t.start]), number: n, level: -1, rest: name[t.end:], start: t.start, end: t.end}, true
		}
	}
	return ordinal{}, false
}

// roman returns the value of a roman numeral below 400, or 0.
func roman(numeral string) int {
	n, rest := 0, numeral
	for _, step := range []struct {
		letters string
		value   int
	}{{"c", 100}, {"xc", 90}, {"l", 50}, {"xl", 40}, {"x", 10}, {"ix", 9}, {"v", 5}, {"iv", 4}, {"i", 1}} {
		most := 1
		if step.value == 100 || step.value == 10 || step.value == 1 {
			most = 3
		}
		for range most {
			cut, ok := strings.CutPrefix(rest, step.letters)
			if !ok {
				break
			}
			rest, n = cut, n+step.value
		}
	}
	if rest != "" || toRoman(n) != numeral {
		return 0
	}
	return n
}

func toRoman(n int) string {
	var b strings.Builder
	for _, step := range []struct {
		letters string
		value   int
	}{{"c", 100}, {"xc", 90}, {"l", 50}, {"xl", 40}, {"x", 10}, {"ix", 9}, {"v", 5}, {"iv", 4}, {"i", 1}} {
		for ; n >= step.value; n -= step.value {
			b.WriteString(step.letters)
		}
	}
	return b.String()
}

// readNumberWord returns the number in words with this index, counted from 0, among those in a name: one, twenty-first, vingt et un.
func readNumberWord(name string, index int) (ordinal, bool) {
	list := tokens(name)
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = normalizeWords(name[t.start:t.end])
	}
	for i := 0; i < len(words); i++ {
		n, next := numberInWords(words, i)
		switch {
		case n < 0:
		case index > 0:
			index, i = index-1, next-1
		default:
			start, end := list[i].start, list[next-1].end
			return ordinal{prefix: normalizeWords(name[:start]), number: n, level: -1, rest: name[end:], start: start, end: end}, true
		}
	}
	return ordinal{}, false
}

// numberInWords returns the number that begins at an index of words, and the index after its last word. The number is -1 if there is none.
func numberInWords(words []string, at int) (number, end int) {
	switch {
	case strings.ContainsFunc(words[at], unicode.IsDigit): // see numberAt
		return -1, at
	case zeroWords[words[at]] > 0:
		return 0, at + 1
	}
	if at+1 < len(words) {
		if n, _ := markup.NumberInWords([]string{words[at] + "-" + words[at+1]}, 0); 0 < n && n < 20 { // dix-sept, but not five, twenty
			return n, at + 2
		}
	}
	if n, end := markup.NumberInWords(words, at); n > 0 {
		return n, end
	}
	return -1, at
}

var zeroWords = wordOrder("zero null zéro cero nul noll nolla ноль")

// stemOf returns the name of a file without its extension.
func stemOf(file string) string {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}

// RenumberedNames returns the new paths of files in a series, by their present paths, after one of them moves before or after another. Each
// file between the two takes the number of its neighbour.
func (w *Work) RenumberedNames(e, at *Entry, isAfter bool) (map[string]string, error) {
	var old []*Entry // entries with a number
	for _, other := range w.siblingsOf(e) {
		if _, ok := numberAt(stemOf(other.Path), 0); ok && other.Path != "" {
			old = append(old, other)
		}
	}
	slots := slotsOfSeries(old)
	now := slices.DeleteFunc(slices.Clone(old), func(other *Entry) bool { return other == e })
	i := slices.Index(now, at)
	if i < 0 || len(now) == len(old) {
		return nil, refuse("The names of %s and %s do not both have a number in digits. Write the order down, or rename the files.", nameOf(e), nameOf(at))
	}
	if isAfter {
		i++
	}
	now = slices.Insert(now, i, e)
	names := make(map[string]string)
	for i, other := range now {
		stem, slot := stemOf(other.Path), stemOf(old[i].Path)
		own, number := slots[other], slots[old[i]]
		name := stem[:own[0]] + slot[number[0]:number[1]] + stem[own[1]:] + path.Ext(other.Path)
		if to := path.Join(path.Dir(other.Path), name); to != other.Path {
			names[other.Path] = to
		}
	}
	return names, nil
}

// slotsOfSeries returns the bounds of the number in each file's name that gives it its place: the first by which all names differ or, if
// there is none, the last that all have. Other numbers belong to titles.
func slotsOfSeries(entries []*Entry) (slots map[*Entry][2]int) {
	for index := 0; ; index++ {
		here, different := make(map[*Entry][2]int), make(map[string]bool)
		for _, e := range entries {
			stem := stemOf(e.Path)
			o, ok := numberAt(stem, index)
			if !ok {
				return slots
			}
			here[e] = [2]int{o.start, o.end + len(o.letter)}
			different[stem[o.start:o.end]+o.letter] = true
		}
		if slots = here; len(different) == len(entries) {
			return slots
		}
	}
}

// FitsAfter reports whether a new file with the given name would come right after file in an order by names.
func (w *Work) FitsAfter(fsys fs.FS, file, name string) bool {
	_, isNext := w.placeOfNew(fsys, file, name)
	return isNext
}

// ComesElsewhere reports whether a new file with the given name would be in an order by names, but not right after file.
func (w *Work) ComesElsewhere(fsys fs.FS, file, name string) bool {
	isIn, isNext := w.placeOfNew(fsys, file, name)
	return isIn && !isNext
}

// placeOfNew reports whether a new file would be in the order, and whether it would come right after file.
func (w *Work) placeOfNew(fsys fs.FS, file, name string) (isIn, isNext bool) {
	to := path.Join(path.Dir(file), name)
	now, ok := w.Reread(NewOverlay(fsys, map[string]string{to: ""}))
	if !ok {
		return false, false
	}
	files := now.Files()
	i, j := slices.Index(files, file), slices.Index(files, to)
	return j >= 0, i >= 0 && j == i+1
}

// TitleInName returns the part of a file's name after the number by which it differs from another name in a series: salt for 04-salt beside
// 02-land. It is the whole name if that has no number.
func TitleInName(name, other string) string {
	stem, beside := stemOf(name), stemOf(other)
	title := stem
	for _, read := range notations {
		o, ok := read(stem)
		if !ok {
			continue
		}
		b, isInBoth := read(beside)
		if title != stem && !isInBoth { // a number in the title
			break
		}
		title = o.rest
		if !isInBoth || stem[:o.end]+o.letter != beside[:b.end]+b.letter {
			break
		}
	}
	return strings.TrimFunc(title, isSeparator)
}

// NamesAfter returns names for a new file that may sort right after another, the best first: for 13-grave and inscription, 13b-inscription.
// With room 1, the best is 13c-inscription, to leave a letter free between the two.
func NamesAfter(file, slug string, room int) []string {
	ending, stem := path.Ext(file), stemOf(file)
	var names []string
	var numbers []ordinal // any of the numbers may be that of the series, because titles may contain numbers too
	for index := 0; ; index++ {
		o, ok := numberAt(stem, index)
		if !ok {
			break
		}
		numbers = append(numbers, o)
	}
	slices.Reverse(numbers)
	for _, o := range numbers {
		separator := o.rest[:len(o.rest)-len(strings.TrimLeftFunc(o.rest, isSeparator))]
		switch {
		case separator != "":
		case strings.Contains(stem, " "):
			separator = " - "
		case strings.Contains(stem, "_"):
			separator = "_"
		default:
			separator = "-"
		}
		first := byte('b')
		if o.letter != "" {
			first = o.letter[0] + 1
		}
		for letter := int(first) + room; letter <= 'z'; letter++ {
			names = append(names, stem[:o.end]+string(rune(letter))+separator+slug+ending)
		}
	}
	if len(numbers) > 0 || 'b'+room > 'z' {
		return names
	}
	letter := string(rune('b' + room))
	separators := []string{"-" + letter + "-", letter + "-"}
	if room == 0 {
		separators = append([]string{"-", "_"}, separators...)
	}
	for _, separator := range separators {
		names = append(names, stem+separator+slug+ending)
	}
	return names
}
