package analysis

import (
	"iter"
	"runtime"
	"slices"
	"sort"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// This file returns the results of an analysis as slices in the order of the text, with spans in bytes. Each slice is computed on first
// use; callers must not change it. An edit makes a new document, which computes them again, so after frequent edits ask for single items,
// for example by [Document.Fragment].

// memos holds the results computed so far.
type memos struct {
	blocks     lazy[[]markup.Block]
	paragraphs lazy[[]Paragraph]
	sections   lazy[[]Section]
	curve      lazy[[]float64]
	values     lazy[[]float64]
	fragments  lazy[[]Fragment]
	effects    lazy[*directiveEffects]
	findings   lazy[[]check.Finding]
	confidence lazy[[]float64]

	titling titleAssigner
}

// lazy is a value that is computed on first use.
type lazy[V any] struct {
	sync.Once
	value V
}

func (o *lazy[V]) get(make func() V) V {
	o.Do(func() { o.value = make() })
	return o.value
}

// Blocks returns the top-level blocks of the text.
func (d *Document) Blocks() []markup.Block {
	return d.memos.blocks.get(func() []markup.Block {
		return slices.AppendSeq(make([]markup.Block, 0, d.blocks.Len()), d.AllBlocks())
	})
}

// AllBlocks yields the [Document.Blocks] one by one. A caller that needs each only once saves the memory for the slice.
func (d *Document) AllBlocks() iter.Seq[markup.Block] {
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

// BlockStarts returns the offsets in a span at which blocks, items of lists and blocks of quotes begin.
func (d *Document) BlockStarts(span markup.Span) []int {
	var starts []int
	at := d.blockPlaceAt(span.Start)
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

// Paragraphs returns the paragraphs of the text.
func (d *Document) Paragraphs() []Paragraph {
	return d.memos.paragraphs.get(func() []Paragraph {
		return slices.AppendSeq(make([]Paragraph, 0, d.numParagraphs()), d.AllParagraphs())
	})
}

// AllParagraphs yields the [Document.Paragraphs] one by one, as [Document.AllBlocks] does for blocks.
func (d *Document) AllParagraphs() iter.Seq[Paragraph] {
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

// Paragraph returns the paragraph at an index.
func (d *Reading) Paragraph(i int) Paragraph {
	at := d.blockPlaceOf(i)
	c := d.blocks.At(at.block)
	p := &c.paragraphs[i-at.before.paragraphs]
	return Paragraph{p, c.spanOf(p).Shift(at.before.bytes), at.block, d}
}

// ParagraphAt returns the index of the last paragraph that starts at or before an offset, or -1.
func (d *Reading) ParagraphAt(offset int) int {
	at := d.blockPlaceAt(offset)
	started := 0 // number of paragraphs of the block that start at or before the offset
	if at.block < d.blocks.Len() {
		c := d.blocks.At(at.block)
		started = sort.Search(len(c.paragraphs), func(i int) bool { return at.before.bytes+c.spanOf(&c.paragraphs[i]).Start > offset })
	}
	return at.before.paragraphs - 1 + started
}

// Sections returns the headings, each with the text under it.
func (d *Document) Sections() []Section { return d.memos.sections.get(d.sectionTree) }

// Curve returns the method's value for each gap: the lower the value, the better the gap is as a boundary. For a method that leaves the
// division to Heinonen's dynamic programming, it is the cost of a boundary there, which is lower at a soft heading.
func (d *Document) Curve() []float64 {
	return d.memos.curve.get(func() []float64 {
		values := d.gapValues()
		if !d.method.About().IsCurve {
			return values
		}
		curve := make([]float64, len(values))
		for g, gap := range d.methodGaps(0, d.numParagraphs()) {
			curve[g] = gap.Charge(values[g])
		}
		return curve
	})
}

func (d *Document) gapValues() []float64 {
	return d.memos.values.get(func() []float64 { return d.gapValuesBetween(0, d.numParagraphs()) })
}

// Fragments returns the fragments of the text in order.
func (d *Document) Fragments() []Fragment {
	return d.memos.fragments.get(func() []Fragment { return d.fragmentsIn(0, d.parts.Len()) })
}

// NumFragments returns the number of fragments without computing the fragments.
func (d *Document) NumFragments() int { return d.parts.Len() }

// NumParagraphs returns the number of paragraphs without making a slice of them.
func (d *Document) NumParagraphs() int { return d.numParagraphs() }

// Describe computes the terms of all fragments and the confidence of all boundaries, on all processors at once.
func (d *Document) Describe() { d.DescribeSome(func(int) bool { return true }) }

// DescribeSome is like [Document.Describe], but computes terms only of the fragments for whose index the function returns true. It calls
// the function from several goroutines.
func (d *Document) DescribeSome(is func(fragment int) bool) {
	d.forEachConcurrently(0, d.parts.Len(), func(i int, p *fragmentState) {
		if is(i) {
			d.fragmentTerms(i, p)
		}
	})
	d.setBoundaryConfidences(d.gapConfidencesIn)
}

// DescribeWithTitles is like [Document.Describe], but also computes the titles of all fragments.
func (d *Document) DescribeWithTitles() {
	if n := d.parts.Len(); n > 0 {
		d.makeTitles(n)
	}
	d.Describe()
}

// forEachConcurrently calls a function for each of the fragments [from, to), concurrently.
func (d *Document) forEachConcurrently(from, to int, do func(i int, p *fragmentState)) {
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

// FragmentAt returns the index of the fragment at an offset or of the nearest one before it, or the first; -1 if there are no fragments.
func (d *Document) FragmentAt(offset int) int {
	i, _ := d.parts.Find(func(s size) bool { return s.bytes > offset })
	return min(i, d.parts.Len()-1)
}

// Fragment returns the fragment at an index.
func (d *Document) Fragment(i int) Fragment { return d.fragmentsIn(i, i+1)[0] }

// SettingsInText returns the settings that directives in the text set, by name in kebab case.
func (d *Document) SettingsInText() map[string]SettingInText { return d.effectsOfDirectives().inText }

// WholeTextDirectives returns the spans of the directives that apply to the whole text wherever they are: settings, `ignore-file`, and the
// target above the first heading. The spans exclude the comment marks and `segls:`.
func (d *Document) WholeTextDirectives() (spans []markup.Span) {
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		name := c.directive.name
		if c.directive.problem == nil && (name == directiveSetting || name == directiveIgnoreFile || name == directiveTarget && at.Before.headings == 0) {
			spans = append(spans, c.Runs[0].Extent().Shift(at.Before.bytes))
		}
	}
	return spans
}

// effectsOfDirectives returns the joint effect of the directives in the text.
func (d *Document) effectsOfDirectives() *directiveEffects {
	return d.memos.effects.get(func() *directiveEffects {
		o := d.collectTextEffects()
		d.addParagraphEffects(o)
		return o
	})
}

// Lengths returns statistics of the lengths of the fragments.
func (d *Document) Lengths() fragment.Lengths {
	words := make([]int, 0, d.parts.Len())
	for _, p := range d.parts.From(0) {
		words = append(words, p.size.words)
	}
	return fragment.Measure(words, float64(d.Preferred()))
}
