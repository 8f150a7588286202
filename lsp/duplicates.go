package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/duplicate"
)

// mostSearched is the greatest number of bytes of text that the server compares.
const mostSearched = 64 << 20

// duplicatesResult answers segls/duplicates.
type duplicatesResult struct {
	Texts int           `json:"texts"`
	Pairs []*pairResult `json:"pairs"`
}

// duplicatesParams are the parameters of segls/duplicates.
type duplicatesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Whole        bool                            `json:"whole"`
	MinScore     float64                         `json:"minScore"`
}

// duplicates answers with the repeated passages that have a place in the document or, if Whole is set, with all those of its workspace
// folder. It answers null without such a folder.
func (s *Server) duplicates(ctx context.Context, p duplicatesParams) (any, error) {
	u := p.TextDocument.URI
	root := s.folderOf(u)
	if root == "" {
		return nil, nil
	}
	c, err := s.newFolderComparison(ctx, root)
	if err != nil {
		return nil, err
	}
	here := c.relativePath(u)
	if p.Whole {
		here = ""
	}
	r := duplicatesResult{Texts: len(c.texts), Pairs: []*pairResult{}}
	all := duplicate.Find(c.texts)
	for _, f := range all {
		if here == "" && !p.Whole {
			break // segls does not read the document
		}
		if pair := c.newPairResult(f, here); pair != nil && f.Score() >= p.MinScore {
			r.Pairs = append(r.Pairs, pair)
		}
	}
	c.storePairs(all, r.Pairs)
	return r, nil
}

// scheduleDuplicates searches the folder of a document for repeated passages in the background, if the settings enable
// diagnostics of them: once, and again after files are saved.
func (s *Server) scheduleDuplicates(d *openDocument, again bool) {
	f := s.currentFile(d)
	if f == nil {
		return
	}
	settings := f.Settings
	root := s.folderOf(d.uri)
	if !settings.Analysis.Reports(check.SaidTwice) || !settings.Diagnostics || root == "" {
		return
	}
	s.mu.Lock()
	search := s.searches[root]
	isFirst := search == nil
	if isFirst {
		search = new(requestCoalescer)
		s.searches[root] = search
	}
	s.mu.Unlock()
	if !isFirst && !again {
		return
	}
	s.runInBackground(func(ctx context.Context) {
		select { // files are often saved together
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(settings.SettleMS) * time.Millisecond):
		}
		s.logSendError("searching for repeated passages", search.askOrQueue(ctx, func(ctx context.Context) error {
			c, err := s.newFolderComparison(ctx, root)
			if err == nil {
				c.storePairs(duplicate.Find(c.texts), nil)
			}
			return err
		}))
	})
}

// folderComparison compares the texts of a folder: those in the editor, or else on disk.
type folderComparison struct {
	server   *Server
	root     string
	texts    []*duplicate.Text
	ropes    map[string]rope.Text
	sections map[string][]analysis.Section
	format   map[string]string
	open     map[string]*analysedFile
}

func (s *Server) newFolderComparison(ctx context.Context, root string) (*folderComparison, error) {
	texts, err := s.openLibrary(root)
	if err != nil {
		return nil, err
	}
	c := &folderComparison{server: s, root: texts.Root, ropes: make(map[string]rope.Text), sections: make(map[string][]analysis.Section), format: make(map[string]string), open: make(map[string]*analysedFile)}
	for _, d := range s.documentsWhere(anyDocument) {
		if name, isIn := texts.Relative(filePath(d.uri)); isIn {
			if v, err := s.analysedFile(ctx, d.uri); err == nil && v != nil {
				c.open[name] = v
			}
		}
	}
	type found struct {
		name, format string
		text         rope.Text
		sections     []analysis.Section
		read         *duplicate.Text
	}
	var all sync.Map // of found, by name
	take := func(name string, d *analysis.Document) {
		if v := c.open[name]; v != nil {
			d = v.Document
		}
		all.Store(name, found{name, d.Format.Name, d.Text, d.Sections(), duplicate.NewText(name, d)})
	}
	switch err := texts.Each(ctx, mostSearched, take); {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, newFailure("Repeated passages cannot be searched for: %s.", err)
	}
	for _, each := range all.Range {
		f := each.(found)
		c.ropes[f.name], c.sections[f.name], c.format[f.name] = f.text, f.sections, f.format
		c.texts = append(c.texts, f.read)
	}
	slices.SortFunc(c.texts, func(a, b *duplicate.Text) int { return strings.Compare(a.Path, b.Path) })
	return c, nil
}

// relativePath returns the path of an open document relative to the folder; "" if it is not in the folder.
func (c *folderComparison) relativePath(u uri.URI) string {
	for name, v := range c.open {
		if v.documentURI() == u {
			return name
		}
	}
	return ""
}

// newPairResult returns a finding for an answer. With the name of a document, the place in that document comes first, and the result is nil if there
// is none; without a name, the second place comes first, because that is the copy.
func (c *folderComparison) newPairResult(f duplicate.Finding, here string) *pairResult {
	score := f.Score() // of the finding, whichever place comes first
	if here == "" || f.B.Path == here && f.A.Path != here {
		f.A, f.B, f.OnlyA, f.OnlyB = f.B, f.A, f.OnlyB, f.OnlyA
	}
	if here != "" && f.A.Path != here {
		i := slices.IndexFunc(f.Also, func(p duplicate.Occurrence) bool { return p.Path == here })
		if i < 0 {
			return nil
		}
		f = f.AtAlso(i)
	}
	p := &pairResult{
		language: c.server.clientCaps.Language,
		Here:     c.newCopyResult(f.A), There: c.newCopyResult(f.B), Also: make([]copyResult, 0, len(f.Also)), Score: score, Similarity: f.Similarity,
		OnlyHere: append([]string{}, f.OnlyA...), OnlyThere: append([]string{}, f.OnlyB...),
	}
	for _, other := range f.Also {
		p.Also = append(p.Also, c.newCopyResult(other))
	}
	p.fillInIDs()
	return p
}

func (c *folderComparison) newCopyResult(p duplicate.Occurrence) copyResult {
	at := mapper{c.ropes[p.Path], c.server.clientCaps.encoding}
	u := fileURI(filepath.Join(c.root, filepath.FromSlash(p.Path)))
	if v := c.open[p.Path]; v != nil {
		u = v.documentURI()
	}
	said := at.text.Slice(p.Span)
	section := []string{}
	for _, s := range c.sections[p.Path] {
		if s.Title != "" && s.Span.Contains(p.Span.Start) {
			section = append(section, s.Title)
		}
	}
	return copyResult{URI: u, Path: p.Path, Range: at.rangeOf(at.text.Trim(p.Span)), Section: section, Opening: openingOf(p.Seen), said: said, words: p.Said, format: c.format[p.Path]}
}
