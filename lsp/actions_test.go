package lsp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/sentencetest"
)

// demonstration is an action as shown in docs/actions.md: its effect on a text at a mark, ‸.
type demonstration struct {
	command string
	title   string // in the menu
	text    string
	more    map[string]any
	file    string // another file in the folder of the text
}

const short = "<!-- segls: preferred-words = 8 -->\n<!-- segls: scaling = 1 -->\n"

// TestActionsAreShown checks that docs/actions.md shows each action with its effect, as computed here by a real server.
func TestActionsAreShown(t *testing.T) {
	var page strings.Builder
	page.WriteString(`# Actions

This page shows everything that segls can do to the structure of a text, with the text before and after. A test performs all
of these actions and writes this page.

In an editor most of these actions are in the menu of code actions, at the place marked here with ‸; the others are commands of the plug-ins. The menu is
*Quick Fix…* and *Refactor…* in VS Code (Ctrl+. and Ctrl+Shift+R), ` + "`gra`" + ` in Neovim, ` + "`space a`" + ` in Helix. Each is one undo step in each document that it changes.
If an action creates a file, a message names it. Undo in VS Code and Neovim removes that file unless you have changed it; in
other editors it stays.

No action loses text or changes its meaning. Before an action happens, segls reads the resulting text. Every paragraph,
heading, list and other block must still be there, inside the same elements, environments, divisions and conditionals. What
belongs to a heading (its label, its drawer, its date) must still be under it, and links and footnotes must lead to the same
targets. Otherwise the action does not happen, and the editor says which words it would harm.

The names in monospace are commands, for key bindings and extensions; see [extensions.md](extensions.md). On the command
line, ` + "`segls move`" + `, ` + "`segls split`" + ` and ` + "`segls merge`" + ` do some of this to files; with ` + "`--dry-run`" + ` they only show a diff.
`)
	parts := []struct {
		name, about string
		actions     []demonstration
	}{
		{"Paragraphs", "segls splits a long paragraph where its topic shifts. It finds this place in the same way as fragments, with sentences\ninstead of paragraphs, and never cuts inside a link, an emphasis or a footnote.", []demonstration{
			{command.SplitParagraph, "Split paragraph at its weakest point", "‸Salt keeps fish and salt keeps meat. Salt melts ice and salt cures meat. Bees build cells of wax. Bees feed on wax cells and honey.\n", nil, ""},
			{command.SplitParagraphHere, "Split paragraph before this sentence", "One fish. Two fish. ‸Red fish.\n", nil, ""},
			{command.MergeParagraph, "Merge paragraph with the more similar neighbour", "Salt keeps fish.\n\n‸Salt is cheap.\n\nBees build cells of wax.\n", nil, ""},
			{command.MergeParagraphWithPrevious, "Merge paragraph with the one above", "Salt keeps fish.\n\n‸Salt is cheap.\n", nil, ""},
			{command.MergeParagraphWithNext, "Merge paragraph with the one below", "‸Salt keeps\nfish.\n\nSalt is cheap.\n", nil, ""},
		}},
		{"Findings", "Most findings have quick fixes: fix it, ignore it or, where there is a limit, change it. If segls reports a heading without a topic shift, you\ncan remove or demote it; if it reports a topic shift without a heading, you can insert one.", []demonstration{
			{command.IgnoreHere, "Ignore this paragraph", "# Salt\n\n‸Salt. Ice.\n", nil, ""},
			{command.IgnoreInFile, "Ignore paragraph-too-short in this file", "# Salt\n\n‸Salt. Ice.\n", map[string]any{"rule": "paragraph-too-short"}, ""},
			{command.IgnoreHere, "Ignore this fragment", "<!-- segls: max-words = 3 -->\n\n‸A long fragment.\n", nil, ""},
			{command.IgnoreHere, "Ignore this heading", "Salt keeps fish.\n\n# More salt\n\n‸Salt keeps fish.\n", nil, ""},
			{command.IgnoreHere, "Ignore this boundary", "Salt keeps fish.\n\n‸Ferries carry mules.\n", nil, ""},
			{command.SetTarget, "Allow paragraphs of 400 words in this file", "# Salt\n\n‸A long paragraph.\n", map[string]any{"setting": "paragraph-max-words", "value": 400, "scope": "file"}, ""},
			{command.SetTarget, "Allow paragraphs of 400 words in this project", "# Salt\n\n‸A long paragraph.\n", map[string]any{"setting": "paragraph-max-words", "value": 400, "scope": "project"}, ""},
			{command.SetTarget, "Allow fragments of 700 words in this file", "<!-- segls: max-words = 500 -->\n\n‸A long fragment.\n", map[string]any{"setting": "max-words", "value": 700, "scope": "file"}, ""},
			{command.SetTarget, "Allow fragments of 700 words in this project", "‸A long fragment.\n", map[string]any{"setting": "max-words", "value": 700, "scope": "project"}, ""},
		}},
		{"Boundaries", "Most of these actions are available on the first line of a suggested fragment and on the blank lines above it. segls proposes a title\nmade of the fragment's terms; if the editor can, it selects the title so that you can type over it. To type a title first,\nuse *Insert Heading…* in VS Code or `:Segls heading insert` in Neovim. *Rename Fragment…* in VS Code and\n`:Segls fragment rename` in Neovim ask for a title, and whether to write it as a heading or a comment.", []demonstration{
			{command.InsertHeading, "Insert heading “…”", short + "\n# Book\n\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.RenameFragment, "Rename the fragment, by a heading", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", map[string]any{"title": "A title of your own", "as": command.AsHeading}, ""},
			{command.RenameFragment, "Rename the fragment, by a comment", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", map[string]any{"title": "A title of your own", "as": command.AsComment}, ""},
			{command.AnnotateFragment, "Note a synopsis", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", map[string]any{"note": "Who else stores food, and how.", "as": "synopsis"}, ""},
			{command.AnnotateFragment, "Note a label", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", map[string]any{"note": "orange to be checked", "as": "label"}, ""},
			{command.AnnotateFragment, "Note a status", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", map[string]any{"note": "first draft", "as": "status"}, ""},
			{command.NewScene, "New scene here", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.SplitFragment, "Split fragment here", "Salt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.PinBoundary, "Keep this boundary", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.VetoBoundary, "No boundary here", short + "\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.MergeFragments, "Merge fragment with the next one", short + "\n‸Salt keeps fish and salt keeps meat.\n\nBees build wax cells for honey and bees.\n", nil, ""},
		}},
		{"Moving fragments", "A fragment moves past the one above or below, and at the end of its section past the heading into the next section. The\n" +
			"cursor moves with it, so you can press the same key again.\n" +
			"\n" +
			"A move leaves exactly one break ([formats.md](formats.md#scene-breaks)) between scenes that become neighbours, and none at\n" +
			"the end of a chapter. Within its chapter, a whole scene moves past whole scenes, and the breaks stay in place. If it moves\n" +
			"to another chapter or file, segls removes a break that is left over, and inserts one where it is missing. It writes this in\n" +
			"the style of the chapter or else of the text, of the neighbouring files or of the old place, in this order. If a chapter\n" +
			"has no breaks, all of it counts as one scene when it moves among scenes.\n" +
			"\n" +
			"A fragment from the middle of a scene takes no break with it, and moves past a break before it goes further; *Move scene up*\n" +
			"and *Move scene down* take the whole scene. Rules next to headings and at the ends of a text stay in place, and so do rules\n" +
			"between sections, unless two would be left together: then one leaves with the section. A scene in the tray is stored\n" +
			"with its break, so that it returns as a scene. Splitting a file at a scene removes the break above it; merging two files inserts a\n" +
			"break, unless a heading separates them. *Merge fragment with the next one* removes the break between two scenes.", []demonstration{
			{command.MoveFragmentUp, "Move fragment up", short + "\n# Salt\n\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.MoveFragmentDown, "Move fragment down", "# Salt\n\n‸Salt keeps fish.\n\n# Bees\n\nBees build.\n", nil, ""},
			{command.MoveFragmentUnder, "Move fragment under “Salt”", "# Salt\n\nSalt keeps fish.\n\n# Bees\n\n‸Salt melts ice.\n", map[string]any{"to": at(0, 0)}, ""},
			{command.MoveSceneUp, "Move scene up", "# Salt\n\nSalt keeps fish.\n\n* * *\n\nBees build.\n\n‸Wax burns.\n", nil, ""},
			{command.MoveSceneDown, "Move scene down", "# Salt\n\n‸Salt keeps fish.\n\n* * *\n\nBees build.\n\n# Mules\n\nMules carry it.\n", nil, ""},
			{command.SwapFragments, "Swap fragment with the next one", "# Salt\n\n‸Salt keeps fish.\n\n# Bees\n\nBees build.\n", map[string]any{"to": at(6, 0)}, ""},
		}},
		{"Sections", "These actions are available on a heading. A section moves with everything under it.", []demonstration{
			{command.MoveSectionUp, "Move section up", "# Book\n\n## Salt\n\nSalt keeps fish.\n\n## ‸Bees\n\nBees build.\n", nil, ""},
			{command.MoveSectionDown, "Move section down", "# Book\n\n## ‸Salt\n\nSalt keeps fish.\n\n## Bees\n\nBees build.\n", nil, ""},
			{command.MoveSectionUp, "Move section up, to the level used there", "# Book\n\n### Salt\n\nSalt keeps fish.\n\n## ‸Bees\n\nBees build.\n", map[string]any{"mendLevels": true}, ""},
			{command.MoveSectionDown, "Move section down, to the level used there", "# Book\n\n### ‸Salt\n\nSalt keeps fish.\n\n## Bees\n\nBees build.\n", map[string]any{"mendLevels": true}, ""},
			{command.MoveSectionUnder, "Move section under “Salt”", "# Salt\n\nSalt keeps fish.\n\n# ‸Ice\n\nIt melts.\n", map[string]any{"to": at(0, 0)}, ""},
			{command.PromoteSection, "Promote section", "# Salt\n\n### ‸Ice\n\nIt melts.\n\n#### Snow\n\nSo does snow.\n", nil, ""},
			{command.DemoteSection, "Demote section", "Salt\n====\n\nSalt keeps fish.\n\nIce‸\n---\n\nIt melts.\n", nil, ""},
			{command.RemoveHeading, "Remove the heading", "# Salt\n\nSalt keeps fish.\n\n## ‸More\n\nSalt is cheap.\n", nil, ""},
		}},
		{"Files", "A part of a text moves into a file next to it, named after its title, and leaves a link. If the file is in another folder,\nrelative links and images are adapted. Footnotes and definitions come along, and links to headings lead to their new places.\nThe file begins as the setting `front-matter` says. Existing files are never changed.", []demonstration{
			{command.ExtractSection, "Extract section into a file", "# Book\n\n## ‸Salt\n\nSalt[^1] keeps fish, and [bees](#bees) build.\n\n## Bees\n\nSee [salt](#salt).\n\n[^1]: NaCl.\n", nil, ""},
			{command.ExtractFragment, "Extract fragment into a file", "# Book\n\n‸Salt keeps fish.\n", nil, ""},
			{command.InlineFile, "Put the text of salt.md here", "# Book\n\n## Salt\n\n‸[Salt](salt.md)\n", nil, "# Salt\n\nSalt keeps fish.\n\n## Ice\n\nIt melts.\n"},
			{command.SetAside, "Set a fragment aside", short + "\n# Book\n\nSalt keeps fish and salt keeps meat.\n\n‸Bees build wax cells for honey and bees.\n", nil, ""},
			{command.PutIn, "Put a file into the text", "# Book\n\n‸Bees build wax cells for honey and bees.\n", map[string]any{"file": "salt.md"}, "# Salt\n\nSalt keeps fish and salt keeps meat.\n"},
			{command.SplitDocument, "Split the document into files by headings", "# ‸Book\n\nIn short.\n\n## Salt\n\nSalt keeps fish.\n\n## Bees\n\nBees build.\n", map[string]any{"by": command.ByHeadings}, ""},
			{command.SplitDocument, "Split the document into files by fragments", "# ‸Book\n\nSalt keeps fish.\n", map[string]any{"by": command.ByFragments}, ""},
			{command.SplitDocument, "Split the document into files by scenes", "# ‸Book\n\nSalt keeps fish.\n\n* * *\n\nBees build.\n", map[string]any{"by": command.ByScenes}, ""},
		}},
	}
	// command.PutBack needs a change: docs/differences.md shows it. docs/related.md shows the commands on repeated passages.
	notAtAPlace := []string{command.WriteOrder, command.SelectFragment, command.Report, command.Release, command.DivideAnew, command.PutBack, command.MakeAlike, command.MakeOne, command.GoToOther, command.InsertLink, command.Quote, command.Assemble}
	var tried []string
	for _, part := range parts {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", part.name, part.about)
		for _, a := range part.actions {
			tried = append(tried, a.command)
			page.WriteString(a.carriedOut(t))
		}
	}
	page.WriteString(overFiles(t))
	for _, c := range command.All {
		if c.Change != nil {
			tried = append(tried, c.Name)
		}
	}
	page.WriteString(formatsOfActions())
	for _, c := range command.All {
		if !slices.Contains(notAtAPlace, c.Name) && !slices.Contains(tried, c.Name) {
			t.Errorf("%s is not shown", c.Name)
		}
	}
	golden(t, "../docs/actions.md", page.String())
}

// overFiles returns the section of the page about the files of a work.
func overFiles(t *testing.T) string {
	var page strings.Builder
	page.WriteString("\n## Works of many files\n\n" + `A thesis, a book or a manual is often a folder of files ([works.md](works.md)). These actions move a part from one
file to another, and divide, merge and reorder files. Every link in the workspace keeps its target. Files that are not open
are changed on disk. In VS Code and Neovim, use *Move to…*, the view of the work, and the commands below. The first part
of a file moves up into the file before, the last one down into the next.
`)
	files := map[string]string{
		"SUMMARY.md": "# Summary\n\n- [Salt](salt.md)\n- [Bees](bees.md)\n",
		"salt.md":    "# Salt\n\nSalt keeps fish.\n\n## Mules\n\nMules carry it. See [wax](bees.md#wax).\n",
		"bees.md":    "# Bees\n\nBees build.\n\n## Wax\n\nWax burns, and [mules](salt.md#mules) carry it.\n",
	}
	book := map[string]string{"book.toml": ""}
	for name, text := range files {
		book["src/"+name] = text
	}
	show := func(texts map[string]string) {
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			fmt.Fprintf(&page, "\n%s\n\n````markdown\n%s````\n", strings.TrimPrefix(name, "src/"), texts[name])
		}
	}
	page.WriteString("\nThe examples below start from these files.\n")
	show(files)
	const twoScenes = "# Salt\n\nSalt keeps fish.\n\n* * *\n\nIce melts.\n"
	page.WriteString("\nThe move of a scene starts from this salt.md.\n")
	show(map[string]string{"salt.md": twoScenes})
	for _, c := range command.All {
		if c.Change == nil {
			continue
		}
		files, book := files, book
		if c.Name == command.MoveSceneTo {
			files, book = maps.Clone(files), maps.Clone(book)
			files["salt.md"] = twoScenes
			book["src/salt.md"] = files["salt.md"]
		}
		d, at := openWork(t, book, []string{"src/salt.md"})
		fragments, sections := d.ids(at("src/salt.md"))
		argument := map[string]any{"uri": at("src/salt.md"), "toUri": at("src/bees.md")}
		switch c.Name {
		case command.MoveFragmentTo, command.MoveSceneTo:
			argument["id"] = fragments["first"]
		case command.MoveSectionTo:
			_, others := d.ids(at("src/bees.md"))
			argument["id"], argument["toId"] = sections["Mules"], others["Wax"]
		case command.SplitFile, command.SectionToFile:
			argument["id"] = sections["Mules"]
		case command.MoveFile:
			argument["side"] = "after"
		case command.FileToSection:
			argument["uri"] = at("src/bees.md")
		}
		if answer, failure := d.command(c.Name, argument); !isDone(answer) {
			t.Errorf("%s answers %s %s", c.Name, answer, failure)
		}
		fmt.Fprintf(&page, "\n### %s\n\n`%s`\n", titleOf[c.Name], c.Name)
		after := make(map[string]string)
		for _, name := range []string{"SUMMARY.md", "salt.md", "bees.md", "mules.md"} {
			if text := d.now(at("src/" + name)); text != files[name] {
				after[name] = text
				if text == "" {
					after[name] = "(removed)\n"
				}
			}
		}
		show(after)
	}
	return page.String()
}

// titleOf holds the titles of commands on files.
var titleOf = map[string]string{
	command.MoveFragmentTo: "Move a fragment to another file",
	command.MoveSceneTo:    "Move a scene to another file",
	command.MoveSectionTo:  "Move a section under one of another file",
	command.MoveFile:       "Move a file in the order",
	command.SplitFile:      "Split a file in two",
	command.MergeFiles:     "Merge a file with the next",
	command.SectionToFile:  "Make a section a file",
	command.FileToSection:  "Make a file a section",
}

// formatsOfActions returns the part of the page that shows the text that actions write, in each format.
func formatsOfActions() string {
	var b strings.Builder
	b.WriteString(`
## Formats

segls writes headings and breaks in the notation of the format, and includes or links to the files that it creates:

| format | a heading | a break | a reference to a file |
|---|---|---|---|
`)
	code := func(source string) string {
		if source == "" {
			return "none"
		}
		return "`" + strings.ReplaceAll(source, "\n", "` `") + "`"
	}
	for _, f := range markup.Formats {
		n, heading := f.Notation(), ""
		if len(n.Levels()) > 0 {
			heading = n.Heading("Salt", n.FirstLevel())
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.Name, code(heading), code(n.Break()), code(n.Include("Salt", "salt"+f.Extensions[0])))
	}
	b.WriteString("\n[formats.md](formats.md#what-actions-keep) says what moves into such a file, what stays in place, and what segls refuses.\n")
	return b.String()
}

// TestActionsAreTriedInEditors checks that each action of a menu is in docs/actions.md, and that an end-to-end test
// chooses it from the menu of Neovim.
func TestActionsAreTriedInEditors(t *testing.T) {
	titles := slices.DeleteFunc(slices.Sorted(maps.Keys(sentencetest.FindSentences(t, "code_action.go"))), func(title string) bool {
		return strings.HasPrefix(title, "Stop keeping") || // it does not change the text
			title == "Move to…" || title == "Show related passages" // commands of the client itself
	})
	if len(titles) < 36 {
		t.Fatalf("only %d titles found: %q", len(titles), titles)
	}
	scenarios, _ := filepath.Glob("../editors/e2e/nvim/scenarios/*.lua")
	var neovim strings.Builder
	for _, path := range scenarios {
		neovim.WriteString(read(t, path))
	}
	for where, text := range map[string]string{
		"docs/actions.md": read(t, "../docs/actions.md"), "Neovim": neovim.String(),
	} {
		for _, title := range titles {
			pattern := strings.NewReplacer("%d", `\d+`, "“%s”", "", "%s here", "", "%s", `[a-z-]+`).Replace(regexp.QuoteMeta(title))
			quote := `['"]`
			if where == "docs/actions.md" {
				quote = "### "
			}
			if !regexp.MustCompile(quote + pattern).MatchString(text) {
				t.Errorf("%s does not have “%s”", where, title)
			}
		}
	}
}

// carriedOut executes the action in Markdown and returns the section of the page that shows it.
func (a demonstration) carriedOut(t *testing.T) string {
	t.Helper()
	d, folder := openBuffers(t, "utf-16")
	text := strings.Replace(a.text, "‸", "", 1)
	if a.file != "" {
		if err := os.WriteFile(filepath.Join(folder, "salt.md"), []byte(a.file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	u := d.openFile(folder, "book.md", text)
	if failure := d.run(a.command, u, place(a.text, "‸", d.encoding), a.more); failure != "" {
		t.Errorf("%s: %s", a.title, failure)
	}
	var out strings.Builder
	block := func(name, text string) {
		fmt.Fprintf(&out, "\n%s\n\n````markdown\n%s````\n", name, text)
	}
	fmt.Fprintf(&out, "\n### %s\n\n`%s`\n", a.title, a.command)
	if hidden := strings.HasPrefix(a.text, short); hidden {
		block("Before", strings.TrimPrefix(a.text, short+"\n"))
		block("After", strings.TrimPrefix(d.text(u), short+"\n"))
		return out.String()
	}
	block("Before", a.text)
	if a.file != "" {
		block("`salt.md`", a.file)
	}
	if after := d.text(u); after != text {
		block("After", after)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var names []string
	for file := range d.texts {
		if file != u {
			names = append(names, file)
		}
	}
	slices.Sort(names)
	for _, file := range names {
		block("New: `"+filepath.Base(uri.URI(file).FsPath())+"`", d.texts[file])
	}
	return out.String()
}
