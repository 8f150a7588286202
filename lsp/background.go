package lsp

import (
	"context"
	"fmt"
	"hash/maphash"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
)

// This file sends messages that the client has not requested: diagnostics, progress, and requests to refresh.

// longestDelay is the longest time between a change and its diagnostics, unless the settings require a longer pause.
const longestDelay = time.Second

// schedulePublish publishes a document when the writer pauses, and at the latest longestDelay after the first change.
func (s *Server) schedulePublish(d *openDocument) {
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
		if d.timer != timer { // a newer timer has been set
			return
		}
		d.timer = nil
		s.runInBackground(func(ctx context.Context) { s.publish(ctx, d) })
	})
	d.timer = timer
}

// scheduleRest divides the text in the background when the writer pauses for DebounceMS, and shows the result after SettleMS.
func (s *Server) scheduleRest(d *openDocument) {
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
		d.resting = time.AfterFunc(time.Until(due), func() { s.runInBackground(func(ctx context.Context) { s.divideAtRest(ctx, d) }) })
		s.runInBackground(func(ctx context.Context) {
			if v, err := s.analysedFile(ctx, d.uri); v != nil && err == nil {
				_, _ = v.file.Settled()
			}
		})
	})
	d.resting = timer
}

// divideAtRest divides the whole text again and shows the result. During typing, each word could move boundaries anywhere.
func (s *Server) divideAtRest(ctx context.Context, d *openDocument) {
	v, err := s.analysedFile(ctx, d.uri)
	if v == nil || err != nil {
		return
	}
	rested, err := v.file.Settled()
	if err != nil {
		return
	}
	if rested != v.Document { // they are the same if an undo has restored a text that was divided before
		if !s.session.ReplaceAnalysis(v.file, rested) {
			return
		}
		s.publish(ctx, d)
	}
	if w := s.workOf(d.uri); w != nil {
		s.announceRest(ctx, d, w)
	}
	s.storeShape(string(d.uri))
}

// publish analyses a document, and sends the client what has changed.
func (s *Server) publish(ctx context.Context, d *openDocument) {
	analysed := make(chan struct{})
	s.runInBackground(func(ctx context.Context) {
		s.reportProgress(ctx, s.clientCaps.Say("reading %s", path.Base(string(d.uri))), nil, analysed)
	})
	v, err := s.analysedFile(ctx, d.uri)
	close(analysed)
	if v == nil || ctx.Err() != nil {
		if err != nil && ctx.Err() == nil {
			s.log.Debug("not analysed", "uri", string(d.uri), "error", err)
		}
		s.clearIfTooLarge(ctx, d)
		return
	}
	if d.isNotebook() {
		s.sendCellDiagnostics(ctx, d, v)
	} else {
		s.sendDiagnostics(ctx, d, v)
	}
	s.requestRefresh(ctx, d, v)
	s.scheduleDuplicates(d, false)
	if v.Text.Len() > tidiedLength {
		d.tidied.Do(func() { time.AfterFunc(tidyAfter, debug.FreeOSMemory) })
	}
	s.collector.pace()
	if s.announces {
		s.notify(ctx, notificationDidUpdate, didUpdateParams{d.uri, v.file.Version})
	}
}

// tidiedLength is the length in bytes above which the server returns free memory to the system soon after analysing a text.
const tidiedLength = 1 << 20

// tidyAfter is the delay before the server returns memory, so that the requests on opening are answered first.
const tidyAfter = 3 * time.Second

// sendDiagnostics sends the diagnostics of a view, unless a newer text has arrived or they have not changed.
func (s *Server) sendDiagnostics(ctx context.Context, d *openDocument, v *analysedFile) {
	diagnostics := v.diagnostics()
	for _, more := range [][]diagnostic{s.orderDiagnostics(d.uri), s.duplicateDiagnostics(v), s.linkDiagnostics(ctx, v)} {
		diagnostics = append(diagnostics, more...)
	}
	d.publishing.Lock()
	defer d.publishing.Unlock()
	if s.currentFile(d) != v.file || d.published != nil && slices.Equal(diagnostics, d.published) || isNameless(d.uri) {
		return
	}
	d.published = diagnostics
	s.publishDiagnostics(ctx, publishDiagnosticsParams{d.uri, &v.file.Version, diagnostics})
}

// clearDiagnostics clears the diagnostics of a closed document, except the problems in an order. It does so before the next message is
// read: if the document is opened again, its new diagnostics stay.
func (s *Server) clearDiagnostics(ctx context.Context, d *openDocument) {
	d.publishing.Lock()
	defer d.publishing.Unlock()
	s.clearPublished(ctx, d, nil)
}

// clearIfTooLarge clears the diagnostics of a document that has become too large to be analysed.
func (s *Server) clearIfTooLarge(ctx context.Context, d *openDocument) {
	d.publishing.Lock()
	defer d.publishing.Unlock()
	if f := s.currentFile(d); f != nil && s.isTooLarge(ctx, d, f) {
		s.clearPublished(ctx, d, f)
	}
}

// clearPublished is clearDiagnostics for callers that hold d.publishing. f is the newest text; nil if the document is closed.
func (s *Server) clearPublished(ctx context.Context, d *openDocument, f *session.File) {
	if d.published != nil {
		p := publishDiagnosticsParams{URI: d.uri, Diagnostics: s.orderDiagnostics(d.uri)}
		if f != nil {
			p.Version = &f.Version
		}
		s.publishDiagnostics(ctx, p)
	}
	for u := range d.publishedIn {
		p := publishDiagnosticsParams{URI: u, Diagnostics: []diagnostic{}}
		if f != nil && f.CellOf(string(u)) != nil {
			p.Version = &f.CellOf(string(u)).Version
		}
		s.publishDiagnostics(ctx, p)
	}
	d.published = nil
	clear(d.publishedIn)
}

// sentSignatures holds the signatures of the last answers of each kind. A kind that the client has never requested has nil, and needs no
// refresh.
type sentSignatures struct{ lenses, folds, hints *viewSignature }

// markSent records an answer to the client.
func (s *Server) markSent(v *analysedFile, field func(*sentSignatures) **viewSignature) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[v.documentURI()]; d != nil {
		*field(&d.served) = v.sharedSignature()
	}
}

// requestRefresh asks the client to refresh the answers that have changed since it last asked.
func (s *Server) requestRefresh(ctx context.Context, d *openDocument, v *analysedFile) {
	s.mu.Lock()
	known := d.served
	s.mu.Unlock()
	current := s.currentFile(d) == v.file
	stale := func(sent *viewSignature) bool { return sent != nil && sent.signature() != v.signature() && current }
	if stale(known.lenses) && s.clientCaps.refreshCodeLens {
		s.logSendError("codeLens/refresh", s.lenses.askOrQueue(ctx, s.client.CodeLensRefresh))
	}
	if stale(known.folds) && s.clientCaps.refreshFolding {
		s.logSendError("foldingRange/refresh", s.folds.askOrQueue(ctx, s.client.FoldingRangeRefresh))
	}
	if stale(known.hints) && s.clientCaps.refreshInlayHints {
		s.logSendError("inlayHint/refresh", s.hints.askOrQueue(ctx, s.client.InlayHintRefresh))
	}
}

// requestCoalescer makes one request at a time. Calls that arrive during a request are covered by a single further request.
type requestCoalescer struct{ state atomic.Int32 }

// The states of a requestCoalescer.
const (
	refreshIdle   = iota
	refreshAsking // a request is under way
	refreshBehind // a request is under way, and another will follow
)

func (r *requestCoalescer) askOrQueue(ctx context.Context, ask func(context.Context) error) error {
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

// logSendError logs an error in sending, at debug level, because such errors are common when the client has exited.
func (s *Server) logSendError(what string, err error) {
	if err != nil {
		s.log.Debug(what, "error", err)
	}
}

type signatureKey struct{}

var signatureSeed = maphash.MakeSeed()

// viewSignature computes the signature of a view when it is first needed, so that no answer waits for it.
type viewSignature struct {
	once   sync.Once
	view   *analysedFile // nil once number is set
	number uint64
}

// sharedSignature returns the signature that all views of a file share.
func (v *analysedFile) sharedSignature() *viewSignature {
	return session.Memo(v.file, signatureKey{}, func() *viewSignature { return &viewSignature{view: v} })
}

// signature returns a hash of what the view shows and on which lines. Computing it releases the view.
func (s *viewSignature) signature() uint64 {
	s.once.Do(func() { s.number, s.view = s.view.makeSignature(), nil })
	return s.number
}

func (v *analysedFile) signature() uint64 { return v.sharedSignature().signature() }

func (v *analysedFile) makeSignature() uint64 {
	var h maphash.Hash
	h.SetSeed(signatureSeed)
	number := make([]byte, 0, 16)
	write := func(n int) { h.Write(append(strconv.AppendInt(number[:0], int64(n), 10), ' ')) }
	for _, s := range v.Sections() {
		start, end := v.contentLines(s.Span)
		write(start)
		write(end)
		h.WriteString(s.Title)
	}
	all := v.Fragments()
	v.describeLabelled(all)
	for i, card := range v.fragmentCards(all) {
		write(all[i].Line)
		if v.showsLabel(all, i) {
			h.WriteString(v.labels(i, card).title)
		}
	}
	settings := &v.file.Settings
	fmt.Fprintln(&h, v.IsQuiet(), settings.CodeLens, settings.FoldingRanges, settings.InlayHints)
	return h.Sum64()
}

// longAnalysis is the time after which the client is informed that an analysis or another long task is under way.
const longAnalysis = 400 * time.Millisecond

// progressEvery is the interval between two reports of progress.
const progressEvery = 250 * time.Millisecond

// reportProgress reports long work to the client until done is closed. percent may be nil.
func (s *Server) reportProgress(ctx context.Context, message string, percent func() uint32, done <-chan struct{}) {
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
		s.logSendError("progress", err)
	}
	begin := &protocol.WorkDoneProgressBegin{Kind: "begin", Title: "segls", Message: &message}
	var tick <-chan time.Time // nil if there is no percentage to report
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
