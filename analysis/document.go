package analysis

import (
	"context"
	"strings"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/fragment/sequence"
)

// Document is a text and all that an analysis has found in it. It is a value: it
// depends on nothing but the text, the format and the settings it was made from,
// and it does not change. After an edit, [Document.Edit] makes another one that
// shares with it all that the edit does not bear on.
type Document struct {
	Text     Text
	Format   markup.Format
	Language *language.Language
	Settings Settings // as the directives in the text leave them

	given Settings // as they were asked for
	fixed []string // those of them that no directive in the text changes
	quiet bool     // a directive asks to suggest nothing
	words int      // that the vocabulary knew when all of the text had been counted
	rows  int      // of the dynamic programme that were made for this document

	curve []float64 // from elsewhere; nil for that of the method

	whole     Survey
	isSettled bool // the survey is of this very text
	isStill   bool // see Still

	// Each of these is made from the one before it.
	chunks   sequence.Sequence[*chunk, contents] // the blocks, with their paragraphs
	widths   widths                              // of lines
	division fragment.Division                   // the paragraphs, the curve between them, the boundaries
	parts    sequence.Sequence[*part, size]      // the fragments

	answers *answers
}

// New analyses a text. It cannot fail: every text is a document. The zero Settings
// stand for [Defaults]; others have to be within the ranges that are [Declared], as
// [setting.List.Set] sees to, or New may panic. The settings named by fixed, in kebab case, are stronger than
// directives in the text; all others are weaker.
func New(text string, format markup.Format, s Settings, fixed ...string) *Document {
	d, _ := Analyze(context.Background(), NewText(text), format, s, fixed...)
	return d
}

// Analyze is New for a text that has been indexed, and under a context: it ends
// early with the context's error, which is the only one there can be.
func Analyze(ctx context.Context, text Text, format markup.Format, s Settings, fixed ...string) (*Document, error) {
	d, err := parse(ctx, text, format, s, fixed)
	if err != nil {
		return nil, err
	}
	d.resurvey()
	return d, ctx.Err()
}

// parse makes a document up to its paragraphs.
func parse(ctx context.Context, text Text, format markup.Format, s Settings, fixed []string) (*Document, error) {
	if s == (Settings{}) {
		s = Defaults()
	}
	d := &Document{Text: text, Format: format, given: s, fixed: fixed, answers: new(answers)}
	content := text.String()
	d.chunks = sequence.Of[*chunk, contents](chunks(format, content, format.Scan(content)))
	d.readDirectives()
	if err := d.count(ctx); err != nil {
		return nil, err
	}
	d.words = d.Language.Vocabulary.Len()
	return d, nil
}

// count makes the paragraphs.
func (d *Document) count(ctx context.Context) error {
	content := d.Text.String()
	counter := d.counter()
	defer counter.release()
	list := make([]*chunk, 0, d.chunks.Len())
	off, at := false, 0
	for i, c := range d.chunks.From(0) {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if off = c.turns(off); !off {
			c.count(counter, content[at:at+c.sum.bytes])
			d.widths.add(c, &d.Settings, 1)
		}
		at += c.sum.bytes
		list = append(list, c)
	}
	d.chunks = sequence.Of[*chunk, contents](list)
	return nil
}

// turns tells whether prose is off behind a chunk before which it is, or is not.
func (c *chunk) turns(off bool) bool {
	if c.sum.switches == 0 {
		return off
	}
	return c.saying.name == directiveOff
}

// softDiscount is the part of its similarity that a boundary costs at a heading
// where headings are soft.
const softDiscount = 0.5

// compare makes the curve and divides the paragraphs at least cost.
func (d *Document) compare() {
	var change fragment.Change
	d.division, change = d.undivided(float64(d.Preferred())).Replace(0, 0, d.units(0, d.chunks.Sum().paragraphs))
	d.rows = change.Rows
	d.parts = sequence.Of[*part, size](d.makeParts(size{}, d.division.Len()))
}

// undivided is the division of no paragraphs, under the settings but for the preferred
// length.
func (d *Document) undivided(preferred float64) fragment.Division {
	cost := d.Cost()
	cost.Preferred = preferred
	limits := fragment.Limits{Min: d.Settings.MinWords, Max: d.Settings.MaxWords}
	if limits.Max > 0 {
		limits.Min = min(limits.Min, limits.Max)
	}
	division, err := fragment.Divide(fragment.Problem{Cost: cost, Limits: limits})
	if err != nil {
		panic("analysis: " + err.Error()) // the settings' ranges rule it out
	}
	return division
}

// units are the paragraphs from one to another, exclusive, as they are divided: each
// with what a boundary before it costs, and whether one is forced or forbidden.
func (d *Document) units(from, to int) []fragment.Paragraph {
	if from >= to {
		return nil
	}
	firstGap := max(0, from-1)
	if d.Settings.Method == MethodBlend {
		curve, constraints := d.blended()
		return d.charged(from, to, curve[firstGap:to-1], constraints[firstGap:to-1])
	}
	return d.charged(from, to, d.measure(firstGap, to-1), d.decide(firstGap, to-1))
}

// charged is units for gaps with these values, from the one before the first paragraph on. The
// constraints are those of headings and directives, unless others are given.
func (d *Document) charged(from, to int, curve []float64, constraints []fragment.Constraint) []fragment.Paragraph {
	units := make([]fragment.Paragraph, 0, to-from)
	q := from
	for p, before := range d.leads(from, to) {
		unit := fragment.Paragraph{Words: p.Words}
		if g := q - 1 - max(0, from-1); q > 0 {
			unit.Similarity = before.charge(curve[g], d.Settings.Headings)
			unit.Constraint = before.constraint(d.Settings.Headings)
			if constraints != nil {
				unit.Constraint = constraints[g]
			}
		}
		units = append(units, unit)
		q++
	}
	return units
}

// lead is what stands before a paragraph and bears on the gap there.
type lead struct {
	heading bool
	pin     fragment.Constraint
}

// constraint tells whether a boundary is forced or forbidden.
func (l lead) constraint(headings string) fragment.Constraint {
	if l.heading && headings == HeadingsHard {
		return fragment.Break
	}
	return l.pin
}

// charge is what a boundary costs in a gap of a similarity.
func (l lead) charge(similarity float64, headings string) float64 {
	if l.heading && headings == HeadingsSoft {
		similarity *= softDiscount
	}
	return fragment.Charged(similarity)
}

// leads yields the paragraphs from one to another, exclusive, as they are in their
// chunks, each with what stands before it.
func (d *Document) leads(from, to int) func(yield func(p *Paragraph, before lead) bool) {
	return func(yield func(*Paragraph, lead) bool) {
		if from >= to {
			return
		}
		var before lead
		at := d.chunkOf(max(0, from-1)) // what leads a paragraph follows the one before it
		q := at.before.paragraphs
		for _, c := range d.chunks.From(at.chunk) {
			before.heading = before.heading || c.block.Kind == markup.Heading
			if c.saying != nil {
				before.pin = c.saying.pin(before.pin)
			}
			for i := range c.paragraphs {
				if q >= from && !yield(&c.paragraphs[i], before) {
					return
				}
				before = lead{}
				if q++; q == to {
					return
				}
			}
		}
	}
}

// constraint is what headings and directives ask of gap g.
func (d *Document) constraint(g int) fragment.Constraint {
	for _, before := range d.leads(g+1, g+2) {
		return before.constraint(d.Settings.Headings)
	}
	return fragment.Free
}

// paragraphsIn are the paragraphs from one to another, exclusive, as they are in their
// chunks.
func (d *Document) paragraphsIn(from, to int) []*Paragraph {
	list := make([]*Paragraph, 0, max(0, to-from))
	if from >= to {
		return list
	}
	at := d.chunkOf(from)
	q := at.before.paragraphs
	for _, c := range d.chunks.From(at.chunk) {
		for i := range c.paragraphs {
			if q >= from {
				list = append(list, &c.paragraphs[i])
			}
			if q++; q == to {
				return list
			}
		}
	}
	return list
}

// Cost is the cost of a fragment's length under the document's settings.
func (d *Document) Cost() fragment.Cost {
	var shape fragment.Shape
	if err := shape.UnmarshalText([]byte(d.Settings.Cost)); err != nil {
		panic("analysis: " + err.Error()) // the settings' choices rule it out
	}
	return fragment.Cost{Shape: shape, Preferred: float64(d.Preferred()), Scaling: d.Settings.Scaling}
}

// Rows is how many rows of the dynamic programme were made for this document and not
// taken over from that before an edit.
func (d *Document) Rows() int { return d.rows }

// Words is the length of all paragraphs.
func (d *Document) Words() int { return d.chunks.Sum().words }

// IsQuiet tells whether an editor should suggest nothing: the document is shorter
// than two fragments, most of it is not made of sentences (a log, data, a list of
// words), or a directive asks for it.
func (d *Document) IsQuiet() bool {
	all := d.chunks.Sum()
	return d.quiet || all.words < 2*d.Preferred() || 2*all.sentences < all.words
}

// Opening is the first words of a paragraph as its reader sees them, at most n
// characters, cut at a word.
func (d *Document) Opening(p Paragraph, n int) string {
	at := d.chunkAt(p.Span.Start)
	c := d.chunks.At(at.chunk)
	run := c.part(p.Child).Runs[0].First(8 * n) // a long paragraph is not read for its first words
	return shorten(strings.ToValidUTF8(d.Format.Reading(d.textOf(at, c), run), ""), n)
}
