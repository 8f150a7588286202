package ignore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// fileName is the name of git's files of rules.
const fileName = ".gitignore"

// rule is a line of such a file. See gitignore(5).
type rule struct {
	folder    string // that the file is about
	glob      string // relative to the folder, with / between names
	negated   bool   // takes back what an earlier rule says
	onlyAreas bool   // holds for folders only
}

// Rules are those of several files, the outermost first. Of the rules that
// match, the last one holds.
type Rules []rule

// Ignores reports whether a file or folder is ignored. Do not ask about what lies in an
// ignored folder.
func (r Rules) Ignores(path string, isFolder bool) bool {
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].onlyAreas && !isFolder {
			continue
		}
		relative, err := filepath.Rel(r[i].folder, path)
		if err != nil {
			continue
		}
		if matches, err := doublestar.Match(r[i].glob, filepath.ToSlash(relative)); err == nil && matches {
			return !r[i].negated
		}
	}
	return false
}

// In are the rules in a folder: those of its own file are stronger than r, which stays as it is.
func (r Rules) In(folder string) Rules { return r.with(folder, fileName) }

func (r Rules) with(folder, file string) Rules {
	text, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		return r
	}
	inner := r[:len(r):len(r)]
	for line := range strings.Lines(string(text)) {
		if rule, says := parse(folder, strings.TrimRight(line, "\r\n")); says {
			inner = append(inner, rule)
		}
	}
	return inner
}

// Excluding are the rules and those of patterns that count from a folder, which are stronger.
func (r Rules) Excluding(folder string, patterns []string) Rules {
	inner := r[:len(r):len(r)]
	for _, pattern := range patterns {
		if rule, says := parse(folder, pattern); says {
			inner = append(inner, rule)
		}
	}
	return inner
}

func parse(folder, line string) (rule rule, says bool) {
	if strings.HasPrefix(line, "#") {
		return rule, false
	}
	// Spaces at the end do not count unless the last is escaped.
	if trimmed := strings.TrimRight(line, " "); strings.HasSuffix(trimmed, `\`) && trimmed != line {
		line = trimmed + " "
	} else {
		line = trimmed
	}
	rule.folder = folder
	line, rule.negated = strings.CutPrefix(line, "!")
	line, rule.onlyAreas = strings.CutSuffix(line, "/")
	if line == "" {
		return rule, false
	}
	// With a / at its beginning or in its middle it counts from the folder, else it
	// is about names anywhere below. Braces mean nothing to git.
	anchored := strings.Contains(line, "/")
	line = strings.NewReplacer(`\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`).Replace(strings.TrimPrefix(line, "/"))
	if !anchored {
		line = "**/" + line
	}
	rule.glob = line
	return rule, doublestar.ValidatePattern(line)
}

// Outside are the rules that hold for a folder from above: of its repository,
// if it is in one, down to the folder that it is in.
func Outside(folder string) Rules {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil
	}
	top := repositoryOf(folder)
	if top == "" {
		return nil
	}
	rules := Rules(nil).with(top, filepath.Join(".git", "info", "exclude"))
	relative, err := filepath.Rel(top, folder)
	if err != nil || relative == "." {
		return rules
	}
	at := top
	for name := range strings.SplitSeq(filepath.ToSlash(relative), "/") {
		rules = rules.In(at)
		at = filepath.Join(at, name)
	}
	return rules
}

// repositoryOf is the top folder of the git repository that a folder is in, or "".
func repositoryOf(folder string) string {
	for {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return folder
		} else if !errors.Is(err, fs.ErrNotExist) {
			return ""
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}
