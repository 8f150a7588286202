package work

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

var asciiDocKind = kind{
	name:       "asciidoc",
	read:       readAsciiDoc,
	site:       "asciidoc",
	inTexts:    true,
	includes:   true,
	ownFolder:  true,
	attributes: true,
	item: func(n *addedItem) (string, bool) {
		item, ok := newIncludeItemFunc("include::", "[]")(n)
		target, options, _ := strings.Cut(item, "[")
		options = asciiDocPart.ReplaceAllString(options, "") // which the neighbour has, not the new file
		return target + "[" + strings.Replace(options, ",]", "]", 1), ok
	},
}

var (
	asciiDocInclude   = regexp.MustCompile(`^include::([^\[]+)\[([^\]]*)\]\s*$`)
	asciiDocAttribute = regexp.MustCompile(`^:([\w-]+):\s*(.*?)\s*$`)
	asciiDocPart      = regexp.MustCompile(`\b(?:tags?|lines)\s*=\s*(?:"[^"]*"|[^,\]"]*),?`)
	asciiDocReference = regexp.MustCompile(`\{([\w-]+)\}`)
)

// readAsciiDoc reads the files that an AsciiDoc book includes by include::. Paths are relative to the including file. An attribute
// in a path has the value last set above it, in any file included so far.
func readAsciiDoc(r *reader) bool {
	var candidates []string
	for _, extension := range []string{"*.adoc", "*.asciidoc", "*.asc", "*.ad"} {
		for _, file := range r.glob(path.Join(r.folder, extension)) {
			if text, _ := r.openOrderFile(file); strings.HasPrefix(text, "= ") || strings.Contains(text, "\n= ") {
				candidates = append(candidates, file)
			}
		}
	}
	a := &asciiDocReader{reader: r, reached: make(map[string]bool)}
	return r.chooseRoot(candidates, a.find)
}

// asciiDocReader finds the includes of AsciiDoc files.
type asciiDocReader struct {
	*reader
	attributes map[string]string // set so far
	reached    map[string]bool   // files that another file includes
}

// find is an [includer].
func (r *asciiDocReader) find(s *source) ([]include, []*itemList) {
	if !r.reached[s.file] { // the root
		r.attributes = map[string]string{"docdir": "."}
	}
	var found []include
	l := includesOf(s, path.Dir(s.file))
	for line := range s.starts {
		source := s.liveLine(line)
		r.set(source)
		m := asciiDocInclude.FindStringSubmatchIndex(source)
		if m == nil {
			continue
		}
		target, ok := r.target(s.file, source[m[2]:m[3]])
		if !ok {
			continue // an include of code or data
		}
		r.collect(target, 0)
		at := l.addInclude(line, m[0], m[1], "")
		at.path = markup.Span{Start: m[2], End: m[3]}.Shift(s.starts[line])
		at.level = levelOffset(source[m[4]:m[5]])
		found = append(found, include{path: target, line: line, at: at})
	}
	return found, []*itemList{l}
}

// set records the attribute that a line sets, if any.
func (r *asciiDocReader) set(line string) {
	if m := asciiDocAttribute.FindStringSubmatch(line); m != nil {
		r.attributes[m[1]] = r.expanded(m[2])
	}
}

// collect records the attributes that an included file sets, for the text below the include.
func (r *asciiDocReader) collect(file string, depth int) {
	const deepest = 10
	if r.reached[file] || depth == deepest {
		return
	}
	r.reached[file] = true
	text, _ := r.openOrderFile(file)
	for line := range strings.Lines(r.withoutIgnored(file, text)) {
		line = strings.TrimRight(line, "\r\n")
		r.set(line)
		if m := asciiDocInclude.FindStringSubmatch(line); m != nil {
			if target, ok := r.target(file, m[1]); ok {
				r.collect(target, depth+1)
			}
		}
	}
}

// expanded returns a text with its attributes replaced by their values.
func (r *asciiDocReader) expanded(text string) string {
	return asciiDocReference.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := r.attributes[strings.Trim(name, "{}")]; ok {
			return value
		}
		return name
	})
}

// target returns the file that an include:: in a file includes; false if that is not an AsciiDoc file.
func (r *asciiDocReader) target(in, written string) (string, bool) {
	target := r.expanded(written)
	if isExternalAddress(target) || !slices.Contains([]string{".adoc", ".asciidoc", ".asc", ".ad"}, path.Ext(target)) {
		return "", false
	}
	if strings.HasPrefix(written, "{docdir}") { // {docdir} is the folder of the root
		return path.Join(r.folder, target), true
	}
	return path.Join(path.Dir(in), target), true
}

// levelOffset returns the leveloffset in the options of an include::, or 0.
func levelOffset(options string) int {
	for option := range strings.SplitSeq(options, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(option), "=")
		sign := 1
		switch value = strings.Trim(value, `"`); {
		case name != "leveloffset":
			continue
		case strings.HasPrefix(value, "-"):
			sign = -1
		}
		if n := strings.TrimLeft(value, "+-"); len(n) == 1 && '0' <= n[0] && n[0] <= '9' {
			return sign * int(n[0]-'0')
		}
	}
	return 0
}
