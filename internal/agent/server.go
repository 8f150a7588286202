package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library/store"
	"github.com/segls/segls/internal/link"
)

// Command returns the command `segls mcp`, which reports the version to its clients.
func Command(version string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp [flags] ROOT...",
		Short: "Serve agents over standard input and output",
		Long: `Mcp speaks the Model Context Protocol over standard input and output. Programs that work with
language models run it; there is nothing for you to type.

It gives outlines of texts, also of those without headings, and reads parts of them; finds
passages by words, related ones and repeated ones; plans how a text could be split, or a document
put together from passages; and shows how the structure of two versions differs. It changes
nothing, and reads only what is in the folders ROOT: no links out of them, nothing hidden, and
nothing that git ignores.`,
		Example: `  segls mcp ~/notes
  segls mcp book/ research/`,
		Args: console.RequireArguments(1, console.NoLimit),
	}
	texts := console.AddSettingFlagsOnly(cmd)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		s := &server{texts: texts, version: version}
		defer s.close()
		if err := s.open(paths); err != nil {
			return err
		}
		transport := &mcp.IOTransport{Reader: io.NopCloser(cmd.InOrStdin()), Writer: withoutClose{cmd.OutOrStdout()}}
		err := s.newMCPServer().Run(cmd.Context(), transport)
		if errors.Is(err, io.EOF) {
			return nil // the client has disconnected
		}
		return err
	}
	return cmd
}

type withoutClose struct{ io.Writer }

func (withoutClose) Close() error { return nil }

// server answers the requests of agents.
type server struct {
	version string
	texts   *console.Batch
	roots   []*root

	mu        sync.Mutex
	kept      []document     // texts read recently, the most recent first
	divisions []*dividedWork // works divided or read recently, the most recent first
}

// root is a folder that may be read.
type root struct {
	name   string // prefix of paths in it if there are several roots, else ""
	folder string
	fsys   fs.FS
	close  func() error

	mu    sync.Mutex
	store *store.Store // for passages; nil until used
}

// document is a text that has been analysed.
type document struct {
	root     *root
	name     string
	modified time.Time
	size     int64
	settings analysis.Settings
	*analysis.Document
}

// Limits of requests.
const (
	mostDocuments = 32       // kept in memory
	mostTextBytes = 16 << 20 // in a text
	maxTexts      = 2000     // read for one request
	maxTextsBytes = 64 << 20 // their total size; a larger work is not divided as one
	mostDivisions = 2        // kept in memory
)

// open opens the folders that may be read.
func (s *server) open(paths []string) error {
	for _, given := range paths {
		folder, err := filepath.Abs(given)
		if err != nil {
			return err
		}
		about, err := os.Stat(given)
		switch {
		case err != nil:
			return err
		case !about.IsDir():
			return fmt.Errorf("%s is not a folder", given)
		}
		fsys, closeRoot, err := ignore.OpenVisible(folder)
		if err != nil {
			return err
		}
		r := &root{folder: folder, fsys: fsys, close: closeRoot}
		if len(paths) > 1 {
			r.name = filepath.Base(folder)
			for n := 2; slices.ContainsFunc(s.roots, func(other *root) bool { return other.name == r.name }); n++ {
				r.name = fmt.Sprintf("%s-%d", filepath.Base(folder), n)
			}
		}
		s.roots = append(s.roots, r)
	}
	return nil
}

func (s *server) close() {
	for _, r := range s.roots {
		_ = r.close() // an error does not matter: nothing was written
	}
}

// resolvePath returns the root, and the name in it, for a path from an agent, absolute or relative to the roots.
func (s *server) resolvePath(asked string) (*root, string, error) {
	outside := fmt.Errorf("%s is outside the folders that may be read; %s", asked, lookAround)
	if asked == "" {
		asked = "."
	}
	if filepath.IsAbs(asked) {
		for _, r := range s.roots {
			if relative, err := filepath.Rel(r.folder, asked); err == nil && filepath.IsLocal(relative) {
				return s.checkExists(r, filepath.ToSlash(relative), asked)
			}
		}
		return nil, "", outside
	}
	name := path.Clean(filepath.ToSlash(asked))
	if !fs.ValidPath(name) {
		return nil, "", outside
	}
	if len(s.roots) == 1 {
		return s.checkExists(s.roots[0], name, asked)
	}
	first, rest, _ := strings.Cut(name, "/")
	for _, r := range s.roots {
		if r.name == first {
			return s.checkExists(r, path.Clean(rest), asked)
		}
	}
	return nil, "", fmt.Errorf("begin the path %s with %s", asked, formatList(s.rootNames(), "or"))
}

func (s *server) rootNames() (names []string) {
	for _, r := range s.roots {
		names = append(names, r.name)
	}
	return names
}

// checkExists returns r and name if the file exists and is not hidden, or else an error about the path asked.
func (s *server) checkExists(r *root, name, asked string) (*root, string, error) {
	_, err := fs.Stat(r.fsys, name)
	if err == nil { // a link must not lead to a hidden file either
		var real, folder string
		if real, err = filepath.EvalSymlinks(filepath.Join(r.folder, filepath.FromSlash(name))); err == nil {
			if folder, err = filepath.EvalSymlinks(r.folder); err == nil {
				if real, err = filepath.Rel(folder, real); err == nil {
					_, err = fs.Stat(r.fsys, filepath.ToSlash(real))
				}
			}
		}
	}
	if err != nil {
		if about := (*fs.PathError)(nil); errors.As(err, &about) && !errors.Is(err, fs.ErrNotExist) {
			if strings.Contains(about.Err.Error(), "escapes") { // from os.Root
				return nil, "", fmt.Errorf("%s is a link out of the folders that may be read; %s", asked, lookAround)
			}
			return nil, "", fmt.Errorf("%s cannot be read (%w); %s", asked, about.Err, lookAround)
		}
		return nil, "", fmt.Errorf("there is no text or folder %s, or it is hidden; %s", asked, lookAround)
	}
	return r, name, nil
}

// lookAround is the advice in errors about paths.
const lookAround = "an outline without a path lists what there is"

// errorText returns the text of an error, with paths relative to the root.
func (r *root) errorText(err error) string {
	return strings.NewReplacer(r.folder+": ", "", r.folder+string(filepath.Separator), "").Replace(err.Error())
}

// displayName returns the path that answers give for a name in a root.
func (r *root) displayName(name string) string { return path.Join(r.name, name) }

// isFolder reports whether a name in the root is a folder.
func (r *root) isFolder(name string) bool {
	about, err := fs.Stat(r.fsys, name)
	return err == nil && about.IsDir()
}

// read returns the analysis of a text, with its root and its name there. Analyses of recently read texts are cached.
func (t *textReader) read(ctx context.Context, asked string) (*analysis.Document, *root, string, error) {
	r, name, err := t.resolvePath(asked)
	if err != nil {
		return nil, nil, "", err
	}
	if r.isFolder(name) {
		return nil, nil, "", fmt.Errorf("%s is a folder; give one of the texts that its outline names", asked)
	}
	d, err := t.loadDocument(ctx, r, name)
	if err != nil {
		return nil, nil, "", fmt.Errorf("%s: %w", asked, err)
	}
	return d, r, name, nil
}

func (t *textReader) loadDocument(ctx context.Context, r *root, name string) (*analysis.Document, error) {
	about, err := fs.Stat(r.fsys, name)
	if err != nil {
		return nil, errors.New("it cannot be read; give another text")
	}
	if d, err := t.documentInWork(ctx, r, name); d != nil || err != nil {
		return d, err
	}
	settings, err := t.settings(r, name)
	if err != nil {
		return nil, err
	}
	isKept := func(d document) bool {
		return d.root == r && d.name == name && d.size == about.Size() && d.modified.Equal(about.ModTime()) && d.settings == settings
	}
	t.mu.Lock()
	if i := slices.IndexFunc(t.kept, isKept); i >= 0 {
		kept := t.kept[i]
		t.kept = slices.Insert(slices.Delete(t.kept, i, i+1), 0, kept)
		t.mu.Unlock()
		return kept.Document, nil
	}
	t.mu.Unlock()
	text, err := readText(r, name, about)
	if err != nil {
		return nil, err
	}
	d, err := catchPanic(func() (*analysis.Document, error) {
		format, _ := settings.FormatOf(name, "")
		return analysis.Analyze(ctx, rope.New(text), format, settings)
	})
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = slices.DeleteFunc(t.kept, func(d document) bool { return d.root == r && d.name == name })
	t.kept = slices.Insert(t.kept, 0, document{r, name, about.ModTime(), about.Size(), settings, d})
	t.kept = t.kept[:min(len(t.kept), mostDocuments)]
	return d, nil
}

// settings returns the settings for a text.
func (s *server) settings(r *root, name string) (analysis.Settings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings, err := s.texts.Settings(filepath.Join(r.folder, filepath.FromSlash(name)))
	return settings.Settings.Analysis, err
}

// readText returns a text on disk.
func readText(r *root, name string, about fs.FileInfo) (string, error) {
	switch {
	case !about.Mode().IsRegular():
		return "", errors.New("it is not a regular file; give another")
	case about.Size() > mostTextBytes:
		return "", fmt.Errorf("it is larger than %d MB; give a shorter text", mostTextBytes>>20)
	}
	content, err := fs.ReadFile(r.fsys, name)
	if err != nil {
		return "", errors.New("it cannot be read; give another text")
	}
	text := string(content)
	if strings.Contains(text[:min(len(text), 8000)], "\x00") {
		return "", errors.New("it is a binary file; give a text")
	}
	return text, nil
}

// catchPanic calls analyse and returns a panic as an error.
func catchPanic[R any](analyse func() (R, error)) (result R, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("its analysis failed because of a fault in segls; read another text")
		}
	}()
	return analyse()
}

// textNames returns the names of the texts in a folder, or of one text.
func (s *server) textNames(asked string) (*root, []string, error) {
	r, name, err := s.resolvePath(asked)
	if err != nil {
		return nil, nil, err
	}
	if !r.isFolder(name) {
		return r, []string{name}, nil
	}
	var names []string
	bytes := int64(0)
	for found, about := range link.LinkableFiles(r.fsys, name) {
		names = append(names, found)
		bytes += about.Size()
		if len(names) > maxTexts || bytes > maxTextsBytes {
			return nil, nil, fmt.Errorf("%s has more than %d texts or %d MB; give a folder in it", cmp.Or(asked, "the folder"), maxTexts, maxTextsBytes>>20)
		}
	}
	if len(names) == 0 {
		return nil, nil, fmt.Errorf("there are no texts in %s; give another folder", cmp.Or(asked, "the folder"))
	}
	slices.Sort(names)
	return r, names, nil
}

// paginate returns a part of a list, and the index at which the next one begins, or nil.
func paginate[E any](list []E, cursor, limit, usual, most int) ([]E, *int, error) {
	if cursor < 0 || cursor > len(list) {
		return nil, nil, fmt.Errorf("give cursor from 0 to %d; there are no more entries", len(list))
	}
	if limit <= 0 {
		limit = usual
	}
	end := min(len(list), cursor+min(limit, most))
	if end == len(list) {
		return list[cursor:end], nil, nil
	}
	return list[cursor:end], &end, nil
}
