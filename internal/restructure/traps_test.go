package restructure

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/filename"
)

// TestTraps applies the actions at the marks in small documents, and compares the results with
// those in the same file, as in
//
//	@@ what the case is about
//	# A
//
//	⟦moveFragmentDown⟧One.
//
//	@@ becomes
//	…
//	@@ file parts/a.md
//	…
//
// Instead of a result there may be `@@ refused: a part of the sentence`. The file is one that the
// action creates, or one that already exists and is inlined. Every paragraph is a fragment.
func TestTraps(t *testing.T) {
	files, err := filepath.Glob("testdata/traps/*")
	if err != nil || len(files) < len(markup.Formats)-1 {
		t.Fatal("no traps")
	}
	for _, path := range files {
		format, _ := markup.ByFileName(path)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range trapsIn(string(raw)) {
			t.Run(filepath.Base(path)+"/"+c.title, func(t *testing.T) { c.check(t, format) })
		}
	}
}

// trap is a document with a mark and the expected result.
type trap struct {
	title, text string
	becomes     string // "" if it is refused
	refused     string // a part of the sentence
	path, file  string
}

func trapsIn(all string) (traps []trap) {
	for _, part := range strings.Split("\n"+all, "\n@@ ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		body = strings.TrimRight(body, "\n") + "\n"
		body = strings.NewReplacer("␍\n", "\r\n", "␂", "\ufeff", "␤\n", "\n", "␀", "\xff").Replace(body)
		last := len(traps) - 1
		switch {
		case head == "becomes":
			traps[last].becomes = body
		case strings.HasPrefix(head, "refused: "):
			traps[last].refused = strings.TrimPrefix(head, "refused: ")
		case strings.HasPrefix(head, "file "):
			traps[last].path, traps[last].file = strings.TrimPrefix(head, "file "), body
		default:
			traps = append(traps, trap{title: head, text: body})
		}
	}
	return traps
}

func (c trap) check(t *testing.T, format markup.Format) {
	from, to := strings.Index(c.text, "⟦"), strings.Index(c.text, "⟧")
	if from < 0 || to < 0 {
		t.Fatal("no mark")
	}
	action := strings.Fields(c.text[from+len("⟦") : to])
	text := c.text[:from] + c.text[to+len("⟧"):]
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 1, 1000
	d := analysis.New(text, format, s)
	e, err := c.act(d, action[0], action[1:], from)
	switch {
	case err != nil && (c.refused == "" || !strings.Contains(err.Error(), c.refused)):
		t.Errorf("it is refused: %v", err)
	case err == nil && c.becomes == "":
		t.Errorf("it is done:\n%s%v", e.Apply(text), e.Files)
	case err == nil:
		wellFormed(t, d, e)
		if got := e.Apply(text); got != c.becomes {
			t.Errorf("it becomes\n%s\nwant\n%s", got, c.becomes)
		}
		if strings.HasPrefix(action[0], "extract") && (e.Files[0].Path != c.path || e.Files[0].Text != c.file) {
			t.Errorf("the file %s is\n%s\nwant\n%s", e.Files[0].Path, e.Files[0].Text, c.file)
		}
	}
}

// act applies the action of a mark at an offset.
func (c trap) act(d *analysis.Document, action string, more []string, at int) (Edit, error) {
	fragment, section, paragraph := FragmentAt(d, at), SectionAt(d, at), ParagraphAt(d, at)
	titled := slices.IndexFunc(d.Sections(), func(s analysis.Section) bool { return s.Title == strings.Join(more, " ") })
	place := NewFilePlace{Source: "book" + d.Format.Extensions[0]}
	if folder, _, ok := strings.Cut(c.path, "/"); ok {
		place.Folder, place.Back = folder, ".."
	}
	x := Extraction{NewFilePlace: place, Name: func(title string) string { return filename.Slug(title) + d.Format.Extensions[0] }}
	switch action {
	case "moveFragmentUp":
		return MoveFragmentUp(d, fragment)
	case "moveFragmentDown":
		return MoveFragmentDown(d, fragment)
	case "moveFragmentFirst":
		return MoveFragment(d, fragment, Before.PlaceBeside(0))
	case "moveFragmentLast":
		return MoveFragment(d, fragment, Before.PlaceBeside(len(d.Fragments())))
	case "moveFragmentUnder":
		return MoveFragment(d, fragment, Under.PlaceBeside(titled))
	case "moveSectionUp":
		return MoveSectionUp(d, section, Keep)
	case "moveSectionDown":
		return MoveSectionDown(d, section, Keep)
	case "removeHeading":
		return RemoveHeading(d, section)
	case "insertHeading":
		return InsertHeading(d, fragment, "")
	case "pin":
		return PinBoundary(d, fragment)
	case "set":
		return SetTextSetting(d, sentence.New("Set"), "cost", "linear")
	case "splitHere":
		return SplitParagraphAt(d, paragraph, at)
	case "merge":
		return MergeParagraphWithNext(d, paragraph)
	case "extractFragment":
		return ExtractFragment(d, fragment, x)
	case "extractSection":
		return ExtractSection(d, section, x)
	case "splitDocument":
		return SplitDocument(d, ByHeadings, x)
	case "inline":
		return Inline(d, at, place, c.file)
	}
	return Edit{}, refuse("no action %s", action)
}
