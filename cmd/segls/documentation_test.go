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
you say ` + "`--no-ignore`" + `. A ` + "`.gitignore`" + ` that is not a regular file, leads out of the project by a link, or has more than 1 MB, is reported and not read. A glob (` + "`'book/**/*.md'`" + `) stands for what your shell would put in its place, so it works in every shell. A
file that is given twice is read once. Files with a zero byte in the first 8,000 bytes, and files larger than 256 MB, are refused.

**Leaving out.** ` + "`--exclude PATTERN`" + ` leaves files or folders out of folders and globs, and so does ` + "`exclude`" + ` in [.segls.toml](settings.md);
patterns are written as in ` + "`.gitignore`" + `. A file that you name is read all the same, unless you say ` + "`--force-exclude`" + `.

**Standard input** is plain text, under the settings of the working folder; ` + "`--stdin-filename chapter.md`" + ` gives it the format and the
settings of that file, which need not exist.

**Encodings.** Texts are read as UTF-8. One that is not is read as far as possible, with a warning that names the encoding it seems
to be in; ` + "`--encoding windows-1252`" + ` (or ` + "`utf-16`" + `, ` + "`shift_jis`" + `, …) reads it. Offsets then count the bytes of the text in UTF-8.

**Output.** JSON is always one document: an object if you name one text, an array if you name several or a folder. Lines
of text are no wider than ` + "`COLUMNS`" + ` or the terminal says: sentences are folded, and a path is never cut. In a pipe without ` + "`COLUMNS`" + `,
a sentence is one line, and bars and curves are made for 80 columns. ` + "`--color`" + ` is ` + "`auto`, `always` or `never`" + `; ` + "`--quiet`" + ` (` + "`-q`" + `)
leaves out warnings, summaries and progress. ` + "`segls --version`" + ` prints the version.

**Many texts** are analysed in parallel and shown in order, each as soon as its turn comes. At most 8 MB of text are analysed at
once, and a larger text alone, so the largest text decides how much memory is needed: about fifteen times its size. In a terminal,
a bar shows progress after half a second; in a pipe there is none.

**If something goes wrong.** A text or folder that cannot be read is named on standard error, also with ` + "`--quiet`" + `; the result is that of the
others, and the exit code is 2, as with grep: for a file without permission, a link to nothing, a binary file with the ending of a text, an order or
` + "`.gitignore`" + ` that cannot be read. A move over several files then wants ` + "`--force`" + `, because links in what was not read are not mended.
` + "`--output FILE`" + ` writes the file whole or not at all: after a full disk or an interrupt it is as it was. Colour is used
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
The text is the file's from byte ` + "`start`" + ` to ` + "`end`" + `, as it stands there with its markup; bytes that are no UTF-8 come
out as U+FFFD. A fragment runs from its first paragraph to just before the next fragment or heading; code, tables and figures
after a paragraph belong to it. Headings are in ` + "`section`" + `, not in the text.
With ` + "`--with-headings`" + ` they stand before the text, joined by ` + "` > `" + ` and followed by a blank line, and count in ` + "`words`, `chars` and `tokens`" + `;
` + "`headings`" + ` is what was put there. They take at most half of a limit: of more, the innermost stay.

**Nothing is lost.** What stands in a section without prose, such as a table, code, a formula, a picture, a list of links or footnotes, is an
object too; where a section has prose, it joins it. A file without prose gives objects. In none are headings, front matter and preambles (in HTML
with scripts and styles), comments, directives to segls, directives that only make something (contents, ` + "`toctree`" + `, includes, an index), targets, lines of attributes,
definitions of links, what ` + "`segls: off`" + ` turns off, and a rule or tag in a section that has nothing else. What of these stands between two parts of one
object is in its text, but for what is turned off, over which no object reaches. The rest is counted in one line on standard error:
` + "`segls: Left out: 14 headings, 2 comments, front matter (310 characters).`" + ` ` + "`--prose-only`" + ` gives fragments alone and leaves out what stands in none.

**Limits.** ` + "`max-words`, `--max-chars` and `--max-tokens`" + ` hold for every object, with its headings and overlap. A fragment that keeps them
stays whole. One that is too long is divided as the text was, by topic, but over its sentences, with the limits as constraints: its
chunks end where the topic turns, rather between paragraphs than inside one, and are as long as their topics, up to the limit. Code and tables
stay whole where they fit. A longer table is cut between rows; each object that begins in it has its header in ` + "`header`" + `, which counts, if that takes at most half
of a limit and the row fits beside it. What is too long by itself is cut between lines, words, and at last characters as a reader sees
them, and that is reported on standard error: ` + "`segls: FILE:LINE: cut between words into 3: 812 characters, more than max-chars (300)`" + `. For a
search index, fragments of half the limit measured best and are the default, as with ` + "`--max-chars 1600 --preferred-words 133` ([research/chunks.md](research/chunks.md))" + `.

**Minimum and overlap.** ` + "`min-words`" + `, ` + "`--min-chars`" + ` and ` + "`--min-tokens`" + ` come second to the maximum, to headings and to directives: neighbouring fragments are joined or
divided anew for them, and each object that stays below is reported. If you give none of them, each object has at least a tenth of a maximum where a
neighbour in its section has room; ` + "`--min-chars 0`" + ` takes that away. ` + "`--overlap` and `--overlap-tokens`" + ` repeat whole sentences of the object
before, from the same section. Room is left for them, up to half of a limit; where a sentence is longer than that, nothing is repeated.

**Tokens** are counted by ` + "`--tokenizer`" + `: a file of tiktoken's ranks, a Hugging Face ` + "`tokenizer.json`" + ` (byte pairs, word pieces or unigrams), or
` + "`cl100k` or `o200k`" + `, which segls looks for in its own folder of the user's caches and where tiktoken keeps them (` + "`TIKTOKEN_CACHE_DIR`" + `);
it downloads nothing. What a model puts around a text is not counted. ` + "`--token-counter COMMAND`" + ` counts by any program. It is started once by
the shell, reads a text as a JSON string on each line, and writes its number of tokens on a line, in the same order, without waiting for more:

` + "```python" + `
import json, sys, tiktoken
encoding = tiktoken.encoding_for_model("gpt-4o")
for line in sys.stdin:
    print(len(encoding.encode(json.loads(line), disallowed_special=())), flush=True)
` + "```" + `

A limit that no text can keep, a vocabulary that is none, or a counter that ends too soon is an error, exit code 2; ` + "`--output`" + ` then leaves the
file as it was, and standard output has whole lines of whole texts only.

**Many files.** Each text is written as soon as its turn comes, so a folder of any size can be read. ` + "`--shard 3/16`" + ` takes the third of sixteen
parts; which part a text is in depends on its path alone. ` + "`--since-manifest FILE`" + ` takes the texts that are new, or whose words, settings or limits have changed
since the file was written, and adds to it what is done: after an interruption, the same command goes on. A text that
is gone is a line ` + "`{\"path\": …, \"removed\": true}`" + `. Write such output with ` + "`>>`" + `, and replace what an index has of each path in it.

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

// TestCommandLineIsDocumented checks that docs/cli.md repeats the help of every command.
func TestCommandLineIsDocumented(t *testing.T) {
	var out strings.Builder
	root := rootCommand()
	fmt.Fprintf(&out, commandLineIntroduction, chunkKeys(), root.Long)
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

// chunkKeys returns the table of the keys of a chunk.
func chunkKeys() string {
	meanings := map[string]string{
		"path": "the file", "index": "which object of the file it is, from 0", "fragment": "which fragment it is or is a part of, from 0; `null` if it stands in none",
		"start": "where it begins, in bytes", "end": "where it ends, in bytes, exclusive",
		"start-char": "where it begins, in Unicode code points", "end-char": "where it ends, in code points, exclusive",
		"start-cell": "in a notebook, the cell it begins in, from 1; lines are then those of cells", "end-cell": "in a notebook, the cell it ends in",
		"start-line": "its first line, from 1", "end-line": "its last line",
		"words": "its words of prose, overlap included; 0 if it is a table, code or a picture alone", "chars": "its code points, overlap and header included",
		"tokens": "its tokens, overlap and header included; only under a limit in tokens", "headings": "the headings that its text begins with; only with `--with-headings`",
		"overlap":     "how many bytes at its beginning the object before it has too",
		"cut-between": "between what it was cut from the one before: `scenes`, `fragments`, `paragraphs`, `blocks`, `sentences`, `rows`, `lines`, `words`, `characters`",
		"terms":       "the words that say best what its fragment is about, the best first", "title": "a title for its fragment",
		"title-kind": "what the title is made of: `given` (by a directive), `phrase` (one or two things that the fragment speaks of), `first-words` (where it names nothing twice), `none`",
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

// defaultOf returns the default of a setting.
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

// golden compares a text with a file.
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
