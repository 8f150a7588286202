package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/find"
	"github.com/segls/segls/internal/restructure"
)

// Engine holds the texts that are open.
type Engine struct {
	texts map[int]*text
	runs  map[int]*chunkRun // that wait for counts of tokens
	last  int               // number of the last text or run
}

// text is an open text.
type text struct {
	path     string
	settings analysis.Settings
	fixed    []string // settings set by the page, which take precedence over directives
	document *analysis.Document
	past     []*analysis.Document // the documents before the last actions, the newest last; undo restores their fragments
}

// mostPast is the greatest length of past, whose documents share most of their memory.
const mostPast = 10

// New returns an engine without texts.
func New() *Engine { return &Engine{texts: make(map[int]*text), runs: make(map[int]*chunkRun)} }

// request has the fields of all calls; each call uses some of them.
type request struct {
	ID       int                `json:"id"` // of the text, or of the run that has asked for counts
	Path     string             `json:"path"`
	Settings map[string]any     `json:"settings"`
	Start    int                `json:"start"`
	End      int                `json:"end"`
	Compare  []string           `json:"compare"`
	Gaps     []int              `json:"gaps"` // by the number of paragraphs before each
	Offsets  []int              `json:"offsets"`
	Action   string             `json:"action"`
	At       int                `json:"at"`     // index of a fragment or paragraph
	Before   int                `json:"before"` // the fragment before which to move it
	After    *int               `json:"after"`  // or the fragment after which to move it
	Title    string             `json:"title"`
	Limits   limits             `json:"limits"`
	Counts   []int              `json:"counts"`
	Texts    []namedText        `json:"texts"`
	Query    string             `json:"query"`
	Length   find.PassageLength `json:"length"`
	Top      int                `json:"top"`
	MinScore float64            `json:"minScore"`
	Old      string             `json:"old"`
	New      string             `json:"new"`

	WordsPerMinute      int `json:"wordsPerMinute"`
	WordsPerMinuteAloud int `json:"wordsPerMinuteAloud"`
}

// Call answers a request in JSON with an answer in JSON. content is the text to open or to insert.
func (e *Engine) Call(method string, params []byte, content string) ([]byte, error) {
	var r request
	if err := json.Unmarshal(params, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	switch method {
	case "open":
		return e.open(r, content)
	case "methods":
		return encode(answer.Methods())
	case "settings":
		return encode(declaredSettings())
	case "counted":
		return e.acceptCounts(r)
	case "find":
		return e.find(r)
	case "diff":
		return e.diff(r)
	}
	t := e.texts[r.ID]
	if t == nil {
		return nil, errors.New("the text has been closed")
	}
	switch method {
	case "close":
		delete(e.texts, r.ID)
		return nil, nil
	case "text":
		return encode(t.document.Text.String())
	case "set":
		return nil, t.replaceSettings(r.Settings)
	case "edit":
		return nil, t.edit(r.Start, r.End, content)
	case "rest":
		return nil, t.replaceDocument(t.document.Settle(context.Background()))
	case "fragment":
		return encode(answer.DocumentOf(t.path, t.document))
	case "chunk":
		return e.startChunking(t, r.Limits)
	case "stats":
		return t.stats(r)
	case "curve":
		return t.curve(r.Compare)
	case "explain":
		return t.explain(r.Gaps)
	case "indexes":
		return encode(t.utf16Indexes(r.Offsets))
	case "act":
		return t.restructure(r)
	}
	return nil, fmt.Errorf("the engine has no %q", method)
}

// argumentError is an error about the arguments of a call.
type argumentError struct{ error }

func argumentErrorf(format string, a ...any) error { return argumentError{fmt.Errorf(format, a...)} }

// IsArgumentError reports whether an error of [Engine.Call] is about invalid arguments.
func IsArgumentError(err error) bool {
	var wrong argumentError
	return errors.As(err, &wrong)
}

func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return b.Bytes(), err
}

func (e *Engine) open(r request, content string) ([]byte, error) {
	t := &text{path: r.Path}
	if t.path == "" {
		t.path = "-" // the command line's name for a text without a name
	}
	if err := t.setSettings(r.Settings); err != nil {
		return nil, err
	}
	t.analyze(content)
	e.last++
	e.texts[e.last] = t
	return encode(e.last)
}

// setSettings sets the given settings, and all others to their defaults; if one of them is invalid, it changes nothing.
func (t *text) setSettings(values map[string]any) error {
	s := known.Defaults()
	var fixed, asGiven []string // pairs of a name and its spelling in values
	for _, name := range slices.Sorted(maps.Keys(values)) {
		d, isKnown := known.Find(name)
		err := known.Set(&s, name, values[name])
		switch {
		case err != nil && isKnown:
			return argumentErrorf("%s", strings.Replace(err.Error(), d.Name+":", name+":", 1))
		case err != nil:
			return argumentError{err}
		}
		fixed, asGiven = append(fixed, d.Name), append(asGiven, d.Name, name)
	}
	if s.MaxWords > 0 && s.MinWords > s.MaxWords {
		return argumentErrorf("%s", strings.NewReplacer(asGiven...).Replace(fmt.Sprintf("min-words (%d) is more than max-words (%d)", s.MinWords, s.MaxWords)))
	}
	t.settings, t.fixed = s, fixed
	return nil
}

// replaceSettings replaces the settings of a text, and analyses the text again.
func (t *text) replaceSettings(values map[string]any) error {
	before := t.settings.Markup
	if err := t.setSettings(values); err != nil {
		return err
	}
	if t.settings.Markup != before {
		t.analyze(t.document.Text.String())
		return nil
	}
	return t.replaceDocument(t.document.With(context.Background(), t.settings, t.fixed...))
}

// analyze makes the document of a text under its settings.
func (t *text) analyze(content string) {
	format, _ := t.settings.FormatOf(t.path, "")
	t.document = analysis.New(content, format, t.settings, t.fixed...)
}

func (t *text) replaceDocument(d *analysis.Document, err error) error {
	if err == nil {
		t.document = d
	}
	return err
}

// edit replaces the UTF-16 code units [start, end).
func (t *text) edit(start, end int, with string) error {
	d := t.document
	if length := d.Text.Count(markup.Span{End: d.Text.Len()}, rope.UTF16); start < 0 || end < start || end > length {
		return argumentErrorf("there is nothing from %d to %d in a text of %d code units", start, end, length)
	}
	from := d.Text.Advance(0, start, rope.UTF16)
	span := markup.Span{Start: from, End: d.Text.Advance(from, end-start, rope.UTF16)}
	edit := analysis.Replace(d.Text, span, with)
	for _, p := range t.past {
		if p.Text.Equal(edit.Text) && p.Settings == d.Settings {
			t.document = p
			return nil
		}
	}
	return t.replaceDocument(d.Edit(context.Background(), edit))
}

func (t *text) curve(compared []string) ([]byte, error) {
	texts := []answer.Text{{Path: t.path, Document: t.document}}
	curves, _, err := answer.CompareSettings("compare", texts, compared, func(s analysis.Settings) ([]answer.Text, error) {
		d, err := t.document.With(context.Background(), s, analysis.SettingNames...)
		return []answer.Text{{Path: t.path, Document: d}}, err
	})
	if err != nil {
		return nil, argumentError{err}
	}
	return encode(answer.FigureOf(t.path, curves...))
}

// explain explains the boundaries in the given gaps, or their absence. If no gaps are given, it explains all.
func (t *text) explain(after []int) ([]byte, error) {
	all := len(t.document.Curve())
	gaps := make([]int, len(after))
	for i, n := range after {
		if gaps[i] = n - 1; n < 1 || n > all {
			return nil, argumentErrorf("there is no gap after paragraph %d of %d", n, all+1)
		}
	}
	if after == nil {
		gaps = make([]int, all)
		for g := range gaps {
			gaps[g] = g
		}
	}
	return encode(answer.ExplanationOf(t.path, t.document, gaps))
}

// utf16Indexes converts byte offsets to indexes in a JavaScript string.
func (t *text) utf16Indexes(offsets []int) []int {
	content := t.document.Text
	indexes := make([]int, len(offsets))
	for i, o := range offsets {
		indexes[i] = content.Count(markup.Span{End: min(max(0, o), content.Len())}, rope.UTF16)
	}
	return indexes
}

// change is the effect of an action on a text, with places in the JavaScript string before the action.
type change struct {
	Title        string        `json:"title"`
	Replacements []replacement `json:"replacements"` // in the order of the text
}

type replacement struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// restructure changes the structure of a text. If it returns an error, the text is unchanged.
func (t *text) restructure(r request) ([]byte, error) {
	e, err := t.actionEdit(r)
	if err != nil {
		return nil, err
	}
	c := change{Title: e.Title.String(), Replacements: []replacement{}}
	for _, x := range e.Replacements {
		at := t.utf16Indexes([]int{x.Span.Start, x.Span.End})
		c.Replacements = append(c.Replacements, replacement{at[0], at[1], x.Text})
	}
	before := t.document
	if err := t.replaceDocument(before.Edit(context.Background(), e.AnalysisEdit(before.Text))); err != nil {
		return nil, err
	}
	t.past = append(t.past[max(0, len(t.past)-mostPast+1):], before)
	return encode(c)
}

func (t *text) actionEdit(r request) (restructure.Edit, error) {
	d := t.document
	fragments, paragraphs := len(d.Fragments()), len(d.Paragraphs())
	switch r.Action {
	case "split-paragraph", "merge-paragraph":
		if r.At < 0 || r.At >= paragraphs {
			return restructure.Edit{}, argumentErrorf("there is no paragraph %d; the text has %d, counted from 0", r.At, paragraphs)
		}
	default:
		if r.At < 0 || r.At >= fragments {
			return restructure.Edit{}, argumentErrorf("there is no fragment %d; the text has %d, counted from 0", r.At, fragments)
		}
		if r.Before < 0 || r.Before > fragments {
			return restructure.Edit{}, argumentErrorf("there is no place before fragment %d; the text has %d fragments, counted from 0", r.Before, fragments)
		}
		if r.After != nil && (*r.After < 0 || *r.After >= fragments) {
			return restructure.Edit{}, argumentErrorf("there is no fragment %d; the text has %d, counted from 0", *r.After, fragments)
		}
	}
	switch r.Action {
	case "move-fragment":
		if r.After != nil {
			return restructure.MoveFragment(d, r.At, restructure.After.PlaceBeside(*r.After))
		}
		return restructure.MoveFragment(d, r.At, restructure.Before.PlaceBeside(r.Before))
	case "move-fragment-up":
		return restructure.MoveFragmentUp(d, r.At)
	case "move-fragment-down":
		return restructure.MoveFragmentDown(d, r.At)
	case "merge-fragments":
		return restructure.MergeFragments(d, r.At)
	case "insert-heading":
		return restructure.InsertHeading(d, r.At, "")
	case "split-paragraph":
		return restructure.SplitParagraph(d, r.At)
	case "merge-paragraph":
		return restructure.MergeParagraph(d, r.At)
	}
	return restructure.Edit{}, fmt.Errorf("there is no action %q", r.Action)
}
