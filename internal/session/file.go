package session

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// Content is a text with everything that decides how it is read and divided.
type Content struct {
	URI      string // the client's name for it
	Path     string // on disk; "" if it has none
	Version  int32
	Text     rope.Text
	Format   markup.Format
	Cells    []Cell // of a notebook
	Settings Settings
	Fixed    []string // settings that directives in the text do not change
	IsEdited bool     // since it was opened
}

// Cell is a cell of a notebook. The text of a notebook is the text of all its cells.
type Cell struct {
	URI     string
	Version int32
	IsProse bool
	Span    markup.Span // span of the cell's text in the text of the notebook
}

// File is an open text in a snapshot. It is immutable; its analysis is made on the first request.
type File struct {
	Content
	*analysisTask
}

// analysisTask is the analysis of a file.
type analysisTask struct {
	session  *Session
	member   workMember    // the file's place in a work when the file was made
	dividing chan struct{} // full while a text of the document is analysed, so that only one is analysed at a time

	basis   *analysis.Document // analysis of an earlier text; nil if there is none
	edits   []analysis.Edit    // from the text of basis to this one
	isOther bool               // basis has other settings

	ctx    context.Context // done when the file has been replaced or closed
	cancel context.CancelFunc

	begin    sync.Once
	isAsked  atomic.Bool // somebody has waited for the analysis
	finished chan struct{}
	document *analysis.Document
	took     time.Duration
	err      error

	resting sync.Once
	rested  *analysis.Document
	restErr error

	memos sync.Map // see Memo
}

// newFile returns a file for a snapshot that is being made.
func (s *Session) newFile(next *Snapshot, c Content, turn chan struct{}) *File {
	f := &File{c, &analysisTask{session: s, dividing: turn, finished: make(chan struct{})}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	if f.member = next.memberOf(f); f.member.work != nil {
		f.Format = f.Format.WithSharedDefinitions(f.member.work.Order.Definitions)
	}
	return f
}

// mostEdits is the greatest number of edits that are applied one by one; with more, a fresh analysis is cheaper.
const mostEdits = 1000

// setBasis makes the analysis of an earlier file, with the edits since, the basis of this file's analysis if that is worthwhile.
func (f *File) setBasis(before *File, edits []analysis.Edit) {
	if !f.Format.Equal(before.Format) {
		return
	}
	if f.basis, f.edits = before.DocumentIfReady(), edits; f.basis == nil {
		f.basis, f.isOther = before.basis, before.isOther
		f.edits = slices.Concat(before.edits, edits)
	}
	if f.Settings.Analysis != before.Settings.Analysis || !slices.Equal(f.Fixed, before.Fixed) {
		f.isOther = true // only held boundaries are taken over
	}
	if len(f.edits) > mostEdits {
		f.basis, f.edits = nil, nil
	}
}

// Context returns a context that is done when the file has been replaced or closed.
func (f *File) Context() context.Context { return f.ctx }

// StartAnalysis begins the analysis in the background.
func (f *File) StartAnalysis() { f.begin.Do(func() { go f.analyse() }) }

// Document waits for the analysis and returns it. The error is that of ctx, [ErrReplaced], or wraps [ErrPanicked].
func (f *File) Document(ctx context.Context) (*analysis.Document, error) {
	f.isAsked.Store(true)
	f.StartAnalysis()
	select {
	case <-f.finished:
		return f.document, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// DocumentIfReady returns the analysis if it is done and was requested before, and nil otherwise.
func (f *File) DocumentIfReady() *analysis.Document {
	if !f.isAsked.Load() {
		return nil
	}
	select {
	case <-f.finished:
		return f.document
	default:
		return nil
	}
}

// AnalysisDuration returns the time that the analysis took. The analysis must be done.
func (f *File) AnalysisDuration() time.Duration { return f.took }

// analyse makes the analysis from the basis, or from scratch if there is none or that panics.
func (f *File) analyse() {
	defer close(f.finished)
	select {
	case f.dividing <- struct{}{}:
		defer func() { <-f.dividing }()
	case <-f.ctx.Done():
		f.err = ErrReplaced
		return
	}
	start := time.Now()
	err := ErrPanicked
	if f.basis != nil {
		f.document, err = f.session.CatchPanic("following an edit", f.analyzeFromBasis)
	}
	if known, ok := f.ShownFor(f.Text); ok && errors.Is(err, ErrPanicked) {
		f.document, err = f.session.CatchPanic("a text that is remembered", func() (*analysis.Document, error) { return f.analyzeWithShown(known) })
	}
	if errors.Is(err, ErrPanicked) {
		f.document, err = f.session.CatchPanic("an analysis", f.analyzeFromScratch)
	}
	f.took = time.Since(start)
	switch {
	case errors.Is(err, ErrPanicked):
		f.document, f.err = nil, err
	case err != nil:
		f.document, f.err = nil, ErrReplaced
	case f.document != nil:
		f.session.remember(f, ShownTextOf(f.document), false)
	}
}

// AnalyzeText analyses another text with the file's settings and format.
func (f *File) AnalyzeText(ctx context.Context, text rope.Text) (*analysis.Document, error) {
	d, err := f.session.Analyst.Analyze(ctx, text, f.Format, f.Settings.Analysis, f.Fixed...)
	if err == nil && f.member.work != nil {
		return f.member.inContext(d).Settle(ctx)
	}
	return d, err
}

// analyzeFromScratch makes the analysis from scratch, with the fragments shown when the text was last open, if they are known.
func (f *File) analyzeFromScratch() (*analysis.Document, error) {
	if f.session.Restore == nil {
		return f.AnalyzeText(f.ctx, f.Text)
	}
	d, err := analysis.Read(f.ctx, f.Text, f.Format, f.Settings.Analysis, f.Fixed...)
	if err != nil {
		return nil, err
	}
	d = f.member.inContext(d)
	restored, err := f.session.CatchPanic("what is kept of a text", func() (*analysis.Document, error) {
		restored, _ := f.session.Restore(f.URI, &f.Settings, d)
		return restored, nil
	})
	if err == nil && restored.NumFragments() > 0 {
		return restored, nil
	}
	return d.Settle(f.ctx)
}

// analyzeWithShown analyses the text from scratch, keeping the known fragments.
func (f *File) analyzeWithShown(known ShownText) (*analysis.Document, error) {
	d, err := analysis.Read(f.ctx, f.Text, f.Format, f.Settings.Analysis, f.Fixed...)
	if err != nil {
		return nil, err
	}
	return f.member.inContext(d.Reading.WithShown(known.shown)), nil
}

// analyzeFromBasis makes the analysis from an earlier one. A text that is remembered, as after an undo, gets its fragments again.
func (f *File) analyzeFromBasis() (d *analysis.Document, err error) {
	d = f.basis
	for _, e := range f.edits {
		if known, ok := f.ShownFor(e.Text); ok && !f.isOther {
			var r *analysis.Reading
			if r, err = d.Reading.Edit(f.ctx, e.Text, e.Change); err == nil {
				d = f.member.inContext(r.WithShown(known.shown))
			}
		} else {
			d, err = f.session.Edit(d, f.ctx, e)
		}
		if err != nil {
			return nil, err
		}
	}
	if f.isOther {
		if known, ok := f.ShownFor(f.Text); ok {
			return f.analyzeWithShown(known)
		}
		return d.With(f.ctx, f.Settings.Analysis, f.Fixed...)
	}
	if f.Settings.SettleMS == 0 { // fragments settle after each change
		return d.Settle(f.ctx)
	}
	return d, nil
}

// Settled returns the analysis after the writer has paused, which takes the rest of the work into
// account; see [analysis.Document.Settle]. The analysis must be done. It is computed once.
func (f *File) Settled() (*analysis.Document, error) {
	f.resting.Do(func() { f.rested, f.restErr = f.settleDocument() })
	return f.rested, f.restErr
}

func (f *File) settleDocument() (*analysis.Document, error) {
	select {
	case f.dividing <- struct{}{}:
		defer func() { <-f.dividing }()
	case <-f.ctx.Done():
		return nil, ErrReplaced
	}
	return f.session.CatchPanic("a rest", func() (*analysis.Document, error) {
		placed := f.session.Current().memberOf(f).inContext(f.document)
		rested, err := placed.Settle(f.ctx)
		if rested == placed {
			return f.document, err
		}
		return rested, err
	})
}

// withAnalysis returns the file with another analysis of the same text.
func (f *File) withAnalysis(next *Snapshot, d *analysis.Document) *File {
	other := f.session.newFile(next, f.Content, f.dividing)
	other.document, other.took = d, f.took
	other.isAsked.Store(true)
	other.begin.Do(func() { close(other.finished) })
	return other
}

// Memo returns the result of make for a key of a file. The result is computed once, and kept as long as the file.
func Memo[T any](f *File, key any, make func() T) T {
	made, ok := f.memos.Load(key)
	if !ok {
		made, _ = f.memos.LoadOrStore(key, sync.OnceValue(make))
	}
	return made.(func() T)()
}

// CellOf returns the cell with a URI, or nil.
func (f *File) CellOf(uri string) *Cell {
	if i := slices.IndexFunc(f.Cells, func(c Cell) bool { return c.URI == uri }); i >= 0 {
		return &f.Cells[i]
	}
	return nil
}
