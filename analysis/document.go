package analysis

import (
	"context"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// Document is an analysed text: a [Reading] of its source and the fragments [Shown]. It is immutable. [Document.Edit] makes a new document,
// which shares with it everything that the edit does not affect.
type Document struct {
	Reading
	Shown

	work  *workContext // the work of which this is one source; nil if the document is not in a work
	memos *memos
}

// New analyses a text. It returns no error, because every text is a document. The zero Settings mean [Defaults];
// others must be within the [DeclaredSettings] ranges, which [setting.List.Set] checks, or New may panic.
// Directives in the text override settings, except those named in fixed, in kebab case.
func New(text string, format markup.Format, s Settings, fixed ...string) *Document {
	d, _ := Analyze(context.Background(), rope.New(text), format, s, fixed...)
	return d
}

// Analyze is like [New], but takes a [rope.Text] and a context. The only error is the context's.
func Analyze(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed ...string) (*Document, error) {
	d, err := Read(ctx, text, format, s, fixed...)
	if err != nil {
		return nil, err
	}
	d.remeasureAndDivide(nil, editedWords{})
	return d, ctx.Err()
}

// Read is like [Analyze], but does not divide the text. It is for the sources of a work: see [NewWork].
func Read(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed ...string) (*Document, error) {
	r, err := parse(ctx, text, format, s, fixed)
	if err != nil {
		return nil, err
	}
	return r.WithShown(Shown{}), nil
}

// IsQuiet reports whether an editor should suggest nothing: the document is shorter than two fragments, most of it is not made of sentences
// (a log, data, a list of words), or a directive asks for it.
func (d *Document) IsQuiet() bool {
	all := d.blocks.Sum()
	return d.quiet || all.words < 2*d.Preferred() || 2*all.sentences < all.words
}
