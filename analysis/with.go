package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
)

// With returns the document under other settings. Directives in the text override them, except those named in fixed; with [SettingNames],
// as for a slider or a table of several costs, they override none. Of the shown fragments, only held ones affect the division. The text is
// read again only if the settings change what is counted, or if directives may override them; otherwise it is shared with d. The only error
// is the context's.
func (d *Document) With(ctx context.Context, s Settings, fixed ...string) (*Document, error) {
	var w *Document
	if d.needsRecount(s) || d.blocks.Sum().directives > 0 && !slices.Equal(fixed, SettingNames) {
		fresh, err := parse(ctx, d.Text, d.Format, s, fixed)
		if err != nil {
			return nil, err
		}
		w = &Document{Reading: *fresh, Shown: Shown{nextID: d.nextID, headings: d.headings, language: fresh.Language}, work: d.work, memos: new(memos)}
		w.assignHeadingIDs(0, d.blocks.Slice(0, d.blocks.Len()), fresh.blocks.Slice(0, fresh.blocks.Len()))
	} else {
		c := *d
		w = &c
		w.Settings, w.given, w.fixed, w.memos = s, s, fixed, new(memos)
		w.statistics = textStatistics{}
		if _, isGiven := d.method.(method.Given); !isGiven {
			w.method = methodOf(s)
		}
	}
	w.divideWithStatistics(w.measureStatistics(), d.shownFragmentsAfter(w, markup.Change{}), editedWords{})
	return w, ctx.Err()
}

// needsRecount reports whether s may result in different paragraphs, words or terms, or in different findings about lengths or limits.
func (d *Reading) needsRecount(s Settings) bool {
	o := d.Settings
	return s.Language != o.Language || s.LatexIgnore != o.LatexIgnore || s.PlainHeadings != o.PlainHeadings || s.numTopTerms() != o.numTopTerms() || s.TermTies != o.TermTies || s.Numbers != o.Numbers ||
		s.ParagraphMinWords != o.ParagraphMinWords || s.ParagraphMaxWords != o.ParagraphMaxWords ||
		d.blocks.Sum().directives > 0 && (s.MinWords != o.MinWords || s.MaxWords != o.MaxWords) ||
		d.itemizationChanges(s.longListWords())
}

// itemizationChanges reports whether the paragraphs of a list or quote may change if those of more words than `long` are divided into
// items.
func (d *Reading) itemizationChanges(long int) bool {
	for _, c := range d.blocks.From(0) {
		if len(c.Children) < 2 || len(c.paragraphs) == 0 {
			continue
		}
		isLonger := c.paragraphs[0].Child >= 0 && long > d.Settings.longListWords()
		isShorter := c.paragraphs[0].Child < 0 && c.Sum().words > long
		if isLonger || isShorter {
			return true
		}
	}
	return false
}
