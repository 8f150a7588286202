package lab

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

// Only a reader can judge whether a title is good. A sheet has passages, each with titles made in several ways, in
// random order. A separate key says how each was made, and where each passage is.

func titlesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:    "titles",
		Short:  "Let readers judge titles",
		Hidden: true, // it measures segls itself
		Long: `Titles lets readers judge titles. It draws a sheet of passages, each with titles that were
made in several ways, without saying in which, and counts the readers' answers: a line for each title, with
the number of the passage, the letter of the title, and keep, could or no.`,
		Example: `  segls titles draw --sources sources.tsv --other ./segls-before --key key.json > sheet.txt
  segls titles count --key key.json answers1.txt answers2.txt`,
		Args: console.RequireArguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(drawCommand(), countCommand(), measureCommand())
	return cmd
}

// The ways of making titles that a sheet compares.
const (
	byThis     = "this"
	byOther    = "other"
	byOpening  = "first-words"
	byFrequent = "frequent"
)

var ways = []string{byThis, byOther, byOpening, byFrequent}

// drawnPassage is the entry of the key for a passage of a sheet and its titles.
type drawnPassage struct {
	Number   int             `json:"number"`
	Set      string          `json:"set"`
	Source   string          `json:"source"`
	Revision string          `json:"revision"`
	File     string          `json:"file"`
	Offset   int             `json:"offset"`
	Titles   []letteredTitle `json:"titles"`

	text string
}

// letteredTitle is a title of a sheet, with the ways that produced it.
type letteredTitle struct {
	Letter string   `json:"letter"`
	Title  string   `json:"title"`
	Ways   []string `json:"ways"`
}

// source is a line of the list of sources: set, name, revision, path and number of passages, separated by tabs.
type source struct {
	set, name, revision, path string
	count                     int
}

const (
	leastPassage   = 80 // words
	shownPassage   = 150
	openingOfTitle = 6
	endsPassedOver = 0.04 // share of a plain text that is passed over at each end: licences, indexes
)

func drawCommand() *cobra.Command {
	var sources, other, key string
	var seed uint64
	var ofTerms bool
	cmd := &cobra.Command{
		Use:   "draw [flags] --sources FILE --key FILE",
		Short: "Draw a sheet of passages with titles",
		Long: `Draw writes a sheet: passages drawn at random, each with the title of this program, that of another
one (--other), its first six words, and its most frequent run of up to three words, in random order. The list of sources has a line for
each: set, name, revision, path and number of passages, with tabs between. With --terms each passage has the terms of its lens instead.`,
		Example: `  segls titles draw --sources sources.tsv --other ./segls-before --key key.json > sheet.txt`,
		Args:    console.RequireArguments(0, 0),
	}
	cmd.Flags().StringVar(&sources, "sources", "", "the list of sources, a `FILE`")
	cmd.Flags().StringVar(&other, "other", "", "another `program` of segls, to compare with")
	cmd.Flags().StringVar(&key, "key", "", "write what was drawn to this `FILE`")
	cmd.Flags().BoolVar(&ofTerms, "terms", false, "draw the terms of lenses, not titles")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "another `number` draws other passages")
	settings := console.AddSettingFlags(cmd)
	settings.UsePaperDefaults()
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		list, err := readSources(sources)
		if err != nil {
			return err
		}
		d := drawer{random: rand.New(rand.NewPCG(seed, 51)), other: other, ofTerms: ofTerms, settings: settings.Flags}
		for _, s := range list {
			if err := d.draw(s); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		d.random.Shuffle(len(d.passages), func(i, k int) { d.passages[i], d.passages[k] = d.passages[k], d.passages[i] })
		for i := range d.passages {
			d.passages[i].Number = i + 1
		}
		encoded, err := json.MarshalIndent(d.passages, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(key, append(encoded, '\n'), 0o644); err != nil {
			return err
		}
		return writeSheet(cmd.OutOrStdout(), d.passages)
	}
	return cmd
}

func readSources(file string) (list []source, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 5 || strings.HasPrefix(line, "#") {
			continue
		}
		n, err := strconv.Atoi(fields[4])
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a number of passages", file, fields[4])
		}
		list = append(list, source{fields[0], fields[1], fields[2], fields[3], n})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s lists no source", file)
	}
	return list, nil
}

// drawer draws passages at random.
type drawer struct {
	random   *rand.Rand
	other    string
	ofTerms  bool
	settings analysis.Settings
	passages []drawnPassage

	file string // the last file
	doc  *analysis.Document
	said []otherTitle // the other program's titles
}

// otherTitle is a title of the other program, with the start of its fragment.
type otherTitle struct {
	Start int
	Title string
}

// draw draws the passages of a source, one of each file in turn, until there are enough, in at most a hundred rounds.
func (d *drawer) draw(s source) error {
	var files []string
	err := walkTexts(s.path, func(_, file, _ string) {
		if _, isKnown := markup.ByFileName(file); isKnown {
			files = append(files, file)
		}
	})
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no text")
	}
	slices.Sort(files)
	d.random.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
	taken := make(map[string]bool)
	const rounds = 100
	for n, round := 0, 0; n < s.count && round < rounds*len(files); round++ {
		file := files[round%len(files)]
		p, ok, err := d.drawFrom(s, file, taken)
		if err != nil {
			return err
		}
		if ok {
			d.passages = append(d.passages, p)
			n++
		}
	}
	return nil
}

// drawFrom draws a random fragment of a file; ok is false if the fragment has been drawn before or is not suitable.
func (d *drawer) drawFrom(s source, file string, taken map[string]bool) (p drawnPassage, ok bool, err error) {
	format, _ := markup.ByFileName(file)
	if file != d.file {
		text, err := os.ReadFile(file)
		if err != nil {
			return p, false, err
		}
		d.file, d.doc, d.said = file, analysis.New(string(text), format, d.settings), nil
	}
	doc := d.doc
	fragments := doc.Fragments()
	if len(fragments) == 0 {
		return p, false, nil
	}
	i := d.random.IntN(len(fragments))
	f := fragments[i]
	isPlain := format.Name == markup.PlainText.Name
	at := float64(f.Span.Start) / float64(doc.Text.Len())
	id := file + strconv.Itoa(f.Span.Start)
	if f.Words < leastPassage || taken[id] || isPlain && (at < endsPassedOver || at > 1-endsPassedOver) {
		return p, false, nil
	}
	taken[id] = true
	name, err := filepath.Rel(s.path, file)
	if err != nil || name == "." {
		name = filepath.Base(file)
	}
	p = drawnPassage{Set: s.set, Source: s.name, Revision: s.revision, File: filepath.ToSlash(name), Offset: f.Span.Start, text: shownOf(doc, f)}
	if d.ofTerms {
		for k, term := range f.Terms() {
			p.Titles = append(p.Titles, letteredTitle{Letter: string(rune('a' + k)), Title: term, Ways: []string{byThis}})
		}
		return p, len(p.Titles) > 0, nil
	}
	titles := map[string]string{byThis: f.Title().Text, byOpening: openingWordsOf(doc, f), byFrequent: frequentOf(doc, f)}
	if d.other != "" {
		if titles[byOther], err = d.titleByOther(file, f.Span.Start); err != nil {
			return p, false, err
		}
	}
	order := slices.Clone(ways)
	d.random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
	for _, way := range order {
		title := titles[way]
		if title == "" {
			continue
		}
		k := slices.IndexFunc(p.Titles, func(t letteredTitle) bool { return strings.EqualFold(t.Title, title) })
		if k < 0 {
			p.Titles = append(p.Titles, letteredTitle{Letter: string(rune('a' + len(p.Titles))), Title: title})
			k = len(p.Titles) - 1
		}
		p.Titles[k].Ways = append(p.Titles[k].Ways, way)
	}
	return p, true, nil
}

// titleByOther returns the title that another program gives to the fragment that starts nearest to an offset.
func (d *drawer) titleByOther(file string, offset int) (string, error) {
	if d.said == nil {
		var said bytes.Buffer
		cmd := exec.Command(d.other, "fragment", "--no-config", "--format", "json", "--preferred-words", strconv.Itoa(d.settings.PreferredWords), file)
		cmd.Stdout = &said
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("%s: %w", d.other, err)
		}
		var answer struct{ Fragments []otherTitle }
		if err := json.Unmarshal(said.Bytes(), &answer); err != nil {
			return "", fmt.Errorf("%s: %w", d.other, err)
		}
		d.said = answer.Fragments
	}
	best, distance := "", -1
	for _, f := range d.said {
		if away := max(f.Start-offset, offset-f.Start); distance < 0 || away < distance {
			best, distance = f.Title, away
		}
	}
	return best, nil
}

// shownOf returns the part of a passage that readers of the sheet see.
func shownOf(doc *analysis.Document, f analysis.Fragment) string {
	var b strings.Builder
	words := 0
	for p := f.First; p < f.End && words < shownPassage; p++ {
		fields := strings.Fields(doc.Format.WithoutCellMarks(doc.Text.Slice(doc.Paragraph(p).Span)))
		if words+len(fields) > shownPassage {
			fields = append(fields[:shownPassage-words], "[…]")
		}
		words += len(fields)
		fmt.Fprintln(&b, strings.Join(fields, " "))
	}
	return b.String()
}

// openingWordsOf returns the first words of a fragment.
func openingWordsOf(doc *analysis.Document, f analysis.Fragment) string {
	fields := strings.Fields(string(doc.Paragraph(f.First).Prose()))
	return strings.Join(fields[:min(len(fields), openingOfTitle)], " ")
}

// frequentOf returns the most frequent run of up to three content words, capitalized. Among repeated runs, longer ones count more.
func frequentOf(doc *analysis.Document, f analysis.Fragment) string {
	type row struct {
		text  string
		n     int
		words int
	}
	rows := make(map[string]*row)
	var order []*row
	var last []string // the current run, as written
	var terms []string
	for p := f.First; p < f.End; p++ {
		prose := doc.Paragraph(p).Prose()
		end := 0
		last, terms = last[:0], terms[:0]
		doc.Language.Vocabulary.Words(prose, func(w language.Word, from, to int) {
			if w.Class != language.Content || strings.TrimSpace(string(prose[min(end, from):from])) != "" {
				last, terms = last[:0], terms[:0]
			}
			end = to
			if w.Class != language.Content {
				return
			}
			last, terms = append(last, string(prose[from:to])), append(terms, strconv.Itoa(int(w.Term)))
			for size := 1; size <= min(3, len(last)); size++ {
				k := strings.Join(terms[len(terms)-size:], " ")
				if rows[k] == nil {
					rows[k] = &row{text: strings.Join(last[len(last)-size:], " "), words: size}
					order = append(order, rows[k])
				}
				rows[k].n++
			}
		})
	}
	if len(order) == 0 {
		return ""
	}
	score := func(r *row) int {
		if r.n < 2 {
			return r.n
		}
		return r.n * (r.words + 1)
	}
	best := slices.MaxFunc(order, func(a, b *row) int { return cmp.Compare(score(a), score(b)) })
	first, size := utf8.DecodeRuneInString(best.text)
	return strings.ToUpper(string(first)) + best.text[size:]
}

func writeSheet(w io.Writer, passages []drawnPassage) error {
	b := bufio.NewWriter(w)
	for _, p := range passages {
		fmt.Fprintf(b, "== %d ==\n%s\n", p.Number, p.text)
		for _, t := range p.Titles {
			fmt.Fprintf(b, "   %s) %s\n", t.Letter, t.Title)
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}
