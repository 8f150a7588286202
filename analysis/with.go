package analysis

import "context"

// With is the document as it would be under other settings, with the same format: for
// a table of several costs, or a slider. Directives in the text change none of them.
// It does again only what the change bears on: the curve and the dynamic programme, and the
// survey if the settings ask for one. The
// text is read anew only where other paragraphs or terms come of it, as where a list has
// become longer than a fragment should be, and then without a curve from elsewhere. d stays as it is, and the two
// share what they have in common.
func (d *Document) With(s Settings) *Document {
	if d.readsOtherwise(s) {
		w, _ := Analyze(context.Background(), d.Text, d.Format, s, settingNames...)
		return w
	}
	w := *d
	w.Settings, w.given, w.fixed, w.answers = s, s, settingNames, new(answers)
	w.resurvey()
	return &w
}

// readsOtherwise tells whether other paragraphs, words or terms come of s, or another
// word on the limits that directives set.
func (d *Document) readsOtherwise(s Settings) bool {
	o := d.Settings
	return s.Language != o.Language || s.topTerms() != o.topTerms() || s.TermTies != o.TermTies || s.Numbers != o.Numbers ||
		s.ParagraphMinWords != o.ParagraphMinWords || s.ParagraphMaxWords != o.ParagraphMaxWords ||
		d.chunks.Sum().directives > 0 && (s.MinWords != o.MinWords || s.MaxWords != o.MaxWords) ||
		d.itemizesOtherwise(s.longList())
}

// itemizesOtherwise tells whether, if others are long, a list or quote may
// be taken as one that is taken item by item now, or the other way about.
func (d *Document) itemizesOtherwise(long int) bool {
	for _, c := range d.chunks.From(0) {
		if len(c.block.Children) < 2 || len(c.paragraphs) == 0 {
			continue
		}
		isLonger := c.paragraphs[0].Child >= 0 && long > d.Settings.longList()
		isShorter := c.paragraphs[0].Child < 0 && c.sum.words > long
		if isLonger || isShorter {
			return true
		}
	}
	return false
}
