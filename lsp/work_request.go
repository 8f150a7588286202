package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/work"
)

// This file answers requests about works.

// workResult answers segls/work. Lengths are null until all files have been read.
type workResult struct {
	Kind     string          `json:"kind"`
	Title    string          `json:"title"`
	Folder   uri.URI         `json:"folder"`
	Order    *uri.URI        `json:"order"` // the file that holds the order
	Read     bool            `json:"read"`
	Total    *lengthsResult  `json:"total"`
	Wanted   int             `json:"wanted"` // the target length in words; 0 if none
	Entries  []entryResult   `json:"entries"`
	Orphans  []entryResult   `json:"orphans"` // texts in the folder outside the order
	Problems []problemResult `json:"problems"`
}

// entryResult is a file of a work, or a title above several files.
type entryResult struct {
	Title   string         `json:"title"`
	URI     *uri.URI       `json:"uri"`  // null for a title without a file
	Path    string         `json:"path"` // relative to the folder of the work
	Own     *lengthsResult `json:"own"`
	Total   *lengthsResult `json:"total"`  // including all entries below it
	Wanted  int            `json:"wanted"` // the target length of its own words; 0 if none
	Entries []entryResult  `json:"entries"`
}

type lengthsResult struct {
	Words     int     `json:"words"`
	Fragments int     `json:"fragments"`
	Minutes   float64 `json:"minutes"` // of reading
	Aloud     float64 `json:"minutesAloud"`
}

// lengthsOf returns the given length together with the time that it takes to read.
func lengthsOf(words, fragments int) lengthsResult {
	return lengthsResult{words, fragments, float64(words) / analysis.WordsPerMinute, float64(words) / analysis.WordsPerMinuteAloud}
}

func (l *lengthsResult) add(other lengthsResult) {
	*l = lengthsOf(l.Words+other.Words, l.Fragments+other.Fragments)
}

type problemResult struct {
	URI     uri.URI `json:"uri"`
	Line    int     `json:"line"` // counted from 0, as in all positions
	Message string  `json:"message"`
}

// workParams are the parameters of segls/work.
type workParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Folder       bool                            `json:"folder"`
}

// answerWork answers with the work of a document, or null. If the client requests it, a folder without an order becomes a work.
func (s *Server) answerWork(ctx context.Context, p workParams) (any, error) {
	w, err := s.lookUpWork(ctx, p.TextDocument.URI, p.Folder)
	if w == nil {
		return nil, err
	}
	return s.describeWork(ctx, w)
}

// lookUpWork returns the work of a document, or nil. If isAsked is set, it also makes a folder without an order a work.
func (s *Server) lookUpWork(ctx context.Context, u uri.URI, isAsked bool) (*session.Work, error) {
	if w := s.workOf(u); w != nil {
		return w, nil
	}
	d, err := s.document(u)
	if d == nil {
		return nil, err
	}
	if err := s.awaitSettings(ctx, d); err != nil {
		return nil, err
	}
	return s.findWork(ctx, d, isAsked), nil
}

// describeWork returns the newest state of a work for an answer.
func (s *Server) describeWork(ctx context.Context, w *session.Work) (*workResult, error) {
	now := s.session.Current()
	if newest := now.Work(w.ID); newest != nil {
		w = newest
	}
	views, err := s.viewsOf(ctx, now, w)
	if err != nil {
		return nil, err
	}
	t := entryDescriber{w, views}
	r := &workResult{
		Kind: w.Order.Kind, Title: w.Order.Title, Folder: uriIn(w, w.Order.Folder), Read: w.Whole != nil, Wanted: w.Order.Target(""),
		Orphans: []entryResult{}, Problems: []problemResult{},
	}
	if w.Order.Order != "" {
		u := uriIn(w, w.Order.Order)
		r.Order = &u
	}
	r.Entries, r.Total = t.entryResults(w.Order.Entries)
	for _, path := range w.Order.Orphans {
		orphans, _ := t.entryResults([]*work.Entry{{Path: path}})
		r.Orphans = append(r.Orphans, orphans...)
	}
	for _, p := range w.Order.Problems {
		r.Problems = append(r.Problems, problemResult{uriIn(w, p.File), p.Line, p.Message.In(s.clientCaps.Language)})
	}
	return r, nil
}

// entryDescriber describes the entries of a work.
type entryDescriber struct {
	*session.Work
	views map[string]*analysedFile // by path
}

// document returns the file of an entry, or nil if it has not been read.
func (t entryDescriber) document(path string) *analysis.Document {
	if v := t.views[path]; t.Whole != nil && v != nil {
		return v.Document
	}
	return nil
}

func (t entryDescriber) entryResults(entries []*work.Entry) (answers []entryResult, total *lengthsResult) {
	answers = make([]entryResult, 0, len(entries))
	if t.Whole != nil {
		total = new(lengthsResult)
	}
	for _, e := range entries {
		entry := entryResult{Title: e.Title}
		if e.Path != "" {
			u := uriIn(t.Work, e.Path)
			entry.URI, entry.Path = &u, strings.TrimPrefix(e.Path, t.Order.Folder+"/")
			if d := t.document(e.Path); d != nil {
				own := lengthsOf(d.Words(), d.NumFragments())
				entry.Own, entry.Title, entry.Wanted = &own, cmp.Or(e.Title, d.Title()), d.Target()
			}
		}
		if e.Path != "" {
			entry.Wanted = cmp.Or(entry.Wanted, t.Order.Target(e.Path))
		}
		entry.Entries, entry.Total = t.entryResults(e.Entries)
		if entry.Own != nil && entry.Total != nil {
			entry.Total.add(*entry.Own)
		}
		if total != nil {
			total.add(*entry.Total)
		}
		answers = append(answers, entry)
	}
	return answers, total
}

// workCurveResult answers segls/workCurve. A curve has no value between two files.
type workCurveResult struct {
	Files []fileCurveResult `json:"files"`
}

type fileCurveResult struct {
	URI     uri.URI     `json:"uri"`
	Title   string      `json:"title"`
	Version int32       `json:"version"` // 0 for a file that is not open
	Words   []int       `json:"words"`   // of each paragraph
	Gaps    []gapResult `json:"gaps"`    // without confidence
}

// workCurve answers with the curve of a document's work, or null if there is none or it has not been read.
func (s *Server) workCurve(ctx context.Context, p textParams) (any, error) {
	now := s.session.Current()
	w := now.WorkOf(filePath(p.TextDocument.URI))
	if w == nil || w.Whole == nil {
		return nil, nil
	}
	r := workCurveResult{Files: []fileCurveResult{}}
	views, err := s.viewsOf(ctx, now, w)
	if err != nil {
		return nil, err
	}
	for e := range w.Order.All() {
		v := views[e.Path]
		if v == nil {
			continue
		}
		file := fileCurveResult{URI: v.documentURI(), Title: cmp.Or(e.Title, v.Document.Title(), e.Path), Version: v.file.Version, Gaps: v.gapResults()}
		file.Words = make([]int, len(v.Paragraphs()))
		for i, p := range v.Paragraphs() {
			file.Words[i] = p.Words
		}
		r.Files = append(r.Files, file)
	}
	return r, nil
}

// announceRest announces a work after one of its documents has been divided. If the document holds the order, that is read again instead.
func (s *Server) announceRest(ctx context.Context, d *openDocument, w *session.Work) {
	if w.HoldsOrder(w.Path(filePath(d.uri))) {
		s.scheduleOrderReread(w)
		return
	}
	s.announceWork(ctx, w)
}

// mostSymbols is the largest number of places in one answer.
const mostSymbols = 1000

// symbols finds sections and fragments in all open works and documents. A title matches if it contains the letters of the query in order.
func (s *Server) symbols(ctx context.Context, params *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	query := strings.ToLower(strings.Join(strings.Fields(params.Query), ""))
	var found []symbolMatch
	views, err := s.viewsOfWorks(ctx)
	if err != nil {
		return nil, err
	}
	for _, v := range views {
		found = append(found, v.matchingSymbols(query)...)
	}
	slices.SortStableFunc(found, func(a, b symbolMatch) int { return cmp.Compare(a.rank, b.rank) })
	symbols := make(protocol.SymbolInformationSlice, 0, min(len(found), mostSymbols))
	for _, m := range found[:min(len(found), mostSymbols)] {
		symbols = append(symbols, m.symbol)
	}
	return symbols, nil
}

// viewsOfWorks returns a view of each file of the open works, in order, and of each other open document.
func (s *Server) viewsOfWorks(ctx context.Context) (views []*analysedFile, err error) {
	seen := make(map[uri.URI]bool)
	now := s.session.Current()
	for _, w := range now.Works() {
		of, err := s.viewsOf(ctx, now, w)
		if err != nil {
			return nil, err
		}
		for _, path := range w.Paths {
			if v := of[path]; v != nil {
				seen[v.documentURI()] = true
				views = append(views, v)
			}
		}
	}
	for _, d := range s.documentsWhere(func(d *openDocument) bool { return !seen[d.uri] }) {
		if v, err := s.analysedFile(ctx, d.uri); err == nil && v != nil {
			views = append(views, v)
		}
	}
	return views, ctx.Err()
}

// symbolMatch is a place that matches a query. The lowest rank is the best.
type symbolMatch struct {
	rank   int
	symbol protocol.SymbolInformation
}

// matchingSymbols returns the sections, and the suggested fragments, whose titles match a query.
func (v *analysedFile) matchingSymbols(query string) []symbolMatch {
	var found []symbolMatch
	add := func(title, in string, kind protocol.SymbolKind, span markup.Span) {
		rank, ok := rankOf(title, query)
		if !ok || title == "" {
			return
		}
		symbol := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: title, Kind: kind},
			Location:              v.location(v.Text.Trim(span)),
		}
		if in != "" {
			symbol.ContainerName = &in
		}
		found = append(found, symbolMatch{rank, symbol})
	}
	sections := v.Sections()
	inside := func(section int) string {
		if section < 0 {
			return ""
		}
		return sections[section].Title
	}
	for _, s := range sections {
		add(s.Title, inside(s.Parent), sectionKind, s.Span)
	}
	if v.IsQuiet() {
		return found
	}
	v.DescribeWithTitles()
	for _, f := range v.Fragments() {
		if f.Suggested {
			add(f.Title().Text, inside(f.Section), fragmentKind, f.Span)
		}
	}
	return found
}

// rankOf returns how well a title matches a query in lower case without blanks: 0 is best.
func rankOf(title, query string) (rank int, ok bool) {
	title = strings.ToLower(strings.Join(strings.Fields(title), ""))
	switch at := strings.Index(title, query); {
	case at == 0:
		return 0, true
	case at > 0:
		return 1, true
	}
	for _, r := range query {
		at := strings.IndexRune(title, r)
		if at < 0 {
			return 0, false
		}
		title = title[at+len(string(r)):]
	}
	return 2, true
}

// announceWork notifies the client that a work has changed, if it has requested that.
func (s *Server) announceWork(ctx context.Context, w *session.Work) {
	if s.announces {
		s.notify(ctx, notificationDidUpdateWork, didUpdateWorkParams{fileURI(w.Root)})
	}
}
