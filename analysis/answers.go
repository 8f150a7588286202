package analysis

import (
	"iter"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// The results of an analysis as plain slices, in the order of the text, with spans that count
// from its start. Each is made when it is first asked for, and must not be changed. After each
// edit, ask for the part that you need: see [Document.Fragment].

// derivedValues are the slices made so far.
type derivedValues struct {
	blocks     lazy[[]markup.Block]
	paragraphs lazy[[]Paragraph]
	sections   lazy[[]Section]
	curve      lazy[[]float64]
	values     lazy[[]float64]
	fragments  lazy[[]Fragment]
	effects    lazy[*directiveEffects]
	findings   lazy[[]check.Finding]
	confidence lazy[[]float64]

	titling   titling
	explainer atomic.Pointer[gapExplainer] // of the last gap that was explained
}

// lazy is a value made when it is first asked for.
type lazy[V any] struct {
	sync.Once
	value V
}

func (o *lazy[V]) get(make func() V) V {
	o.Do(func() { o.value = make() })
	return o.value
}

// Blocks are the parts of the text.
func (d *Document) Blocks() []markup.Block {
	return d.answers.blocks.get(func() []markup.Block {
		return slices.AppendSeq(make([]markup.Block, 0, d.blocks.Len()), AllBlocks(d))
	})
}

// AllBlocks yields the [Document.Blocks] one by one, for who needs each but once: a text may have
// very many.
func AllBlocks(d *Document) iter.Seq[markup.Block] {
	return func(yield func(markup.Block) bool) {
		at := 0
		for _, c := range d.blocks.From(0) {
			if !yield(c.Shifted(at)) {
				return
			}
			at += int(c.size)
		}
	}
}

// BlockStarts are where blocks, items of lists and blocks of quotes begin in a stretch of the text.
func BlockStarts(d *Document, span markup.Span) []int {
	var starts []int
	at := d.blockAt(span.Start)
	offset := at.before.bytes
	for _, c := range d.blocks.From(at.block) {
		if offset >= span.End {
			break
		}
		here := span.Shift(-offset)
		if here.Contains(c.Span.Start) {
			starts = append(starts, offset+c.Span.Start)
		}
		first := sort.Search(len(c.Children), func(i int) bool { return c.Children[i].Span.Start >= here.Start })
		for i := first; i < len(c.Children) && c.Children[i].Span.Start < here.End; i++ {
			starts = append(starts, offset+c.Children[i].Span.Start)
		}
		offset += int(c.size)
	}
	return starts
}

// Paragraphs are the blocks, and items of long lists, that are prose and have words.
func (d *Document) Paragraphs() []Paragraph {
	return d.answers.paragraphs.get(func() []Paragraph {
		return slices.AppendSeq(make([]Paragraph, 0, d.paragraphs()), AllParagraphs(d))
	})
}

// AllParagraphs yields the [Document.Paragraphs] one by one, as [AllBlocks] does the blocks.
func AllParagraphs(d *Document) iter.Seq[Paragraph] {
	return func(yield func(Paragraph) bool) {
		at := 0
		for i, c := range d.blocks.From(0) {
			for j := range c.paragraphs {
				p := &c.paragraphs[j]
				if !yield(Paragraph{p, c.spanOf(p).Shift(at), i, &d.Reading}) {
					return
				}
			}
			at += int(c.size)
		}
	}
}

// Paragraph is the paragraph at an index.
func (d *Reading) Paragraph(i int) Paragraph {
	at := d.blockOf(i)
	c := d.blocks.At(at.block)
	p := &c.paragraphs[i-at.before.paragraphs]
	return Paragraph{p, c.spanOf(p).Shift(at.before.bytes), at.block, d}
}

// ParagraphAt is the index of the last paragraph that starts at an offset or before it,
// or -1.
func (d *Reading) ParagraphAt(offset int) int {
	at := d.blockAt(offset)
	started := 0 // of the block's paragraphs
	if at.block < d.blocks.Len() {
		c := d.blocks.At(at.block)
		started = sort.Search(len(c.paragraphs), func(i int) bool { return at.before.bytes+c.spanOf(&c.paragraphs[i]).Start > offset })
	}
	return at.before.paragraphs - 1 + started
}

// Sections are the headings, each with the text under it.
func (d *Document) Sections() []Section { return d.answers.sections.get(d.outline) }

// Curve has the method's value for each gap: the lower, the better a place to divide. Under a
// method that leaves the division to Heinonen's programme it is the cost of a boundary there, which is less at a soft heading.
func (d *Document) Curve() []float64 {
	return d.answers.curve.get(func() []float64 {
		values := d.allValues()
		if !d.method.About().IsCurve {
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

// NumFragments is the number of fragments; it makes none of them.
func NumFragments(d *Document) int { return d.parts.Len() }

// NumParagraphs is the number of paragraphs, of which it makes none either.
func NumParagraphs(d *Document) int { return d.paragraphs() }

// Describe finds the terms of all fragments, and how sure all boundaries are, before somebody asks for each: at once, and
// on all processors, it takes less time.
func (d *Document) Describe() {
	d.eachPart(0, d.parts.Len(), func(i int, p *part) { d.termsOf(i, p) })
	d.judgeBoundaries(d.confidenceIn)
}

// DescribeWithTitles is Describe, and finds the titles of all fragments too.
func (d *Document) DescribeWithTitles() {
	if n := d.parts.Len(); n > 0 {
		d.makeTitles(n)
	}
	d.Describe()
}

// eachPart calls a function for the fragments [from, to), on all processors.
func (d *Document) eachPart(from, to int, do func(i int, p *part)) {
	if to == from+1 {
		do(from, d.parts.At(from))
		return
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range d.parts.Slice(from, to) {
		group.Go(func() error {
			do(from+i, p)
			return nil
		})
	}
	_ = group.Wait()
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

// SettingsInText are the settings that directives in a text set, by name in kebab case.
func SettingsInText(d *Document) map[string]SettingInText { return d.effects().inText }

// effects returns the joint effect of the directives in the text.
func (d *Document) effects() *directiveEffects {
	return d.answers.effects.get(func() *directiveEffects {
		o := d.readEffects()
		d.readAhead(o)
		return o
	})
}

// MeasureLengths measures the lengths of the fragments.
func MeasureLengths(d *Document) fragment.Lengths {
	words := make([]int, 0, d.parts.Len())
	for _, p := range d.parts.From(0) {
		words = append(words, p.size.words)
	}
	return fragment.Measure(words, float64(d.Preferred()))
}
