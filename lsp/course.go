package lsp

import (
	"context"
	"sync"
	"time"

	"github.com/segls/segls/analysis"

	"github.com/segls/segls/analysis/rope"
)

// course follows a document while one of its restructurings is under way. There is only one at a
// time: the next would be computed from a text that the client is about to change.
type course struct {
	turn chan struct{} // full while one is under way
	news chan struct{} // has something when there are texts that nobody has looked at

	mu    sync.Mutex // guards the rest
	on    bool
	texts []rope.Text // that the document has had since it began
}

func newCourse() *course {
	return &course{turn: make(chan struct{}, 1), news: make(chan struct{}, 1)}
}

// patienceForOthers is how long a restructuring waits for another one: a client may never
// answer.
const patienceForOthers = 15 * time.Second

// begin waits until no other restructuring of the document is under way.
func (c *course) begin(ctx context.Context) error {
	select {
	case c.turn <- struct{}{}:
	case <-time.After(patienceForOthers):
		return failed("Another change of this text is still under way.")
	case <-ctx.Done():
		return ctx.Err()
	}
	c.restart()
	return nil
}

// restart forgets the texts that the document has had.
func (c *course) restart() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on, c.texts = true, nil
}

func (c *course) end() {
	c.mu.Lock()
	c.on, c.texts = false, nil
	c.mu.Unlock()
	<-c.turn
}

// note remembers texts, if a restructuring is under way.
func (c *course) note(changes []analysis.Edit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on {
		return
	}
	for _, ch := range changes {
		c.texts = append(c.texts, ch.Text)
	}
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// follow calls seen with each new text of the document and the one before it, until seen returns
// true or patience ends. It reports whether there has been any.
func (c *course) follow(ctx context.Context, before rope.Text, patience time.Duration, seen func(before, text rope.Text) bool) (any bool) {
	enough := time.After(patience)
	for i := 0; ; {
		c.mu.Lock()
		texts := c.texts
		c.mu.Unlock()
		for ; i < len(texts); i++ {
			if seen(before, texts[i]) {
				return true
			}
			before = texts[i]
		}
		select {
		case <-c.news:
		case <-enough:
			return i > 0
		case <-ctx.Done():
			return i > 0
		}
	}
}
