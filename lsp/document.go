package lsp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/session"
)

// document holds all that the server knows of an open document besides its text, which is a file of the
// session.
type document struct {
	uri        uri.URI
	languageID string

	opened   rope.Text                // its text when it was opened
	baseline atomic.Pointer[baseline] // what lenses compare it with because the client has asked for it
	first    atomic.Pointer[baseline] // the text as it was opened, once lenses compare it with that

	cards cards // what has been made of its fragments and headings, for answers

	inFlight *editInFlight // the restructuring that is under way

	// holdsSettings is set for a settings file, which is no text to analyse.
	holdsSettings bool

	tidied   sync.Once   // after the first analysis of a long text
	declined atomic.Bool // whether the client has been told that it is too large

	// effective are its settings with their origins; guarded by the server's settingsFiles.
	effective config.Effective[Settings]

	publishing  publishing               // guards the two that follow
	published   []diagnostic             // those sent last; nil if none have been
	publishedIn map[uri.URI][]diagnostic // the same of each cell of a notebook

	// What follows is guarded by the server's mu.
	own      *editorSettings // the editor's settings for it, nil until it sends them
	settings Settings        // those of the editor and of files
	expected expectedSettings
	divided  shownBefore
	restored uint64        // the mark of what a client has brought back; 0 before
	session  settingValues // from segls/setSession
	isClosed bool
	served   sentState
	timer    *time.Timer // until the next publication; nil if none is due
	resting  *time.Timer // until the writer rests; nil before the first change
	dirty    time.Time   // when the first change after the last publication came
}

// newContent is a text of the document under its present settings. The caller holds the server's mu.
func (d *document) newContent(version int32, text rope.Text, cells []session.Cell) session.Content {
	c := session.Content{URI: string(d.uri), Path: filePath(d.uri), Version: version, Text: text, Cells: cells}
	if d.isNotebook() || isNameless(d.uri) {
		c.Path = ""
	}
	d.configureContent(&c)
	return c
}

// configureContent gives a content the document's settings and its format.
func (d *document) configureContent(c *session.Content) {
	c.Settings, c.Fixed = d.settings, nil
	for _, name := range slices.Sorted(maps.Keys(d.session)) {
		_ = Declared.Set(&c.Settings, name, d.session[name]) // checked when it was set
		if declared, ok := Declared.Find(name); ok {
			c.Fixed = append(c.Fixed, declared.Name)
		}
	}
	if isAsked := c.Settings.Analysis.Method == analysis.MethodPaper && d.settings.Analysis.Method != analysis.MethodPaper; isAsked {
		c.Settings.Analysis = c.Settings.Analysis.ForPaper(func(name string) bool { return slices.Contains(c.Fixed, name) })
	}
	c.Format, _ = formatOf(d.languageID, d.uri, &c.Settings)
}

// formatOf returns the format of a document, and whether it is one for segls.
func formatOf(languageID string, u uri.URI, s *Settings) (markup.Format, bool) {
	if languageID == notebookID {
		return markup.Notebook, true
	}
	return analysis.FormatOf(string(u), languageID, &s.Analysis)
}

// isForeign reports whether a document is not a writer's file: a version that git
// shows, an output panel, a commit message.
func isForeign(u uri.URI, languageID string) bool {
	scheme, _, _ := strings.Cut(string(u), ":")
	return scheme != "untitled" && !isFile(u) || languageID == "git-commit" || languageID == "gitcommit"
}

// isNameless reports whether a URI is the one that Neovim gives every buffer without a name,
// `file://`. Requests come from the buffer that they are about, but a notification under this
// URI would reach another one.
func isNameless(u uri.URI) bool { return u == "file:///" || u == "file://" }

// close ends what is to happen to the document later. The caller holds the server's mu.
func (d *document) close() {
	d.isClosed = true
	for _, timer := range []*time.Timer{d.timer, d.resting} {
		if timer != nil {
			timer.Stop()
		}
	}
}

// A view is an analysed file of a snapshot. Answers are pure functions of it.
type view struct {
	*analysis.Document
	mapper
	file       *session.File
	cards      *cards
	clientCaps clientCaps
	cell       *session.Cell // of a notebook, through which it is seen; nil is the whole
}

// documentURI is that of the document, which for a notebook is not that of a cell.
func (v *view) documentURI() uri.URI { return uri.URI(v.file.URI) }

// view is the newest text of a document, analysed. It is nil, without an error, for a
// document that is not for segls.
func (s *Server) view(ctx context.Context, u uri.URI) (*view, error) {
	for {
		d, err := s.document(u)
		if err != nil {
			if v := s.fileView(ctx, u); v != nil {
				return v, nil
			}
		}
		if d == nil || d.holdsSettings {
			return nil, err
		}
		if err := s.awaitSettings(ctx, d); err != nil {
			return nil, err
		}
		f := s.fileOf(d)
		if f == nil {
			continue // it has just been closed
		}
		if _, ok := formatOf(d.languageID, u, &f.Settings); !ok {
			return nil, nil
		}
		if s.isTooLarge(ctx, d, f) {
			return nil, nil
		}
		result, err := f.Document(ctx)
		if errors.Is(err, session.ErrReplaced) && ctx.Err() == nil {
			continue // the one that replaced it is there, or the document is closed
		}
		if err != nil {
			return nil, err
		}
		v := &view{result, mapper{f.Text, s.clientCaps.encoding}, f, &d.cards, s.clientCaps, nil}
		if u == d.uri {
			return v, nil
		}
		if c := f.CellOf(string(u)); c != nil {
			return v.viewOfCell(c), nil
		}
		return nil, nil // the cell is gone
	}
}

// document finds an open document: for a cell, the notebook that it is of. It is nil, without an
// error, for one that is not for segls.
func (s *Server) document(u uri.URI) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[u]; d != nil {
		return d, nil
	}
	if f := s.session.Current().File(string(u)); f != nil {
		return s.documents[uri.URI(f.URI)], nil
	}
	if !isForeign(u, "") {
		return nil, invalidParams("%s is not open", u)
	}
	return nil, nil
}

// fileOf returns the newest text of a document; nil if it has been closed.
func (s *Server) fileOf(d *document) *session.File { return s.session.Current().File(string(d.uri)) }

// lines are the first and last line in which a span has anything but white space.
func (v *view) lines(s markup.Span) (start, end int) {
	s = v.Text.Trim(s)
	return v.Text.LineAt(s.Start), v.Text.LineAt(max(s.Start, s.End-1))
}

// content is the range of a span without the white space around it.
func (v *view) content(s markup.Span) protocol.Range { return v.rangeOf(v.Text.Trim(s)) }
