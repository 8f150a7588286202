package main

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/segls/segls/analysis"
)

// commandLineIntroduction stands at the beginning of docs/cli.md.
const commandLineIntroduction = `# The command line

This page is generated from the help of the commands.

%[2]s

## What holds for all commands

**Texts.** Commands that take a PATH read files, folders and standard input (` + "`-`" + `). Of a folder they read the files whose names
end as those of texts do, in the order of their names, without hidden ones, without links, and without what ` + "`.gitignore`" + `
files and ` + "`.git/info/exclude`" + ` name; ` + "`--no-ignore`" + ` reads the latter too. A file that is given twice is read once. Texts are
UTF-8; a file that holds a zero byte in its first 8,000 bytes, or is larger than 256 MB, is refused.

**Many texts.** They are analysed in parallel and shown in order, each as soon as it is its turn. No more than 8 MB of text
are under analysis at once, a larger text alone; so the largest decides how much memory it takes, about fifteen times its
size. On a terminal a bar shows progress after half a second; there is none in a pipe.

**What goes wrong.** A file that cannot be read, or is gone when its turn comes, is reported on standard error, and the others
are done all the same. ` + "`--output FILE`" + ` writes the file whole or not at all: after a full disk or an interrupt it is what it was
before. Colour is for terminals only, and not used if ` + "`NO_COLOR`" + ` is set.

**Exit codes.**

| code | |
|---:|---|
| 0 | all went well |
| 1 | ` + "`check`" + ` has findings, or ` + "`doctor`" + ` has found something amiss |
| 2 | the command was not understood, something could not be read, or the output not be written |
| 130 | interrupted |

**Settings.** Every setting of an analysis in [settings.md](settings.md), up to ` + "`markup`" + `, is also a flag under its name, as
` + "`--preferred-words 300`" + `; ` + "`--config FILE`" + ` reads that settings file only, ` + "`--no-config`" + ` none. The tables below leave these out.

**Completion.** ` + "`segls completion bash`" + `, ` + "`zsh`" + `, ` + "`fish`" + ` or ` + "`powershell`" + ` prints a script for the shell; ` + "`segls completion zsh --help`" + `
says where it goes. ` + "`make man`" + ` makes manual pages.

## Fragments for retrieval

` + "`segls fragment --format jsonl`" + ` writes one object for each fragment, or piece of one:

| key | |
|---|---|
%[1]s
The text is the file's from byte ` + "`start`" + ` to ` + "`end`" + `, as it stands there with its markup; bytes that are no UTF-8 come
out as U+FFFD. A fragment runs from its first paragraph to just before the next fragment or heading; code, tables and figures
after a paragraph belong to it. Headings are in ` + "`section`" + `, not in the text, and a section without a paragraph has no fragment.

` + "`max-words`" + ` and ` + "`--max-chars`" + ` hold for every object, overlap included. Where a fragment is too long it is cut into as few
pieces as will do, of about equal length: between paragraphs if that suffices, then between blocks (code, tables) or items of
a list, then sentences, lines, words, and at last characters as a reader sees them. Each cut below a block is reported on
standard error: ` + "`segls: FILE:LINE: cut between sentences into 3: 812 words, more than max-words (300)`" + `. ` + "`min-words`" + ` comes
second to the maximum, to headings and to directives; each object below it is reported too. ` + "`--overlap`" + ` repeats whole
sentences from the same section, as many as fit into both it and the maximum.

## In continuous integration

With [pre-commit](https://pre-commit.com), the hook ` + "`segls-check`" + ` checks the Markdown and plain text files of a commit; this
repository's ` + "`.pre-commit-hooks.yaml`" + ` defines it. In a workflow on GitHub, a copy of this repository there is an action
(` + "`action.yml`" + `):

` + "```yaml" + `
steps:
  - uses: actions/checkout@v4
    with:
      fetch-depth: 0 # for since
  - uses: OWNER/segls@REVISION
    with:
      paths: book/
      since: origin/main
      severity: information
` + "```" + `

Its inputs are those of ` + "`segls check`" + `: ` + "`paths`" + `, ` + "`severity`" + `, ` + "`baseline`" + `, ` + "`since`" + `, ` + "`format`" + ` and ` + "`output`" + `. GitHub shows
at most ten notices of a step; ` + "`format: sarif`" + ` and an upload to code scanning have no such limit. A baseline lets a book be
checked from today on: ` + "`segls check --baseline FILE --write-baseline book/`" + ` writes down what is there now.
`

// TestCommandLineIsDocumented: docs/cli.md says of every command what its help says.
func TestCommandLineIsDocumented(t *testing.T) {
	var out strings.Builder
	root := rootCommand()
	fmt.Fprintf(&out, commandLineIntroduction, pieceKeys(), root.Long)
	fmt.Fprintf(&out, "\n## The commands\n")
	for _, c := range root.Commands() {
		if c.Hidden || c.Name() == "completion" || c.Name() == "help" {
			continue
		}
		if c.Example == "" {
			t.Errorf("segls %s --help shows no example", c.Name())
		}
		writeCommand(&out, c)
	}
	golden(t, "../../docs/cli.md", out.String())
}

// pieceKeys are the rows of the table of an object's keys.
func pieceKeys() string {
	meanings := map[string]string{
		"path": "the file", "index": "which object of the file it is, from 0", "fragment": "which fragment it is or is a piece of, from 0",
		"start": "where it begins, in bytes", "end": "where it ends, in bytes, exclusive",
		"start-char": "where it begins, in Unicode code points", "end-char": "where it ends, in code points, exclusive",
		"start-line": "its first line, from 1", "end-line": "its last line",
		"words": "its words of prose, overlap included", "chars": "its code points, overlap included",
		"overlap":     "how many bytes at its beginning the object before it has too",
		"cut-between": "between what it was cut from the one before: `fragments`, `paragraphs`, `blocks`, `sentences`, `lines`, `words`, `characters`",
		"terms":       "the words that say best what its fragment is about, the best first", "title": "a title for its fragment",
		"title-kind": "what the title is made of: `given` (by a directive), `phrase` (one or two things that the fragment speaks of), `first-words` (where it names nothing twice), `none`",
		"section":    "the headings above it, the outermost first", "text": "its text",
	}
	var rows strings.Builder
	for field := range reflect.TypeFor[pieceJSON]().Fields() {
		key := field.Tag.Get("json")
		fmt.Fprintf(&rows, "| `%s` | %s |\n", key, meanings[key])
	}
	return rows.String()
}

func writeCommand(out *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(out, "\n### `%s`\n\n%s\n", c.UseLine(), asMarkdown(c.Long))
	fmt.Fprintf(out, "\n```sh\n%s\n```\n", dedented(c.Example))
	var rows strings.Builder
	c.Flags().VisitAll(func(f *pflag.Flag) {
		_, isSetting := analysis.Declared.Find(f.Name)
		if isSetting && f.DefValue == fmt.Sprint(defaultOf(f.Name)) || f.Hidden || strings.Contains("config no-config help", f.Name) {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(&rows, "| `%s` | %s |\n", strings.TrimSpace(name+" "+kind), asMarkdown(usage))
	})
	if rows.Len() > 0 {
		fmt.Fprintf(out, "\n| flag | |\n|---|---|\n%s", rows.String())
	}
}

// defaultOf is what a setting is without a flag.
func defaultOf(name string) any {
	d, _ := analysis.Declared.Find(name)
	return d.Default
}

var flagInText = regexp.MustCompile(`(?m)(^|\s)(--[a-z-]+)`)

// asMarkdown marks the flags in a help text as code.
func asMarkdown(help string) string { return flagInText.ReplaceAllString(help, "$1`$2`") }

// dedented is an example without the two spaces before each line.
func dedented(example string) string {
	return strings.TrimPrefix(strings.ReplaceAll(example, "\n  ", "\n"), "  ")
}

// golden holds a text to a file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s; run with -update and read the difference", path)
	}
}
