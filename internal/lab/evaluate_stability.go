package lab

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/restructure"
)

// Stability measures how little fragments change while somebody writes. A writer is simulated on [analysis.Document]:
// prose from another text of the set is typed into a finished text, half a word at a time, with pauses, and undone; a
// paragraph is pasted and cut; a fragment is moved away and back. Each of these begins with the text as opened. In a
// session the new text stays. Finally, whole texts are written from nothing. With `--preferred-words auto` texts keep
// their headings, except one in four.
//
// A boundary that appears or disappears is a flip: near, if it bounds the edited fragment or one of its neighbours, and far otherwise.

const (
	leastPlaces      = 3    // in a text
	mostPlaces       = 12   // in a text
	placesInSet      = 120  // in all texts of a set; more if leastPlaces requires it
	writingSentences = 3    // typed at each place
	sessionPlaces    = 12   // per session
	writtenWords     = 6000 // of a text written from nothing
)

// boundaryFlips counts boundaries that have appeared or disappeared.
type boundaryFlips struct{ near, far int }

func (f *boundaryFlips) add(g boundaryFlips) { f.near += g.near; f.far += g.far }

// stability holds the counts of a simulation.
type stability struct {
	words   int              // typed into finished texts
	typing  boundaryFlips    // while typing
	rests   [3]boundaryFlips // at pauses after each word, sentence and paragraph
	paused  [3]int           // number of pauses of each kind
	jumped  [3]int           // number of these that changed a boundary
	undone  boundaryFlips    // while undoing, pauses included
	pasted  int              // number of pastes and cuts
	pastes  boundaryFlips    // including the pause after each
	going   int              // words typed in sessions
	session boundaryFlips    // in sessions, while typing and at pauses
	moves   int              // moves of a fragment by one place; four there and back
	changed int              // other fragments changed by moves, or by the pauses after them
	melted  int              // moves after which the moved fragment was another one
	kept    int              // how often a text was the original again after moving there and back
	written int              // words written from nothing
	flipped int              // boundaries that appeared or disappeared while these were written

	end       reopening // of the texts written from nothing
	meanwhile reopening // of the text so far, at the end of each paragraph
}

// reopening compares the fragments of texts that have been written with those of the same texts freshly opened.
type reopening struct {
	texts  int        // texts with reference boundaries
	pk     [2]float64 // sums over these texts, as written and as opened
	shown  int        // number of boundaries as opened
	differ int        // boundaries in only one of the two
}

func (r *reopening) add(t reopening) {
	r.texts += t.texts
	for i := range r.pk {
		r.pk[i] += t.pk[i]
	}
	r.shown += t.shown
	r.differ += t.differ
}

// means returns the two averages of Pk.
func (r reopening) means() (written, opened float64) {
	n := float64(max(1, r.texts))
	return r.pk[0] / n, r.pk[1] / n
}

// changedShare returns the share of boundaries that differ after reopening.
func (r reopening) changedShare() float64 { return float64(r.differ) / 2 / float64(max(1, r.shown)) }

func (s *stability) add(t stability) {
	s.words += t.words
	s.typing.add(t.typing)
	for i := range s.rests {
		s.rests[i].add(t.rests[i])
		s.paused[i] += t.paused[i]
		s.jumped[i] += t.jumped[i]
	}
	s.undone.add(t.undone)
	s.pasted += t.pasted
	s.pastes.add(t.pastes)
	s.going += t.going
	s.session.add(t.session)
	s.moves += t.moves
	s.changed += t.changed
	s.melted += t.melted
	s.kept += t.kept
	s.written += t.written
	s.flipped += t.flipped
	s.end.add(t.end)
	s.meanwhile.add(t.meanwhile)
}

// simulatedWriter simulates a writer in one document.
type simulatedWriter struct {
	d *analysis.Document
	stability
}

// fragmentStarts returns the starts of the fragments except the first.
func fragmentStarts(d *analysis.Document) []int {
	var list []int
	for _, f := range d.Fragments() {
		list = append(list, d.Paragraph(f.First).Span.Start)
	}
	return list[min(1, len(list)):]
}

// countFlips counts the boundaries that differ between two documents; those in [from, to] are near.
func countFlips(before, now []int, from, to int) (f boundaryFlips) {
	one := func(these, those []int) {
		for _, b := range these {
			switch _, both := slices.BinarySearch(those, b); {
			case both:
			case from <= b && b <= to:
				f.near++
			default:
				f.far++
			}
		}
	}
	one(before, now)
	one(now, before)
	return f
}

// fragmentsAround returns the range from the fragment before the one at an offset to the fragment after it.
func fragmentsAround(d *analysis.Document, offset int) (from, to int) {
	i := max(0, d.FragmentAt(offset))
	from, to = 0, d.Text.Len()
	if len(d.Fragments()) == 0 {
		return from, to
	}
	if i > 0 {
		from = d.Fragment(i - 1).Span.Start
	}
	if i+1 < len(d.Fragments()) {
		to = d.Fragment(i + 1).Span.End
	}
	return from, to
}

// edit replaces a span, and returns the flips.
func (w *simulatedWriter) edit(span markup.Span, with string) boundaryFlips {
	from, to := fragmentsAround(w.d, span.Start)
	before := fragmentStarts(w.d)
	grown := len(with) - span.Len()
	for i, b := range before {
		if b >= span.End && b > span.Start {
			before[i] += grown
		}
	}
	next, err := w.d.Edit(context.Background(), analysis.Replace(w.d.Text, span, with))
	if err != nil {
		panic(err) // the context is never cancelled
	}
	w.d = next
	return countFlips(before, fragmentStarts(next), from, max(to, to+grown))
}

// rest simulates a pause after writing at an offset, and returns the flips.
func (w *simulatedWriter) rest(offset int) boundaryFlips {
	from, to := fragmentsAround(w.d, offset)
	next, err := w.d.Settle(context.Background())
	if err != nil {
		panic(err)
	}
	f := countFlips(fragmentStarts(w.d), fragmentStarts(next), from, to)
	w.d = next
	return f
}

// The kinds of pauses.
const (
	afterWord = iota
	afterSentence
	afterParagraph
)

var restNames = [3]string{"word", "sentence", "paragraph"}

// typeParagraph types sentences as a new paragraph, with pauses of a kind; for one kind it also counts words and undoes
// the typing. Finally it restores the document.
func (w *simulatedWriter) typeParagraph(paragraph int, sentences []string, kind int) {
	begun := w.d
	at := w.d.Paragraph(paragraph).Span.End
	w.typing.add(w.edit(markup.Span{Start: at, End: at}, "\n\n"))
	at += 2
	pause := func(k int) {
		if k != kind {
			return
		}
		f := w.rest(at)
		w.rests[kind].add(f)
		w.paused[kind]++
		if f.near+f.far > 0 {
			w.jumped[kind]++
		}
	}
	for _, sentence := range sentences {
		for _, word := range strings.Fields(sentence) {
			for _, half := range []string{word[:len(word)/2], word[len(word)/2:] + " "} {
				w.typing.add(w.edit(markup.Span{Start: at, End: at}, half))
				at += len(half)
			}
			if kind == afterSentence {
				w.words++ // count words once, not once for each kind of pause
			}
			pause(afterWord)
		}
		pause(afterSentence)
	}
	pause(afterParagraph)
	if kind == afterSentence {
		grown := w.d.Text.Len() - begun.Text.Len()
		for at > w.d.Paragraph(paragraph).Span.End+2 && grown > 0 { // word by word
			cut := strings.LastIndexByte(strings.TrimRight(w.d.Text.Slice(markup.Span{Start: max(0, at-80), End: at}), " "), ' ')
			start := max(w.d.Paragraph(paragraph).Span.End+2, at-80+cut+1)
			w.undone.add(w.edit(markup.Span{Start: start, End: at}, ""))
			at = start
		}
		w.undone.add(w.rest(at))
	}
	w.d = begun
}

// typeParagraphs writes new paragraphs in one place after another, with a pause after each sentence.
func (w *simulatedWriter) typeParagraphs(prose []string, random *rand.Rand) {
	begun := w.d
	for range sessionPlaces {
		paragraph := random.IntN(len(w.d.Paragraphs()))
		at := w.d.Paragraph(paragraph).Span.End
		w.session.add(w.edit(markup.Span{Start: at, End: at}, "\n\n"))
		at += 2
		sentences := sentencesOf(prose[random.IntN(len(prose))])
		for _, sentence := range sentences[:min(len(sentences), writingSentences)] {
			for _, word := range strings.Fields(sentence) {
				w.session.add(w.edit(markup.Span{Start: at, End: at}, word+" "))
				at += len(word) + 1
				w.going++
			}
			w.session.add(w.rest(at))
		}
	}
	w.d = begun
}

// pasteAndCut pastes a paragraph after another, and cuts it again, with a pause after each.
func (w *simulatedWriter) pasteAndCut(paragraph int, text string) {
	begun := w.d
	at := w.d.Paragraph(paragraph).Span.End
	w.pastes.add(w.edit(markup.Span{Start: at, End: at}, "\n\n"+text))
	w.pastes.add(w.rest(at + 2))
	w.pastes.add(w.edit(markup.Span{Start: at, End: at + 2 + len(text)}, ""))
	w.pastes.add(w.rest(at))
	w.pasted += 2
	w.d = begun
}

// move moves a fragment down twice and up twice, with a pause after each.
func (w *simulatedWriter) move(random *rand.Rand) {
	if len(w.d.Fragments()) < 4 {
		return
	}
	begun, was := w.d, describe(w.d)
	id := w.d.Fragment(random.IntN(len(w.d.Fragments()) - 2)).ID
	past := []*analysis.Document{w.d}
	for _, way := range []func(*analysis.Document, int) (restructure.Edit, error){
		restructure.MoveFragmentDown, restructure.MoveFragmentDown, restructure.MoveFragmentUp, restructure.MoveFragmentUp,
	} {
		e, err := way(w.d, slices.IndexFunc(w.d.Fragments(), func(f analysis.Fragment) bool { return f.ID == id }))
		if err != nil {
			break
		}
		next, err := w.d.Edit(context.Background(), e.AnalysisEdit(w.d.Text))
		if err != nil {
			panic(err)
		}
		// Show an earlier text with its earlier fragments, as the server does.
		for _, p := range past {
			if p.Text.Hash() == next.Text.Hash() {
				next = p
			}
		}
		past = append(past, next)
		w.d = next
		w.rest(0)
		w.moves++
		is := describe(w.d)
		if is[id] != was[id] {
			w.melted++
		}
		for other, said := range was {
			if other != id && is[other] != said {
				w.changed++
			}
		}
	}
	if w.d.Text.String() == begun.Text.String() {
		w.kept++
	}
	w.d = begun
}

// describe returns a description of each fragment, by ID.
func describe(d *analysis.Document) map[string]string {
	said := make(map[string]string)
	for _, f := range d.Fragments() {
		said[f.ID] = fmt.Sprint(f.Words, " ", f.Title().Text)
	}
	return said
}

// writeFromScratch writes a text sentence by sentence, with a pause after each.
func (w *simulatedWriter) writeFromScratch(d *referenceText, passages []passage, settings analysis.Settings) {
	w.d = analysis.New("", w.d.Format, settings)
	at := 0
	var begins []int // start of each paragraph
	for _, p := range passages {
		if w.written > writtenWords {
			break
		}
		begins = append(begins, at+min(at, 2)+len(p.before))
		for i, sentence := range sentencesOf(p.text) {
			if i == 0 {
				sentence = "\n\n"[:min(at, 2)] + p.before + sentence
			}
			f := w.edit(markup.Span{Start: at, End: at}, sentence+" ")
			at += len(sentence) + 1
			f.add(w.rest(at))
			w.flipped += f.near + f.far
			w.written += len(strings.Fields(sentence))
		}
		w.meanwhile.add(w.compareReopened(d.reference, begins, settings))
	}
	w.end.add(w.compareReopened(d.reference, begins, settings))
}

// compareReopened compares the fragments of a text with those of the same text freshly opened, and both with the
// reference; begins holds where its paragraphs begin.
func (w *simulatedWriter) compareReopened(boundaries, begins []int, settings analysis.Settings) (r reopening) {
	fresh := analysis.New(w.d.Text.String(), w.d.Format, settings)
	n := len(w.d.Paragraphs())
	var reference []int
	for _, b := range boundaries { // a line without words is not a paragraph
		if b >= len(begins) {
			break
		}
		if i := w.d.ParagraphAt(begins[b]); i > 0 && i < n && !slices.Contains(reference, i) {
			reference = append(reference, i)
		}
	}
	shown := func(d *analysis.Document) []int {
		var list []int
		for i := 1; i < len(d.Fragments()); i++ {
			list = append(list, d.Fragment(i).First)
		}
		return list
	}
	written, opened := shown(w.d), shown(fresh)
	r.shown, r.differ = len(opened), countFlips(written, opened, 0, n).near
	if len(reference) > 0 {
		r.texts = 1
		r.pk = [2]float64{fragment.Pk(n, reference, written), fragment.Pk(n, reference, opened)}
	}
	return r
}

// sentencesOf returns the sentences of a paragraph, roughly.
func sentencesOf(text string) []string {
	var list []string
	begin := 0
	for i := range len(text) - 1 {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' && i-begin > 20 {
			list = append(list, text[begin:i+1])
			begin = i + 2
		}
	}
	if begin < len(text) {
		list = append(list, text[begin:])
	}
	return list
}

// passage is a paragraph on one line, and the lines kept before it.
type passage struct{ before, text string }

// hiddenHeadings is the number of headings of which one is hidden if the preferred length is that of the author's sections.
const hiddenHeadings = 4

// passagesOf returns the paragraphs of a text. Headings and scene breaks are left out; with the length of the author's
// own sections, only one heading in hiddenHeadings is.
func (d *referenceText) passagesOf(s analysis.Settings) []passage {
	var list []passage
	for _, line := range d.lines {
		list = append(list, passage{text: line})
	}
	if d.lines != nil {
		return list
	}
	hasHeadings := s.PreferredWords == analysis.WordsOfAuthor
	s.Headings, s.SceneBreaks = analysis.HeadingsIgnore, analysis.HeadingsIgnore
	format, _ := markup.ByFileName(d.path)
	document := analysis.New(d.text, format, s, "headings", "scene-breaks")
	blocks, next, headings := document.Blocks(), 0, 0
	for _, p := range document.Paragraphs() {
		before := ""
		for ; next < p.Block; next++ {
			if b := blocks[next]; b.Kind == markup.Heading {
				if headings++; headings%hiddenHeadings > 0 {
					before += strings.Repeat("#", b.Level) + " " + format.Title(d.text, b) + "\n\n"
				}
			} else if b.Kind == markup.Rule {
				before += "* * *\n\n"
			}
		}
		if !hasHeadings {
			before = ""
		}
		list = append(list, passage{before, oneLine(document.Text.Slice(p.Span))})
	}
	return list
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// measureStability simulates writing in all texts of the corpus.
func (e evaluator) measureStability(paths []string) ([]string, map[string]*stability, error) {
	c, _, err := e.read(paths, e.settings.Method)
	if err != nil {
		return nil, nil, err
	}
	lengths := e.preferredLengths(c.documents)
	var names []string
	bySet := make(map[string]*stability)
	members := make(map[string][]int)
	for i, d := range c.documents {
		if bySet[d.set] == nil {
			bySet[d.set] = new(stability)
			names = append(names, d.set)
		}
		members[d.set] = append(members[d.set], i)
	}
	counted := make([]stability, len(c.documents))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				d := c.documents[i]
				settings := c.settings
				if settings.PreferredWords != analysis.WordsOfAuthor {
					settings.PreferredWords = max(1, int(lengths[d.set]))
					settings.SceneBreaks, settings.PlainHeadings = analysis.HeadingsIgnore, "off" // the typed text is prose
				}
				set := members[d.set]
				place := slices.Index(set, i)
				other := c.documents[set[(place+1)%len(set)]]
				places := max(leastPlaces, min(mostPlaces, placesInSet/len(set)))
				counted[i] = simulate(d, other, places, settings, rand.New(rand.NewPCG(uint64(place), 3)))
			}
		})
	}
	for i := range c.documents {
		next <- i
	}
	close(next)
	workers.Wait()
	for i, d := range c.documents {
		bySet[d.set].add(counted[i])
	}
	return names, bySet, nil
}

// simulate measures the stability of a text while passages of another are put into it and it is itself written from nothing.
func simulate(d, other *referenceText, places int, settings analysis.Settings, random *rand.Rand) stability {
	passages := d.passagesOf(settings)
	var prose, whole []string
	for _, p := range other.passagesOf(settings) {
		prose = append(prose, p.text)
	}
	for _, p := range passages {
		whole = append(whole, p.before+p.text)
	}
	format := markup.PlainText
	if settings.PreferredWords == analysis.WordsOfAuthor {
		format = markup.Markdown
	}
	opened := analysis.New(strings.Join(whole, "\n\n")+"\n", format, settings)
	w := simulatedWriter{d: opened}
	n := len(opened.Paragraphs())
	if n == 0 || len(prose) == 0 {
		return w.stability
	}
	for range places {
		after := random.IntN(n)
		var sentences []string
		for from := random.IntN(len(prose)); len(sentences) < writingSentences && from < len(prose); from++ {
			sentences = append(sentences, sentencesOf(prose[from])...)
		}
		sentences = sentences[:min(len(sentences), writingSentences)]
		for kind := range restNames {
			w.typeParagraph(after, sentences, kind)
		}
		w.pasteAndCut(random.IntN(n), prose[random.IntN(len(prose))])
		w.move(random)
	}
	w.typeParagraphs(prose, random)
	w.writeFromScratch(d, passages, settings)
	return w.stability
}

// stabilityJSON is a set in the output of `segls evaluate --stability --format json`: flips per 100 words, shares from 0 to 1.
type stabilityJSON struct {
	Name       string              `json:"name"`
	Words      int                 `json:"words"`
	TypingNear float64             `json:"typing-near"`
	TypingFar  float64             `json:"typing-far"`
	Rests      map[string]restJSON `json:"rests"`
	Undone     float64             `json:"undone"`
	Pastes     float64             `json:"pastes"` // flips per paste or cut
	Near       float64             `json:"session-near"`
	Far        float64             `json:"session-far"`
	Moves      int                 `json:"moves"`
	Changed    int                 `json:"moves-changed"` // other fragments changed by a move
	Melted     int                 `json:"moves-melted"`
	Written    float64             `json:"written"` // flips per 100 words of whole texts
	Pk         float64             `json:"written-pk"`
	FreshPk    float64             `json:"fresh-pk"`
	Reopened   float64             `json:"reopened"` // share of boundaries that differ after reopening

	// The same at the end of each paragraph: there are more of these than texts, so the figures depend less on chance.
	Moments           int     `json:"moments"`
	MeanwhilePk       float64 `json:"meanwhile-pk"`
	MeanwhileFreshPk  float64 `json:"meanwhile-fresh-pk"`
	MeanwhileReopened float64 `json:"meanwhile-reopened"`
}

type restJSON struct {
	Near   float64 `json:"near"`
	Far    float64 `json:"far"`
	Jumped float64 `json:"jumped"` // share of the pauses
}

func (s stability) toJSON(name string) stabilityJSON {
	per := func(n, words int) float64 { return 100 * float64(n) / float64(max(1, words)) }
	j := stabilityJSON{
		Name: name, Words: s.words, TypingNear: per(s.typing.near, 3*s.words), TypingFar: per(s.typing.far, 3*s.words), Rests: make(map[string]restJSON),
		Undone: per(s.undone.near+s.undone.far, s.words), Pastes: float64(s.pastes.near+s.pastes.far) / float64(max(1, s.pasted)),
		Near: per(s.session.near, s.going), Far: per(s.session.far, s.going),
		Moves: s.moves, Changed: s.changed, Melted: s.melted, Written: per(s.flipped, s.written),
		Reopened: s.end.changedShare(), Moments: s.meanwhile.texts, MeanwhileReopened: s.meanwhile.changedShare(),
	}
	j.Pk, j.FreshPk = s.end.means()
	j.MeanwhilePk, j.MeanwhileFreshPk = s.meanwhile.means()
	for kind, rest := range restNames {
		j.Rests[rest] = restJSON{per(s.rests[kind].near, s.words), per(s.rests[kind].far, s.words), float64(s.jumped[kind]) / float64(max(1, s.paused[kind]))}
	}
	return j
}

func (e evaluator) writeStability(w io.Writer, paths []string, format string) error {
	names, bySet, err := e.measureStability(paths)
	if err != nil {
		return err
	}
	rows := make([]stabilityJSON, len(names))
	for i, name := range names {
		rows[i] = bySet[name].toJSON(name)
	}
	if format == "json" {
		return console.EncodeJSON(w, map[string]any{"method": e.settings.Method, "sets": rows})
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s: boundaries that come or go, for 100 words typed (near/far)\n\n", e.settings.Method)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "set\twords\ttyping\tresting by word\tby sentence\tby paragraph\tjumps\tundo\ta paste")
	for _, r := range rows {
		rest := func(name string) string { return fmt.Sprintf("%.2f/%.2f", r.Rests[name].Near, r.Rests[name].Far) }
		fmt.Fprintf(table, "%s\t%d\t%.2f/%.2f\t%s\t%s\t%s\t%.0f %%\t%.2f\t%.2f\n",
			console.EscapeForTerminal(r.Name), r.Words, r.TypingNear, r.TypingFar, rest("word"), rest("sentence"), rest("paragraph"), 100*r.Rests["sentence"].Jumped, r.Undone, r.Pastes)
	}
	fmt.Fprintln(table, "\nset\ta session\tmoves\tothers changed\tmelted\twritten from nothing\tPk\tPk if opened\tdiffer on reopening\tmoments meanwhile\tPk\tPk if opened\tdiffer")
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%.2f/%.2f\t%d\t%d\t%d\t%.2f\t%.1f\t%.1f\t%.1f %%\t%d\t%.1f\t%.1f\t%.1f %%\n", console.EscapeForTerminal(r.Name), r.Near, r.Far, r.Moves, r.Changed, r.Melted, r.Written, 100*r.Pk, 100*r.FreshPk, 100*r.Reopened,
			r.Moments, 100*r.MeanwhilePk, 100*r.MeanwhileFreshPk, 100*r.MeanwhileReopened)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return b.Flush()
}
