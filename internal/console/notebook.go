package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/notebook"
)

// readTextOrNotebook returns a text with its format; for a notebook, the text of its cells.
func (b *Batch) readTextOrNotebook(path string, isStdin bool, s *analysis.Settings) (text string, format markup.Format, warning string, err error) {
	if !notebook.HasNotebookName(path) {
		text, warning, err = b.read(path, isStdin)
		format, _ = s.FormatOf(path, "")
		return text, format, warning, err
	}
	n, err := b.readNotebook(path, isStdin)
	if err != nil {
		return "", markup.Format{}, "", err
	}
	return n.Text, n.Format, "", nil
}

// readNotebook reads a notebook as a stream, because most of it may be the output of code.
func (b *Batch) readNotebook(path string, isStdin bool) (*notebook.Notebook, error) {
	if !b.Notebooks {
		return nil, fmt.Errorf("%s: %w", path, errOfNotebook)
	}
	if isStdin {
		return notebookFrom(b.cmd.InOrStdin(), StandardInput)
	}
	if was, isPast := b.then.oldText(path); isPast {
		return notebookFrom(strings.NewReader(was), path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return notebookFrom(f, path)
}

var errOfNotebook = errors.New("this command does not read notebooks; fragment, curve, stats, check, explain, blocks and work do")

func notebookFrom(r io.Reader, path string) (*notebook.Notebook, error) {
	n, err := notebook.Read(r)
	if about := (*os.PathError)(nil); err != nil && !errors.As(err, &about) {
		err = fmt.Errorf("%s: %w", shownName(path), err)
	}
	if err == nil && int64(len(n.Text)) > MaxSize {
		err = fmt.Errorf("%s: more than %d MB of text; split it first", shownName(path), MaxSize>>20)
	}
	return n, err
}
