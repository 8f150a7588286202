package console

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/segls/segls/internal/session"

	"github.com/spf13/cobra"
	"golang.org/x/sync/semaphore"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/ignore"
)

// budget is the maximum number of bytes of text analysed at once, except that a larger text is analysed alone.
const budget = 8 << 20

// ErrInterrupted reports that the user has interrupted a command.
var ErrInterrupted = errors.New("interrupted")

// Batch analyses texts, several at a time, and passes them on in order.
type Batch struct {
	cmd      *cobra.Command
	settings *SettingSource
	picked   selection
	exclude  []string
	encoding string
	isAlone  bool
	then     *PastFolder
	divided  []*workDivision

	// Divides reports whether a command needs the fragments of texts under these settings; nil means that it does.
	Divides func(s analysis.Settings) bool

	Notebooks bool // the command reads notebooks

	// Keep reports whether a text is wanted, and Unchanged whether a text that was read need not be analysed. If they are nil, all
	// texts are wanted and analysed. Unchanged is called concurrently, and never for texts of works.
	Keep      func(path string) bool
	Unchanged func(path, text string, s analysis.Settings) bool

	// AsShown, if not nil, returns the document of a file with the fragments that an editor shows.
	AsShown func(path string, d *analysis.Document) *analysis.Document

	Alone bool // the only path is that of a text, not a folder or glob; set by AnalyseEach
	Whole bool // all files of a work are read
	Site  Site // the work that Whole reads
}

// AddBatchFlags adds the flags of a command that reads many texts.
func AddBatchFlags(cmd *cobra.Command) *Batch {
	b := AddTextFlags(cmd)
	b.addSelectionFlags()
	return b
}

// addSelectionFlags adds the flags that select the files of folders.
func (b *Batch) addSelectionFlags() {
	cmd := b.cmd
	cmd.Flags().BoolVar(&b.picked.all, "no-ignore", false, "in folders, also read what git ignores")
	cmd.Flags().Var(&globsValue{list: &b.exclude}, "exclude", "in folders and globs, leave out what matches this `pattern`, written as in .gitignore; can be given several times, and adds to exclude in .segls.toml")
	cmd.Flags().BoolVar(&b.picked.force, "force-exclude", false, "leave out excluded files even if they are named on the command line, as pre-commit does")
}

// globsValue is a flag for globs that can be given several times.
type globsValue struct{ list *[]string }

func (f *globsValue) String() string { return "" }
func (f *globsValue) Type() string   { return "pattern" }

func (f *globsValue) Set(glob string) error {
	if problem := config.CheckGlob(glob); problem != nil {
		return problem
	}
	*f.list = append(*f.list, glob)
	return nil
}

// AddTextFlags adds the flags of a command that reads one text.
func AddTextFlags(cmd *cobra.Command) *Batch {
	b := AddNoWorkFlag(cmd)
	cmd.Flags().StringVar(&b.picked.stdin, "stdin-filename", "", stdinNameUsage)
	addEncodingFlag(cmd, &b.encoding)
	cmd.Flags().BoolVar(&b.Whole, "work", false, "read all files of the work to which the path belongs, in order")
	cmd.MarkFlagsMutuallyExclusive("work", "no-work")
	return b
}

const stdinNameUsage = "a `name` for standard input, which decides its format and settings"

// UsePaperDefaults makes the command use the settings of the literature; see [SettingSource.UsePaperDefaults].
func (b *Batch) UsePaperDefaults() { b.settings.UsePaperDefaults() }

// SetPreferredWords sets the length of fragments that the command prefers if no setting gives one.
func (b *Batch) SetPreferredWords(words func(a analysis.Settings) int) { b.settings.Preferred = words }

// AddNoWorkFlag adds the flags for settings, and --no-work, to a command.
func AddNoWorkFlag(cmd *cobra.Command) *Batch {
	b := AddSettingFlagsOnly(cmd)
	cmd.Flags().BoolVar(&b.isAlone, "no-work", false, "read a file alone, even if it is part of a work")
	return b
}

// AddComparisonFlags adds the flags of a command that compares texts.
func AddComparisonFlags(cmd *cobra.Command) *Batch {
	b := AddNoWorkFlag(cmd)
	b.addSelectionFlags()
	cmd.Flags().StringVar(&b.picked.stdin, "stdin-filename", "", stdinNameUsage)
	addEncodingFlag(cmd, &b.encoding)
	return b
}

// AddSettingFlagsOnly adds the flags for settings to a command.
func AddSettingFlagsOnly(cmd *cobra.Command) *Batch {
	return &Batch{cmd: cmd, settings: AddSettingFlags(cmd)}
}

// RequirePaths requires at least one path, or with --work at most one.
func RequirePaths(cmd *cobra.Command, paths []string) error {
	if hasWorkFlag(cmd) {
		return RequireArguments(0, 1)(cmd, paths)
	}
	if len(paths) == 0 {
		return fmt.Errorf("which texts? Give a file, a folder, or - for standard input; see %s --help", cmd.CommandPath())
	}
	return nil
}

// RequireOnePath requires one path, or with --work at most one.
func RequireOnePath(cmd *cobra.Command, paths []string) error {
	if hasWorkFlag(cmd) {
		return RequireArguments(0, 1)(cmd, paths)
	}
	return RequireArguments(1, 1)(cmd, paths)
}

// NoLimit means no upper limit for [RequireArguments].
const NoLimit = -1

// RequireArguments returns a check of the number of arguments, between `least` and `most`, which may be [NoLimit].
func RequireArguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, arguments []string) error {
		problem := ""
		switch given := len(arguments); {
		case given < least:
			problem = "an argument is missing"
		case most == 0 && given > 0:
			problem = "it takes no arguments"
		case most > 0 && given > most:
			problem = fmt.Sprintf("it takes %s, not %d", FormatCount(most, "argument"), given)
		default:
			return nil
		}
		return fmt.Errorf("%s: %s; usage: %s", cmd.Name(), problem, cmd.UseLine())
	}
}

func hasWorkFlag(cmd *cobra.Command) bool {
	whole, err := cmd.Flags().GetBool("work")
	return err == nil && whole
}

// textJob is a text to analyse.
type textJob struct {
	input
	settings   config.EffectiveSettings[session.Settings]
	complaints bytes.Buffer // about the settings
	warning    string       // about the text
	err        error        // why the job failed
	done       chan func() error
}

// AnalyseEach passes each text at these paths, analysed, to `work`, concurrently, and calls what `work` returns one by
// one, in order. If a text or settings file is bad, it reports that, goes on, and returns an [ExitCode]. Other errors
// end it.
func (b *Batch) AnalyseEach(paths []string, work func(path string, d *analysis.Document) func() error) error {
	texts, failed := b.textsWithWorks(paths)
	b.divided = texts.divisions
	b.Alone = false
	total := int64(0)
	for in := range texts.all() {
		total += in.size
		b.Alone = !b.Whole && len(texts.list) == 1 && len(paths) == 1 && (in.isStdin || in.path == paths[0])
	}
	ctx, stop := signal.NotifyContext(b.cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithCancel(ctx) // ends the jobs if a later step fails
	defer cancel()

	progress := NewProgress(b.cmd, len(texts.list), total)
	defer progress.End()
	var result error
	reported := make(map[string]bool) // by file: an order that is also a text is reported once
	report := func(message error) {
		if name, _, _ := strings.Cut(MessageOf(message), ": "); !reported[name] {
			reported[name] = true
			fmt.Fprintln(b.cmd.ErrOrStderr(), "segls:", EscapeForTerminal(MessageOf(message)))
		}
		result = ExitCode(ExitUsage)
	}
	for _, err := range failed {
		report(err)
	}
	jobs := make(chan *textJob, 2*runtime.GOMAXPROCS(0)) // results that arrive early wait here
	go b.startJobs(ctx, &texts, jobs, work)
	for range texts.list {
		var j *textJob
		select {
		case j = <-jobs:
		case <-ctx.Done():
			return ErrInterrupted
		}
		if j.complaints.Len() > 0 {
			j.complaints.WriteTo(b.cmd.ErrOrStderr())
		}
		var next func() error
		select {
		case next = <-j.done:
		case <-ctx.Done():
			return ErrInterrupted
		}
		if j.warning != "" {
			fmt.Fprintln(b.settings.warningWriter(b.cmd.ErrOrStderr()), "segls:", EscapeForTerminal(j.warning))
		}
		switch {
		case next != nil:
			if err := next(); err != nil {
				return err
			}
		case ctx.Err() != nil:
			return ErrInterrupted
		case isFileError(j.err):
			report(j.err)
		default:
			return j.err
		}
		progress.Add(j.size)
	}
	if b.settings.isBroken {
		result = ExitCode(ExitUsage)
	}
	return result
}

// selection returns the selection made by the flags, including notebooks if the command reads them.
func (b *Batch) selection() selection {
	sel := b.picked
	sel.notebooks = b.Notebooks
	working, err := os.Getwd()
	sel.excluded = func(folder string) ignore.Rules {
		rules := b.settings.exclusionRules(folder)
		if err == nil {
			rules = rules.WithPatterns(working, b.exclude)
		}
		return rules
	}
	return sel
}

// fileError is an error about one of the texts, which does not stop the others.
type fileError struct{ error }

func (e fileError) Unwrap() error { return e.error }

// isFileError reports whether an error concerns only one of the texts.
func isFileError(err error) bool {
	var of fileError
	return errors.As(err, &of)
}

// startJobs starts the analysis of each text as soon as it fits into the budget.
func (b *Batch) startJobs(ctx context.Context, texts *inputList, jobs chan<- *textJob, work func(path string, d *analysis.Document) func() error) {
	room := semaphore.NewWeighted(budget)
	least := int64(budget / runtime.GOMAXPROCS(0)) // the minimum charge, so that no more texts are analysed at once than there are processors
	for in := range texts.all() {
		j := &textJob{input: in, done: make(chan func() error, 1)}
		j.settings, j.err = b.settings.forText(in.path, &j.complaints)
		if in.division != nil && j.err == nil {
			in.division.findSettings(b, j)
			in.size = in.division.size
		}
		weight := min(max(in.size, least), budget)
		if in.isStdin {
			weight = budget
		}
		if room.Acquire(ctx, weight) != nil {
			return
		}
		go func() {
			defer room.Release(weight)
			j.done <- b.analyse(ctx, j, work)
		}()
		select {
		case jobs <- j:
		case <-ctx.Done():
			return
		}
	}
}

// analyse runs a job and returns the result of `work`, or a function that does nothing for an unchanged text. If the
// job fails, it stores the error in it and returns nil.
func (b *Batch) analyse(ctx context.Context, j *textJob, work func(path string, d *analysis.Document) func() error) func() error {
	if j.err != nil {
		return nil
	}
	if j.division != nil {
		d, warning, err := j.division.documentOf(ctx, b, j.path)
		j.warning = warning
		if err != nil {
			j.err = err
			return nil
		}
		return work(j.path, d)
	}
	s := j.settings.Settings.Analysis
	text, format, warning, err := b.readTextOrNotebook(j.path, j.isStdin, &s)
	j.warning = warning
	if err != nil {
		j.err = fileError{err}
		return nil
	}
	if b.Unchanged != nil && !j.isStdin && b.Unchanged(j.path, text, s) {
		return func() error { return nil }
	}
	d, err := b.analyseText(ctx, text, format, s)
	if err != nil {
		j.err = err
		return nil
	}
	if b.AsShown != nil && !j.isStdin {
		d = b.AsShown(j.path, d)
	}
	return work(j.path, d)
}

// analyseText analyses a text by itself, up to its fragments if they are needed.
func (b *Batch) analyseText(ctx context.Context, text string, format markup.Format, s analysis.Settings) (*analysis.Document, error) {
	if !b.needsDivision(s) {
		d, err := analysis.Read(ctx, rope.New(text), format, s, b.settings.NamesSetByFlags()...)
		if err != nil || !b.needsDivision(d.Settings) { // directives in the text may have changed the settings
			return d, err
		}
	}
	return analysis.Analyze(ctx, rope.New(text), format, s, b.settings.NamesSetByFlags()...)
}

func (b *Batch) needsDivision(s analysis.Settings) bool { return b.Divides == nil || b.Divides(s) }

// read returns the text of a file, or of standard input, decoded if an encoding is given.
func (b *Batch) read(path string, isStdin bool) (text, warning string, err error) {
	check := CheckText
	switch {
	case b.encoding != "":
		check = func([]byte) error { return nil }
	case b.cmd.Flags().Lookup("encoding") != nil:
		check = func(beginning []byte) error {
			err := CheckText(beginning)
			if err == errUTF16 {
				err = errors.New(errUTF16.Error() + ", or read it with --encoding utf-16")
			}
			return err
		}
	}
	if isStdin {
		path = StandardInput
	}
	if was, isPast := b.then.oldText(path); isPast {
		if err := check([]byte(was)); err != nil {
			return "", "", fmt.Errorf("%s: %w", path, err)
		}
		return decode(path, was, b.encoding)
	}
	if text, err = readFile(b.cmd.InOrStdin(), path, check); err != nil {
		return "", "", err
	}
	return decode(path, text, b.encoding)
}

// Settings returns the settings for a file.
func (b *Batch) Settings(path string) (config.EffectiveSettings[session.Settings], error) {
	return b.settings.SettingsFor(path, nil)
}

// AnalyseFile analyses a file, or standard input, under its settings. It returns an [ExitCode] for an error that it has
// reported; if only a settings file is wrong, together with the document.
func (b *Batch) AnalyseFile(path string) (*analysis.Document, error) {
	if found, err := os.Stat(path); path != StandardInput && err == nil && found.IsDir() {
		return nil, fmt.Errorf("%s: this is a folder, not a file", path)
	} else if err != nil && isGlob(path) {
		return nil, fmt.Errorf("%s: this command takes one file, not a pattern", path)
	}
	var document *analysis.Document
	err := b.AnalyseEach([]string{path}, func(_ string, d *analysis.Document) func() error {
		return func() error { document = d; return nil }
	})
	return document, err
}

// WriteJSON writes one JSON document: the value for the text if [Batch.Alone] is set, else an array with a value per line.
func WriteJSON(w io.Writer, b *Batch, paths []string, value func(path string, d *analysis.Document) (any, error)) error {
	n := 0
	err := b.AnalyseEach(paths, func(path string, d *analysis.Document) func() error {
		said, err := value(path, d)
		if err != nil {
			return func() error { return err }
		}
		if b.Alone {
			return func() error { return EncodeJSON(w, said) }
		}
		var element bytes.Buffer
		err = encodeJSON(&element, said)
		return func() error {
			if err != nil {
				return err
			}
			opening := "[\n"
			if n > 0 {
				opening = ",\n"
			}
			n++
			_, err := fmt.Fprint(w, opening, strings.TrimSuffix(element.String(), "\n"))
			return err
		}
	})
	if code := ExitCode(0); b.Alone || err != nil && !errors.As(err, &code) {
		return err
	}
	closing := "\n]\n"
	if n == 0 {
		closing = "[]\n"
	}
	_, written := io.WriteString(w, closing)
	return errors.Join(written, err)
}

// InTurn returns a function that writes what render writes about a text, buffered until its turn. If [Batch.Alone] is
// set, it is not buffered, because it may be a hundred times as long as the text.
func (b *Batch) InTurn(w io.Writer, render func(w io.Writer) error) func() error {
	if b.Alone {
		return func() error {
			buffered := bufio.NewWriter(w)
			if err := render(buffered); err != nil {
				return err
			}
			return buffered.Flush()
		}
	}
	var collected bytes.Buffer
	err := render(&collected)
	return func() error {
		if err != nil {
			return err
		}
		_, err := collected.WriteTo(w)
		return err
	}
}
