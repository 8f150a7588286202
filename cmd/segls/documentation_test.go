package main

import (
	"fmt"
	"maps"
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

// TestCommandLineIsDocumented checks that docs/cli.md has the help of every command, after a part written by hand.
func TestCommandLineIsDocumented(t *testing.T) {
	const path, heading = "../../docs/cli.md", "\n## The commands\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	byHand, _, isThere := strings.Cut(string(page), heading)
	if !isThere {
		t.Fatalf("%s has no heading of the commands", path)
	}
	root := rootCommand()
	commands := documentedCommands(root)
	shared := sharedFlags(commands)
	var out strings.Builder
	out.WriteString(byHand + heading + "\n| | |\n|---|---|\n")
	for _, g := range groups {
		for _, c := range root.Commands() {
			if slices.Contains(g.commands, c.Name()) && slices.Contains(commands, c) {
				heading := "segls-" + c.Name()
				fmt.Fprintf(&out, "| [`segls %s`](#%s) | %s |\n", c.Name(), heading, c.Short)
			}
		}
	}
	out.WriteString("\n### Flags of several commands\n\nA command that has one of these names it in its last line.\n\n| flag | |\n|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		out.WriteString(flagRow(root, shared[name]))
	}
	for _, c := range commands {
		if c.Example == "" {
			t.Errorf("%s --help shows no example", c.CommandPath())
		}
		writeCommand(&out, c, shared)
	}
	golden(t, path, out.String())
}

// TestChunksAreDocumented checks that docs/chunks.md has a row for each key of a chunk, in their order, and no others.
func TestChunksAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/chunks.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented, declared []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		documented = append(documented, row[1])
	}
	for field := range reflect.TypeFor[answer.Chunk]().Fields() {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		declared = append(declared, key)
	}
	if !slices.Equal(documented, declared) {
		t.Errorf("documented %q\ndeclared   %q", documented, declared)
	}
}

// documentedCommands returns the commands below root, at any depth, that docs/cli.md describes.
func documentedCommands(root *cobra.Command) (commands []*cobra.Command) {
	for _, c := range root.Commands() {
		if c.Hidden || c.Name() == "completion" || c.Name() == "help" {
			continue
		}
		commands = append(append(commands, c), documentedCommands(c)...)
	}
	return commands
}

// sharedFlags returns the flags that at least four of the commands have with the same meaning, by name.
func sharedFlags(commands []*cobra.Command) map[string]*pflag.Flag {
	count := make(map[string]int)
	shared := make(map[string]*pflag.Flag)
	for _, c := range commands {
		for _, f := range ownFlags(c) {
			if count[f.Name+f.Usage]++; count[f.Name+f.Usage] == 4 {
				shared[f.Name] = f
			}
		}
	}
	return shared
}

// ownFlags returns the flags of a command, without hidden and global ones and settings with their usual default.
func ownFlags(c *cobra.Command) (flags []*pflag.Flag) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		_, isSetting := analysis.DeclaredSettings.Find(f.Name)
		if isSetting && f.DefValue == fmt.Sprint(defaultOf(f.Name)) || f.Hidden || slices.Contains([]string{"config", "no-config", "help", "color", "quiet"}, f.Name) {
			return
		}
		flags = append(flags, f)
	})
	return flags
}

func writeCommand(out *strings.Builder, c *cobra.Command, shared map[string]*pflag.Flag) {
	help := strings.TrimSpace(strings.Replace(c.Long, pathsHelp, "", 1)) // docs/cli.md says this once
	fmt.Fprintf(out, "\n### `%s`\n\n%s\n", c.CommandPath(), asMarkdown(c.Root(), strings.ReplaceAll(help, "\n\n\n\n", "\n\n")))
	fmt.Fprintf(out, "\n```sh\n%s\n\n%s\n```\n", c.UseLine(), dedented(c.Example))
	var rows strings.Builder
	var names []string
	for _, f := range ownFlags(c) {
		if s := shared[f.Name]; s != nil && s.Usage == f.Usage {
			names = append(names, "`--"+f.Name+"`")
			continue
		}
		rows.WriteString(flagRow(c.Root(), f))
	}
	if rows.Len() > 0 {
		fmt.Fprintf(out, "\n| flag | |\n|---|---|\n%s", rows.String())
	}
	if len(names) > 0 {
		fmt.Fprintf(out, "\n[Also](#flags-of-several-commands): %s.\n", strings.Join(names, ", "))
	}
}

func flagRow(root *cobra.Command, f *pflag.Flag) string {
	kind, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	return fmt.Sprintf("| `%s` | %s |\n", strings.TrimSpace(name+" "+kind), asMarkdown(root, usage))
}

func defaultOf(name string) any {
	d, _ := session.DeclaredSettings.Find(name)
	return d.DefaultValue()
}

// codeInHelp matches a command, or a flag with the command before it and the word after it, which may be its value.
var codeInHelp = regexp.MustCompile(`(?m)(^|[\s(])(segls [a-z]+\s+)?(--[a-z-]+)( [\w.]*\w)?|(^|[\s(])(segls [a-z]+)`)

// asMarkdown marks flags with their values, and commands, in a help text as code.
func asMarkdown(root *cobra.Command, help string) string {
	return codeInHelp.ReplaceAllStringFunc(help, func(found string) string {
		m := codeInHelp.FindStringSubmatch(found)
		if command, isCommand := strings.CutPrefix(m[6], "segls "); isCommand {
			if c, _, err := root.Find([]string{command}); err != nil || c == root {
				return found
			}
			return m[5] + "`" + m[6] + "`"
		}
		value := strings.TrimSpace(m[4])
		if !regexp.MustCompile(`^(\d.*|[A-Z]+)$`).MatchString(value) && !isChoice(root, strings.TrimPrefix(m[3], "--"), value) {
			return m[1] + "`" + strings.Join(strings.Fields(m[2]+m[3]), " ") + "`" + m[4]
		}
		return m[1] + "`" + strings.Join(strings.Fields(m[2]+m[3]+m[4]), " ") + "`"
	})
}

// isChoice reports whether a flag of some command has this value among its choices.
func isChoice(root *cobra.Command, flag, value string) bool {
	return value != "" && slices.ContainsFunc(documentedCommands(root), func(c *cobra.Command) bool {
		f := c.Flags().Lookup(flag)
		return f != nil && f.Value.Type() == "choice" && f.Value.Set(value) == nil
	})
}

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
