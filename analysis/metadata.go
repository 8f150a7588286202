package analysis

import "github.com/segls/segls/analysis/markup"

// Metadata returns the metadata of a document; see [markup.Metadata].
func (d *Document) Metadata() map[string]string {
	end := 0
	for at, c := range d.blocks.From(0) {
		saysAll := c.Kind == markup.HTML && at < longestMetadata && d.Format.AppliesToWholeText(d.Text.Slice(c.Span.Shift(end)))
		if !saysAll && c.Kind != markup.FrontMatter && c.Kind != markup.Definition && (c.Kind != markup.Heading || at > 1) {
			break
		}
		end += int(c.size)
		if c.Kind == markup.FrontMatter {
			break
		}
	}
	return markup.Metadata(d.Text.Slice(markup.Span{Start: 0, End: end}))
}

// longestMetadata is the number of blocks at the top that are searched for comments that apply to the whole text.
const longestMetadata = 100

// Title returns the title of a document: that in its metadata, or else its first heading if no paragraph precedes it; "" if it has neither.
func (d *Document) Title() string {
	if title := d.Metadata()["title"]; title != "" {
		return title
	}
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.headings > 0 }) {
		if at.Before.paragraphs == 0 {
			return c.title
		}
		break
	}
	return ""
}
