package rearrange

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

var (
	works    = flag.String("works", "", "apply actions to the works in these folders, separated as in PATH")
	actions  = flag.Int("actions", 200, "the number of actions for each of -works")
	verbosed = flag.Bool("refusals", false, "print each refusal")
)

// TestWorks applies random actions to real works, and compares the works before and after. Its own reader recognizes links, labels and
// paragraphs by simple patterns, independently of segls.
func TestWorks(t *testing.T) {
	if *works == "" {
		t.Skip("no folders of works: run with -works DIR")
	}
	fmt.Printf("%-16s %5s %6s | %6s %7s | %8s %8s | %6s\n", "work", "files", "links", "done", "refused", "mended", "unmended", "wrong")
	for _, folder := range filepath.SplitList(*works) {
		found, _ := filepath.Glob(folder)
		for _, folder := range found {
			t.Run(filepath.Base(folder), func(t *testing.T) {
				if _, err := os.Stat(folder); err != nil {
					t.Skipf("there is no folder %s", folder)
				}
				tryWork(t, filepath.Base(folder), os.DirFS(folder))
			})
		}
	}
}

func tryWork(t *testing.T, name string, fsys fs.FS) {
	w, files := open(t, fsys)
	r := rand.New(rand.NewPCG(20, 1))
	reader := make(plainReader)
	before := reader.plainly(files)
	done, refused, unmended, mended, bad := 0, make(map[string]int), 0, 0, 0
	for range *actions {
		kind, c, err := randomAction(r, w)
		if err != nil {
			why := kind + ": " + quoted.ReplaceAllString(err.Error(), "“…”")
			if refused[why]++; refused[why] == 1 && *verbosed {
				t.Logf("%s %s: %v", kind, c.Title, err)
			}
			continue
		}
		done++
		unmended += len(c.Unmended)
		for _, u := range c.Unmended {
			if *verbosed {
				t.Logf("unmended: %s: %s: %s: %s", c.Title, u.Path, u.Link.To, u.Reason)
			}
		}
		for _, edits := range c.Edits {
			mended += len(edits)
		}
		if wrong := compared(kind, before, reader.plainly(applied(files, c)), c); wrong != "" {
			bad++
			t.Errorf("%s: %s: %s", kind, c.Title, wrong)
		}
	}
	total := 0
	for _, n := range refused {
		total += n
	}
	links := 0
	for _, file := range w.Index.Files() {
		links += len(w.Index.Links(file))
	}
	fmt.Printf("%-16s %5d %6d | %6d %7d | %8d %8d | %6d\n", name, len(w.Documents), links, done, total, mended, unmended, bad)
	if *verbosed {
		for _, why := range slices.Sorted(maps.Keys(refused)) {
			fmt.Printf("    %3d %s\n", refused[why], why)
		}
	}
	if done < *actions/4 {
		t.Errorf("only %d of %d actions have been done", done, *actions)
	}
}

var quoted = regexp.MustCompile(`“[^”]*”|\S+\.(?:md|qmd|tex)`)

// open reads a work with the texts around it.
func open(t *testing.T, fsys fs.FS) (Work, map[string]string) {
	t.Helper()
	order, ok := work.Read(fsys, ".")
	if !ok {
		t.Fatal("there is no order")
	}
	files := make(map[string]string)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if _, known := markup.ByFileName(name); err == nil && d.Type().IsRegular() && known {
			text, err := fs.ReadFile(fsys, name)
			files[name] = string(text)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := fs.ReadFile(fsys, order.Order); err == nil {
		files[order.Order] = string(text)
	}
	return workOf(fsys, order, files), files
}

// workOf returns a work with the files around it.
func workOf(fsys fs.FS, order *work.Work, files map[string]string) Work {
	w := Work{Order: order, Files: fsys, Documents: make(map[string]*analysis.Document)}
	for _, file := range order.Files() {
		f, _ := markup.ByFileName(file)
		w.Documents[file] = analysis.New(files[file], f, analysis.Defaults())
	}
	w.Index = link.NewIndex([]link.Site{link.SiteOf(fsys, order)}, maps.All(files))
	return w
}

// applied returns the files after a change.
func applied(files map[string]string, c Change) map[string]string {
	after := maps.Clone(files)
	for file, edits := range c.Edits {
		after[file] = restructure.Edit{Replacements: edits}.Apply(files[file])
	}
	renamed := make(map[string]string)
	for file, text := range after {
		renamed[link.Change{Renamed: c.Renamed}.PathAfter(file)] = text
	}
	after = renamed
	for _, file := range c.Removed {
		delete(after, file)
	}
	maps.Copy(after, c.Created)
	return after
}

// action is a random action on a text of a work. It can be applied to the same work with other files around it.
type action struct {
	kind, file string
	section    int // whose heading leaves the file or changes; -1 if the file goes, or if it is a fragment
	do         func(w Work) (Change, error)
}

// randomAction applies a random action to a work.
func randomAction(r *rand.Rand, w Work) (kind string, c Change, err error) {
	a := newAction(r, w)
	c, err = a.do(w)
	return a.kind, c, err
}

// newAction returns a random action on a work.
func newAction(r *rand.Rand, w Work) action {
	files := slices.DeleteFunc(w.Order.Files(), func(file string) bool { return w.Documents[file] == nil })
	file := files[r.IntN(len(files))]
	d := w.Documents[file]
	other := files[r.IntN(len(files))]
	target := w.Documents[other]
	if len(d.Fragments()) == 0 || len(d.Sections()) == 0 {
		return newAction(r, w)
	}
	fragment, section := r.IntN(len(d.Fragments())), r.IntN(len(d.Sections()))
	place := EndOfFile(other)
	switch r.IntN(3) {
	case 0:
		if n := len(target.Sections()); n > 0 {
			place = Place{other, restructure.Under.PlaceBeside(r.IntN(n))}
		}
	case 1:
		if n := len(target.Sections()); n > 0 {
			place = Place{other, restructure.Before.PlaceBeside(r.IntN(n))}
		}
	}
	kind := []string{
		"move fragment", "move fragment", "move section", "move section", "move section", "up", "down", "section up", "section down", "move file",
		"split at fragment", "split at section", "merge", "section to file", "file to section",
		"rename file", "rename heading", "remove heading", "extract",
	}[r.IntN(19)]
	ofSection := func(section int, do func(w Work) (Change, error)) action { return action{kind, file, section, do} }
	ofOther := func(do func(w Work) (Change, error)) action { return action{kind, file, -1, do} }
	switch kind {
	case "move fragment":
		if n := len(target.Fragments()); n > 0 && r.IntN(2) == 0 {
			place = Place{other, restructure.Before.PlaceBeside(r.IntN(n))}
		}
		return ofOther(func(w Work) (Change, error) { return MoveFragment(w, file, fragment, place) })
	case "move section":
		return ofSection(section, func(w Work) (Change, error) { return MoveSection(w, file, section, place) })
	case "up":
		return ofOther(func(w Work) (Change, error) { return FragmentToPrevious(w, file, 0) })
	case "down":
		return ofOther(func(w Work) (Change, error) { return FragmentToNext(w, file, len(d.Fragments())-1) })
	case "section up":
		return ofSection(titleSection(d)+1, func(w Work) (Change, error) { return SectionToPrevious(w, file, titleSection(d)+1) })
	case "section down":
		return ofSection(len(d.Sections())-1, func(w Work) (Change, error) { return SectionToNext(w, file, len(d.Sections())-1) })
	case "move file":
		slot := Slot{other, Side(r.IntN(3))}
		return ofOther(func(w Work) (Change, error) { return MoveFile(w, file, slot) })
	case "split at fragment":
		return ofOther(func(w Work) (Change, error) { return SplitAtFragment(w, file, fragment, "", "") })
	case "split at section":
		return ofSection(section, func(w Work) (Change, error) { return SplitAtSection(w, file, section, "") })
	case "merge":
		return ofOther(func(w Work) (Change, error) { return MergeNextFile(w, file) })
	case "section to file":
		return ofSection(section, func(w Work) (Change, error) { return SectionToFile(w, file, section, "") })
	case "rename file":
		to := path.Join(path.Dir(file), "renamed-"+path.Base(file))
		return ofOther(func(w Work) (Change, error) { return RenameFiles(w, link.PathRename{From: file, To: to}), nil })
	case "rename heading":
		return ofSection(section, func(w Work) (Change, error) {
			n, ok := w.Index.NameAt(file, d.Blocks()[d.Sections()[section].Heading].Span.Start)
			if !ok || n.Kind != link.HeadingName {
				return Change{}, fmt.Errorf("no heading there")
			}
			return RenameNamed(w, n, "Quite another title")
		})
	case "remove heading":
		return ofSection(section, func(w Work) (Change, error) {
			e, err := restructure.RemoveHeading(d, section)
			if err != nil {
				return Change{}, err
			}
			return ChangeOfEdit(w, file, e), nil
		})
	case "extract": // the heading stays
		if section+1 < len(d.Sections()) && d.Sections()[section+1].Parent == section {
			return ofSection(section+1, extraction(d, file, section))
		}
		return ofOther(extraction(d, file, section))
	}
	return ofOther(func(w Work) (Change, error) { return FileToSection(w, file) })
}

// extraction extracts a section into a file.
func extraction(d *analysis.Document, file string, section int) func(w Work) (Change, error) {
	return func(w Work) (Change, error) {
		e, err := restructure.ExtractSection(d, section, restructure.Extraction{
			NewFilePlace: restructure.NewFilePlace{Source: path.Base(file)},
			Name:         func(string) string { return "extracted" + path.Ext(file) },
		})
		if err != nil {
			return Change{}, err
		}
		return ChangeOfEdit(w, file, e), nil
	}
}

// plain is the result of this test's own reader.
type plain struct {
	broken     map[string]int // the number of broken links, by name
	paragraphs map[string]int // the count of each line, without addresses and markup
}

var (
	plainFence      = regexp.MustCompile("^\\s*(?:>\\s*)*(```+|~~~+)")
	plainSpan       = regexp.MustCompile("`+[^`]*`+")
	plainLink       = regexp.MustCompile(`\]\(\s*<?([^()<>\s]+(?:\([^()\s]*\)[^()<>\s]*)?)>?(?:\s+"[^"]*")?\s*\)|^\s{0,3}\[[^\]^]+\]:\s*<?([^<>\s]+)|(?:href|src)="([^"]+)"`)
	plainHeading    = regexp.MustCompile(`^\s*(?:>\s*)*#{1,6}\s+(.*?)\s*#*\s*$`)
	plainGiven      = regexp.MustCompile(`\{:?[^{}#]*#([\w:.-]+)[^{}]*\}|<[a-zA-Z][^<>]*\s(?:id|name)="([^"]+)"`)
	plainLabel      = regexp.MustCompile(`\\label\{([^{}]*)\}`)
	plainRef        = regexp.MustCompile(`\\(?:c|C|eq|page|auto|name)?ref\*?\{([^{}#]*)\}`)
	plainInput      = regexp.MustCompile(`\\(?:input|include)\{([^{}#\\]*)\}`)
	plainSection    = regexp.MustCompile(`\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(\*?)([\[{])`)
	plainInlined    = regexp.MustCompile(`\]\(\s*<?[^()<>]*(?:\([^()\s]*\)[^()<>\s]*)?>?\s*\)|(\]:)[ \t]*\S+|((?:href|src)=)"[^"]*"|\{\{[^{}]*\}\}`)
	plainFootnote   = regexp.MustCompile(`\[\^([^\]]+?)(?:-\d+)?\]`)
	plainNamed      = regexp.MustCompile(`(?m)^\[([^\]\n]+?)(?:-\d+)?\]:`)
	plainInclude    = regexp.MustCompile(`^\\(?:input|include)\{[^{}]*\}$`) // part of the order
	plainFull       = regexp.MustCompile(`(\[[^\[\]]*\])\[[^\[\]]*\]`)
	plainHead       = regexp.MustCompile(`\A(?s:---\r?\n.*?\n---\r?\n)`)
	plainDefinition = regexp.MustCompile(`^\[[^\]]+\]:`)
	plainComment    = regexp.MustCompile(`(^|[^\\])%.*`)
)

// plainFile is the result of the reader for one file.
type plainFile struct {
	anchors    map[string]bool
	links      []plainLed
	labels     []string
	refs       []string
	paragraphs map[string]int
}

type plainLed struct {
	to           string
	isDefinition bool
}

// plainReader reads each text once.
type plainReader map[[2]string]*plainFile

func (r plainReader) file(name, text string) *plainFile {
	key := [2]string{name, text}
	if r[key] == nil {
		r[key] = readPlain(name, text)
	}
	return r[key]
}

func readPlain(name, text string) *plainFile {
	f := &plainFile{anchors: make(map[string]bool), paragraphs: make(map[string]int)}
	switch format, _ := markup.ByFileName(name); format.Name {
	case markup.LaTeX.Name:
		text = plainComment.ReplaceAllString(text, "$1")
		for _, m := range plainLabel.FindAllStringSubmatch(text, -1) {
			f.labels = append(f.labels, m[1])
		}
		for _, m := range plainRef.FindAllStringSubmatch(text, -1) {
			f.refs = append(f.refs, strings.Split(m[1], ",")...)
		}
		for _, m := range plainInput.FindAllStringSubmatch(text, -1) {
			f.links = append(f.links, plainLed{m[1], false})
		}
		f.addParagraphs(plainSection.ReplaceAllString(text, `\section$1$2`))
	case markup.Markdown.Name:
		text = plainHead.ReplaceAllString(text, "") // it moves with a file
		f.readMarkdown(text)
		if path.Base(name) != "SUMMARY.md" {
			f.addParagraphs(text)
		}
	}
	return f
}

func (f *plainFile) readMarkdown(text string) {
	fence := ""
	counts := make(map[string]int)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := plainFence.FindStringSubmatch(line); m != nil && (fence == "" || strings.HasPrefix(m[1], fence)) {
			if fence == "" {
				fence = m[1]
			} else {
				fence = ""
			}
			continue
		}
		if fence != "" {
			continue
		}
		for _, m := range plainGiven.FindAllStringSubmatch(line, -1) {
			f.anchors[m[1]+m[2]] = true
		}
		if m := plainHeading.FindStringSubmatch(line); m != nil {
			slug := plainSlug(m[1])
			if n := counts[slug]; n > 0 {
				f.anchors[fmt.Sprintf("%s-%d", slug, n)] = true
				f.anchors[fmt.Sprintf("%s_%d", slug, n)] = true
			}
			f.anchors[slug] = true
			counts[slug]++
		}
		for _, m := range plainLink.FindAllStringSubmatch(plainSpan.ReplaceAllString(line, ""), -1) {
			f.links = append(f.links, plainLed{m[1] + m[2] + m[3], m[2] != ""})
		}
	}
}

// plainly returns the result of the reader for all files.
func (r plainReader) plainly(files map[string]string) plain {
	p := plain{make(map[string]int), make(map[string]int)}
	read := make(map[string]*plainFile)
	labels := make(map[string]bool)
	for name, text := range files {
		f := r.file(name, text)
		read[name] = f
		for _, l := range f.labels {
			labels[l] = true
		}
		for line, n := range f.paragraphs {
			p.paragraphs[line] += n
		}
	}
	defined := make(map[string]bool)
	for name, f := range read {
		for _, ref := range f.refs {
			if !labels[strings.TrimSpace(ref)] {
				p.broken[lastPart(ref)]++
			}
		}
		for _, l := range f.links {
			to := lastPart(l.to)
			if leadsPlainly(read, name, l.to) || l.isDefinition && defined[to] { // definitions may be copied
				continue
			}
			p.broken[to]++
			defined[to] = defined[to] || l.isDefinition
		}
	}
	return p
}

func leadsPlainly(files map[string]*plainFile, from, address string) bool {
	if strings.Contains(address, ":") || strings.HasPrefix(address, "//") || strings.Contains(address, "{") {
		return true
	}
	to, anchor, _ := strings.Cut(address, "#")
	to, _, _ = strings.Cut(to, "?")
	file := from
	if to != "" {
		if file = path.Join(path.Dir(from), to); to[0] == '/' {
			file = to[1:]
		}
	}
	if strings.HasSuffix(from, ".tex") {
		if file = address; path.Ext(file) == "" {
			file += ".tex"
		}
	}
	f, is := files[file]
	if !is {
		e := path.Ext(file)
		return e != ".md" && e != ".qmd" && e != ".tex"
	}
	return anchor == "" || f.anchors[anchor] || f.anchors[plainSlug(anchor)]
}

// lastPart returns the name by which broken links are counted.
func lastPart(to string) string {
	if _, anchor, ok := strings.Cut(to, "#"); ok {
		return anchor
	}
	return path.Base(strings.TrimSpace(to))
}

// plainSlug returns the letters and digits of a title in lower case, with a hyphen in place of anything between them.
func plainSlug(title string) string {
	title = plainGiven.ReplaceAllString(title, "")
	title = strings.ReplaceAll(plainLink.ReplaceAllString(title, "]"), "'", "")
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "-")
}

var plainBlank = regexp.MustCompile(`\n[ \t\r]*\n[\s]*`)

// addParagraphs counts the lines of paragraphs, without the markup of headings, addresses and numbers of footnotes.
func (p *plainFile) addParagraphs(text string) {
	for _, paragraph := range plainBlank.Split(text, -1) {
		paragraph = plainFull.ReplaceAllString(paragraph, "$1")
		paragraph = plainInlined.ReplaceAllString(paragraph, "$1$2")
		paragraph = plainFootnote.ReplaceAllString(plainNamed.ReplaceAllString(paragraph, "[$1]:"), "[^$1]")
		for line := range strings.Lines(paragraph) {
			if line = strings.Join(strings.Fields(strings.TrimLeft(line, "#")), " "); line != "" && !plainInclude.MatchString(line) {
				if plainDefinition.MatchString(line) {
					line = strings.ToLower(line)
				}
				p.paragraphs[line]++
			}
		}
	}
}
