package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
)

// page is a page with an engine and one open text.
type page struct {
	*testing.T
	*Engine
	id int
}

func open(t *testing.T, path, content string) page {
	p := page{t, New(), 0}
	p.want(&p.id, "open", fmt.Sprintf(`{"path": %q}`, path), content)
	return p
}

// want calls a method and decodes the answer.
func (p page) want(answer any, method, params, content string) {
	p.Helper()
	said, err := p.Call(method, []byte(params), content)
	if err != nil {
		p.Fatalf("%s %s: %v", method, params, err)
	}
	if answer == nil {
		return
	}
	if err := json.Unmarshal(said, answer); err != nil {
		p.Fatalf("%s %s: %v: %s", method, params, err, said)
	}
}

// ask calls want for the open text.
func (p page) ask(answer any, method, more string) {
	p.Helper()
	p.want(answer, method, fmt.Sprintf(`{"id": %d%s}`, p.id, more), "")
}

func sample(t *testing.T, name string) string {
	content, err := os.ReadFile(filepath.Join("../../testdata/samples", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestEditsCountCodeUnits checks that edits count UTF-16 code units.
func TestEditsCountCodeUnits(t *testing.T) {
	text := utf16.Encode([]rune("# 𝄞 é\n\nÖrtlich 🎼 gehört.\n\nWas noch?\n"))
	p := open(t, "a.md", string(utf16.Decode(text)))
	for i, edit := range []struct {
		start, end int
		text       string
	}{{2, 4, "x"}, {0, 0, "🎼🎼\n\n"}, {6, 8, ""}, {12, 17, "é"}, {1, 1, ""}} {
		p.want(nil, "edit", fmt.Sprintf(`{"id": %d, "start": %d, "end": %d}`, p.id, edit.start, edit.end), edit.text)
		if i < 4 { // the last one is inside a character, and changes nothing
			text = append(append(append([]uint16{}, text[:edit.start]...), utf16.Encode([]rune(edit.text))...), text[edit.end:]...)
		}
		var now string
		if p.ask(&now, "text", ""); now != string(utf16.Decode(text)) {
			t.Fatalf("after %+v: %q, want %q", edit, now, string(utf16.Decode(text)))
		}
	}
	content := string(utf16.Decode(text))
	at := strings.Index(content, "Was")
	var indexes []int
	p.ask(&indexes, "indexes", fmt.Sprintf(`, "offsets": [0, %d, 99999]`, at))
	if want := len(utf16.Encode([]rune(content[:at]))); indexes[0] != 0 || indexes[1] != want || indexes[2] != len(text) {
		t.Errorf("indexes %v, want 0, %d, %d", indexes, want, len(text))
	}
}

// TestActionChanges checks that a page that applies the changes of an action to its string has the engine's text.
func TestActionChanges(t *testing.T) {
	for _, tt := range []struct {
		name, action string
		isRefused    bool
	}{
		{"tides.md", `"move-fragment", "at": 2, "before": 5`, false},
		{"tides.md", `"move-fragment", "at": 4, "before": 1`, false},
		{"tides.md", `"insert-heading", "at": 2`, false},
		{"tides.md", `"split-paragraph", "at": 3`, false},
		{"tides.md", `"merge-paragraph", "at": 7`, false},
		{"tides.md", `"merge-paragraph", "at": 6`, true},
		{"tides.md", `"merge-fragments", "at": 1`, true},
		{"ferry.md", `"merge-fragments", "at": 1`, false},
	} {
		action, content := tt.action, sample(t, tt.name)
		p := open(t, tt.name, content)
		var c change
		said, err := p.Call("act", fmt.Appendf(nil, `{"id": %d, "action": %s}`, p.id, action), "")
		var now string
		p.ask(&now, "text", "")
		if tt.isRefused {
			if err == nil || now != content {
				t.Errorf("%s: error %v, changed %v", action, err, now != content)
			}
			continue
		}
		if err := errors.Join(err, json.Unmarshal(said, &c)); err != nil || c.Title == "" {
			t.Fatal(action, err, string(said))
		}
		units := utf16.Encode([]rune(content))
		for i := len(c.Replacements) - 1; i >= 0; i-- {
			r := c.Replacements[i]
			units = append(append(append([]uint16{}, units[:r.Start]...), utf16.Encode([]rune(r.Text))...), units[r.End:]...)
		}
		if told := string(utf16.Decode(units)); told != now || now == content {
			t.Errorf("%s: the page has another text than the engine", action)
		}
	}
}

// TestUndoBringsBackFragments checks that an edit that takes back an action shows the fragments from before the action.
func TestUndoBringsBackFragments(t *testing.T) {
	content := sample(t, "salt.md")
	for _, words := range []int{200, 300, 400, 500, 600, 700, 800, 1000} {
		p := page{t, New(), 0}
		p.want(&p.id, "open", fmt.Sprintf(`{"path": "salt.md", "settings": {"preferredWords": %d}}`, words), content)
		var before, after answer.Document
		p.ask(nil, "rest", "")
		p.ask(&before, "fragment", "")
		p.ask(nil, "act", `, "action": "move-fragment", "at": 2, "before": 1`)
		p.ask(nil, "rest", "")
		var moved string
		p.ask(&moved, "text", "")
		from, tail := 0, 0
		for moved[from] == content[from] {
			from++
		}
		for moved[len(moved)-1-tail] == content[len(content)-1-tail] {
			tail++
		}
		end := len(content) - tail
		p.want(nil, "edit", fmt.Sprintf(`{"id": %d, "start": %d, "end": %d}`, p.id, len(utf16.Encode([]rune(content[:from]))), len(utf16.Encode([]rune(moved[:end])))), content[from:end])
		p.ask(nil, "rest", "")
		if p.ask(&after, "fragment", ""); !reflect.DeepEqual(after, before) {
			t.Errorf("%d words: %d fragments, %d before", words, len(after.Fragments), len(before.Fragments))
		}
	}
}

// TestSetEqualsOpenWithSettings checks that set leads to the same settings and paragraphs as opening the text with these settings.
func TestSetEqualsOpenWithSettings(t *testing.T) {
	content := sample(t, "kitchen.md")
	for _, settings := range []string{`{"preferredWords": "auto"}`, `{"method": "texttiling"}`, `{"markup": "text", "headings": "ignore"}`, `{}`} {
		p := open(t, "kitchen.md", content)
		p.ask(nil, "set", `, "settings": `+settings)
		var was, fresh answer.Document
		p.ask(&was, "fragment", "")
		p.want(&p.id, "open", `{"path": "kitchen.md", "settings": `+settings+`}`, content)
		p.ask(&fresh, "fragment", "")
		if was.Markup != fresh.Markup || len(was.Paragraphs) != len(fresh.Paragraphs) || fmt.Sprint(was.Settings) != fmt.Sprint(fresh.Settings) {
			t.Errorf("%s: %s, %d paragraphs, want %s, %d", settings, was.Markup, len(was.Paragraphs), fresh.Markup, len(fresh.Paragraphs))
		}
	}
}

// TestRefusals checks that an invalid request gets an error, and changes nothing.
func TestRefusals(t *testing.T) {
	const content = "One of two.\n\nThe other one.\n"
	p := open(t, "a.md", content)
	for asked, want := range map[string]string{
		`edit {"id": 1, "start": 3, "end": 2}`:                           "nothing from 3 to 2",
		`edit {"id": 1, "start": 0, "end": 400}`:                         "nothing from 0 to 400",
		`set {"id": 1, "settings": {"method": "magic"}}`:                 "method",
		`set {"id": 1, "settings": {"min-words": 9, "maxWords": 2}}`:     "min-words (9) is more than maxWords (2)",
		`set {"id": 1, "settings": {"preferedWords": 2}}`:                "preferredWords",
		`explain {"id": 1, "gaps": [0]}`:                                 "no gap after paragraph 0 of 2",
		`curve {"id": 1, "compare": ["markup=text"]}`:                    "same markup",
		`act {"id": 1, "action": "move-fragment", "at": -1}`:             "no fragment -1",
		`act {"id": 1, "action": "merge-paragraph", "at": 2}`:            "no paragraph 2; the text has 2, counted from 0",
		`act {"id": 1, "action": "dance", "at": 0}`:                      "no action",
		`act {"id": 1, "action": "move-fragment", "at": 0, "before": 9}`: "no place before fragment 9",
		`fragment {"id": 7}`:                                             "closed",
		`fly {"id": 1}`:                                                  "has no",
		`open {`:                                                         "open: ",
	} {
		method, params, _ := strings.Cut(asked, " ")
		if _, err := p.Call(method, []byte(params), "more"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", asked, err, want)
		}
	}
	var now string
	if p.ask(&now, "text", ""); now != content {
		t.Errorf("the text is now %q", now)
	}
}

// TestDeclaredSettings checks that every setting is declared with a description and a group, and numbers with their range.
func TestDeclaredSettings(t *testing.T) {
	p := open(t, "", "")
	var list []settingJSON
	p.ask(&list, "settings", "")
	if len(list) != len(analysis.DeclaredSettings) {
		t.Fatalf("%d settings, want %d", len(list), len(analysis.DeclaredSettings))
	}
	for _, s := range list {
		if hasRange := s.Type == "integer" || s.Type == "number"; s.Doc == "" || s.Group == "" || hasRange != (s.Min != nil && s.Max != nil) {
			t.Errorf("%+v", s)
		}
	}
}

// TestFindBeginnings checks that a beginning of words, and one character of a script without spaces, find words.
func TestFindBeginnings(t *testing.T) {
	for _, query := range []string{"sal*", "海", "salt", "海水"} {
		var hits []answer.Hit
		page{t, New(), 0}.want(&hits, "find", fmt.Sprintf(`{"query": %q, "texts": [{"path": "a.md", "text": "Salt keeps fish. 海水流入盐田。"}]}`, query), "")
		if len(hits) != 1 {
			t.Errorf("%s finds %d passages", query, len(hits))
		}
	}
}
