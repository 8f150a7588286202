package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// SplitParagraph divides a paragraph at its weakest sentence boundaries. It analyses the paragraph as a text whose paragraphs are the
// sentences. If sentences and markup allow it, no part is longer than the limit of the settings.
func SplitParagraph(doc *analysis.Document, paragraph int) (Edit, error) {
	d := pageOf(doc)
	cuts, err := paragraphCuts(d, paragraph)
	if err != nil {
		return Edit{}, err
	}
	title := sentence.New("Split paragraph at its weakest point")
	if len(cuts) > 1 {
		title = sentence.New("Split paragraph into %d at its weakest points", len(cuts)+1)
	}
	return splitAt(d, title, paragraph, cuts...)
}

// SplitParagraphAt divides a paragraph before the sentence that contains an offset.
func SplitParagraphAt(doc *analysis.Document, paragraph, offset int) (Edit, error) {
	d := pageOf(doc)
	p := d.Paragraphs()[paragraph]
	if err := checkSplittable(d, p); err != nil {
		return Edit{}, err
	}
	sentences, canCutAt := p.Sentences(), cutsOf(d, p)
	for i := len(sentences) - 1; i > 0; i-- {
		if sentences[i].Start > offset {
			continue
		}
		if c, ok := cutBetween(d, canCutAt, sentences[i-1], sentences[i]); ok {
			return splitAt(d, sentence.New("Split paragraph here"), paragraph, c)
		}
		return Edit{}, refuse("The paragraph cannot be split before this sentence: there is no space there, or it is inside a link, emphasis or other markup.")
	}
	return Edit{}, refuse("The paragraph begins with this sentence.")
}

func checkSplittable(d *page, p analysis.Paragraph) error {
	if p.Kind != markup.Paragraph {
		return refuse("Only paragraphs of body text can be split.")
	}
	return nil
}

// paragraphCuts returns the white space at which a paragraph is best divided.
func paragraphCuts(d *page, paragraph int) ([]markup.Span, error) {
	p := d.Paragraphs()[paragraph]
	if err := checkSplittable(d, p); err != nil {
		return nil, err
	}
	prose := p.Prose()
	sentences, canCutAt := p.Sentences(), cutsOf(d, p)
	var text strings.Builder
	gaps := make(map[int]markup.Span) // for each start of a sentence, the gap before it
	end := 0
	for i, s := range sentences {
		if i > 0 {
			if c, ok := cutBetween(d, canCutAt, sentences[i-1], s); ok {
				text.WriteString("\n\n")
				gaps[text.Len()] = c
			} else {
				text.WriteByte(' ')
			}
		}
		end = s.End
		for _, line := range strings.FieldsFunc(string(prose[s.Start-p.Span.Start:end-p.Span.Start]), isLineEnd) {
			text.WriteString(line)
			text.WriteByte(' ')
		}
	}
	settings := d.Settings
	settings.Language = d.Language.Code
	settings.Method = analysis.MethodPaper // a paragraph is too short for statistics of common terms
	settings.PreferredWords = max(1, p.Words/2)
	settings.MinWords, settings.MaxWords = 0, max(1, p.Words-1)
	if limit := d.Settings.ParagraphMaxWords; limit > 0 && p.Words > limit {
		settings.PreferredWords, settings.MaxWords = max(1, limit/2), limit
	}
	var cuts []markup.Span
	for _, f := range analysis.New(text.String(), markup.PlainText, settings).Fragments() {
		if c, ok := gaps[f.Span.Start]; ok {
			cuts = append(cuts, c)
		}
	}
	if len(cuts) == 0 {
		return nil, refuse("This paragraph has no place between two sentences where it could be split.")
	}
	return cuts, nil
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }

// cutBetween returns the white space between two sentences at which a paragraph can be cut: the first
// after which no construct is open. Closing elements of a sentence, such as a footnote or quotation
// mark, stay with it.
func cutBetween(d *page, canCutAt func(offset int) bool, one, other markup.Span) (markup.Span, bool) {
	text := d.text
	for at := one.End; at < other.Start; {
		space := spaceAfter(text, at)
		space.End = min(space.End, other.Start)
		if space.Len() > 0 && canCutAt(space.Start) {
			return space, true
		}
		at = max(at+1, space.End)
	}
	return markup.Span{}, false
}

// cutsOf returns a function that reports whether a paragraph can be cut at an offset. It scans each run once.
func cutsOf(d *page, p analysis.Paragraph) func(offset int) bool {
	runs := d.Blocks()[p.Block].Runs
	cuts := make([]func(int) bool, len(runs))
	return func(offset int) bool {
		for i, run := range runs {
			if e := run.Extent(); e.Start < offset && offset < e.End {
				if cuts[i] == nil {
					cuts[i] = notation(d).CutsOfRun(d.text, run)
				}
				return cuts[i](offset)
			}
		}
		return false
	}
}

// splitAt divides a paragraph: it replaces each cut, which is white space, with the format's paragraph separator.
func splitAt(d *page, title *sentence.Sentence, paragraph int, cuts ...markup.Span) (Edit, error) {
	seam := withLineTerminator(notation(d).ParagraphSeparator(d.Text.Slice(d.Text.Trim(d.Paragraphs()[paragraph].Span))), lineTerminator(d))
	var replacements []Replacement
	for _, c := range cuts {
		replacements = append(replacements, Replacement{Span: c, Text: seam})
	}
	e := newEdit(title, replacements...)
	if seam == "" || d.isTiedBelow(d.Paragraphs()[paragraph].Block) || !keepsParagraphs(d, e, len(cuts)) {
		return Edit{}, refuse("What follows would not be read as a paragraph, so nothing has been changed.")
	}
	return e, nil
}

// keepsParagraphs reports whether an edit only divides the same prose into `more` additional paragraphs (fewer if it is negative).
func keepsParagraphs(d *page, e Edit, more int) bool {
	after := e.Apply(d.text)
	blocks := d.Format.Scan(after)
	if len(blocks) != len(d.Blocks())+more || checkConflicts(d, e) != nil ||
		!slices.Equal(tornContainers(d.Format.Containers(after, blocks)), tornContainers(d.nesting().containers)) {
		return false
	}
	before, beforeKinds := proseAndCounts(d.Format, d.text, d.Blocks())
	now, nowKinds := proseAndCounts(d.Format, after, blocks)
	nowKinds[markup.Paragraph] -= more
	return before == now && beforeKinds == nowKinds
}

// tornContainers reports, for each container, whether it is torn.
func tornContainers(containers []markup.Container) []bool {
	torn := make([]bool, len(containers))
	for i, c := range containers {
		torn[i] = c.IsTorn
	}
	return torn
}

// proseAndCounts returns all prose as readers see it, with the source of directives and of blocks without prose, on one line. It also
// returns the number of blocks of each kind.
func proseAndCounts(f markup.Format, text string, blocks []markup.Block) (string, [markup.Conflict + 1]int) {
	var b strings.Builder
	var kinds [markup.Conflict + 1]int
	for _, block := range blocks {
		kinds[block.Kind]++
		if block.Kind == markup.Directive || len(block.Runs) == 0 {
			b.WriteString(strings.Join(strings.Fields(text[block.Span.Start:block.Span.End]), " "))
			b.WriteByte(' ')
			continue
		}
		for _, run := range block.Runs {
			b.WriteString(f.ReadRun(text, run))
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), kinds
}
