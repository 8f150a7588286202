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
	item:       includeItem("include::", "[]"),
}

var (
	asciiDocInclude   = regexp.MustCompile(`^include::([^\[]+)\[([^\]]*)\]\s*$`)
	asciiDocAttribute = regexp.MustCompile(`^:([\w-]+):\s*(.*?)\s*$`)
	asciiDocReference = regexp.MustCompile(`\{([\w-]+)\}`)
)

// readAsciiDoc reads what an AsciiDoc book puts in by include::. Paths are from the file that
// includes; attributes in them are those set above, in any file read so far.
func readAsciiDoc(r *reader) bool {
	var candidates []string
	for _, extension := range []string{"*.adoc", "*.asciidoc", "*.asc", "*.ad"} {
		for _, file := range r.glob(path.Join(r.folder, extension)) {
			if text, _ := r.open(file); strings.HasPrefix(text, "= ") || strings.Contains(text, "\n= ") {
				candidates = append(candidates, file)
			}
		}
	}
	attributes := make(map[string]string)
	return r.root(candidates, func(s *source) ([]inclusion, []*list) {
		var found []inclusion
		l := includesOf(s, path.Dir(s.file))
		for line := range s.starts {
			source := strings.TrimRight(s.slice(s.line(line)), "\r\n")
			if m := asciiDocAttribute.FindStringSubmatch(source); m != nil {
				attributes[m[1]] = m[2]
			}
			m := asciiDocInclude.FindStringSubmatchIndex(source)
			if m == nil {
				continue
			}
			target := asciiDocReference.ReplaceAllStringFunc(source[m[2]:m[3]], func(name string) string {
				if value, ok := attributes[strings.Trim(name, "{}")]; ok {
					return value
				}
				return name
			})
			if isAddress(target) || !slices.Contains([]string{".adoc", ".asciidoc", ".asc", ".ad"}, path.Ext(target)) {
				continue // code, data
			}
			at := l.include(line, m[0], m[1], "")
			at.path = markup.Span{Start: m[2], End: m[3]}.Shift(s.starts[line])
			at.level = levelOffset(source[m[4]:m[5]])
			found = append(found, inclusion{path: path.Join(path.Dir(s.file), target), line: line, at: at})
		}
		return found, []*list{l}
	})
}

// levelOffset returns the value of leveloffset in the options of an include::; 0 if it has none.
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
