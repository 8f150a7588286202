package markup

import (
	"slices"
	"testing"
)

// TestBlocksBesideEndsOfDivisions checks that the end of a division ends a list or quote above it, and a block begins right below it.
func TestBlocksBesideEndsOfDivisions(t *testing.T) {
	for text, want := range map[string][]string{
		"::: x\nIn.\n:::\nOut.\n":                      {"::: x\nIn.\n:::", "Out."},
		"::: x\nIn.\n :::\nOut.\n":                     {"::: x\nIn.\n :::", "Out."},
		"::: x\n\nIn.\n\n:::\nBetween.\n:::\nOut.\n":   {"::: x", "In.", ":::", "Between.\n:::", "Out."},
		"::: x\n\n- In.\n- In.\n:::\nOut.\n":           {"::: x", "- In.\n- In.", ":::", "Out."},
		"::: x\n\n> In.\n:::\nOut.\n":                  {"::: x", "> In.", ":::", "Out."},
		"::: x\n\nIn.\n\n:::\nOut\n===\n":              {"::: x", "In.", ":::", "Out\n==="},
		"::: x\r\nIn.\r\n:::\r\nOut\r\n  and out.\r\n": {"::: x\r\nIn.\r\n:::", "Out\r\n  and out."},
		"- a\n\n  ::: x\n  In.\n  :::\n  Out.\n":       {"- a\n\n  ::: x\n  In.\n  :::\n  Out."},
		"/// note | X\nIn.\n///\nOut.\n":               {"/// note | X\nIn.\n///", "Out."},
		"/// note\n\n- In.\n- In.\n///\nOut.\n":        {"/// note", "- In.\n- In.", "///", "Out."},
		"- a\n::: x :::\n":                             {"- a\n::: x :::"},
	} {
		var got []string
		for _, b := range Markdown.Scan(text) {
			got = append(got, text[b.Span.Start:b.Span.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	text := "> ::: x\n> In.\n> :::\n> Out.\n"
	if b := Markdown.Scan(text); len(b) != 1 || len(b[0].Runs) != 2 {
		t.Errorf("%q: %v", text, b)
	}
}
