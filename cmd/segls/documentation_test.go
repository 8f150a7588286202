package main

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/session"
)

// commandLineIntroduction is the beginning of docs/cli.md.
const commandLineIntroduction = `# The command line

This page is generated from the help of the commands.

%[2]s

## For all commands

**Texts.** Commands that take a PATH read files, folders, globs and standard input (` + "`-`" + `). In a folder they read all files with the endings
of texts, in the order of their names. They skip hidden files, links, and what ` + "`.gitignore`" + ` and ` + "`.git/info/exclude`" + ` name, unless
you pass ` + "`--no-ignore`" + `. A ` + "`.gitignore`" + ` that is not a regular file, is a link out of the project, or has more than 1 MB is reported and not read. segls expands globs (` + "`'book/**/*.md'`" + `) itself, so they work in every shell. A
file that is given twice is read once. Files with a zero byte in the first 8,000 bytes, and files larger than 256 MB, are refused.

**Leaving out.** ` + "`--exclude PATTERN`" + ` leaves files or folders out of folders and globs, and so does ` + "`exclude`" + ` in [.segls.toml](settings.md);
patterns are written as in ` + "`.gitignore`" + `. A file that you name is read nevertheless, unless you pass ` + "`--force-exclude`" + `.

**Standard input** is plain text, under the settings of the working folder; ` + "`--stdin-filename chapter.md`" + ` gives it the format and the
settings of that file, which need not exist.

**Encodings.** Texts are read as UTF-8. Other texts are read as far as possible, with a warning that names the likely
encoding; ` + "`--encoding windows-1252`" + ` (or ` + "`utf-16`" + `, ` + "`shift_jis`" + `, …) reads it. Offsets then count the bytes of the text in UTF-8.

**Output.** JSON is always one document: an object if you name one text, an array if you name several or a folder. Lines
of text are no wider than ` + "`COLUMNS`" + ` or the terminal says: sentences are folded, and a path is never cut. In a pipe without ` + "`COLUMNS`" + `,
a sentence is one line, and bars and curves are made for 80 columns. ` + "`--color`" + ` is ` + "`auto`, `always` or `never`" + `; ` + "`--quiet`" + ` (` + "`-q`" + `)
leaves out warnings, summaries and progress. ` + "`segls --version`" + ` prints the version.

**Many texts** are analysed in parallel and shown in order, each as soon as its turn comes. At most 8 MB of text are analysed at
once, and a larger text alone, so the largest text decides how much memory is needed: about fifteen times its size. In a terminal,
a bar shows progress after half a second; in a pipe there is none.

**If something goes wrong.** A text or folder that cannot be read is named on standard error, also with ` + "`--quiet`" + `; the result is that of the
others, and the exit code is 2, as with grep: for a file without permission, a link to nothing, a binary file with the ending of a text, an order or
` + "`.gitignore`" + ` that cannot be read. A move over several files then needs ` + "`--force`" + `, because links in unread files are not updated.
` + "`--output FILE`" + ` writes the whole file or nothing: if the disk is full or the command is interrupted, the file does not change. Colour is used
only in terminals, and not if ` + "`NO_COLOR`" + ` is set.

**Exit codes.**

| code | |
|---:|---|
| 0 | everything went well |
| 1 | ` + "`check`" + ` has findings, ` + "`doctor`" + ` found a problem, or ` + "`diff --exit-code`" + ` a change |
| 2 | the command was not understood, something could not be read or written, or a settings file is wrong |
| 130 | interrupted |

**Settings.** Every setting in [settings.md](settings.md) without a * is also a flag of the same name, for example
` + "`--preferred-words 300`" + `. ` + "`--config FILE`" + ` reads only that settings file, ` + "`--no-config`" + ` none. The tables below leave these flags out.

**Completion.** ` + "`segls completion bash`" + `, ` + "`zsh`" + `, ` + "`fish`" + ` or ` + "`powershell`" + ` prints a script for the shell; ` + "`segls completion zsh --help`" + `
says where to put it. ` + "`make man`" + ` writes manual pages.

## Fragments for retrieval

` + "`segls fragment --format jsonl`" + ` writes one object for each fragment, or chunk of one:

| key | |
|---|---|
%[1]s
The text is that of the file from byte ` + "`start`" + ` to ` + "`end`" + `, with its markup; bytes that are not UTF-8 become
U+FFFD. A fragment runs from its first paragraph to just before the next fragment or heading; code, tables and figures
after a paragraph belong to it. Headings are in ` + "`section`" + `, not in the text.
With ` + "`--with-headings`" + ` they come before the text, joined by ` + "` > `" + ` and followed by a blank line, and count in ` + "`words`, `chars` and `tokens`" + `;
` + "`headings`" + ` is what was put there. They take at most half of a limit: if they are longer, the innermost stay.

**Nothing is lost.** Blocks that are not prose, such as a table, code, a formula, a picture, a list of links or footnotes, belong to the prose of their
section; in a section or file without prose, they form objects of their own. Left out are headings, front matter and preambles (in HTML
with scripts and styles), comments, directives to segls, directives that only generate something (contents, ` + "`toctree`" + `, includes, an index), targets, lines of attributes,
definitions of links, text that ` + "`segls: off`" + ` turns off, and a rule or tag in a section that has nothing else. If these are between two parts of one
object, they are in its text, except text that is turned off: no object extends over it. The rest is counted in one line on standard error:
` + "`segls: Left out: 14 headings, 2 comments, front matter (310 characters).`" + ` ` + "`--prose-only`" + ` writes only fragments.

**Limits.** ` + "`max-words`, `--max-chars` and `--max-tokens`" + ` apply to every object, including its headings and overlap. A fragment within the limits
stays whole. A longer one is divided like the text, by topic, but at sentences, with the limits as constraints: its
chunks end where the topic turns, preferably between paragraphs, and are as long as their topics, up to the limit. Code and tables
stay whole if they fit. A longer table is cut between rows; each object that begins in it has its header in ` + "`header`" + `, which counts, if that takes at most half
of a limit and the row fits beside it. A part that is still too long is cut between lines, then words, then visible
characters, and this is reported on standard error: ` + "`segls: FILE:LINE: cut between words into 3: 812 characters, more than max-chars (300)`" + `. For a
search index, fragments of half the limit measured best and are the default, as with ` + "`--max-chars 1600 --preferred-words 133` ([research/chunks.md](research/chunks.md))" + `.

**Minimum and overlap.** ` + "`min-words`" + `, ` + "`--min-chars`" + ` and ` + "`--min-tokens`" + ` yield to the maximum, to headings and to directives: neighbouring fragments are joined or
divided again for them, and each object that remains too short is reported. Without them, each object has at least a tenth of a maximum if a
neighbour in its section has room; ` + "`--min-chars 0`" + ` turns this off. ` + "`--overlap` and `--overlap-tokens`" + ` repeat whole sentences of the object
before, from the same section. They take up to half of a limit; a longer sentence is not repeated.

**Tokens** are counted by ` + "`--tokenizer`" + `: a file of tiktoken's ranks, a Hugging Face ` + "`tokenizer.json`" + ` (byte pairs, word pieces or unigrams), or
` + "`cl100k` or `o200k`" + `, which segls looks for in its own folder of the user's caches and where tiktoken keeps them (` + "`TIKTOKEN_CACHE_DIR`" + `);
it downloads nothing. Special tokens that a model adds around a text are not counted. ` + "`--token-counter COMMAND`" + ` counts by any program. It is started once by
the shell, reads a text as a JSON string on each line, and writes its number of tokens on a line, in the same order, without waiting for more:

` + "```python" + `
import json, sys, tiktoken
encoding = tiktoken.encoding_for_model("gpt-4o")
for line in sys.stdin:
    print(len(encoding.encode(json.loads(line), disallowed_special=())), flush=True)
` + "```" + `

An impossible limit, an invalid vocabulary, or a counter that exits too early is an error with exit code 2; ` + "`--output`" + ` then leaves the
file unchanged, and standard output has only whole lines of whole texts.

**Many files.** Each text is written as soon as its turn comes, so a folder of any size can be read. ` + "`--shard 3/16`" + ` takes the third of sixteen
parts; which part a text is in depends on its path alone. ` + "`--since-manifest FILE`" + ` takes the texts that are new, or whose words, settings or limits have changed
since the file was written, and records them in it: after an interruption, the same command continues. A text that
is gone is a line ` + "`{\"path\": …, \"removed\": true}`" + `. Write such output with ` + "`>>`" + `, and replace all entries of each path in your index.

Where one machine is not enough, [examples/beam](../examples/beam/main.go) is a pipeline for Apache Beam that writes the same lines, in this process or,
by a flag, on Flink, Spark or Dataflow; ` + "`make beam`" + ` compares it with the program.

## In continuous integration

With [pre-commit](https://pre-commit.com), the hook ` + "`segls-check`" + ` checks the texts of a commit:

` + "```yaml" + `
repos:
  - repo: https://github.com/segls/segls
    rev: v0.2.0
    hooks:
      - id: segls-check
` + "```" + `

The first run builds segls with Go, which takes a minute or two.

In a workflow on GitHub, segls is an action:

` + "```yaml" + `
steps:
  - uses: actions/checkout@v4
    with:
      fetch-depth: 0 # for since
  - uses: segls/segls@v0.2.0
    with:
      paths: |
        book/
        notes/**/*.md
      since: origin/main
      severity: information
` + "```" + `

Its inputs are those of ` + "`segls check`" + `: ` + "`paths`" + ` and ` + "`exclude`" + ` (one on each line), ` + "`severity`, `fail-on`, `baseline`, `since`, `format`" + ` and ` + "`output`" + `. GitHub shows
at most ten notices of a step; ` + "`format: sarif`" + ` and an upload to code scanning have no such limit. A baseline lets a book be
checked from today on: ` + "`segls check --baseline FILE --write-baseline book/`" + ` writes down what is there now.
`

// TestCommandLineIsDocumented checks that docs/cli.md has the help of every command.
func TestCommandLineIsDocumented(t *testing.T) {
	var out strings.Builder
	root := rootCommand()
	fmt.Fprintf(&out, commandLineIntroduction, chunkKeys(), root.Long)
	fmt.Fprintf(&out, "\n## The commands\n")
	var write func(commands []*cobra.Command)
	write = func(commands []*cobra.Command) {
		for _, c := range commands {
			if c.Hidden || c.Name() == "completion" || c.Name() == "help" {
				continue
			}
			if c.Example == "" {
				t.Errorf("%s --help shows no example", c.CommandPath())
			}
			writeCommand(&out, c)
			write(c.Commands())
		}
	}
	write(root.Commands())
	golden(t, "../../docs/cli.md", out.String())
}

// chunkKeys returns the table of the keys of a chunk.
func chunkKeys() string {
	meanings := map[string]string{
		"path": "the file", "index": "number of the object in the file, from 0", "fragment": "number of its fragment, from 0; `null` if it is in none",
		"start": "where it begins, in bytes", "end": "where it ends, in bytes, exclusive",
		"start-char": "where it begins, in Unicode code points", "end-char": "where it ends, in code points, exclusive",
		"start-cell": "in a notebook, the cell it begins in, from 1; lines are then those of cells", "end-cell": "in a notebook, the cell it ends in",
		"start-line": "its first line, from 1", "end-line": "its last line",
		"words": "its words of prose, overlap included; 0 if it is a table, code or a picture alone", "chars": "its code points, overlap and header included",
		"tokens": "its tokens, overlap and header included; only under a limit in tokens", "headings": "the headings that its text begins with; only with `--with-headings`",
		"overlap":     "number of bytes at its beginning that repeat the end of the object before",
		"cut-between": "the boundary at which it was cut from the one before: `scenes`, `fragments`, `paragraphs`, `blocks`, `sentences`, `rows`, `lines`, `words`, `characters`",
		"terms":       "the words most typical of its fragment, the best first", "title": "a title for its fragment",
		"title-kind": "what the title is made of: `given` (by a directive), `phrase` (one or two things that the fragment is about), `first-words` (if it names nothing twice), `none`",
		"section":    "the headings above it, the outermost first", "header": "the header of the table in which it begins, if the table had to be cut before it", "text": "its text",
	}
	var rows strings.Builder
	for field := range reflect.TypeFor[answer.Chunk]().Fields() {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fmt.Fprintf(&rows, "| `%s` | %s |\n", key, meanings[key])
	}
	return rows.String()
}

func writeCommand(out *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(out, "\n### `%s`\n\n%s\n", c.UseLine(), asMarkdown(c.Long))
	fmt.Fprintf(out, "\n```sh\n%s\n```\n", dedented(c.Example))
	var rows strings.Builder
	c.Flags().VisitAll(func(f *pflag.Flag) {
		_, isSetting := analysis.DeclaredSettings.Find(f.Name)
		if isSetting && f.DefValue == fmt.Sprint(defaultOf(f.Name)) || f.Hidden || slices.Contains([]string{"config", "no-config", "help", "color", "quiet"}, f.Name) {
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

// defaultOf returns the default value of the setting with this name.
func defaultOf(name string) any {
	d, _ := session.DeclaredSettings.Find(name)
	return d.DefaultValue()
}

var flagInText = regexp.MustCompile(`(?m)(^|\s)(--[a-z-]+)`)

// asMarkdown marks the flags in a help text as code.
func asMarkdown(help string) string { return flagInText.ReplaceAllString(help, "$1`$2`") }

// dedented returns an example without the two spaces before each line.
func dedented(example string) string {
	return strings.TrimPrefix(strings.ReplaceAll(example, "\n  ", "\n"), "  ")
}

// golden compares a text with a file, which -update rewrites.
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
