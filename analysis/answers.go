package analysis

import (
	"sync"
	"sync/atomic"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// The results of an analysis as plain slices, in the order of the text, with spans that count
// from its start. Each is made when it is first asked for, and must not be changed. After each
// edit, ask for the part that you need: see [Document.Fragment].

// answers are the slices made so far.
type answers struct {
	blocks     once[[]markup.Block]
	paragraphs once[[]Paragraph]
	sections   once[[]Section]
	curve      once[[]float64]
	values     once[[]float64]
	fragments  once[[]Fragment]
	effects    once[*directiveEffects]
	findings   once[[]check.Finding]
	confidence once[[]float64]

	explained atomic.Pointer[seenStretch] // by the explanation of the last gap
}

// once is a value made when it is first asked for.
type once[V any] struct {
	sync.Once
	value V
}

func (o *once[V]) get(make func() V) V {
	o.Do(func() { o.value = make() })
	return o.value
}

// Blocks are the parts of the text.
func (d *Document) Blocks() []markup.Block {
	return d.answers.blocks.get(func() []markup.Block {
		blocks := make([]markup.Block, 0, d.blocks.Len())
		at := 0
		for _, c := range d.blocks.From(0) {
			blocks = append(blocks, c.Shifted(at))
			at += c.sum.bytes
		}
		return blocks
	})
}

// Paragraphs are the blocks, and items of long lists, that are prose and have words.
func (d *Document) Paragraphs() []Paragraph {
	return d.answers.paragraphs.get(func() []Paragraph {
		paragraphs := make([]Paragraph, 0, d.blocks.Sum().paragraphs)
		at := 0
		for i, c := range d.blocks.From(0) {
			for _, p := range c.paragraphs {
				p.Span, p.Block, p.document = p.Span.Shift(at), i, d
				paragraphs = append(paragraphs, p)
			}
			at += c.sum.bytes
		}
		return paragraphs
	})
}

// Paragraph is the paragraph at an index.
func (d *Document) Paragraph(i int) Paragraph {
	at := d.blockOf(i)
	p := d.blocks.At(at.block).paragraphs[i-at.before.paragraphs]
	p.Span, p.Block, p.document = p.Span.Shift(at.before.bytes), at.block, d
	return p
}

// ParagraphAt is the index of the last paragraph that starts at an offset or before it,
// or -1.
func (d *Document) ParagraphAt(offset int) int {
	at := d.blockAt(offset)
	i := at.before.paragraphs - 1
	if at.block < d.blocks.Len() {
		for _, p := range d.blocks.At(at.block).paragraphs {
			if at.before.bytes+p.Span.Start > offset {
				break
			}
			i++
		}
	}
	return i
}

// Sections are the headings, each with the text under it.
func (d *Document) Sections() []Section { return d.answers.sections.get(d.outline) }

// Curve has the method's value for each gap: the lower, the better a place to divide. Under a
// [method.Programmed] it is what a boundary costs there, which is less at a soft heading.
func (d *Document) Curve() []float64 {
	return d.answers.curve.get(func() []float64 {
		values := d.allValues()
		if !d.isProgrammed() {
			return values
		}
		curve := make([]float64, len(values))
		for g, gap := range d.gaps(0, d.paragraphs()) {
			curve[g] = gap.Charge(values[g])
		}
		return curve
	})
}

// allValues are the values of all gaps.
func (d *Document) allValues() []float64 {
	return d.answers.values.get(func() []float64 { return d.values(0, d.paragraphs()) })
}

// Fragments are the division of the text, in its order.
func (d *Document) Fragments() []Fragment {
	return d.answers.fragments.get(func() []Fragment { return d.fragmentsIn(0, d.parts.Len()) })
}

// Describe finds the terms of all fragments, and how sure all boundaries are, before somebody
// asks for each: at once, and on all processors, it takes less time.
func (d *Document) Describe() {
	d.describe(0, d.parts.Len())
	d.judgeBy((*Document).confidenceIn)
}

// FragmentAt is the index of the fragment at an offset or the nearest before it; of the first
// fragment if there is none before, and -1 if there are no fragments. At the end of the text it
// is that of the last one.
func (d *Document) FragmentAt(offset int) int {
	i, _ := d.parts.Find(func(s size) bool { return s.bytes > offset })
	return min(i, d.parts.Len()-1)
}

// Fragment is the fragment at an index.
func (d *Document) Fragment(i int) Fragment { return d.fragmentsIn(i, i+1)[0] }

// InText are the settings that directives in a text set, by name in kebab case.
func InText(d *Document) map[string]SettingInText { return d.effects().inText }

// effects are what the directives in the text come to.
func (d *Document) effects() *directiveEffects {
	return d.answers.effects.get(func() *directiveEffects {
		o := d.readEffects()
		d.readAhead(o)
		return o
	})
}

// Lengths measures the lengths of the fragments.
func Lengths(d *Document) fragment.Lengths {
	words := make([]int, 0, d.parts.Len())
	for _, p := range d.parts.From(0) {
		words = append(words, p.size.words)
	}
	return fragment.Measure(words, float64(d.Preferred()))
}
