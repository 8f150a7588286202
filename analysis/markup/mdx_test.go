package markup

import (
	"slices"
	"testing"
)

// TestMDX checks that indented text is prose, that fences and headings may be indented, and that statements may have blank lines.
func TestMDX(t *testing.T) {
	for text, want := range map[string]Kind{
		"Tow.\n\n    Salt is raked.\n\n<Tabs />\n":       Paragraph,
		"<Tabs>\n\n    ```js\n    a\n    ```\n\nTow.":    Code,
		"Salt.\n\n    # Wool\n\nTow.\n":                  Heading,
		"Salt.\n\n~~~md\n    ```\nx\n~~~\n\nTow.":        Code,
		"Salt.\n\n    ````md\n    ```\n    ````\n\nTow.": Code,
		"Salt.\n\n{/* one\n\ntwo */}\n\nWool.\n":         HTML,

		"Salt.\n\nexport const a = {\n  b: 'it}',\n\n  c: [1],\n}\n\nWool.\n": HTML,
		"Salt.\n\nexport const a = `(\n\nTwo`\n\nWool.\n":                     HTML,
		"Salt.\n\nimport {\n  A,\n\n  B\n} from 'a'\n\nWool.\n":               HTML,
		"Salt.\n\nexport default () => (\n\n  <p>It's</p> // (\n)\n\nWool.\n": HTML,
		"Salt.\n\nexport const a = (\n\n# Wool\n":                             HTML, // MDX cannot read it
	} {
		f, _ := ByFileName("a.mdx")
		if got := f.Scan(text); len(got) != 3 || got[1].Kind != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	md, _ := ByFileName("a.md")
	if got := md.Scan("Salt.\n\n    Wool.\n"); got[1].Kind != Code {
		t.Error("Markdown has no indented code")
	}
}

// TestModuleTies checks that a statement has one tie to each value above that it is made of, by name.
func TestModuleTies(t *testing.T) {
	f, _ := ByFileName("a.mdx")
	text := "import A from 'a'\nexport const towns = 3\n\nSalt.\n\nexport const {seas = towns, deep: [pans]} = {towns, title: towns}\n\nWool.\n\n" +
		"export const title = 'towns'\n\nTow.\n\nexport default [seas, pans, {title: pans, deep: A.towns}]\n"
	got := f.Notation().PositionalTies(text, f.Scan(text))
	want := []string{"export seas pans -> towns", "export -> seas", "export -> pans"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
