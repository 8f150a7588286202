package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/find"
	"github.com/segls/segls/internal/library"
)

// namedText is a text with its name.
type namedText struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// find returns the passages of some texts that answer a query.
func (e *Engine) find(r request) ([]byte, error) {
	o, err := r.Length.Options(cmp.Or(r.Top, 10))
	if err != nil {
		return nil, argumentError{err}
	}
	o.MinScore = r.MinScore
	s := searchedTexts{texts: make(map[string]namedText), settings: known.Defaults()}
	var reader library.Reader
	var files []library.EncodedText
	for i, n := range r.Texts {
		if n.Path == "" {
			n.Path = fmt.Sprintf("%d", i)
		}
		if _, ok := s.texts[n.Path]; ok {
			return nil, argumentError{fmt.Errorf("two texts have the path %q", n.Path)}
		}
		t := &text{path: n.Path}
		if err := t.setSettings(r.Settings); err != nil {
			return nil, err
		}
		if !slices.Contains(t.fixed, preferredWords) {
			t.settings.PreferredWords = analysis.Defaults().PreferredWords // as in the library of segls find
		}
		t.analyze(n.Text)
		s.settings, s.texts[n.Path] = t.settings, n
		files = append(files, library.EncodedText{Name: n.Path, Encoded: string(reader.Read(t.document, n.Path).Append(nil))})
	}
	slices.SortFunc(files, func(a, b library.EncodedText) int { return cmp.Compare(a.Name, b.Name) })
	s.words = sync.OnceValue(func() []string {
		all := make(map[string]bool)
		for _, n := range s.texts {
			maps.Copy(all, library.PlainWords([]byte(n.Text)))
		}
		return slices.Sorted(maps.Keys(all))
	})
	index, _ := library.New(files)
	hits, err := find.Find(context.Background(), index, s, find.Parse(r.Query, false), o)
	if err != nil {
		return nil, err
	}
	list := make([]answer.Hit, len(hits))
	for i, h := range hits {
		list[i] = answer.HitOf(h, false)
	}
	return encode(list)
}

// searchedTexts holds the texts that are searched.
type searchedTexts struct {
	texts    map[string]namedText
	settings analysis.Settings
	words    func() []string // of all texts, sorted
}

// Text implements [find.Texts].
func (s searchedTexts) Text(name string) (string, markup.Format, analysis.Settings, bool) {
	n, ok := s.texts[name]
	settings := s.settings
	format, _ := settings.FormatOf(name, "")
	return n.Text, format, settings, ok
}

// WordsWithPrefix implements [find.Texts].
func (s searchedTexts) WordsWithPrefix(_ context.Context, letters string) ([]string, error) {
	return library.WordsWithPrefix(s.words(), letters), nil
}

// diff returns the changes between two versions of a text.
func (e *Engine) diff(r request) ([]byte, error) {
	works := make([]difference.Version, 2)
	for i, content := range []string{r.Old, r.New} {
		t := &text{path: cmp.Or(r.Path, "-")}
		if err := t.setSettings(r.Settings); err != nil {
			return nil, err
		}
		t.analyze(content)
		works[i].Files = []difference.File{{Path: t.path, Name: "the text", Document: t.document}}
		works[i] = works[i].WithoutDocument()
	}
	return encode(answer.DifferenceOf(difference.Compare(works[0], works[1])))
}

// stats returns the lengths of a text.
func (t *text) stats(r request) ([]byte, error) {
	speeds := answer.Speeds{Silent: cmp.Or(r.WordsPerMinute, analysis.WordsPerMinute), Aloud: cmp.Or(r.WordsPerMinuteAloud, analysis.WordsPerMinuteAloud)}
	s := answer.Stats{Texts: []answer.TextStats{}, Speed: &speeds}
	s.Add(answer.StatsOf(t.path, t.document, &speeds))
	s.Finish()
	return encode(s)
}
