package gather

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/work"
)

// workOf returns a work of files. «…» in a text marks a piece; the pieces are in the order of the files' names.
func workOf(t testing.TB, marked map[string]string) (rearrange.Work, []rearrange.Passage) {
	t.Helper()
	texts := make(map[string]string)
	var pieces []rearrange.Passage
	for _, path := range slices.Sorted(maps.Keys(marked)) {
		text := marked[path]
		for {
			start := strings.Index(text, "«")
			if start < 0 {
				break
			}
			text = text[:start] + text[start+len("«"):]
			end := strings.Index(text, "»")
			text = text[:end] + text[end+len("»"):]
			pieces = append(pieces, rearrange.Passage{Path: path, Span: markup.Span{Start: start, End: end}})
		}
		texts[path] = text
	}
	return workOfTexts(texts), pieces
}

func workOfTexts(texts map[string]string) rearrange.Work {
	w := rearrange.Work{Order: new(work.Work), Documents: make(map[string]*analysis.Document), Index: link.NewIndex(nil, maps.All(texts))}
	for path, text := range texts {
		f, _ := markup.ByFileName(path)
		w.Documents[path] = analysis.New(text, f, analysis.Defaults())
	}
	return w
}

func unknown(string) string { return "" }

// apply returns the files after a change.
func apply(w rearrange.Work, c rearrange.Change) map[string]string {
	texts := make(map[string]string)
	for path, d := range w.Documents {
		texts[path] = d.Text.String()
	}
	for path, list := range c.Edits {
		text := texts[path]
		for _, r := range slices.Backward(list) {
			text = text[:r.Span.Start] + r.Text + text[r.Span.End:]
		}
		texts[path] = text
	}
	return texts
}

// saved gathers the marked pieces, edits and saves their text, and returns the files.
func saved(t *testing.T, w rearrange.Work, pieces []rearrange.Passage, edit func(string) string) (map[string]string, Text, error) {
	t.Helper()
	text, err := Gather(w, pieces...)
	if err != nil {
		t.Fatal(err)
	}
	c, next, err := Scatter(context.Background(), w, text, unknown, edit(text.Text))
	if errors.Is(err, ErrUnchanged) {
		return apply(w, c), next, nil
	}
	if err != nil {
		return nil, Text{}, err
	}
	after := apply(w, c)
	for path, text := range c.Texts() {
		if after[path] != text {
			t.Errorf("the edits of %s make %q, not %q", path, after[path], text)
		}
	}
	again, err := GatherAgain(workOfTexts(after), next, unknown)
	if err != nil || again.Text != next.Text {
		t.Errorf("the text after it is %q, gathered again %q %v", next.Text, again.Text, err)
	}
	return after, next, nil
}

// replace returns an edit that replaces, in each pair, the first string with the second.
func replace(pairs ...string) func(string) string {
	return func(text string) string {
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				panic("no " + pairs[i] + " in " + text)
			}
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		return text
	}
}

// order returns the edit that puts marks in another order.
func order(numbers ...int) func(string) string {
	return func(text string) string {
		parts := strings.SplitAfter(text, " ━━━\n")
		var marks, texts []string
		for i, part := range parts {
			at := strings.LastIndex(strings.TrimSuffix(part, " ━━━\n"), "━━━ ")
			if i < len(parts)-1 {
				marks = append(marks, part[at:])
				part = part[:at]
			}
			if i > 0 {
				texts = append(texts, part)
			}
		}
		out := ""
		for _, n := range numbers {
			out += marks[n-1] + strings.TrimRight(texts[n-1], "\n") + "\n\n"
		}
		return out
	}
}

func TestGather(t *testing.T) {
	w, pieces := workOf(t, map[string]string{
		"one.md": "---\ntitle: x\n---\n\n# Salt\n\n«Salt keeps\r\nmeat.»\n\nMore.\n\n## Sea\n\n«  The sea.»\n",
		"two.md": "\ufeff«Wool is hair.»",
	})
	text, err := Gather(w, pieces...)
	if err != nil {
		t.Fatal(err)
	}
	key := newKey(w, text.Pieces)
	want := strings.ReplaceAll("━━━ 1 · one.md › Salt · KEY ━━━\n\nSalt keeps\nmeat.\n\n━━━ 2 · one.md › Salt › Sea · KEY ━━━\n\n  The sea.\n\n━━━ 3 · two.md · KEY ━━━\n\nWool is hair.\n", "KEY", key)
	if text.Text != want {
		t.Errorf("%s", text.Text)
	}
}

func TestScatter(t *testing.T) {
	chapter := "# Salt\n\n«Salt keeps meat.»\n\n***\n\n«Salt is dear.»\n\n***\n\n«The end.»\n\n[salt]: #salt\n"
	other := "# Wool\n\n«Wool is hair.»\n\n***\n\n«Sheep have it.»\n"
	for name, c := range map[string]struct {
		files map[string]string
		edit  func(string) string
		want  map[string]string // of the files that change; nil if it is refused
		why   string
	}{
		"nothing":          {files: map[string]string{"a.md": chapter}, edit: replace(), want: map[string]string{}},
		"blank lines":      {files: map[string]string{"a.md": chapter}, edit: replace("\n\n", "\n\n\n \n"), want: map[string]string{}},
		"CRLF of editor":   {files: map[string]string{"a.md": chapter}, edit: replace("\n", "\r\n"), want: map[string]string{}},
		"a word":           {files: map[string]string{"a.md": "«Salt keeps meat.»\r\n\r\nMore.\r\n"}, edit: replace("keeps", "kept"), want: map[string]string{"a.md": "Salt kept meat.\r\n\r\nMore.\r\n"}},
		"a paragraph":      {files: map[string]string{"a.md": "«Salt keeps meat.»\r\n\r\nMore.\r\n"}, edit: replace("meat.", "meat.\n\nAnd fish."), want: map[string]string{"a.md": "Salt keeps meat.\r\n\r\nAnd fish.\r\n\r\nMore.\r\n"}},
		"mixed line ends":  {files: map[string]string{"a.md": "«A\r\nB\nC\rD»"}, edit: replace("C", "C\nX"), want: map[string]string{"a.md": "A\r\nB\nC\rX\r\nD"}},
		"no final newline": {files: map[string]string{"a.md": "\ufeff«Salt»"}, edit: replace("Salt\n", "Salt\n\nEnd\n"), want: map[string]string{"a.md": "\ufeffSalt\n\nEnd"}},
		"heading":          {files: map[string]string{"a.md": "«A.»\n\n***\n\n«B.»\n\n# I\n\nC.\n"}, edit: replace("A.", "A.\n\n# H"), want: map[string]string{"a.md": "A.\n\n# H\n\n***\n\nB.\n\n# I\n\nC.\n"}},
		"emptied":          {files: map[string]string{"a.md": "A.\n\n«B.»\n\nC.\n"}, edit: replace("B.", ""), want: map[string]string{"a.md": "A.\n\n\n\nC.\n"}},
		"two files":        {files: map[string]string{"a.md": chapter, "b.md": other}, edit: replace("dear", "cheap", "Wool is", "Wool was"), want: map[string]string{"a.md": strings.Replace(strip(chapter), "dear", "cheap", 1), "b.md": strings.Replace(strip(other), "Wool is", "Wool was", 1)}},

		"within a file": {files: map[string]string{"a.md": chapter}, edit: order(2, 1, 3), want: map[string]string{"a.md": "# Salt\n\nSalt is dear.\n\n***\n\nSalt keeps meat.\n\n***\n\nThe end.\n\n[salt]: #salt\n"}},
		"to the end":    {files: map[string]string{"a.md": chapter}, edit: order(2, 3, 1), want: map[string]string{"a.md": "# Salt\n\nSalt is dear.\n\n***\n\nThe end.\n\n***\n\nSalt keeps meat.\n\n[salt]: #salt\n"}},
		"across files":  {files: map[string]string{"a.md": chapter, "b.md": other}, edit: order(1, 3, 4, 2, 5), want: map[string]string{"a.md": "# Salt\n\nSalt keeps meat.\n\n***\n\nThe end.\n\n[salt]: #salt\n", "b.md": "# Wool\n\nWool is hair.\n\n***\n\nSalt is dear.\n\n***\n\nSheep have it.\n"}},
		"moved and edited": {files: map[string]string{"a.md": chapter, "b.md": other}, edit: func(s string) string { return order(1, 3, 4, 2, 5)(replace("dear", "cheap", "hair", "fur")(s)) }, want: map[string]string{
			"a.md": "# Salt\n\nSalt keeps meat.\n\n***\n\nThe end.\n\n[salt]: #salt\n", "b.md": "# Wool\n\nWool is fur.\n\n***\n\nSalt is cheap.\n\n***\n\nSheep have it.\n",
		}},
		"to the top of another": {files: map[string]string{"a.md": chapter, "b.md": other}, edit: order(4, 1, 2, 3, 5), want: map[string]string{"a.md": "# Salt\n\nWool is hair.\n\n***\n\nSalt keeps meat.\n\n***\n\nSalt is dear.\n\n***\n\nThe end.\n\n[salt]: #salt\n", "b.md": "# Wool\n\nSheep have it.\n"}},
		"below a drawer of a heading": {files: map[string]string{"a.org": "* A\n«:PROPERTIES:\n:ID: a\n:END:\n\nOne.»\n\n«Two.»\n", "b.org": "* B\n\n«Three.»\n\nFour.\n"}, edit: order(3, 1, 2), want: map[string]string{
			"a.org": "* A\n:PROPERTIES:\n:ID: a\n:END:\n\nThree.\n\nOne.\n\nTwo.\n", "b.org": "* B\n\nFour.\n",
		}},
		"above a name of a heading": {files: map[string]string{"a.rst": "T\n=\n\n«One.\n\n.. _b:»\n\nB\n-\n\n«Two.»\n\n«Three.»\n", "b.rst": "U\n=\n\n«Four.»\n\nFive.\n"}, edit: order(1, 4, 2, 3), want: map[string]string{
			"a.rst": "T\n=\n\nOne.\n\nFour.\n\n.. _b:\n\nB\n-\n\nTwo.\n\nThree.\n", "b.rst": "U\n=\n\nFive.\n",
		}},
		"a footnote of another piece": {files: map[string]string{"a.md": "# A\n\n«Salt.[^s]»\n\n«The end.\n\n[^s]: A note.»\n", "b.md": "# B\n\n«Wool.»\n\nOut.\n"}, edit: order(2, 3, 1), want: map[string]string{
			"a.md": "# A\n\nThe end.\n", "b.md": "# B\n\nWool.\n\nSalt.[^s]\n\nOut.\n\n[^s]: A note.\n",
		}},
		"sections":         {files: map[string]string{"a.md": "# T\n\n«## A\n\na\n»\n«## B\n\nb\n»\n"}, edit: order(2, 1), want: map[string]string{"a.md": "# T\n\n## B\n\nb\n\n## A\n\na\n\n"}},
		"a section across": {files: map[string]string{"a.md": "# T\n\n«## A\n\na\n»\n«## B\n\nb\n»\n", "b.md": "# U\n\n«## C\n\nc\n»\n### D\n\n«d»\n"}, edit: order(2, 3, 1, 4), why: "a whole section"},

		"other titles":  {files: map[string]string{"a.md": chapter}, edit: replace("Salt", "Brine"), want: map[string]string{"a.md": "# Salt\n\nBrine keeps meat.\n\n***\n\nBrine is dear.\n\n***\n\nThe end.\n\n[salt]: #salt\n"}},
		"missing first": {files: map[string]string{"a.md": chapter}, edit: func(s string) string { return s[strings.Index(s, "\n"):] }, why: "marks piece 1 is missing"},
		"missing mark":  {files: map[string]string{"a.md": chapter}, edit: func(s string) string { return s[strings.Index(s, "━━━ 2"):] }, why: "marks piece 1 is missing"},
		"doubled mark":  {files: map[string]string{"a.md": chapter}, edit: func(s string) string { return s + s[strings.Index(s, "━━━ 3"):] }, why: "marks piece 3 appears twice"},
		"changed mark":  {files: map[string]string{"a.md": chapter}, edit: replace("2 · a.md", "7 · a.md"), why: "has been changed"},
		"another file":  {files: map[string]string{"a.md": chapter}, edit: replace("2 · a.md", "2 · b.md", "dear", "cheap"), want: map[string]string{"a.md": strings.Replace(strip(chapter), "dear", "cheap", 1)}},
		"text above":    {files: map[string]string{"a.md": chapter}, edit: func(s string) string { return "Lost.\n" + s }, why: "above the first mark"},
		"a fence":       {files: map[string]string{"a.md": "«A.»\n\nB.\n"}, edit: replace("A.", "```\nA."), why: "“B.”"},
		"a heading":     {files: map[string]string{"a.md": "«A.»\n\nB.\n"}, edit: replace("A.", "A.\n\n# H"), why: "under another heading"},
		"heading below": {files: map[string]string{"a.md": "«A.»\n\n***\n\n«B.»\n\nC.\n"}, edit: replace("A.", "A.\n\n# H"), why: "“C.” would end up under another heading"},
		"heading order": {files: map[string]string{"a.md": "«A.»\n\n«B.»\n"}, edit: func(s string) string { return order(2, 1)(replace("A.", "A.\n\n# H")(s)) }, why: "under another heading"},
		"a link lost":   {files: map[string]string{"a.md": "«# A\n\nText.»\n", "b.md": "See [A](a.md#a).\n"}, edit: replace("# A", "# B"), why: "lead elsewhere"},
		"a conflict":    {files: map[string]string{"a.md": "«A.»\n\n<<<<<<< HEAD\nB.\n=======\nC.\n>>>>>>> other\n"}, edit: replace("A.", "D."), why: "a.md: Git has left a conflict here"},
		"a conflict in code": {files: map[string]string{"a.md": "«A.»\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> other\n```\n"}, edit: replace("A.", "D."), want: map[string]string{
			"a.md": "D.\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> other\n```\n",
		}},
		"a comment":   {files: map[string]string{"a.md": "«A.»\n\nB.\n"}, edit: replace("A.", "<!-- A."), why: "“B.”"},
		"empty moves": {files: map[string]string{"a.md": chapter}, edit: func(s string) string { return order(2, 3, 1)(replace("Salt keeps meat.", "")(s)) }, why: "has no text"},
	} {
		t.Run(name, func(t *testing.T) {
			w, pieces := workOf(t, c.files)
			after, _, err := saved(t, w, pieces, c.edit)
			if c.want == nil {
				if err == nil || !strings.Contains(err.Error(), c.why) {
					t.Errorf("%v\n%q", err, after)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for path, d := range w.Documents {
				want, isChanged := c.want[path]
				if !isChanged {
					want = d.Text.String()
				}
				if after[path] != want {
					t.Errorf("%s is\n%q, want\n%q", path, after[path], want)
				}
			}
		})
	}
}

func strip(marked string) string { return strings.NewReplacer("«", "", "»", "").Replace(marked) }

// TestSavedTwice checks that a text can be saved although the files have it already, as when the program was killed before it could answer.
func TestSavedTwice(t *testing.T) {
	for name, edit := range map[string]func(string) string{
		"edited": replace("One.", "First.", "Three.", "Third."),
		"moved":  order(3, 1, 2),
		"both":   func(s string) string { return order(3, 1, 2)(replace("One.", "First.", "Three.", "Third.")(s)) },
	} {
		w, pieces := workOf(t, map[string]string{"a.md": "# A\n\n«One.»\n\n«Two.»\n", "b.md": "# B\n\n«Three.»\n\nOut.\n"})
		text, err := Gather(w, pieces...)
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := saved(t, w, pieces, edit)
		if err != nil {
			t.Fatal(err)
		}
		for _, isKnown := range []bool{true, false} {
			was := func(path string) string {
				if isKnown {
					return w.Documents[path].Text.String()
				}
				return ""
			}
			now := workOfTexts(after)
			if c, _, err := Scatter(context.Background(), now, text, was, edit(text.Text)); !errors.Is(err, ErrUnchanged) || len(c.Edits) > 0 {
				t.Errorf("%s, known %v: %v %v", name, isKnown, err, apply(now, c))
			}
		}
	}
}

// TestMovedAndEditedOn checks that a text whose marks name the files before a move can be saved.
func TestMovedAndEditedOn(t *testing.T) {
	files := map[string]string{"a.md": "# A\n\n«One.»\n\n«Two.»\n", "b.md": "# B\n\n«Three.»\n\nOut.\n"}
	for name, c := range map[string]struct {
		edit func(text, sent string) string
		want map[string]string
	}{
		"typed":  {func(_, sent string) string { return replace("Two.", "Two. Four.")(sent) }, map[string]string{"a.md": "# A\n\nOne.\n", "b.md": "# B\n\nThree.\n\nTwo. Four.\n\nOut.\n"}},
		"undone": {func(text, _ string) string { return text }, map[string]string{"a.md": "# A\n\nOne.\n\nTwo.\n", "b.md": "# B\n\nThree.\n\nOut.\n"}},
	} {
		w, pieces := workOf(t, files)
		text, err := Gather(w, pieces...)
		if err != nil {
			t.Fatal(err)
		}
		after, next, err := saved(t, w, pieces, order(1, 3, 2))
		if err != nil {
			t.Fatal(err)
		}
		now := workOfTexts(after)
		change, _, err := Scatter(context.Background(), now, next, unknown, c.edit(text.Text, order(1, 3, 2)(text.Text)))
		if got := apply(now, change); err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%s: %v\n%q, want\n%q", name, err, got, c.want)
		}
	}
}

// TestGatherAgain checks that pieces are found in files that have changed since. If a piece is not found, there must be an error.
func TestGatherAgain(t *testing.T) {
	marked := map[string]string{"a.md": "# A\n\n«One.»\n\n«Two.»\n", "b.md": "# B\n\n«Three.\n\nMore of three.»\n\nOut.\n"}
	w, pieces := workOf(t, marked)
	text, err := Gather(w, pieces...)
	if err != nil {
		t.Fatal(err)
	}
	_, moved, err := saved(t, w, pieces, order(3, 1, 2))
	if err != nil {
		t.Fatal(err)
	}
	files := apply(w, rearrange.Change{})
	after := make(map[string]string) // the files once the piece has moved
	for path, d := range moved.Documents {
		after[path] = d.Text.String()
	}
	for name, c := range map[string]struct {
		text  Text
		was   map[string]string
		files map[string]string
		want  []string // texts of pieces; nil if a piece is nowhere
	}{
		"text above":     {text, files, map[string]string{"a.md": "# New\n\nText.\n\n" + files["a.md"]}, []string{"One.", "Two.", "Three.\n\nMore of three."}},
		"after a crash":  {text, nil, map[string]string{"a.md": "# New\n\nText.\n\n" + files["a.md"]}, []string{"One.", "Two.", "Three.\n\nMore of three."}},
		"edited there":   {text, files, map[string]string{"b.md": strings.Replace(files["b.md"], "More", "Less", 1)}, []string{"One.", "Two.", "Three.\n\nLess of three."}},
		"removed there":  {text, files, map[string]string{"b.md": "# B\n\nOut.\n"}, nil},
		"longer, crash":  {text, nil, map[string]string{"b.md": strings.Replace(files["b.md"], "three.", "three. And more.", 1)}, nil},
		"edited, crash":  {text, nil, map[string]string{"b.md": strings.Replace(files["b.md"], "More", "Less", 1)}, nil},
		"a move undone":  {moved, after, files, []string{"Three.\n\nMore of three.", "One.", "Two."}},
		"nothing at all": {text, files, nil, []string{"One.", "Two.", "Three.\n\nMore of three."}},
	} {
		now := maps.Clone(files)
		maps.Copy(now, c.files)
		again, err := GatherAgain(workOfTexts(now), c.text, func(path string) string { return c.was[path] })
		if (err == nil) != (c.want != nil) {
			t.Errorf("%s: %v\n%s", name, err, again.Text)
		}
		for i, want := range c.want {
			if read := mustRead(t, again.Text); err == nil && (len(read) != len(c.want) || read[i].text != want) {
				t.Errorf("%s: piece %d is %q, want %q", name, i, read[i].text, want)
			}
		}
	}
}

// TestEditedInFileToo checks that an edit is not written into another passage with the same text if the file of a piece has changed since.
func TestEditedInFileToo(t *testing.T) {
	todo := map[string]string{"a.md": "«TODO.»\n\nSea.\n\nTODO.\n"}
	other := map[string]string{"a.md": "«TODO.»\n", "b.md": "«Sea.»\n\nTODO.\n"}
	six := map[string]string{"a.md": "«One.»\n\n«Two.»\n\n«Three.»\n", "b.md": "«Four.»\n\n«Five.»\n\n«Six.»\n"}
	changed, gone := "Piece 1 has been changed in a.md", "Piece 1 is no longer in a.md"
	write := replace("TODO.", "Written.")
	for name, c := range map[string]struct {
		files, now map[string]string
		edit       func(string) string
		want       map[string]string // of the files that change; nil if it is refused
		why        string
	}{
		"rewritten":                       {files: todo, now: map[string]string{"a.md": "TODO: dates.\n\nSea.\n\nTODO.\n"}, edit: write, why: changed},
		"rewritten, and edited as others": {files: todo, now: map[string]string{"a.md": "TODO: dates.\n\nSea.\n\nTODO.\n"}, edit: replace("TODO.", "Sea."), why: changed},
		"rewritten, and its text is new":  {files: map[string]string{"a.md": "«TODO.»\n\nSea.\n"}, now: map[string]string{"a.md": "TODO: dates.\n\nSea.\n\nTODO.\n"}, edit: write, why: changed},
		"rewritten, one in another file":  {files: other, now: map[string]string{"a.md": "TODO: dates.\n"}, edit: write, why: changed},
		"gone":                            {files: todo, now: map[string]string{"a.md": "Sea.\n\nTODO.\n"}, edit: write, why: gone},
		"gone, one in another file":       {files: other, now: map[string]string{"a.md": "Foam.\n"}, edit: write, why: changed},
		"emptied, one in another file":    {files: other, now: map[string]string{"a.md": ""}, edit: write, why: gone},
		"text around it":                  {files: todo, now: map[string]string{"a.md": "New.\n\nTODO.\n\nNew.\n\nSea.\n\nTODO.\n"}, edit: write, want: map[string]string{"a.md": "New.\n\nWritten.\n\nNew.\n\nSea.\n\nTODO.\n"}},
		"section around it": {
			files: map[string]string{"a.md": "# T\n\n«## A\n\nTODO.\n»\n## B\n\nb\n"}, now: map[string]string{"a.md": "# T\n\n## A\n\nTODO.\n\n## N\n\nn\n\n## B\n\nb\n"},
			edit: write, want: map[string]string{"a.md": "# T\n\n## A\n\nWritten.\n\n## N\n\nn\n\n## B\n\nb\n"},
		},
		"moved":                 {files: map[string]string{"a.md": "«TODO.»\n\nSea.\n\nFoam.\n"}, now: map[string]string{"a.md": "Sea.\n\nFoam.\n\nTODO.\n"}, edit: write, want: map[string]string{"a.md": "Sea.\n\nFoam.\n\nWritten.\n"}},
		"moved to another file": {files: map[string]string{"a.md": "«TODO.»\n\nFoam.\n", "b.md": "«Sea.»\n"}, now: map[string]string{"a.md": "Foam.\n", "b.md": "Sea.\n\nTODO.\n"}, edit: write, want: map[string]string{"b.md": "Sea.\n\nWritten.\n"}},
		"exchanged with another": {
			files: six, now: map[string]string{"a.md": "One.\n\nFive.\n\nThree.\n", "b.md": "Four.\n\nTwo.\n\nSix.\n"},
			edit: func(s string) string { return order(1, 5, 3, 4, 2, 6)(replace("Two.", "Second.")(s)) }, want: map[string]string{"b.md": "Four.\n\nSecond.\n\nSix.\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, pieces := workOf(t, c.files)
			text, err := Gather(w, pieces...)
			if err != nil {
				t.Fatal(err)
			}
			texts := apply(w, rearrange.Change{})
			maps.Copy(texts, c.now)
			now := workOfTexts(texts)
			change, _, err := Scatter(context.Background(), now, text, func(path string) string { return w.Documents[path].Text.String() }, c.edit(text.Text))
			got := apply(now, change)
			if c.want == nil {
				if err == nil || !strings.Contains(err.Error(), c.why) || !maps.Equal(got, texts) {
					t.Errorf("%v\n%q", err, got)
				}
				return
			}
			maps.Copy(texts, c.want)
			if err != nil || !maps.Equal(got, texts) {
				t.Errorf("%v\n%q, want\n%q", err, got, texts)
			}
		})
	}
}
