package analysis

import (
	"context"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/sequence"
)

// Reading is a text with its paragraphs and their terms: a pure function of the text, its format and its settings. It is immutable;
// [Reading.Edit] makes a new one.
type Reading struct {
	Text     rope.Text
	Format   markup.Format
	Language *language.Language
	Settings Settings // with the directives of the text applied

	given Settings // without the directives
	fixed []string // the settings that no directive in the text changes
	quiet bool     // a directive asks for no suggestions
	words int      // size of the vocabulary when the whole text was counted

	method  method.Method
	plain   plainOutline                           // of a plain text
	tally   markup.SceneGapTally                   // of a plain text
	blocks  sequence.Sequence[*block, blockCounts] // the blocks, with their paragraphs
	widths  lineWidths                             // the widths of its lines; not changed after the reading is made
	boxes   []box                                  // not changed after the reading is made
	boxEnds []markup.Span                          // ends of the boxes with a heading, in order; not changed after the reading is made
}

// parse reads a text from its beginning.
func parse(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed []string) (*Reading, error) {
	if s == (Settings{}) {
		s = Defaults()
	}
	d := &Reading{Text: text, Format: format, given: s, fixed: fixed}
	content := text.String()
	d.Settings = s
	for range 2 { // a directive may change a setting that affects the format
		d.Format = adaptedFormat(format, content, &d.Settings)
		scanned, lines := d.Format.ScanWithCandidates(content)
		if d.tally = tallySceneGaps(d.Format, content, scanned); d.tally.Gaps().Wide > 0 {
			d.Format = d.Format.WithGaps(d.tally.Gaps())
			scanned, lines = d.Format.ScanWithCandidates(content)
		}
		d.plain = newPlainOutline(lines, scanned, content)
		d.blocks = sequence.Of[*block, blockCounts](newBlocks(d.Format, content, scanned))
		d.applyTextDirectives()
		if d.Format.Equal(adaptedFormat(format, content, &d.Settings)) {
			break
		}
	}
	d.method = methodOf(d.Settings)
	if err := d.countParagraphs(ctx); err != nil {
		return nil, err
	}
	d.words = d.Language.Vocabulary.Len()
	d.boxes = d.findBoxes(content)
	d.setBoxEnds()
	return d, nil
}

// adaptedFormat returns the format adapted to a text and its settings.
func adaptedFormat(f markup.Format, text string, s *Settings) markup.Format {
	return f.WithOwnDefinitions(text, s.LatexIgnore).WithOutline(s.PlainHeadings != plainHeadingsOff).WithGaps(markup.Gaps{})
}

// WithShown returns a document of the text that shows s. An earlier document of the same text, read under the same settings, must have
// shown s; the zero Shown shows nothing.
func (d *Reading) WithShown(s Shown) *Document {
	w := &Document{Reading: *d, Shown: s, memos: new(memos)}
	if s.language != d.Language && s.parts.Len() > 0 {
		w.parts = w.recountedFragments()
	}
	w.language = d.Language
	if w.headings.Len() != d.blocks.Sum().headings { // the headings have no ids yet
		w.assignHeadingIDs(0, nil, d.blocks.Slice(0, d.blocks.Len()))
	}
	return w
}

// Edit returns the reading of a text after an edit. Its cost usually depends on the size of the edit, and not on that of the text. If the
// edit changes what affects the whole text, such as a directive or the language, the text is read from its beginning. The only error is the
// context's.
func (d *Reading) Edit(ctx context.Context, text rope.Text, change markup.Change) (*Reading, error) {
	next, _, err := d.edit(ctx, text, change)
	return next, err
}

// replacedBlocks holds the blocks that an edit has replaced.
type replacedBlocks struct {
	replacedParagraphs
	at         blockPlace // their place in the text before the edit
	old, fresh []*block
}

// edit is like [Reading.Edit], but also returns what was replaced. This is nil if text far from the edit may be affected, for example
// because the whole text was read.
func (d *Reading) edit(ctx context.Context, text rope.Text, change markup.Change) (*Reading, *replacedBlocks, error) {
	if d.Format.CanDefineCommands() && change.Start < markup.LongestHead && !d.Format.Equal(d.Format.WithOwnDefinitions(text.Slice(markup.Span{End: min(text.Len(), markup.LongestHead)}), d.Settings.LatexIgnore)) {
		next, err := parse(ctx, text, d.Format, d.given, d.fixed) // its definitions of commands have changed
		return next, nil, err
	}
	r := d.rescan(text, change)
	plain, isLocal := d.updatePlainOutline(&r, text, change)
	tally := d.sceneGapTallyAfter(&r)
	if !isLocal || tally.Gaps() != d.Format.Gaps() || directivesChanged(d.blocks.Slice(r.from.block, r.to.block), r.fresh) {
		next, err := parse(ctx, text, d.Format, d.given, d.fixed)
		return next, nil, err
	}
	r = d.trimUnchanged(r, change)
	next := *d
	next.Text, next.plain, next.tally = text, plain, tally
	t := next.applyRescanned(d, r)
	if next.languageChanged(r.from.before.bytes) {
		next, err := parse(ctx, text, d.Format, d.given, d.fixed)
		return next, nil, err
	}
	if !next.updateBoxes(d, r, change) {
		return &next, nil, ctx.Err()
	}
	return &next, &replacedBlocks{t, r.from, d.blocks.Slice(r.from.block, r.to.block), r.fresh}, ctx.Err()
}

// applyRescanned applies r to d, which must be a copy of the reading before the edit. It returns which paragraphs were replaced.
func (d *Reading) applyRescanned(before *Reading, r rescanned) replacedParagraphs {
	d.countFreshBlocks(before, r)
	d.blocks = before.blocks.Replace(r.from.block, r.to.block, r.fresh...)
	fresh := 0 // paragraphs
	for _, c := range r.fresh {
		fresh += len(c.paragraphs)
	}
	grown := d.blocks.Sum().paragraphs - before.blocks.Sum().paragraphs
	first := r.from.before.paragraphs

	t := replacedParagraphs{first: first, old: fresh - grown, fresh: fresh}
	if old := before.blocks.Slice(r.from.block, r.to.block); t.old > 0 && fresh > 0 {
		t.begins = len(old[0].paragraphs) > 0 && len(r.fresh[0].paragraphs) > 0
		t.ends = len(old[len(old)-1].paragraphs) > 0 && len(r.fresh[len(r.fresh)-1].paragraphs) > 0
	}
	t.head, t.tail = countUnchangedEnds(before.paragraphsIn(first, first+t.old), d.paragraphsIn(first, first+fresh))
	return t
}
