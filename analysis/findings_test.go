package analysis

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
)

var marker = regexp.MustCompile(`⟦[^⟧]*⟧`)

// TestFindings compares the findings in each document with those marked in it. A mark ⟦rule⟧ is at the end of a finding's span.
func TestFindings(t *testing.T) {
	const empty = "rules=docs"
	const short, long = "paragraph-min-words=6 paragraph-max-words=0", "paragraph-min-words=0 paragraph-max-words=5"
	const shifts, turns = "window-paragraphs=1 heading-min-shift=0.3", "window-paragraphs=1 preferred-words=6 boundary-max-shift=0.3"
	for _, test := range []struct{ settings, text string }{
		{short, "The sea.⟦paragraph-too-short⟧ The salt.\n\nThe sea and salt. The road."},
		{"paragraph-min-words=0", "The sea. The salt."},

		// Paragraphs that are short for a reason are not reported.
		{short, "The sea is salt."},
		{short, "The sea. The salt and"},
		{short, "“The sea. The salt.”\n\n— The sea. The salt.\n\n\"The sea. The salt.\""},
		{short, "The sea. The salt:"},
		{short, "The sea. The salt.\n\n- a list\n\nThe sea. The salt."},
		{short, "The sea. The salt.\n\n```\ncode\n```\n\nThe sea. The salt."},
		{short, "> The sea. The salt.\n\n# Road\n\n- The sea. The salt.\n"},
		{short, "- a list\n\nThe sea. The salt."},
		{short, "- a list\n\nThe sea and the salt. The road.\n\nThe sea.⟦paragraph-too-short⟧ The salt.\n\n# Road\n"},

		{long, "The sea is the salt, the road.⟦paragraph-too-long⟧\n\nThe sea is the road."},
		{long, "The sea.⟦paragraph-too-long⟧ The salt of\nthe road.\n\n- The sea and the salt of the road.\n\n> The sea and the salt of the road."},
		{"paragraph-max-words=0", "The sea and the salt of the road."},
		{"paragraph-max-words=3", "See Dr. Road.⟦paragraph-too-long⟧ A sea."},

		{"max-words=3", "The sea is salt.⟦fragment-too-long⟧\n\nThe road.\n\nThe sea.\n\n- salt⟦fragment-too-long⟧\n- road\n- tide and moon"},
		{"max-words=3 paragraph-max-words=3", "The sea is salt.⟦fragment-too-long⟧⟦paragraph-too-long⟧"},
		{"min-words=4", "The sea."},

		// Headings with nothing below them, not even another heading, are reported, with exceptions such as a table of contents.
		{empty, "# Salt\n\n## Pans⟦section-without-words⟧\n\n<!-- later -->\n\n## Road\n\nA road."},
		{empty, "# Salt\n\n## Pans⟦section-without-words⟧\n\n<a id=\"x\"></a>\n\n# Road⟦section-without-words⟧\n\n---\n"},
		{empty, "# Salt\n\n## Pans\n\n```\ncode\n```\n\n## Road\n\n| a |\n|---|\n\n## Sea\n\n![](sea.png)\n\n## ::: made.by.a.program\n\n## References\n"},
		{empty, "# Salt\n\n## [Pans](pans.md)\n\n## Road [two](two.md)⟦section-without-words⟧\n\n# Sea\n\nText.\n"},
		{empty, "# Salt\n"},
		{empty, "# Salt\n\n## One\n\n## Two\n\n## Three\n\nText.\n"},
		{empty, "# Salt\n\n## Contents\n\n<!-- toc -->\n\n## On this page\n\n[[_TOC_]]\n\n## Pans⟦section-without-words⟧\n\n<!-- stock -->\n\n## Road\n\nText."},
		{empty, "<!-- segls: ignore section-without-words -->\n\n# Salt\n\n# Pans\n\nBrine."},
		{"", "# Salt\n\n# Pans\n\nBrine."},

		// The topic changes at some of these gaps, and does not change at others.
		{shifts, "Sea salt tide.\n\n# Sea⟦heading-without-topic-shift⟧\n\nSea salt tide.\n\n# Road\n\nRoad mule cart."},
		{shifts + " headings=soft", "Sea salt tide.\n\n# Book\n\n## Sea⟦heading-without-topic-shift⟧\n\nSea salt tide.\n\n# Road\n\nRoad mule cart."},
		{shifts, "# Sea\n\nSea salt tide.\n\nRoad mule cart.\n\n# Road\n"},
		{shifts, "Sea salt tide.\n\n<!-- segls: off -->\n\n# Sea\n\n<!-- segls: on -->\n\nSea salt tide."},
		{shifts, "Sea salt tide.\n\n# Sea\n\n<!-- segls: ignore-next -->\n\nSea salt tide."},
		{"window-paragraphs=1 preferred-words=3 scaling=2", "Sea salt tide.\n\n# Sea\n\nSea salt tide.\n\nRoad mule cart."},
		{turns, "Sea salt tide.\n\nSea salt tide.\n\nRoad mule cart.⟦topic-shift-without-heading⟧\n\nRoad mule cart."},
		{turns, "Sea salt tide.\n\nSea salt tide.\n\n# Road\n\nRoad mule cart.\n\nRoad mule cart."},
		{turns, "<!-- segls: ignore topic-shift-without-heading -->\n\nSea salt tide.\n\nSea salt tide.\n\nRoad mule cart.\n\nRoad mule cart."},
		{"min-words=4 max-words=4", "The sea.\n\nThe sea is salt and road.⟦fragment-too-long⟧\n\nThe sea."},
	} {
		text := marker.ReplaceAllString(test.text, "")
		d := New(text, markup.Markdown, with(t, test.settings))
		got, at := "", 0
		for _, f := range d.Findings() {
			got += text[at:f.Span.End] + "⟦" + string(f.Rule) + "⟧"
			at = f.Span.End
			if f.Rule == check.EmptySection {
				continue
			}
			if f.Rule == check.HeadingWithoutShift || f.Rule == check.ShiftWithoutHeading {
				if f.Words != 0 || f.Limit != 0 || f.Paragraph < 1 {
					t.Errorf("%+v", f)
				}
				continue
			}
			if (f.Words > f.Limit) == (f.Rule == check.ParagraphTooShort) || f.Limit == 0 {
				t.Errorf("%s of %d words against %d", f.Rule, f.Words, f.Limit)
			}
		}
		if got += text[at:]; got != test.text {
			t.Errorf("with %s\n%s\nwant\n%s", test.settings, got, test.text)
		}
		rules := func(d *Document) (list []check.Rule) {
			for _, f := range d.Findings() {
				list = append(list, f.Rule)
			}
			return list
		}
		if crlf := rules(New(strings.ReplaceAll(text, "\n", "\r\n"), markup.Markdown, with(t, test.settings))); !slices.Equal(crlf, rules(d)) {
			t.Errorf("%s\nwith CRLF has the findings %v", test.text, crlf)
		}
	}
}

// TestEmptySectionsOfRST checks headings with nothing below them in reStructuredText, where each file chooses the marks of its levels.
func TestEmptySectionsOfRST(t *testing.T) {
	for text, want := range map[string]int{
		"Salt\n====\n\nText.\n\nPans\n^^^^\n\nRakes\n:::::\n\nText.\n": 0, // below it
		"Salt\n====\n\nText.\n\nPans\n----\n\nRakes\n-----\n\nText.\n": 1,
	} {
		got := 0
		for _, f := range New(text, markup.ReStructuredText, with(t, "rules=docs")).Findings() {
			if f.Rule == check.EmptySection {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: %d headings with nothing below, want %d", text, got, want)
		}
	}
}

// TestRulesAreDocumented checks that docs/findings.md has a section for every rule, and the defaults of the limits.
func TestRulesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^### `(.*)`$").FindAllStringSubmatch(string(page), -1) {
		documented = append(documented, m[1])
	}
	if !slices.Equal(documented, ruleNames) {
		t.Errorf("documented %q, declared %q", documented, ruleNames)
	}
	for _, name := range []string{"paragraph-min-words", "paragraph-max-words"} {
		setting, _ := DeclaredSettings.Find(name)
		if !strings.Contains(string(page), fmt.Sprintf("`%s` words (%v)", name, setting.Default)) {
			t.Errorf("the default of %s is not %v there", name, setting.Default)
		}
	}
}

// TestConflicts checks that a merge conflict is found in every format, but not in code, and that its marks make no headings.
func TestConflicts(t *testing.T) {
	const conflict = "Salt keeps.\n\n<<<<<<< HEAD\nOne side of it\n=======\nAnother\n\nside\n>>>>>>> theirs\n\nIce melts.\n"
	for _, f := range markup.Formats {
		text := conflict
		if f.Name == markup.HyperText.Name {
			text = "<p>Salt keeps.</p>\n" + conflict
		}
		d := New(text, f, Defaults())
		found := check.UrgentFindings(d.Findings())
		if len(found) != 1 || found[0].Rule != check.MergeConflict || d.Text.Slice(found[0].Span) != "<<<<<<< HEAD" {
			t.Errorf("%s: %+v", f.Name, found)
		}
		if len(d.Sections()) > 0 {
			t.Errorf("%s: headings %+v", f.Name, d.Sections())
		}
	}
	shown := New("Git writes:\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n```\n", markup.Markdown, Defaults())
	if found := shown.Findings(); len(found) > 0 {
		t.Errorf("in code: %+v", found)
	}
}

// TestSeverities checks that rules have the severities of their settings, and report nothing if they are off.
func TestSeverities(t *testing.T) {
	text := "# One\n\n<!-- segls: nonsense -->\n\n" + strings.Repeat("The mill on the ridge turned all night and nobody heard it. ", 200) + "\n\n<<<<<<< ours\nA.\n=======\nB.\n>>>>>>> theirs\n"
	bySeverity := func(set string) map[check.Rule]string {
		s := with(t, "paragraph-max-words=300 max-words=400 "+set)
		found := make(map[check.Rule]string)
		for _, f := range New(text, markup.Markdown, s).Findings() {
			found[f.Rule] = f.Severity.String()
		}
		return found
	}
	if got := bySeverity("rules=docs severity-paragraph-too-long=hint"); !maps.Equal(got, map[check.Rule]string{check.ParagraphTooLong: "hint", check.BadDirective: "warning", check.MergeConflict: "warning"}) {
		t.Errorf("rules = docs: %v", got)
	}
	usual := bySeverity("")
	for _, rule := range []check.Rule{check.ParagraphTooLong, check.FragmentTooLong, check.BadDirective, check.MergeConflict} {
		if usual[rule] != rule.Severity().String() {
			t.Errorf("%s is %q", rule, usual[rule])
		}
		for _, set := range []string{"hint", "information", "warning", "off"} {
			want := maps.Clone(usual)
			if want[rule] = set; set == "off" {
				delete(want, rule)
			}
			if got := bySeverity("severity-" + string(rule) + "=" + set); !maps.Equal(got, want) {
				t.Errorf("severity-%s = %s: %v", rule, set, got)
			}
		}
	}
}
