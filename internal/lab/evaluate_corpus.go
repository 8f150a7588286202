package lab

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/regular"
)

// referenceText is a text with its reference boundaries.
type referenceText struct {
	set, path string
	text      string
	lines     []string // the units, if each line is one; nil for a document with headings
	units     []method.Unit
	words     int
	reference []int // the number of units before each boundary
}

// numSegments returns the number of segments in the reference.
func (d *referenceText) numSegments() int { return len(d.reference) + 1 }

// corpus reads texts with their boundaries, in one of two forms:
//
//   - Choi's notation: a unit per line, and a line that begins with ten `=` between two
//     segments, and perhaps before the first and after the last.
//   - A format with headings, such as Markdown: the headings of some levels are hidden from the
//     methods and are the boundaries. Its units are paragraphs.
//
// The set of a text is the name of its folder or archive.
type corpus struct {
	settings analysis.Settings
	levels   []int // of headings; nil for all

	named string // the path being read

	documents []*referenceText
	problems  []error // files that could not be read, or are malformed
	unread    []error // files of folders that could not be read, and are passed over
	leftOut   []error // for each file of a folder or archive that was left out, why
}

// noBoundariesError reports a file without reference boundaries. Folders may contain such files.
type noBoundariesError struct{ error }

// choiMark begins a line between two segments in Choi's notation.
const choiMark = "=========="

// archiveEnding is the extension of a compressed archive.
const archiveEnding = ".tar.gz"

// add reads the texts at a path; see walkTexts.
func (c *corpus) add(name string) {
	c.named = name
	err := walkTexts(name, c.addText)
	if unread := skippedErrors(nil); errors.As(err, &unread) {
		c.unread = append(c.unread, unread...)
	} else if err != nil {
		c.problems = append(c.problems, err)
	}
}

// skippedErrors holds the errors of files in a folder that could not be read.
type skippedErrors []error

func (p skippedErrors) Error() string { return errors.Join(p...).Error() }

// walkTexts calls take with the set, name and text of each text at a path. In folders and archives it skips hidden
// files, READMEs and unknown binary files; if others cannot be read, it takes the rest and returns a [skippedErrors].
func walkTexts(name string, take func(set, file, text string)) error {
	var unread skippedErrors
	err := filepath.WalkDir(name, func(file string, entry fs.DirEntry, err error) error {
		switch base := filepath.Base(file); {
		case err != nil && file != name:
			unread = append(unread, err)
		case err != nil:
			return err
		case file != name && (strings.HasPrefix(base, ".") || strings.HasPrefix(strings.ToUpper(base), "README")):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
		case strings.HasSuffix(base, archiveEnding), strings.HasSuffix(base, ".tgz"):
			err := walkArchive(file, take)
			if within := skippedErrors(nil); errors.As(err, &within) {
				unread = append(unread, within...)
				return nil
			}
			return err
		default:
			if about, err := os.Stat(file); err == nil && about.IsDir() {
				return nil // a link, which is not followed
			}
			text, err := regular.Read(regular.Disk{}, file, console.MaxSize)
			if errors.Is(err, fs.ErrNotExist) && file != name {
				err = errors.New("this is a link to a file that does not exist")
			}
			if err == nil {
				if err = console.CheckText(text); err != nil && file != name && !isText(file) {
					return nil
				}
			}
			switch {
			case err != nil && file != name:
				unread = append(unread, fmt.Errorf("%s: %w", file, err))
				return nil
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("%s: %w", file, err)
			case err != nil:
				return err
			}
			folder, err := filepath.Abs(filepath.Dir(file))
			if err != nil {
				return err
			}
			take(filepath.Base(folder), file, string(text))
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no such file or folder", name)
	}
	if err == nil && unread != nil {
		return unread
	}
	return err
}

// isText reports whether a file has the extension of a text.
func isText(file string) bool {
	_, isKnown := markup.ByFileName(file)
	return isKnown
}

// walkArchive calls take with the texts in a compressed archive; see [walkTexts].
func walkArchive(file string, take func(set, file, text string)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: not a compressed archive: %w", file, err)
	}
	set := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), archiveEnding), ".tgz")
	var unread skippedErrors
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			if unread == nil {
				return nil
			}
			return unread
		}
		if err != nil {
			return fmt.Errorf("%s: the archive is broken: %w", file, err)
		}
		base := path.Base(header.Name)
		if header.Typeflag != tar.TypeReg || strings.HasPrefix(base, ".") || strings.HasPrefix(strings.ToUpper(base), "README") {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return fmt.Errorf("%s: the archive is broken: %w", file, err)
		}
		if err := console.CheckText(text); err != nil {
			if isText(base) {
				unread = append(unread, fmt.Errorf("%s:%s: %w", file, header.Name, err))
			}
			continue
		}
		within := set
		if folder := path.Dir(path.Clean(header.Name)); folder != "." {
			within = path.Base(folder)
		}
		take(within, file+":"+header.Name, string(text))
	}
}

// addText reads one text.
func (c *corpus) addText(set, file, text string) {
	d := &referenceText{set: set, path: file, text: text}
	read := c.readChoi
	if format, known := markup.ByFileName(file); known && format.Name != markup.PlainText.Name {
		read = func(d *referenceText) (int, error) { return c.readDocument(d, format) }
	}
	if line, err := read(d); err != nil {
		err = fmt.Errorf("%s:%d: %w", file, line, err)
		if errors.As(err, new(noBoundariesError)) && file != c.named {
			c.leftOut = append(c.leftOut, err)
		} else {
			c.problems = append(c.problems, err)
		}
		return
	}
	for _, u := range d.units {
		d.words += u.Words
	}
	c.documents = append(c.documents, d)
}

// readChoi reads Choi's notation. With an error it returns the number of the wrong line.
func (c *corpus) readChoi(d *referenceText) (line int, err error) {
	text := strings.TrimRight(strings.ReplaceAll(strings.TrimPrefix(d.text, "\ufeff"), "\r\n", "\n"), "\n")
	if !strings.HasPrefix(text, choiMark) && !strings.Contains(text, "\n"+choiMark) {
		return 1, noBoundariesError{errors.New("no line of ten =; a text in Choi's notation has one between two segments")}
	}
	all := strings.Split(text, "\n")
	for i, unit := range all {
		switch {
		case !utf8.ValidString(unit) || strings.ContainsRune(unit, 0):
			return i + 1, errors.New("this is not text in UTF-8")
		case strings.HasPrefix(unit, choiMark):
			if n := len(d.lines); n > 0 && !slices.Contains(d.reference, n) {
				d.reference = append(d.reference, n)
			}
		case strings.TrimSpace(unit) == "":
			return i + 1, errors.New("an empty unit; a text in Choi's notation has a unit in every line")
		default:
			d.lines = append(d.lines, unit)
		}
	}
	if last := len(d.reference) - 1; last >= 0 && d.reference[last] == len(d.lines) {
		d.reference = d.reference[:last] // the end of the text is not a boundary
	}
	d.units = analysis.Lines(d.lines, c.settings)
	return len(all), d.check()
}

// readDocument reads a document and hides its headings.
func (c *corpus) readDocument(d *referenceText, format markup.Format) (line int, err error) {
	s := c.settings
	s.Headings, s.SceneBreaks = analysis.HeadingsIgnore, analysis.HeadingsIgnore
	document := analysis.New(d.text, format, s, "headings", "scene-breaks")
	paragraphs := document.Paragraphs()
	for i := range paragraphs {
		d.units = append(d.units, paragraphs[i].Unit())
		if i == 0 {
			continue
		}
		for _, b := range document.Blocks()[paragraphs[i-1].Block+1 : max(paragraphs[i-1].Block+1, paragraphs[i].Block)] {
			if b.Kind == markup.Heading && (c.levels == nil || slices.Contains(c.levels, b.Level)) {
				d.reference = append(d.reference, i)
				break
			}
		}
	}
	if err := d.check(); err != nil {
		return 1, noBoundariesError{err}
	}
	return 1, nil
}

// check returns an error if a text has no boundaries to find.
func (d *referenceText) check() error {
	switch {
	case len(d.units) == 0:
		return errors.New("no text to divide")
	case len(d.units) == 1:
		return errors.New("only one unit, so there is nothing to divide")
	case len(d.reference) == 0:
		return fmt.Errorf("no boundary between its %d units; there is nothing to find", len(d.units))
	}
	return nil
}
