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
	"github.com/segls/segls/analysis/config"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// document is a document that the client has open. Its text changes by having its
// snapshot replaced.
type document struct {
	uri        uri.URI
	languageID string
	encoding   encoding
	analyst    *analyst

	// turn is full while an analysis is under way: however long one takes, others must not
	// pile up behind it while somebody types.
	turn chan struct{}

	opened   rope.Text                // its text when it was opened
	baseline atomic.Pointer[baseline] // what lenses compare it with because the client has asked for it
	first    atomic.Pointer[baseline] // the text as it was opened, once lenses compare it with that

	versions   versions   // what was shown of earlier texts
	renderings renderings // what has been rendered of the newest ones

	course *course              // of its restructurings
	seat   atomic.Pointer[seat] // in a work of many files; nil if it is in none that has been read

	// holdsSettings is set for a settings file, which is no text to analyse.
	holdsSettings bool

	tidied   sync.Once   // after the first analysis of a long text
	declined atomic.Bool // whether the client has been told that it is too large

	// own are the editor's settings for this document, nil until it sends them; guarded by
	// the server's mu.
	own *editorSettings

	// effective are its settings with their origins; guarded by the server's settingsFiles.
	effective config.Effective[Settings]

	// publishing is held while diagnostics of this document are sent, so that no older ones
	// follow newer ones. It may be held long: a client may be slow to read.
	publishing  sync.Mutex
	published   []byte             // the diagnostics sent last, encoded; nil if none have been
	publishedIn map[uri.URI][]byte // the same of each cell of a notebook

	mu       sync.Mutex // guards the rest; never held while sending
	settings Settings   // those of the editor and of files
	expected expectation
	session  values // from segls/setSession
	current  *snapshot
	cells    []cell // of a notebook; never changed, but replaced
	isEdited bool   // since it was opened
	closed   bool
	served   served
	timer    *time.Timer // until the next publication; nil if none is due
	resting  *time.Timer // until the writer rests; nil if the text has not been changed
	dirty    time.Time   // when the first change after the last publication came
}

// A snapshot is a document at one moment: a version of its text with the settings that apply.
// It never changes. Its analysis is made when a request first needs it, from the last one if
// the changes since are known.
type snapshot struct {
	uri      uri.URI
	version  int32
	settings Settings
	fixed    []string // the settings that no directive in the text changes
	format   markup.Format
	mapper   mapper
	cells    []cell // of a notebook
	analyst  *analyst

	basis    *analysis.Document // the last analysis of an earlier text; nil if there is none to start from
	changes  []analysis.Edit    // to that text since
	isOther  bool               // the basis is of other settings
	versions *versions          // of the document, as are these:

	renderings *renderings
	seat       *atomic.Pointer[seat]

	isEdited bool // the document has been, since it was opened

	ctx    context.Context // done when the snapshot has been replaced
	cancel context.CancelFunc
	turn   chan struct{} // see document

	begin    sync.Once
	asked    atomic.Bool   // whether anybody has waited for it
	finished chan struct{} // closed when the rest is there
	result   *analysis.Document
	took     time.Duration
	err      error

	resting sync.Once
	rested  *analysis.Document // see rest
	restErr error

	sign   sync.Once
	signed *signed // see view.signed
}

// analyst makes analyses. Tests replace it by one that fails.
type analyst struct {
	analyze  func(context.Context, rope.Text, markup.Format, analysis.Settings, ...string) (*analysis.Document, error)
	follow   func(*analysis.Document, context.Context, analysis.Edit) (*analysis.Document, error)
	failures *failures
	ahead    atomic.Pointer[ahead] // until it has served
}

// attempt makes an analysis, and turns a panic into an error.
func (a *analyst) attempt(what string, way func() (*analysis.Document, error)) (d *analysis.Document, err error) {
	defer func() {
		if failure := a.failures.caught(what, recover()); failure != nil {
			d, err = nil, failure
		}
	}()
	return way()
}

// errReplaced is why a snapshot has no analysis: there is a newer one.
var errReplaced = errors.New("the document has changed")

// start begins the analysis, for those who are going to ask for it.
func (sn *snapshot) start() { sn.begin.Do(func() { go sn.analyse() }) }

// analysed waits for the snapshot's analysis, and begins it if nobody has.
func (sn *snapshot) analysed(ctx context.Context) (*analysis.Document, error) {
	sn.asked.Store(true)
	sn.start()
	select {
	case <-sn.finished:
		return sn.result, sn.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// analyse makes the analysis from the last one, or from scratch if there is none or that fails.
func (sn *snapshot) analyse() {
	makeRoom()
	defer close(sn.finished)
	select {
	case sn.turn <- struct{}{}:
		defer func() { <-sn.turn }()
	case <-sn.ctx.Done():
		sn.err = errReplaced
		return
	}
	start := time.Now()
	err := errPanicked
	if sn.result = sn.versions.of(sn); sn.result != nil {
		sn.result = sn.seat.Load().around(sn.result)
		return
	}
	if sn.basis != nil {
		sn.result, err = sn.analyst.attempt("following an edit", sn.follow)
	}
	if errors.Is(err, errPanicked) {
		sn.result, err = sn.analyst.attempt("an analysis", sn.fresh)
	}
	sn.took = time.Since(start)
	if err != nil {
		sn.result, sn.err = nil, errReplaced
	}
	if errors.Is(err, errPanicked) {
		sn.err = err
	}
	if sn.result != nil {
		sn.versions.remember(sn.result, sn)
	}
}

// fresh makes the analysis from scratch.
func (sn *snapshot) fresh() (*analysis.Document, error) {
	d, err := sn.readAhead(), error(nil)
	if d == nil {
		d, err = sn.analyst.analyze(sn.ctx, sn.mapper.text, sn.format, sn.settings.Analysis, sn.fixed...)
	}
	if p := sn.seat.Load(); p != nil && err == nil {
		return p.around(d).Rest(sn.ctx)
	}
	return d, err
}

// follow makes the analysis from an earlier one: from the newest text since that is known, such as the one
// that a move made while the writer went on typing.
func (sn *snapshot) follow() (d *analysis.Document, err error) {
	d, changes, isOther := sn.basis, sn.changes, sn.isOther
	for i := len(changes) - 2; i >= 0; i-- {
		if known := sn.versions.find(changes[i].Text, sn); known != nil {
			d, changes, isOther = sn.seat.Load().around(known), changes[i+1:], false
			break
		}
	}
	for _, c := range changes {
		if d, err = sn.analyst.follow(d, sn.ctx, c); err != nil {
			return nil, err
		}
	}
	if isOther {
		return d.With(sn.ctx, sn.settings.Analysis, sn.fixed...)
	}
	if sn.settings.SettleMS == 0 { // what a rest finds is shown at each change
		return d.Rest(sn.ctx)
	}
	return d, nil
}

// done is the snapshot's analysis if it has been made and somebody may have seen it.
func (sn *snapshot) done() *analysis.Document {
	if !sn.asked.Load() {
		return nil
	}
	select {
	case <-sn.finished:
		return sn.result
	default:
		return nil
	}
}

// rest returns the analysis of a text whose writer rests; see [analysis.Document.Rest]. It is made once.
func (sn *snapshot) rest() (*analysis.Document, error) {
	sn.resting.Do(func() { sn.rested, sn.restErr = sn.divide() })
	return sn.rested, sn.restErr
}

func (sn *snapshot) divide() (*analysis.Document, error) {
	select {
	case sn.turn <- struct{}{}:
		defer func() { <-sn.turn }()
	case <-sn.ctx.Done():
		return nil, errReplaced
	}
	return sn.analyst.attempt("a rest", func() (*analysis.Document, error) {
		placed := sn.seat.Load().around(sn.result)
		rested, err := placed.Rest(sn.ctx)
		if rested == placed {
			return sn.result, err
		}
		return rested, err
	})
}

// showing is the snapshot with another analysis of the same text.
func (sn *snapshot) showing(result *analysis.Document) *snapshot {
	other := &snapshot{
		uri: sn.uri, version: sn.version, settings: sn.settings, fixed: sn.fixed, format: sn.format, mapper: sn.mapper, cells: sn.cells,
		analyst: sn.analyst, versions: sn.versions, renderings: sn.renderings, seat: sn.seat, isEdited: sn.isEdited, turn: sn.turn, finished: make(chan struct{}), result: result, took: sn.took,
	}
	other.ctx, other.cancel = context.WithCancel(context.Background())
	other.begin.Do(func() { close(other.finished) })
	other.asked.Store(true)
	return other
}

// show puts another analysis of the same text in the place of a snapshot, unless the document
// has a newer one.
func (d *document) show(sn *snapshot, result *analysis.Document) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.current != sn || d.closed {
		return false
	}
	sn.cancel()
	d.current = sn.showing(result)
	d.versions.remember(result, sn)
	return true
}

// mostChanges is how many changes are followed one by one: beyond it, a fresh analysis costs
// less.
const mostChanges = 1000

// since makes an earlier snapshot, with the changes since, the basis of the analysis.
func (sn *snapshot) since(before *snapshot, changes []analysis.Edit) {
	if sn.format.Name != before.format.Name {
		return
	}
	if sn.settings.WholeWork != before.settings.WholeWork { // it is a part of another text
		sn.versions.forget()
		return
	}
	sn.basis, sn.changes = before.done(), changes
	if sn.basis == nil {
		sn.basis, sn.isOther = before.basis, before.isOther
		sn.changes = append(before.changes[:len(before.changes):len(before.changes)], changes...)
	}
	if sn.settings.Analysis != before.settings.Analysis || !slices.Equal(sn.fixed, before.fixed) {
		sn.isOther = true // what is held is taken over
	}
	if len(sn.changes) > mostChanges {
		sn.basis, sn.changes = nil, nil
	}
}

// formatOf chooses the format: by the settings, else by the editor's language identifier, else by
// the file's name. Where the editor says plain text the name comes first, as the editor may not
// know the format. It reports false for a document that is not for segls.
func formatOf(languageID string, u uri.URI, s *Settings) (markup.Format, bool) {
	if languageID == notebookID {
		return markup.Notebook, true
	}
	if s.Analysis.Markup != analysis.MarkupAuto {
		return markup.ByName(s.Analysis.Markup)
	}
	called, isCalled := markup.ByLanguageID(strings.ToLower(languageID))
	if isCalled && called.Name != markup.PlainText.Name {
		return called, true
	}
	if named, isNamed := markup.ByFileName(string(u)); isNamed {
		return named, true
	}
	return called, isCalled
}

// isForeign reports whether a document is not a writer's file: a version that git
// shows, an output panel, a commit message.
func isForeign(u uri.URI, languageID string) bool {
	scheme, _, _ := strings.Cut(string(u), ":")
	return scheme != "untitled" && !isFile(u) || languageID == "git-commit" || languageID == "gitcommit"
}

// isNameless reports whether a URI is what Neovim calls every buffer without a name,
// `file://`. Requests come from the buffer that they are about, but a notification under this
// URI would reach another one.
func isNameless(u uri.URI) bool { return u == "file:///" || u == "file://" }

// replace makes a snapshot of a new text under the present settings. The changes lead from the
// last text to the new one.
func (d *document) replace(version int32, text rope.Text, changes ...analysis.Edit) {
	before := d.current
	if before != nil {
		before.cancel()
	}
	settings, fixed := d.settings, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(d.session)) {
		_ = Declared.Set(&settings, name, d.session[name]) // checked when it was set
		if declared, ok := Declared.Find(name); ok {
			fixed = append(fixed, declared.Name)
		}
	}
	sn := &snapshot{uri: d.uri, version: version, settings: settings, fixed: fixed, mapper: mapper{text, d.encoding}, cells: d.cells, analyst: d.analyst, versions: &d.versions, renderings: &d.renderings, seat: &d.seat, isEdited: d.isEdited, turn: d.turn, finished: make(chan struct{})}
	sn.ctx, sn.cancel = context.WithCancel(context.Background())
	sn.format, _ = formatOf(d.languageID, d.uri, &settings)
	if p := d.seat.Load(); p != nil {
		sn.format = sn.format.Sharing(p.definitions())
	}
	if before != nil {
		sn.since(before, changes)
	}
	d.current = sn
}

// close ends all work on the document.
func (d *document) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.current.cancel()
	for _, timer := range []*time.Timer{d.timer, d.resting} {
		if timer != nil {
			timer.Stop()
		}
	}
}

func (d *document) snapshot() *snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.current
}

// A view is an analysed snapshot. Answers are pure functions of it.
type view struct {
	*analysis.Document
	mapper
	snapshot *snapshot
	able     abilities
	cell     *cell // of a notebook, through which it is seen; nil is the whole
}

// view is the newest snapshot of a document, analysed. It is nil, without an error, for a
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
		if err := d.awaitSettings(ctx); err != nil {
			return nil, err
		}
		sn := d.snapshot()
		if _, ok := formatOf(d.languageID, u, &sn.settings); !ok {
			return nil, nil
		}
		if s.declines(ctx, d, sn) {
			return nil, nil
		}
		result, err := sn.analysed(ctx)
		if errors.Is(err, errReplaced) && ctx.Err() == nil {
			continue // the one that replaced it is there, or the document is closed
		}
		if err != nil {
			return nil, err
		}
		v := &view{result, sn.mapper, sn, s.able, nil}
		if u == d.uri {
			return v, nil
		}
		if c := sn.cellOf(u); c != nil {
			return v.through(c), nil
		}
		return nil, nil // the cell is gone
	}
}

// document finds an open document: for a cell, the notebook that it is of. It is nil, without an
// error, for one that is not for segls.
func (s *Server) document(u uri.URI) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, ok := s.documents[u]
	if !ok {
		d, ok = s.cells[u]
	}
	if !ok && !isForeign(u, "") {
		return nil, invalidParams("%s is not open", u)
	}
	return d, nil
}

// lines are the first and last line in which a span has anything but white space.
func (v *view) lines(s markup.Span) (start, end int) {
	s = v.Text.Trim(s)
	return v.Text.LineAt(s.Start), v.Text.LineAt(max(s.Start, s.End-1))
}

// content is the range of a span without the white space around it.
func (v *view) content(s markup.Span) protocol.Range { return v.rangeOf(v.Text.Trim(s)) }
