package lsp

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

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

// TestFieldsAreDocumented checks that docs/extensions.md names the fields of the parameters and the answer of each request, and no others.
func TestFieldsAreDocumented(t *testing.T) {
	page := read(t, "../docs/extensions.md")
	section := func(heading string) string {
		_, rest, isThere := strings.Cut(page, "\n"+heading+"\n")
		if !isThere {
			t.Fatalf("there is no heading %s", heading)
		}
		return regexp.MustCompile(`(?m)^#+ `).Split(rest, 2)[0]
	}
	shared := make(map[string]string) // the types that several requests have, by name
	for _, m := range regexp.MustCompile(`(?m)^interface (\w+) \{(?:[^\n]*\}|[^}]*\n\})`).FindAllStringSubmatch(page, -1) {
		shared[m[1]] = strings.TrimPrefix(m[0], "interface "+m[1])
	}
	for headings, types := range map[string][]any{
		"## Commands": {commandArgument{}}, "### What may break": {unmendedResult{}},
		"### Commands over the files of a work": {arrivalsResult{}},
		requestFragments:                        {fragmentsParams{}, fragmentsResult{}},
		requestCurve:                            {curveParams{}, curveResult{}, compactCurveResult{}},
		requestSetSession:                       {sessionParams{}},
		requestFind:                             {findParams{}, findResult{}},
		requestBacklinks:                        {backlinksParams{}, backlinksResult{}},
		requestRelated:                          {relatedParams{}, relatedResult{}},
		requestDuplicates:                       {duplicatesParams{}, duplicatesResult{}},
		requestMisplaced:                        {misplacedParams{}, misplacedResult{}},
		requestPlaces:                           {placesParams{}, placesResult{}},
		requestExplain:                          {explainParams{}, explainResult{}},
		requestChanges:                          {changesParams{}, changesResult{}},
		requestMove:                             {moveParams{}},
		requestArrange:                          {arrangeParams{}, arrangement{}},
		requestGather + " " + requestScatter:    {gatherParams{}, gatheredResult{}},
		requestHeld:                             {heldParams{}, heldResult{}},
		requestStatusOf:                         {statusResult{}},
		requestWork:                             {workParams{}, workResult{}},
		requestWorkHint:                         {textParams{}, workHintResult{}},
		requestWorkCurve:                        {textParams{}, workCurveResult{}},
		requestSetCells:                         {setCellsParams{}},
		notificationDidUpdate:                   {didUpdateParams{}},
		notificationDidUpdateWork:               {didUpdateWorkParams{}},
	} {
		var text string
		if strings.HasPrefix(headings, "#") {
			text = section(headings)
		} else {
			for name := range strings.FieldsSeq(headings) {
				text += section("### `" + name + "`")
			}
		}
		declared := map[string]bool{}
		for _, v := range types {
			addFields(declared, reflect.TypeOf(v))
		}
		documented := documentedFields(text)
		added := make(map[string]bool)
		for before := -1; before < len(added); { // a shared type may have fields of another
			before = len(added)
			for name, of := range shared {
				if !added[name] && regexp.MustCompile(`\b`+name+`\b`).MatchString(text) {
					added[name] = true
					text += "\n" + of
					maps.Copy(documented, documentedFields("```ts\n"+of+"\n```"))
				}
			}
		}
		for name := range documented {
			if !declared[name] {
				t.Errorf("%s: the page names %s, which is not a field", headings, name)
			}
		}
		for name := range declared {
			if !documented[name] && name != "textDocument" && name != "uri" && name != "position" {
				t.Errorf("%s: the page does not name %s", headings, name)
			}
		}
	}
}

// addFields adds the JSON names of the fields of a type, except those of positions and ranges.
func addFields(names map[string]bool, of reflect.Type) {
	switch {
	case of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer || of.Kind() == reflect.Map:
		addFields(names, of.Elem())
	case of.Kind() == reflect.Struct && of != reflect.TypeFor[protocol.Range]() && of != reflect.TypeFor[protocol.Position]() && of != reflect.TypeFor[textRange]():
		for field := range of.Fields() {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				names[name] = true
			}
			if field.Type != reflect.SliceOf(of) { // a type may contain itself
				addFields(names, field.Type)
			}
		}
	}
}

// documentedFields returns the fields that a text names in blocks of TypeScript, and in code that begins with a brace.
func documentedFields(text string) map[string]bool {
	names := make(map[string]bool)
	for _, code := range regexp.MustCompile("(?s)```ts\n.*?```|`\\{[^`]*\\}`").FindAllString(text, -1) {
		for _, notAField := range []string{"```ts", `//[^\n]*`, `"[^"]*"`, `\[\w+: \w+\]`, `interface \w+`, `\w+ =`, `\??:[ \t]*[\w| \t]*`} {
			code = regexp.MustCompile(notAField).ReplaceAllString(code, " ")
		}
		for _, name := range regexp.MustCompile(`[a-zA-Z]\w*`).FindAllString(code, -1) {
			names[name] = true
		}
	}
	return names
}

// withCommands returns a page with a new list of commands. It replaces the text from the first command up to a heading.
func withCommands(t *testing.T, page string, list []command.Command, heading string) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "- `%s`: %s\n", c.Name, c.Doc)
	}
	b.WriteString("\n")
	head, rest, isThere := strings.Cut(page, "- `"+list[0].Name+"`: ")
	_, tail, ends := strings.Cut(rest, "\n"+heading)
	if !isThere || !ends {
		t.Fatalf("the page has no place for the commands before %q", heading)
	}
	return head + b.String() + heading + tail
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

// luaTree returns a tree as nested Lua tables, with a level for each word of a key. If a key is the beginning of another, its value is under
// the empty word.
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
