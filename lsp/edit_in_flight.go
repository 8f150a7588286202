package lsp

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/segls/segls/analysis"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
)

// editInFlight collects the texts of a document while it is being restructured. Restructurings run one at a time,
// because the next must not be computed from a text that the client is about to change.
type editInFlight struct {
	turn
	news  chan struct{}               // signals new texts
	texts atomic.Pointer[[]rope.Text] // the document's texts since the restructuring began; nil if none is under way
}

func newEditInFlight() *editInFlight {
	return &editInFlight{turn: newTurn(), news: make(chan struct{}, 1)}
}

// begin waits until no other restructuring of the document is under way.
func (e *editInFlight) begin(ctx context.Context) error {
	if err := e.turn.begin(ctx, sentence.New("Another change of this text is still under way.")); err != nil {
		return err
	}
	e.restart()
	return nil
}

// restart drops the texts collected so far.
func (e *editInFlight) restart() { e.texts.Store(new([]rope.Text)) }

func (e *editInFlight) end() {
	e.texts.Store(nil)
	e.turn.end()
}

// addTexts adds the texts after changes, if a restructuring is under way.
func (e *editInFlight) addTexts(changes []analysis.Edit) {
	for {
		was := e.texts.Load()
		if was == nil {
			return
		}
		next := slices.Clip(*was)
		for _, c := range changes {
			next = append(next, c.Text)
		}
		if e.texts.CompareAndSwap(was, &next) {
			break
		}
	}
	select {
	case e.news <- struct{}{}:
	default:
	}
}

// eachNewText calls seen with each new text of the document and the one before it, until seen returns true or patience
// has passed. It reports whether there were new texts.
func (e *editInFlight) eachNewText(ctx context.Context, before rope.Text, patience time.Duration, seen func(before, text rope.Text) bool) (any bool) {
	enough := time.After(patience)
	for i := 0; ; {
		var texts []rope.Text
		if known := e.texts.Load(); known != nil {
			texts = *known
		}
		for ; i < len(texts); i++ {
			if seen(before, texts[i]) {
				return true
			}
			before = texts[i]
		}
		select {
		case <-e.news:
		case <-enough:
			return i > 0
		case <-ctx.Done():
			return i > 0
		}
	}
}
