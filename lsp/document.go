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

// openDocument is an open document. Its text is in the session, as a file.
type openDocument struct {
	uri        uri.URI
	languageID string

	opened   rope.Text                // its text when it was opened
	baseline atomic.Pointer[baseline] // set by the client for its lenses
	first    atomic.Pointer[baseline] // the text as it was opened, once lenses compare with it

	cards cards // cached parts of answers

	inFlight *editInFlight // the restructuring under way

	// holdsSettings is set for a settings file, which is not analysed.
	holdsSettings bool

	tidied   sync.Once   // after the first analysis of a long text
	declined atomic.Bool // the client has been informed that the document is too large

	// effective holds the document's settings with their origins; guarded by the server's settingsFiles.
	effective config.EffectiveSettings[session.Settings]

	publishing  publishLock              // guards the next two
	published   []diagnostic             // the diagnostics last sent; nil if none have been
	publishedIn map[uri.URI][]diagnostic // the same for each cell of a notebook

	// The fields below are guarded by the server's mu.
	own      *editorSettings  // the editor's settings for it; nil until it sends them
	settings session.Settings // from the editor and from files
	expected expectedSettings
	divided  shownBefore
	restored uint64        // the mark of the shape that the client has restored; 0 before that
	session  settingValues // from segls/setSession
	isClosed bool
	served   sentSignatures
	timer    *time.Timer // fires when diagnostics are due; nil if none are
	resting  *time.Timer // fires when the text is to be divided again; nil before the first change
	dirty    time.Time   // the time of the first change since the last publication
}

// newContent returns a text of the document with its current settings. The caller holds the server's mu.
func (d *openDocument) newContent(version int32, text rope.Text, cells []session.Cell) session.Content {
	c := session.Content{URI: string(d.uri), Path: filePath(d.uri), Version: version, Text: text, Cells: cells}
	if d.isNotebook() || isNameless(d.uri) {
		c.Path = ""
	}
	d.configureContent(&c)
	return c
}

// configureContent sets the settings and the format of c to those of the document.
func (d *openDocument) configureContent(c *session.Content) {
	c.Settings, c.Fixed = d.settings, nil
	for _, name := range slices.Sorted(maps.Keys(d.session)) {
		_ = session.DeclaredSettings.Set(&c.Settings, name, d.session[name]) // checked when it was set
		if declared, ok := session.DeclaredSettings.Find(name); ok {
			c.Fixed = append(c.Fixed, declared.Name)
		}
	}
	if isAsked := c.Settings.Analysis.Method == analysis.MethodPaper && d.settings.Analysis.Method != analysis.MethodPaper; isAsked {
		c.Settings.Analysis = c.Settings.Analysis.ForPaper(func(name string) bool { return slices.Contains(c.Fixed, name) })
	}
	c.Format, _ = formatOf(d.languageID, d.uri, &c.Settings)
}

// formatOf returns the format of a document, and whether segls handles it.
func formatOf(languageID string, u uri.URI, s *session.Settings) (markup.Format, bool) {
	if languageID == notebookID {
		return markup.Notebook, true
	}
	return s.Analysis.FormatOf(string(u), languageID)
}

// isForeign reports whether a document is not one of the writer's texts but, for example, a version shown by git.
func isForeign(u uri.URI, languageID string) bool {
	scheme, _, _ := strings.Cut(string(u), ":")
	return scheme != "untitled" && !isFile(u) || languageID == "git-commit" || languageID == "gitcommit"
}

// isNameless reports whether a URI is `file://`, which Neovim gives to every buffer without a name. The client sends
// requests for a buffer from that buffer, but could apply a notification with this URI to another one.
func isNameless(u uri.URI) bool { return u == "file:///" || u == "file://" }

// close stops the document's timers. The caller holds the server's mu.
func (d *openDocument) close() {
	d.isClosed = true
	for _, timer := range []*time.Timer{d.timer, d.resting} {
		if timer != nil {
			timer.Stop()
		}
	}
}

// analysedFile is a file of a snapshot with its analysis. Most answers are pure functions of it.
type analysedFile struct {
	*analysis.Document
	mapper
	file       *session.File
	cards      *cards
	clientCaps clientCaps
	cell       *session.Cell // the cell of a notebook to which the view is restricted; nil if it is not
}

// documentURI returns the URI of the document; for a cell, that of its notebook.
func (v *analysedFile) documentURI() uri.URI { return uri.URI(v.file.URI) }

// analysedFile returns the analysis of the newest text of a document or, if it is not open, that of
// [Server.closedFileView]. It is nil, without an error, for a document that segls does not handle or that is too large.
func (s *Server) analysedFile(ctx context.Context, u uri.URI) (*analysedFile, error) {
	for {
		d, err := s.document(u)
		if err != nil {
			if v := s.closedFileView(ctx, u); v != nil {
				return v, nil
			}
		}
		if d == nil || d.holdsSettings {
			return nil, err
		}
		if err := s.awaitSettings(ctx, d); err != nil {
			return nil, err
		}
		f := s.currentFile(d)
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
			continue // it has been replaced or closed
		}
		if err != nil {
			return nil, err
		}
		v := &analysedFile{result, mapper{f.Text, s.clientCaps.encoding}, f, &d.cards, s.clientCaps, nil}
		if u == d.uri {
			return v, nil
		}
		if c := f.CellOf(string(u)); c != nil {
			return v.viewOfCell(c), nil
		}
		return nil, nil // the cell has been deleted
	}
}

// document returns an open document; for a cell, its notebook. It returns nil without an error if its URI says that it is
// not one of the writer's texts (see isForeign).
func (s *Server) document(u uri.URI) (*openDocument, error) {
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

// currentFile returns the newest text of a document; nil if it has been closed.
func (s *Server) currentFile(d *openDocument) *session.File {
	return s.session.Current().File(string(d.uri))
}

// contentLines returns the first and last line of a span without the white space around it.
func (v *analysedFile) contentLines(s markup.Span) (start, end int) {
	s = v.Text.Trim(s)
	return v.Text.LineAt(s.Start), v.Text.LineAt(max(s.Start, s.End-1))
}

// contentRange returns the range of a span without the white space around it.
func (v *analysedFile) contentRange(s markup.Span) protocol.Range { return v.rangeOf(v.Text.Trim(s)) }
