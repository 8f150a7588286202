package analysis

import (
	"context"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/sequence"
)

// Document is an analysed text: a pure function of its source, the settings, the statistics of
// the whole text and the fragments that are shown. It never changes. [Document.Edit] makes
// another one, which shares with it whatever the edit does not affect.
type Document struct {
	Text     rope.Text
	Format   markup.Format
	Language *language.Language
	Settings Settings // as the directives in the text leave them

	given Settings // as they were asked for
	fixed []string // those of them that no directive in the text changes
	quiet bool     // a directive asks to suggest nothing
	words int      // that the vocabulary knew when all of the text had been counted

	method     method.Method
	statistics survey
	written    writing      // since the last rest
	isRested   bool         // nothing has been edited since the statistics were taken
	work       *workContext // the work that this is one source of; nil for a document by itself

	// Each of these is made from the one before it.
	blocks sequence.Sequence[*block, contents] // the blocks, with their paragraphs
	widths widths                              // of lines; never changed once the document is made
	parts  sequence.Sequence[*part, size]      // the fragments

	nextID  int // of a fragment
	touched lastEdit

	answers *answers
}

// New analyses a text. It cannot fail: every text is a document. The zero Settings stand for
// [Defaults]; others must be within the [Declared] ranges, which [setting.List.Set] checks, or
// New may panic. Directives in the text override all settings but those named by fixed, in
// kebab case.
func New(text string, format markup.Format, s Settings, fixed ...string) *Document {
	d, _ := Analyze(context.Background(), rope.New(text), format, s, fixed...)
	return d
}

// Analyze is New for a [rope.Text], under a context. The only error is the context's.
func Analyze(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed ...string) (*Document, error) {
	d, err := parse(ctx, text, format, s, fixed)
	if err != nil {
		return nil, err
	}
	d.rest(nil, editing{})
	return d, ctx.Err()
}

// Read is [Analyze] without a division, for a source of a work: see [NewWork].
func Read(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed ...string) (*Document, error) {
	return parse(ctx, text, format, s, fixed)
}

// parse makes a document up to its paragraphs.
func parse(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed []string) (*Document, error) {
	if s == (Settings{}) {
		s = Defaults()
	}
	d := &Document{Text: text, Format: format, given: s, fixed: fixed, answers: new(answers)}
	content := text.String()
	d.Settings = s
	for range 2 { // a directive may say what the text is to be read by
		asked := d.Settings.LatexIgnore
		d.Format = format.Own(content, asked)
		d.blocks = sequence.Of[*block, contents](blocksOf(d.Format, content, d.Format.Scan(content)))
		d.answers = new(answers)
		d.readDirectives()
		if d.Settings.LatexIgnore == asked || d.Format.Equal(format.Own(content, d.Settings.LatexIgnore)) {
			break
		}
	}
	d.nameHeadings(d.blocks.Slice(0, d.blocks.Len()), nil)
	d.method = MethodOf(d.Settings)
	if err := d.count(ctx); err != nil {
		return nil, err
	}
	d.words = d.Language.Vocabulary.Len()
	return d, nil
}

// IsQuiet reports whether an editor should suggest nothing: the document is shorter
// than two fragments, most of it is not made of sentences (a log, data, a list of
// words), or a directive asks for it.
func (d *Document) IsQuiet() bool {
	all := d.blocks.Sum()
	return d.quiet || all.words < 2*d.Preferred() || 2*all.sentences < all.words
}
