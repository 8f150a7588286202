package lsp

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestExplain checks that gaps are explained as by package analysis, and that a gap that does not exist has no explanation.
func TestExplain(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.open("file:///essay.md", read(t, essay))
	explain := func(after int) (answer *explainResult) {
		raw := e.request("segls/explain", about("file:///essay.md", map[string]any{"after": after}))
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	doc := analysis.New(read(t, essay), markup.Markdown, analysis.Defaults())
	for _, g := range []int{0, len(doc.Curve()) / 2, len(doc.Curve()) - 1} {
		want, got := doc.Explain(g), explain(g+1)
		if got == nil || got.Boundary != want.IsBoundary || len(got.Parts) != len(want.Parts) || got.Sum != nil && *got.Sum != want.Sum || !slices.Equal(got.Ends, want.Ends) {
			t.Errorf("gap %d: %+v, want %+v", g, got, want)
		}
	}
	for _, after := range []int{-1, 0, len(doc.Curve()) + 1} {
		if got := explain(after); got != nil {
			t.Errorf("gap after %d: %+v", after, got)
		}
	}
}

// TestHoverOnHeading checks that the hover on a heading describes the first fragment below, even under a subheading.
func TestHoverOnHeading(t *testing.T) {
	salt := strings.Repeat("The pans lie behind the dyke, and brine stands in them all summer. ", 12)
	text := "# Book\n\n## Salt\n\n" + salt + "\n\n## Empty\n\n## Iron\n\n" + strings.ReplaceAll(salt, "brine", "ore") + "\n"
	d, folder := openBuffersWith(t, "utf-16", map[string]any{"debounceMs": 0, "preferredWords": 100})
	u := string(uri.File(filepath.Join(folder, "a.md")))
	d.openFile(folder, "a.md", text)
	for mark, want := range map[string]string{"Book": "1 of 2", "Salt": "1 of 2", "Iron": "2 of 2", "Empty": ""} {
		got := string(d.request("textDocument/hover", pointAt(u, text, mark)))
		if (want == "") != (got == "null") || !strings.Contains(got, want) {
			t.Errorf("on %s: %s", mark, got)
		}
	}
}

// TestHoverOnSceneBreak checks that the hover on a scene break describes the scene below, and that a decorative break has none.
func TestHoverOnSceneBreak(t *testing.T) {
	salt := strings.Repeat("The pans lie behind the dyke, and brine stands in them all summer. ", 12)
	text := "***\n\n" + salt + "\n\n* * *\n\n" + strings.ReplaceAll(salt, "brine", "ore") + "\n\n---\n\n" + strings.ReplaceAll(salt, "brine", "tar") + "\n"
	d, folder := openBuffersWith(t, "utf-16", map[string]any{"debounceMs": 0, "preferredWords": 100})
	u := string(uri.File(filepath.Join(folder, "a.md")))
	d.openFile(folder, "a.md", text)
	for mark, want := range map[string]string{"***": "", "* * *": "A scene break begins this fragment", "---": "3 of 3", "pans": ""} {
		got := string(d.request("textDocument/hover", pointAt(u, text, mark)))
		if (want == "") != (got == "null") || !strings.Contains(got, want) {
			t.Errorf("on %s: %s", mark, got)
		}
	}
}

// TestExplanationsInWords checks that the types of explanations name all reasons, and that the page of the curve has words for each
// reason and for each part that a method weighs.
func TestExplanationsInWords(t *testing.T) {
	firstOf := func(pattern, text string) (found []string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			found = append(found, match[1])
		}
		slices.Sort(found)
		return slices.Compact(found)
	}
	reasons := firstOf(`\bReason = "(.+)"`, read(t, "../analysis/explain.go"))
	for path, start := range map[string]string{"../docs/extensions.md": `decidedBy: "`, "../web/npm/src/answers.ts": `'decided-by': '`} {
		line := firstOf(regexp.QuoteMeta(start[:len(start)-1])+`(.*)`, read(t, path))
		if got := firstOf(`["']([\w-]+)["']`, strings.Join(line, "")); !slices.Equal(got, reasons) {
			t.Errorf("%s has the reasons %q, not %q", path, got, reasons)
		}
	}
	page := read(t, "../editors/vscode/webview/curve-model.ts")
	table := func(name string) []string {
		rows := firstOf(`(?s)\nconst `+name+`: .*? = \{\n(.*?)\n\};`, page)
		return firstOf(`(?m)^  '?([\w-]+)'?: `, strings.Join(rows, ""))
	}
	if got := table("decisions"); !slices.Equal(got, reasons) {
		t.Errorf("the page has sentences for the reasons %q, not for %q", got, reasons)
	}
	methods, _ := analysis.DeclaredSettings.Find("method")
	var parts []string
	text := strings.Replace(read(t, "../testdata/samples/tides.md"), ".\n\n", ".\n\n***\n\n", 5)
	for _, name := range methods.Choices {
		for _, breaks := range []string{analysis.HeadingsSoft, analysis.HeadingsIgnore} {
			s := analysis.Defaults()
			s.Method, s.Headings, s.SceneBreaks, s.PreferredWords = name, analysis.HeadingsSoft, breaks, 80
			d := analysis.New(text, markup.Markdown, s)
			for explain, g := d.Explainer(), 0; g < len(d.Curve()); g++ {
				for _, part := range explain.Explain(g).Parts {
					parts = append(parts, part.Name)
				}
			}
		}
	}
	slices.Sort(parts)
	if got, want := table("weighed"), slices.Compact(parts); !slices.Equal(got, want) {
		t.Errorf("the page has words for the parts %q, not for %q", got, want)
	}
}
