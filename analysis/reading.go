package analysis

import (
	"context"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/sequence"
)

// Reading is a text up to its paragraphs and their terms: a pure function of the text, its format and its
// settings. It never changes; [Reading.Edit] makes another one.
type Reading struct {
	Text     rope.Text
	Format   markup.Format
	Language *language.Language
	Settings Settings // as the directives in the text leave them

	given Settings // as they were asked for
	fixed []string // those of them that no directive in the text changes
	quiet bool     // a directive asks to suggest nothing
	words int      // that the vocabulary knew when all of the text had been counted

	method  method.Method
	plain   plainOutline                           // what the headings of a plain text were chosen from
	tally   markup.GapTally                        // of a plain text
	blocks  sequence.Sequence[*block, blockCounts] // the blocks, with their paragraphs
	widths  lineWidths                             // of lines; never changed once the reading is made
	boxes   []box                                  // what is set apart; never changed
	boxEnds []markup.Span                          // the ends of those with a heading in them, in order; never changed
}

// parse reads a text.
func parse(ctx context.Context, text rope.Text, format markup.Format, s Settings, fixed []string) (*Reading, error) {
	if s == (Settings{}) {
		s = Defaults()
	}
	d := &Reading{Text: text, Format: format, given: s, fixed: fixed}
	content := text.String()
	d.Settings = s
	for range 2 { // a directive may say what the text is to be read by
		d.Format = formatFor(format, content, &d.Settings)
		scanned, lines := d.Format.ScanWithCandidates(content)
		if d.tally = tallyGaps(d.Format, content, scanned); d.tally.Gaps().Wide > 0 {
			d.Format = d.Format.WithGaps(d.tally.Gaps())
			scanned, lines = d.Format.ScanWithCandidates(content)
		}
		d.plain = plainOutlineOf(lines, scanned, content)
		d.blocks = sequence.Of[*block, blockCounts](blocksOf(d.Format, content, scanned))
		d.readDirectives()
		if d.Format.Equal(formatFor(format, content, &d.Settings)) {
			break
		}
	}
	d.method = MethodOf(d.Settings)
	if err := d.count(ctx); err != nil {
		return nil, err
	}
	d.words = d.Language.Vocabulary.Len()
	d.boxes = d.findBoxes(content)
	d.findBoxEnds()
	return d, nil
}

// formatFor is the format as a text and its settings ask for it.
func formatFor(f markup.Format, text string, s *Settings) markup.Format {
	return f.WithOwnDefinitions(text, s.LatexIgnore).WithOutline(s.PlainHeadings != plainHeadingsOff).WithGaps(markup.Gaps{})
}

// With returns a document of the text in which this is shown, which must have been shown of the same text read
// under the same settings. The zero Shown is nothing.
func (d *Reading) With(s Shown) *Document {
	w := &Document{Reading: *d, Shown: s, answers: new(derivedValues)}
	if s.language != d.Language && s.parts.Len() > 0 {
		w.parts = w.recounted()
	}
	w.language = d.Language
	if w.headings.Len() != d.blocks.Sum().headings { // there are none yet
		w.identifyHeadings(0, nil, d.blocks.Slice(0, d.blocks.Len()))
	}
	return w
}

// Edit returns the reading of a text after an edit. It scans the blocks around the edit and counts their
// paragraphs, so its cost depends on the edit and not on the text; a change of directives, or of the
// language, has the text read from its beginning. The only error is the context's.
func (d *Reading) Edit(ctx context.Context, text rope.Text, change markup.Change) (*Reading, error) {
	next, _, err := d.edit(ctx, text, change)
	return next, err
}

// replaced holds the blocks that an edit has replaced.
type replaced struct {
	replacedParagraphs
	at         blockPlace // in the text before the edit
	old, fresh []*block
}

// edit also returns what has been replaced; nil if the text has been read from its beginning.
func (d *Reading) edit(ctx context.Context, text rope.Text, change markup.Change) (*Reading, *replaced, error) {
	if d.Format.CanDefineCommands() && change.Start < markup.LongestHead && !d.Format.Equal(d.Format.WithOwnDefinitions(text.Slice(markup.Span{End: min(text.Len(), markup.LongestHead)}), d.Settings.LatexIgnore)) {
		next, err := parse(ctx, text, d.Format, d.given, d.fixed) // its own commands mean something else
		return next, nil, err
	}
	r := d.rescan(text, change)
	plain, isLocal := d.plainAfter(&r, text, change)
	tally := d.tallyAfter(&r)
	if !isLocal || tally.Gaps() != d.Format.Gaps() || directivesChanged(d.blocks.Slice(r.from.block, r.to.block), r.fresh) {
		next, err := parse(ctx, text, d.Format, d.given, d.fixed)
		return next, nil, err
	}
	r = d.keepUnchanged(r, change)
	next := *d
	next.Text, next.plain, next.tally = text, plain, tally
	t := next.replace(d, r)
	if next.languageChanged(r.from.before.bytes) {
		next, err := parse(ctx, text, d.Format, d.given, d.fixed)
		return next, nil, err
	}
	if !next.followBoxes(d, r, change) {
		return &next, nil, ctx.Err()
	}
	return &next, &replaced{t, r.from, d.blocks.Slice(r.from.block, r.to.block), r.fresh}, ctx.Err()
}

// replace makes the reading from that before an edit, with its blocks replaced, and returns which paragraphs have been.
func (d *Reading) replace(before *Reading, r rescanned) replacedParagraphs {
	d.recount(before, r)
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
	t.head, t.tail = unchanged(before.paragraphsIn(first, first+t.old), d.paragraphsIn(first, first+fresh))
	return t
}
