package rearrange

import (
	"maps"
	"path"
	"strings"
	"testing"
)

// TestPartedFromDefinition checks that the use of a file-scoped name is listed if a move separates it from all definitions.
func TestPartedFromDefinition(t *testing.T) {
	for name, c := range map[string]struct{ ext, defines, uses string }{
		"macro":            {"org", "#+MACRO: pan Pan $1", "A {{{pan(one)}}}."},
		"link":             {"org", "#+LINK: wp https://example.org/%s", "See [[wp:salt]]."},
		"call":             {"org", "#+NAME: rake\n#+begin_src sh\nls\n#+end_src", "#+CALL: rake()"},
		"inline call":      {"org", "#+NAME: rake\n#+begin_src sh\nls\n#+end_src", "It is call_rake()."},
		"variable":         {"org", "#+NAME: rake\n| 1 | 2 |", "#+begin_src sh :var n=2 :var x=rake[2,0]\nls\n#+end_src"},
		"second variable":  {"org", "#+NAME: rake\n| 1 | 2 |", "#+HEADER: :var n=2, x=rake\n#+begin_src sh\nls\n#+end_src"},
		"argument":         {"org", "#+NAME: rake\n| 1 | 2 |", "#+CALL: pan(n=2, x=rake)"},
		"inline argument":  {"org", "#+NAME: rake\n| 1 | 2 |", "It is call_pan(x=rake)."},
		"remote table":     {"org", "#+NAME: rake\n| 1 | 2 |", "| 1 |\n#+TBLFM: $1=remote(rake,@1$1)"},
		"noweb":            {"org", "#+NAME: rake\n#+begin_src sh\nls\n#+end_src", "#+begin_src sh :noweb yes\n<<rake>>\n#+end_src"},
		"binding":          {"typ", "Say #let pan = [Pan]", "A #pan is flat."},
		"label":            {"html", `<p id="pan">Pans.</p>`, `<p>A <label for="pan">pan</label>.</p>`},
		"described by two": {"html", `<p id="pan">Pans.</p>`, `<p aria-describedby="rake pan">Flat.</p>`},
		"without quotes":   {"html", `<p id="pan">Pans.</p>`, `<p><button popovertarget=pan>Flat</button></p>`},
		"tag in Markdown":  {"md", `<span id="pan">Pans.</span>`, `<span aria-labelledby="pan">Flat.</span>`},
		"attributes":       {"md", "{:pan: .flat title=\"Pans\"}", "Pans are flat.\n{: .wide pan}"},
		"attributes first": {"md", "{:pan: .flat}", "*Pans*{:pan} are flat."},
		"example":          {"qmd", "(@pan) Pans are flat.", "As (@pan) says."},
	} {
		heading := map[string]string{"org": "** ", "typ": "== ", "md": "## ", "qmd": "## "}[c.ext]
		section := func(title, body string) string {
			if c.ext == "html" {
				return "<h2>" + title + "</h2>\n<p>Brine runs.</p>\n" + body + "\n"
			}
			return heading + title + "\n\nBrine runs.\n\n" + body + "\n\n"
		}
		top := strings.TrimPrefix(heading, heading[:min(1, len(heading))]) + "Road\n\nFirst.\n\n"
		if c.ext == "html" {
			top = "<h1>Road</h1>\n<p>First.</p>\n"
		}
		for moved, x := range map[string]struct {
			first, second, other string
			listed               int
		}{
			"definition":  {c.defines, c.uses, "", 1},
			"use":         {c.uses, c.defines, "", 1},
			"both":        {c.defines + "\n\n" + c.uses, "", "", 0},
			"other":       {"", c.defines + "\n\n" + c.uses, "", 0},
			"use, it has": {c.uses, c.defines, c.defines, 0},
		} {
			if x.other != "" && (c.ext == "html" || c.ext == "md" && strings.HasPrefix(c.defines, "<")) { // a place, not a definition
				continue
			}
			from, to := "a."+c.ext, "b."+c.ext
			files := map[string]string{from: top + section("Salt", x.first) + section("Tow", x.second), to: top + x.other + "\n\n"}
			if c.ext == "qmd" {
				files["_quarto.yml"] = "project:\n  type: book\nbook:\n  chapters:\n    - a.qmd\n    - b.qmd\n"
			}
			texts := map[string]string{from: files[from], to: files[to]}
			w := newWork(mapFS(files), texts)
			change, err := MoveSection(w, from, 1, EndOfFile(to))
			if strings.HasPrefix(c.defines, "{:") && err != nil && strings.Contains(err.Error(), "would belong to something else") {
				continue // the definition may be for the block above it
			}
			if err != nil {
				t.Errorf("%s, %s: %v", name, moved, err)
				continue
			}
			list := change.WithDoubtful(w, ".").Unmended
			if len(list) != x.listed || x.listed > 0 && path.Ext(list[0].Path) != "."+c.ext {
				t.Errorf("%s, %s: listed are %v, want %d", name, moved, list, x.listed)
			}
		}
	}
}

// TestPatternsOfOrg checks that a link of Org to a pattern is listed if the pattern matches text that moves to another file.
func TestPatternsOfOrg(t *testing.T) {
	for pattern, want := range map[string]int{"/brine runs/": 1, `/\(brine\|tow\) runs/`: 1, "/runs (down)/": 1, "/first/": 0, "/brine\\(/": 1, "*Salt": 0, "3": 0} {
		texts := map[string]string{
			"pans.org": "* Pans\n\nFirst.\n\n** Salt\n\nBrine runs (down).\n\n** Tow\n\nDry.\n", "sea.org": "* Sea\n\nLast.\n",
			"road.org": "* Road\n\nSee [[file:pans.org::" + pattern + "][there]].\n",
		}
		w := newWork(mapFS(texts), texts)
		change, err := MoveSection(w, "pans.org", 1, EndOfFile("sea.org"))
		if err != nil {
			t.Fatal(err)
		}
		if list := change.WithDoubtful(w, ".").Unmended; len(list) != want {
			t.Errorf("%s: listed are %v, want %d", pattern, list, want)
		}
	}
}

// TestTitlesWithSpacesAreNamed checks that a mention of a file and a moved title with spaces is listed in files and code that segls does
// not parse, and one of another title is not.
func TestTitlesWithSpacesAreNamed(t *testing.T) {
	for name, text := range map[string]string{
		"order.yaml": "ref: \"Pans#TITLE\"\n",
		"page.yaml":  "ref: \"Pans.md#TITLE\"\n",
		"x.base":     "filters:\n  and:\n    - file.hasLink(\"Pans#TITLE\")\n",
		"query.md":   "# Query\n\n```dataview\nLIST FROM [[Pans#TITLE]]\n```\n",
		"inline.md":  "# Inline\n\nIt is `= [[Pans#TITLE|x]].age` old.\n",
	} {
		for title, want := range map[string]int{"Salt & tow": 1, "salt & tow": 1, "Salt & towels": 0, "Brine": 0} {
			texts := map[string]string{
				"Pans.md": "# Pans\n\nFirst.\n\n## Salt & tow\n\nBrine runs.\n\n## Salt & towels\n\nDry.\n\n## Brine\n\nWet.\n", "Sea.md": "# Sea\n\nLast.\n",
				".obsidian/app.json": "{}", name: strings.Replace(text, "TITLE", title, 1),
			}
			read := maps.Clone(texts)
			maps.DeleteFunc(read, func(name, _ string) bool { return path.Ext(name) != ".md" })
			w := newWork(mapFS(texts), read)
			change, err := MoveSection(w, "Pans.md", 1, EndOfFile("Sea.md"))
			if err != nil {
				t.Fatal(err)
			}
			if list := change.WithDoubtful(w, ".").Unmended; len(list) != want {
				t.Errorf("%s, %s: listed are %v, want %d", name, title, list, want)
			}
		}
	}
}
