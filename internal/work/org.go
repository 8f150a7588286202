package work

import (
	"path"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

var orgKind = kind{
	name:      "org",
	read:      readOrg,
	inTexts:   true,
	includes:  true,
	ownFolder: true,
	item:      newIncludeItemFunc(`#+INCLUDE: "`, `"`),
}

var orgInclude = regexp.MustCompile(`(?i)^\s*#\+include:\s*"?([^"\s]+)"?(?:\s+:(?:minlevel|only-contents)\s+\S+)*\s*$`)

// readOrg reads the files that an Org file includes by #+INCLUDE, except parts of files and code.
func readOrg(r *reader) bool {
	return r.chooseRoot(r.glob(path.Join(r.folder, "*.org")), func(s *source) ([]include, []*itemList) {
		var found []include
		l := includesOf(s, path.Dir(s.file))
		for line := range s.starts {
			source := s.liveLine(line)
			m := orgInclude.FindStringSubmatchIndex(source)
			if m == nil || strings.Contains(source[m[2]:m[3]], "::") {
				continue
			}
			at := l.addInclude(line, m[0], m[1], "")
			at.path = markup.Span{Start: m[2], End: m[3]}.Shift(s.starts[line])
			target := source[m[2]:m[3]]
			if strings.HasPrefix(target, "file:") {
				at.path.Start += len("file:")
				target = target[len("file:"):]
			}
			found = append(found, include{path: path.Join(path.Dir(s.file), target), line: line, at: at})
		}
		return found, []*itemList{l}
	})
}
