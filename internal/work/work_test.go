package work

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestKinds checks how the works in testdata are read. Each is a text archive whose last file, want, is the tree read from the others.
func TestKinds(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	seen := make(map[string]bool)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fsys := make(fstest.MapFS)
			want := ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			w, ok := Read(fsys, ".")
			if !ok {
				w = WorkOfFolder(fsys, ".")
			}
			seen[w.Kind] = true
			got := describe(w)
			if again, ok := w.Reread(fsys); !ok || describe(again) != got {
				t.Errorf("read again: %v", again)
			}
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("read\n%s\nwant\n%s", got, want)
			}
			files := slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
			archive.Files = append(files, txtar.File{Name: "want", Data: []byte(got)})
			if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, k := range append(Kinds(), "folder") {
		if !seen[k] {
			t.Errorf("no work in testdata is of the kind %s", k)
		}
	}
}

// describe returns a work in readable form.
func describe(w *Work) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q in %s by %s\n", w.Kind, w.Title, w.Folder, w.Order)
	for e, depth := range w.All() {
		fmt.Fprintf(&b, "%s%s %q %s:%d\n", strings.Repeat("  ", depth+1), cmp.Or(e.Path, "-"), e.Title, e.File, e.Line+1)
	}
	for _, o := range w.Orphans {
		fmt.Fprintf(&b, "orphan %s\n", o)
	}
	for _, p := range w.Problems {
		fmt.Fprintf(&b, "problem %s\n", p)
	}
	return b.String()
}

// TestFind checks which work contains a file.
func TestFind(t *testing.T) {
	fsys := fstest.MapFS{
		"book.toml":             {Data: []byte("[book]\ntitle = \"Salt\"\n")},
		"src/SUMMARY.md":        {Data: []byte("# Summary\n\n- [One](one.md)\n")},
		"src/one.md":            {},
		"src/notes/two.md":      {},
		"elsewhere/three.md":    {},
		"elsewhere/.segls.toml": {Data: []byte("[work]\nfiles = [\"four.md\"]\n")},
		"elsewhere/four.md":     {},
	}
	for file, want := range map[string]string{
		"src/one.md": "Salt", "src/notes/two.md": "Salt", "elsewhere/three.md": "", "elsewhere/four.md": "", "book.toml": "none",
	} {
		w, ok := Find(fsys, file)
		got := "none"
		if ok {
			got = w.Title
		}
		if got != want {
			t.Errorf("%s is of %q, want %q", file, got, want)
		}
	}
}

func TestCompareNames(t *testing.T) {
	want := []string{"README.md", "1-salt.md", "2-wax.md", "02b.md", "10-bees.md", "Ants/index.md", "Ants/a.md", "bees/a.md", "Zinc.md"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, compareNames)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzRead reads any bytes as any file that holds an order. It checks that nothing panics or hangs, and that changes add no problems.
func FuzzRead(f *testing.F) {
	names := []string{
		".segls.toml", "SUMMARY.md", "_quarto.yml", "_bookdown.yml", "mkdocs.yml", "_toc.yml", "myst.yml", "sidebars.json", "index.rst", "Book.txt",
		"novel.md", "main.tex", "book.adoc", "book.org",
	}
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if i := slices.Index(names, file.Name); i >= 0 {
				f.Add(i, string(file.Data))
			}
		}
	}
	f.Add(2, "book:\n  chapters: &a\n    - part: x\n      chapters: *a\n")
	f.Fuzz(func(t *testing.T, i int, text string) {
		fsys := fstest.MapFS{
			names[uint(i)%uint(len(names))]: {Data: []byte(text)},
			"conf.py":                       {}, "one.md": {}, "docs/two.md": {}, "three.tex": {},
		}
		w, ok := Read(fsys, ".")
		if !ok {
			return
		}
		seen := make(map[string]bool)
		for _, file := range append(w.Files(), w.Orphans...) {
			if _, isThere := fsys[file]; !isThere || seen[file] {
				t.Errorf("%s is named", file)
			}
			seen[file] = true
		}
		n := 0
		for e := range w.All() {
			if n++; n > 3 {
				break
			}
			fresh := &Entry{Path: "fresh.md", Title: "Fresh"}
			for _, change := range []Change{NewInsertion(fresh, PlaceAfter(e)), NewInsertion(fresh, LastBelow(e)), NewRemoval(e), NewMove(e, LastBelow(nil)), NewRename(cmp.Or(e.Path, "one.md"), "other.md")} {
				edits, after, err := w.Rewrite(fsys, change)
				if err == nil && len(after.Problems) > len(w.Problems) {
					t.Errorf("%q has more problems after %v: %v", text, change, edits)
				}
			}
		}
	})
}

// TestSeries checks which names form a book in a folder without an order.
func TestSeries(t *testing.T) {
	for _, test := range []struct {
		names  string // separated by |
		isBook bool
	}{
		{"ch_01.md|ch_02.md|ch_03.md", true},
		{"01-salt.md|02-grave.md|03-end.md|README.md|LICENSE.md", true},
		{"Chapter 1 - Salt.txt|Chapter 2 - Grave.txt|Chapter 10 - End.txt", false}, // six are missing
		{"Chapter 1 - Salt.txt|Chapter 2 - Grave.txt|Chapter 3 - End.txt", true},
		{"1.txt|2.txt|3.txt", true},
		{"0.txt|1.txt|2.txt|prologue.txt", true},
		{"01-salt.md|02-grave.md|03-end.md|99-afterwards.md", true},
		{"ch1.md|ch2.md|ch3.md|foreword.md|toc.md|thanks.md|apA.md|apB.md", true},
		{"part1/01.md|part1/02.md|part2/03.md", true},
		{"Act 1 Scene 1.md|Act 1 Scene 2.md|Act 2 Scene 1.md", true},
		{"book2-ch01.md|book2-ch02.md|book2-ch03.md", true},
		{"Kapitel I.md|Kapitel II.md|Kapitel III.md|Kapitel IV.md", true},
		{"chapter-one.md|chapter-two.md|chapter-three.md", true},
		{"erstes kapitel.md|zweites kapitel.md|drittes kapitel.md", true},
		{"01-salt/index.md|02-grave/index.md|03-end/index.md", true},
		{"01.tex|02.tex|03.tex", true},
		{"01.md|02.md", false},
		{"01.md|02.txt|03.tex", false},
		{"05.md|06.md|07.md", false},
		{"0001-use-go.md|0002-use-git.md|0003-use-make.md", false},
		{"adr/001-use-go.md|adr/002-use-git.md|adr/003-use-make.md", false},
		{"architecture-decision-record/000-use-go.md|architecture-decision-record/001-use-git.md|architecture-decision-record/002-use-make.md", false},
		{"architecture/01_goals.md|architecture/02_constraints.md|architecture/03_glossary.md", true},
		{"design/my-book/01-salt.md|design/my-book/02-grave.md|design/my-book/03-end.md", true},
		{"new-decision-records/001-use-go.md|new-decision-records/002-use-git.md|new-decision-records/003-use-make.md", false},
		{"decision-record-01.md|decision-record-02.md|decision-record-03.md", false},
		{"2024-01-01.md|2024-01-02.md|2024-01-03.md", false},
		{"01-02-2024.md|02-02-2024.md|03-02-2024.md", false},
		{"2024/01.md|2024/02.md|2024/03.md", false},
		{"_posts/1.md|_posts/2.md|_posts/3.md", false},
		{"v1.0.md|v1.1.md|v1.2.md", false},
		{"1.0.md|1.1.md|1.2.md", false},
		{"ch1 v1.md|ch1 v2.md|ch2 v1.md", false},
		{"01 salt draft 1.md|01 salt draft 2.md|02 grave draft 1.md|02 grave draft 2.md", false},
		{"ch1 v3.md|ch2 v1.md|ch3 v2.md", true},
		{"test1.txt|test2.txt|test3.txt", false},
		{"01_Day_Names/a.md|02_Day_Types/b.md|03_Day_Loops/c.md", false},
		{"Documents/01.md|Documents/02.md|Documents/03.md", false},
		{"spec/Section 1 -- Salt.md|spec/Section 2 -- Grave.md|spec/Section 3 -- End.md|spec/Appendix A -- Words.md", true},
		{"input/chapter1.md|input/chapter2.md|input/chapter3.md|input/preface.md", true},
		{"input/01.md|input/02.md|input/03.md", false},
		{"examples/09_ga/9_1_salt/index.html|examples/09_ga/9_2_grave/index.html|examples/09_ga/9_3_end/index.html", false},
		{"week7-apis/salt/one.html|week7-apis/salt/two/index.html|week7-apis/salt/three/index.html", false},
		{"week 7/Chapter 1.md|week 7/Chapter 2.md|week 7/Chapter 3.md", true},
		{"challenges/1_salt.html|challenges/2_grave.html|challenges/3_end.html", false},
		{"tests/chapter1.md|tests/chapter2.md|tests/chapter3.md", false},
		{"i.md|x.md|c.md", false},
		{"chapter1.md|chapter2.md|chapter3.md|chapter3-old.md|chapter4.md|notes.md|ideas.md|outline.md", true},
		{"01-salt.md|01-salt old.md|02-grave.md|02-grave copy.md|03-end.md|03-end bak.md", false}, // under two thirds
		{"01-salt.md|02-grave.md|03-old.md", true},
		{"1.md|2.md|3.md|apples.md|pears.md", false}, // under two thirds
		{"00.00-Preface.md|01.00-Salt.md|01.01-Pans.md|01.03-Mines.md|02.00-Grave.md|02.01-End.md", true},
		{"01.00.md|01.10.md|02.00.md", true},
		{"01.01-new year.md|01.02-quiet.md|02.01-thaw.md", false}, // may be days
		{"01.01.2024.md|02.01.2024.md|03.01.2024.md", false},
		{"1.0-salt.md|1.1-salt.md|1.2-salt.md", false}, // may be versions
		{"18.04-salt.md|18.10-salt.md|19.04-salt.md", false},
		{"1.md|2.md|3.md|character-ann.md|character-bob.md|setting-inn.md", true},
		{"1.md|2.md|3.md|note-a.md|note-b.md|note-c.md", false},
		{"1월.md|2월.md|3월.md", false},
		{"一月.md|二月.md|三月.md", false},
		{"一人.md|二人.md|三人.md", false},
		{"um Mitternacht.md|uns allein.md|dos.md|tres.md", false},
	} {
		fsys := make(fstest.MapFS)
		first := ""
		for name := range strings.SplitSeq(test.names, "|") {
			fsys[name] = &fstest.MapFile{}
			first = cmp.Or(first, name)
		}
		w, ok := Find(fsys, first)
		if isBook := ok && w.Kind == "series"; isBook != test.isBook {
			t.Errorf("%s: a book: %v", test.names, isBook)
		}
	}
}

// TestFolderAboveChapters checks the files of the work in a folder that has a folder of chapters.
func TestFolderAboveChapters(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"chapters/1.md|chapters/2.md|chapters/3.md|outline.md|epilogue.md|preface.md|back.txt", "preface.md|chapters/1.md|chapters/2.md|chapters/3.md|epilogue.md"},
		{"Kapitel/01 Salz.md|Kapitel/02 Grab.md|Kapitel/03 Ende.md", "Kapitel/01 Salz.md|Kapitel/02 Grab.md|Kapitel/03 Ende.md"},
		{"chapters/a.md|chapters/b.md|chapters/c.md|preface.md", ""},
		{"days/1.md|days/2.md|days/3.md", ""},
		{"chapters/1.md|chapters/2.md|chapters/3.md|kapitel/1.md|kapitel/2.md|kapitel/3.md", ""}, // two books
		{"tests/chapters/1.md|tests/chapters/2.md|tests/chapters/3.md", ""},
	} {
		fsys := make(fstest.MapFS)
		first := ""
		for name := range strings.SplitSeq(test.names, "|") {
			fsys[name] = &fstest.MapFile{}
			first = cmp.Or(first, name)
		}
		for _, name := range []string{".", first} {
			got := ""
			if w, ok := Find(fsys, name); ok && w.Folder == "." {
				got = strings.Join(w.Files(), "|")
			}
			if got != test.want {
				t.Errorf("%s: the work of %s is %q; want %q", test.names, name, got, test.want)
			}
		}
	}
}

// TestTitleInName checks which part of a name is the title, and that the title may have digits.
func TestTitleInName(t *testing.T) {
	for _, c := range []struct{ name, other, want string }{
		{"04-wells.md", "02-land.md", "wells"},
		{"parts/04_wells.md", "02_land.md", "wells"},
		{"04-world-war-2.md", "02-land.md", "world-war-2"},
		{"04-area51-base.md", "02-land-9.md", "area51-base"},
		{"book2-ch04-wells.md", "book2-ch02-land.md", "wells"},
		{"01.07-wells.md", "01.02-land.md", "wells"},
		{"Chapter IV Wells.md", "Chapter II Land.md", "Wells"},
		{"part four, wells.md", "part two.md", "wells"},
		{"02-world-war-2.md", "02-zoo.md", "world-war-2"},
		{"02b-i-am.md", "02c-land.md", "i-am"},
		{"04.md", "02-land.md", ""},
		{"wells.md", "02-land.md", "wells"},
	} {
		if got := TitleInName(c.name, c.other); got != c.want {
			t.Errorf("the title in %s beside %s is %q, not %q", c.name, c.other, got, c.want)
		}
	}
}

// TestNamesAfterLevels checks the names of new files in a series with two levels.
func TestNamesAfterLevels(t *testing.T) {
	fsys := make(fstest.MapFS)
	for _, name := range []string{"01.00-salt.md", "01.01-pans.md", "02.00-grave.md"} {
		fsys[name] = &fstest.MapFile{}
	}
	w, _ := Find(fsys, "01.00-salt.md")
	name := NamesAfter("01.00-salt.md", "mines", 0)[0]
	if name != "01.00b-mines.md" || !w.FitsAfter(fsys, "01.00-salt.md", name) {
		t.Errorf("%s after 01.00-salt.md", name)
	}
}

// TestAroundSeries checks where the front and back matter of a numbered book is, by its usual names.
func TestAroundSeries(t *testing.T) {
	for _, names := range []string{
		"halftitlepage|copyright|preface|01|02|03|appendices|appendix-a|glossary|colophon",
		norm.NFD.String("Dédicace|Préface|Chapitre 1|Chapitre 2|Chapitre 3|Épilogue"),
		norm.NFD.String("Kapitel eins|Kapitel zwei|Kapitel drei|Kapitel vier|Kapitel fünf|Über den Autor"),
		"Voorwoord|Proloog|Hoofdstuk 1|Hoofdstuk 2|Hoofdstuk 3|Epiloog|Nawoord|Bijlage A|Dankwoord",
		"Dedicatória|Prefácio|Introdução|Prólogo|Capítulo 1|Capítulo 2|Capítulo 3|Epílogo|Posfácio|Apêndice|Agradecimentos",
		"Hoofdstuk een|Hoofdstuk twee|Hoofdstuk drie",
		"Kapitel ett|Kapitel två|Kapitel tre",
		"Глава первая|Глава вторая|Глава третья",
		"Tome premier|Tome deuxième|Tome troisième",
		norm.NFD.String("Chapitre 1er|Chapitre 2ème|Chapitre 3ème|Chapitre 4"),
		"ChapterOne|ChapterTwo|ChapterThree|ChapterFour",
		"PartI|PartII|PartIII|PartIV|PartV",
		"en-chapter-one|en-chapter-two|en-chapter-three",
		"Förord|Inledning|Kapitel 1|Kapitel 2|Kapitel 3|Efterord|Bilaga",
		"Forord|Innledning|Kapittel 1|Kapittel 2|Kapittel 3|Etterord|Vedlegg",
		"Esipuhe|Johdanto|Prologi|1|2|3|Epilogi|Jälkisanat|Liite",
		"Przedmowa|Wstęp|Rozdział 1|Rozdział 2|Rozdział 3|Posłowie|Podziękowania",
		"Предисловие|Введение|Пролог|Глава 1|Глава 2|Глава 3|Эпилог|Послесловие|Приложение",
		"目录|序言|楔子|第1章|第2章|第3章|尾声|后记|附录",
		"目次|まえがき|プロローグ|第1話|第2話|第3話|エピローグ|あとがき",
		"머리말|프롤로그|제1장|제2장|제3장|에필로그|후기|부록",
		"序|第一章|第二章|第三章 盐|第四章|第五章|第六章|第七章|第八章|第九章|第十章|第十一章|跋",
		"第零话|第一话|第二话",
		"第一話|第二話|第三話",
		"一、盐|二、海|三、风",
		"１章|２章|３章|４章|５章|６章|７章|８章|９章|１０章",
	} {
		var want []string
		fsys := make(fstest.MapFS)
		for name := range strings.SplitSeq(names, "|") {
			want = append(want, name+".md")
			fsys[name+".md"] = &fstest.MapFile{}
		}
		var got []string
		if w, ok := Read(fsys, "."); ok {
			got = w.Files()
		}
		if !slices.Equal(got, want) {
			t.Errorf("found %v; want %v", got, want)
		}
	}
}

// TestWordsOfNumbers checks the numbers in names that are longer than those in other tests.
func TestWordsOfNumbers(t *testing.T) {
	for name, want := range map[string]int{
		"第二十一章": 21, "第一百零二回": 102, "第百二十章": 120, "第二〇章": 20, "第１２章": 12, "三话 盐": 3, "第零章": 0, "卷之三": 3,
		"三体": -1, "一月": -1, "第一千章": -1, "第两百廿一章": 221, "２０２４年": -1,
		"Kapitel einundzwanzig": 21, "Chapitre dix-sept": 17, "Chapitre vingt et un": 21, "Capítulo treinta y dos": 32, "Глава двадцать первая": 21,
		"Chapter Twenty-One": 21, "Chapter Five Twenty Days Later": 5, "chapter zero": 0, "Tjugoförsta kapitlet": 21, "Salt": -1,
	} {
		got := -1
		for _, read := range notations {
			if o, ok := read(name); ok {
				got = o.number
				break
			}
		}
		if got != want {
			t.Errorf("the number in %s is %d, not %d", name, got, want)
		}
	}
}

// TestOrderApplies checks which of several orders applies to a file.
func TestOrderApplies(t *testing.T) {
	root := func(inputs string) string {
		return "\\documentclass{book}\n\\begin{document}\n" + inputs + "\n\\end{document}\n"
	}
	files := map[string]string{
		"stranger.tex": root(`\input{other}`), "other.tex": "Salt.", "mkdocs.yml": "site_name: Salt\nnav:\n  - other.md\ndocs_dir: d\n", "d/other.md": "Salt.",
		"SUMMARY.md": "# Summary\n\n- [Other](other.md)\n", "other.md": "Salt.", "book.adoc": "= Salt\n\ninclude::other.adoc[]\n", "other.adoc": "Salt.",
		"novel/01.md": "Salt.", "novel/02.md": "Salt.", "novel/03.md": "Salt.", "novel/loose.tex": "Salt.", "note.txt": "Salt.", "beside.md": "Salt.",
		"thesis/main.tex": root(`\input{chapters/one}`), "thesis/chapters/one.tex": root(`\input{chapters/two}`), "thesis/chapters/two.tex": "% !TeX Root = ../main.tex\nSalt.",
		"thesis/chapters/chapters/two.tex": "Salt.",
		"apart/text.tex":                   "%!TEX root = ../elsewhere/main\nSalt.", "elsewhere/main.tex": root(`\input{../apart/text}`),
		"two/a.tex": root(`\input{a1}\input{a2}`), "two/a1.tex": "", "two/a2.tex": "", "two/b.tex": root(`\input{b1}`), "two/b1.tex": "",
	}
	fsys := make(fstest.MapFS)
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for file, want := range map[string]string{
		"novel/02.md": "series in novel", "novel/loose.tex": "none", "note.txt": "none", "beside.md": "SUMMARY.md", "other.tex": "stranger.tex",
		"d/other.md": "mkdocs.yml", "thesis/chapters/one.tex": "thesis/main.tex", "apart/text.tex": "elsewhere/main.tex", "two/b1.tex": "two/b.tex", "two/a2.tex": "two/a.tex",
	} {
		got := "none"
		if w, ok := Find(fsys, file); ok {
			got = cmp.Or(w.Order, w.Kind+" in "+w.Folder)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestPerlWords checks which strings are found in a list of Perl, as in latexmk's settings.
func TestPerlWords(t *testing.T) {
	for list, want := range map[string]string{
		`('a', "b.tex")`:            "a|b.tex",
		"qw(a b)":                   "a|b",
		"(qw/a b/, 'c d', qw{\ne})": "a|b|c d|e",
		"qw|a b|":                   "a|b",
		"qw !a!":                    "a",
		"qw«a b«, qw<c>":            "a|b|c",
		"(@default_files, 'a')":     "a",
		"qw(a":                      "a",
		"qw":                        "",
		"":                          "",
	} {
		if got := strings.Join(perlWords(list), "|"); got != want {
			t.Errorf("%s: %s; want %s", list, got, want)
		}
	}
}

// TestRenumberedNames checks the names of files after one moves before another.
func TestRenumberedNames(t *testing.T) {
	for _, test := range []struct{ names, file, before, want string }{
		{"01-salt.md 02-pans.md 03-end.md", "03-end.md", "01-salt.md", "02-salt.md 03-pans.md 01-end.md"},
		{"01-salt.md 02-pans.md 03-world-war-2.md 04-end.md", "03-world-war-2.md", "01-salt.md", "02-salt.md 03-pans.md 01-world-war-2.md 04-end.md"},
		{"01-room-5.md 02-room-6.md 03-room-8.md", "03-room-8.md", "01-room-5.md", "02-room-5.md 03-room-6.md 01-room-8.md"},
		{"book2-ch01.md book2-ch02.md book2-ch03.md", "book2-ch03.md", "book2-ch01.md", "book2-ch02.md book2-ch03.md book2-ch01.md"},
		{"act1-scene1.md act1-scene2.md act2-scene1.md", "act1-scene2.md", "act1-scene1.md", "act1-scene2.md act1-scene1.md act2-scene1.md"},
		{"01-salt.md 02-pans.md 02b-well.md 03-end.md", "02b-well.md", "02-pans.md", "01-salt.md 02b-pans.md 02-well.md 03-end.md"},
	} {
		fsys := make(fstest.MapFS)
		files := strings.Fields(test.names)
		for _, name := range files {
			fsys[name] = &fstest.MapFile{}
		}
		w, ok := Read(fsys, ".")
		if !ok {
			t.Fatalf("%s: no work", test.names)
		}
		names, err := w.RenumberedNames(w.Entry(test.file), w.Entry(test.before), false)
		for i, name := range files {
			files[i] = cmp.Or(names[name], name)
		}
		if got := strings.Join(files, " "); got != test.want {
			t.Errorf("%s: %s before %s: %s (%v), want %s", test.names, test.file, test.before, got, err, test.want)
		}
	}
}
