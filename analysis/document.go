package analysis

import (
	"context"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// Document is a text and all that an analysis has found in it. It is a value: it
// depends on nothing but the text, the format and the settings it was made from,
// and it does not change.
type Document struct {
	Text     Text
	Format   markup.Format
	Language *language.Language
	Settings Settings // as the directives in the text leave them

	// See the methods of these names.
	inText      map[string]SettingInText
	blocks      []markup.Block
	paragraphs  []Paragraph
	words       int
	sections    []Section
	curve       []float64
	constraints []fragment.Constraint
	fragments   []Fragment
	violations  []fragment.Violation

	orders orders
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
	if s == (Settings{}) {
		s = Defaults()
	}
	d := &Document{Text: text, Format: format, Settings: s, blocks: format.Scan(text.content)}
	d.readDirectives(fixed)
	d.Language = language.ByCode(d.Settings.Language)
	if err := d.count(ctx); err != nil {
		return nil, err
	}
	d.readAhead()
	d.sections = d.outline()
	d.compare()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.divide()
	return d, ctx.Err()
}

// count makes the paragraphs.
func (d *Document) count(ctx context.Context) error {
	c := counter{text: d.Text.content, format: d.Format, language: d.Language, settings: &d.Settings}
	for i, b := range d.blocks {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !d.orders.isOff(i) {
			d.paragraphs = c.paragraphs(d.paragraphs, i, b)
		}
	}
	for _, p := range d.paragraphs {
		d.words += p.Words
	}
	return nil
}

// softDiscount is the part of its similarity that a boundary costs at a heading
// where headings are soft.
const softDiscount = 0.5

// compare makes the curve: what a boundary costs in each gap, and where headings
// constrain it.
func (d *Document) compare() {
	d.curve = d.measure()
	d.constraints = make([]fragment.Constraint, len(d.curve))
	for g := range d.curve {
		d.constraints[g] = d.orders.pins[g+1].Constraint
		if d.Settings.Headings != HeadingsIgnore && d.HeadingIn(g) >= 0 {
			if d.Settings.Headings == HeadingsHard {
				d.constraints[g] = fragment.Break
			} else {
				d.curve[g] *= softDiscount
			}
		}
		d.curve[g] = fragment.Charged(d.curve[g])
	}
}

// divide divides the paragraphs at least cost.
func (d *Document) divide() {
	problem := fragment.Problem{
		Words:       make([]int, len(d.paragraphs)),
		Similarity:  d.curve,
		Constraints: d.decided(),
		Cost:        d.Cost(),
		Limits:      fragment.Limits{Min: d.Settings.MinWords, Max: d.Settings.MaxWords},
	}
	for i, p := range d.paragraphs {
		problem.Words[i] = p.Words
	}
	if limits := &problem.Limits; limits.Max > 0 {
		limits.Min = min(limits.Min, limits.Max)
	}
	s, err := fragment.Split(problem)
	if err != nil {
		panic("analysis: " + err.Error()) // the settings' ranges rule it out
	}
	d.violations = s.Violations
	d.fragments = d.between(s.Boundaries)
}

// Cost is the cost of a fragment's length under the document's settings.
func (d *Document) Cost() fragment.Cost {
	var shape fragment.Shape
	if err := shape.UnmarshalText([]byte(d.Settings.Cost)); err != nil {
		panic("analysis: " + err.Error()) // the settings' choices rule it out
	}
	return fragment.Cost{Shape: shape, Preferred: float64(d.Settings.PreferredWords), Scaling: d.Settings.Scaling}
}

// HeadingIn is the index of the first block that is a heading in gap g, or -1.
func (d *Document) HeadingIn(g int) int {
	first, _ := d.headingsBetween(d.paragraphs[g].Block+1, d.paragraphs[g+1].Block)
	return first
}

// Statistics are the lengths of the fragments.
func (d *Document) Statistics() fragment.Statistics {
	words := make([]int, len(d.fragments))
	for i, f := range d.fragments {
		words[i] = f.Words
	}
	return fragment.Measure(words, float64(d.Settings.PreferredWords))
}

// IsQuiet tells whether an editor should suggest nothing: the document is shorter
// than two fragments, most of it is not made of sentences (a log, data, a list of
// words), or a directive asks for it.
func (d *Document) IsQuiet() bool {
	sentences := 0
	for _, p := range d.paragraphs {
		if p.EndsSentence {
			sentences += p.Words
		}
	}
	return d.orders.quiet || d.words < 2*d.Settings.PreferredWords || 2*sentences < d.words
}
