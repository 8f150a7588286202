package link

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// changedFile is a file whose text or path a change alters.
type changedFile struct {
	path   string
	isGone bool            // its path no longer names a file, or names another
	isDir  bool            // it is a folder, whose files may be no texts
	names  map[string]bool // the names that have moved or are gone, in lower case
	keys   []nameKey       // the names that other files may use for it
	from   int             // the first line that changes; 0 if none does
	last   int             // the last line that changes or shifts
	moved  []placedPiece   // the parts that are in other files after the change
}

// nameKey is a name by which others may refer to a file.
type nameKey struct {
	text   string
	isPath bool // it includes the file's extension
}

// pageNames returns the names that a text gives itself in its metadata, and its title from the metadata or the first heading.
func pageNames(f *file) (names []string) {
	isTitled := false
	for _, b := range f.format.Scan(f.text) {
		switch b.Kind {
		case markup.FrontMatter:
			for _, m := range pageName.FindAllStringSubmatch(f.text[b.Span.Start:b.Span.End], -1) {
				names = append(names, strings.Trim(m[1], "/"))
				isTitled = isTitled || strings.HasPrefix(strings.ToLower(m[0]), "title")
			}
			continue
		case markup.Heading:
			if isTitled {
				break
			}
			names = append(names, f.format.Title(f.text, b))
		default:
			continue
		}
		break
	}
	return names
}

var pageName = regexp.MustCompile(`(?mi)^(?:id|uid|slug|title|permalink|url|handle|name)[ \t]*[:=][ \t]*["']?([^"'\r\n]+?)["']?[ \t\r]*$`)

// addIfChanged adds a file to the search if the change alters its text or its path.
func (s *search) addIfChanged(name string) {
	if c := s.findChangedFile(name); c != nil && (c.isGone || c.from > 0) {
		s.addChangedFile(c)
	}
}

// findChangedFile returns how a change affects a file; nil if the file is not a text of the index.
func (s *search) findChangedFile(name string) *changedFile {
	f := s.x.file(name)
	if f == nil || !isSupportedText(name) {
		return nil
	}
	pieces, now := s.result.files[name], s.result.texts[name]
	if (Change{Renamed: s.result.Renamed}).PathAfter(name) != name {
		pieces = nil // what has its name now is another text
	}
	c := &changedFile{path: name, isGone: pieces == nil, names: make(map[string]bool)}
	if pieces != nil && now != f.text {
		c.from, c.last = shiftedLines(f.text, now)
	}
	for _, p := range s.result.spread.pieces[name] {
		if p.file != name {
			c.moved = append(c.moved, p)
		}
	}
	isOut := func(at int) bool {
		file, _, ok := s.result.NewPlace(name, at)
		return ok && file != name
	}
	renamed := make(map[int]bool)
	for _, p := range pieces {
		if p.Names.File == name {
			renamed[p.Names.At] = true
		}
	}
	isRemoved := func(at int) bool {
		_, _, ok := s.result.NewPlace(name, at)
		return !ok || renamed[at]
	}
	addNames(c.names, f, isOut)
	removed := make(map[string]bool)
	if addNames(removed, f, isRemoved); len(removed) > 0 { // the edit may write them again
		if pieces != nil {
			kept := make(map[string]bool)
			addNames(kept, s.x.readFile(name, now), func(int) bool { return true })
			maps.DeleteFunc(removed, func(name string, _ bool) bool { return kept[name] })
		}
		maps.Copy(c.names, removed)
	}
	return c
}

// shiftedLines returns the first line that a change alters, and the last line whose number or words change.
func shiftedLines(before, after string) (from, last int) {
	same := 0
	for same < len(after) && same < len(before) && after[same] == before[same] {
		same++
	}
	lines := rope.New(before)
	from, last = 1+lines.LineAt(same), math.MaxInt
	if lines.LineCount() == rope.New(after).LineCount() {
		end := 0
		for end < min(len(before), len(after))-same && before[len(before)-1-end] == after[len(after)-1-end] {
			end++
		}
		last = 1 + lines.LineAt(len(before)-end)
	}
	return from, last
}

// addNames adds the names, in lower case, of the places for which isAsked returns true, with those that sites give to headings.
func addNames(names map[string]bool, f *file, isAsked func(at int) bool) {
	for _, a := range f.anchors {
		if isAsked(a.at) {
			addName(names, a.Name)
		}
	}
	for _, b := range f.format.Scan(f.text) {
		isTitleAsked := func() bool { // the commands around the title may stay, as in LaTeX
			words := f.format.TitleWords(f.text, b)
			return isAsked(words.Start) || isAsked(max(words.Start, words.End-1))
		}
		if b.Span.Len() == 0 || !isAsked(b.Span.Start) && !isAsked(b.Span.End-1) && (b.Kind != markup.Heading || len(b.Runs) == 0 || !isTitleAsked()) {
			continue
		}
		if b.Kind == markup.Heading {
			title := f.format.Title(f.text, b)
			addName(names, title)
			for _, k := range []SiteKind{GitHub, MDBook, MkDocs, Pandoc} {
				addName(names, k.Slug(title))
			}
			addName(names, docutilsID(title))
			addName(names, "_"+strings.ReplaceAll(GitHub.Slug(title), "-", "_"))
		}
		if b.Kind.IsProse() || b.Kind == markup.Heading {
			continue
		}
		isPlain := b.Kind == markup.Code || b.Kind == markup.Table || b.Kind == markup.Definition || b.Kind == markup.HTML && !strings.HasPrefix(f.text[b.Span.Start:], "<!--")
		for line := range strings.Lines(f.text[b.Span.Start:b.Span.End]) { // a line that marks a region has few other words
			words := regionWord.FindAllString(line, -1)
			if len(words) > 4 || isPlain && !regionMarker.MatchString(line) {
				continue
			}
			for _, word := range words {
				if !regionVerbs[strings.ToLower(word)] {
					addName(names, word)
				}
			}
		}
	}
}

var (
	regionWord   = regexp.MustCompile(`[\pL_][\pL\pN_.-]*[\pL\pN]`)
	regionMarker = regexp.MustCompile(`(?i)\btag::|\banchor\b|\bregion\b|\bstart\b|\bbegin\b|\bsnippet\b`)
	regionVerbs  = map[string]bool{
		"begin": true, "end": true, "start": true, "stop": true, "tag": true, "region": true, "endregion": true, "anchor": true, "anchor_end": true,
		"section": true, "of": true, "the": true, "snippet": true, "include": true, "note": true, "id": true, "name": true, "class": true, "div": true,
		"segls": true, "break": true, "label": true, "image": true, "figure": true, "src": true, "href": true, "html": true,
		"tip": true, "info": true, "warning": true, "caution": true, "danger": true, "important": true, "details": true, "summary": true, "title": true,
	}
)

func addName(names map[string]bool, name string) {
	name = strings.ToLower(strings.TrimLeft(strings.TrimSpace(name), "*#^"))
	if utf8.RuneCountInString(name) > 1 {
		names[name] = true
		names[strings.ReplaceAll(name, " ", "%20")] = true
	}
}

// hasMovedMatch reports whether a pattern between slashes in a link of Org may match text that has moved.
func (c *changedFile) hasMovedMatch(x *Index, pattern string) bool {
	if !strings.HasPrefix(pattern, "/") {
		return false // a line
	}
	matcher, err := regexp.Compile("(?i)" + emacsPattern.Replace(strings.Trim(pattern, "/")))
	text, _ := x.Text(c.path)
	return slices.ContainsFunc(c.moved, func(p placedPiece) bool { return err != nil || matcher.MatchString(text[p.span.Start:p.span.End]) })
}

// emacsPattern makes a regular expression of one of Emacs, in which a backslash gives brackets and bars their meaning.
var emacsPattern = strings.NewReplacer(`\(`, `(`, `\)`, `)`, `\|`, `|`, `\{`, `{`, `\}`, `}`, `(`, `\(`, `)`, `\)`, `|`, `\|`, `{`, `\{`, `}`, `\}`)

// includesMovedWords reports whether a string has options, such as start-after, that include the file from or up to certain words, and
// these words or text in the included part have moved.
func (c *changedFile) includesMovedWords(x *Index, said string) bool {
	text, _ := x.Text(c.path)
	options := wordsOption.FindAllStringSubmatch(said, -1)
	included := markup.Span{End: len(text)}
	for _, m := range options {
		words := strings.Trim(strings.TrimSpace(m[2]), `"'`)
		if slices.ContainsFunc(c.moved, func(p placedPiece) bool { return strings.Contains(text[p.span.Start:p.span.End], words) }) {
			return true
		}
		i := strings.Index(text[included.Start:included.End], words)
		switch {
		case i < 0:
		case strings.HasPrefix(m[1], "end"):
			included.End = included.Start + i
		default:
			included.Start += i
		}
	}
	return len(options) > 0 && slices.ContainsFunc(c.moved, func(p placedPiece) bool {
		return included.Start < p.span.Start && p.span.Start < included.End
	})
}

// wordsOption matches an option of include and literalinclude. https://docutils.sourceforge.io/docs/ref/rst/directives.html#include
var wordsOption = regexp.MustCompile(`(?m)\b(start-after|end-before|start-at|end-at|pyobject):[ \t]+(\S[^\r\n]*)`)
