package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/segls/segls/internal/session"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/journal"
	"github.com/segls/segls/internal/shape"
)

func doctorCommand() *cobra.Command {
	var report bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the installation",
		Long: `Doctor prints the version, the settings files that apply to the working folder, the work
that it is with its order, and the editors it finds and how they are set up for segls. It
names mistakes in settings and orders, and changes of files that were interrupted (see
segls recover). It checks that editors find this
program and that it answers as a language server.

With --report, it prints all of that in Markdown for a bug report, with the settings that
you have changed and the versions of the modules that segls is built from. It contains
none of your texts, and the name of your home folder is taken out; read it before you
send it. In an editor, the command segls.report adds what the running server knows.

The exit code is 1 if something is broken; advice alone does not count.`,
		Example: `  segls doctor
  segls doctor --report > report.md`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if report {
				return writeReport(w)
			}
			d := doctor{Writer: w, Styles: console.StylesFor(cmd, w)}
			d.examine()
			if d.problems > 0 {
				fmt.Fprintf(w, "\n%s to look at.\n", console.Count(d.problems, "thing"))
				return console.ExitCode(console.ExitFindings)
			}
			fmt.Fprintln(w, "\nAll is well.")
			return nil
		},
	}
	cmd.Flags().BoolVar(&report, "report", false, "print what a bug report needs")
	return cmd
}

// doctor examines an installation.
type doctor struct {
	io.Writer
	console.Styles
	problems int
	isReport bool // for others, so without the names of texts
}

func (d *doctor) examine() {
	d.program()
	d.settings()
	if !d.isReport {
		d.work()
	}
	d.changes()
	d.shapes()
	d.editors()
}

// shapes reports what is remembered of texts, and what of it is damaged.
func (d *doctor) shapes() {
	folder := shape.Folder()
	texts, damaged, bytes := shape.Open(folder).Report()
	if folder == "" || texts+damaged == 0 {
		return
	}
	fmt.Fprintln(d)
	d.title("what was shown")
	d.line("kept", "of %s, %.1f MB in %s; segls forget removes it", console.Count(texts, "text"), float64(bytes)/1e6, folder)
	if damaged > 0 {
		d.line("damaged", "%s; the fragments of these texts are found anew", console.Count(damaged, "file"))
	}
}

func (d *doctor) title(text string) { fmt.Fprintf(d, "%s\n", d.Strong(text)) }

// line reports a fact.
func (d *doctor) line(name, format string, a ...any) {
	fmt.Fprintf(d, "  %-10s %s\n", name, fmt.Sprintf(format, a...))
}

// reportProblem reports a problem.
func (d *doctor) reportProblem(name, format string, a ...any) {
	d.problems++
	d.line(name, "! "+format, a...)
}

func (d *doctor) program() {
	d.title("program")
	d.line("version", "%s (%s %s/%s)", currentVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	self, err := os.Executable()
	if err != nil {
		d.reportProblem("path", "%v", err)
		return
	}
	d.line("path", "%s", self)
	switch onPath, err := exec.LookPath("segls"); {
	case errors.Is(err, exec.ErrNotFound):
		d.line("on PATH", "not there, where most editors look for it: add %s", filepath.Dir(self))
	case err != nil:
		d.reportProblem("on PATH", "%v", err)
	case !isSameFile(onPath, self):
		d.reportProblem("on PATH", "editors find another segls: %s", onPath)
	default:
		d.line("on PATH", "%s", onPath)
	}
	if took, err := timeServerStart(self); err != nil {
		d.reportProblem("server", "%v", err)
	} else {
		d.line("server", "answers after %d ms", took.Milliseconds())
	}
	if _, err := exec.LookPath("git"); err != nil {
		d.line("git", "not found; only check --since needs it")
	}
}

// changes reports which changes of files were interrupted, in any folder.
func (d *doctor) changes() {
	found, legacy := journal.Find(""), journal.Legacy(".")
	if len(found) == 0 && legacy == nil {
		return
	}
	fmt.Fprintln(d)
	d.title("changes")
	for _, i := range found {
		d.reportProblem("", "%s", i.Sentence())
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

// patienceWithServer is how long a server may take to answer the first message.
const patienceWithServer = 10 * time.Second

// timeServerStart starts a server, as an editor does, and returns how long it took to answer.
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

// firstMessage is the body of the first message in what a server sends.
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

// work reports which work the working folder is, in which order, and what is wrong with that.
func (d *doctor) work() {
	fmt.Fprintln(d)
	d.title("work")
	folder, err := os.Getwd()
	if err != nil {
		d.reportProblem("folder", "%v", err)
		return
	}
	if home, err := os.UserHomeDir(); err == nil && isSameFile(folder, home) {
		d.line("none", "this is your home folder; ask in the folder of a text")
		return
	}
	site, err := console.FindWork(folder)
	if err != nil {
		d.line("none", "%v", err)
		return
	}
	d.line("folder", "%s", filepath.Join(site.Root, filepath.FromSlash(site.Folder)))
	d.line("files", "%d", len(site.Files()))
	if site.Order == "" {
		d.line("order", "that of their names; a table [work] in .segls.toml says another")
	} else {
		d.line("order", "%s", site.DiskPath(site.Order))
	}
	for _, p := range site.Problems {
		d.reportProblem("", "%s:%d: %s", site.DiskPath(p.File), p.Line+1, p.Message)
	}
	if n := len(site.Orphans); n > 0 && site.Order != "" {
		d.line("", "%s in the folder and not in the order; segls work lists them", console.Count(n, "text"))
	}
}

// settings reports which settings files hold for a text in the working folder.
func (d *doctor) settings() {
	fmt.Fprintln(d)
	d.title("settings")
	folder, err := os.Getwd()
	if err != nil {
		d.reportProblem("folder", "%v", err)
		return
	}
	effective := config.NewCache(session.Declared).Settings(config.Query{Document: filepath.Join(folder, "text.md")})[0]
	if len(effective.Files) == 0 {
		d.line("files", "none; yours would be %s, a project's %s", config.UserFile(), config.Name)
	}
	for _, f := range effective.Files {
		d.line("file", "%s", f.Path)
		for _, p := range f.Problems {
			d.reportProblem("", "%v", p)
		}
	}
}
