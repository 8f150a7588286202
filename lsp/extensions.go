package lsp

import (
	"context"
	"maps"
	"math"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/session"
)

// Requests and notifications beyond LSP, for extensions that draw what LSP cannot show. docs/extensions.md documents them.
const (
	requestFragments      = "segls/fragments"
	requestCurve          = "segls/curve"
	requestSetSession     = "segls/setSession"
	requestExplain        = "segls/explain"
	requestMove           = "segls/move"
	requestArrange        = "segls/arrange"
	requestHeld           = "segls/held"
	requestStatusOf       = "segls/status"
	requestWork           = "segls/work"
	requestWorkHint       = "segls/workHint"
	requestWorkCurve      = "segls/workCurve"
	requestChanges        = "segls/changes"
	requestFind           = "segls/find"
	requestRelated        = "segls/related"
	requestBacklinks      = "segls/backlinks"
	requestDuplicates     = "segls/duplicates"
	requestMisplaced      = "segls/misplaced"
	requestPlaces         = "segls/places"
	requestGather         = "segls/gather"
	requestScatter        = "segls/scatter"
	requestSetCells       = "segls/setCells"
	notificationDidUpdate = "segls/didUpdate"

	notificationDidUpdateWork = "segls/didUpdateWork"
)

// textParams are the parameters of requests about a document.
type textParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// respond answers with the result of a function of the document's view, or null if there is no view.
func (s *Server) respond(ctx context.Context, u uri.URI, of func(*analysedFile) any) (any, error) {
	v, err := s.analysedFile(ctx, u)
	if v == nil {
		return nil, err
	}
	return of(v.wholeNotebook()), nil
}

// fragmentsParams are the parameters of segls/fragments.
type fragmentsParams struct {
	textParams
	Finer int `json:"finer"` // the number of boundaries to add to those shown; if negative, to remove
}

// fragments answers with the fragments of a document. See [analysis.Document.AdjustBoundaries] for Finer.
func (s *Server) fragments(ctx context.Context, p fragmentsParams) (any, error) {
	v, err := s.analysedFile(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	v = v.wholeNotebook()
	if p.Finer != 0 {
		other := *v
		if other.Document, err = v.Document.AdjustBoundaries(p.Finer); err != nil {
			return nil, toFailure(err)
		}
		v = &other
	}
	return v.fragmentsResult(), nil
}

// fragmentsResult answers segls/fragments. Like the types below it, it has the names of the command line's JSON, with ranges in
// place of offsets.
type fragmentsResult struct {
	Version    int32            `json:"version"`
	Markup     string           `json:"markup"`
	Language   string           `json:"language"`
	Words      int              `json:"words"`
	Wanted     int              `json:"wanted"` // the length in words that the text sets for itself; 0 if none
	Target     int              `json:"target"` // the preferred words of a fragment; computed for `preferred-words = auto`
	Own        string           `json:"own"`    // a sentence with the length of the author's own sections or scenes, if that is the target; else ""
	Quiet      bool             `json:"quiet"`  // nothing is suggested in the document
	Settings   map[string]any   `json:"settings"`
	Fragments  []fragmentResult `json:"fragments"`
	Sections   []sectionResult  `json:"sections"`
	Scenes     []sceneResult    `json:"scenes"` // none if no break divides the text
	Statistics statisticsResult `json:"statistics"`
	Cells      []cellResult     `json:"cells,omitempty"` // of a notebook; ranges count lines of all cells
}

type fragmentResult struct {
	ID         string         `json:"id"` // for commands and segls/move
	Range      protocol.Range `json:"range"`
	Paragraphs int            `json:"paragraphs"`
	Words      int            `json:"words"`
	Terms      []string       `json:"terms"`
	Title      string         `json:"title"`
	TitleKind  string         `json:"titleKind"` // given, phrase, first-words or none
	Opening    string         `json:"opening"`   // its first words, without markup
	Suggested  bool           `json:"suggested"` // it begins at a boundary that no heading or scene break marks
	Sureness   string         `json:"sureness"`  // of the suggestion: sure, fairly sure, perhaps; "" if nothing is weighed
	Pinned     bool           `json:"pinned"`    // a directive sets the boundary before it
	Held       bool           `json:"held"`      // it stays whole because it has been moved
	Synopsis   string         `json:"synopsis"`  // from a directive
	Label      string         `json:"label"`
	Color      string         `json:"color"` // of the label
	Status     string         `json:"status"`
	Scene      int            `json:"scene"` // the number of its scene, from 1 after each heading; 0 if no break divides the section

	// Similarity is the similarity of the two sides of the gap before the fragment; null for the first.
	Similarity *float64 `json:"similarity"`
}

type sectionResult struct {
	ID    string         `json:"id"`
	Title string         `json:"title"`
	Level int            `json:"level"` // 1 is the highest
	Range protocol.Range `json:"range"` // from its heading to the next heading outside it

	Words  int `json:"words"`  // before its first subsection
	Total  int `json:"total"`  // with its subsections
	Wanted int `json:"wanted"` // the length in words that the text sets for it; 0 if none
}

type sceneResult struct {
	ID        string `json:"id"`        // of its first fragment
	Fragments int    `json:"fragments"` // the number of its fragments
	Number    int    `json:"number"`    // from 1 after each heading
	Of        int    `json:"of"`        // the number of scenes up to the next heading
	Words     int    `json:"words"`
	Wanted    int    `json:"wanted"` // the length in words that the text sets for it; 0 if none
}

type statisticsResult struct {
	Average   float64 `json:"average"`
	Min       int     `json:"min"`
	Max       int     `json:"max"`
	Deviation float64 `json:"deviation"`
}

func (v *analysedFile) fragmentsResult() fragmentsResult {
	v.DescribeWithTitles()
	list, notes := make([]fragmentResult, len(v.Fragments())), v.Document.Notes()
	cards := v.fragmentCards(v.Fragments())
	for i, f := range v.Fragments() {
		title := f.Title()
		sure, _ := f.Sureness()
		list[i] = fragmentResult{f.ID, v.contentRange(f.Span), f.End - f.First, f.Words, f.Terms(), title.Text, string(title.Kind), v.opening(&f, cards[i]), f.Suggested, sure, f.Pinned, f.Held, notes[i].Synopsis, notes[i].Label, notes[i].Color, notes[i].Status, 0, nil}
		if f.First > 0 {
			list[i].Similarity = &v.Curve()[f.First-1]
		}
	}
	scenes := v.Scenes()
	sceneResults, targets := make([]sceneResult, len(scenes)), v.Document.SceneTargets(scenes)
	for k, s := range scenes {
		sceneResults[k] = sceneResult{v.Fragment(s.First).ID, s.End - s.First, s.Number, s.Of, s.Words(v.Document), targets[k]}
		for i := s.First; i < s.End && s.Of > 1; i++ {
			list[i].Scene = s.Number
		}
	}
	sections := make([]sectionResult, len(v.Sections()))
	own, total := v.Document.SectionWords()
	for i, s := range v.Sections() {
		sections[i] = sectionResult{ID: s.ID, Title: s.Title, Level: s.Level, Range: v.contentRange(s.Span), Words: own[i], Total: total[i]}
	}
	for _, target := range v.Document.Targets() {
		if target.Section >= 0 {
			sections[target.Section].Wanted = target.Words
		}
	}
	settings := v.file.Settings
	settings.Analysis = v.Settings // including what directives set
	ownLength := ""
	if own := v.OwnLength(); own != nil {
		ownLength = v.clientCaps.All([]*sentence.Sentence{own})
	}
	return fragmentsResult{
		Own: ownLength, Version: v.file.Version, Markup: v.Format.Name, Language: v.Language.Code, Words: v.Words(), Wanted: v.Document.Target(), Target: v.Preferred(), Quiet: v.IsQuiet(),
		Settings: session.DeclaredSettings.Map(&settings), Fragments: list, Sections: sections, Scenes: sceneResults, Statistics: statisticsOf(v.Document.Lengths()), Cells: v.cellResults(),
	}
}

func statisticsOf(s fragment.Lengths) statisticsResult {
	return statisticsResult{s.Average, s.Min, s.Max, s.Deviation}
}

type curveResult struct {
	Version    int32             `json:"version"`
	Paragraphs []paragraphResult `json:"paragraphs"`
	Gaps       []gapResult       `json:"gaps"`
}

type paragraphResult struct {
	Range protocol.Range `json:"range"`
	Words int            `json:"words"`
}

type gapResult struct {
	After      int      `json:"after"` // the number of paragraphs before the gap
	Similarity float64  `json:"similarity"`
	Boundary   bool     `json:"boundary"`
	Constraint *string  `json:"constraint"`           // "heading", "scene-break", "break", "no-break" or null
	Confidence *float64 `json:"confidence,omitempty"` // that a boundary belongs here, if the method measures it
}

func (v *analysedFile) curveResult() curveResult {
	r := curveResult{Version: v.file.Version, Paragraphs: make([]paragraphResult, len(v.Paragraphs())), Gaps: v.gapResults()}
	for i, p := range v.Paragraphs() {
		r.Paragraphs[i] = paragraphResult{v.rangeOf(p.Span), p.Words}
	}
	if confidence := v.Confidence(); confidence != nil {
		for g := range r.Gaps {
			r.Gaps[g].Confidence = &confidence[g]
		}
	}
	return r
}

// curveParams are the parameters of segls/curve.
type curveParams struct {
	textParams
	Compact bool `json:"compact"`
}

// curve answers with the similarity curve of a document.
func (s *Server) curve(ctx context.Context, p curveParams) (any, error) {
	return s.respond(ctx, p.TextDocument.URI, func(v *analysedFile) any {
		if p.Compact {
			return v.compactCurve()
		}
		return v.curveResult()
	})
}

// compactCurveResult holds a curve in about a tenth of the bytes, for clients that draw it after each edit of a book.
type compactCurveResult struct {
	Version      int32     `json:"version"`
	Lines        []int     `json:"lines"`        // the line on which each paragraph begins
	Similarities []float64 `json:"similarities"` // of each gap
	Boundaries   []int     `json:"boundaries"`   // the gaps at which fragments begin, as numbers of paragraphs before them
	Headings     []int     `json:"headings"`     // the gaps with a heading, in the same form
}

func (v *analysedFile) compactCurve() compactCurveResult {
	r := compactCurveResult{
		Version: v.file.Version, Lines: make([]int, len(v.Paragraphs())), Similarities: make([]float64, len(v.Curve())),
		Boundaries: []int{}, Headings: []int{},
	}
	for i, p := range v.Paragraphs() {
		r.Lines[i] = v.Text.LineAt(p.Span.Start)
	}
	for g, similarity := range v.Curve() {
		r.Similarities[g] = math.Round(similarity*1e4) / 1e4
		gap := v.Gap(g)
		if gap.IsBoundary {
			r.Boundaries = append(r.Boundaries, g+1)
		}
		if gap.Constraint == analysis.ByHeading {
			r.Headings = append(r.Headings, g+1)
		}
	}
	return r
}

func (v *analysedFile) gapResults() []gapResult {
	gaps := make([]gapResult, len(v.Curve()))
	for g := range v.Curve() {
		gap := v.Gap(g)
		gaps[g] = gapResult{After: g + 1, Similarity: v.Curve()[g], Boundary: gap.IsBoundary}
		if c := string(gap.Constraint); c != "" {
			gaps[g].Constraint = &c
		}
	}
	return gaps
}

// sessionParams are the parameters of segls/setSession.
type sessionParams struct {
	textParams
	Settings settingValues `json:"settings"`
}

// setSession sets the session settings of one document, or removes them if they are null. It sets all of them or none.
func (s *Server) setSession(_ context.Context, p sessionParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, err
	}
	if err := s.configureSession(d, p.Settings); err != nil {
		return nil, invalidParams("%v", err)
	}
	s.schedulePublish(d)
	return nil, nil
}

func (s *Server) configureSession(d *openDocument, given settingValues) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	trial := d.settings
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if err := session.DeclaredSettings.Set(&trial, name, given[name]); err != nil {
			return err
		}
	}
	d.session = given
	s.session.Configure(string(d.uri), d.configureContent)
	return nil
}

// didUpdateParams are the parameters of segls/didUpdate.
type didUpdateParams struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"`
}

// didUpdateWorkParams are the parameters of segls/didUpdateWork.
type didUpdateWorkParams struct {
	Root uri.URI `json:"root"`
}
