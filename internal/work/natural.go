package work

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// leading lists the names of files that introduce a folder.
var leading = []string{"index", "_index", "readme", "intro", "introduction", "preface", "main"}

// compareNames compares paths as a person would sort them: folder by folder, introductions first, numbers by value, ignoring case.
func compareNames(a, b string) int {
	for a != "" && b != "" {
		one, restA, _ := strings.Cut(a, "/")
		other, restB, _ := strings.Cut(b, "/")
		rank := func(name string) int {
			stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
			if i := slices.Index(leading, stem); i >= 0 && path.Ext(name) != "" {
				return i
			}
			return len(leading)
		}
		if c := cmp.Or(cmp.Compare(rank(one), rank(other)), compareNumbered(strings.ToLower(one), strings.ToLower(other)), strings.Compare(one, other)); c != 0 {
			return c
		}
		a, b = restA, restB
	}
	return cmp.Compare(len(a), len(b))
}

// compareNumbered compares names, with runs of digits as numbers.
func compareNumbered(a, b string) int {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	number := func(s string) (digits, rest string) {
		end := 0
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		return strings.TrimLeft(s[:end], "0"), s[end:]
	}
	for a != "" && b != "" {
		if isDigit(a[0]) && isDigit(b[0]) {
			one, restA := number(a)
			other, restB := number(b)
			if c := cmp.Or(cmp.Compare(len(one), len(other)), strings.Compare(one, other)); c != 0 {
				return c
			}
			a, b = restA, restB
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// glob returns the texts that a pattern matches, except those whose name, or a folder in whose path, begins with a dot or an underscore.
func (r *reader) glob(pattern string) []string {
	pattern = path.Clean(pattern)
	found, err := doublestar.Glob(r.fsys, pattern, doublestar.WithFilesOnly(), doublestar.WithNoFollow())
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(found, func(file string) bool {
		isHidden := strings.HasPrefix(file, ".") || strings.Contains(file, "/.") || strings.Contains("/"+file, "/_")
		return !r.isText(file) || isHidden
	})
}

// findWithExtension returns the path of a file that an order may name without its extension; if there is no such file, it returns the name.
func (r *reader) findWithExtension(file string, extensions ...string) string {
	if r.isFile(path.Clean(file)) {
		return file
	}
	for _, extension := range extensions {
		if r.isFile(path.Clean(file + extension)) {
			return file + extension
		}
	}
	return file
}

// isExternalAddress reports whether an entry of an order is a URL or an anchor, not the path of a file.
func isExternalAddress(file string) bool {
	return strings.HasPrefix(file, "//") || strings.HasPrefix(file, "#") || hasScheme.MatchString(file)
}

// hasScheme matches the start of a URL, but not that of a name such as "Part: waves.md".
var hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+-]+:[^ ]`)

// namesIn returns the names in a folder.
func (r *reader) namesIn(folder string) []string {
	listed, err := fs.ReadDir(r.fsys, folder)
	if err != nil {
		return nil
	}
	names := make([]string, len(listed))
	for i, d := range listed {
		names[i] = d.Name()
	}
	return names
}
