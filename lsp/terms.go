package lsp

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/glossary"
)

// Key terms are shown only if a setting enables them, because editors already highlight the word at the cursor.

// termHighlights returns the uses of the key term at an offset of the document. The use that introduces it is marked as a write.
func (v *analysedFile) termHighlights(offset int) []protocol.DocumentHighlight {
	t := termAt(v, offset)
	if t == nil {
		return nil
	}
	list := make([]protocol.DocumentHighlight, 0, len(t.Uses))
	for i, u := range t.Uses {
		if !v.viewSpan().Contains(u.Span.Start) {
			continue
		}
		kind := protocol.DocumentHighlightKindRead
		if i == t.Introduced {
			kind = protocol.DocumentHighlightKindWrite
		}
		list = append(list, protocol.DocumentHighlight{Range: v.rangeOf(u.Span), Kind: kind})
	}
	return list
}

// termReferences returns the uses of the key term at an offset in all files of the work or, outside one, in the document.
func (s *Server) termReferences(ctx context.Context, v *analysedFile, offset int, includesDeclaration bool) ([]protocol.Location, error) {
	b, err := s.readTextGroup(ctx, v, true)
	if err != nil {
		return nil, err
	}
	t := glossary.TermAt(glossary.TermsOf(b.documents()...), b.index, offset)
	if t == nil {
		return nil, nil
	}
	list := make([]protocol.Location, 0, len(t.Uses))
	for i, u := range t.Uses {
		if i == t.Introduced && !includesDeclaration {
			continue
		}
		list = append(list, b.views[u.Source].location(u.Span))
	}
	return list, nil
}

func (b *textGroup) documents() []*analysis.Document {
	documents := make([]*analysis.Document, len(b.views))
	for i, v := range b.views {
		documents[i] = v.Document
	}
	return documents
}

// termsKey is the key of a file's key terms, which are memoised because editors send requests at every move of the cursor.
type termsKey struct{}

// termAt returns the key term at an offset of a document, or nil.
func termAt(v *analysedFile, offset int) *glossary.Term {
	terms := session.Memo(v.file, termsKey{}, func() []*glossary.Term { return glossary.TermsOf(v.Document) })
	return glossary.TermAt(terms, 0, offset)
}

// mostChained is the largest number of fragments that a hover lists for a term.
const mostChained = 12

// explainTerm lists the fragments in which a key term is used, and says where it is introduced.
func (v *analysedFile) explainTerm(t *glossary.Term) string {
	var fragments []string
	for _, u := range t.Uses {
		fragments = append(fragments, strconv.Itoa(u.Fragment+1))
	}
	fragments = slices.Compact(fragments)
	if len(fragments) > mostChained {
		fragments = append(fragments[:mostChained], "…")
	}
	in := sentence.New("fragments %s", strings.Join(fragments, ", "))
	if len(fragments) == 1 {
		in = sentence.New("fragment %s", fragments[0])
	}
	at := t.Uses[t.Introduced]
	said := sentence.New("%s in %s; %s in %d (%s)", usesSentence(len(t.Uses)), in, introductionWords[t.How], at.Fragment+1, v.lineInWords(at.Span.Start))
	if n := t.UsesBeforeIntroduction(); n > 0 {
		said = sentence.New("%s, after %s", said, usesSentence(n))
	}
	return said.In(v.clientCaps.Language)
}

func usesSentence(n int) *sentence.Sentence { return sentence.Plural(n, "%d use", "%d uses") }

var introductionWords = map[glossary.IntroductionKind]*sentence.Sentence{
	glossary.Defined: sentence.New("explained"), glossary.Emphasised: sentence.New("emphasized"),
	glossary.InHeading: sentence.New("in a heading"), glossary.FirstUsed: sentence.New("first"),
}
