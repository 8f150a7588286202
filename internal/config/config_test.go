package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/regular"
)

// essay is the struct that the tests have settings for.
type essay struct {
	Words int
	Scale float64
	Cost  string
	Loud  bool
}

var declared = setting.List[essay]{
	setting.Int("preferred-words", 500, 1, 1000, "words", "The length.", func(e *essay) *int { return &e.Words }),
	setting.Float("scaling", 0.5, 0, 10, "", "The weight.", func(e *essay) *float64 { return &e.Scale }),
	setting.Choice("cost", []string{"parabola", "linear"}, "The shape.", func(e *essay) *string { return &e.Cost }),
	setting.Bool("loud", false, "Whether it is loud.", func(e *essay) *bool { return &e.Loud }),
}

// disk is a file system in memory. Open returns an error for each path in the map failing.
type disk struct {
	fstest.MapFS
	failing map[string]error
}

func (d disk) Stat(path string) (fs.FileInfo, error) { return d.MapFS.Stat(path[1:]) }

func (d disk) Open(path string) (io.ReadCloser, error) {
	if err := d.failing[path]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return d.MapFS.Open(path[1:])
}

func (d disk) write(path, text string) { d.MapFS[path[1:]] = &fstest.MapFile{Data: []byte(text)} }

func newDisk() disk { return disk{make(fstest.MapFS), make(map[string]error)} }

// TestPrecedence checks the cases in testdata. Each has the query, the files, and the expected settings with their origins.
func TestPrecedence(t *testing.T) {
	cases, _ := filepath.Glob("testdata/*.case")
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".case"), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkCase(t, string(raw), "\n")
			checkCase(t, string(raw), "\r\n")
		})
	}
}

// checkCase checks one case, with files that have the given line ending.
func checkCase(t *testing.T, text, ending string) {
	t.Helper()
	c := Cache[essay]{Declared: declared, Home: "/home/ann", User: "/home/ann/.config/segls/segls.toml"}
	files := newDisk()
	c.Disk = files
	var q Query
	sections := strings.Split("\n"+text, "\n-- ")
	for line := range strings.Lines(sections[0]) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		name, number, _ := strings.Cut(value, " = ")
		layer := Layer{name: {number, Origin{Source: key}}}
		if n := 0; number != "" {
			if _, err := fmt.Sscan(number, &n); err == nil {
				layer[name] = Assignment{n, Origin{Source: key}}
			}
		}
		switch key {
		case "document":
			q.Document = value
		case "root":
			q.Root = value
		case "file":
			q.File = value
		case "home":
			c.Home = value
		case "editor":
			q.Editor = layer
		case "in-file":
			q.InFile = layer
		case "flag":
			q.Session = layer
		case "":
		default:
			if !strings.HasPrefix(key, "#") {
				t.Fatalf("a line of what is asked: %q", line)
			}
		}
	}
	want := ""
	for _, section := range sections[1:] {
		name, body, _ := strings.Cut(section, " --\n")
		if name == "want" {
			want = strings.TrimRight(body, "\n")
		} else {
			files.write(name, strings.ReplaceAll(body+"\n", "\n", ending))
		}
	}
	e := c.Settings(q)[0]
	var got []string
	for _, d := range declared {
		if origin := e.Origins[d.Name]; origin.Source != BuiltIn {
			got = append(got, fmt.Sprintf("%s = %v # %v", d.Name, d.Get(&e.Settings), origin))
		}
	}
	for _, f := range e.Files {
		for _, p := range f.Problems {
			got = append(got, p.String())
		}
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// TestProblems checks which problem a mistake becomes, and the text at which it is reported.
func TestProblems(t *testing.T) {
	for _, test := range []struct{ name, text, at, want string }{
		{"a misspelt setting", "# mine\n prefered-words = 3\n", "prefered-words", "2:2: unknown-setting: prefered-words: there is no such setting; did you mean preferred-words?"},
		{"a name in camel case", "preferredWords = 3\n", "preferredWords", "1:1: unknown-setting: preferredWords: there is no such setting; did you mean preferred-words?"},
		{"an unknown setting", "a.b = 3\n", "a", "1:1: unknown-setting: a: there is no such setting"},
		{"a quoted name", "\"Ünknown\\n\" = 3\n", "\"Ünknown\\n\"", "1:1: unknown-setting: Ünknown: there is no such setting"},
		{"a table", "[segls]\npreferred-words = 1\nscaling = 1\n", "segls", "1:2: unknown-setting: segls: there is no such setting"},
		{"a misspelt table of overrides", "[override.'*.md']\nscaling = 1\n", "override", "1:2: unknown-setting: override: there is no such setting; did you mean overrides?"},
		{"after characters of several bytes", "cost = 'linear' # «é»\naloud = true", "aloud", "2:1: unknown-setting: aloud: there is no such setting; did you mean loud?"},
		{"a text for a number", "preferred-words = \"many\"", `"many"`, `1:19: wrong-type: preferred-words: "many" is not a whole number from 1 to 1000`},
		{"a fraction", "preferred-words\t=\t2.5 # half", "2.5", "1:19: wrong-type: preferred-words: 2.5 is not a whole number from 1 to 1000"},
		{"an array", "loud = [\n true ]", "[\n true ]", "1:8: wrong-type: loud: [ true ] is not true or false"},
		{"a table for a value", "loud = {x = 1}", "{x = 1}", "1:8: wrong-type: loud: {x = 1} is not true or false"},
		{"a table for a value, by its header", "[loud]\nx = 1\ny = 2", "loud", "1:2: wrong-type: loud: a table is not true or false"},
		{"a table for a value, by dots", "loud.x = 1", "loud", "1:1: wrong-type: loud: a table is not true or false"},
		{"tables for a value", "[[loud]]\nx = 1", "loud", "1:3: wrong-type: loud: an array of tables is not true or false"},
		{"a date", "cost = 1979-05-27", "1979-05-27", "1:8: wrong-type: cost: 1979-05-27 is not one of parabola, linear"},
		{"too small", "preferred-words = 0", "0", "1:19: out-of-range: preferred-words: 0 is not a whole number from 1 to 1000"},
		{"too large for any number", "preferred-words = 99999999999999999999999", "99999999999999999999999", "1:19: out-of-range: preferred-words: 99999999999999999999999 is not a whole number from 1 to 1000"},
		{"infinite", "scaling = inf", "inf", "1:11: out-of-range: scaling: inf is not a number from 0 to 10"},
		{"not a number", "scaling = nan", "nan", "1:11: out-of-range: scaling: nan is not a number from 0 to 10"},
		{"not one of the choices", "cost = 'cubic'", "'cubic'", "1:8: out-of-range: cost: 'cubic' is not one of parabola, linear"},
		{"a long text", "cost = '" + strings.Repeat("ab ", 100) + "'", "'" + strings.Repeat("ab ", 100) + "'", "1:8: out-of-range: cost: '" + strings.Repeat("ab ", 12) + "ab… is not one of parabola, linear"},
		{"in an override", "[overrides.\"*.md\"]\n  scaling = 11\n", "11", "2:13: out-of-range: scaling: 11 is not a number from 0 to 10"},
		{"unknown in an override", "[overrides.\"*.md\"]\nscalding = 11\n", "scalding", "2:1: unknown-setting: scalding: there is no such setting; did you mean scaling?"},
		{"a table in an override", "[overrides.\"*.md\".loud]\n", "loud", "1:19: wrong-type: loud: a table is not true or false"},
		{"in an inline override", "overrides = {'*.md' = {scaling = 'x'}}", "'x'", "1:34: wrong-type: scaling: 'x' is not a number from 0 to 10"},
		{"a number instead of overrides", "overrides = 3", "3", `1:13: wrong-type: overrides: 3 is not a table of globs, such as [overrides."chapters/**"]`},
		{"a list of overrides", "[[overrides]]\nfiles = '*.md'", "overrides", `1:3: wrong-type: overrides: an array of tables is not a table of globs, such as [overrides."chapters/**"]`},
		{"a number instead of an override", "[overrides]\nscaling = 3", "3", "2:11: wrong-type: scaling: 3 is not a table of settings"},
		{"a number instead of a work", "work = 3", "3", "1:8: wrong-type: work: 3 is not a table with title, files, target-words and targets"},
		{"a work's files as a text", "[work]\nfiles = 'a.md'", "'a.md'", "2:9: wrong-type: files: 'a.md' is not a list of paths and globs in quotes"},
		{"a number among a work's files", "work = {files = ['a.md', 3]}", "['a.md', 3]", "1:17: wrong-type: files: ['a.md', 3] is not a list of paths and globs in quotes"},
		{"a text instead of a list of exclusions", "exclude = 'a.md'", "'a.md'", "1:11: wrong-type: exclude: 'a.md' is not a list of patterns in quotes, as in .gitignore"},
		{"a number among exclusions", "exclude = ['a.md', 3]", "['a.md', 3]", "1:11: wrong-type: exclude: ['a.md', 3] is not a list of patterns in quotes, as in .gitignore"},
		{"an invalid pattern among exclusions", "exclude = ['a[']", "['a[']", "1:11: bad-glob: exclude: “a[” is not a glob: is a bracket or brace left open?"},
		{"misspelt in a work", "[work]\ntitel = 'x'", "titel", "2:1: unknown-setting: a work has no titel; did you mean title?"},
		{"setting in a work", "[work]\npreferred-words = 300", "preferred-words", "2:1: unknown-setting: preferred-words is not part of a work; write preferred-words above the line [work]"},
		{"unknown in a work", "[work]\nname = 'x'", "name", "2:1: unknown-setting: a work has no name; it has title, files, target-words and targets"},
		{"a misspelt table in a work", "[work]\n[work.target]\n'a.md' = 5", "target", "2:7: unknown-setting: a work has no target; did you mean targets?"},
		{"a misspelt table in a work, by dots", "work.target.'a.md' = 5", "target", "1:6: unknown-setting: a work has no target; did you mean targets?"},
		{"a work's files as a table", "[work.files]\na = 'a.md'", "files", "1:7: wrong-type: files: a table is not a list of paths and globs in quotes"},
		{"a work's files as a table, by dots", "work.files.a = 'a.md'", "files", "1:6: wrong-type: files: a table is not a list of paths and globs in quotes"},
		{"several works", "[[work]]\ntitle = 'a'", "work", "1:3: wrong-type: work: an array of tables is not a table with title, files, target-words and targets"},
		{"several tables of targets", "[[work.targets]]\n'a.md' = 5", "targets", "1:8: wrong-type: targets: an array of tables is not a table with a number of words for each path"},
		{"a path without quotes", "[work.targets]\na.md = 5", "a", "2:1: wrong-type: write the path in quotes: \"a.md\""},
		{"a table instead of a list of exclusions", "[exclude]\na = 'a.md'", "exclude", "1:2: wrong-type: exclude: a table is not a list of patterns in quotes, as in .gitignore"},
		{"a table instead of a list of exclusions, by dots", "exclude.a = 'a.md'", "exclude", "1:1: wrong-type: exclude: a table is not a list of patterns in quotes, as in .gitignore"},
		{"misspelt exclusions", "exlude = ['a.md']", "exlude", "1:1: unknown-setting: exlude: there is no such setting; did you mean exclude?"},
		{"a work in an override", "[overrides.'*.md']\nwork = 3", "work", "2:1: unknown-setting: work: there is no such setting"},
		{"a text instead of a target", "[work]\ntarget-words = 'many'", "'many'", "2:16: wrong-type: target-words: 'many' is not a number of words"},
		{"a fractional target of a file", "[work.targets]\n'a.md' = 1.5", "1.5", "2:10: wrong-type: a.md: 1.5 is not a number of words"},
		{"a number instead of targets", "[work]\ntargets = 3", "3", "2:11: wrong-type: targets: 3 is not a table with a number of words for each path"},
		{"a work twice", "[work]\n[work]", "work", "2:2: syntax: work is already set above"},
		{"a bad glob", "[overrides.\"ch[1.md\"]\nscaling = 1\nloud = true", `"ch[1.md"`, `1:12: bad-glob: “ch[1.md” is not a glob: is a bracket or brace left open?`},
		{"an empty glob", "[overrides.\"\"]", `""`, "1:12: bad-glob: a glob cannot be empty"},
		{"a glob with too many alternatives", "[overrides.\"" + strings.Repeat("{a,b}", 10) + "\"]", `"` + strings.Repeat("{a,b}", 10) + `"`, "1:12: bad-glob: the braces in a glob cannot stand for more than 1000 alternatives"},
		{"a glob with too many alternatives, one of them an escaped brace", "[overrides.\"" + strings.Repeat(`{\\},b}`, 10) + "\"]", `"` + strings.Repeat(`{\\},b}`, 10) + `"`, "1:12: bad-glob: the braces in a glob cannot stand for more than 1000 alternatives"},
		{"a glob with too many alternatives, with braces in classes", "[overrides.\"" + strings.Repeat(`{[}],b}`, 10) + "\"]", `"` + strings.Repeat(`{[}],b}`, 10) + `"`, "1:12: bad-glob: the braces in a glob cannot stand for more than 1000 alternatives"},
		{"a long glob", "[overrides." + strings.Repeat("a", 5000) + "]", strings.Repeat("a", 5000), "1:12: bad-glob: a glob cannot be longer than 4096 bytes"},
		{"no value", "scaling = 1\nloud =\n", "\n", "2:7: syntax: this is not TOML: unexpected character U+000A at start of value"},
		{"an open table", "[overrides", "s", "1:10: syntax: this is not TOML: expected ']' to close table name"},
		{"invalid UTF-8", "cost = '\xff'", "\xff", "1:9: syntax: this is not TOML: invalid UTF-8 character in literal string"},
		{"NUL", "loud = true\x00", "\x00", "1:12: syntax: this is not TOML: expected newline but got U+0000"},
		{"a setting twice", "loud = true\n\tloud = false\n", "loud", "2:2: syntax: loud is already set above"},
		{"an override twice", "[overrides.a]\n[overrides.b]\n[overrides.a]\n", "a", "3:12: syntax: a is already set above"},
		{"overrides twice", "overrides.a.loud = true\n[overrides.b]\n[overrides]", "overrides", "2:2: syntax: overrides is already set above"},
		{"an inline table that is added to", "overrides.a = {loud = true}\noverrides.a.scaling = 1", "a", "2:11: syntax: a is already set above"},
		{"a work that is added to", "work = {}\n[work.targets]", "work", "2:2: syntax: work is already set above"},
		{"a setting that is added to", "scaling = 1\nscaling.x = 2", "scaling", "2:1: syntax: scaling is already set above"},
		{"targets that are added to", "[work]\ntargets = {'a.md' = 5}\ntargets.'b.md' = 6", "targets", "3:1: syntax: targets is already set above"},
		{"after a byte order mark", "\uFEFFaloud = true", "aloud", "1:1: unknown-setting: aloud: there is no such setting; did you mean loud?"},
		{"UTF-16", "\xff\xfel\x00o\x00", "\xff\xfe", "1:1: syntax: this is UTF-16; save it as UTF-8"},
		{"UTF-16, the other way round", "\xfe\xff\x00l\x00o", "\xfe\xff", "1:1: syntax: this is UTF-16; save it as UTF-8"},
		{"a syntax error after a byte order mark", "\uFEFFloud = maybe", "m", "1:8: syntax: this is not TOML: unexpected character U+006D 'm' at start of value"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Parse(declared, "f", test.text)
			if len(f.Problems) != 1 {
				t.Fatalf("problems: %v", f.Problems)
			}
			p := f.Problems[0]
			if got := fmt.Sprintf("%d:%d: %s: %s", p.Line, p.Column, p.Code, p.Message); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if got := f.Text[p.Start:p.End]; got != test.at {
				t.Errorf("at %q, want %q", got, test.at)
			}
		})
	}
}

// TestManyProblems checks that only maxProblems of the mistakes in a large file are reported.
func TestManyProblems(t *testing.T) {
	for _, line := range []string{"[a%d]\n", "prefered-word%d = 1\n", "overrides.'%d['.x = 1\n", "overrides.'*.%d'.loud = 1\n", "[overrides.'%d{{{{']\n", "a%d = [[[[\n[{a.b.c.d=1}]]]]]\n", "[x.%d]\n"} {
		var text strings.Builder
		for i := 0; text.Len() < MaxSize; i++ {
			fmt.Fprintf(&text, line, i)
		}
		if n := len(Parse(declared, "f", text.String()).Problems); n != maxProblems {
			t.Errorf("%q: %d problems", line, n)
		}
	}
}

// TestLastGood reads one file again and again. After each reading, invalid settings must have their last valid values.
func TestLastGood(t *testing.T) {
	const path = "/home/ann/.segls.toml"
	files := newDisk()
	c := Cache[essay]{Declared: declared, Disk: files, Home: "/home/ann"}
	standard := declared.Defaults()
	for _, step := range []struct {
		name string
		text string      // "-" removes the file
		want essay       // zero means the default
		fail error       // of opening
		code ProblemCode // of the only problem, "" if there is none
	}{
		{"with a work", "preferred-words = 100\nscaling = 2\n[work]\ntitle = 'Salt'\ntarget-words = 80_000\nfiles = [\n'a.md', # first\n'b/*.md']\n[work.targets]\n'a.md' = 2000\n[overrides.'*.md']\nloud = true\ncost = 'linear'", essay{100, 2, "linear", true}, nil, ""},
		{"good", "preferred-words = 100\nscaling = 2\n[overrides.'*.md']\nloud = true\ncost = 'linear'", essay{100, 2, "linear", true}, nil, ""},
		{"a bad value", "preferred-words = 'x'\nscaling = 3\n[overrides.'*.md']\nloud = true\ncost = 'linear'", essay{100, 3, "linear", true}, nil, WrongType},
		{"still bad", "preferred-words = 0\n[overrides.'*.md']\nloud = true\ncost = 'linear'", essay{100, 0.5, "linear", true}, nil, OutOfRange},
		{"a bad value in an override", "preferred-words = 7\n[overrides.'*.md']\nloud = 1\n", essay{7, 0.5, "parabola", true}, nil, WrongType},
		{"an override that is no table", "preferred-words = 7\noverrides.'*.md' = 1\n", essay{7, 0.5, "parabola", true}, nil, WrongType},
		{"overrides that are no table", "preferred-words = 7\noverrides = 1\n", essay{7, 0.5, "parabola", true}, nil, WrongType},
		{"bad syntax", "preferred-words = 8\nscaling", essay{7, 0.5, "parabola", true}, nil, Syntax},
		{"a key twice", "preferred-words = 8\npreferred-words = 9", essay{7, 0.5, "parabola", true}, nil, Syntax},
		{"unreadable", "preferred-words = 8", essay{7, 0.5, "parabola", true}, fs.ErrPermission, Unreadable},
		{"mended", "preferred-words = 8", essay{8, 0.5, "parabola", false}, nil, ""},
		{"an unknown name", "preferred-words = 9\nlouder = true", essay{9, 0.5, "parabola", false}, nil, UnknownSetting},
		{"exactly as large as can be", "preferred-words = 10 #" + strings.Repeat("x", MaxSize-22), essay{10, 0.5, "parabola", false}, nil, ""},
		{"larger by a byte", "preferred-words = 11 #" + strings.Repeat("x", MaxSize-21), essay{10, 0.5, "parabola", false}, nil, Unreadable},
		{"vanished", "-", standard, nil, ""},
		{"bad from the beginning", "preferred-words = 0\nloud = true", essay{500, 0.5, "parabola", true}, nil, OutOfRange},
	} {
		delete(files.MapFS, path[1:])
		if step.text != "-" {
			files.write(path, step.text)
		}
		files.failing[path] = step.fail
		e := c.Settings(Query{Document: "/home/ann/a.md"})[0]
		if e.Settings != step.want {
			t.Errorf("%s: %+v, want %+v", step.name, e.Settings, step.want)
		}
		var codes []ProblemCode
		for _, f := range e.Files {
			for _, p := range f.Problems {
				codes = append(codes, p.Code)
			}
		}
		if want := slices.DeleteFunc([]ProblemCode{step.code}, func(c ProblemCode) bool { return c == "" }); !slices.Equal(codes, want) {
			t.Errorf("%s: problems %v, want %v", step.name, codes, want)
		}
	}
}

// TestLastGoodExclude reads one file again and again. While its list of excluded files is invalid, the last valid one must count.
func TestLastGoodExclude(t *testing.T) {
	const path = "/home/ann/.segls.toml"
	files := newDisk()
	c := Cache[essay]{Declared: declared, Disk: files, Home: "/home/ann"}
	for _, step := range []struct{ text, want string }{
		{"exclude = ['drafts/', 'old.md']", "drafts/ old.md"},
		{"exclude = ['drafts/', ", "drafts/ old.md"},
		{"exclude = 'drafts/'", "drafts/ old.md"},
		{"loud = 7", ""},
	} {
		files.write(path, step.text)
		f := c.Settings(Query{Document: "/home/ann/a.md"})[0].Files[0]
		if got := strings.Join(f.Exclude, " "); got != step.want {
			t.Errorf("%s: %q is excluded, want %q", step.text, got, step.want)
		}
	}
}

// TestUnreadableSettingsFiles checks a folder and a pipe in place of a settings file, and paths at which there can be none.
func TestUnreadableSettingsFiles(t *testing.T) {
	files := newDisk()
	c := Cache[essay]{Declared: declared, Disk: files, Home: "/h"}
	files.MapFS["h/folder/.segls.toml"] = &fstest.MapFile{Mode: fs.ModeDir}
	files.MapFS["h/pipe/.segls.toml"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	for folder, want := range map[string]string{
		"folder": "/h/folder/.segls.toml:1:1: this is a folder, not a file",
		"pipe":   "/h/pipe/.segls.toml:1:1: this is not an ordinary file, but a device or a pipe, say",
		"none":   "",
	} {
		got := ""
		for _, f := range c.Settings(Query{Document: "/h/" + folder + "/a.md"})[0].Files {
			for _, p := range f.Problems {
				got += p.String()
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
	c.Disk = regular.Disk{}
	for _, folder := range []string{t.TempDir(), "/no/such", "/nul\x00byte", "/" + strings.Repeat("long", 1000), "/dev/null/x"} {
		if e := c.Settings(Query{Document: folder + "/a.md", Root: folder})[0]; len(e.Files) != 0 || e.Settings != declared.Defaults() {
			t.Errorf("%.30q: %+v", folder, e.Files)
		}
	}
}

// TestFileIsReadOnce checks that a file is read once for several documents, and that no other files are read.
func TestFileIsReadOnce(t *testing.T) {
	files := newDisk()
	files.write("/h/.segls.toml", "loud = true")
	files.write("/h/other/.segls.toml", "loud = true")
	counting := &counter{disk: files, opened: make(map[string]int)}
	c := Cache[essay]{Declared: declared, Disk: counting, Home: "/h"}
	for i, e := range c.Settings(Query{Document: "/h/a.md"}, Query{Document: "/h/b/c.md"}, Query{Root: "/h"}) {
		if !e.Settings.Loud {
			t.Errorf("document %d is not loud", i)
		}
	}
	if want := map[string]int{"/h/.segls.toml": 1}; !maps.Equal(counting.opened, want) {
		t.Errorf("opened %v, want %v", counting.opened, want)
	}
}

type counter struct {
	disk
	opened map[string]int
}

func (c *counter) Open(path string) (io.ReadCloser, error) {
	c.opened[path]++
	return c.disk.Open(path)
}

func TestReadingThatFails(t *testing.T) {
	files := newDisk()
	files.write("/h/.segls.toml", "loud = true")
	c := Cache[essay]{Declared: declared, Disk: files, Home: "/h"}
	if e := c.Settings(Query{Document: "/h/a.md"})[0]; !e.Settings.Loud {
		t.Error("not loud")
	}
	c.Disk = halting{files}
	e := c.Settings(Query{Document: "/h/a.md"})[0]
	if !e.Settings.Loud || len(e.Files[0].Problems) != 1 || e.Files[0].Problems[0].Message.String() != "the disk is on fire" {
		t.Errorf("%+v", e)
	}
}

// halting is a disk whose files end in an error.
type halting struct{ disk }

func (h halting) Open(path string) (io.ReadCloser, error) {
	broken := io.MultiReader(bytes.NewReader([]byte("loud = ")), failingReader{errors.New("the disk is on fire")})
	return io.NopCloser(broken), nil
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
