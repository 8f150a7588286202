package lsp

import (
	"context"
	"strings"

	"github.com/segls/segls/analysis"
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
		return newFailure("This text cannot link there.")
	}
	return s.applyToNewest(ctx, a.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
		return restructure.InsertLink(v.Text.String(), v.offset(a.Position), link), nil
	})
}

// quote inserts a passage of another text as a block quote after the block at the position, with a link to it if possible.
func (s *Server) quote(ctx context.Context, a commandArgument) error {
	link, err := s.linkTo(ctx, a)
	if err != nil {
		return err
	}
	at, from, err := s.readLinkedText(ctx, a)
	if err != nil || from == nil || a.End == nil {
		return newFailure("The passage cannot be read.")
	}
	passage := markup.Span{Start: at.offset(*a.To), End: at.offset(*a.End)}
	return s.applyToNewest(ctx, a.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
		words := quotable(from, passage, v.Format)
		if link != "" {
			words = append(words, "— "+link)
		}
		return restructure.InsertQuote(v.Document, v.offset(a.Position), words)
	})
}

// quotable returns the blocks of a passage that a quote shows. If the format differs, it returns the words of the paragraphs.
func quotable(from *analysis.Document, passage markup.Span, in markup.Format) (blocks []string) {
	isIn := func(s markup.Span) bool { return s.Start >= passage.Start && s.Start < passage.End }
	if from.Format.Name != in.Name {
		for _, p := range from.Paragraphs() {
			if isIn(p.Span) {
				blocks = append(blocks, p.Opening(p.Span.Len()))
			}
		}
		return blocks
	}
	for _, b := range from.Blocks() {
		switch b.Kind {
		case markup.Paragraph, markup.Quote, markup.List, markup.Code, markup.Math, markup.Table:
			if isIn(b.Span) {
				blocks = append(blocks, strings.TrimRight(from.Text.Slice(b.Span), "\r\n"))
			}
		}
	}
	return blocks
}

// readLinkedText returns the text that a command names with ToURI, which need not be open in the editor, or nil if it cannot be read.
func (s *Server) readLinkedText(ctx context.Context, a commandArgument) (mapper, *analysis.Document, error) {
	if v, err := s.analysedFile(ctx, a.ToURI); v != nil && err == nil {
		return v.mapper, v.Document, nil
	}
	t, err := s.textsAsRead(ctx, a.URI)
	if t == nil || err != nil {
		return mapper{}, nil, err
	}
	defer t.close()
	at := t.mapperOf(t.path(a.ToURI))
	if at.text.Len() == 0 {
		return at, nil, nil
	}
	format, _ := markup.ByFileName(filePath(a.ToURI))
	if w := s.workOf(a.ToURI); w != nil {
		format = format.WithSharedDefinitions(w.Order.Definitions)
	}
	d, err := analysis.Read(ctx, at.text, format, analysis.Defaults())
	return at, d, err
}

// linkTo returns a link from a text to a place in another one, or "" if no link can lead there.
func (s *Server) linkTo(ctx context.Context, a commandArgument) (string, error) {
	if a.To == nil {
		return "", invalidParams("to: the place in %s is missing", a.ToURI)
	}
	t, err := s.textsAsRead(ctx, a.URI)
	if t == nil || err != nil {
		return "", err
	}
	defer t.close()
	to := t.path(a.ToURI)
	return t.Index.NewLinkText(t.path(a.URI), to, t.mapperOf(to).offset(*a.To)), nil
}
