package engine

import (
	"errors"
	"fmt"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/answer"
)

// limits are the limits of chunks, besides the settings for lengths in words.
type limits struct {
	MinChars      int  `json:"minChars"`
	MaxChars      int  `json:"maxChars"`
	MinTokens     int  `json:"minTokens"`
	MaxTokens     int  `json:"maxTokens"`
	Overlap       int  `json:"overlap"`
	OverlapTokens int  `json:"overlapTokens"`
	WithHeadings  bool `json:"withHeadings"`
	ProseOnly     bool `json:"proseOnly"`
	HasMinimum    bool `json:"hasMinimum"` // a minimum is given, which may be 0
}

// needsTokens reports whether tokens have to be counted.
func (l limits) needsTokens() bool { return l.MinTokens > 0 || l.MaxTokens > 0 || l.OverlapTokens > 0 }

func (l limits) check() error {
	switch {
	case l.MaxChars > 0 && l.MinChars > l.MaxChars:
		return fmt.Errorf("minChars (%d) is more than maxChars (%d)", l.MinChars, l.MaxChars)
	case l.MaxTokens > 0 && l.MinTokens > l.MaxTokens:
		return fmt.Errorf("minTokens (%d) is more than maxTokens (%d)", l.MinTokens, l.MaxTokens)
	case l.MaxTokens > 0 && l.OverlapTokens >= l.MaxTokens:
		return fmt.Errorf("overlapTokens (%d) is not less than maxTokens (%d)", l.OverlapTokens, l.MaxTokens)
	}
	return nil
}

// withSettings returns the limits for package chunk: l, and the numbers of words in the settings.
func (l limits) withSettings(s analysis.Settings) chunk.Limits {
	under := chunk.Limits{
		MinWords: s.MinWords, MaxWords: s.MaxWords, MinChars: l.MinChars, MaxChars: l.MaxChars, MinTokens: l.MinTokens, MaxTokens: l.MaxTokens,
		Overlap: l.Overlap, OverlapTokens: l.OverlapTokens, Headings: l.WithHeadings, ProseOnly: l.ProseOnly,
	}
	if l.HasMinimum && s.MinWords == 0 && l.MinChars == 0 && l.MinTokens == 0 {
		under.MinWords = -1 // no minimum is wanted
	}
	return under
}

// chunkRun is a text that is being cut into chunks. It waits while the page counts tokens.
type chunkRun struct {
	texts  chan []string // to be counted
	counts chan []int    // closed if the page gives up
	done   chan result
}

type result struct {
	json []byte
	err  error
}

// chunkReply is the state of a run: the texts whose tokens the page must count, or the chunks.
type chunkReply struct {
	Run    int            `json:"run,omitempty"`
	Texts  []string       `json:"texts,omitempty"`
	Chunks []answer.Chunk `json:"chunks,omitempty"`
}

var errGivenUp = errors.New("the tokens were not counted")

// startChunking begins to cut a text into chunks.
func (e *Engine) startChunking(t *text, l limits) ([]byte, error) {
	if err := l.check(); err != nil {
		return nil, argumentError{err}
	}
	d, s := t.document, t.settings
	if preferred := chunk.PreferredWords(l.withSettings(s)); preferred > 0 && !slices.Contains(t.fixed, preferredWords) {
		s.PreferredWords = preferred
		d = analysis.New(d.Text.String(), d.Format, s, t.fixed...)
	}
	under := l.withSettings(d.Settings)
	run := &chunkRun{make(chan []string), make(chan []int), make(chan result, 1)}
	if l.needsTokens() {
		under.Tokens = run.count
	}
	go func() {
		var r result
		defer func() {
			if failure := recover(); failure != nil {
				r = result{nil, fmt.Errorf("this should not have happened: %v", failure)}
			}
			run.done <- r
		}()
		chunks, _, err := chunk.Of(d, under)
		if err != nil {
			r.err = err
			return
		}
		r.json, r.err = encode(chunkReply{Chunks: slices.AppendSeq([]answer.Chunk{}, answer.ChunksOf(t.path, d, under, chunks))})
	}()
	return e.awaitChunks(run)
}

// count asks the page to count.
func (r *chunkRun) count(texts []string) ([]int, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	r.texts <- texts
	counts, ok := <-r.counts
	if !ok {
		return nil, errGivenUp
	}
	return counts, nil
}

// awaitChunks waits until a run asks for counts or ends.
func (e *Engine) awaitChunks(run *chunkRun) ([]byte, error) {
	select {
	case texts := <-run.texts:
		e.last++
		e.runs[e.last] = run
		return encode(chunkReply{Run: e.last, Texts: texts})
	case r := <-run.done:
		return r.json, r.err
	}
}

// acceptCounts passes counts to a run that has asked for them; without counts the run ends.
func (e *Engine) acceptCounts(r request) ([]byte, error) {
	run := e.runs[r.ID]
	if run == nil {
		return nil, errors.New("nothing asked for these counts")
	}
	delete(e.runs, r.ID)
	if r.Counts == nil {
		close(run.counts)
	} else {
		run.counts <- r.Counts
	}
	return e.awaitChunks(run)
}
