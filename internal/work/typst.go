package work

import (
	"path"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

var typstKind = kind{
	name:      "typst",
	read:      readTypst,
	inTexts:   true,
	includes:  true,
	ownFolder: true,
	item: func(n *addedItem) (string, bool) {
		include := `#include "` + n.name + `"`
		if n.like != nil && !strings.HasPrefix(strings.TrimLeft(n.in.slice(n.like.span), " \t"), "#") {
			include = include[1:] // within code
		}
		return include, !n.isPart()
	},
}

var (
	typstInclude = regexp.MustCompile(`(^|[^\w-])include\s*(?:"([^"\\]+)"|\(\s*"([^"\\]+)"\s*\))`)
	typstImport  = regexp.MustCompile(`(?:^|[^\w-])import\s*\(?\s*"([^"\\@][^"\\]*)"`)
)

// readTypst reads the files that a Typst document includes by #include. Paths are relative to the
// including file or, with a leading slash, to the folder of the work. Imported files are not texts.
func readTypst(r *reader) bool {
	resolve := func(s *source, target string) string {
		if rest, ok := strings.CutPrefix(target, "/"); ok {
			return path.Join(r.folder, rest)
		}
		return path.Join(path.Dir(s.file), target)
	}
	var imported []string
	found := r.chooseRoot(r.glob(path.Join(r.folder, "*.typ")), func(s *source) ([]include, []*itemList) {
		var found []include
		l := includesOf(s, path.Dir(s.file))
		for line := range s.starts {
			source := s.liveLine(line)
			for _, m := range typstImport.FindAllStringSubmatch(source, -1) {
				imported = append(imported, resolve(s, m[1]))
			}
			for _, m := range typstInclude.FindAllStringSubmatchIndex(source, -1) {
				start, end := max(m[4], m[6]), max(m[5], m[7])
				target := source[start:end]
				if path.Ext(target) != ".typ" || strings.HasPrefix(target, "@") {
					continue
				}
				from := m[3]
				if from > 0 && source[from-1] == '#' {
					from--
				}
				spot := l.addInclude(line, from, m[1], "//")
				spot.path = markup.Span{Start: start, End: end}.Shift(s.starts[line])
				found = append(found, include{path: resolve(s, target), line: line, at: spot})
			}
		}
		return found, []*itemList{l}
	})
	for _, file := range imported {
		if found && r.isFile(file) {
			r.named[file] = true
		}
	}
	return found
}
