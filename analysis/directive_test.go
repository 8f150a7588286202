package analysis

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// TestBadDirectives compares the problems of directives with those written after them.
func TestBadDirectives(t *testing.T) {
	for _, text := range []string{
		"<!-- segls: off -->\n\nsalt\n\n<!-- segls: on -->\n\nsalt\n\n<!-- segls: off -->\n",
		"<!-- segls: ignore paragraph-too-long, paragraph-too-short directive -->\n\n<!-- segls: nonsense -->",
		"<!-- segls: language = \"fr\" -->\n<!-- segls: language='fr' -->\n<!--segls:numbers=true-->\n{/* segls: top-terms = 3 */}",
		"<!-- segls: break -->\n\n<!-- segls: break -->\n\nsalt\n\n<!-- segls: no-break -->\n\nsalt",

		"<!-- segls: -->⟦This directive is empty; choose from off, on, ignore-next, ignore-file, ignore, break, no-break, title, synopsis, label, status, target, scene-target, NAME = VALUE.⟧",
		"<!-- segls: brake -->⟦There is no directive “brake”; did you mean “break”?⟧",
		"<!-- segls: OFF -->⟦There is no directive “OFF”; did you mean “off”?⟧",
		"<!-- segls: ignore_next -->⟦There is no directive “ignore_next”; did you mean “ignore-next”?⟧",
		"<!-- segls: NAME -->⟦There is no directive “NAME”; choose from off, on, ignore-next, ignore-file, ignore, break, no-break, title, synopsis, label, status, target, scene-target, NAME = VALUE.⟧",
		"<!-- segls: on -->⟦There is no “off” for this “on” to end.⟧",
		"<!-- segls: off -->\n\n<!-- segls: off -->⟦“off” already applies here.⟧\n\n<!-- segls: on -->\n<!-- segls: on -->⟦There is no “off” for this “on” to end.⟧",
		"<!-- segls: off until the end -->⟦Nothing can follow “off”.⟧",
		"<!-- segls: ignore -->⟦Say which rule to ignore; choose from paragraph-too-long, paragraph-too-short, fragment-too-long, heading-without-topic-shift, topic-shift-without-heading, directive, conflict, broken-link, not-in-order, section-without-words, said-twice.⟧",
		"<!-- segls: ignore paragraph-to-long, x -->⟦There is no rule “paragraph-to-long”; did you mean “paragraph-too-long”?⟧" +
			"⟦There is no rule “x”; choose from paragraph-too-long, paragraph-too-short, fragment-too-long, heading-without-topic-shift, topic-shift-without-heading, directive, conflict, broken-link, not-in-order, section-without-words, said-twice.⟧",
		"salt\n\n<!-- segls: break -->⟦No paragraph follows that this “break” could apply to.⟧\n\n# a\n\n<!-- segls: ignore-next -->⟦No paragraph follows that this “ignore-next” could apply to.⟧",
		"salt\n\n<!-- segls: break -->\n\n```\ncode\n```\n\n<!-- segls: no-break -->⟦This contradicts the “break” before the same paragraph; this one counts.⟧\n\nsalt",

		"<!-- segls: title -->⟦A title is written “title WORDS”.⟧",
		"<!-- segls: title = Salt -->⟦A title is written “title WORDS”.⟧\n\n<!-- segls: title Salt -->⟦No paragraph follows that this “title” could apply to.⟧",
		"<!-- segls: preferred-word = 3 -->⟦A text has no setting “preferred-word”; did you mean “preferred-words”?⟧",
		"<!-- segls: preferred-words 3 -->⟦A setting is written “preferred-words = 3”.⟧",
		"<!-- segls: numbers -->⟦A setting is written “numbers = VALUE”.⟧",
		"<!-- segls: preferred-words = -->⟦A setting is written “NAME = VALUE”.⟧",
		"<!-- segls: = 3 -->⟦A setting is written “NAME = VALUE”.⟧",
		"<!-- segls: preferred-words = many -->⟦preferred-words: \"many\" is not a whole number from 1 to 1000000, topics or auto.⟧",
		"<!-- segls: preferred-words = 0 -->⟦preferred-words: 0 is not a whole number from 1 to 1000000, topics or auto.⟧",
		"<!-- segls: headings = none -->⟦headings: \"none\" is not one of hard, soft, ignore.⟧",
		"<!-- segls: markup = text -->⟦A text cannot set its own markup, because that decides what a directive looks like.⟧",
		"<!-- segls: numbers = true -->\n\n<!-- segls: numbers = false -->⟦numbers was set to true above; here it becomes false.⟧",
		"<!-- segls: max-words = 3 -->\n<!-- segls: min-words = 4 -->⟦min-words (4) is more than max-words (3), which takes precedence.⟧",

		"<!-- segls: ignore-file -->\n\n<!-- segls: nonsense -->⟦There is no directive “nonsense”; choose from off, on, ignore-next, ignore-file, ignore, break, no-break, title, synopsis, label, status, target, scene-target, NAME = VALUE.⟧",
	} {
		checkFindings(t, markup.Markdown, text, Defaults(), func(f check.Finding) string { return f.Problem.String() })
	}
	checkFindings(t, markup.Markdown, "<!-- segls: min-words = 900 -->⟦min-words (900) is more than max-words (500), which takes precedence.⟧", with(t, "max-words=500"),
		func(f check.Finding) string { return f.Problem.String() })
	checkFindings(t, markup.PlainText, "salt\nsegls: breka⟦There is no directive “breka”; did you mean “break”?⟧\nsea\n", Defaults(),
		func(f check.Finding) string { return f.Problem.String() })
}

// checkFindings compares the findings of a text with the markers in it, each at the end of a finding's span.
func checkFindings(t *testing.T, format markup.Format, marked string, s Settings, show func(check.Finding) string) {
	t.Helper()
	text := marker.ReplaceAllString(marked, "")
	got, at := "", 0
	for _, f := range New(text, format, s).Findings() {
		got += text[at:f.Span.End] + "⟦" + show(f) + "⟧"
		at = f.Span.End
	}
	if got += text[at:]; got != marked {
		t.Errorf("\n%s\nwant\n%s", got, marked)
	}
}

// TestIgnoredFindings checks that findings are not reported where directives suppress them.
func TestIgnoredFindings(t *testing.T) {
	const short, long = "Salt.⟦paragraph-too-short⟧ Sea.", "The sea is the salt, the road and the tide.⟦paragraph-too-long⟧"
	quiet := func(marked string) string { return marker.ReplaceAllString(marked, "") }
	settings := with(t, "paragraph-min-words=3 paragraph-max-words=6 max-words=6")
	for _, text := range []string{
		short + "\n\n<!-- segls: ignore paragraph-too-short -->\n\n" + quiet(short) + "\n\n# a\n\n" + quiet(short),
		short + "\n\n<!-- segls: ignore-next -->\n\n" + quiet(short) + "\n\n" + short,
		short + "\n\n<!-- segls: off -->\n\n" + quiet(short) + "\n\n<!-- segls: on -->\n\n" + short,
		quiet(short) + "\n\n<!-- segls: ignore-file -->\n\n" + quiet(short),
		"The sea is the salt, the road and the tide.⟦fragment-too-long⟧⟦paragraph-too-long⟧",
		"<!-- segls: ignore-next -->\n\n" + quiet(long) + "\n\n<!-- segls: ignore fragment-too-long -->\n\n" + long,
		"<!-- segls: paragraph-max-words = 0 -->\n<!-- segls: max-words = 0 -->\n\n" + quiet(long),
		"- a list\n\n<!-- segls: ignore-next -->\n\n" + quiet(short) + "\n\n" + short, // the directive does not separate it from the list
		"- a list\n\n<!-- segls: preferred-words = 300 -->\n\n" + quiet(short),
	} {
		checkFindings(t, markup.Markdown, text, settings, func(f check.Finding) string { return string(f.Rule) })
	}
}

func TestIgnoredFileIsQuiet(t *testing.T) {
	text := strings.Repeat("The sea is salt.\n\n", 500)
	if New(text, markup.PlainText, Defaults()).IsQuiet() {
		t.Error("the text is quiet by itself")
	}
	d := New(text+"segls: ignore-file\n", markup.PlainText, Defaults())
	if !d.IsQuiet() || len(d.Fragments()) < 2 {
		t.Errorf("quiet %v, %d fragments", d.IsQuiet(), len(d.Fragments()))
	}
}

// TestSettingsInText checks that a setting in the text, even at its end, has the same effect as one from outside, unless it is fixed.
func TestSettingsInText(t *testing.T) {
	text, format := read(t, "../testdata/samples/tides.md")
	for _, setting := range []string{"preferred-words=200", "headings=soft", "max-words=300", "language=fr", "window-paragraphs=2", "numbers=true"} {
		want := New(text, format, with(t, setting))
		d := New(text+"\n\n<!-- segls: "+setting+" -->\n", format, Defaults())
		name, value, _ := strings.Cut(setting, "=")
		if d.Settings != want.Settings || d.Language != want.Language || !slices.Equal(constraintsOf(d), constraintsOf(want)) || !slices.Equal(d.Curve(), want.Curve()) ||
			!slices.Equal(shapesOf(d), shapesOf(want)) {
			t.Errorf("%s in the text is not what it is outside", setting)
		}
		if in := d.SettingsInText()[name]; in.Value != value || !strings.Contains(d.Text.String()[in.Span.Start:in.Span.End], setting) {
			t.Errorf("in the text there is %+v", d.SettingsInText())
		}
		if fixed := New(d.Text.String(), format, Defaults(), "scaling", name); fixed.Settings != Defaults() || fixed.SettingsInText()[name].Value != value {
			t.Errorf("%s in the text changes a fixed setting: %+v", setting, fixed.Settings)
		}
	}
}

// TestInsertedDirective checks that a directive on a line of its own between two blocks does not change the text of any paragraph.
func TestInsertedDirective(t *testing.T) {
	for _, file := range samples(t) {
		text, format := read(t, file)
		comment := "\n\n<!-- segls: ignore-next -->\n\n"
		if format.Name == markup.PlainText.Name {
			comment = "\nsegls: ignore-next\n"
		}
		d := New(text, format, Defaults())
		for i := 1; i < len(d.Blocks()); i++ {
			at := d.Blocks()[i].Span.Start
			with := New(text[:at]+comment+text[at:], format, Defaults())
			if len(with.Paragraphs()) != len(d.Paragraphs()) {
				t.Errorf("%s, line %d: %d paragraphs of %d", file, d.Text.LineAt(d.Blocks()[i].Span.Start)+1, len(with.Paragraphs()), len(d.Paragraphs()))
				continue
			}
			for j, p := range d.Paragraphs() {
				want := p.Span
				if want.Start >= at {
					want = want.Shift(len(comment))
				}
				if got := with.Paragraphs()[j]; got.Span != want || got.Words != p.Words || !slices.Equal(got.Terms, p.Terms) {
					t.Errorf("%s, line %d: paragraph %d at %v, not at %v", file, d.Text.LineAt(d.Blocks()[i].Span.Start)+1, j, got.Span, want)
				}
			}
		}
	}
}

// TestProseTurnedOff checks that exactly the text that is turned off is missing, and that the rest is at the same place.
func TestProseTurnedOff(t *testing.T) {
	text, format := read(t, "../testdata/samples/salt.md")
	whole := New(text, format, Defaults())
	r := rand.New(rand.NewPCG(4, 2))
	for range 200 {
		const off, on = "<!-- segls: off -->\n\n", "<!-- segls: on -->\n\n"
		from, to := r.IntN(len(whole.Blocks())-1), 0
		to = from + 1 + r.IntN(len(whole.Blocks())-from-1)
		start, end := whole.Blocks()[from].Span.Start, whole.Blocks()[to].Span.Start
		d := New(text[:start]+off+text[start:end]+on+text[end:], format, Defaults())
		var want []markup.Span
		for _, p := range whole.Paragraphs() {
			switch {
			case p.Span.Start < start:
				want = append(want, p.Span)
			case p.Span.Start >= end:
				want = append(want, p.Span.Shift(len(off+on)))
			}
		}
		got := mapNames(d.Paragraphs(), func(p Paragraph) string { return fmt.Sprint(p.Span) })
		if !slices.Equal(got, mapNames(want, func(s markup.Span) string { return fmt.Sprint(s) })) {
			t.Errorf("off from block %d to %d: paragraphs at %v, want %v", from, to, got, want)
		}
	}
}

// TestPinsAreHonoured pins gaps at random and compares the fragments with those of the dynamic programme under the same constraints.
func TestPinsAreHonoured(t *testing.T) {
	text, format := read(t, "../testdata/samples/salt.md")
	r := rand.New(rand.NewPCG(4, 3))
	for i := range 100 {
		plain := New(text, format, with(t, "method=paper headings="+[]string{"hard", "soft", "ignore"}[i%3]))
		problem := fragment.Problem{Constraints: slices.Clone(constraintsOf(plain)), Cost: plain.divisionGoal().Cost}
		problem.Similarity = plain.Curve()
		var pinned strings.Builder
		at := 0
		for j, p := range plain.Paragraphs() {
			problem.Words = append(problem.Words, p.Words)
			pin := r.IntN(6)
			if j == 0 || pin > 1 || p.Child >= 0 {
				continue
			}
			pinned.WriteString(text[at:p.Span.Start] + []string{"<!-- segls: break -->\n\n", "<!-- segls: no-break -->\n\n"}[pin])
			at = p.Span.Start
			if problem.Constraints[j-1] != fragment.Break { // by a heading
				problem.Constraints[j-1] = []fragment.Constraint{fragment.Break, fragment.NoBreak}[pin]
			}
		}
		pinned.WriteString(text[at:])
		want, err := fragment.Split(problem)
		if err != nil {
			t.Fatal(err)
		}
		d := New(pinned.String(), format, plain.Settings)
		var got []int
		for _, f := range d.Fragments()[1:] {
			got = append(got, f.First)
		}
		if !slices.Equal(constraintsOf(d), problem.Constraints) || !slices.Equal(got, want.Boundaries) {
			t.Errorf("constraints %v give %v, want %v and %v", constraintsOf(d), got, problem.Constraints, want.Boundaries)
		}
	}
}

// FuzzDirective checks that any text after the prefix is a directive or has a problem, and that documents with it keep their invariants.
func FuzzDirective(f *testing.F) {
	for _, d := range Directives {
		f.Add(d.Usage())
	}
	for _, text := range []string{"", "=", "a==b", "a='", "a=\"\"", "ignore ,", "ignore a,b", "preferred-words = '3'", "\xff", "off off"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, problem := parseDirective(text)
		if (problem == nil) != (c.name != "") {
			t.Fatalf("%q: %+v, %q", text, c, problem)
		}
		written := strings.Join(append([]string{c.name}, c.rules...), " ")
		switch c.name {
		case directiveTitle:
			written += " " + c.title
		case directiveSynopsis, directiveLabel, directiveStatus:
			written = strings.Join(strings.Fields(written+" "+c.color+" "+c.note), " ")
		case directiveTarget, directiveScene:
			written += fmt.Sprint(" ", c.words)
		case directiveSetting:
			written = fmt.Sprintf("%s = \"%s\"", c.setting, c.value)
		}
		if again, _ := parseDirective(written); problem == nil && fmt.Sprint(again) != fmt.Sprint(c) {
			t.Fatalf("%q is %+v, written %q and then %+v", text, c, written, again)
		}
		for _, format := range markup.Formats {
			checkDocument(t, New("segls: "+text+"\n\nsalt\n\n<!-- segls: "+text+" -->\n\nsea", format, Defaults()))
		}
	})
}

// TestDirectivesAreDocumented checks that docs/directives.md documents every directive as declared, with valid examples.
func TestDirectivesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/directives.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^### `(.*)`\n\n(.*)\n").FindAllStringSubmatch(string(page), -1) {
		documented = append(documented, m[1]+": "+m[2])
	}
	declared := mapNames(Directives, func(d Directive) string { return d.Usage() + ": " + d.Doc })
	if !slices.Equal(documented, declared) {
		t.Errorf("documented\n%s\ndeclared\n%s", strings.Join(documented, "\n"), strings.Join(declared, "\n"))
	}
	shown := make(map[string]int)
	for _, m := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)\n```").FindAllStringSubmatch(string(page), -1) {
		format, ok := markup.ByLanguageID(m[1])
		if !ok {
			t.Fatalf("an example in %q", m[1])
		}
		d := New(m[2], format, Defaults())
		for _, f := range d.Findings() {
			t.Errorf("%s: %+v", m[2], f)
		}
		for _, b := range d.Blocks() {
			if c, _ := parseDirective(saidBy(d, b)); b.Kind == markup.Directive {
				shown[m[1]+" "+c.name]++
			}
		}
	}
	for _, d := range Directives {
		for _, format := range []string{"markdown", "text"} {
			if shown[format+" "+d.Name] == 0 {
				t.Errorf("there is no example of %s in %s", d.Usage(), format)
			}
		}
	}
}

// TestDirectiveOfEachFormat checks that the example of each format in docs/directives.md is a directive that has an effect.
func TestDirectiveOfEachFormat(t *testing.T) {
	page, err := os.ReadFile("../docs/directives.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{
		"Markdown": "markdown", "MDX": "markdown", "LaTeX": "latex", "reStructuredText": "restructuredtext", "AsciiDoc": "asciidoc",
		"Org": "org", "HTML": "html", "Typst": "typst", "plain text, which has no comments": "text",
	}
	shown := make(map[string]bool)
	for _, row := range regexp.MustCompile("(?m)^\\| ([^|`]+) \\| `(.*)` \\|$").FindAllStringSubmatch(string(page), -1) {
		format, known := markup.ByName(names[row[1]])
		if !known {
			t.Errorf("there is no format %s", row[1])
			continue
		}
		shown[format.Name] = true
		d := New("One.\n\n"+row[2]+"\n\nTwo.\n", format, Defaults())
		if blocks := d.Blocks(); len(blocks) != 3 || blocks[1].Kind != markup.Directive || len(d.Paragraphs()) != 1 {
			t.Errorf("%s: %s is no directive: %v", row[1], row[2], blocks)
		}
	}
	if len(shown) != len(markup.Formats) {
		t.Errorf("the page shows %v", shown)
	}
}

// shapesOf returns the first paragraph and the terms of each fragment.
func shapesOf(d *Document) []string {
	var shapes []string
	for _, f := range d.Fragments() {
		shapes = append(shapes, fmt.Sprint(f.First, f.Terms()))
	}
	return shapes
}
