package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/cmd/segls/console"
)

func methodsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "methods [flags]",
		Short: "List the methods by which a text can be divided",
		Long: `Methods lists the values of --method, each with where it was published, what it looks
at, and the settings that it uses and others do not. How well they do is in
docs/research/methods.md and can be measured with segls evaluate.`,
		Example: `  segls methods
  segls fragment --method texttiling chapter.md`,
		Args: cobra.NoArgs,
	}
	console.ChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if format == "json" {
			return writeMethodsJSON(cmd.OutOrStdout())
		}
		return writeMethodsText(cmd.OutOrStdout())
	}
	return cmd
}

func writeMethodsText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, m := range analysis.Methods(analysis.Defaults()) {
		if i > 0 {
			fmt.Fprintln(b)
		}
		about := m.About()
		kind := "segmenter"
		switch {
		case about.IsBaseline:
			kind = "baseline, for segls evaluate only"
		case isCurve(m):
			kind = "curve"
		}
		fmt.Fprintf(b, "%s (%s)\n  %s\n", about.Name, kind, about.Doc)
		if about.Source != "" {
			fmt.Fprintf(b, "  Source: %s.\n", about.Source)
		}
		fmt.Fprintf(b, "  Looks at: %s.", about.Needs)
		if len(about.Settings) > 0 {
			fmt.Fprintf(b, " Settings of its own: %s.", strings.Join(about.Settings, ", "))
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}

// isCurve reports whether a method leaves it to Heinonen's programme to divide.
func isCurve(m method.Method) bool {
	_, is := m.(method.Programmed)
	return is
}

// methodJSON is an element of what `segls methods --format json` writes.
type methodJSON struct {
	Name     string   `json:"name"`
	Doc      string   `json:"doc"`
	Source   string   `json:"source,omitempty"`
	Needs    string   `json:"needs"`
	Settings []string `json:"settings"` // of its own
	Curve    bool     `json:"curve"`
	Baseline bool     `json:"baseline"`
}

func writeMethodsJSON(w io.Writer) error {
	var list []methodJSON
	for _, m := range analysis.Methods(analysis.Defaults()) {
		about := m.About()
		list = append(list, methodJSON{about.Name, about.Doc, about.Source, about.Needs, append([]string{}, about.Settings...), isCurve(m), about.IsBaseline})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(list)
}
