package lsp

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// This file finds paths for new files next to a document. The server has the client create them: inside the workspace, under names that are
// valid on every system, and only where no file exists.

// siblingURI returns the URI of a file, given its path from a document's folder.
func siblingURI(u uri.URI, path string) uri.URI {
	return fileURI(filepath.Join(filepath.Dir(filePath(u)), filepath.FromSlash(path)))
}

// nearbyFiles implements [command.NearbyFiles] for the folder of a document.
type nearbyFiles struct {
	server *Server
	view   *analysedFile
}

// NewExtraction returns where parts of a document go: to the file that the client names, or to free names next to the document.
func (f nearbyFiles) NewExtraction(name, frontMatter string) (restructure.Extraction, error) {
	s, v := f.server, f.view
	file := filePath(v.documentURI())
	if file == "" || isNameless(v.documentURI()) {
		return restructure.Extraction{}, sentence.New("Save the document first: a new file needs a folder.")
	}
	if !s.clientCaps.createsFiles {
		return restructure.Extraction{}, sentence.New("This editor does not let a server make files.")
	}
	x := restructure.Extraction{
		NewFilePlace: restructure.NewFilePlace{Source: filepath.Base(file)},
		FrontMatter:  cmp.Or(frontMatter, v.file.Settings.FrontMatter),
	}
	w := s.workOf(v.documentURI())
	if w != nil {
		x.Head = s.newFrontMatterFunc(w, v.documentURI())
	}
	if name != "" {
		if err := checkNewPath(v.Format, name); err != nil {
			return x, err
		}
		if err := s.checkPlaceByName(w, file, name); err != nil {
			return x, err
		}
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			x.Folder, x.Back = name[:i], strings.TrimSuffix(strings.Repeat("../", strings.Count(name, "/")), "/")
			name = name[i+1:]
		}
		x.Name = func(string) string { return name }
		return x, nil
	}
	taken := s.takenNames(filepath.Dir(file))
	ending := strings.ToLower(filepath.Ext(file))
	x.Name = func(title string) string {
		name := filename.UnusedName(filename.Slug(title), ending, func(key string) bool { return taken[key] })
		if w != nil && w.Order.Kind == "series" { // in a series, the name decides the place in the order
			name = cmp.Or(s.freeNameAfter(w, w.Path(file), filename.Slug(title), taken), name)
		}
		taken[filename.ComparisonKey(name)] = true
		return name
	}
	return x, nil
}

// checkPlaceByName returns an error if the name of a new file would put it elsewhere in an order by names than right after the file that
// its text comes from.
func (s *Server) checkPlaceByName(w *session.Work, file, name string) error {
	if w == nil || w.Order.Kind != "series" || !w.IsPart(w.Path(file)) {
		return nil
	}
	files, done, err := s.session.Current().OpenFolder(w.Root)
	if err != nil {
		return err
	}
	defer done()
	if !w.Order.ComesElsewhere(files, w.Path(file), name) {
		return nil
	}
	title := cmp.Or(work.TitleInName(name, filepath.Base(file)), "part")
	if other := s.freeNameAfter(w, w.Path(file), filename.Slug(title), s.takenNames(filepath.Dir(file))); other != "" {
		return sentence.New("The files are in the order of their names: %s would not come next, but %s would.", name, other)
	}
	return sentence.New("The files are in the order of their names, and there is no name for a file that comes next after %s. Write the order down, or rename the files.", filepath.Base(file))
}

// freeNameAfter returns a free name that comes right after a file in an order by names, or "" if there is none.
func (s *Server) freeNameAfter(w *session.Work, file, slug string, taken map[string]bool) string {
	files, done, err := s.session.Current().OpenFolder(w.Root)
	if err != nil {
		return ""
	}
	defer done()
	for _, name := range work.NamesAfter(path.Base(file), slug, 0) {
		if !taken[filename.ComparisonKey(name)] && w.Order.FitsAfter(files, file, name) {
			return name
		}
	}
	return ""
}

// newFrontMatterFunc returns a function that makes the front matter that the order of a work requires in new files, in sequence.
func (s *Server) newFrontMatterFunc(w *session.Work, u uri.URI) func(name, title string) (string, error) {
	after, made := w.Path(filePath(u)), make(map[string]string)
	return func(name, title string) (string, error) {
		files, done, err := s.session.Current().OpenFolder(w.Root)
		if err != nil {
			return "", err
		}
		defer done()
		fsys := work.NewOverlay(files, made)
		order := w.Order
		if len(made) > 0 {
			if now, ok := order.Reread(fsys); ok {
				order = now
			}
		}
		file := path.Join(path.Dir(w.Path(filePath(u))), name)
		head, err := order.FrontMatterFor(fsys, file, after, title)
		made[file], after = head, file
		return head, err
	}
}

// NewTrayExtraction returns where to put text that the writer sets aside: under a free name in the tray next to the document.
func (f nearbyFiles) NewTrayExtraction() (restructure.Extraction, error) {
	x, err := f.NewExtraction("", "")
	if err != nil {
		return x, err
	}
	file := filePath(f.view.documentURI())
	taken := f.server.takenNames(filepath.Join(filepath.Dir(file), work.Tray))
	x.Folder, x.Back, x.FrontMatter, x.Head = work.Tray, "..", "", nil
	x.Name = func(title string) string {
		return filename.UnusedName(filename.Slug(title), strings.ToLower(filepath.Ext(file)), func(key string) bool { return taken[key] })
	}
	return x, nil
}

// checkNewPath returns an error for a path that leads out of the document's folder, is not portable or has no extension of the format.
func checkNewPath(f markup.Format, path string) error {
	refused := sentence.New("A new file cannot have the path “%s”.", path)
	if !filepath.IsLocal(path) || !slices.Contains(f.Extensions, strings.ToLower(filepath.Ext(path))) {
		return refused
	}
	for name := range strings.SplitSeq(path, "/") {
		if !filename.IsPortable(name) {
			return refused
		}
	}
	return nil
}

// takenNames returns the [filename.ComparisonKey] of each file in a folder, and of open documents that would be saved there.
func (s *Server) takenNames(folder string) map[string]bool {
	names := make(map[string]bool)
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		names[filename.ComparisonKey(e.Name())] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for u := range s.documents {
		if file := filePath(u); filepath.Dir(file) == folder {
			names[filename.ComparisonKey(filepath.Base(file))] = true
		}
	}
	return names
}

// checkNewFiles returns an error for new files that exist or are outside the workspace. It is called just before the edit is sent.
func (s *Server) checkNewFiles(v *analysedFile, e restructure.Edit) error {
	for _, f := range e.Files {
		file := filePath(siblingURI(v.documentURI(), f.Path))
		if !s.isInWorkspace(v.documentURI(), file) {
			return sentence.New("%s would be outside the workspace.", f.Path)
		}
		if s.takenNames(filepath.Dir(file))[filename.ComparisonKey(filepath.Base(file))] {
			return sentence.New("%s already exists.", f.Path)
		}
	}
	return nil
}

// isInWorkspace reports whether a file is, or would be, in the workspace folder or project of a document, after resolving links.
func (s *Server) isInWorkspace(u uri.URI, file string) bool {
	root := s.folderOf(u)
	if root == "" {
		root = filepath.Dir(filePath(u))
	}
	place := resolveSymlinks(file)
	relative, err := filepath.Rel(resolveSymlinks(root), place)
	return err == nil && place != "" && filepath.IsLocal(relative)
}

// resolveSymlinks resolves the symbolic links in the part of a path that exists. It returns "" if a link is broken.
func resolveSymlinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	_, err := os.Lstat(path)
	if above := resolveSymlinks(parent); err != nil && above != "" {
		return filepath.Join(above, filepath.Base(path))
	}
	return ""
}

// largestFile is the maximum size, in bytes, of a file that is read to be included in a text.
const largestFile = 16 << 20

// ReadIncluded returns the text of a file that a document includes.
func (f nearbyFiles) ReadIncluded(target string) (string, error) {
	if !filepath.IsLocal(target) {
		return "", unreadableError(target)
	}
	return f.ReadFile(target)
}

func unreadableError(path string) error {
	return sentence.New("%s cannot be read from here.", path)
}

// ReadFile returns the text of a file of the workspace, given its path from a document's folder. The text in the editor takes precedence.
func (f nearbyFiles) ReadFile(target string) (string, error) {
	s, v := f.server, f.view
	unread := unreadableError(target)
	if filepath.IsAbs(target) || strings.ContainsAny(target, "\\:") || filePath(v.documentURI()) == "" {
		return "", unread
	}
	u := siblingURI(v.documentURI(), target)
	if open := s.session.Current().File(string(u)); open != nil {
		return open.Text.String(), nil
	}
	file := filePath(u)
	if !s.isInWorkspace(v.documentURI(), file) {
		return "", sentence.New("%s is outside the workspace.", target)
	}
	text, err := regular.Read(regular.Disk{}, file, largestFile)
	if err != nil {
		return "", unread
	}
	return string(text), nil
}

// PlaceOf returns the place of a file that a document includes.
func (f nearbyFiles) PlaceOf(target string) restructure.NewFilePlace {
	source := filePath(f.view.documentURI())
	p := restructure.NewFilePlace{Source: filepath.Base(source)}
	if i := strings.LastIndexByte(target, '/'); i >= 0 {
		here := filepath.Dir(source)
		back, err := filepath.Rel(filepath.Join(here, filepath.FromSlash(target[:i])), here)
		if err == nil {
			p.Folder, p.Back = target[:i], filepath.ToSlash(back)
		}
	}
	return p
}
