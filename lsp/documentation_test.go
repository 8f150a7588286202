package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/session"
)

// These tests generate the documentation of settings, commands and formats from the code, or compare the two.

// settingsExample is the settings file shown in docs/settings.md.
const settingsExample = `preferred-words = 400
headings = "soft"

[overrides."chapters/**"]
preferred-words = 700

[overrides."*.txt"]
diagnostics = false
`

// ruleRow returns the end of a rule's row in the table of settings: what the rule reports, and its default severity in each preset.
func ruleRow(rule check.Rule) string {
	row := strings.ToLower(rule.Doc()[:1]) + strings.TrimSuffix(rule.Doc()[1:], ".")
	for _, p := range check.Presets {
		severity := "`off`"
		if s, isOn := p.Severities[rule]; isOn {
			severity = "`" + s.String() + "`"
		}
		row += " | " + severity
	}
	return row
}

func TestSettingsAreDocumented(t *testing.T) {
	if f := config.Parse(session.DeclaredSettings, config.Name, settingsExample); len(f.Problems) > 0 || len(f.Parts) != 3 {
		t.Errorf("the example: %v", f.Problems)
	}
	var out strings.Builder
	fmt.Fprintf(&out, `# Settings

This page is generated from the declarations in the code.

## Where settings are found

segls looks for each setting in these places, and takes the first that it finds:

1. a flag on the command line, or a setting made by an extension for the session
2. a directive in the document
3. `+"`[overrides]`"+` in files called `+"`%[1]s`"+`, in the document's folder and those above it, the nearest first
4. the rest of these files, the nearest first
5. the settings of your editor
6. your own file: `+"`~/.config/segls/segls.toml`"+` on Linux, `+"`~/Library/Application Support/segls/segls.toml`"+` on macOS,
   `+"`%%AppData%%\\segls\\segls.toml`"+` on Windows; its overrides take precedence over the rest of it
7. the default

The search begins at the document, wherever the program was started, and ends at the workspace folder or your home folder,
whichever comes first. A document that is not saved yet has the settings of its workspace; a text on standard
input has those of a file in the working folder.

`+"`segls config --show-origin FILE`"+` shows the settings that apply to a file, and which file and line set them.

## Settings files

Settings files are [TOML](https://toml.io). Keys are the names of settings. Tables in `+"`overrides`"+` apply to the files
that a glob matches, and may contain any setting:

`+"```toml\n%[2]s```"+`

Globs are relative to the folder of their settings file (to the home folder in your own file), with `+"`/`"+` on every system. `+"`*`"+` stands for any part of a name, `+"`**`"+` for any folders, `+"`?`"+` for one character, `+"`[a-z]`"+` for one of several,
`+"`{md,txt}`"+` for either. A glob without `+"`/`"+` matches in every folder below. If several match, later ones take precedence, and those
in an inner folder over those in an outer one.

The table `+"`work`"+` lists the files that form one text, in their order, and how long it should become ([works of many files](works.md)):

`+"```toml\n[work]\ntitle = \"The salt road\"\nfiles = [\"intro.md\", \"part-one/*.md\"]\ntarget-words = 80000\n\n[work.targets]\n\"intro.md\" = 1000\n```"+`

The list `+"`exclude`"+`, at the top of a file, names what the command line and searches for passages skip in folders, as `+"`.gitignore`"+` does. Patterns
are relative to the folder of the file, and those of all files above a text apply; `+"`--exclude`"+` adds to them:

`+"```toml\nexclude = [\"drafts/\", \"*.tmp.md\"]\n```"+`

When you save a settings file, it applies at once to all open documents. [segls.schema.json](segls.schema.json) describes the file to editors that know
JSON schema.

If a settings file is wrong:

- Mistakes are reported at their place in the file: in the editor as an error, on the command line as `+"`FILE:LINE:COLUMN: MESSAGE`"+`, with the exit code 2.
- A setting with an invalid value keeps its last valid one. If the file has a syntax error, cannot be read or has more than %[3]d MB, all of its settings keep
  their last values.
- `+"`segls doctor`"+` names globs of `+"`overrides`"+` that match no file.
- A setting that the method does not use is reported where it is set: in the editor as a hint, on the command line as a warning.

## What is kept of your texts

With `+"`remember`"+`, segls stores which paragraphs begin a part, which parts are held, and their titles, for the texts that you have edited or in which something
is held, and for the other files of their works. `+"`segls forget`"+` removes this. [SECURITY.md](../SECURITY.md#what-is-kept) says where it is kept, and for how long.

## The settings

Most writers need one setting: `+"`preferred-words`"+`. The first four groups are for writers; for the others the defaults are nearly
always right.

Every setting has one name, written in two ways: in kebab case in settings files, on the command line and in output
(`+"`--preferred-words 300`"+`), in camel case under `+"`segls`"+` in editors (`+"`segls.preferredWords`"+`). Those marked * concern an
editor; all others are also flags on the command line.
`, config.Name, settingsExample, config.MaxSize>>20)
	for i, d := range session.DeclaredSettings {
		rule, isRule := strings.CutPrefix(d.Name, "severity-")
		if i == 0 || d.Group != session.DeclaredSettings[i-1].Group {
			header := "| setting | takes | default | what it does |\n|---|---|---|---|\n"
			if isRule {
				header = "| setting | reported if |"
				for _, p := range check.Presets {
					header += fmt.Sprintf(" `default` with `rules = \"%s\"` |", p.Name)
				}
				header += "\n|---|---|" + strings.Repeat("---|", len(check.Presets)) + "\n"
			}
			fmt.Fprintf(&out, "\n### %s\n\n%s\n\n%s", d.Group.Title, d.Group.Doc, header)
		}
		if !slices.Contains(analysis.Groups, d.Group) || d.Meaning != nil && len(d.Meaning) != len(d.Choices) {
			t.Errorf("%s is in the group %q, and %d of its %d choices are explained", d.Name, d.Group.Title, len(d.Meaning), len(d.Choices))
		}
		takes := d.DescribeValues().String()
		if d.Choices != nil {
			takes = "`" + strings.Join(d.Choices, "`, `") + "`"
		}
		if d.Meaning != nil {
			takes = ""
			for k, choice := range d.Choices {
				takes += fmt.Sprintf("`%s`: %s<br>", choice, d.Meaning[k])
			}
			takes = strings.TrimSuffix(takes, "<br>")
		}
		if d.Unit != "" {
			takes += " (" + d.Unit + ")"
		}
		def := fmt.Sprintf("`%v`", d.DefaultValue())
		if d.Default == "" {
			def = "empty"
		}
		star := " *"
		if _, isFlag := analysis.DeclaredSettings.Find(d.Name); isFlag {
			star = ""
		}
		if isRule {
			fmt.Fprintf(&out, "| `%s` | %s |\n", d.Name, ruleRow(check.Rule(rule)))
			continue
		}
		fmt.Fprintf(&out, "| `%s`%s | %s | %s | %s |\n", d.Name, star, takes, def, d.Doc)
	}
	golden(t, "../docs/settings.md", out.String())
}

// TestSchema checks that docs/segls.schema.json describes settings files as they are read.
func TestSchema(t *testing.T) {
	properties := make(map[string]any)
	for _, d := range session.DeclaredSettings {
		p := jsonSchema(d)
		p["description"], p["$comment"] = strings.ReplaceAll(d.Doc, "`", ""), d.Group.Title
		if d.Choices != nil {
			p["enum"] = slices.Concat(d.Choices, slices.Sorted(maps.Keys(d.Aliases)))
		}
		properties[d.Name] = p
	}
	override := map[string]any{"type": "object", "additionalProperties": false, "properties": maps.Clone(properties)}
	properties["overrides"] = map[string]any{
		"type": "object", "description": "Settings for the files that a glob matches.", "additionalProperties": override,
	}
	properties["exclude"] = map[string]any{
		"type": "array", "description": "Patterns, as in .gitignore, of what the command line and searches for passages skip in folders.", "items": map[string]any{"type": "string"},
	}
	properties["work"] = map[string]any{
		"type": "object", "description": "Which files are one text, in their order.", "additionalProperties": false,
		"properties": map[string]any{
			"title":        map[string]any{"type": "string", "description": "The title of the work."},
			"target-words": map[string]any{"type": "integer", "minimum": 0, "description": "How many words the work should have."},
			"targets": map[string]any{
				"type": "object", "description": "How many words files are to have, by paths and globs.", "additionalProperties": map[string]any{"type": "integer", "minimum": 0},
			},
			"files": map[string]any{"type": "array", "description": "Paths and globs, relative to the folder of the settings file.", "items": map[string]any{"type": "string"}},
		},
	}
	golden(t, "../docs/segls.schema.json", indented(t, "", map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": "Settings of segls", "type": "object",
		"additionalProperties": false, "properties": properties,
	})+"\n")
}

// TestNeovimFiletypes checks that Neovim starts the server for at least one language ID of every format.
func TestNeovimFiletypes(t *testing.T) {
	for _, path := range []string{"../editors/nvim/lsp/segls.lua", "../editors/upstream/nvim-lspconfig/segls.lua"} {
		list := regexp.MustCompile(`filetypes = \{([^}]*)\}`).FindStringSubmatch(read(t, path))
		if list == nil {
			t.Fatalf("%s: no filetypes", path)
		}
		for _, f := range markup.Formats {
			if !slices.ContainsFunc(f.LanguageIDs, func(id string) bool { return strings.Contains(list[1], "'"+id+"'") }) {
				t.Errorf("%s is not started for %s", path, f.Name)
			}
		}
	}
}

// TestSettingsToCopy checks that the settings for editors that cannot run here use languages and settings that exist.
func TestSettingsToCopy(t *testing.T) {
	settings := func(path string, from map[string]any) {
		for name := range from {
			if !slices.ContainsFunc(session.DeclaredSettings, func(d setting.Setting[session.Settings]) bool { return "segls."+setting.CamelCase(d.Name) == name }) {
				t.Errorf("%s sets %s, which is no setting", path, name)
			}
		}
	}
	parse := func(path string, into any) {
		decoder := json.NewDecoder(strings.NewReader(read(t, path)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(into); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	started := []string{"segls", "serve", "--stdio"}

	for _, m := range regexp.MustCompile(`lsp-workspace-command (segls\.\w+) `).FindAllStringSubmatch(read(t, "../editors/helix/config.toml"), -1) {
		if !slices.Contains(command.Names(), m[1]) {
			t.Errorf("a key for Helix executes %s", m[1])
		}
	}

	const jetbrains = "../editors/jetbrains/segls/"
	var template struct {
		ID, Name            string
		ProgramArgs         struct{ Default, Windows string }
		ExpandConfiguration bool
		FileTypeMappings    []struct {
			FileType struct {
				Name     string
				Patterns []string
			}
			LanguageID string `json:"languageId"`
		}
	}
	parse(jetbrains+"template.json", &template)
	if got := template.ProgramArgs; got.Default != strings.Join(started, " ") || got.Windows != "segls.exe serve --stdio" {
		t.Errorf("%s starts %+v", jetbrains, got)
	}
	for _, f := range markup.Formats {
		var patterns []string
		for _, m := range template.FileTypeMappings {
			if slices.Contains(f.LanguageIDs, m.LanguageID) {
				patterns = append(patterns, m.FileType.Patterns...)
			}
		}
		var want []string
		for _, extension := range f.Extensions {
			want = append(want, "*"+extension)
		}
		if !slices.Equal(patterns, want) {
			t.Errorf("%s has %q for %s, not %q", jetbrains, patterns, f.Name, want)
		}
	}
	var flat map[string]any
	parse(jetbrains+"settings.json", &flat)
	settings(jetbrains, flat)

	const sublime = "../editors/sublime/LSP.sublime-settings"
	var lsp struct {
		Clients map[string]struct {
			Enabled  bool
			Command  []string
			Selector string
			Settings map[string]any
		}
		ShowCodeLens string `json:"show_code_lens"`
	}
	parse(sublime, &lsp)
	client := lsp.Clients["segls"]
	if !client.Enabled || !slices.Equal(client.Command, started) {
		t.Errorf("%s: %+v", sublime, client)
	}
	settings(sublime, client.Settings)
	if scopes := strings.Split(client.Selector, " | "); len(scopes) != len(markup.Formats) {
		t.Errorf("%s has the scopes %q for %d formats", sublime, scopes, len(markup.Formats))
	}

	const zed = "../editors/zed/settings.json"
	var editor struct {
		Languages map[string]struct {
			LanguageServers []string `json:"language_servers"`
		}
		LSP map[string]struct {
			Binary struct {
				Path      string
				Arguments []string
			}
			Settings map[string]map[string]any
		}
		InlayHints map[string]any `json:"inlay_hints"`
	}
	parse(zed, &editor)
	server := editor.LSP["segls"]
	if !slices.Equal(slices.Concat([]string{server.Binary.Path}, server.Binary.Arguments), started) {
		t.Errorf("%s: %+v", zed, server)
	}
	for name := range server.Settings["segls"] {
		settings(zed, map[string]any{"segls." + name: nil})
	}
}

// TestPackageForMason checks that the registry's entry names each archive of a release and its program.
func TestPackageForMason(t *testing.T) {
	release, entry := read(t, "../.goreleaser.yaml"), read(t, "../editors/upstream/mason/package.yaml")
	for _, said := range []string{
		`name_template: "{{ .ProjectName }}_{{ .Version }}_{{ .Os }}_{{ .Arch }}"`, "wrap_in_directory: true",
		"goos: [linux, darwin, windows]", "goarch: [amd64, arm64]",
	} {
		if !strings.Contains(release, said) {
			t.Errorf(".goreleaser.yaml no longer says %s", said)
		}
	}
	const version = `segls_{{ version | strip_prefix "v" }}_`
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			name, program, ending := version+system+"_"+arch, "/segls", ".tar.gz"
			if system == "windows" {
				program, ending = "/segls.exe", ".zip"
			}
			if want := "      file: " + name + ending + "\n      bin: " + name + program + "\n"; !strings.Contains(entry, want) {
				t.Errorf("the entry lacks\n%s", want)
			}
		}
	}
}

// TestEveryFormat checks that the lists of formats outside the code are complete, by extension or by language.
func TestEveryFormat(t *testing.T) {
	hooks := regexp.MustCompile(`files: (.*)`).FindStringSubmatch(read(t, "../.pre-commit-hooks.yaml"))
	if hooks == nil {
		t.Fatal("the hook has no files")
	}
	isHooked := regexp.MustCompile(hooks[1])
	table := read(t, "../docs/formats.md")
	ale := regexp.MustCompile(`for s:language in \[(.*)\]`).FindString(read(t, "../editors/vim/segls-ale.vim"))
	var pieces map[string][]string
	if err := json.Unmarshal([]byte(read(t, "../testdata/pieces.json")), &pieces); err != nil {
		t.Fatal(err)
	}
	for _, f := range markup.Formats {
		for _, ending := range f.Extensions {
			if !isHooked.MatchString("a" + ending) {
				t.Errorf("the hook for pre-commit leaves out *%s", ending)
			}
			if !strings.Contains(table, "`"+ending+"`") {
				t.Errorf("docs/formats.md does not name %s", ending)
			}
		}
		isNamed := func(id string) bool { return strings.Contains(ale, "'"+id+"'") }
		if !slices.ContainsFunc(f.LanguageIDs, isNamed) {
			t.Errorf("editors/vim/segls-ale.vim does not list %s", f.Name)
		}
		if len(pieces[f.Name]) == 0 {
			t.Errorf("testdata/pieces.json has nothing for random edits of %s", f.Name)
		}
		samples := 0
		for _, ending := range f.Extensions {
			found, _ := filepath.Glob("../testdata/formats/*" + ending)
			samples += len(found)
		}
		if samples == 0 {
			t.Errorf("testdata/formats has no document of %s", f.Name)
		}
	}
}

// TestVSCodeManifest checks that the extension declares every command and setting, and starts for the languages of every format.
func TestVSCodeManifest(t *testing.T) {
	const path, wordsPath = "../editors/vscode/package.json", "../editors/vscode/package.nls.json"
	manifest, words := read(t, path), make(map[string]string)
	if err := json.Unmarshal([]byte(read(t, wordsPath)), &words); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(words, func(key, _ string) bool {
		name, isSetting := strings.CutPrefix(key, "setting.")
		name, _, nested := strings.Cut(name, ".")
		return isSetting && !(nested && slices.Contains(editorOnlyKeys, name)) || strings.HasPrefix(key, "command.")
	})
	say := func(key, text string) string {
		if strings.HasSuffix(text, "...") {
			t.Errorf("%s ends in three dots: %q; every other name of a command that asks has an ellipsis", key, text)
		}
		words[key] = text
		return "%" + key + "%"
	}
	var parsed struct {
		Contributes struct {
			Configuration []struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal([]byte(manifest), &parsed); err != nil {
		t.Fatal(err)
	}
	type group struct {
		Title      string         `json:"title"`
		Order      int            `json:"order"`
		Properties map[string]any `json:"properties"`
	}
	var groups []group
	for i, g := range analysis.Groups {
		properties := make(map[string]any)
		for k, d := range session.DeclaredSettings {
			if d.Group == g {
				properties["segls."+setting.CamelCase(d.Name)] = vscodeProperty(d, k+1, say)
			}
		}
		groups = append(groups, group{sayGroup(g.Title, say), i + 1, properties})
	}
	own := group{sayGroup("Server", say), len(groups) + 1, make(map[string]any)}
	for _, g := range parsed.Contributes.Configuration {
		for name, property := range g.Properties {
			if owner, _, nested := strings.Cut(strings.TrimPrefix(name, "segls."), "."); nested && slices.Contains(editorOnlyKeys, owner) {
				own.Properties[name] = property
			}
		}
	}
	groups = append(groups, own)
	var events []string
	for _, f := range markup.Formats {
		for _, id := range f.LanguageIDs {
			events = append(events, "onLanguage:"+id)
		}
	}
	commands, palette := vscodeCommands(say)
	got := replaceObject(t, manifest, `"configuration": `, groups)
	got = replaceObject(t, got, `"commands": `, commands)
	got = replaceObject(t, got, `"commandPalette": `, palette)
	got = replaceObject(t, got, `"completionEvents": `, events) // of the walkthrough's first step
	got = replaceObject(t, got, `"activationEvents": `, append(events, "onNotebook:jupyter-notebook", "onWebviewPanel:segls.board", "onWebviewPanel:segls.curve", "onFileSystem:segls-pieces"))
	for file, want := range map[string]string{path: got, wordsPath: indented(t, "", words) + "\n"} {
		switch {
		case *update:
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		case want != read(t, file):
			t.Errorf("%s is not what the commands, settings and formats are declared as; run with -update", file)
		}
	}
}

// sayGroup returns the title of a group of settings.
func sayGroup(title string, say func(key, text string) string) string {
	return say("settings."+strings.ReplaceAll(strings.ToLower(title), " ", "-"), title)
}

// vscodeProperty returns a setting as a JSON schema with the additions of VS Code. say stores a text and returns its placeholder.
func vscodeProperty(d setting.Setting[session.Settings], order int, say func(key, text string) string) map[string]any {
	p, key := jsonSchema(d), "setting."+setting.CamelCase(d.Name)
	p["markdownDescription"], p["scope"], p["order"] = say(key, d.Doc), "resource", order
	if d.Meaning != nil {
		meanings := make([]string, len(d.Meaning))
		for i, meaning := range d.Meaning {
			meanings[i] = say(key+"."+d.Choices[i], meaning)
		}
		p["enumDescriptions"] = meanings
	}
	return p
}

// jsonSchema returns the JSON schema of a setting's values.
func jsonSchema(d setting.Setting[session.Settings]) map[string]any {
	p := map[string]any{"default": d.DefaultValue()}
	switch d.Kind {
	case setting.Whole:
		p["type"], p["minimum"], p["maximum"] = "integer", d.Min, d.Max
		if len(d.Words) > 0 {
			p["type"], p["pattern"] = []string{"integer", "string"}, "^("+strings.Join(d.Words, "|")+")$"
		}
	case setting.Number:
		p["type"], p["minimum"], p["maximum"] = "number", d.Min, d.Max
	case setting.Switch:
		p["type"] = "boolean"
	case setting.Text:
		p["type"] = "string"
		if d.Choices != nil {
			p["enum"] = d.Choices
		}
	}
	return p
}

// replaceObject replaces the object or list after the first occurrence of key in an indented JSON text, and leaves the rest unchanged.
func replaceObject(t *testing.T, text, key string, with any) string {
	t.Helper()
	at := strings.Index(text, key)
	if at < 0 {
		t.Fatalf("no %s", key)
	}
	start := at + len(key)
	indent := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	decoder := json.NewDecoder(strings.NewReader(text[start:]))
	var old json.RawMessage
	if err := decoder.Decode(&old); err != nil {
		t.Fatal(err)
	}
	return text[:start] + indented(t, indent, with) + text[start+len(old):]
}

// indented returns JSON in which all lines but the first begin with indent.
func indented(t *testing.T, indent string, value any) string {
	t.Helper()
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(indent, "  ")
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(encoded.String(), "\n")
}
