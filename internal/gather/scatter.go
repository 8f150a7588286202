package gather

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// ErrUnchanged is the error for an edited text that changes nothing.
var ErrUnchanged = errors.New("nothing is edited")

// GatherAgain returns a text of the same pieces as they now are in their files. `was` returns a file's text when t was made, or "".
func GatherAgain(w rearrange.Work, t Text, was func(path string) string) (Text, error) {
	s, err := newScatterer(w, t, was)
	if err != nil {
		return Text{}, err
	}
	if err := s.checkPlaces(); err != nil {
		return Text{}, err
	}
	return s.composed(w), nil
}

// Scatter returns the change that puts an edited text back into the files, and the text of the pieces after it. t is the text before the
// edits. With [ErrUnchanged], the text is valid too.
func Scatter(ctx context.Context, w rearrange.Work, t Text, was func(path string) string, edited string) (rearrange.Change, Text, error) {
	s, err := newScatterer(w, t, was)
	if err != nil {
		return rearrange.Change{}, Text{}, err
	}
	if err := s.applyEditedText(edited); err != nil {
		return rearrange.Change{}, Text{}, err
	}
	if err := s.checkPlaces(); err != nil {
		return rearrange.Change{}, Text{}, err
	}
	total := rearrange.Change{Title: sentence.New("Save pieces")}
	for _, step := range []func(context.Context, *rearrange.Change) error{s.edit, s.move} {
		if err := step(ctx, &total); err != nil {
			return rearrange.Change{}, Text{}, err
		}
	}
	if len(total.Edits) == 0 {
		return rearrange.Change{}, s.composed(s.w), ErrUnchanged
	}
	return total, s.composed(s.w), nil
}

// scatterer puts an edited text back into files.
type scatterer struct {
	before, w rearrange.Work           // before all changes, and after those so far
	was       func(path string) string // a file as it was when the pieces were gathered; "" if that is not known
	key       string
	pieces    []*gatheredPiece // in the order of the text before
	order     []*gatheredPiece // in the order of the edited text
}

// gatheredPiece is a piece with its place.
type gatheredPiece struct {
	piece
	rearrange.Passage // in the files after the changes so far

	gathered rearrange.Passage // the passage in the file as it was when the piece was gathered
	next     string            // the text after edits
	isEdited bool
	isFound  bool
	isSame   bool // the file has the text with which the piece was gathered
	isNamed  bool // the mark names the file
}

func newScatterer(w rearrange.Work, t Text, was func(path string) string) (*scatterer, error) {
	pieces, err := parsePieces(t.Text)
	if err != nil {
		return nil, err
	}
	if len(pieces) != len(t.Pieces) {
		return nil, sentence.New("These pieces are no longer known. Gather them again.")
	}
	s := &scatterer{w: w, was: was, key: pieces[0].key}
	for path, d := range w.Documents {
		s.w.Index = s.w.Index.WithFile(path, d.Text.String())
	}
	s.before = s.w
	for i, p := range pieces {
		if w.Documents[t.Pieces[i].Path] == nil {
			return nil, sentence.New("%s cannot be read.", t.Pieces[i].Path)
		}
		s.pieces = append(s.pieces, &gatheredPiece{piece: p, Passage: t.Pieces[i], gathered: t.Pieces[i], next: p.text})
	}
	for _, g := range s.pieces {
		s.locate(g, g.text)
	}
	s.order = s.pieces
	return s, nil
}

// checkPlaces returns an error if a piece cannot be found, or if two overlap.
func (s *scatterer) checkPlaces() error {
	for _, g := range s.pieces {
		if !g.isFound {
			return g.goneError()
		}
		for _, other := range s.pieces {
			if g != other && g.Path == other.Path && g.Span.Start < other.Span.End && other.Span.Start < g.Span.End {
				return g.goneError()
			}
		}
	}
	return nil
}

// locate sets the current place of a piece, and whether it has the text that it should have. A piece that is gone from its place may have
// moved.
func (s *scatterer) locate(g *gatheredPiece, text string) {
	file := s.w.Documents[g.gathered.Path].Text.String()
	at, isSame := locate(file, s.was(g.gathered.Path), g.gathered.Span, text)
	isRewritten := !isSame && at.Len() > 0 && !slices.ContainsFunc(s.pieces, func(other *gatheredPiece) bool {
		return other != g && withLF(file[at.Start:at.End]) == other.text
	})
	if !isSame && !isRewritten {
		if to, hasMoved := s.newPlace(g, text); hasMoved {
			g.Passage, g.isFound, g.isSame = to, true, true
			return
		}
	}
	if isSame || at.Len() > 0 {
		g.Span, g.isFound, g.isSame = at, true, isSame
	}
}

// newPlace returns the only place to which a piece can have moved. A passage that had this text when the piece was gathered does not count.
func (s *scatterer) newPlace(g *gatheredPiece, text string) (to rearrange.Passage, isOnly bool) {
	var list []rearrange.Passage
	for _, path := range slices.Sorted(maps.Keys(s.w.Documents)) {
		isOwn := path == g.gathered.Path
		isOther := func(was markup.Span) bool {
			return !isOwn || was.End <= g.gathered.Span.Start || was.Start >= g.gathered.Span.End
		}
		only, isOnly := onlyPlace(s.w.Documents[path].Text.String(), text)
		if !isOnly || slices.ContainsFunc(placesOf(s.was(path), text), isOther) {
			continue
		}
		to = rearrange.Passage{Path: path, Span: only}
		if isOwn {
			return to, true
		}
		list = append(list, to)
	}
	return to, len(list) == 1
}

func (g *gatheredPiece) goneError() error {
	return sentence.New("Piece %d is no longer in %s as it was gathered, so nothing has been saved. Copy what you have written here, and gather again.", g.number, g.Path)
}

func (s *scatterer) applyEditedText(edited string) error {
	before := make([]piece, len(s.pieces))
	for i, g := range s.pieces {
		before[i] = g.piece
	}
	after, err := parseEditedPieces(edited, before)
	if err != nil {
		return err
	}
	s.order = nil
	for _, p := range after {
		i := slices.IndexFunc(s.pieces, func(g *gatheredPiece) bool { return g.number == p.number })
		g := s.pieces[i]
		g.next, g.isEdited, g.isNamed = p.text, p.text != g.text, p.file() == g.file()
		if g.isEdited && !g.isSame {
			if s.locate(g, p.text); g.isSame { // an earlier save changed the file and was interrupted before it answered
				g.text, g.isEdited = p.text, false
			}
		}
		if g.isEdited && g.isFound && !g.isSame {
			return sentence.New("Piece %d has been changed in %s since it was gathered, so nothing has been saved. Copy what you have written in it, and gather again.", g.number, g.Path)
		}
		s.order = append(s.order, g)
	}
	return nil
}

// edit changes the files as their pieces were edited.
func (s *scatterer) edit(ctx context.Context, total *rearrange.Change) error {
	inFile := make(map[string][]*gatheredPiece)
	for _, g := range s.pieces {
		inFile[g.Path] = append(inFile[g.Path], g)
	}
	documents, edits, parts := maps.Clone(s.w.Documents), make(map[string][]restructure.Replacement), make(map[string][]markup.Span)
	for _, path := range slices.Sorted(maps.Keys(inFile)) {
		d, shown := s.w.Documents[path], s.placesIfOrdered(path)
		e, was, now := editsOf(d.Text.String(), inFile[path])
		if len(e.Replacements) == 0 {
			continue
		}
		next, err := d.Edit(ctx, e.AnalysisEdit(d.Text))
		if err != nil {
			return err
		}
		if err := restructure.CheckAround(d.Format, d.Text.String(), next.Text.String(), was, now, shown); err != nil {
			return sentence.New("%s: %s", path, err)
		}
		documents[path], edits[path], parts[path] = next, e.Replacements, was
	}
	if len(edits) == 0 {
		return nil
	}
	r := s.w.Index.ResultOfEdits(edits)
	if err := s.checkLinks(r, parts); err != nil {
		return err
	}
	total.Result = r
	s.w.Documents, s.w.Index = documents, s.w.Index.AfterChange(r)
	return nil
}

// placesIfOrdered returns the places of the pieces of a file, or nil if the text does not show them in the order of the file.
func (s *scatterer) placesIfOrdered(path string) (places []markup.Span) {
	for _, g := range s.order {
		switch {
		case g.Path != path:
		case len(places) > 0 && g.Span.Start < places[len(places)-1].End:
			return nil
		default:
			places = append(places, g.Span)
		}
	}
	return places
}

// editsOf returns the edit of the pieces of a file, and the spans of the edited pieces before and after it. It updates all spans.
func editsOf(file string, pieces []*gatheredPiece) (e restructure.Edit, was, now []markup.Span) {
	slices.SortStableFunc(pieces, func(a, b *gatheredPiece) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	shift := 0
	for _, g := range pieces {
		before := g.Span
		g.Span = before.Shift(shift)
		if !g.isEdited {
			continue
		}
		list := replacements(file, before, g.next)
		for _, r := range list {
			g.Span.End += len(r.Text) - r.Span.Len()
		}
		shift = g.Span.End - before.End
		e.Replacements = append(e.Replacements, list...)
		was, now = append(was, before), append(now, g.Span)
	}
	return e, was, now
}

// checkLinks returns an error if a link outside the edited parts would lead elsewhere after the edits.
func (s *scatterer) checkLinks(r link.Result, parts map[string][]markup.Span) error {
	isInPart := func(path string, at int) bool {
		return slices.ContainsFunc(parts[path], func(p markup.Span) bool { return p.Start <= at && at < p.End })
	}
	after := s.w.Index.AfterChange(r)
	leads := func(l link.LocatedLink) error {
		return sentence.New("The link to “%s” in %s would lead elsewhere, so nothing has been saved.", l.Link.To, l.Path)
	}
	known := make(map[link.Origin]bool)
	for _, b := range s.w.Index.Broken() {
		known[link.Origin{File: b.Path, At: b.Link.Start}] = true
	}
	for _, b := range after.Broken() {
		path, at, ok := r.OldPlace(b.Path, b.Link.Start)
		if ok && !isInPart(path, at) && !known[link.Origin{File: path, At: at}] {
			return leads(b.LocatedLink)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(parts)) {
		for _, l := range s.w.Index.LinksTo(path) {
			if isInPart(l.Path, l.Link.Start) {
				continue
			}
			was, _ := s.w.Index.Follow(l.Path, l.Link)
			if was.Place.Len() == 0 || isInPart(was.Path, was.Place.Start) {
				continue
			}
			_, from, isThere := r.NewPlace(l.Path, l.Link.Start)
			_, to, _ := r.NewPlace(was.Path, was.Place.Start)
			links := after.Links(l.Path)
			i := slices.IndexFunc(links, func(now link.Link) bool { return now.Start == from })
			if !isThere || i < 0 {
				return leads(l)
			}
			if now, ok := after.Follow(l.Path, links[i]); !ok || now.Place.Start != to {
				return leads(l)
			}
		}
	}
	return nil
}

// move moves the pieces whose marks have moved: each goes right after the one above it, or before the first that stays.
func (s *scatterer) move(ctx context.Context, total *rearrange.Change) error {
	stays := s.largestOrderedSet()
	for i, g := range s.order {
		if stays[g] {
			continue
		}
		other, isBefore := s.order[max(0, i-1)], i == 0
		if isBefore {
			other = s.order[slices.IndexFunc(s.order, func(g *gatheredPiece) bool { return stays[g] })]
		}
		if g.Span.Len() == 0 {
			return sentence.New("Piece %d has no text, so it cannot move, and nothing has been saved.", g.number)
		}
		c, err := rearrange.MoveBeside(s.w, g.Passage, other.Passage, isBefore)
		switch {
		case errors.Is(err, restructure.AlreadyThere):
			continue
		case err != nil:
			return sentence.New("Piece %d cannot move there: %s", g.number, err)
		case len(c.Unmended) > 0:
			u := c.Unmended[0]
			return sentence.New("The link to “%s” in %s cannot be kept: %s Nothing has been changed.", u.Link.To, u.Path, u.Reason)
		}
		total.Moved = append(total.Moved, rearrange.MovedPassage{Path: g.Path, To: other.Path})
		total.Notes = append(total.Notes, c.Notes...)
		if total.Edits == nil {
			total.Result = c.Result
		} else {
			total.Result = s.before.Index.Compose(total.Result, c.Result)
		}
		if err := s.updateAfterMove(ctx, g, c); err != nil {
			return err
		}
	}
	return nil
}

// largestOrderedSet returns the largest set of pieces that keep their order. It prefers pieces whose mark names their file, because others
// were in another file before an undo.
func (s *scatterer) largestOrderedSet() map[*gatheredPiece]bool {
	rank := make(map[*gatheredPiece]int)
	for i, g := range s.pieces {
		rank[g] = i
	}
	most, before := make([]int, len(s.order)), make([]int, len(s.order))
	last := -1
	for i, g := range s.order {
		weight := len(s.order) + 1
		if !g.isNamed {
			weight--
		}
		most[i], before[i] = weight, -1
		for k, other := range s.order[:i] {
			if rank[other] < rank[g] && most[k]+weight > most[i] {
				most[i], before[i] = most[k]+weight, k
			}
		}
		if last < 0 || most[i] > most[last] {
			last = i
		}
	}
	stays := make(map[*gatheredPiece]bool)
	for ; last >= 0; last = before[last] {
		stays[s.order[last]] = true
	}
	return stays
}

// updateAfterMove puts files and pieces into the state after a move.
func (s *scatterer) updateAfterMove(ctx context.Context, moved *gatheredPiece, c rearrange.Change) error {
	documents := maps.Clone(s.w.Documents)
	for path, list := range c.Edits {
		d := documents[path]
		if d == nil {
			continue // not a file of pieces
		}
		next, err := d.Edit(ctx, restructure.Edit{Replacements: list}.AnalysisEdit(d.Text))
		if err != nil {
			return err
		}
		documents[path] = next
	}
	s.w.Documents, s.w.Index = documents, s.w.Index.AfterChange(c.Result)
	for _, g := range s.pieces {
		if g == moved && len(c.Moved) > 0 {
			g.Passage = rearrange.Passage{Path: c.Moved[0].To, Span: withoutBlankLines(c.Texts()[c.Moved[0].To], c.Moved[0].Place)}
			continue
		}
		to, ok := placeAfter(c.Result, g.Passage)
		if !ok {
			return sentence.New("Piece %d would be broken up, so nothing has been saved.", g.number)
		}
		to.Span = withoutBlankLines(s.w.Documents[to.Path].Text.String(), to.Span)
		g.Passage = to
	}
	return nil
}

// placeAfter returns the place of the bytes of a passage that are still in its file after a change. A footnote, for example, may have left
// it.
func placeAfter(r link.Result, p rearrange.Passage) (to rearrange.Passage, isThere bool) {
	to.Path = p.Path
	place := func(at int) (int, bool) {
		path, now, ok := r.NewPlace(p.Path, at)
		return now, ok && path == p.Path
	}
	if p.Span.Len() == 0 {
		at, ok := place(max(0, p.Span.Start-1))
		at += min(1, p.Span.Start)
		to.Span = markup.Span{Start: at, End: at}
		return to, ok
	}
	for at := p.Span.Start; at < p.Span.End && !isThere; at++ {
		to.Span.Start, isThere = place(at)
	}
	for at := p.Span.End - 1; at >= p.Span.Start; at-- {
		if now, ok := place(at); ok {
			to.Span.End = now + 1
			break
		}
	}
	return to, to.Span.Start < to.Span.End
}

// composed returns the text of the pieces as they are in a work. If it differs from the text in the editor, it gets a new key, so that a
// later edit there is not taken for an edit of this text.
func (s *scatterer) composed(w rearrange.Work) Text {
	var places []rearrange.Passage
	var numbers []int
	for _, g := range s.order {
		places = append(places, g.Passage)
		numbers = append(numbers, g.number)
	}
	key := s.key
	for i, g := range s.order {
		if withLF(w.Documents[g.Path].Text.Slice(places[i].Span)) != g.next {
			key = newKey(w, places)
			break
		}
	}
	return compose(w, places, numbers, key)
}
