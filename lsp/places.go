package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/misplaced"
	"github.com/segls/segls/internal/restructure"
)

// placesResult answers segls/places.
type placesResult struct {
	Version int32              `json:"version"`
	Places  []placeOfferResult `json:"places"` // the best first
}

// placeOfferResult is a section or, with an empty id, the end of a file.
type placeOfferResult struct {
	URI    uri.URI  `json:"uri"`
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Above  []string `json:"above"`  // the titles above it, beginning with the file's
	Fit    float64  `json:"fit"`    // in [0, 1], relative to the best place
	Shared []string `json:"shared"` // terms in common, for the best places
	IsHere bool     `json:"here"`   // it is the current place
}

// placesParams are the parameters of segls/places.
type placesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	ID           string                          `json:"id"`
}

// places answers with the places where a fragment or section may go: in all files of the work or, outside one, in the document. The
// parameters identify the unit by id or by a position; on a heading, the unit is the section.
func (s *Server) places(ctx context.Context, p placesParams) (any, error) {
	v, err := s.analysedFile(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	b, err := s.textGroupOf(ctx, v, true)
	if err != nil {
		return nil, err
	}
	fragment, section := restructure.FragmentByID(v.Document, p.ID), restructure.SectionByID(v.Document, p.ID)
	if p.ID == "" {
		offset := v.offset(p.Position)
		if section = restructure.SectionOfHeadingAt(v.Document, offset); section < 0 {
			fragment = restructure.FragmentAt(v.Document, offset)
		}
	}
	own := func(i int) bool { return false } // sections that it cannot move into
	first, end, here := 0, 0, -1
	switch {
	case section >= 0:
		span := v.Sections()[section].Span
		first, end = paragraphsIn(v.Document, span.Start, span.End)
		own = func(i int) bool { return span.Contains(v.Sections()[i].Span.Start) }
		here = v.Sections()[section].Parent
	case fragment >= 0:
		f := v.Fragment(fragment)
		first, end, here = f.First, f.End, f.Section
	default:
		return nil, restructure.ErrGone
	}
	r := placesResult{Version: v.file.Version, Places: []placeOfferResult{}}
	best := 0.0
	for _, place := range b.model.RankPlaces(b.index, first, end) {
		if place.Source == b.index && place.Section >= 0 && own(place.Section) {
			continue
		}
		best = max(best, place.Fit)
		offer := b.newPlaceOffer(place)
		offer.IsHere = place.Source == b.index && place.Section == here
		if best > 0 {
			offer.Fit = place.Fit / best
		}
		r.Places = append(r.Places, offer)
	}
	return r, nil
}

// paragraphsIn returns the paragraphs [first, last) of the text [start, end).
func paragraphsIn(d *analysis.Document, start, end int) (first, last int) {
	p := d.Paragraphs()
	from := func(offset int) int {
		i, _ := slices.BinarySearchFunc(p, offset, func(p analysis.Paragraph, offset int) int { return p.Span.Start - offset })
		return i
	}
	return from(start), from(end)
}

// textGroup is a document, or all files of its work, with a model of where text fits.
type textGroup struct {
	views []*analysedFile
	index int // of the document
	model *misplaced.Model
}

// textGroupOf returns the group of a document: all files of its work if whole is set, else the document alone.
func (s *Server) textGroupOf(ctx context.Context, v *analysedFile, whole bool) (*textGroup, error) {
	b, err := s.readTextGroup(ctx, v, whole)
	if err != nil {
		return nil, err
	}
	sources := make([]misplaced.Source, len(b.views))
	for i, v := range b.views {
		sources[i] = misplaced.Source{Path: b.fileName(i), Document: v.Document}
	}
	b.model = misplaced.New(sources)
	return b, nil
}

// readTextGroup returns a group without its model.
func (s *Server) readTextGroup(ctx context.Context, v *analysedFile, whole bool) (*textGroup, error) {
	b := &textGroup{}
	if w := s.workOf(v.documentURI()); whole && w != nil {
		w, err := s.awaitWork(ctx, w.ID)
		if err != nil {
			return nil, err
		}
		views, err := s.viewsOf(ctx, s.session.Current(), w)
		if err != nil {
			return nil, err
		}
		for e := range w.Order.All() {
			other := views[e.Path]
			if other == nil {
				continue
			}
			if e.Path == w.Path(filePath(v.documentURI())) {
				other, b.index = v, len(b.views)
			}
			b.views = append(b.views, other)
		}
	}
	if !slices.Contains(b.views, v) {
		b.index = len(b.views)
		b.views = append(b.views, v)
	}
	return b, nil
}

// fileName returns the name of the i-th file, without its folders.
func (b *textGroup) fileName(i int) string {
	u := string(b.views[i].documentURI())
	if file := filePath(b.views[i].documentURI()); file != "" {
		u = strings.ReplaceAll(file, `\`, "/")
	}
	return u[strings.LastIndexByte(u, '/')+1:]
}

func (b *textGroup) newPlaceOffer(p misplaced.SectionFit) placeOfferResult {
	v := b.views[p.Source]
	o := placeOfferResult{URI: v.documentURI(), Title: b.title(p.Source), Above: []string{}, Shared: append([]string{}, p.Shared...)}
	if p.Section < 0 {
		return o
	}
	sections := v.Sections()
	o.ID, o.Title = sections[p.Section].ID, sections[p.Section].Title
	for i := sections[p.Section].Parent; i >= 0; i = sections[i].Parent {
		o.Above = append(o.Above, sections[i].Title)
	}
	o.Above = append(o.Above, b.title(p.Source))
	slices.Reverse(o.Above)
	return o
}

func (b *textGroup) title(i int) string {
	if title := b.views[i].Document.Title(); title != "" {
		return title
	}
	return b.fileName(i)
}

// misplacedResult answers segls/misplaced.
type misplacedResult struct {
	Texts     int                  `json:"texts"`
	Misplaced []misplacedParagraph `json:"misplaced"` // the most certain first
	Unlisted  int                  `json:"unlisted"`  // without a minScore: the number that a minScore of 0 would list
}

type misplacedParagraph struct {
	URI     uri.URI          `json:"uri"`
	Version int32            `json:"version"` // of the text
	Range   protocol.Range   `json:"range"`
	Opening string           `json:"opening"`
	ID      string           `json:"id"`      // of its fragment
	Section string           `json:"section"` // the title of its section
	There   placeOfferResult `json:"there"`
	At      protocol.Range   `json:"at"` // the heading there
	Message string           `json:"message"`
	Score   float64          `json:"score"`
}

// misplacedParams are the parameters of segls/misplaced.
type misplacedParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Whole        bool                            `json:"whole"`
	MinScore     *float64                        `json:"minScore"` // if nil, the paragraphs are only counted, because few are worth moving
}

// misplaced answers with the paragraphs of a document, or of its work, that fit another place better than their own.
func (s *Server) misplaced(ctx context.Context, p misplacedParams) (any, error) {
	v, err := s.analysedFile(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	b, err := s.textGroupOf(ctx, v.wholeNotebook(), p.Whole)
	if err != nil {
		return nil, err
	}
	r := misplacedResult{Texts: len(b.views), Misplaced: []misplacedParagraph{}}
	if p.MinScore == nil {
		r.Unlisted = len(b.model.FindMisplaced(0))
		return r, nil
	}
	for _, l := range b.model.FindMisplaced(*p.MinScore) {
		r.Misplaced = append(r.Misplaced, b.newMisplacedParagraph(l))
	}
	return r, nil
}

func (b *textGroup) newMisplacedParagraph(l misplaced.MisplacedParagraph) misplacedParagraph {
	v := b.views[l.Source]
	p := v.Paragraph(l.Paragraph)
	r := misplacedParagraph{URI: v.documentURI(), Version: v.file.Version, Range: v.contentRange(p.Span), Opening: openingOf(p.Opening(openingLength)), There: b.newPlaceOffer(l.There), Section: b.newPlaceOffer(l.Here).Title, Score: l.Score}
	if i := v.FragmentAt(p.Span.Start); i >= 0 {
		r.ID = v.Fragment(i).ID
	}
	there := b.views[l.There.Source]
	if l.There.Section >= 0 {
		r.At = there.rangeOf(there.Sections()[l.There.Section].Headline)
	}
	r.There.Fit = 1
	r.Message = v.clientCaps.Say("fits “%s” better: %s", r.There.Title, strings.Join(l.There.Shared, ", "))
	return r
}
