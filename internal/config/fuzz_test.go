package config

import (
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// FuzzParse checks that any bytes are read without a panic, and valid ones as by the library's decoder.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"preferred-words = 1", "[overrides.'*.md']\nloud = true\n", "overrides = {'a' = {scaling = 1.5}}", "\uFEFFcost = \"linear\"\r\n",
		"overrides.a.loud = true\n[overrides.b]\n[overrides]", "[overrides]\na.loud=true\na.scaling=1\n[overrides.a]", "[[overrides]]", "loud = [1, {a = 2}]", "\"\" = 1\n= 2",
		"[overrides.a]\n[overrides.a.loud]\n", "scaling = 1_0e-1\npreferred-words = 0b1\n", "overrides = {a.loud = true, a.scaling = 1}\n",
		"exclude = ['drafts/']\n[work]\ntitle = 'Salt'\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return // the decoder takes quadratic time
		}
		file := Parse(declared, "f", string(text))
		last := 0
		for _, p := range file.Problems {
			if p.Start < 0 || p.End < p.Start || p.End > len(file.Text) || p.Line < 1 || p.Column < 1 || p.Message == nil || !utf8.ValidString(p.Message.String()) {
				t.Errorf("%+v in a text of %d bytes", p, len(file.Text))
			}
			if p.Start < last {
				t.Errorf("%v is not in order", p)
			}
			last = p.Start
		}
		if len(file.Problems) > 0 {
			return
		}
		var want map[string]any
		if err := toml.Unmarshal([]byte(file.Text), &want); err != nil {
			t.Fatalf("%q is read, but: %v", text, err)
		}
		tables, _ := want[overrides].(map[string]any)
		for _, name := range []string{overrides, work, exclude} {
			delete(want, name)
		}
		compare(t, file.Parts[0].Layer, want)
		if len(file.Parts)-1 != len(tables) {
			t.Errorf("%d overrides of %d", len(file.Parts)-1, len(tables))
		}
		for _, part := range file.Parts[1:] {
			compare(t, part.Layer, tables[part.Glob].(map[string]any))
		}
	})
}

// compare compares a layer with the values that the TOML package's own decoder returns.
func compare(t *testing.T, layer Layer, want map[string]any) {
	t.Helper()
	values := make(map[string]any)
	for name, value := range want {
		if whole, ok := value.(int64); ok {
			value = int(whole)
		}
		values[name] = value
	}
	got, decoded := Merge(declared, layer).Settings, Merge(declared, NewLayer(declared, "decoder", values)).Settings
	if got != decoded || len(layer) != len(want) {
		t.Errorf("%+v, the decoder has %+v", layer, want)
	}
}

// FuzzGlob checks that any accepted glob is compared with any path quickly and without a panic, and
// never matches a path outside its folder.
func FuzzGlob(f *testing.F) {
	for _, glob := range []string{"*.md", "chapters/**", "/a/*", "{a,b}{c,d}/?.txt", "[a-z]*", "[!a]", "**/**/**/x", "{{a,b},c}", "\\*", "a{", "[", "../x", ""} {
		f.Add(glob, "chapters/one/a.md")
	}
	f.Fuzz(func(t *testing.T, glob, path string) {
		if len(glob) > 200 || len(path) > 200 || CheckGlob(glob) != nil {
			return
		}
		inside := filepath.Join("/book", filepath.Join("/", path))
		matches(glob, "/book", inside)
		if outside := filepath.Join("/other", filepath.Base(inside)); matches(glob, "/book", outside) {
			t.Errorf("%q, which counts from /book, matches %q", glob, outside)
		}
	})
}
