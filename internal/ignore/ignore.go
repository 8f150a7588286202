package ignore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/work"
)

// fileName is the name of the files in which git finds its rules.
const fileName = ".gitignore"

// mostBytes is the greatest size of such a file in bytes.
const mostBytes = 1 << 20

// rule is a line of an ignore file. See gitignore(5).
type rule struct {
	folder    string // folder of the file
	glob      string // with / between names
	start     string // literal beginning of the glob
	end       string // literal end of the glob
	anchored  bool   // matches paths relative to folder, not names anywhere in it
	negated   bool   // cancels earlier rules
	onlyAreas bool   // matches folders only

	problem *work.Problem // why the rules of a file are not known; such an element is not a rule
}

// Rules holds the rules of several files, the outermost first. The last matching rule decides.
type Rules []rule

// Ignores reports whether a file or folder is ignored. The path must not be inside an ignored folder.
func (r Rules) Ignores(path string, isFolder bool) bool {
	relative, folder := "", "" // of the rule checked last
	for i := len(r) - 1; i >= 0; i-- {
		if r[i].problem != nil || r[i].onlyAreas && !isFolder {
			continue
		}
		if relative == "" || r[i].folder != folder {
			from, err := filepath.Rel(r[i].folder, path)
			if err != nil {
				continue
			}
			relative, folder = filepath.ToSlash(from), r[i].folder
		}
		if r[i].matches(relative) {
			return !r[i].negated
		}
	}
	return false
}

// matches reports whether a rule matches a path relative to its folder.
func (r rule) matches(path string) bool {
	if !r.anchored {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	if !strings.HasPrefix(path, r.start) || !strings.HasSuffix(path, r.end) { // decides nearly all cases cheaply
		return false
	}
	matches, err := doublestar.Match(r.glob, path)
	return err == nil && matches
}

// InFolder returns the rules for a folder: those of its own file take precedence over r, which is not modified.
func (r Rules) InFolder(folder string) Rules { return r.withRuleFile(folder, fileName) }

func (r Rules) withRuleFile(folder, file string) Rules {
	inner := r[:len(r):len(r)]
	path := filepath.Join(folder, file)
	about, err := os.Lstat(path)
	if err != nil {
		return r
	}
	text, err := regular.Read(regular.Disk{}, path, mostBytes)
	if about.Mode()&fs.ModeSymlink != 0 && err == nil && leadsOut(folder, path) {
		err = sentence.New("this is a symbolic link that leads out of the project")
	}
	if err != nil {
		return append(inner, rule{problem: &work.Problem{File: path, Message: sentence.FromError(err)}})
	}
	for line := range strings.Lines(string(text)) {
		if rule, says := parse(folder, strings.TrimRight(line, "\r\n")); says {
			inner = append(inner, rule)
		}
	}
	return inner
}

// leadsOut reports whether a link in a folder leads nowhere, or out of the folder and its repository.
func leadsOut(folder, path string) bool {
	root := repositoryOf(folder)
	if root == "" {
		root = folder
	}
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return true
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return true
	}
	relative, err := filepath.Rel(root, path)
	return err != nil || !filepath.IsLocal(relative)
}

// Problems returns the problems of files whose rules are not known, with the names of the files on disk.
func (r Rules) Problems() (list []work.Problem) {
	for _, rule := range r {
		if rule.problem != nil {
			list = append(list, *rule.problem)
		}
	}
	return list
}

// WithPatterns returns the rules with patterns relative to a folder, which take precedence.
func (r Rules) WithPatterns(folder string, patterns []string) Rules {
	inner := r[:len(r):len(r)]
	for _, pattern := range patterns {
		if rule, says := parse(folder, pattern); says {
			inner = append(inner, rule)
		}
	}
	return inner
}

var braces = strings.NewReplacer(`\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`)

// bracketed matches a set of characters, which may name classes: [[:alpha:]_].
var bracketed = regexp.MustCompile(`\[(?:\[:\w+:\]|[^\[\]])+\]`)

var classes = strings.NewReplacer("[:alnum:]", "0-9A-Za-z", "[:alpha:]", "A-Za-z", "[:blank:]", " \t", "[:digit:]", "0-9",
	"[:lower:]", "a-z", "[:space:]", " \t\r\n\v\f", "[:upper:]", "A-Z", "[:xdigit:]", "0-9A-Fa-f")

func parse(folder, line string) (rule rule, says bool) {
	if strings.HasPrefix(line, "#") {
		return rule, false
	}
	// Trailing spaces do not count, except one that is escaped.
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
	// A pattern with a / at its beginning or in its middle is relative to the folder; another matches names anywhere below. Braces have no
	// meaning in git.
	rule.anchored = strings.Contains(line, "/")
	line = braces.Replace(strings.TrimPrefix(line, "/"))
	// doublestar knows no classes of characters.
	line = bracketed.ReplaceAllStringFunc(line, func(set string) string { return "[" + classes.Replace(set[1:]) })
	if strings.HasSuffix(line, "/**") { // matches what is in the folder; to doublestar, it also matches the folder
		line += "/*"
	}
	rule.start, rule.end = line, line
	if i := strings.IndexAny(line, `*?[\`); i >= 0 {
		rule.start = line[:i]
		rule.end = strings.TrimPrefix(line[strings.LastIndexAny(line, `*?[]\`)+1:], "/") // because **/ also matches nothing
	}
	rule.glob = line
	return rule, doublestar.ValidatePattern(line)
}

// RulesAbove returns the rules of the repository around a folder, from its top down to the folder's parent, and of .git/info/exclude.
func RulesAbove(folder string) Rules {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil
	}
	top := repositoryOf(folder)
	if top == "" {
		return nil
	}
	rules := Rules(nil).withRuleFile(top, filepath.Join(".git", "info", "exclude"))
	relative, err := filepath.Rel(top, folder)
	if err != nil || relative == "." {
		return rules
	}
	at := top
	for name := range strings.SplitSeq(filepath.ToSlash(relative), "/") {
		rules = rules.InFolder(at)
		at = filepath.Join(at, name)
	}
	return rules
}

// repositoryOf returns the top folder of the git repository that contains a folder, or "".
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
