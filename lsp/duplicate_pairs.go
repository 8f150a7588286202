package lsp

import (
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/duplicate"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// pairResult is a passage that occurs in two or more places.
type pairResult struct {
	ID         string       `json:"id"`
	Here       copyResult   `json:"here"` // in the requested document, if there is one
	There      copyResult   `json:"there"`
	Also       []copyResult `json:"also"`  // further places, if there are more than two
	Score      float64      `json:"score"` // about the number of words that would be saved
	Similarity float64      `json:"similarity"`
	OnlyHere   []string     `json:"onlyHere"` // words that the other place does not have
	OnlyThere  []string     `json:"onlyThere"`
	Message    string       `json:"message"` // a sentence with the other place and how its wording differs

	language sentence.Language
}

type copyResult struct {
	URI     uri.URI        `json:"uri"`
	Path    string         `json:"path"` // relative to the workspace folder
	Range   protocol.Range `json:"range"`
	Section []string       `json:"section"` // titles, the outermost first
	Opening string         `json:"opening"`

	said   string // with its markup
	words  string // without the marks of a list or a quote
	format string
}

// duplicates holds the pairs last found in a workspace folder. Because texts keep changing, the server finds the places again by their
// words.
type duplicates struct {
	pairs map[string]*pairResult // by id
	in    map[uri.URI][]*pairResult
}

// describe describes where the other place is, and how its wording differs.
func (p *pairResult) describe() *sentence.Sentence {
	where := sentence.New("%s:%d", p.There.Path, p.There.Range.Start.Line+1)
	if len(p.There.Section) > 0 {
		where = sentence.New("%s (%s)", where, strings.Join(p.There.Section, " › "))
	}
	if n := len(p.Also); n > 0 {
		where = sentence.New("%s and %s", where, sentence.Plural(n, "%d more place", "%d more places"))
	}
	return sentence.New("Also in %s, %s.", where, p.describeDifference())
}

// mostWords is the largest number of words of a difference that a message shows.
const mostWords = 8

func (p *pairResult) describeDifference() *sentence.Sentence {
	list := func(words []string) string {
		if len(words) > mostWords {
			return strings.Join(words[:mostWords], " ") + " …"
		}
		return strings.Join(words, " ")
	}
	here, there := len(p.OnlyHere), len(p.OnlyThere)
	switch {
	case here == 0 && there == 0:
		return sentence.New("in the same words")
	case there == 0:
		return sentence.Plural(here, "without %d word: %s", "without %d words: %s", list(p.OnlyHere))
	case here == 0:
		return sentence.Plural(there, "with %d more word: %s", "with %d more words: %s", list(p.OnlyThere))
	}
	return sentence.Plural(max(here, there), "where %d word differs: %s → %s", "where %d words differ: %s → %s", list(p.OnlyHere), list(p.OnlyThere))
}

// storePairs stores the pairs found, each as seen from its places, together with the pairs that have been sent to the client.
func (c *folderComparison) storePairs(all []duplicate.Finding, sent []*pairResult) {
	const most = 20 // further places
	found := duplicates{make(map[string]*pairResult), make(map[uri.URI][]*pairResult)}
	add := func(p *pairResult) {
		if found.pairs[p.ID] == nil {
			found.pairs[p.ID] = p
			found.in[p.Here.URI] = append(found.in[p.Here.URI], p)
		}
	}
	for _, p := range sent {
		add(p)
		add(p.fromOtherSide())
	}
	for _, f := range all {
		p := c.newPairResult(f, "")
		add(p)
		add(p.fromOtherSide())
		for i, other := range f.Also[:min(len(f.Also), most)] {
			add(c.newPairResult(f.AtAlso(i), other.Path))
		}
	}
	s := c.server
	s.mu.Lock()
	s.found[c.root] = found
	s.mu.Unlock()
	for _, d := range s.documentsWhere(anyDocument) {
		s.schedulePublish(d)
	}
	debug.FreeOSMemory()
}

// fromOtherSide returns the pair with its places exchanged.
func (p *pairResult) fromOtherSide() *pairResult {
	back := *p
	back.Here, back.There, back.OnlyHere, back.OnlyThere = p.There, p.Here, p.OnlyThere, p.OnlyHere
	back.fillInIDs()
	return &back
}

func (p *pairResult) fillInIDs() {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s", p.Here.URI, p.Here.said, p.There.URI, p.There.said) // never fails
	p.ID, p.Message = strconv.FormatUint(h.Sum64(), 36), p.describe().In(p.language)
}

// duplicatesIn returns the pairs with a place in a document.
func (s *Server) duplicatesIn(u uri.URI) (list []*pairResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, found := range s.found {
		list = append(list, found.in[u]...)
	}
	return list
}

// duplicatesAt returns the pairs whose place in a document contains an offset, each with the span of that place.
func (s *Server) duplicatesAt(v *analysedFile, offset int) (pairs []*pairResult, spans []markup.Span) {
	list := s.duplicatesIn(v.documentURI())
	if len(list) == 0 {
		return nil, nil
	}
	text := v.Text.String()
	for _, p := range list {
		if span, ok := p.Here.findIn(v.mapper, text); ok && span.Start <= offset && offset <= span.End {
			pairs, spans = append(pairs, p), append(spans, span)
		}
	}
	return pairs, spans
}

// findIn returns the occurrence of the passage in a text, perhaps changed since, that is nearest to the old place; false if there is none.
func (c *copyResult) findIn(m mapper, text string) (markup.Span, bool) {
	was := m.offset(c.Range.Start)
	best, found := markup.Span{}, false
	for at := 0; ; {
		i := strings.Index(text[at:], c.said)
		if i < 0 || c.said == "" {
			return best, found
		}
		at += i
		if distance := abs(at - was); !found || distance < abs(best.Start-was) {
			best, found = markup.Span{Start: at, End: at + len(c.said)}, true
		}
		at++
	}
}

func abs(n int) int { return max(n, -n) }

// duplicateDiagnostics returns a diagnostic, at the first word, for each pair that is still repeated, if the settings enable that.
func (s *Server) duplicateDiagnostics(v *analysedFile) (list []diagnostic) {
	if !v.Settings.Reports(check.SaidTwice) || !v.file.Settings.Diagnostics {
		return nil
	}
	text := v.Text.String()
	for _, p := range s.duplicatesIn(v.documentURI()) {
		span, ok := p.Here.findIn(v.mapper, text)
		if !ok {
			continue
		}
		if end := strings.IndexAny(p.Here.said, " \t\r\n"); end > 0 {
			span.End = span.Start + end
		}
		for _, f := range v.Rated([]check.Finding{{Rule: check.SaidTwice, Span: span, Paragraph: -1}}) {
			list = append(list, newDiagnostic(v.textRange(span), severities[f.Severity], string(f.Rule), p.Message))
		}
	}
	return list
}
