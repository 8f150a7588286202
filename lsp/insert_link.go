package lsp

import (
	"context"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// insertLink inserts a link to a place in another text at the position, in the form that the texts of the folder use.
func (s *Server) insertLink(ctx context.Context, a commandArgument) error {
	link, err := s.linkTo(ctx, a)
	switch {
	case err != nil:
		return err
	case link == "":
		return newFailure("No link from this text can lead there.")
	}
	return s.applyNewest(ctx, a.URI, a.Position, func(v *view) (restructure.Edit, error) {
		return restructure.InsertLink(v.offset(a.Position), link), nil
	})
}

// quote inserts a passage of another text as a block quote after the block at the position, with a link to it if possible.
func (s *Server) quote(ctx context.Context, a commandArgument) error {
	from, err := s.view(ctx, a.ToURI)
	if err != nil || from == nil || a.To == nil || a.End == nil {
		return newFailure("The passage cannot be read.")
	}
	link, err := s.linkTo(ctx, a)
	if err != nil {
		return err
	}
	passage := markup.Span{Start: from.offset(*a.To), End: from.offset(*a.End)}
	return s.applyNewest(ctx, a.URI, a.Position, func(v *view) (restructure.Edit, error) {
		var words []string
		for _, p := range from.Paragraphs() {
			switch isIn := p.Span.Start >= passage.Start && p.Span.Start < passage.End; {
			case isIn && from.Format.Name == v.Format.Name:
				words = append(words, from.Text.Slice(p.Span))
			case isIn:
				words = append(words, p.Opening(p.Span.Len()))
			}
		}
		if link != "" {
			words = append(words, "— "+link)
		}
		return restructure.InsertQuote(v.Document, v.offset(a.Position), words)
	})
}

// linkTo returns a link from a text to a place in another, or "" if none can be written.
func (s *Server) linkTo(ctx context.Context, a commandArgument) (string, error) {
	if a.To == nil {
		return "", invalidParams("to: the place in %s is missing", a.ToURI)
	}
	t, err := s.linksAsRead(ctx, a.URI)
	if t == nil || err != nil {
		return "", err
	}
	defer t.close()
	to := t.path(a.ToURI)
	return t.Index.NewLink(t.path(a.URI), to, t.mapperOf(to).offset(*a.To)), nil
}
