package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/segls/segls/analysis/ignore"
	"github.com/segls/segls/analysis/markup"
)

// MaxSize is the size in bytes above which a file is refused. An analysis takes about
// fifteen times the memory of its text. Tests lower it.
var MaxSize int64 = 256 << 20

// sniffed is how many of a file's first bytes tell whether it is text: as many as git
// looks at.
const sniffed = 8000

// StandardInput is the path that stands for it.
const StandardInput = "-"

// input is a text to be read.
type input struct {
	path string
	size int64 // as it was when it was found; 0 if that cannot be told

	division *division // of the work that it is read with; nil if it is read alone
}

// findInputs lists the texts that paths stand for: files and standard input
// themselves, and of folders, in the order of their names, the files in them that
// have a known format. Passed over are hidden files and, unless all is set, what
// git ignores. Each file is listed once. What cannot be looked at is an error beside
// the inputs.
func findInputs(paths []string, all bool) (inputs []input, failed []error) {
	seen := make(map[string]bool)
	add := func(path string, size int64) {
		if key := filepath.Clean(path); path == StandardInput || !seen[key] {
			seen[key] = true
			inputs = append(inputs, input{path: path, size: size})
		}
	}
	for _, path := range paths {
		if path == StandardInput {
			add(path, 0)
			continue
		}
		found, err := os.Stat(path)
		switch {
		case err != nil:
			failed = append(failed, err)
		case found.IsDir():
			var rules ignore.Rules
			if !all {
				rules = ignore.Outside(path)
			}
			before := len(inputs)
			failed = append(failed, walk(path, rules, all, add)...)
			if len(inputs) == before && len(failed) == 0 {
				failed = append(failed, fmt.Errorf("there are no texts in %s", path))
			}
		default:
			add(path, found.Size())
		}
	}
	return inputs, failed
}

// walk adds the texts in a folder. Links are not followed.
func walk(folder string, rules ignore.Rules, all bool, add func(path string, size int64)) (failed []error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		failed = append(failed, err)
	}
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return append(failed, err)
	}
	if !all {
		rules = rules.In(absolute)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || rules.Ignores(filepath.Join(absolute, entry.Name()), entry.IsDir()) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if entry.IsDir() {
			failed = append(failed, walk(path, rules, all, add)...)
			continue
		}
		if _, known := markup.ByFileName(path); !known || !entry.Type().IsRegular() {
			continue
		}
		if found, err := entry.Info(); err == nil {
			add(path, found.Size())
		} else if !errors.Is(err, fs.ErrNotExist) { // else it has vanished
			failed = append(failed, err)
		}
	}
	return failed
}

// ReadFile reads a text, or the standard input for "-". It refuses what is no text
// and what is larger than [MaxSize].
func ReadFile(stdin io.Reader, path string) (string, error) {
	name, from := "standard input", stdin
	var text strings.Builder
	if path != StandardInput {
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer f.Close()
		name, from = path, f
		if found, err := f.Stat(); err == nil && found.Mode().IsRegular() {
			text.Grow(int(min(found.Size(), MaxSize)))
		}
	}
	beginning := make([]byte, sniffed)
	n, err := io.ReadFull(from, beginning)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", err
	}
	if err := checkText(beginning[:n]); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	text.Write(beginning[:n])
	if _, err := io.CopyN(&text, from, MaxSize+1-int64(n)); err != nil && err != io.EOF {
		return "", err
	}
	if int64(text.Len()) > MaxSize {
		return "", fmt.Errorf("%s: more than %d MB; split it first", name, MaxSize>>20)
	}
	return text.String(), nil
}

// checkText refuses what does not begin as text does.
func checkText(beginning []byte) error {
	switch {
	case bytes.HasPrefix(beginning, []byte("\xff\xfe")), bytes.HasPrefix(beginning, []byte("\xfe\xff")):
		return errors.New("this is UTF-16; save it as UTF-8")
	case bytes.IndexByte(beginning, 0) >= 0:
		return errors.New("this is a binary file, not a text")
	}
	return nil
}
