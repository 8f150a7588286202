package library

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// notes are a small library.
var notes = map[string]string{
	"salt.md":        "# Salt\n\n## Pans\n\nThe pans of the coast are shallow. Brine runs into them in spring, and the sun does the rest.\n\n## Caravans\n\nCaravans of camels took the slabs through the desert to the market.\n",
	"coast/tides.md": "# Tides\n\nThe tide comes twice a day. At spring tide the brine reaches the shallow pans behind the dyke.\n",
	"desert.md":      "# Desert\n\nA caravan needs wells. Camels drink once a week, and the market is far.\n",
	"bread.md":       "# Bread\n\nFlour, water, yeast. Knead the dough and let it rest.\n",
}

func document(name, text string) *analysis.Document {
	f, _ := markup.ByFileName(name)
	return analysis.New(text, f, analysis.Settings{})
}

func indexOf(t *testing.T, texts map[string]string) *Index {
	t.Helper()
	var r Reader
	var files []EncodedText
	for name, text := range texts {
		files = append(files, EncodedText{name, string(r.Read(document(name, text), name).Append(nil))})
	}
	slices.SortFunc(files, func(a, b EncodedText) int { return strings.Compare(a.Name, b.Name) })
	x, damaged := New(files)
	if len(damaged) > 0 {
		t.Fatalf("damaged: %v", damaged)
	}
	return x
}

func TestRelated(t *testing.T) {
	x := indexOf(t, notes)
	check := func(name, at string, want ...string) {
		t.Helper()
		text := notes[name]
		offset := strings.Index(text, at)
		if at == "" {
			offset = -1
		}
		var got []string
		for _, m := range x.Related(QueryAbout(document(name, text), name, offset), 0, 10) {
			if opened := notes[m.Name][m.Span.Start:m.Span.End]; opened == "" || strings.Count(notes[m.Name][:m.Span.Start], "\n") != m.Line {
				t.Errorf("%s: %v on line %d", m.Name, m.Span, m.Line)
			}
			got = append(got, fmt.Sprintf("%s %s: %s", m.Name, m.Title, strings.Join(m.Shared, " ")))
		}
		if !slices.Equal(got[:min(len(got), len(want))], want) {
			t.Errorf("%s is related to\n%s", name, strings.Join(got, "\n"))
		}
	}
	check("coast/tides.md", "twice", "salt.md Pans: pans shallow spring brine")
	check("desert.md", "wells", "salt.md Caravans: caravan Camels market Desert")
	check("salt.md", "Caravans of", "desert.md Desert: desert Caravans camels market")
	check("salt.md", "", "desert.md Desert: desert camels market Caravans", "coast/tides.md Tides: shallow pans spring Brine")
	if got := x.Related(QueryAbout(document("x.md", "Zebras graze.\n"), "x.md", 0), 0, 10); len(got) != 0 {
		t.Errorf("zebras are related to %v", got)
	}
	if got := x.Related(QueryAbout(document("x.md", ""), "x.md", -1), 0, 10); len(got) != 0 {
		t.Errorf("an empty text is related to %v", got)
	}
}

// TestRelatedByCode checks that words in code and tables make a passage related.
func TestRelatedByCode(t *testing.T) {
	for _, rest := range []string{"```\n// Rakes the brine out.\n```\n", "| rakes | brine |\n|---|---|\n| a | b |\n"} {
		x := indexOf(t, map[string]string{"a.md": "# Tools\n\nThis is how it looks.\n", "b.md": "# Ways\n\nThis is how it looks.\n\n" + rest})
		got := x.Related(QueryAbout(document("c.md", "Rakes move brine.\n"), "c.md", 0), 0, 10)
		if len(got) != 1 || got[0].Name != "b.md" || !slices.Equal(got[0].Shared, []string{"Rakes", "brine"}) {
			t.Errorf("%q: %+v", rest, got)
		}
	}
}

// TestOneText checks that the passages of the only text are related to each other.
func TestOneText(t *testing.T) {
	text := notes["salt.md"]
	x := indexOf(t, map[string]string{"salt.md": text})
	query := QueryAbout(document("salt.md", text), "salt.md", strings.Index(text, "Brine"))
	if got := x.Related(query, 0, 10); len(got) == 0 {
		t.Error("nothing is")
	}
	if got := x.Related(query.FromOutside(), 0, 10); len(got) == 0 {
		t.Error("nothing is to another text of that name")
	}
}

// TestEmpty checks that a library without texts gives an empty answer.
func TestEmpty(t *testing.T) {
	x, _ := New(nil)
	if got := x.Related(QueryAbout(document("a.md", "Salt.\n"), "a.md", 0), 0, 3); len(got) != 0 {
		t.Error(got)
	}
}

// TestEncoding checks that decoding restores the text, and that a part of an encoding is not read as one.
func TestEncoding(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	counts := func() (list []TermCount) {
		for k := Key(r.Uint32N(1 << 20)); len(list) < r.IntN(40); k += 1 + Key(r.Uint32N(1<<24)) {
			list = append(list, TermCount{k, r.Uint32N(300)})
		}
		return list
	}
	for range 200 {
		text := &TextData{Title: fmt.Sprint("é", r.IntN(100)), Language: []string{"", "de"}[r.IntN(2)], Name: counts()}
		at, line := 0, 0
		for range r.IntN(6) {
			at, line = at+r.IntN(1000), line+r.IntN(90)
			titles := []string{"Salt", []string{"Pans", "Brine"}[r.IntN(2)], "Wax"}
			p := Passage{Span: markup.Span{Start: at, End: at + 1 + r.IntN(5000)}, Line: line, Title: "of", Section: titles[:r.IntN(4)], Size: r.IntN(900), Terms: counts()}
			at = p.Span.End
			text.Passages = append(text.Passages, p)
		}
		encoded := string(text.Append(nil))
		got, err := Decode(encoded)
		if err != nil || !equal(got, text) {
			t.Fatalf("%v\n%+v\nbecomes\n%+v", err, text, got)
		}
		if _, damaged := New([]EncodedText{{"a", encoded}, {"b", encoded[:r.IntN(len(encoded))]}}); len(damaged) != 1 {
			t.Fatal("half of a text is taken for one")
		}
	}
}

// equal reports whether texts are equal; nil and empty lists are the same.
func equal(a, b *TextData) bool {
	return a.Title == b.Title && a.Language == b.Language && len(a.Passages) == len(b.Passages) && slices.Equal(a.Name, b.Name) &&
		slices.EqualFunc(a.Passages, b.Passages, func(p, q Passage) bool {
			same := slices.Equal(p.Terms, q.Terms) && slices.Equal(p.Section, q.Section)
			p.Terms, q.Terms, p.Section, q.Section = nil, nil, nil, nil
			return same && reflect.DeepEqual(p, q)
		})
}

// FuzzDecode checks that any bytes decode to a text or an error, and that New reads the same encodings as Decode.
func FuzzDecode(f *testing.F) {
	var r Reader
	for name, text := range notes {
		f.Add(string(r.Read(document(name, text), name).Append(nil)))
	}
	f.Add("\x00\x00\x00\x00\x01\x00\x01\x00\x00" + "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01" + "\x00\x00\x00") // shares 1<<63 titles
	f.Fuzz(func(t *testing.T, encoded string) {
		text, err := Decode(encoded)
		x, damaged := New([]EncodedText{{"a.md", encoded}})
		if (err == nil) != (len(damaged) == 0) {
			t.Fatalf("%v, but %v", err, damaged)
		}
		x.Related(QueryAbout(document("b.md", notes["salt.md"]), "b.md", 0), 0, 3)
		if err == nil && len(text.Passages) != x.NumPassages() {
			t.Fatal("passages are lost")
		}
	})
}
