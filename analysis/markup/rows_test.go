package markup

import (
	"strings"
	"testing"
)

// TestRows checks rows and headers: in each table, ⟦ marks the start of a row, and ⟧ the end of the header.
func TestRows(t *testing.T) {
	for name, test := range map[string]struct {
		format Format
		marked string
	}{
		"pipes":                {Markdown, "| a | b |\n|---|---|\n⟧⟦| 1 | 2 |\n⟦| 3 | 4 |"},
		"no outer pipes":       {Markdown, "a | b\n--|--\n⟧⟦1 | 2\n⟦3 | 4"},
		"alignment":            {Markdown, "| a | b |\n|:--|--:|\n⟧⟦| 1 | 2 |\n"},
		"org":                  {Org, "| a | b |\n|---+---|\n⟧⟦| 1 | 2 |\n⟦| 3 | 4 |"},
		"org, with a top":      {Org, "|---+---|\n| a | b |\n|---+---|\n⟧⟦| 1 | 2 |\n|---+---|"},
		"org, without":         {Org, "⟦| 1 | 2 |\n⟦| 3 | 4 |"},
		"grid":                 {ReStructuredText, "+---+---+\n| a | b |\n+===+===+\n⟧⟦| 1 | 2 |\n|   | x |\n+---+---+\n⟦| 3 | 4 |\n+---+---+"},
		"grid, no head":        {Markdown, "+---+---+\n⟦| 1 | 2 |\n+---+---+\n⟦| 3 | 4 |\n+---+---+"},
		"simple":               {ReStructuredText, "===  ===\na    b\n===  ===\n⟧⟦1    2\n     x\n⟦3    4\n===  ==="},
		"simple, no head":      {ReStructuredText, "===  ===\n⟦1    2\n⟦3    4\n===  ==="},
		"pandoc":               {Markdown, "  Right     Left\n-------     ------\n⟧⟦     12     12\n⟦      1      2"},
		"multiline":            {Markdown, "-------------\n Head   More\n------ ------\n⟧⟦ a     b\n x     y\n\n⟦ c     d\n-------------"},
		"html":                 {HyperText, "<table>\n<thead><tr><th>a</th></tr></thead>\n<tbody>\n⟧⟦<tr><td>1</td></tr>\n⟦<tr><td>2</td></tr>\n</tbody></table>"},
		"html, th":             {Markdown, "<table>\n<tr><th>a</th></tr>\n⟧⟦<tr><td>1</td></tr>\n⟦<tr><th>x</th><td>2</td></tr>\n</table>"},
		"html, no head":        {HyperText, "<table>\n⟦<tr><td>1</td></tr>\n⟦<tr><td>2</td></tr></table>"},
		"booktabs":             {LaTeX, "\\begin{tabular}{lr}\n\\toprule\na & b \\\\\n\\midrule\n⟧⟦1 & 2 \\\\\n⟦3 & 4 \\\\ \\bottomrule\n\\end{tabular}"},
		"longtable":            {LaTeX, "\\begin{longtable}{l}\n\\hline a \\\\ \\hline\n\\endhead\n⟧⟦1 \\\\\n⟦2 \\\\\n\\end{longtable}"},
		"float":                {LaTeX, "\\begin{table}\n\\caption{Salt}\n\\begin{tabular}{@{}l@{}}\n⟦1 \\\\\n⟦2\n\\end{tabular}\n\\end{table}"},
		"asciidoc":             {AsciiDoc, "|===\n|a |b\n\n⟧⟦|1 |2\n⟦|3 |4\n|==="},
		"asciidoc, cells":      {AsciiDoc, "[cols=\"1,2\",options=\"header\"]\n|===\n|a\n|b\n⟧⟦|1\n|2\n⟦|3\n|4\n|==="},
		"asciidoc, no head":    {AsciiDoc, "[cols=2*]\n|===\n⟦|1 |2\n⟦|3\n|4\n|==="},
		"asciidoc, csv":        {AsciiDoc, "[%header,format=csv]\n|===\na,b\n⟧⟦1,2\n⟦\"3\n3\",4\n⟦5,6\n|==="},
		"asciidoc, commas":     {AsciiDoc, ",===\na,b\n\n⟧⟦1,2\n⟦3,4\n,==="},
		"asciidoc, colons":     {AsciiDoc, ":===\n⟦a:b\n⟦1:2\n:==="},
		"myst, list-table":     {Markdown, "```{list-table} Salt\n:header-rows: 1\n* - a\n  - b\n⟧⟦* - 1\n  - 2\n⟦* - 3\n  - 4\n```"},
		"myst, csv-table":      {Markdown, ":::{csv-table}\n:header: a, b\n\n⟧⟦1, 2\n⟦3, 4\n:::"},
		"list-table":           {ReStructuredText, ".. list-table:: Salt\n   :header-rows: 1\n\n   * - a\n     - b\n⟧⟦   * - 1\n     - 2\n⟦   * - 3\n     - 4"},
		"csv-table":            {ReStructuredText, ".. csv-table:: Salt\n   :header: \"a\", \"b\"\n\n⟧⟦   1, 2\n⟦   3, 4"},
		"table":                {ReStructuredText, ".. table:: Salt\n\n   ===  ===\n   a    b\n   ===  ===\n⟧⟦   1    2\n⟦   3    4\n   ===  ==="},
		"typst":                {Typst, "#table(\n  columns: 2,\n  table.header([a], [b]),\n  ⟧⟦[1], [2],\n  ⟦[3], [4],\n)"},
		"typst, no head":       {Typst, "#table(columns: (1fr, auto),\n  ⟦[1], [2 [x]],\n  ⟦[3],\n  [4])"},
		"options":              {ReStructuredText, "⟦-a FILE  what\n          more\n⟦-b       other"},
		"nothing under a head": {Markdown, "| a | b |\n|---|---|"},
	} {
		source := strings.NewReplacer("⟦", "", "⟧", "").Replace(test.marked)
		header, rows := test.format.Rows(source)
		got := source
		for i := len(rows) - 1; i >= 0; i-- {
			got = got[:rows[i]] + "⟦" + got[rows[i]:]
		}
		if header > 0 {
			got = got[:header] + "⟧" + got[header:]
		}
		if got != test.marked {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, test.marked)
		}
	}
}
