package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/session"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/journal"
	"github.com/segls/segls/internal/shape"
)

func doctorCommand() *cobra.Command {
	var report bool
	var format, language string
	cmd := &cobra.Command{
		Use:   "doctor [flags] [PATH]",
		Short: "Check the installation",
		Long: `Doctor prints the version, the settings files that apply to the working folder, its
work with root and order, and the editors that it finds and how they are set up for
segls. It names mistakes in settings and orders with their lines, says how a folder could
become a work, and lists interrupted changes to files (see segls recover). It checks that
editors find this program and that it answers as a language server. With PATH, a text or a
folder, it answers about that, and leaves out the editors.

With --report, it prints all of that in Markdown for a bug report, with the settings that
you have changed and the versions of the modules that segls is built from. It contains
none of your texts, and the name of your home folder is taken out; read it before you
send it. In an editor, the command segls.report adds what the running server knows.

The exit code is 1 if something is broken; advice alone does not count.`,
		Example: `  segls doctor
  segls doctor book/13-grave.md
  segls doctor --report > report.md`,
		Args: console.RequireArguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			w := cmd.OutOrStdout()
			if report {
				return writeBugReport(w)
			}
			d := doctor{language: sentence.LanguageOf(language)}
			if len(args) == 1 {
				d.about = args[0]
				if _, err := os.Stat(d.about); err != nil {
					return err
				}
			}
			d.examine()
			if format == "json" {
				if err := console.EncodeJSON(w, d.sections); err != nil {
					return err
				}
			} else {
				d.print(w, console.StylesFor(cmd, w))
			}
			if d.problems > 0 {
				return console.ExitCode(console.ExitFindings)
			}
			return nil
		},
	}
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().StringVar(&language, "language", "", "the `language` in which problems and advice are printed: en or de")
	cmd.Flags().BoolVar(&report, "report", false, "print what a bug report needs")
	return cmd
}

// doctor examines an installation.
type doctor struct {
	about    string // a text or a folder; "" for the working folder and the editors
	isReport bool   // for a bug report, so without names of texts
	language sentence.Language
	sections []doctorSection
	problems int
}

// doctorSection is the part of the report about one topic.
type doctorSection struct {
	Name  string       `json:"name"`
	Lines []doctorLine `json:"lines"`
}

// doctorLine is a fact or a problem. It has a file and a line if it is about a place.
type doctorLine struct {
	Name    string `json:"name,omitempty"`
	Text    string `json:"text"`
	Problem bool   `json:"problem,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"` // from 1
}

// print writes the sections for people.
func (d *doctor) print(w io.Writer, styles console.Styles) {
	for i, s := range d.sections {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s\n", styles.Strong(s.Name))
		for _, l := range s.Lines {
			text := l.Text
			if l.File != "" {
				text = fmt.Sprintf("%s:%d: %s", console.DisplayPath(l.File), l.Line, l.Text)
			}
			if l.Problem {
				text = "! " + text
			}
			fmt.Fprintf(w, "  %-10s %s\n", l.Name, text)
		}
	}
	if d.isReport {
		return
	}
	if d.problems > 0 {
		fmt.Fprintf(w, "\n%s to look at.\n", console.FormatCount(d.problems, "thing"))
		return
	}
	fmt.Fprintln(w, "\nNo problems found.")
}

func (d *doctor) examine() {
	d.examineProgram()
	d.examineSettings()
	if !d.isReport {
		d.examineWork()
	}
	d.examineChanges()
	d.examineShapes()
	if d.about == "" {
		d.examineEditors()
	}
}

// textPath returns the path of the text to report on: the given text or, for a folder, one in it, which need not exist.
func (d *doctor) textPath() (string, error) {
	file, err := filepath.Abs(d.about)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		file = filepath.Join(file, "text.md")
	}
	return file, nil
}

// examineShapes reports how many texts have stored shapes, and how many shapes are damaged.
func (d *doctor) examineShapes() {
	folder := shape.Folder()
	in := shape.Open(folder)
	texts, damaged, bytes := in.CountShapes()
	problem := in.WriteError()
	if folder == "" || texts+damaged == 0 && problem == nil {
		return
	}
	d.addSection("what segls remembers")
	if problem != nil {
		d.reportProblem("unwritable", "%v; nothing is kept, and your texts are divided afresh each time", problem)
		return
	}
	d.reportFact("kept", "of %s, %.1f MB in %s; segls forget removes it", console.FormatCount(texts, "text"), float64(bytes)/1e6, folder)
	if damaged > 0 {
		d.reportProblem("damaged", "%s; a text whose file is damaged is divided afresh", console.FormatCount(damaged, "file"))
	}
}

func (d *doctor) addSection(text string) {
	d.sections = append(d.sections, doctorSection{Name: text, Lines: []doctorLine{}})
}

func (d *doctor) add(l doctorLine) {
	s := &d.sections[len(d.sections)-1]
	s.Lines = append(s.Lines, l)
	if l.Problem {
		d.problems++
	}
}

// reportFact adds a fact to the current section.
func (d *doctor) reportFact(name, format string, a ...any) {
	d.add(doctorLine{Name: name, Text: fmt.Sprintf(format, a...)})
}

// reportProblem adds a problem to the current section.
func (d *doctor) reportProblem(name, format string, a ...any) {
	d.add(doctorLine{Name: name, Text: fmt.Sprintf(format, a...), Problem: true})
}

func (d *doctor) examineProgram() {
	d.addSection("program")
	d.reportFact("version", "%s (%s %s/%s)", currentVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	self, err := os.Executable()
	if err != nil {
		d.reportProblem("path", "%v", err)
		return
	}
	d.reportFact("path", "%s", self)
	switch onPath, err := exec.LookPath("segls"); {
	case errors.Is(err, exec.ErrNotFound):
		d.reportFact("on PATH", "no, and editors other than VS Code look for segls there: add %s", filepath.Dir(self))
	case err != nil:
		d.reportProblem("on PATH", "%v", err)
	case !isSameFile(onPath, self):
		d.reportProblem("on PATH", "editors find another segls: %s", onPath)
	default:
		d.reportFact("on PATH", "%s", onPath)
	}
	if took, err := timeServerStart(self); err != nil {
		d.reportProblem("server", "%v", err)
	} else {
		d.reportFact("server", "answers after %d ms", took.Milliseconds())
	}
	if _, err := exec.LookPath("git"); err != nil {
		d.reportFact("git", "not found; only comparisons with an earlier revision need it")
	}
}

// examineChanges reports interrupted changes of files in any folder.
func (d *doctor) examineChanges() {
	found, legacy := journal.FindInterrupted(""), journal.LegacyJournalWarning(".")
	if len(found) == 0 && legacy == nil {
		return
	}
	d.addSection("changes")
	for _, i := range found {
		d.reportProblem("", "%s", i.Sentence().In(d.language))
	}
	if legacy != nil {
		d.reportProblem("", "%s", legacy)
	}
}

func isSameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// patienceWithServer is the time within which a server must answer and exit.
const patienceWithServer = 10 * time.Second

// timeServerStart starts a server as an editor does, and returns how long the server took to answer and exit.
func timeServerStart(program string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patienceWithServer)
	defer cancel()
	server := exec.CommandContext(ctx, program, "serve")
	var in bytes.Buffer
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	server.Stdin = &in
	start := time.Now()
	out, err := server.Output()
	took := time.Since(start)
	if err != nil {
		return took, fmt.Errorf("%s serve: %w", program, err)
	}
	answer, err := firstMessage(out)
	if err != nil {
		return took, fmt.Errorf("%s serve: its answer cannot be read: %w", program, err)
	}
	var hello struct {
		Result struct {
			Capabilities map[string]any `json:"capabilities"`
		} `json:"result"`
	}
	if err := json.Unmarshal(answer, &hello); err != nil || len(hello.Result.Capabilities) == 0 {
		return took, fmt.Errorf("%s serve: it answers, but not as a language server", program)
	}
	return took, nil
}

// firstMessage returns the body of the first message from a server.
func firstMessage(out []byte) ([]byte, error) {
	r := bufio.NewReader(bytes.NewReader(out))
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return nil, err
			}
		}
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}

// examineWork reports the work that contains a text, its order and its problems, and how the folder could become a work.
func (d *doctor) examineWork() {
	d.addSection("work")
	text, err := d.textPath()
	if err != nil {
		d.reportProblem("folder", "%v", err)
		return
	}
	about := cmp.Or(d.about, ".")
	if home, err := os.UserHomeDir(); err == nil && isSameFile(about, home) {
		d.reportFact("none", "this is your home folder; ask in the folder of a text")
		return
	}
	if root := ignore.ProjectRoot(text); root == "" {
		d.reportFact("root", "none, unless the editor has opened a folder: the texts here do not belong together")
	} else {
		d.reportFact("root", "%s, unless the editor has opened another folder", root)
	}
	if !settingsOf(text).Settings.WholeWork {
		d.reportFact("none", "%s", d.language.Say("the setting whole-work is off: each file is read alone"))
		return
	}
	site, err := console.FindWork(about)
	if err != nil {
		d.reportFact("none", "%v", err)
		return
	}
	d.reportFact("folder", "%s", filepath.Join(site.Root, filepath.FromSlash(site.Folder)))
	d.reportFact("files", "%d", len(site.Files()))
	switch hint := site.WorkHint(about); {
	case hint != nil:
		d.reportFact("help", "%s", d.language.Say("editors read each file alone here: %s", hint))
	case site.Order == "":
		d.reportFact("order", "%s", d.language.Say("the order of the names; a table [work] in .segls.toml can set another"))
	default:
		d.reportFact("order", "%s", site.DiskPath(site.Order))
	}
	for _, p := range site.Problems {
		d.add(doctorLine{Text: p.Message.In(d.language), Problem: true, File: filepath.Join(site.Root, filepath.FromSlash(p.File)), Line: p.Line + 1})
	}
	if n := len(site.Orphans); n > 0 && site.Order != "" {
		d.reportFact("", "%s in the folder and not in the order; segls work lists them", console.FormatCount(n, "text"))
	}
}

// examineSettings reports which settings files apply to a text, and their problems.
func (d *doctor) examineSettings() {
	d.addSection("settings")
	text, err := d.textPath()
	if err != nil {
		d.reportProblem("folder", "%v", err)
		return
	}
	effective := settingsOf(text)
	if len(effective.Files) == 0 {
		d.reportFact("files", "none; yours would be %s, a project's %s", config.UserFile(), config.Name)
	}
	for _, f := range effective.Files {
		d.reportFact("file", "%s", f.Path)
		for _, p := range f.Problems {
			d.add(doctorLine{Text: p.Message.In(d.language), Problem: true, File: p.Path, Line: p.Line})
		}
		if f.HasOverrides() && f.Path != config.UserFile() {
			for _, p := range f.UnmatchedOverrides(listFilesUnder(f.Folder())) {
				d.add(doctorLine{Text: d.language.Say("no text here matches %s", p.Glob), File: f.Path, Line: p.Line})
			}
		}
	}
}

// listFilesUnder returns the paths of the files in a folder and its subfolders, except those that are hidden or that git ignores.
func listFilesUnder(folder string) (files []string) {
	fsys, closeRoot, err := ignore.OpenVisible(folder)
	if err != nil {
		return nil
	}
	defer func() { _ = closeRoot() }()
	_ = fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, filepath.Join(folder, filepath.FromSlash(name)))
		}
		return nil // files that cannot be read are left out
	})
	return files
}

func settingsOf(text string) config.EffectiveSettings[session.Settings] {
	return config.NewCache(session.DeclaredSettings).Settings(config.Query{Document: text})[0]
}
