package lsp

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/duplicate"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// mostSearched is the number of bytes of text that the server compares at most.
const mostSearched = 64 << 20

// duplicatesResult answers segls/duplicates.
type duplicatesResult struct {
	Texts int           `json:"texts"`
	Pairs []*pairResult `json:"pairs"`
}

// pairResult is a passage that occurs in two or more places.
type pairResult struct {
	ID         string       `json:"id"`
	Here       copyResult   `json:"here"` // in the requested document, if there is one
	There      copyResult   `json:"there"`
	Also       []copyResult `json:"also"` // further places, if there are more than two
	Similarity float64      `json:"similarity"`
	OnlyHere   []string     `json:"onlyHere"` // words that the other place does not have
	OnlyThere  []string     `json:"onlyThere"`
	Message    string       `json:"message"` // a sentence with both places and how they differ

	language sentence.Language
}

type copyResult struct {
	URI     uri.URI        `json:"uri"`
	Path    string         `json:"path"` // from the workspace folder
	Range   protocol.Range `json:"range"`
	Opening string         `json:"opening"`

	said   string // with its markup
	words  string // without the marks of a list or a quote
	format string
}

// duplicates holds the pairs last found in a workspace folder. Their places are found again by their words, because texts go on changing.
type duplicates struct {
	pairs map[string]*pairResult // by id
	in    map[uri.URI][]*pairResult
}

// duplicatesParams are the parameters of segls/duplicates.
type duplicatesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Whole        bool                            `json:"whole"`
}

// duplicates answers with the repeated passages between the document and the other texts of its workspace folder, or among all texts of the
// folder. It answers null outside such a folder, or if that is the writer's home.
func (s *Server) duplicates(ctx context.Context, p duplicatesParams) (any, error) {
	u := p.TextDocument.URI
	root := s.folderOf(u)
	if root == "" {
		return nil, nil
	}
	c, err := s.compareAll(ctx, root)
	if err != nil {
		return nil, err
	}
	here := ""
	if !p.Whole {
		here = c.name(u)
	}
	r := duplicatesResult{Texts: len(c.texts), Pairs: []*pairResult{}}
	all := duplicate.Find(c.texts)
	for _, f := range all {
		if pair := c.pair(f, here); pair != nil {
			r.Pairs = append(r.Pairs, pair)
		}
	}
	c.keepFound(all, r.Pairs)
	return r, nil
}

// scheduleDuplicates searches the folder of a document for repeated passages in the background, if the settings ask for diagnostics of
// them: when the document is opened, and again after files are saved.
func (s *Server) scheduleDuplicates(d *document, again bool) {
	f := s.fileOf(d)
	if f == nil {
		return
	}
	settings := f.Settings
	root := s.folderOf(d.uri)
	if !settings.Analysis.Reports(check.SaidTwice) || !settings.Diagnostics || root == "" {
		return
	}
	s.mu.Lock()
	search := s.searches[root]
	isFirst := search == nil
	if isFirst {
		search = new(refresher)
		s.searches[root] = search
	}
	s.mu.Unlock()
	if !isFirst && !again {
		return
	}
	s.run(func(ctx context.Context) {
		select { // files are often saved together
		case <-ctx.Done():
			return
		case <-time.After(time.Duration(settings.SettleMS) * time.Millisecond):
		}
		s.logError("looking for what is said twice", search.askAgain(ctx, func(ctx context.Context) error {
			c, err := s.compareAll(ctx, root)
			if err == nil {
				c.keepFound(duplicate.Find(c.texts), nil)
			}
			return err
		}))
	})
}

// folderComparison compares the texts of a folder: those in the editor, or else on disk.
type folderComparison struct {
	server *Server
	root   string
	texts  []*duplicate.Text
	ropes  map[string]rope.Text
	format map[string]string
	open   map[string]*view
}

func (s *Server) compareAll(ctx context.Context, root string) (*folderComparison, error) {
	texts, err := s.openLibrary(root)
	if err != nil {
		return nil, err
	}
	c := &folderComparison{server: s, root: texts.Root, ropes: make(map[string]rope.Text), format: make(map[string]string), open: make(map[string]*view)}
	for _, d := range s.documentsWhere(anyDocument) {
		if name, isIn := texts.Relative(filePath(d.uri)); isIn {
			if v, err := s.view(ctx, d.uri); err == nil && v != nil {
				c.open[name] = v
			}
		}
	}
	type found struct {
		name, format string
		text         rope.Text
		read         *duplicate.Text
	}
	var all sync.Map // of found, by name
	take := func(name string, d *analysis.Document) {
		if v := c.open[name]; v != nil {
			d = v.Document
		}
		all.Store(name, found{name, d.Format.Name, d.Text, duplicate.Read(name, d)})
	}
	switch err := texts.Each(ctx, mostSearched, take); {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, newFailure("What is said twice cannot be looked for: %s.", err)
	}
	for _, each := range all.Range {
		f := each.(found)
		c.ropes[f.name], c.format[f.name] = f.text, f.format
		c.texts = append(c.texts, f.read)
	}
	slices.SortFunc(c.texts, func(a, b *duplicate.Text) int { return strings.Compare(a.Path, b.Path) })
	return c, nil
}

// name returns the path of a document in the folder.
func (c *folderComparison) name(u uri.URI) string {
	for name, v := range c.open {
		if v.documentURI() == u {
			return name
		}
	}
	return ""
}

// pair returns a finding for an answer. With the name of a document, the place in that document comes first, and the result is nil if there
// is none; without a name, the second place comes first, because that is the copy.
func (c *folderComparison) pair(f duplicate.Finding, here string) *pairResult {
	if here == "" || f.B.Path == here && f.A.Path != here {
		f.A, f.B, f.OnlyA, f.OnlyB = f.B, f.A, f.OnlyB, f.OnlyA
	}
	if here != "" && f.A.Path != here {
		i := slices.IndexFunc(f.Also, func(p duplicate.Place) bool { return p.Path == here })
		if i < 0 {
			return nil
		}
		f.Also = slices.Clone(f.Also)
		f.A, f.Also[i] = f.Also[i], f.A
	}
	p := &pairResult{
		language: c.server.clientCaps.Language,
		Here:     c.place(f.A), There: c.place(f.B), Also: make([]copyResult, 0, len(f.Also)), Similarity: f.Similarity,
		OnlyHere: append([]string{}, f.OnlyA...), OnlyThere: append([]string{}, f.OnlyB...),
	}
	for _, other := range f.Also {
		p.Also = append(p.Also, c.place(other))
	}
	p.fillInIDs()
	return p
}

func (c *folderComparison) place(p duplicate.Place) copyResult {
	at := mapper{c.ropes[p.Path], c.server.clientCaps.encoding}
	u := fileURI(filepath.Join(c.root, filepath.FromSlash(p.Path)))
	if v := c.open[p.Path]; v != nil {
		u = v.documentURI()
	}
	said := at.text.Slice(p.Span)
	return copyResult{URI: u, Path: p.Path, Range: at.rangeOf(at.text.Trim(p.Span)), Opening: openingOf(p.Seen), said: said, words: p.Said, format: c.format[p.Path]}
}

// sentence describes where the other place is, and how its wording differs.
func (p *pairResult) sentence() *sentence.Sentence {
	where := sentence.New("%s:%d", p.There.Path, p.There.Range.Start.Line+1)
	if n := len(p.Also); n > 0 {
		where = sentence.New("%s and %s", where, sentence.Plural(n, "%d place more", "%d places more"))
	}
	return sentence.New("Also in %s, %s.", where, p.difference())
}

// mostWords is the number of words of a difference that a message shows.
const mostWords = 8

func (p *pairResult) difference() *sentence.Sentence {
	list := func(words []string) string {
		if len(words) > mostWords {
			return strings.Join(words[:mostWords], " ") + " …"
		}
		return strings.Join(words, " ")
	}
	here, there := len(p.OnlyHere), len(p.OnlyThere)
	switch {
	case here == 0 && there == 0:
		return sentence.New("in the same words")
	case there == 0:
		return sentence.Plural(here, "without %d word: %s", "without %d words: %s", list(p.OnlyHere))
	case here == 0:
		return sentence.Plural(there, "with %d word more: %s", "with %d words more: %s", list(p.OnlyThere))
	}
	return sentence.Plural(max(here, there), "where %d word differs: %s → %s", "where %d words differ: %s → %s", list(p.OnlyHere), list(p.OnlyThere))
}

// keepFound stores what has been found, from both sides, for hovers, commands and diagnostics, together with the pairs that the client has.
func (c *folderComparison) keepFound(all []duplicate.Finding, told []*pairResult) {
	const most = 20 // further places
	found := duplicates{make(map[string]*pairResult), make(map[uri.URI][]*pairResult)}
	add := func(p *pairResult) {
		if found.pairs[p.ID] == nil {
			found.pairs[p.ID] = p
			found.in[p.Here.URI] = append(found.in[p.Here.URI], p)
		}
	}
	for _, p := range told {
		add(p)
		add(p.fromOtherSide())
	}
	for _, f := range all {
		p := c.pair(f, "")
		add(p)
		add(p.fromOtherSide())
		for i, other := range p.Also[:min(len(p.Also), most)] {
			side := *p
			side.Also = slices.Clone(p.Also)
			side.Here, side.There, side.Also[i] = other, p.Here, p.There
			side.fillInIDs()
			add(&side)
		}
	}
	s := c.server
	s.mu.Lock()
	s.found[c.root] = found
	s.mu.Unlock()
	for _, d := range s.documentsWhere(anyDocument) {
		s.schedulePublish(d)
	}
	debug.FreeOSMemory()
}

// fromOtherSide returns the pair with its places exchanged.
func (p *pairResult) fromOtherSide() *pairResult {
	back := *p
	back.Here, back.There, back.OnlyHere, back.OnlyThere = p.There, p.Here, p.OnlyThere, p.OnlyHere
	back.fillInIDs()
	return &back
}

func (p *pairResult) fillInIDs() {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s", p.Here.URI, p.Here.said, p.There.URI, p.There.said) // never fails
	p.ID, p.Message = strconv.FormatUint(h.Sum64(), 36), p.sentence().In(p.language)
}

// pairOf returns the pair with an id or, without one, the pair at a position.
func (s *Server) pairOf(ctx context.Context, a commandArgument) (*pairResult, error) {
	if a.ID == "" {
		v, err := s.view(ctx, a.URI)
		if err == nil && v == nil {
			err = newFailure("segls does not read documents of this kind.")
		}
		if err != nil {
			return nil, err
		}
		if pairs, _ := s.duplicatesAt(v, v.offset(a.Position)); len(pairs) > 0 {
			return pairs[0], nil
		}
		return nil, newFailure("Nothing that is said twice is known here. Look for it first.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, found := range s.found {
		if p := found.pairs[a.ID]; p != nil {
			return p, nil
		}
	}
	return nil, newFailure("Look again for what is said twice; this is not known any more.")
}

// duplicatesIn returns the pairs with a place in a document.
func (s *Server) duplicatesIn(u uri.URI) (list []*pairResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, found := range s.found {
		list = append(list, found.in[u]...)
	}
	return list
}

// duplicatesAt returns the pairs whose place in a document contains an offset, each with the span of that place.
func (s *Server) duplicatesAt(v *view, offset int) (pairs []*pairResult, spans []markup.Span) {
	list := s.duplicatesIn(v.documentURI())
	if len(list) == 0 {
		return nil, nil
	}
	text := v.Text.String()
	for _, p := range list {
		if span, ok := p.Here.in(v.mapper, text); ok && span.Start <= offset && offset <= span.End {
			pairs, spans = append(pairs, p), append(spans, span)
		}
	}
	return pairs, spans
}

// in returns the span of a place in a text that may have changed since: the occurrence of its words nearest to where they were.
func (c *copyResult) in(m mapper, text string) (markup.Span, bool) {
	was := m.offset(c.Range.Start)
	best, found := markup.Span{}, false
	for at := 0; ; {
		i := strings.Index(text[at:], c.said)
		if i < 0 || c.said == "" {
			return best, found
		}
		at += i
		if distance := abs(at - was); !found || distance < abs(best.Start-was) {
			best, found = markup.Span{Start: at, End: at + len(c.said)}, true
		}
		at++
	}
}

func abs(n int) int { return max(n, -n) }

// makeAlike has the client replace a place with the wording of the other.
func (s *Server) makeAlike(ctx context.Context, a commandArgument) error {
	p, err := s.pairOf(ctx, a)
	if err != nil {
		return err
	}
	with, err := s.wordingOf(ctx, p)
	if err != nil {
		return err
	}
	return s.applyNewest(ctx, p.Here.URI, a.Position, func(v *view) (restructure.Edit, error) {
		span, ok := p.Here.in(v.mapper, v.Text.String())
		if !ok {
			return restructure.Edit{}, sentence.New("This passage has changed since. Look again for what is said twice.")
		}
		if v.Format.Name != p.There.format {
			return restructure.Edit{}, sentence.New("The two texts are written in different formats.")
		}
		text := with
		if !isAtMargin(v.Text, span.Start) {
			text = strings.Join(strings.Fields(with), " ")
		} else if strings.Contains(v.Text.String(), "\r\n") {
			text = strings.ReplaceAll(strings.ReplaceAll(with, "\r\n", "\n"), "\n", "\r\n")
		}
		e := restructure.Edit{Title: sentence.New("Make alike"), Replacements: []restructure.Replacement{{Span: span, Text: text}}}
		if !keepsBlocks(v.Document, e.Replacements[0]) {
			return e, sentence.New("The one wording would mean something else in the place of the other.")
		}
		return e, nil
	})
}

// wordingOf returns the present text of the other place.
func (s *Server) wordingOf(ctx context.Context, p *pairResult) (string, error) {
	gone := newFailure("The other passage has changed since. Look again for what is said twice.")
	m, text, err := s.textOf(ctx, p.There.URI)
	if err != nil {
		return "", gone
	}
	span, ok := p.There.in(m, text)
	switch {
	case !ok:
		return "", gone
	case !isPlain(p.There) || !isPlain(p.Here):
		return "", newFailure("One of the two is a list, or stands in a quote, with a mark on each line. Make them alike by hand.")
	case !isAtMargin(m.text, span.Start):
		return strings.Join(strings.Fields(p.There.said), " "), nil
	}
	return p.There.said, nil
}

// textOf returns a text from the editor, or else from disk.
func (s *Server) textOf(ctx context.Context, u uri.URI) (mapper, string, error) {
	if v, err := s.view(ctx, u); err == nil && v != nil {
		return v.mapper, v.Text.String(), nil
	}
	folder := filepath.Dir(filePath(u))
	files, done, err := ignore.Open(folder)
	if err != nil {
		return mapper{}, "", err
	}
	defer func() { _ = done() }() // nothing was written
	content, _, err := session.ReadText(files, filepath.Base(filePath(u)), int64(s.session.Largest))
	return mapper{rope.New(content), s.clientCaps.encoding}, content, err
}

// duplicateDiagnostics returns a diagnostic, at the first word, for each pair that is still repeated, if the settings ask for that.
func (s *Server) duplicateDiagnostics(v *view) (list []diagnostic) {
	if !v.Settings.Reports(check.SaidTwice) || !v.file.Settings.Diagnostics {
		return nil
	}
	text := v.Text.String()
	for _, p := range s.duplicatesIn(v.documentURI()) {
		span, ok := p.Here.in(v.mapper, text)
		if !ok {
			continue
		}
		if end := strings.IndexAny(p.Here.said, " \t\r\n"); end > 0 {
			span.End = span.Start + end
		}
		for _, f := range v.Rated([]check.Finding{{Rule: check.SaidTwice, Span: span, Paragraph: -1}}) {
			list = append(list, newDiagnostic(v.textRange(span), severities[f.Severity], string(f.Rule), p.Message))
		}
	}
	return list
}

// makeOne has the client move a passage that occurs in several places to a file of its own, and include that in all of them.
func (s *Server) makeOne(ctx context.Context, a commandArgument) error {
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return newFailure("This editor does not let a server change several files.")
	}
	p, err := s.pairOf(ctx, a)
	if err != nil {
		return err
	}
	return retry(func() error { return s.makeOneOnce(ctx, p, a.File) })
}

// makeOneOnce is makeOne on the present texts.
func (s *Server) makeOneOnce(ctx context.Context, p *pairResult, file string) error {
	t, err := s.linksAround(ctx, p.Here.URI)
	if err != nil {
		return err
	}
	if t == nil {
		return newFailure("This text is in no folder of the workspace, so no file can be made beside it.")
	}
	defer t.close()
	var passages []rearrange.Passage
	for i, c := range slices.Concat([]copyResult{p.Here, p.There}, p.Also) {
		path := t.path(c.URI)
		text, _ := t.Index.Text(path)
		span, ok := c.in(mapper{rope.New(text), s.clientCaps.encoding}, text)
		if ok {
			passages = append(passages, rearrange.Passage{Path: path, Span: span})
		} else if i < 2 {
			return newFailure("This passage has changed since. Look again for what is said twice.")
		}
	}
	made, err := s.computeChange(&command.Files{Work: t.Work}, func(c *command.Files) (rearrange.Change, error) {
		return rearrange.Share(c.Work, file, passages...)
	})
	if err != nil {
		return asFailed(err)
	}
	if err := s.checkChange(t, made); err != nil {
		return err
	}
	if err := s.applyChange(ctx, t, made); err != nil {
		return err
	}
	s.reportLeftovers(ctx, made.Notes, leftOf(made, t.path(p.Here.URI)))
	return nil
}

// isPlain reports whether a passage has no markup between its lines.
func isPlain(c copyResult) bool {
	return strings.Join(strings.Fields(c.said), " ") == strings.Join(strings.Fields(c.words), " ")
}

// isAtMargin reports whether an offset is at the start of its line.
func isAtMargin(text rope.Text, offset int) bool {
	return text.LineStart(offset) == offset
}

// keepsBlocks reports whether a text has the same kinds of blocks after a replacement.
func keepsBlocks(d *analysis.Document, r restructure.Replacement) bool {
	text := d.Text.String()
	after := d.Format.Scan(text[:r.Span.Start] + r.Text + text[r.Span.End:])
	return slices.EqualFunc(d.Format.Scan(text), after, func(a, b markup.Block) bool { return a.Kind == b.Kind && len(a.Children) == len(b.Children) })
}

// goToOther has the client show the other place of a pair. It returns the place for clients that cannot.
func (s *Server) goToOther(ctx context.Context, a commandArgument) (any, error) {
	p, err := s.pairOf(ctx, a)
	if err != nil {
		return nil, err
	}
	to := protocol.Location{URI: p.There.URI, Range: p.There.Range}
	if m, text, err := s.textOf(ctx, p.There.URI); err == nil {
		if span, ok := p.There.in(m, text); ok {
			to.Range = m.rangeOf(span)
		}
	}
	s.reveal(ctx, to.URI, &to.Range)
	return to, nil
}

// canInclude reports whether the document can include a file, by its format or by the builder of its work.
func (s *Server) canInclude(f markup.Format, u uri.URI) bool {
	root := s.folderOf(u)
	path := session.Relative(root, filePath(u))
	if path == "" {
		return f.Notation().IncludesFiles()
	}
	now := s.session.Current()
	files, done, err := now.FilesIn(root)
	if err != nil {
		return f.Notation().IncludesFiles()
	}
	defer done()
	in := rearrange.Work{Files: files}
	if w := now.WorkOf(filePath(u)); w != nil && w.Root == root {
		in.Order = w.Order
	}
	return in.CanInclude(f, path)
}

// offerDuplicates offers actions on a repeated passage, once duplicates have been searched for.
func (m *menu) offerDuplicates() {
	pairs, _ := m.server.duplicatesAt(m.view, m.offset)
	for _, p := range pairs {
		on := m.argument
		on.ID, on.Version = p.ID, nil
		where := fmt.Sprintf("%s:%d", p.There.Path, p.There.Range.Start.Line+1)
		if m.clientCaps.showsDocuments {
			m.offer(m.clientCaps.Say("Go to %s, which says the same", where), command.GoToOther, on)
		}
		if len(p.OnlyHere)+len(p.OnlyThere) > 0 {
			m.offer(m.clientCaps.Say("Write this as in %s", where), command.MakeAlike, on)
		} else if m.clientCaps.createsFiles && m.server.canInclude(m.Format, m.documentURI()) {
			m.offer(m.clientCaps.Say("Put this into a file, and include it here and in %s", where), command.MakeOne, on)
		}
	}
}
