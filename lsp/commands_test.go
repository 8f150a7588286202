package lsp

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
)

// These tests check what is generated from the rows of package command. TestVSCodeManifest checks the manifest of VS Code.

// TestExtensionsAreDocumented checks that docs/extensions.md has every command, and a heading for every request and notification beyond LSP
// and for no others.
func TestExtensionsAreDocumented(t *testing.T) {
	const path = "../docs/extensions.md"
	page := read(t, path)
	ofWorks := slices.IndexFunc(command.All, func(c command.Command) bool { return c.Change != nil })
	page = withCommands(t, page, command.All[:ofWorks], "### Commands over the files of a work\n")
	page = withCommands(t, page, command.All[ofWorks:], "## Requests\n")
	golden(t, path, page)
	var declared, documented []string
	for _, m := range methods {
		if m.doc != "" {
			declared = append(declared, m.name)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^### `(segls/\\w+)`").FindAllStringSubmatch(page, -1) {
		documented = append(documented, m[1])
	}
	slices.Sort(declared)
	slices.Sort(documented)
	if !slices.Equal(declared, documented) {
		t.Errorf("declared %q\ndocumented %q", declared, documented)
	}
}

// withCommands returns a page with new sections of the listed commands. They replace the text from the heading of the
// first command up to the heading after.
func withCommands(t *testing.T, page string, list []command.Command, after string) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "### `%s`\n\n%s\n\n", c.Name, c.Doc)
	}
	head, rest, isThere := strings.Cut(page, "### `"+list[0].Name+"`\n")
	_, tail, ends := strings.Cut(rest, "\n"+after)
	if !isThere || !ends {
		t.Fatalf("the page has no place for the commands before %q", after)
	}
	return head + b.String() + after + tail
}

// TestNeovimCommands checks that the plug-in has the subcommands of the table of commands. End-to-end tests check its help.
func TestNeovimCommands(t *testing.T) {
	tree := make(map[string]string) // an expression in Lua by the words of its path
	for _, c := range command.All {
		name := "'" + strings.TrimPrefix(c.Name, "segls.") + "'"
		for words, expression := range c.Neovim {
			tree[words] = "action." + strings.ReplaceAll(expression, "$", name)
		}
		isElsewhere := slices.Contains([]string{command.SelectFragment, command.InsertLink, command.Quote}, c.Name) // it is a text object, or a command for rows of a view
		if len(c.Neovim) == 0 && !isElsewhere {
			t.Errorf("there is no subcommand for %s", c.Name)
		}
	}
	page := "--- The subcommands of `:Segls` that execute commands of the server. Written by `make golden` from internal/command/table.go.\n" +
		"local action = require('segls.action')\n\n---@type segls.Words\nreturn " + luaTree(tree, "") + "\n"
	golden(t, "../editors/nvim/lua/segls/commands.lua", page)
}

// luaTree returns a nested Lua table by the words of the keys. A value after the last word is under the empty key.
func luaTree(tree map[string]string, indent string) string {
	below := make(map[string]map[string]string)
	for words, expression := range tree {
		first, rest, _ := strings.Cut(words, " ")
		if below[first] == nil {
			below[first] = make(map[string]string)
		}
		below[first][rest] = expression
	}
	var b strings.Builder
	b.WriteString("{\n")
	for _, word := range slices.Sorted(maps.Keys(below)) {
		key := word
		if !regexp.MustCompile(`^[a-z]+$`).MatchString(word) || word == "break" {
			key = "['" + word + "']"
		}
		value := below[word][""]
		if word != "" && (value == "" || len(below[word]) > 1) {
			value = luaTree(below[word], indent+"  ")
		}
		fmt.Fprintf(&b, "%s  %s = %s,\n", indent, key, value)
	}
	return b.String() + indent + "}"
}

// vscodeCommands returns the commands of VS Code, and those hidden from its palette. say stores a title and returns its placeholder.
func vscodeCommands(say func(key, text string) string) (commands, palette []any) {
	type contributed struct {
		Command    string `json:"command"`
		Category   string `json:"category"`
		Title      string `json:"title"`
		Icon       string `json:"icon,omitempty"`
		Enablement string `json:"enablement,omitempty"`
	}
	type hidden struct {
		Command string `json:"command"`
		When    string `json:"when"`
	}
	entries := slices.Clone(command.Own)
	for _, c := range command.All {
		entries = append(entries, c.VSCode...)
	}
	slices.SortFunc(entries, func(a, b command.MenuEntry) int { return cmp.Compare(a.ID, b.ID) })
	for _, e := range entries {
		c := contributed{Command: "segls." + e.ID, Category: "segls", Title: say("command."+e.ID, e.Title), Enablement: e.When}
		if e.Icon != "" {
			c.Icon = "$(" + e.Icon + ")"
		}
		if e.When == command.OnItem {
			c.Enablement = ""
			palette = append(palette, hidden{c.Command, e.When})
		}
		commands = append(commands, c)
	}
	return commands, palette
}
