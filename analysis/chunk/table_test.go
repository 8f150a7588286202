package chunk_test

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
)

// TestTables checks that a table is cut between rows, no more often than necessary, and that its chunks have the header if there is room.
func TestTables(t *testing.T) {
	text := "Salt is raked.\n\n| month | tons |\n|---|---|\n" + strings.Repeat("| August | 12 |\n", 30) + "\nWool.\n"
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	for _, limits := range []chunk.Limits{{MaxChars: 150}, {MaxChars: 61}, {MaxTokens: 40, Tokens: countTokens}} {
		chunks := checkChunks(t, d, limits)
		for i, c := range chunks {
			inTable := c.Span.Start > strings.Index(text, "August")-4
			if own := d.Text.Slice(c.Span); inTable && i+1 < len(chunks) && (c.Header != "| month | tons |\n|---|---|\n" || !strings.HasPrefix(own, "| August") || !strings.HasSuffix(own, "|")) {
				t.Errorf("under %+v chunk %d is %q after %q", limits, i, own, c.Header)
			}
			if inTable && i+1 < len(chunks) && limits.MaxChars > 0 && c.Chars+1+chunks[i+1].Span.Len() <= limits.MaxChars {
				t.Errorf("under %+v chunk %d has room for the next one", limits, i)
			}
		}
		if len(chunks) < 5 {
			t.Errorf("%d chunks under %+v", len(chunks), limits)
		}
	}
	for _, c := range checkChunks(t, d, chunk.Limits{MaxChars: 27}) { // a row has 15 characters, the header 27
		if own := d.Text.Slice(c.Span); c.Header != "" || strings.Contains(own, "Aug") && !strings.Contains(own, "| August | 12 |") {
			t.Errorf("%q after %q", own, c.Header)
		}
	}
}

// TestTablesInside checks that a table in a quote or a list is cut like any other.
func TestTablesInside(t *testing.T) {
	for name, test := range map[string]struct {
		format             markup.Format
		text, header, rows string
	}{
		"quote":          {markup.Markdown, "> Salt:\n>\n> | month | tons |\n> |---|---|\n> | August | 12 |\n> | June | 9 |\n> | July | 11 |\n\nWool.\n", "> | month | tons |\n> |---|---|\n", "> |"},
		"nested":         {markup.Markdown, "> - Salt:\n>\n>   | month | tons |\n>   |---|---|\n>   | August | 12 |\n>   | June | 9 |\n>   | July | 11 |\n", ">   | month | tons |\n>   |---|---|\n", ">   |"},
		"item":           {markup.Markdown, "1. Salt.\n2. Wool:\n\n   | month | tons |\n   |---|---|\n   | August | 12 |\n   | June | 9 |\n   | July | 11 |\n\nTow.\n", "| month | tons |\n   |---|---|\n", "|"},
		"right at a dot": {markup.Markdown, "- | month | tons |\n  |---|---|\n  | August | 12 |\n  | June | 9 |\n  | July | 11 |\n", "- | month | tons |\n  |---|---|\n", "|"},
		"admonition":     {markup.Markdown, "!!! note\n\n    | month | tons |\n    |---|---|\n    | August | 12 |\n    | June | 9 |\n    | July | 11 |\n", "| month | tons |\n    |---|---|\n", "|"},
		"docutils":       {markup.ReStructuredText, "- Salt:\n\n  ======  ====\n  month   tons\n  ======  ====\n  August  12\n  June    9\n  July    11\n  ======  ====\n", "======  ====\n  month   tons\n  ======  ====\n", ""},
		"tabs":           {markup.ReStructuredText, "Wool.\n\n\tSalt:\n\n\t======  ====\n\tmonth   tons\n\t======  ====\n\tAugust  12\n\tJune    9\n\tJuly    11\n\t======  ====\n", "======  ====\n\tmonth   tons\n\t======  ====\n", ""},
		"Org":            {markup.Org, "- Salt:\n  | month | tons |\n  |---+---|\n  | August | 12 |\n  | June | 9 |\n  | July | 11 |\n", "| month | tons |\n  |---+---|\n", "|"},
		"AsciiDoc":       {markup.AsciiDoc, "* Salt:\n+\n|===\n|month |tons\n\n|August |12\n|June |9\n|July |11\n|===\n", "|===\n|month |tons\n\n", "|"},
	} {
		var long strings.Builder
		for line := range strings.Lines(test.text) {
			long.WriteString(line)
			if strings.Contains(line, "June") {
				long.WriteString(strings.Repeat(line, 10))
			}
		}
		d := analysis.New(long.String(), test.format, analysis.Defaults())
		headers := 0
		for _, c := range checkChunks(t, d, chunk.Limits{MaxChars: 2*len(test.header) + 10}) {
			own := d.Text.Slice(c.Span)
			if c.Header != "" {
				headers++
				if c.Header != test.header || !strings.HasPrefix(own, test.rows) {
					t.Errorf("%s: %q after %q", name, own, c.Header)
				}
			}
			if strings.Contains(own, "July") && c.Header == "" {
				t.Errorf("%s: %q has no header", name, own)
			}
		}
		if headers == 0 {
			t.Errorf("%s: no chunk has a header", name)
		}
	}
}
