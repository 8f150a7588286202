package console

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/notebook"
	"github.com/segls/segls/internal/regular"
)

// MaxSize is the maximum size in bytes of a file that is read. Tests lower it.
var MaxSize int64 = regular.MaxTextBytes

// sniffedBytes is the number of bytes at the beginning of a file that decide whether it is text, as in git.
const sniffedBytes = 8000

// StandardInput is the path of the standard input.
const StandardInput = "-"

// input is a text to read.
type input struct {
	path string
	size int64 // when it was found; 0 if unknown

	isStdin  bool          // read from standard input, regardless of its path
	division *workDivision // the work that it is read with; nil if it is read alone
}

// inputList is a list of up to a million texts. It holds no pointer for each, which the garbage collector would follow.
type inputList struct {
	paths     []byte
	list      []compactInput
	divisions []*workDivision
	numbers   map[*workDivision]int32 // from 1
}

// compactInput is an element of an inputList.
type compactInput struct {
	end, size int64 // end of its path in paths, and size in bytes
	division  int32 // the number of its division, from 1; 0 if there is none
	isStdin   bool
}

func (l *inputList) add(in input) {
	if l.numbers[in.division] == 0 && in.division != nil {
		if l.numbers == nil {
			l.numbers = make(map[*workDivision]int32)
		}
		l.divisions = append(l.divisions, in.division)
		l.numbers[in.division] = int32(len(l.divisions))
	}
	l.paths = append(l.paths, in.path...)
	l.list = append(l.list, compactInput{int64(len(l.paths)), in.size, l.numbers[in.division], in.isStdin})
}

// all returns the texts in their order.
func (l *inputList) all() iter.Seq[input] {
	return func(yield func(input) bool) {
		start := int64(0)
		for _, each := range l.list {
			in := input{path: string(l.paths[start:each.end]), size: each.size, isStdin: each.isStdin}
			if each.division > 0 {
				in.division = l.divisions[each.division-1]
			}
			if start = each.end; !yield(in) {
				return
			}
		}
	}
}

// selection selects texts among those at some paths.
type selection struct {
	all   bool // also files that git ignores
	force bool // also exclude files that are named

	notebooks bool // in folders, also notebooks
	stdin     string
	excluded  func(folder string) ignore.Rules // exclusions in a folder by settings files and flags; may be nil
}

// find adds the texts at these paths, each once: files, standard input, the matches of globs, and the texts in folders,
// in the order of names. It skips what is hidden or excluded and, in folders unless all is set, what git ignores. A
// file that is named is skipped only if it is excluded and force is set. The errors are about what cannot be found or
// read.
func (sel selection) find(paths []string, add func(input)) (failed []error) {
	seen := make(map[string]bool)
	isOnce := len(paths) == 1 && !isGlob(paths[0]) // a single path finds nothing twice
	found := 0                                     // including those added before
	take := func(path string, size int64) {
		found++
		if key := absolute(path); isOnce || !seen[key] {
			if !isOnce {
				seen[key] = true
			}
			add(input{path: path, size: size})
		}
	}
	for _, path := range paths {
		if path == StandardInput {
			if !seen[StandardInput] { // it can be read only once
				seen[StandardInput] = true
				add(input{path: cmp.Or(sel.stdin, StandardInput), isStdin: true})
			}
			continue
		}
		before := found
		about, err := os.Stat(path)
		switch {
		case err != nil && isGlob(path):
			matched, err := doublestar.FilepathGlob(path, doublestar.WithNoHidden())
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: this is not a glob: is a bracket or brace left open?", path))
				continue
			}
			slices.Sort(matched)
			wrong := len(failed)
			for _, match := range matched {
				if about, err := os.Stat(match); err != nil {
					failed = append(failed, err)
				} else if !sel.excludes(match, about.IsDir()) {
					failed = append(failed, sel.addPath(match, about, take)...)
				}
			}
			if found == before && len(failed) == wrong {
				failed = append(failed, fmt.Errorf("no text matches %s", path))
			}
		case err != nil:
			failed = append(failed, err)
		case sel.force && sel.excludes(path, about.IsDir()):
		default:
			wrong := sel.addPath(path, about, take)
			if found == before && len(wrong) == 0 {
				wrong = append(wrong, fmt.Errorf("there are no texts in %s", path))
			}
			failed = append(failed, wrong...)
		}
	}
	return failed
}

// isGlob reports whether a path has characters that usually occur only in globs.
func isGlob(path string) bool { return strings.ContainsAny(path, "*?[{") }

// excludes reports whether a file or folder, or a folder that contains it, is excluded.
func (sel selection) excludes(path string, isFolder bool) bool {
	absolute, err := filepath.Abs(path)
	if err != nil || sel.excluded == nil {
		return false
	}
	rules := sel.excluded(filepath.Dir(absolute))
	for at := absolute; ; at = filepath.Dir(at) {
		if rules.Ignores(at, isFolder || at != absolute) {
			return true
		}
		if filepath.Dir(at) == at {
			return false
		}
	}
}

// addPath adds a file, or the texts in a folder.
func (sel selection) addPath(path string, about fs.FileInfo, add func(path string, size int64)) (failed []error) {
	if !about.IsDir() {
		add(path, about.Size())
		return nil
	}
	var rules ignore.Rules
	if !sel.all {
		rules = ignore.RulesAbove(path)
	}
	for _, p := range rules.Problems() {
		failed = append(failed, fmt.Errorf("%s: %s", DisplayPath(p.File), p.Message))
	}
	return append(failed, sel.walk(path, rules, add)...)
}

// walk adds the texts in a folder. It does not follow links.
func (sel selection) walk(folder string, rules ignore.Rules, add func(path string, size int64)) (failed []error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		failed = append(failed, err)
	}
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return append(failed, err)
	}
	if !sel.all {
		known := len(rules)
		rules = rules.InFolder(absolute)
		for _, p := range rules[known:].Problems() {
			failed = append(failed, fmt.Errorf("%s: %s", DisplayPath(p.File), p.Message))
		}
	}
	var excluded ignore.Rules
	if sel.excluded != nil {
		excluded = sel.excluded(absolute)
	}
	for _, entry := range entries {
		at := filepath.Join(absolute, entry.Name())
		if strings.HasPrefix(entry.Name(), ".") || rules.Ignores(at, entry.IsDir()) || excluded.Ignores(at, entry.IsDir()) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if entry.IsDir() {
			failed = append(failed, sel.walk(path, rules, add)...)
			continue
		}
		_, known := markup.ByFileName(path)
		if known = known || sel.notebooks && notebook.HasNotebookName(path); !known {
			continue
		}
		if !entry.Type().IsRegular() {
			if err := regular.CheckEntry(regular.Disk{}, path); err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", path, err))
			}
			continue
		}
		if found, err := entry.Info(); err == nil {
			add(path, found.Size())
		} else if !errors.Is(err, fs.ErrNotExist) { // if it does not exist, it has been removed meanwhile
			failed = append(failed, err)
		}
	}
	return failed
}

// tooLargeError returns the error for a file larger than [MaxSize].
func tooLargeError(path string) error {
	return fmt.Errorf("%s: more than %d MB; split it first", shownName(path), MaxSize>>20)
}

// readFile reads a file of at most [MaxSize] bytes, or the standard input for "-", if check accepts its beginning.
func readFile(stdin io.Reader, path string, check func(beginning []byte) error) (string, error) {
	name, from := shownName(path), stdin
	if err := checkEnding(path); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	var text strings.Builder
	if path != StandardInput {
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer f.Close()
		from = f
		if found, err := f.Stat(); err == nil && found.Mode().IsRegular() {
			text.Grow(int(min(found.Size(), MaxSize)))
		}
	}
	beginning := make([]byte, sniffedBytes)
	n, err := io.ReadFull(from, beginning)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", err
	}
	if err := check(beginning[:n]); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	text.Write(beginning[:n])
	if n == len(beginning) {
		if _, err := io.CopyN(&text, from, MaxSize+1-int64(n)); err != nil && err != io.EOF {
			return "", err
		}
	}
	if int64(text.Len()) > MaxSize {
		return "", tooLargeError(path)
	}
	return text.String(), nil
}

// shownName returns the name that messages use for a path.
func shownName(path string) string {
	if path == StandardInput {
		return "standard input"
	}
	return path
}

var errUTF16 = errors.New("this is UTF-16; save it as UTF-8")

// CheckText returns an error if the beginning of a file shows that it is binary, or in UTF-16.
func CheckText(content []byte) error {
	beginning := content[:min(len(content), sniffedBytes)]
	switch {
	case bytes.HasPrefix(beginning, []byte("\xff\xfe")), bytes.HasPrefix(beginning, []byte("\xfe\xff")):
		return errUTF16
	case bytes.IndexByte(beginning, 0) >= 0:
		return errors.New("this is a binary file, not a text")
	}
	return nil
}

// converters are the programs that convert documents to a format that segls reads, by extension.
var converters = map[string]string{
	".docx": "pandoc", ".odt": "pandoc", ".epub": "pandoc", ".rtf": "pandoc", ".fb2": "pandoc",
	".doc": "your word processor", ".pages": "your word processor", ".pdf": "pdftotext",
}

// checkEnding returns an error for files that segls would misread.
func checkEnding(path string) error {
	ending := strings.ToLower(filepath.Ext(path))
	with, isKnown := converters[ending]
	switch {
	case !isKnown:
		return nil
	case with == "pandoc":
		return fmt.Errorf("segls does not read %s; pandoc converts it to Markdown: pandoc FILE -t markdown | segls … --markup markdown -", ending)
	}
	return fmt.Errorf("segls does not read %s; convert it first, with %s", ending, with)
}
