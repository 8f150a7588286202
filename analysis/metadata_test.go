package analysis

import (
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestTitleOf checks the title of documents, and another field of their metadata.
func TestTitleOf(t *testing.T) {
	for _, x := range []struct {
		format              markup.Format
		text, title, target string
	}{
		{markup.Markdown, "---\ntitle: \"Salt: a road\" # remark\nauthors: [a, b]\ntarget-words: 2000\n---\n\nText.\n\n# Later\n", "Salt: a road", "2000"},
		{markup.Markdown, "\ufeff---\r\ntitle: >\r\n  Salt\r\n  road\r\n...\r\n\r\n# One\r\n", "Salt road", ""},
		{markup.Markdown, "+++\ntitle = 'Salt'\ntarget-words = 2_000\n[extra]\na = 1\n+++\n\nText.\n", "Salt", "2000"},
		{markup.Markdown, "---\ntitle: [\n---\n\n# One\n\nText.\n", "One", ""},
		{markup.Markdown, "---\nTitle: 7\n---\n", "7", ""},
		{markup.Markdown, "---\ntitle: 2024-01-02\ntarget-words: 2_000\n---\n", "2024-01-02", "2_000"},
		{markup.Markdown, "---\ntitle: 007\n---\n", "007", ""},
		{markup.Markdown, "---\na: &salt Salt\ntitle: *salt\ntarget-words: ~\n---\n", "Salt", ""},
		{markup.Markdown, "---\ntitle: Salt\nTitle: Sea\nTITLE: Road\n---\n", "Salt", ""},
		{markup.Markdown, "---\ntitle: C++\n---\n", "C++", ""},
		{markup.Markdown, "---\ntitle: Why not...\n...\n", "Why not...", ""},
		{markup.Markdown, "<!-- a remark -->\n\n## *One* `two`\n\nText.\n", "One two", ""},
		{markup.Markdown, "Text.\n\n# One\n", "", ""},
		{markup.Markdown, "", "", ""},
		{markup.LaTeX, "\\documentclass{book}\n\\title[Salt]{The \\emph{salt} \\& \\textbf{road}}\n\\begin{document}\nText.\n\\end{document}\n", "The salt & road", ""},
		{markup.LaTeX, "\\documentclass{book}\n\\title{%\n  Salt \\\\ Caf\\'e\\thanks{To Ann.}}\n\\begin{document}\nText.\n", "Salt Cafe\u0301", ""},
		{markup.LaTeX, "\\documentclass{book}\n\\title{Salt \\{a\\}\\\\}\n\\begin{document}\nText.\n", "Salt {a}", ""},
		{markup.LaTeX, "\\chapter{Salt}\n\nText.\n", "Salt", ""},
		{markup.LaTeX, "\\documentclass{book}\n\\title{never closed\n\\begin{document}\n\\chapter{Salt}\n", "Salt", ""},
		{markup.Org, "#+TITLE: Salt\n#+TARGET-WORDS: 2000\n\nText.\n", "Salt", "2000"},
		{markup.AsciiDoc, "= Salt road\nAda\n:target-words: 2000\n\nText.\n", "Salt road", "2000"},
		{markup.Typst, "// a remark\n#import \"a.typ\": *\n#set page(width: 1cm)\n#show: report.with(\n  title: [The _salt_~road],\n)\n\n= Later\n", "The salt road", ""},
		{markup.Typst, "#set document(author: \"A\", title: \"Salt\")\n\nText.\n", "Salt", ""},
		{markup.Typst, "#set text(red)\n\n= Salt <a>\n\nText.\n", "Salt", ""},
		{markup.ReStructuredText, ":target-words: 2000\n\nSalt\n====\n\nText.\n", "Salt", "2000"},
	} {
		d := New(x.text, x.format, Defaults())
		if title, target := d.Title(), d.Metadata()["target-words"]; title != x.title || target != x.target {
			t.Errorf("%q is called %q and should have %q words; want %q, %q", x.text, title, target, x.title, x.target)
		}
	}
}
