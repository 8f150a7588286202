package lsp

import (
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// What the server sends without being asked: diagnostics, progress, and requests
// to ask again.

// longestDelay is how long a writer who never pauses waits for diagnostics.
const longestDelay = time.Second

// schedulePublish publishes when the writer has paused, or at last after a second.
func (s *Server) schedulePublish(d *document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.isClosed {
		return
	}
	now := time.Now()
	if d.timer == nil {
		d.dirty = now
	} else {
		d.timer.Stop()
	}
	pause := time.Duration(d.settings.DebounceMS) * time.Millisecond
	delay := min(pause, max(0, d.dirty.Add(max(longestDelay, pause)).Sub(now)))
	var timer *time.Timer
	timer = time.AfterFunc(delay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.timer != timer { // there is a newer one
			return
		}
		d.timer = nil
		s.run(func(ctx context.Context) { s.publish(ctx, d) })
	})
	d.timer = timer
}

// scheduleRest has the text measured and divided when the writer pauses, beside the connection, and the
// result shown when they rest.
func (s *Server) scheduleRest(d *document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.isClosed {
		return
	}
	if d.resting != nil {
		d.resting.Stop()
	}
	settle := time.Duration(d.settings.SettleMS) * time.Millisecond
	due := time.Now().Add(settle)
	var timer *time.Timer
	timer = time.AfterFunc(min(settle, time.Duration(d.settings.DebounceMS)*time.Millisecond), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.resting != timer || d.isClosed { // the text has changed since
			return
		}
		d.resting = time.AfterFunc(time.Until(due), func() { s.run(func(ctx context.Context) { s.rest(ctx, d) }) })
		s.run(func(ctx context.Context) {
			if v, err := s.view(ctx, d.uri); v != nil && err == nil {
				_, _ = v.file.Rested()
			}
		})
	})
	d.resting = timer
}

// rest looks at a text as a whole again. While it is being written, that waits: else each
// word could move boundaries anywhere.
func (s *Server) rest(ctx context.Context, d *document) {
	v, err := s.view(ctx, d.uri)
	if v == nil || err != nil {
		return
	}
	rested, err := v.file.Rested()
	if err != nil {
		return
	}
	if rested != v.Document { // what has been undone has rested before
		if !s.session.ReplaceAnalysis(v.file, rested) {
			return
		}
		s.publish(ctx, d)
	}
	if w := s.workOf(d.uri); w != nil {
		s.announceRest(ctx, d, w)
	}
	s.keep(string(d.uri))
}

// publish analyses a document and sends what the client does not know yet: its
// diagnostics if they have changed, and a request to ask again for what it was
// told that is no longer so.
func (s *Server) publish(ctx context.Context, d *document) {
	analysed := make(chan struct{})
	s.run(func(ctx context.Context) {
		s.progress(ctx, s.clientCaps.Say("reading %s", path.Base(string(d.uri))), nil, analysed)
	})
	v, err := s.view(ctx, d.uri)
	close(analysed)
	if v == nil || ctx.Err() != nil {
		if err != nil && ctx.Err() == nil {
			s.log.Debug("not analysed", "uri", string(d.uri), "error", err)
		}
		return
	}
	if d.isNotebook() {
		s.sendCellDiagnostics(ctx, d, v)
	} else {
		s.sendDiagnostics(ctx, d, v)
	}
	s.refresh(ctx, d, v)
	s.scheduleDuplicates(d, false)
	if v.Text.Len() > tidiedLength {
		d.tidied.Do(func() { time.AfterFunc(tidyAfter, debug.FreeOSMemory) })
	}
	s.collector.pace()
	if s.announces {
		s.notify(ctx, notificationDidUpdate, didUpdateParams{d.uri, v.file.Version})
	}
}

// tidiedLength is the length, in bytes, of a text whose first analysis leaves so much garbage that
// the system gets its memory back soon.
const tidiedLength = 1 << 20

// tidyAfter leaves the processors to what the editor asks for when a text is opened.
const tidyAfter = 3 * time.Second

// sendDiagnostics sends the diagnostics of the newest snapshot.
func (s *Server) sendDiagnostics(ctx context.Context, d *document, v *view) {
	diagnostics := v.diagnostics()
	for _, more := range [][]diagnostic{s.orderProblems(d.uri), s.duplicateDiagnostics(v), s.linkDiagnostics(ctx, v)} {
		diagnostics = append(diagnostics, more...)
	}
	d.publishing.Lock()
	defer d.publishing.Unlock()
	if s.fileOf(d) != v.file || d.published != nil && slices.Equal(diagnostics, d.published) || isNameless(d.uri) {
		return
	}
	d.published = diagnostics
	s.publishDiagnostics(ctx, publishDiagnosticsParams{d.uri, &v.file.Version, diagnostics})
}

// clearDiagnostics clears the diagnostics of a closed document. It happens before the next
// message is read, so that it cannot hit the document opened again.
func (s *Server) clearDiagnostics(ctx context.Context, d *document) {
	d.publishing.Lock()
	defer d.publishing.Unlock()
	var places []uri.URI
	if d.published != nil {
		places = append(places, d.uri)
	}
	for _, u := range slices.AppendSeq(places, maps.Keys(d.publishedIn)) {
		s.publishDiagnostics(ctx, publishDiagnosticsParams{URI: u, Diagnostics: []diagnostic{}})
	}
}

// sentState holds the signatures of the last answers; nil is none. What was never asked for is
// never refreshed.
type sentState struct{ lenses, folds, hints *viewSignature }

// markSent records an answer to the client.
func (s *Server) markSent(v *view, field func(*sentState) **viewSignature) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[v.documentURI()]; d != nil {
		*field(&d.served) = v.signed()
	}
}

// refresh makes the client ask again for what has changed since it last asked.
func (s *Server) refresh(ctx context.Context, d *document, v *view) {
	s.mu.Lock()
	known := d.served
	s.mu.Unlock()
	current := s.fileOf(d) == v.file
	stale := func(told *viewSignature) bool { return told != nil && told.signature() != v.signature() && current }
	if stale(known.lenses) && s.clientCaps.refreshCodeLens {
		s.logError("codeLens/refresh", s.lenses.askAgain(ctx, s.client.CodeLensRefresh))
	}
	if stale(known.folds) && s.clientCaps.refreshFolding {
		s.logError("foldingRange/refresh", s.folds.askAgain(ctx, s.client.FoldingRangeRefresh))
	}
	if stale(known.hints) && s.clientCaps.refreshInlayHints {
		s.logError("inlayHint/refresh", s.hints.askAgain(ctx, s.client.InlayHintRefresh))
	}
}

// refresher asks the client to ask again, for every document at once. It does not ask
// while the client has not answered: what comes up meanwhile is asked for after that, once.
type refresher struct{ state atomic.Int32 }

// The states of a refresher.
const (
	refreshIdle   = iota
	refreshAsking // the client has not answered yet
	refreshBehind // and is to be asked once more
)

func (r *refresher) askAgain(ctx context.Context, ask func(context.Context) error) error {
	for !r.state.CompareAndSwap(refreshIdle, refreshAsking) {
		if r.state.CompareAndSwap(refreshAsking, refreshBehind) || r.state.Load() == refreshBehind {
			return nil
		}
	}
	for {
		err := ask(ctx)
		if r.state.CompareAndSwap(refreshAsking, refreshIdle) {
			return err
		}
		r.state.Store(refreshAsking)
	}
}

// logError logs what could not be sent: the client may have gone.
func (s *Server) logError(what string, err error) {
	if err != nil {
		s.log.Debug(what, "error", err)
	}
}

type signatureKey struct{}

var signatureSeed = maphash.MakeSeed()

// viewSignature is a view of which there is a signature, or can be. One who waits for lenses does
// not wait for it.
type viewSignature struct {
	once   sync.Once
	view   *view // until there is the number
	number uint64
}

// signed is the same for all views of a file.
func (v *view) signed() *viewSignature {
	return session.Memo(v.file, signatureKey{}, func() *viewSignature { return &viewSignature{view: v} })
}

// signature is a number that is the same, as good as certainly, for two views that
// show the same at the same lines. It is made once, and the view is forgotten.
func (s *viewSignature) signature() uint64 {
	s.once.Do(func() { s.number, s.view = s.view.makeSignature(), nil })
	return s.number
}

func (v *view) signature() uint64 { return v.signed().signature() }

func (v *view) makeSignature() uint64 {
	var h maphash.Hash
	h.SetSeed(signatureSeed)
	number := make([]byte, 0, 16)
	write := func(n int) { h.Write(append(strconv.AppendInt(number[:0], int64(n), 10), ' ')) }
	for _, s := range v.Sections() {
		start, end := v.lines(s.Span)
		write(start)
		write(end)
		h.WriteString(s.Title)
	}
	v.Describe()
	all := v.Fragments()
	for i, card := range v.fragmentCards(all) {
		write(all[i].Line)
		h.WriteString(v.labels(i, card).title)
	}
	settings := &v.file.Settings
	fmt.Fprintln(&h, v.IsQuiet(), settings.CodeLens, settings.FoldingRanges, settings.InlayHints)
	return h.Sum64()
}

// longAnalysis is how long an analysis may take before the client is told that it
// is under way.
const longAnalysis = 400 * time.Millisecond

// progressEvery is how often the client is told how far work has come.
const progressEvery = 250 * time.Millisecond

// progress tells the client of work that takes long, and how far it has come where percent says so.
func (s *Server) progress(ctx context.Context, message string, percent func() uint32, done <-chan struct{}) {
	if !s.clientCaps.showsProgress {
		return
	}
	select {
	case <-done:
		return
	case <-ctx.Done():
		return
	case <-time.After(s.progressAfter):
	}
	token := protocol.String(fmt.Sprintf("segls-%d", s.tokens.Add(1)))
	if err := s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}); err != nil {
		return
	}
	send := func(value any) {
		raw, err := protocol.Marshal(value)
		if err == nil {
			err = s.client.Progress(ctx, &protocol.ProgressParams{Token: token, Value: raw})
		}
		s.logError("progress", err)
	}
	begin := &protocol.WorkDoneProgressBegin{Kind: "begin", Title: "segls", Message: &message}
	var tick <-chan time.Time // never, where nobody knows how far it has come
	if percent != nil {
		begin.Percentage = new(percent())
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		tick = ticker.C
	}
	send(begin)
	for isUnderWay := true; isUnderWay; {
		select {
		case <-tick:
			send(&protocol.WorkDoneProgressReport{Kind: "report", Percentage: new(percent())})
		case <-done:
			isUnderWay = false
		case <-ctx.Done():
			isUnderWay = false
		}
	}
	send(&protocol.WorkDoneProgressEnd{Kind: "end"})
}
