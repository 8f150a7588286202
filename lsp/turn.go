package lsp

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/segls/segls/analysis/sentence"
)

// turn is a lock with one slot. A change, or another long operation that must run alone, holds it until the operation ends.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// patienceForOthers is the time that a change waits for another one. A limit is needed because a client may never answer.
const patienceForOthers = 15 * time.Second

// begin waits until no other change is under way. If that takes too long, it returns the error for the writer.
func (t turn) begin(ctx context.Context, refusal *sentence.Sentence) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-time.After(patienceForOthers):
		return refusal
	case <-ctx.Done():
		return ctx.Err()
	}
}

// acquire is begin without a time limit.
func (t turn) acquire() { t <- struct{}{} }

func (t turn) end() { <-t }

// beginAllEdits waits until no change of any of the documents is under way. It acquires them in the order of their URIs, to avoid a deadlock.
func beginAllEdits(ctx context.Context, documents []*openDocument) (end func(), err error) {
	documents = slices.SortedFunc(slices.Values(documents), func(a, b *openDocument) int { return strings.Compare(string(a.uri), string(b.uri)) })
	documents = slices.Compact(documents)
	for i, d := range documents {
		if err := d.inFlight.begin(ctx); err != nil {
			endAllEdits(documents[:i])
			return nil, err
		}
	}
	return func() { endAllEdits(documents) }, nil
}

func endAllEdits(documents []*openDocument) {
	for _, d := range documents {
		d.inFlight.end()
	}
}
