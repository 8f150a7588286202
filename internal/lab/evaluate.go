package lab

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/internal/console"
)

// The values of --count: what a method knows about the number of segments.
const (
	countGiven     = "given"
	countAuto      = "auto"
	countPreferred = "preferred"
)

func evaluateCommand() *cobra.Command {
	var e evaluator
	var format string
	var isStability, isTitles bool
	cmd := &cobra.Command{
		Use:   "evaluate [flags] PATH...",
		Short: "Measure how well a method finds known boundaries",
		Long: `Evaluate divides texts whose boundaries are known and shows how close a method comes:
Pk and WindowDiff (how often a moving window is misjudged; lower is better), and
boundary similarity (B, how much of the boundaries is right; higher is better), for
each set of texts and as the mean of the sets, with 95 % confidence intervals.

A PATH is a file, a folder or a .tar.gz with files in Choi's notation (a unit on each
line, and a line of ten = between two segments), or in a format with headings, such as
Markdown or AsciiDoc, whose headings are hidden and are the boundaries to find. The texts of a
folder, or of an archive, are a set; other files in it are left out.

With --compare a second method is measured on the same texts, and the difference is shown,
with the probability of such a difference between two equally good methods.

With --titles the titles and terms of fragments are measured instead: each section of a
document in any format with headings is taken for a fragment, its heading is hidden, and
the stems of title and terms are compared with those of the heading.

Settings come from flags only, so that a figure can be reproduced anywhere.`,
		Example: `  segls evaluate --method c99 choi-3-11.tar.gz
  segls evaluate --count auto --compare paper corpus/
  segls evaluate --levels 1,2 --count preferred --preferred-words 400 docs/
  segls evaluate --titles docs/
  segls evaluate --format json corpus/ | jq .mean`,
		Args: console.RequireArguments(1, console.NoLimit),
	}
	settings := console.AddSettingFlags(cmd)
	settings.UsePaperDefaults()
	for _, name := range []string{"config", "no-config"} {
		if err := cmd.Flags().MarkHidden(name); err != nil {
			panic(err) // the flags have just been made
		}
	}
	// Only this command accepts baselines as methods.
	flag := cmd.Flags().Lookup("method")
	flag.Value = methodValue{settings}
	flag.Usage = "which method to measure: one of those that 'segls methods' lists"
	cmd.Flags().StringVar(&e.compared, "compare", "", "measure this `method` too, and show the difference")
	console.AddChoiceFlag(cmd, &e.count, "count", "what the method knows: how many segments there are (given), nothing (auto), or a preferred length (preferred): that of --preferred-words, or else the average in the set", countGiven, countAuto, countPreferred)
	cmd.Flags().IntSliceVar(&e.levels, "levels", nil, "the `levels` of headings that are boundaries (default all)")
	cmd.Flags().BoolVar(&isStability, "stability", false, "measure instead how many boundaries come and go while a text is written, with a preferred length")
	cmd.Flags().BoolVar(&isTitles, "titles", false, "measure instead how well titles and terms agree with the headings that authors gave")
	cmd.Flags().BoolVar(&e.eachDocument, "documents", false, "show every document, or with --titles every section")
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		e.settings = settings.Flags
		return e.show(cmd, paths, format, isTitles, isStability)
	}
	return cmd
}

// show computes the requested figures and writes them.
func (e evaluator) show(cmd *cobra.Command, paths []string, format string, isTitles, isStability bool) error {
	write := writeEvaluationText
	if format == "json" {
		write = writeEvaluationJSON
	}
	for _, l := range e.levels {
		if l < 1 || l > 6 {
			return fmt.Errorf("--levels: %d is not one of 1 to 6", l)
		}
	}
	e.warn = cmd.ErrOrStderr()
	var code error
	e.unread = func(err error) {
		fmt.Fprintln(e.warn, "segls:", console.EscapeForTerminal(console.MessageOf(err)))
		code = console.ExitCode(console.ExitUsage)
	}
	e.isLengthGiven = cmd.Flags().Changed("preferred-words")
	var report evaluationReport
	var err error
	switch {
	case isTitles && slices.ContainsFunc([]string{"compare", "count", "levels", "stability"}, cmd.Flags().Changed):
		return errTitlesAlone
	case isTitles:
		err = e.writeTitles(cmd.OutOrStdout(), paths, format)
	case isStability:
		err = e.writeStability(cmd.OutOrStdout(), paths, format)
	default:
		report, err = e.run(paths)
	}
	var problems corpusErrors
	if errors.As(err, &problems) {
		for _, p := range problems {
			fmt.Fprintln(cmd.ErrOrStderr(), "segls:", console.EscapeForTerminal(fmt.Sprint(p)))
		}
		return console.ExitCode(console.ExitUsage)
	}
	if err == nil && !isStability && !isTitles {
		err = write(cmd.OutOrStdout(), report)
	}
	return cmp.Or(err, code)
}

// methodValue is the method flag, which permits baselines here.
type methodValue struct{ source *console.SettingSource }

func (f methodValue) String() string {
	if f.source == nil { // pflag requires this of a zero value
		return ""
	}
	return f.source.Flags.Method
}

func (f methodValue) Type() string { return "name" }

func (f methodValue) Set(name string) error {
	if _, err := findMethod(name, f.source.Flags); err != nil {
		return err
	}
	f.source.Flags.Method = name
	return nil
}

// findMethod returns a method, or a baseline, by name.
func findMethod(name string, s analysis.Settings) (method.Method, error) {
	s.Method = name
	var names []string
	for _, m := range s.Methods() {
		if m.About().Name == name {
			return m, nil
		}
		names = append(names, m.About().Name)
	}
	return nil, fmt.Errorf("%q is not one of %s", name, strings.Join(names, ", "))
}

// evaluator holds the flags of an evaluation.
type evaluator struct {
	settings      analysis.Settings
	compared      string
	count         string
	levels        []int
	isLengthGiven bool // set by --preferred-words
	eachDocument  bool

	warn   io.Writer       // receives the names of files left out; may be nil
	unread func(err error) // is called for each file that could not be read; may be nil
}

// corpusErrors holds all errors about the texts.
type corpusErrors []error

func (e corpusErrors) Error() string { return errors.Join(e...).Error() }

// evaluationReport is the result of an evaluation.
type evaluationReport struct {
	evaluator
	method   string
	reached  evaluation
	other    evaluation  // of the method compared, if any
	contrast *comparison // of the two methods
}

func (e evaluator) run(paths []string) (evaluationReport, error) {
	r := evaluationReport{evaluator: e, method: e.settings.Method}
	results, err := e.scoreTexts(paths, r.method)
	if err != nil {
		return r, err
	}
	r.reached = evaluate(results)
	if e.compared == "" {
		return r, nil
	}
	e.warn, e.unread = nil, nil // already reported
	others, err := e.scoreTexts(paths, e.compared)
	if err != nil {
		return r, err
	}
	r.other = evaluate(others)
	contrast := compareScores(results, others)
	r.contrast = &contrast
	return r, nil
}

// scoreTexts divides the texts by a method and scores the divisions. Each method reads them anew, because the terms depend on it.
func (e evaluator) scoreTexts(paths []string, name string) ([]scoredText, error) {
	c, m, err := e.read(paths, name)
	if err != nil {
		return nil, err
	}
	return e.divide(c, m), nil
}

// divide divides the texts. The method knows as much of the number of segments as the count flag permits.
func (e evaluator) divide(c corpus, m method.Method) []scoredText {
	lengths := e.preferredLengths(c.documents)
	return scoreAll(c.documents, m, func(d *referenceText) method.Goal {
		g := c.settings.Goal()
		g.Words = 0
		switch e.count {
		case countGiven:
			g.Segments = d.numSegments()
		case countPreferred:
			g.Words = lengths[d.set]
		}
		return g
	})
}

// read reads the texts for a method.
func (e evaluator) read(paths []string, name string) (corpus, method.Method, error) {
	c := corpus{settings: e.settings, levels: e.levels}
	c.settings.Method = name
	m, err := findMethod(name, c.settings)
	if err != nil {
		return c, m, fmt.Errorf("--compare: %w", err)
	}
	for _, p := range paths {
		c.add(p)
	}
	if e.unread != nil {
		for _, err := range c.unread {
			e.unread(err)
		}
	}
	switch {
	case c.documents == nil && c.leftOut != nil:
		return c, m, corpusErrors(append(c.problems, c.leftOut...))
	case c.problems != nil:
		return c, m, corpusErrors(c.problems)
	case c.documents == nil:
		return c, m, errors.New("no texts to evaluate with in " + strings.Join(paths, ", "))
	}
	if n := len(c.leftOut); n > 0 && e.warn != nil {
		fmt.Fprintf(e.warn, "segls: %s without boundaries left out, such as %s\n", console.FormatCount(n, "file"), console.EscapeForTerminal(fmt.Sprint(c.leftOut[0])))
	}
	return c, m, nil
}

// preferredLengths returns the preferred length in words for each set: as given, or the average length of the set's segments.
func (e evaluator) preferredLengths(documents []*referenceText) map[string]float64 {
	words, segments := make(map[string]int), make(map[string]int)
	for _, d := range documents {
		words[d.set] += d.words
		segments[d.set] += d.numSegments()
	}
	lengths := make(map[string]float64)
	for set, n := range segments {
		lengths[set] = max(1, float64(words[set])/float64(n))
		if e.isLengthGiven {
			lengths[set] = float64(e.settings.PreferredWords)
		}
	}
	return lengths
}

// formatPercent returns a value between 0 and 1 in percent.
func formatPercent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) }
