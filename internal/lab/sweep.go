package lab

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/console"
)

// sweptSettings are the settings that a sweep varies, the slowest first, by default over these values, if any.
var sweptSettings = []struct {
	name   string
	values []string
}{
	{"method", nil},
	{"headings", nil},
	{"scene-breaks", nil},
	{"min-words", nil},
	{"max-words", nil},
	{"window-paragraphs", nil},
	{"preferred-words", nil},
	{"cost", []string{"linear", "parabola"}},
	{"scaling", []string{"0.25", "0.5", "0.75", "1", "1.25", "1.5"}},
}

// sweepFormats holds the writer of each format.
var sweepFormats = map[string]func(w io.Writer, s *sweep) error{
	"text": writeSweepText, "csv": writeSweepCSV, "json": writeSweepJSON, "latex": writeSweepLaTeX,
}

func sweepCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "sweep [flags] FILE|-",
		Short: "Compare the fragments of a text under many costs",
		Long: `Sweep divides a text once under each of many settings and shows how long the
fragments come out: their number, their average, least and greatest length (l_avg,
l_min, l_max), and how far they are off the preferred length on average (d_avg).

The flags --preferred-words, --min-words, --max-words, --headings, --scene-breaks, --method,
--window-paragraphs, --cost and --scaling take several values, separated by commas; every
combination is a row. Settings that you do not name keep the values of your settings files.

If none of them is given, the cost and the scaling are varied, as in Heinonen's table, or
the preferred length where the method finds segments itself.

A file of a work is divided as a part of it; with --work, the whole
work is divided.

Settings come from flags and from settings files; see segls config.`,
		Example: `  segls sweep chapter.md
  segls sweep --scaling 0.1,0.2,0.4 --cost parabola --preferred-words 300,600 chapter.md
  segls sweep --method blend,paper --headings hard,ignore chapter.md
  segls sweep --method paper --window-paragraphs 2,4,8 --format csv chapter.md`,
		Args: console.RequireOnePath,
	}
	texts := console.AddTextFlags(cmd)
	texts.UsePaperDefaults()
	swept := make([]*sweptFlag, len(sweptSettings))
	for i, s := range sweptSettings {
		flag := cmd.Flags().Lookup(s.name)
		swept[i] = &sweptFlag{SettingFlag: flag.Value.(console.SettingFlag), values: s.values}
		flag.Value, flag.DefValue = swept[i], swept[i].String()
	}
	console.AddChoiceFlag(cmd, &format, "format", "output: text, csv, json or latex", "text", "csv", "json", "latex")
	texts.Divides = func(analysis.Settings) bool { return false } // the texts are divided only under the settings of rows
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		write := sweepFormats[format]
		name, documents, failed := readSweptTexts(texts, paths)
		if code := console.ExitCode(0); failed != nil && (!errors.As(failed, &code) || len(documents) == 0) {
			return failed
		}
		d := documents[0]
		isGiven := slices.ContainsFunc(swept, func(f *sweptFlag) bool { return f.isSet && (len(f.values) > 1 || isAlwaysShown(f.Name)) })
		if isGiven { // the others keep the values of the settings
			for _, f := range swept {
				if !f.isSet {
					f.values = nil
				}
			}
		} else if !d.Method().About().IsCurve {
			// Such a method uses the preferred length, and determines the cost of lengths itself.
			for _, f := range swept {
				if f.values = nil; f.Name == "preferred-words" {
					f.values = []string{"250", "350", "500", "700", "1000"}
				}
			}
		}
		s, err := newSweep(cmd.Context(), name, documents, swept)
		if err != nil {
			return err
		}
		return errors.Join(write(cmd.OutOrStdout(), s), failed)
	}
	return cmd
}

// sweptFlag is the flag of a setting that may get several values.
type sweptFlag struct {
	console.SettingFlag
	values []string
	isSet  bool
}

// String returns the values, or the setting's only value.
func (f *sweptFlag) String() string {
	if f.values == nil {
		return f.SettingFlag.String()
	}
	return strings.Join(f.values, ",")
}

// Set sets the values, separated by commas. The setting itself gets the last value.
func (f *sweptFlag) Set(text string) error {
	values := strings.Split(text, ",")
	for i, v := range values {
		values[i] = strings.TrimSpace(v)
		if err := f.SettingFlag.Set(values[i]); err != nil {
			return err
		}
	}
	f.values, f.isSet = values, true
	return nil
}

// readSweptTexts returns the text at a path, or with --work those of the whole work, with a name.
func readSweptTexts(texts *console.Batch, paths []string) (name string, documents []*analysis.Document, err error) {
	if texts.Whole {
		_, documents, err = texts.AnalyseAll(paths)
		return texts.Site.Name(), documents, err
	}
	d, err := texts.AnalyseFile(paths[0])
	if err != nil {
		return "", nil, err
	}
	return paths[0], []*analysis.Document{d}, nil
}

// sweep holds the lengths of the fragments of a text, or of a work, under many settings.
type sweep struct {
	path               string
	*analysis.Document     // the first
	words, paragraphs  int // of all
	rows               []sweepRow
}

type sweepRow struct {
	analysis.Settings
	fragment.Lengths
	fragments int
}

func newSweep(ctx context.Context, path string, documents []*analysis.Document, swept []*sweptFlag) (*sweep, error) {
	s := &sweep{path: path, Document: documents[0]}
	for _, d := range documents {
		s.words += d.Words()
		s.paragraphs += d.NumParagraphs()
	}
	return s, s.addRows(ctx, documents, swept)
}

// addRows adds a row for every combination of the values of flags. The effects of outer flags are not recomputed for inner ones.
func (s *sweep) addRows(ctx context.Context, documents []*analysis.Document, flags []*sweptFlag) error {
	first := documents[0]
	if len(flags) == 0 {
		if first.NumFragments() == 0 { // the text has only been read
			under, err := console.DivideUnder(ctx, documents, first.Settings)
			if err != nil {
				return err
			}
			documents, first = under, under[0]
		}
		settings := first.Settings
		settings.PreferredWords = first.Preferred()
		var words []int
		for _, d := range documents {
			for _, f := range d.Fragments() {
				words = append(words, f.Words)
			}
		}
		s.rows = append(s.rows, sweepRow{settings, fragment.Measure(words, float64(first.Preferred())), len(words)})
		return nil
	}
	f, inner := flags[0], flags[1:]
	if f.values == nil || slices.Contains(first.Settings.Unused(), f.Name) {
		return s.addRows(ctx, documents, inner)
	}
	for _, v := range f.values {
		settings := first.Settings
		if err := f.SetString(&settings, v); err != nil {
			panic(err) // the flag has accepted it
		}
		under, err := console.DivideUnder(ctx, documents, settings)
		if err == nil {
			err = s.addRows(ctx, under, inner)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isUsed reports whether the method of any row uses a setting.
func (s *sweep) isUsed(name string) bool {
	return slices.ContainsFunc(s.rows, func(r sweepRow) bool { return !slices.Contains(r.Settings.Unused(), name) })
}

// isVaried reports whether the rows differ in a setting.
func (s *sweep) isVaried(name string) bool {
	d, _ := analysis.DeclaredSettings.Find(name)
	return slices.ContainsFunc(s.rows, func(r sweepRow) bool { return d.Get(&r.Settings) != d.Get(&s.rows[0].Settings) })
}
