package difference

import (
	"context"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
)

// Replacement is text that replaces a span of a new text.
type Replacement struct {
	Path string
	markup.Span
	Text string
}

// refuse returns an error that explains to a writer why something cannot be put back.
func refuse(text string, values ...any) error { return sentence.New(text, values...) }

// ReplacementsToUndo returns the replacements in the new texts that undo one change of d. Something moved goes back with its current words.
// The result is checked: all other blocks must come out unchanged. Any error except the context's is a [sentence.Sentence]. No file of the
// compared versions may be light.
func (d Difference) ReplacementsToUndo(ctx context.Context, x Change) ([]Replacement, error) {
	c := d.comparison
	plans, err := c.undoPlans(x)
	if err != nil {
		return nil, err
	}
	var list []Replacement
	for _, p := range plans {
		list = append(list, c.replacements(p)...)
	}
	return list, c.checkReplacements(ctx, plans, list)
}

// undoPlans returns the plans that undo a change.
func (c *comparison) undoPlans(x Change) ([]cutPastePlan, error) {
	if x.Level != OfSentence {
		p, err := c.undoPlan(x)
		return []cutPastePlan{p}, err
	}
	// The paragraph of the sentence and the one that it came from get their old words back.
	pairs := [][2]extent{{x.old, x.new}}
	if x.Kind == Moved {
		i, j := soleMatch(c.from, x.new.Start), soleMatch(c.to, x.old.Start)
		if i < 0 || j < 0 {
			return nil, refuse("A paragraph in this change has been split or merged. Put that back first.")
		}
		if i != x.old.Start { // it has moved to another paragraph
			pairs = [][2]extent{{extent{i, i + 1}, x.new}, {x.old, extent{j, j + 1}}}
		}
	}
	var plans []cutPastePlan
	for _, pair := range pairs {
		if c.countSentenceChanges(pair) > 1 {
			return nil, refuse("More than this sentence has changed in its paragraph, so it cannot be put back by itself.")
		}
		p, err := c.undoPlan(Change{Kind: Rewritten, Level: OfParagraph, old: pair[0], new: pair[1]})
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// countSentenceChanges returns the number of changes to sentences of a paragraph, given its old and new units.
func (c *comparison) countSentenceChanges(paragraph [2]extent) (n int) {
	for _, x := range flattenChanges(c.Changes) {
		if x.Level == OfSentence && (x.old == paragraph[0] || x.new == paragraph[1]) {
			n++
		}
	}
	return n
}

// cutPastePlan holds the units to cut from the new work, and those to paste into it.
type cutPastePlan struct {
	cut   extent
	paste []sideUnit
	file  int // file of the new work to paste into
	at    int // paste before this unit, or at the end of the file
}

type sideUnit struct {
	*side
	k int
}

func (u sideUnit) unit() *unit { return &u.units[u.k] }

func (s *side) sideUnits(e extent) (list []sideUnit) {
	for k := e.Start; k < e.End; k++ {
		list = append(list, sideUnit{s, k})
	}
	return list
}

// isReplacement reports whether units are pasted where others are cut.
func (p cutPastePlan) isReplacement() bool { return !p.cut.isEmpty() && p.at == p.cut.Start }

func (c *comparison) undoPlan(x Change) (p cutPastePlan, err error) {
	was, is := x.old, x.new
	switch {
	case x.Level == OfFile:
		return p, refuse("A whole file cannot be put back here: rename, create or remove it where you manage your files.")
	case x.mark != nil:
		was, is = x.mark.old, x.mark.new
	case x.Kind == Moved:
		if p, err = c.planAtOldPlace(c.old.units[was.Start].level > 0, was); err != nil {
			return p, err
		}
		if p.at >= is.Start && p.at <= is.End && p.file == c.new.units[is.Start].file {
			return p, refuse("It is where it was; only the heading above it has changed.")
		}
		p.cut, p.paste = is, c.new.sideUnits(is)
		return p, nil
	case !c.areMatchesWithin(was, c.to, is) || !c.areMatchesWithin(is, c.from, was):
		return p, refuse("There is something else between its parts. Put that back first.")
	}
	switch {
	case is.isEmpty():
		p, err = c.planAtOldPlace(c.old.units[was.Start].level > 0, was)
	default:
		p = cutPastePlan{cut: is, file: c.new.units[is.Start].file, at: is.Start}
	}
	p.paste = c.old.sideUnits(was)
	if err == nil && !was.isEmpty() && c.old.files[c.old.units[was.Start].file].facts().format.Name != c.new.files[p.file].facts().format.Name {
		err = refuse("It was written in another format.")
	}
	return p, err
}

// areMatchesWithin reports whether all matches of some units are among others.
func (c *comparison) areMatchesWithin(e extent, links [][]int, others extent) bool {
	for k := e.Start; k < e.End; k++ {
		for _, o := range links[k] {
			if o < others.Start || o >= others.End {
				return false
			}
		}
	}
	return true
}

// planAtOldPlace returns a plan with the place where old units would be now: after the units that were before them and have stayed.
func (c *comparison) planAtOldPlace(isSection bool, was extent) (p cutPastePlan, err error) {
	f := c.old.units[was.Start].file
	if p.file = c.fileTo[f]; p.file < 0 {
		return p, refuse("The file it was in, %s, no longer exists.", c.old.files[f].name())
	}
	p.at = c.new.first[p.file]
	for i := was.Start - 1; i >= c.old.first[f]; i-- {
		if to := c.to[i]; len(to) > 0 && c.new.units[to[len(to)-1]].file == p.file && c.stayed[to[len(to)-1]] {
			p.at = to[len(to)-1] + 1
			break
		}
	}
	// New text there belongs to the section before.
	for isSection && p.at < c.new.first[p.file+1] && c.new.units[p.at].level == 0 && len(c.from[p.at]) == 0 {
		p.at++
	}
	return p, nil
}

// replacements returns the replacements that carry out a plan.
func (c *comparison) replacements(p cutPastePlan) (list []Replacement) {
	if p.isReplacement() && len(p.paste) > 0 {
		f, span := c.new.files[p.file], c.new.span(p.cut)
		return []Replacement{{f.Path, span, c.joinedSource(p.paste, f)}}
	}
	if !p.cut.isEmpty() {
		list = append(list, c.cutReplacement(p.cut))
	}
	if len(p.paste) > 0 {
		list = append(list, c.pasteReplacement(p))
	}
	return list
}

// span returns the span from the first to the last of some units.
func (s *side) span(e extent) markup.Span {
	return markup.Span{Start: s.units[e.Start].span.Start, End: s.units[e.End-1].span.End}
}

// joinedSource returns the source of units, with the text between neighbours.
func (c *comparison) joinedSource(list []sideUnit, in File) string {
	var b strings.Builder
	for n := 0; n < len(list); {
		last := n + 1
		for last < len(list) && list[last].side == list[n].side && list[last].k == list[last-1].k+1 && list[last].unit().file == list[n].unit().file {
			last++
		}
		if n > 0 {
			b.WriteString(separatorBetween(list[n-1].unit(), list[n].unit(), in))
		}
		s := list[n].side
		b.WriteString(s.files[list[n].unit().file].Text().Slice(s.span(extent{list[n].k, list[last-1].k + 1})))
		n = last
	}
	return b.String()
}

// separatorBetween returns the line terminators to put between two blocks of a text.
func separatorBetween(a, b *unit, in File) string {
	line := "\n"
	if strings.Contains(in.Text().String(), "\r\n") {
		line = "\r\n"
	}
	if a.kind == markup.Item && b.kind == markup.Item {
		return line
	}
	return line + line
}

// cutReplacement returns the replacement that removes units from their file. Of the white space around them, the larger distance remains.
func (c *comparison) cutReplacement(e extent) Replacement {
	f := c.new.files[c.new.units[e.Start].file]
	text, span := f.Text().String(), c.new.span(e)
	const white = " \t\r\n"
	before := text[len(strings.TrimRight(text[:span.Start], white)):span.Start]
	rest := strings.TrimLeft(text[span.End:], white)
	behind := text[span.End : len(text)-len(rest)]
	switch {
	case rest == "" || len(before) < span.Start && strings.Count(before, "\n") < strings.Count(behind, "\n"):
		span.Start -= len(before)
	default:
		span.End += strings.LastIndexByte(behind, '\n') + 1
	}
	return Replacement{f.Path, span, ""}
}

// pasteReplacement returns the replacement that pastes the units of a plan.
func (c *comparison) pasteReplacement(p cutPastePlan) Replacement {
	f := c.new.files[p.file]
	text, pasted := f.Text().String(), c.joinedSource(p.paste, f)
	first, last := p.paste[0].unit(), p.paste[len(p.paste)-1].unit()
	start, end := c.new.first[p.file], c.new.first[p.file+1]
	switch {
	case start == end:
		return Replacement{f.Path, markup.Span{}, pasted + "\n"}
	case p.at == start:
		next := &c.new.units[p.at]
		return Replacement{f.Path, markup.Span{Start: next.span.Start, End: next.span.Start}, pasted + separatorBetween(last, next, f)}
	}
	before := &c.new.units[p.at-1]
	at := markup.Span{Start: before.span.End, End: before.span.End}
	pasted = separatorBetween(before, first, f) + pasted
	if p.at < end {
		next := &c.new.units[p.at]
		if gap := text[at.End:next.span.Start]; strings.TrimSpace(gap) == "" && strings.Count(gap, "\n") < strings.Count(separatorBetween(last, next, f), "\n") {
			at.End = next.span.Start
			pasted += separatorBetween(last, next, f)
		}
	}
	return Replacement{f.Path, at, pasted}
}

// checkReplacements applies the replacements to copies of the texts, and returns an error if these do not consist of the expected blocks.
func (c *comparison) checkReplacements(ctx context.Context, plans []cutPastePlan, list []Replacement) error {
	for g, f := range c.new.files {
		var own []Replacement
		for _, r := range list {
			if r.Path == f.Path {
				own = append(own, r)
			}
		}
		if len(own) == 0 {
			continue
		}
		d, err := analysis.Read(ctx, rope.New(ApplyReplacements(f.Text().String(), own)), f.facts().format, f.facts().settings)
		if err != nil {
			return err
		}
		tried := newSide([]File{{Path: f.Path, Document: d}}, make(vocabulary))
		want := c.expectedUnits(plans, g)
		isAsWanted := slices.EqualFunc(tried.sideUnits(extent{0, len(tried.units)}), want, func(a, b sideUnit) bool {
			u, v := a.unit(), b.unit()
			return u.kind == v.kind && u.level == v.level && u.exact == v.exact
		})
		if !isAsWanted {
			return refuse("The text around it would be read differently. Put it back by hand.")
		}
	}
	return nil
}

// expectedUnits returns the units that a file of the new work should have after the plans are carried out.
func (c *comparison) expectedUnits(plans []cutPastePlan, file int) (list []sideUnit) {
	end := c.new.first[file+1]
	for j := c.new.first[file]; j <= end; j++ {
		isCut := j == end
		for _, p := range plans {
			if j == p.at && file == p.file {
				list = append(list, p.paste...)
			}
			isCut = isCut || p.cut.Start <= j && j < p.cut.End
		}
		if !isCut {
			list = append(list, sideUnit{c.new, j})
		}
	}
	return list
}

// ApplyReplacements returns a text with replacements applied. They must not overlap.
func ApplyReplacements(text string, list []Replacement) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Replacement) int { return b.Start - a.Start })
	for _, r := range list {
		text = text[:r.Start] + r.Text + text[r.End:]
	}
	return text
}

// flattenChanges returns the changes with those inside them.
func flattenChanges(changes []Change) (list []Change) {
	for _, x := range changes {
		list = append(list, x)
		list = append(list, flattenChanges(x.Inside)...)
	}
	return list
}
