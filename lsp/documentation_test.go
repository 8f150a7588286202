package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/setting"
)

// The documentation of settings, commands and messages cannot drift from the code:
// it is generated from it, or held to it, here.

func TestSettingsAreDocumented(t *testing.T) {
	var out strings.Builder
	out.WriteString(`# Settings

Every setting has one name, written in two ways: in kebab case on the command line and in output
(` + "`--preferred-words 300`" + `), in camel case under ` + "`segls`" + ` in editors (` + "`segls.preferredWords`" + `). The command line takes
those that concern the analysis, which are the ones up to ` + "`markup`" + `.

This page is generated from the declarations in the code.

| setting | takes | default | what it does |
|---|---|---|---|
`)
	for _, d := range Declared {
		takes := d.Accepts()
		if d.Choices != nil {
			takes = "`" + strings.Join(d.Choices, "`, `") + "`"
		}
		if d.Unit != "" {
			takes += " (" + d.Unit + ")"
		}
		fmt.Fprintf(&out, "| `%s` `segls.%s` | %s | `%v` | %s |\n", d.Name, setting.CamelCase(d.Name), takes, d.Default, d.Doc)
	}
	golden(t, "../docs/settings.md", out.String())
}

// TestExtensionsAreDocumented: docs/extensions.md names every command and message
// of our own, and none that is not there.
func TestExtensionsAreDocumented(t *testing.T) {
	page := read(t, "../docs/extensions.md")
	var declared []string
	for _, c := range Commands {
		declared = append(declared, c.Name)
	}
	for _, x := range Extensions {
		declared = append(declared, x.Name)
	}
	heading := regexp.MustCompile("(?m)^### `(segls[./]\\w+)`")
	var documented []string
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		documented = append(documented, m[1])
	}
	slices.Sort(declared)
	slices.Sort(documented)
	if !slices.Equal(declared, documented) {
		t.Errorf("declared %q\ndocumented %q", declared, documented)
	}
}

// TestVSCodeSettings: the extension contributes every setting as it is declared,
// beside those of its own.
func TestVSCodeSettings(t *testing.T) {
	const path = "../editors/vscode/package.json"
	manifest := read(t, path)
	var parsed struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal([]byte(manifest), &parsed); err != nil {
		t.Fatal(err)
	}
	properties := make(map[string]any)
	for name, property := range parsed.Contributes.Configuration.Properties {
		if owner, _, nested := strings.Cut(strings.TrimPrefix(name, "segls."), "."); nested && slices.Contains(foreign, owner) {
			properties[name] = property
		}
	}
	for _, d := range Declared {
		properties["segls."+setting.CamelCase(d.Name)] = vscodeProperty(d)
	}
	got := replaceObject(t, manifest, `"properties": `, properties)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != manifest {
		t.Errorf("%s does not contribute the settings as they are declared; run with -update", path)
	}
}

// vscodeProperty is a setting as JSON schema with what VS Code adds.
func vscodeProperty(d setting.Setting[Settings]) map[string]any {
	p := map[string]any{"markdownDescription": d.Doc, "default": d.Default, "scope": "resource"}
	switch d.Kind {
	case setting.Whole:
		p["type"], p["minimum"], p["maximum"] = "integer", d.Min, d.Max
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

// replaceObject replaces the object after a key in a JSON text that is indented by
// two spaces, and leaves everything else as it is.
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
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(indent, "  ")
	if err := encoder.Encode(with); err != nil {
		t.Fatal(err)
	}
	return text[:start] + strings.TrimRight(encoded.String(), "\n") + text[start+len(old):]
}
