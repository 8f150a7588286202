package lsp

import (
	"context"
	"maps"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/notebook"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// passagePlace is the place of a passage. An empty range means the fragment there.
type passagePlace struct {
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
}

// assembledResult answers the command that creates a document from passages.
type assembledResult struct {
	Words  int               `json:"words"` // of the document; in a trial, of the passages
	Places []collectedResult `json:"places"`
	Notes  []string          `json:"notes"`
}

// collectedResult is a passage that goes into the document.
type collectedResult struct {
	URI   uri.URI        `json:"uri"`
	Path  string         `json:"path"` // relative to the workspace folder
	Range protocol.Range `json:"range"`
	Title string         `json:"title"` // of its section; "" if it is in none
	Words int            `json:"words"`
}

// assemble has the client create a document from passages. In a trial, it only returns the passages and their lengths.
func (s *Server) assemble(ctx context.Context, a commandArgument) (any, error) {
	root, err := s.commonFolder(a)
	if err != nil {
		return nil, err
	}
	t, err := s.textsToAssemble(ctx, root, a)
	if err != nil {
		return nil, err
	}
	defer t.close()
	t.Documents = make(map[string]*analysis.Document)
	var passages []rearrange.Passage
	result := assembledResult{Places: []collectedResult{}, Notes: []string{}}
	for _, place := range a.Places {
		p, at, err := s.passageAt(ctx, t, place)
		if err != nil {
			return nil, toFailure(err)
		}
		d := t.Documents[p.Path]
		title := ""
		if i := restructure.SectionAt(d, p.Span.Start); i >= 0 {
			title = d.Sections()[i].Title
		}
		span := p.Span
		if whole, err := restructure.StandaloneSpan(d, span); err == nil {
			span = whole
		}
		result.Places = append(result.Places, collectedResult{
			URI: place.URI, Path: p.Path, Title: title, Range: protocol.Range{Start: at.position(span.Start), End: at.position(span.End)},
			Words: analysis.New(d.Text.Slice(span), d.Format, d.Settings).Words(),
		})
		passages = append(passages, p)
	}
	if a.IsTrial {
		for _, p := range result.Places {
			result.Words += p.Words
		}
		return result, nil
	}
	to := session.Relative(root, filePath(a.ToURI))
	if a.ToURI == "" || to == "" {
		return nil, newFailure("%s would be outside the workspace, so nothing has been done.", filePath(a.ToURI))
	}
	c, err := rearrange.Assemble(t.Work, to, passages...)
	if err != nil {
		return nil, toFailure(err)
	}
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return nil, newFailure("This editor does not let a server change several files.")
	}
	if err := s.checkChange(t, c); err != nil {
		return nil, err
	}
	first, _ := t.workspaceEdits(c, nil)
	if answer := s.applyDocumentChanges(ctx, c.Title, first); !answer.applied {
		return nil, answer.failure()
	}
	result.Words = analysis.New(c.Created[to], t.Documents[passages[0].Path].Format, analysis.Defaults()).Words()
	for _, u := range c.Unmended {
		result.Notes = append(result.Notes, u.Path+": "+u.Reason.In(s.clientCaps.Language))
	}
	for _, note := range c.Notes {
		result.Notes = append(result.Notes, note.In(s.clientCaps.Language))
	}
	s.reveal(ctx, t.uri(to), nil)
	return result, nil
}

// textsToAssemble returns the texts of a folder. For a trial, which needs no links, it reads only those of the places.
func (s *Server) textsToAssemble(ctx context.Context, root string, a commandArgument) (*workspaceTexts, error) {
	if !a.IsTrial {
		return s.textsUnder(ctx, root, session.Relative(root, filePath(a.URI)))
	}
	var t *workspaceTexts
	err := retry(func() error {
		now := s.session.Current()
		files, done, err := now.OpenFolder(root)
		if err != nil {
			return newFailure("The folder of the work cannot be read: %s", err)
		}
		texts := make(map[string]string)
		for _, place := range a.Places {
			path := session.Relative(root, filePath(place.URI))
			if text, _, err := session.ReadText(files, path, int64(s.session.Largest)); err == nil {
				texts[path] = text
			}
		}
		t = &workspaceTexts{
			root: root, views: make(map[string]*analysedFile), clientCaps: s.clientCaps, close: done,
			Work: rearrange.Work{Order: new(work.Work), Files: files, Index: link.NewIndex([]link.Site{{Folder: "."}}, maps.All(texts))},
		}
		if err := s.putOpenTexts(ctx, now, t); err != nil {
			done()
			return err
		}
		return nil
	})
	return t, err
}

// commonFolder returns the folder that [Server.folderOf] returns for the document. It fails if that does not contain
// all places of an argument and the file to create. Without a workspace, it returns the nearest folder above that
// contains them, and fails if that is a personal folder.
func (s *Server) commonFolder(a commandArgument) (string, error) {
	root := s.folderOf(a.URI)
	if root == "" {
		return "", newFailure("Save the document first: a new file needs a folder.")
	}
	s.mu.Lock()
	isAlone := len(s.folders) == 0
	s.mu.Unlock()
	files := []uri.URI{}
	for _, place := range a.Places {
		files = append(files, place.URI)
	}
	if a.ToURI != "" {
		files = append(files, a.ToURI)
	}
	for _, u := range files {
		switch file := filePath(u); {
		case file == "":
			return "", newFailure("Save the document first: a new file needs a folder.")
		case notebook.HasNotebookName(file):
			return "", newFailure("%s is a notebook, and its cells cannot be made into one text.", file)
		}
		for session.Relative(root, filePath(u)) == "" {
			above := filepath.Dir(root)
			if !isAlone || above == root || work.IsPersonal(filepath.ToSlash(above)) {
				return "", newFailure("%s is outside the workspace.", filePath(u))
			}
			root = above
		}
	}
	return root, nil
}

// passageAt returns the passage at a place and the mapper of its text.
func (s *Server) passageAt(ctx context.Context, t *workspaceTexts, place passagePlace) (p rearrange.Passage, at mapper, err error) {
	if p.Path = t.path(place.URI); p.Path == "" {
		return p, at, newFailure("%s is outside the workspace.", filePath(place.URI))
	}
	d := t.Documents[p.Path]
	if v := t.views[p.Path]; d == nil && v != nil {
		d = v.Document
	}
	if d == nil {
		text, ok := t.Index.Text(p.Path)
		f, isKnown := markup.ByFileName(p.Path)
		if !ok || !isKnown {
			return p, at, newFailure("%s cannot be read.", p.Path)
		}
		if v := s.closedFileView(ctx, place.URI); v != nil && v.Text.String() == text {
			d = v.Document
		} else {
			d = analysis.New(text, f, analysis.Defaults())
		}
	}
	t.Documents[p.Path] = d
	at = mapper{d.Text, s.clientCaps.encoding}
	p.Span = markup.Span{Start: at.offset(place.Range.Start), End: at.offset(place.Range.End)}
	if p.Span.Len() > 0 || len(d.Fragments()) == 0 {
		return p, at, nil
	}
	p.Span, err = restructure.FragmentSpan(d, rearrange.FragmentInLine(d, d.Text.LineAt(p.Span.Start)+1))
	return p, at, err
}
