package difference

import (
	"hash/maphash"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/words"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/shingle"
)

// unit is a unit of matching: an item of a list, a block in a quote, or any other block. Even short
// lists and quotes are split, so that a list that grows does not change its items.
type unit struct {
	file     int
	kind     markup.Kind
	level    int8  // of a heading
	fragment int32 // index in its file; -1 if it is in none
	section  int   // the innermost section that contains it, or -1; a heading is in its own
	span     markup.Span
	reading  string // its text as the reader sees it
	words    []rune // the words of reading, as numbers
	hash     uint64 // of the words
	exact    uint64 // hash of the bytes except white space

	shingles *shingle.Set // computed on demand
}

// section is a heading with the units under it.
type section struct {
	file     int
	heading  int // its unit
	own, end int // the first units after the section's own text, and after its last subsection
	parent   int // or -1
	level    int
	title    string
}

// side is one of the two works, as units in their order.
type side struct {
	files    []File
	units    []unit
	first    []int // for each file, its first unit; after the last file, the end of the units
	sections []section
}

// vocabulary numbers words. Both sides share one vocabulary.
type vocabulary map[string]rune

func (v vocabulary) number(word string) rune {
	n, isKnown := v[word]
	if !isKnown {
		n = rune(len(v))
		v[strings.Clone(word)] = n
	}
	return n
}

var hashSeed = maphash.MakeSeed()

func newSide(files []File, v vocabulary) *side {
	s := &side{files: files}
	for i, f := range files {
		s.first = append(s.first, len(s.units))
		s.addFile(i, f, v)
	}
	s.first = append(s.first, len(s.units))
	return s
}

// addFile adds the units and sections of a file.
func (s *side) addFile(file int, f File, v vocabulary) {
	if f.hasNoDocument() {
		f.blocks()
		defer func() { f.light.scanned = nil }()
	}
	text, format, n := f.Text().String(), f.facts().format, 0
	outer := len(s.sections)
	for b := range f.AllBlocks() {
		n += max(1, len(b.Children))
	}
	s.units = slices.Grow(s.units, n)
	add := func(b markup.Block) {
		u := unit{file: file, kind: b.Kind, level: int8(b.Level), span: b.Span, section: len(s.sections) - 1, fragment: -1}
		if u.section < outer {
			u.section = -1
		}
		raw := text[b.Span.Start:b.Span.End]
		u.reading = readerText(format, text, b)
		u.words = v.wordNumbers(u.reading)
		u.hash = hash(u.words)
		u.exact = hashFields(raw)
		s.units = append(s.units, u)
	}
	for b := range f.AllBlocks() {
		if b.Kind == markup.Heading {
			s.sections = append(s.sections, section{file: file, heading: len(s.units), level: b.Level})
		}
		if len(b.Children) == 0 {
			add(b)
			continue
		}
		for _, child := range b.Children {
			add(child)
		}
	}
	sections := s.sections[outer:]
	own := f.sections()
	for i := range sections {
		x := &sections[i]
		x.title, x.parent = s.units[x.heading].reading, -1
		if p := own[i].Parent; p >= 0 {
			x.parent = outer + p
		}
		x.own = len(s.units)
		if i+1 < len(sections) {
			x.own = sections[i+1].heading
		}
		x.end = x.heading + 1
		for x.end < len(s.units) && s.units[x.end].span.Start < own[i].Span.End {
			x.end++
		}
	}
}

// readerText returns a block as its reader sees it: prose and headings without markup, and the source of most other blocks.
func readerText(f markup.Format, text string, b markup.Block) string {
	raw := text[b.Span.Start:b.Span.End]
	switch {
	case b.Kind == markup.Rule:
		return "* * *"
	case b.Kind == markup.Heading:
		if title := f.Title(text, b); title != "" {
			return title
		}
		return strings.TrimSpace(raw)
	case b.Kind == markup.Directive:
		e := b.Runs[0].Extent()
		return text[e.Start:e.End]
	case b.Kind == markup.Conflict:
		return conflictMarks.ReplaceAllString(raw, "")
	case !b.Kind.IsProse():
		return raw
	}
	var reading strings.Builder
	for _, run := range b.Runs {
		if reading.Len() > 0 {
			reading.WriteByte('\n')
		}
		reading.WriteString(f.ReadRun(text, run))
	}
	if strings.TrimSpace(reading.String()) == "" {
		return address.ReplaceAllString(raw, "]") // a picture
	}
	return reading.String()
}

// conflictMarks matches the lines with which git marks the sides of a conflict.
var conflictMarks = regexp.MustCompile(`(?m)^(<<<<<<<|\|\|\|\|\|\|\||=======|>>>>>>>).*\n?`)

// address matches the target of a link or an image in Markdown.
var address = regexp.MustCompile(`\]\([^()]*\)`)

// isDivisibleProse reports whether a block is prose that may be divided and joined.
func (u *unit) isDivisibleProse() bool { return u.kind.IsProse() }

// mayMatch reports whether one unit may correspond to the other.
func (u *unit) mayMatch(v *unit) bool {
	return u.kind == v.kind || u.isDivisibleProse() && v.isDivisibleProse()
}

// isBrief reports whether a unit is too short to be identified by its words alone.
func (u *unit) isBrief() bool { return len(u.words) < 4 }

// hasLettersOf reports whether two units have the same letters and digits, in any case, and at least one.
func (u *unit) hasLettersOf(v *unit) bool {
	letters := func(text string) string {
		return strings.ToLower(strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return -1
			}
			return r
		}, text))
	}
	a := letters(u.reading)
	return a != "" && a == letters(v.reading)
}

// isIdentifiable reports whether a unit may be identified by its words in any place. Headings and the like depend on their surroundings.
func (u *unit) isIdentifiable() bool {
	return u.level == 0 && u.kind != markup.Directive && u.kind != markup.Rule
}

func (u *unit) isSame(v *unit) bool { return u.hash == v.hash && u.mayMatch(v) }

func (u *unit) shingleSet() shingle.Set {
	if u.shingles == nil {
		set := shingle.Of(u.words, 2)
		u.shingles = &set
	}
	return *u.shingles
}

func hash(words []rune) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	for _, w := range words {
		h.Write([]byte{byte(w), byte(w >> 8), byte(w >> 16), byte(w >> 24)})
	}
	return h.Sum64()
}

func hashFields(text string) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	for field := range strings.FieldsSeq(text) {
		h.WriteString(field)
		h.WriteByte(' ')
	}
	return h.Sum64()
}

func (v vocabulary) wordNumbers(text string) []rune {
	list := make([]rune, 0, len(text)/6)
	eachWord(text, func(at markup.Span) { list = append(list, v.number(text[at.Start:at.End])) })
	return list
}

// eachWord yields the spans between white space, including punctuation; in a script without spaces, the words.
func eachWord(text string, yield func(markup.Span)) {
	start, isSpaceless := -1, false
	end := func(at int) {
		switch {
		case start >= 0 && isSpaceless:
			from := start
			for tokens := words.FromString(text[start:at]); tokens.Next(); {
				to := from + len(tokens.Value())
				yield(markup.Span{Start: from, End: to})
				from = to
			}
		case start >= 0:
			yield(markup.Span{Start: start, End: at})
		}
		start, isSpaceless = -1, false
	}
	for i, r := range text {
		if unicode.IsSpace(r) {
			end(i)
			continue
		}
		if start < 0 {
			start = i
		}
		if r >= 0x0e00 && unicode.In(r, spaceless...) {
			isSpaceless = true
		}
	}
	end(len(text))
}

// spaceless lists the scripts without spaces between words.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}
