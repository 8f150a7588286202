package link

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
)

var (
	// isRecipe matches the names of files with instructions for making others.
	isRecipe = regexp.MustCompile(`(?i)^(?:gnu)?makefile(?:\.\w+)?$|^meson\.build$|^cmakelists\.txt$|^justfile$|^rakefile$|^tox\.ini$|^noxfile\.py$|^dodo\.py$|^build\.rs$|^package\.json$|\.(?:mk|sh|bash|nix)$`)

	// recipeFolders are the folders in which recipes are searched for, relative to the folder of a text and to each folder around it.
	recipeFolders = []string{".", "bin", "hack", "scripts", "tools"}
)

// longestRecipe is the greatest size in bytes of a recipe that is read.
const longestRecipe = 1 << 20

// Recipes holds the recipes in folders of a file system. Each folder is read once, when it is first needed.
type Recipes struct {
	files fs.FS
	texts sync.Map // of []string, the recipes in a folder, by its path
}

// NewRecipes returns the recipes in files.
func NewRecipes(files fs.FS) *Recipes { return &Recipes{files: files} }

// Has reports whether a program makes a file: a recipe beside it, in a folder around it, or in a folder of programs there, contains its
// name. If the file exists, the recipe must name it as an output; otherwise the program may merely read it.
func (r *Recipes) Has(name string) bool {
	base := path.Base(name)
	if path.Ext(base) == "" {
		return false // the name may be an ordinary word
	}
	_, err := fs.Stat(r.files, name)
	exists := err == nil
	for folder := path.Dir(name); ; folder = path.Dir(folder) {
		for _, beside := range recipeFolders {
			for _, text := range r.in(path.Join(folder, beside)) {
				if containsFileName(text, base, exists) {
					return true
				}
			}
		}
		if folder == "." {
			return false
		}
	}
}

// in returns the recipes in a folder, which need not exist.
func (r *Recipes) in(folder string) (texts []string) {
	if known, ok := r.texts.Load(folder); ok {
		return known.([]string)
	}
	entries, _ := fs.ReadDir(r.files, folder)
	for _, e := range entries {
		if !isRecipe.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		if about, err := e.Info(); err != nil || about.Size() > longestRecipe {
			continue
		}
		if text, err := fs.ReadFile(r.files, path.Join(folder, e.Name())); err == nil {
			texts = append(texts, string(text))
		}
	}
	r.texts.Store(folder, texts)
	return texts
}

// outputs matches the beginning of a line up to the path of a file that its command writes.
var outputs = regexp.MustCompile(`(?:>|(?:^|\s)-(?:o|-out|-output|-output-path|-output-file|-outfile))[ \t=]*["']?[^\s"'>]*$`)

// containsFileName reports whether a text has the name of a file, not as a part of a longer name; if asOutput is set, it must be an output.
func containsFileName(text, base string, asOutput bool) bool {
	for {
		before, after, isThere := strings.Cut(text, base)
		if !isThere {
			return false
		}
		isOutput := outputs.MatchString(before[strings.LastIndexByte(before, '\n')+1:])
		if (isOutput || !asOutput) && (before == "" || !isNameByte(before[len(before)-1])) && (after == "" || !isNameByte(after[0]) || after[0] == '.') {
			return true
		}
		text = after
	}
}

func isNameByte(c byte) bool { return strings.IndexByte("-_.", c) >= 0 || isPathByte(c) && c != '/' }
