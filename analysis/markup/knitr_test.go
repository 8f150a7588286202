package markup

import (
	"strings"
	"testing"
)

// TestChunkHeaders checks that a chunk of R Markdown or Quarto is code even if its header contains backticks, unlike in other Markdown.
func TestChunkHeaders(t *testing.T) {
	headers := []string{
		"```{r x, fig.cap = f(\"`y()`\")}", "````{r, a=`b`}", "``` {r x, a=\"`b`} c\"}  ", "```{r my-label_1, a='`b`', c=paste0(\"`d`\")}\t",
		"```{python}", "```{r, echo=FALSE}", "```{{r}}", "~~~{r, a=\"`b`\"}", "```{=html}", "```{.r .cell}", "```{r}\n#| fig-cap: \"`y`\"", "```r",
	}
	for _, header := range headers {
		text := "Salt.\n\n" + header + "\n[x](y.md)\n\n# a\n" + header[:strings.IndexAny(header, "{r ")] + "\n\nWool.\n"
		for _, name := range []string{"a.Rmd", "a.qmd"} {
			f, _ := ByFileName(name)
			if got := f.Scan(text); len(got) != 3 || got[1].Kind != Code || got[2].Kind != Paragraph {
				t.Errorf("%s: %q: %v", name, header, got)
			}
			if strings.Contains(f.Interpreted(text), "y.md") {
				t.Errorf("%s: %q: a link in the chunk is live", name, header)
			}
		}
	}
	for _, name := range []string{"a.md", "a.mdx"} {
		f, _ := ByFileName(name)
		if got := f.Scan("Salt.\n\n" + headers[0] + "\na\n```\n\nWool.\n"); got[1].Kind != Paragraph {
			t.Errorf("%s: a header with backticks begins a fence", name)
		}
	}
	f, _ := ByFileName("a.Rmd")
	if got := f.Scan("Salt.\n\n```{r} `x` and ``y``\n\nWool.\n"); got[1].Kind != Paragraph {
		t.Errorf("code in a line begins a chunk: %v", got)
	}
}
