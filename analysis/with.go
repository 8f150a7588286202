package analysis

import "context"

// With is the document as it would be under other settings, with the same format: for
// a table of several costs, or a slider. Directives in the text change none of them.
// It does again only what the change bears on. Under another cost, scaling or preferred
// length that is the dynamic programme; under another window it is the curve too; and
// the text is read anew only where other paragraphs or terms come of it, as where a
// list has become longer than a fragment should be. d stays as it is, and the two
// share what they have in common.
func (d *Document) With(s Settings) *Document {
	if d.readsOtherwise(s) {
		w, _ := Analyze(context.Background(), d.Text, d.Format, s, settingNames...)
		return w
	}
	w := *d
	w.Settings = s
	if d.comparesOtherwise(s) {
		w.compare()
	}
	w.divide()
	return &w
}

// readsOtherwise tells whether other paragraphs, words or terms come of s, or another
// word on the limits that directives set.
func (d *Document) readsOtherwise(s Settings) bool {
	o := d.Settings
	return s.Language != o.Language || s.topTerms() != o.topTerms() || s.TermTies != o.TermTies || s.Numbers != o.Numbers ||
		len(d.inText) > 0 && (s.MinWords != o.MinWords || s.MaxWords != o.MaxWords) ||
		d.itemizesOtherwise(s.PreferredWords)
}

// itemizesOtherwise tells whether, with another preferred length, a list or quote may
// be taken as one that is taken item by item now, or the other way about.
func (d *Document) itemizesOtherwise(preferred int) bool {
	for _, p := range d.paragraphs {
		isLonger := p.Child >= 0 && preferred > d.Settings.PreferredWords
		isShorter := p.Child < 0 && p.Words > preferred && len(d.blocks[p.Block].Children) > 1
		if isLonger || isShorter {
			return true
		}
	}
	return false
}

// comparesOtherwise tells whether s measures the same paragraphs in another way or
// charges otherwise at headings.
func (d *Document) comparesOtherwise(s Settings) bool {
	o := d.Settings
	return s.Method != o.Method || s.WindowParagraphs != o.WindowParagraphs || s.WindowWeights != o.WindowWeights ||
		s.WindowEnds != o.WindowEnds || s.ParagraphVectors != o.ParagraphVectors || s.Headings != o.Headings
}
