package lsp

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/difference"
)

// changesParams are the parameters of segls/changes.
type changesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`

	// Before holds the earlier texts of the document and of others with which it may have exchanged text. If empty, the
	// document is compared with the baseline of its lenses or, without one, with itself as it was opened.
	Before []earlierText `json:"before"`

	// Lenses sets whether changes get lenses from now on; nil leaves that unchanged.
	Lenses *bool `json:"lenses"`
}

type earlierText struct {
	URI  uri.URI `json:"uri"`
	Text string  `json:"text"`
}

// changesResult answers segls/changes. Changes that affect only markup are counted, not listed.
type changesResult struct {
	Version int32          `json:"version"` // of the document
	Changes []changeResult `json:"changes"`
	Marked  int            `json:"marked"`
	Old     []pieceResult  `json:"old"` // the fragments of the earlier texts, divided by the same settings
	New     []pieceResult  `json:"new"` // the fragments that are shown
}

type pieceResult struct {
	placeResult
	Words int `json:"words"`
}

type changeResult struct {
	ID        string         `json:"id"`
	Kind      string         `json:"kind"`
	Level     string         `json:"level"`
	Message   string         `json:"message"`
	Here      string         `json:"here"` // the message, with the name of what has changed
	From      []placeResult  `json:"from"`
	To        []placeResult  `json:"to"`
	Rewritten float64        `json:"rewritten"`
	Words     int            `json:"words"`
	Changed   int            `json:"changed"`
	Before    string         `json:"before"` // its earlier text; "" if it is new
	Inside    []changeResult `json:"inside"`
}

type placeResult struct {
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"` // in the earlier text, or in the current one
	Title string         `json:"title"`
}

// baseline holds the texts that a document's lenses compare it with.
type baseline struct {
	texts []earlierText
	files []difference.File // texts, analysed
}

// documentComparison compares two versions of a document, and of others with which it may have exchanged text.
type documentComparison struct {
	difference.Difference
	before   []earlierText
	views    map[uri.URI]*analysedFile // the views of the current texts, except previewed ones
	encoding encoding
	language sentence.Language
}

// compareWithEarlier compares the newest views of a document, and of the others that have earlier texts, with these texts. If before is empty, it uses
// the baseline of the lenses, or else the document as it was opened.
func (s *Server) compareWithEarlier(ctx context.Context, d *openDocument, v *analysedFile, before []earlierText) (*documentComparison, error) {
	b := d.baseline.Load()
	if len(before) > 0 || b == nil {
		b = &baseline{texts: before}
		if len(before) == 0 {
			b.texts = []earlierText{{d.uri, d.opened.String()}}
		}
	}
	c := &documentComparison{before: b.texts, views: map[uri.URI]*analysedFile{d.uri: v}, encoding: s.clientCaps.encoding, language: s.clientCaps.Language}
	old, new := []difference.File(nil), []difference.File{v.toDifferenceFile()}
	for _, t := range b.texts {
		in, err := v, error(nil)
		if t.URI != d.uri {
			if in, err = s.analysedFile(ctx, t.URI); in == nil || err != nil {
				continue // it is neither open nor in a work
			}
			c.views[t.URI], new = in, append(new, in.toDifferenceFile())
		}
		was, err := in.analyseEarlier(ctx, t.Text)
		if err != nil {
			return nil, err
		}
		old = append(old, was)
	}
	shortenNames(old, new)
	c.Difference = difference.Compare(difference.Version{Files: old}, difference.Version{Files: new, IsShown: true})
	return c, nil
}

// changesSince answers segls/changes.
func (s *Server) changesSince(ctx context.Context, p changesParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, err
	}
	v, err := s.analysedFile(ctx, d.uri)
	if v == nil {
		return nil, err
	}
	c, err := s.compareWithEarlier(ctx, d, v, p.Before)
	if err != nil {
		return nil, err
	}
	if p.Lenses != nil {
		if d.baseline.Store(&baseline{texts: c.before, files: c.Old.Files}); !*p.Lenses {
			d.baseline.Store(nil)
		}
		if s.clientCaps.refreshCodeLens {
			s.logSendError("codeLens/refresh", s.client.CodeLensRefresh(ctx))
		}
	}
	return c.changesResult(v.file.Version), nil
}

func (c *documentComparison) changesResult(version int32) changesResult {
	return changesResult{
		Version: version, Changes: c.changeResults(c.Changes, make(map[string]int)), Marked: len(c.Marked),
		Old: c.pieces(c.Old), New: c.pieces(c.New),
	}
}

// pieces returns the fragments of texts.
func (c *documentComparison) pieces(w difference.Version) []pieceResult {
	list := []pieceResult{}
	for _, file := range w.Files {
		in := mapper{file.Document.Text, c.encoding}
		for _, f := range file.Document.Fragments() {
			list = append(list, pieceResult{placeResult{uri.URI(file.Path), in.rangeOf(file.Document.Text.Trim(f.Span)), f.Title().Text}, f.Words})
		}
	}
	return list
}

// analyseEarlier analyses an earlier text of the document with its current settings.
func (v *analysedFile) analyseEarlier(ctx context.Context, text string) (difference.File, error) {
	d, err := v.file.AnalyzeText(ctx, rope.New(text))
	return difference.File{Path: string(v.documentURI()), Document: d}, err
}

func (v *analysedFile) toDifferenceFile() difference.File {
	return difference.File{Path: string(v.documentURI()), Document: v.Document}
}

// shortenNames sets the name of each file to its path relative to the folder that contains them all.
func shortenNames(lists ...[]difference.File) {
	all := slices.Concat(lists...)
	folder := all[0].Path
	for _, f := range all {
		for folder != "" && (!strings.HasPrefix(f.Path, folder) || !strings.HasSuffix(folder, "/")) {
			folder = folder[:strings.LastIndexByte(strings.TrimSuffix(folder, "/"), '/')+1]
		}
	}
	for _, list := range lists {
		for i := range list {
			list[i].Name = list[i].Path[len(folder):]
		}
	}
}

// changeResults returns changes for an answer; seen counts the changes of each id.
func (c *documentComparison) changeResults(changes []difference.Change, seen map[string]int) []changeResult {
	list := make([]changeResult, 0, len(changes))
	for _, x := range changes {
		r := changeResult{
			ID: c.id(x, seen), Kind: x.Kind.String(), Level: x.Level.String(), Message: x.Description().In(c.language), Here: x.DescriptionInPlace().In(c.language), From: []placeResult{}, To: []placeResult{},
			Rewritten: x.ChangedShare(), Words: x.Words, Changed: x.Changed,
		}
		for _, p := range x.From {
			u, text := uri.URI(p.Path), textContaining(c.Old, p)
			r.From = append(r.From, placeResult{u, mapper{text, c.encoding}.rangeOf(p.Span), p.Title})
			r.Before += text.Slice(p.Span) + "\n"
		}
		for _, p := range x.To {
			u, in := uri.URI(p.Path), mapper{textContaining(c.New, p), c.encoding}.rangeOf
			if v := c.views[u]; v != nil {
				in = v.rangeOf // the view may be restricted to a cell
			}
			r.To = append(r.To, placeResult{u, in(p.Span), p.Title})
		}
		r.Inside = c.changeResults(x.Inside, seen)
		list = append(list, r)
	}
	return list
}

// id returns an id for a change that stays the same as long as its kind and words do. Equal changes after the first get a number.
func (c *documentComparison) id(x difference.Change, seen map[string]int) string {
	h := fnv.New64a()
	fmt.Fprint(h, x.Kind, x.Level)
	for _, p := range x.From {
		fmt.Fprintf(h, "-%s\x00%s\x00", p.Name, textContaining(c.Old, p).Slice(p.Span))
	}
	for _, p := range x.To {
		fmt.Fprintf(h, "+%s\x00%s\x00", p.Name, textContaining(c.New, p).Slice(p.Span))
	}
	id := strconv.FormatUint(h.Sum64(), 36)
	if seen[id]++; seen[id] > 1 {
		id += "-" + strconv.Itoa(seen[id])
	}
	return id
}

// textContaining returns the text that contains a place.
func textContaining(w difference.Version, p difference.Location) rope.Text {
	return w.Files[slices.IndexFunc(w.Files, func(f difference.File) bool { return f.Path == p.Path })].Document.Text
}

// find returns the change with an id, among the changes and those inside them.
func (c *documentComparison) find(id string) (difference.Change, bool) {
	seen := make(map[string]int)
	var in func(changes []difference.Change) (difference.Change, bool)
	in = func(changes []difference.Change) (difference.Change, bool) {
		for _, x := range changes {
			if c.id(x, seen) == id {
				return x, true
			}
			if y, isThere := in(x.Inside); isThere {
				return y, true
			}
		}
		return difference.Change{}, false
	}
	return in(c.Changes)
}

// lensBaseline returns the baseline of a view's lenses: what the client has requested or, by a setting, the text as it was opened; or nil.
func (s *Server) lensBaseline(v *analysedFile) *baseline {
	d, _ := s.document(v.documentURI())
	if d == nil {
		return nil
	}
	if b := d.baseline.Load(); b != nil {
		return b
	}
	if v.file.Settings.ChangeLenses != opened || d.opened.Len() > mostCompared {
		return nil
	}
	if d.first.Load() == nil {
		was, err := v.analyseEarlier(v.file.Context(), d.opened.String())
		if err != nil {
			return nil
		}
		d.first.Store(&baseline{[]earlierText{{d.uri, d.opened.String()}}, []difference.File{was}})
	}
	return d.first.Load()
}

// changeLenses returns a lens above each change since a baseline whose text is still in the document; none in a long text.
func (v *analysedFile) changeLenses(b *baseline) []codeLens {
	if v.Text.Len() > mostCompared {
		return nil
	}
	var lenses []codeLens
	var add func(changes []difference.Change)
	add = func(changes []difference.Change) {
		for _, c := range changes {
			if len(c.To) > 0 && c.To[0].Path == string(v.documentURI()) && v.isLineInView(c.To[0].Line) {
				first, _ := v.viewLines()
				lenses = append(lenses, newCodeLens(v.uri(), c.To[0].Line-first, c.DescriptionInPlace().In(v.clientCaps.Language), ""))
			}
			add(c.Inside)
		}
	}
	now := []difference.File{v.toDifferenceFile()}
	for _, f := range b.files {
		if f.Path == now[0].Path {
			now[0].Name = f.Name
		}
	}
	add(difference.Compare(difference.Version{Files: b.files}, difference.Version{Files: now, IsShown: true}).Changes)
	return lenses
}

// mostCompared is the greatest length, in bytes, of a text whose changes get lenses.
const mostCompared = 1 << 20
