package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

func newSession(t *testing.T) *Session {
	t.Helper()
	settings := DeclaredSettings.Defaults()
	settings.Analysis.PreferredWords = 40
	return New(Analyst{
		Analyze: analysis.Analyze, Edit: (*analysis.Document).Edit,
		Caught: func(during string, panicked any) error {
			if panicked != nil {
				t.Errorf("%s: %v", during, panicked)
				return ErrPanicked
			}
			return nil
		},
	}, Options{
		Largest:    1 << 20,
		SettingsOf: func(_ string, paths []string) []Settings { return slices.Repeat([]Settings{settings}, len(paths)) },
	})
}

// content returns a text with the settings of newSession.
func content(path, text string) Content {
	settings := DeclaredSettings.Defaults()
	settings.Analysis.PreferredWords = 40
	return Content{URI: "file://" + path, Path: path, Version: 1, Text: rope.New(text), Format: markup.Markdown, Settings: settings}
}

// prose returns the given number of paragraphs; after every four, the topic changes.
func prose(paragraphs int) string {
	topics := []string{"salt pan brine evaporation", "bell tower rope ringer", "loaf oven flour baker", "tide moon harbour mud"}
	var b strings.Builder
	for i := range paragraphs {
		words := strings.Fields(topics[i/4%len(topics)])
		fmt.Fprintf(&b, "The %s and the %s are near the %s, where the %s of %d was seen.\n\n", words[i%4], words[(i+1)%4], words[(i+2)%4], words[(i+3)%4], i)
	}
	return b.String()
}

func document(t *testing.T, f *File) *analysis.Document {
	t.Helper()
	d, err := f.Document(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// starts returns the paragraphs that begin fragments.
func starts(d *analysis.Document) (list []int) {
	for _, f := range d.Fragments() {
		list = append(list, f.First)
	}
	return list
}

func insert(t *testing.T, s *Session, uri string, at int, with string) *File {
	t.Helper()
	f := s.Current().File(uri)
	edit := analysis.Replace(f.Text, markup.Span{Start: at, End: at}, with)
	return s.ApplyEdits(uri, f.Version+1, edit.Text, nil, edit)
}

// TestSnapshotsNeverChange checks that a snapshot keeps its files when files are edited, opened and closed.
func TestSnapshotsNeverChange(t *testing.T) {
	s := newSession(t)
	f := s.Open(content("/a.md", prose(20)))
	was := document(t, f)
	before := s.Current()
	next := insert(t, s, f.URI, 0, "Salt. ")
	s.Open(content("/b.md", prose(4)))
	s.Close(f.URI)
	if before.File(f.URI) != f || document(t, f) != was || before.File("file:///b.md") != nil {
		t.Error("a snapshot has changed")
	}
	if now := s.Current(); now.File(f.URI) != nil || now.File("file:///b.md") == nil {
		t.Error("the newest snapshot is not what came last")
	}
	if next.Version != 2 || !next.IsEdited || f.IsEdited {
		t.Errorf("version %d, edited %t; before it, edited %t", next.Version, next.IsEdited, f.IsEdited)
	}
}

// TestReplacedIsCancelled checks that waiting for the analysis of a replaced text returns an error.
func TestReplacedIsCancelled(t *testing.T) {
	s := newSession(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	s.Analyze = func(ctx context.Context, text rope.Text, f markup.Format, settings analysis.Settings, fixed ...string) (*analysis.Document, error) {
		if strings.HasPrefix(text.String(), "First") {
			close(begun)
			<-ctx.Done()
			<-goOn
		}
		return analysis.Analyze(ctx, text, f, settings, fixed...)
	}
	first := s.Open(content("/a.md", "First. "+prose(8)))
	first.StartAnalysis()
	<-begun
	second := insert(t, s, first.URI, 0, "Second. ")
	close(goOn)
	if _, err := first.Document(context.Background()); !errors.Is(err, ErrReplaced) {
		t.Errorf("the replaced text: %v", err)
	}
	d := document(t, second)
	if s.ReplaceAnalysis(first, d) {
		t.Error("an analysis of a text that is gone is shown")
	}
	if !s.ReplaceAnalysis(second, d) || s.Current().File(first.URI) == second {
		t.Error("the newest text is not shown")
	}
}

// TestUndoShowsTheSame checks that a restored text is shown with its old fragments, not with those of a fresh analysis.
func TestUndoShowsTheSame(t *testing.T) {
	s := newSession(t)
	f := s.Open(content("/a.md", prose(24)))
	d := document(t, f)
	held := d.Hold(markup.Span{Start: d.Paragraph(1).Span.Start, End: d.Paragraph(2).Span.End})
	if !s.ReplaceAnalysis(f, held) {
		t.Fatal("not shown")
	}
	f = insert(t, s, f.URI, 0, "\n\n# A heading\n\nAnd a paragraph.\n\n")
	document(t, f)
	edit := analysis.Replace(f.Text, markup.Span{End: f.Text.Len() - held.Text.Len()}, "")
	f = s.ApplyEdits(f.URI, 4, edit.Text, nil, edit)
	if got := document(t, f); !slices.Equal(starts(got), starts(held)) || got.Fragments()[1].ID != held.Fragments()[1].ID {
		t.Errorf("fragments begin with %v after undo, before it with %v", starts(got), starts(held))
	}
	if _, ok := f.ShownFor(rope.New("another text")); ok {
		t.Error("a text is remembered that there never was")
	}
}

// TestWorkAgreesWithOpenFiles checks that a snapshot shows the open file as its work does, after edits, rests and readings in random order.
func TestWorkAgreesWithOpenFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("SUMMARY.md", "# Summary\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n")
	for i, name := range []string{"a.md", "b.md", "c.md"} {
		write(name, "# "+name+"\n\n"+prose(8+4*i))
	}
	s := newSession(t)
	a := filepath.Join(folder, "a.md")
	text, _ := os.ReadFile(a)
	uri := s.Open(content(a, string(text))).URI
	w, isNew := s.FindWork(folder, a, false)
	if w == nil || !isNew {
		t.Fatal("no work is found")
	}
	if err := s.ReadWork(t.Context(), w.ID); err != nil {
		t.Fatal(err)
	}
	s.EnterWork(t.Context(), uri)
	r := rand.New(rand.NewPCG(46, 5))
	for step := range 60 {
		switch r.IntN(4) {
		case 0, 1:
			insert(t, s, uri, r.IntN(s.Current().File(uri).Text.Len()), "salt ")
		case 2:
			f := s.Current().File(uri)
			document(t, f)
			rested, err := f.Settled()
			if err != nil {
				t.Fatal(err)
			}
			if !s.ReplaceAnalysis(f, rested) {
				t.Fatal("a rest of the newest text is not shown")
			}
			now := s.Current()
			if shown, inWork := starts(document(t, now.File(uri))), starts(now.Work(w.ID).Document("a.md")); !slices.Equal(shown, inWork) {
				t.Fatalf("step %d: fragments begin with %v, in the work with %v", step, shown, inWork)
			}
		case 3:
			write("b.md", fmt.Sprintf("# b\n\nStep %d.\n\n%s", step, prose(8)))
			s.RereadFile(t.Context(), w.ID, "b.md")
			if got := s.Current().Work(w.ID).Document("b.md").Text.String(); !strings.Contains(got, fmt.Sprintf("Step %d.", step)) {
				t.Fatalf("step %d: the file has not been read again", step)
			}
		}
	}
	write("SUMMARY.md", "# Summary\n\n- [A](a.md)\n- [C](c.md)\n")
	if next, outcome := s.RereadOrder(w.ID); outcome != OrderIsNew || !slices.Equal(next.Order.Files(), []string{"a.md", "c.md"}) {
		t.Errorf("an order that names other files: outcome %d, %v", outcome, next.Order.Files())
	}
	forgetFirst := s.ForgetShown(w.ID)
	s.ExpectShown(w.ID, map[string]ShownText{"c.md": {}})
	for _, tt := range []struct {
		forget func()
		want   bool
	}{{forgetFirst, true}, {s.ForgetShown(w.ID), false}} {
		tt.forget()
		if _, ok := s.Current().expectedShown(filepath.Join(folder, "c.md")); ok != tt.want {
			t.Errorf("the fragments to show after a pending change are known: %v, want %v", ok, tt.want)
		}
	}
	s.EndWork(w.ID)
	if s.Current().WorkOf(a) != nil {
		t.Error("a work is there after its end")
	}
}

// TestManyAtOnce runs writers and readers concurrently, for the race detector, and checks that every analysis is of its file's text.
func TestManyAtOnce(t *testing.T) {
	s := newSession(t)
	uri := s.Open(content("/a.md", prose(12))).URI
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 30 {
				f := s.Current().File(uri)
				d, err := f.Document(context.Background())
				switch {
				case errors.Is(err, ErrReplaced):
				case err != nil:
					t.Error(err)
				case !d.Text.Equal(f.Text):
					t.Error("an analysis is of another text than its file")
				default:
					if rested, err := f.Settled(); err == nil {
						s.ReplaceAnalysis(f, rested)
					}
				}
			}
		})
	}
	for i := range 60 {
		insert(t, s, uri, i, "x")
	}
	group.Wait()
}
