package console

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// DefaultWidth is the width of text that is not written to a terminal.
const DefaultWidth = 80

// IsTerminal reports whether w writes to a terminal.
func IsTerminal(w io.Writer) bool {
	f, isFile := fileOf(w)
	return isFile && term.IsTerminal(int(f.Fd()))
}

// Width returns the width in columns of text written to w: COLUMNS, or that of the terminal, or [DefaultWidth].
func Width(w io.Writer) int { return cmp.Or(givenWidth(w), DefaultWidth) }

// givenWidth returns the width that COLUMNS or the terminal gives, or 0.
func givenWidth(w io.Writer) int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	if f, isFile := fileOf(w); isFile {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 0
}

// fileOf returns the file that w writes to, directly or through the writers of this package; false if there is none.
func fileOf(w io.Writer) (*os.File, bool) {
	if watched, isWatched := w.(*stickyErrorWriter); isWatched {
		w = watched.Writer
	}
	if plain, isPlain := w.(*escapingWriter); isPlain {
		w = plain.Writer
	}
	if folded, isFolded := w.(*foldedWriter); isFolded {
		w = folded.Writer
	}
	f, isFile := w.(*os.File)
	return f, isFile
}

// stickyErrorWriter remembers the first error of a writer, so that a full disk is not overlooked.
type stickyErrorWriter struct {
	io.Writer
	err    error
	before func() // called before each write, unless nil

	as *stickyErrorWriter // also remembers the first error; may be nil
}

func (w *stickyErrorWriter) Write(p []byte) (int, error) {
	if w.before != nil {
		w.before()
	}
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	if w.as != nil && w.as.err == nil {
		w.as.err = err
	}
	return n, err
}

// Styles holds functions that emphasise text, or leave it unchanged if the output has no colour; see [StylesFor].
type Styles struct {
	Strong, Faint, Accent func(a ...any) string

	IsPainted bool // text is emphasised
}

// PlainStyles leaves text unchanged.
var PlainStyles = Styles{Strong: fmt.Sprint, Faint: fmt.Sprint, Accent: fmt.Sprint}

// ColourMode is a value of --color.
type ColourMode string

// AddGlobalFlags adds the flags common to all commands.
func AddGlobalFlags(root *cobra.Command) {
	colour := ""
	addChoiceFlag(root, root.PersistentFlags(), &colour, colourFlag, "when to use colour: auto (in a terminal, unless NO_COLOR is set), always or never", string(ColourAuto), string(ColourAlways), string(ColourNever))
	root.PersistentFlags().BoolP(quietFlag, "q", false, "print results and errors only: no warnings, no summary, no progress")
}

const (
	colourFlag = "color" // as other programs spell it
	quietFlag  = "quiet"
)

// IsQuiet reports whether only results and errors are to be printed.
func IsQuiet(cmd *cobra.Command) bool {
	quiet, err := cmd.Flags().GetBool(quietFlag)
	return err == nil && quiet
}

// The choices of --color.
const (
	ColourAuto   ColourMode = "auto" // in a terminal, unless NO_COLOR is set
	ColourAlways ColourMode = "always"
	ColourNever  ColourMode = "never"
)

// StylesFor returns the styles for output of a command to w, as required by --color, NO_COLOR, TERM and whether w is a terminal.
func StylesFor(cmd *cobra.Command, w io.Writer) Styles {
	s := Styles{IsPainted: IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	switch flag := cmd.Flag(colourFlag); {
	case flag == nil:
	case ColourMode(flag.Value.String()) == ColourAlways:
		s.IsPainted = true
	case ColourMode(flag.Value.String()) == ColourNever:
		s.IsPainted = false
	}
	if !s.IsPainted {
		return PlainStyles
	}
	s.Strong, s.Faint, s.Accent = Paint(color.Bold), Paint(color.Faint), Paint(color.FgCyan)
	return s
}

// Paint returns a function that gives text attributes, for output of a command in colour.
func Paint(attributes ...color.Attribute) func(a ...any) string {
	c := color.New(attributes...)
	c.EnableColor() // overrides the library's own decision
	on, off, _ := strings.Cut(strings.ReplaceAll(c.Sprint("\n"), begun, mark), "\n")
	return func(a ...any) string { return on + fmt.Sprint(a...) + off }
}

// AddOutputFlag adds the flag for an output file to a command.
func AddOutputFlag(cmd *cobra.Command) *string {
	return cmd.Flags().StringP("output", "o", "", "write to this `file`; it is written whole or not at all")
}

// WriteToFileOrStdout passes `write` the file at path or, if path is "", standard output. After an error other than an
// [ExitCode], a regular file is unchanged.
func WriteToFileOrStdout(cmd *cobra.Command, path string, write func(w io.Writer) error) error {
	if path == "" {
		return write(cmd.OutOrStdout())
	}
	f, err := createPendingFile(path)
	if err != nil {
		return err
	}
	plain := &escapingWriter{Writer: f, raw: true}
	b := bufio.NewWriter(plain)
	err = write(b)
	if code := ExitCode(0); err != nil && !errors.As(err, &code) {
		return errors.Join(err, f.discard())
	}
	if written := errors.Join(b.Flush(), plain.flush()); written != nil {
		return errors.Join(written, f.discard())
	}
	return errors.Join(f.commit(), err)
}

// WriteFileAtomically writes a file completely or not at all.
func WriteFileAtomically(path string, content []byte) error {
	f, err := createPendingFile(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		return errors.Join(err, f.discard())
	}
	return f.commit()
}

// pendingFile is written beside the file that it will replace, except that devices such as /dev/stdout are written to directly.
type pendingFile struct {
	*os.File
	path string // the file to replace; "" if this one is written to directly
}

func createPendingFile(path string) (*pendingFile, error) {
	mode, isReplaced := fs.FileMode(0o666), false // before the user's umask
	switch old, err := os.Stat(path); {
	case err == nil && !old.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &pendingFile{File: f}, err
	case err == nil:
		mode, isReplaced = old.Mode().Perm(), true
		// The link stays; its target is replaced.
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist) || isLink(path): // a link to a missing file
		return nil, err
	}
	beside := path + "." + strconv.FormatUint(rand.Uint64(), 36)
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		about.Path = path // the path that the user knows
	}
	if isReplaced && err == nil {
		_ = f.Chmod(mode) // which the umask has reduced; some file systems have no modes
	}
	return &pendingFile{f, path}, err
}

// commit replaces the file.
func (f *pendingFile) commit() error {
	if f.path == "" {
		return f.Close()
	}
	err := errors.Join(f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// discard removes the pending file.
func (f *pendingFile) discard() error {
	err := f.Close()
	if f.path != "" {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// isLink reports whether a path is a symbolic link, even a broken one.
func isLink(path string) bool {
	old, err := os.Lstat(path)
	return err == nil && old.Mode()&fs.ModeSymlink != 0
}
