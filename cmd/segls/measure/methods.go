package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

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
at, and how far from a gap the text has a say in its value. How well they do is in
docs/research/methods.md and can be measured with segls evaluate.`,
		Example: `  segls methods
  segls fragment --method texttiling chapter.md`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().StringVar(&format, "format", "text", "output: text or json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch format {
		case "text":
			return writeMethodsText(cmd.OutOrStdout())
		case "json":
			return writeMethodsJSON(cmd.OutOrStdout())
		}
		return fmt.Errorf("format: %q is not one of text, json", format)
	}
	return cmd
}

func writeMethodsText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, m := range analysis.Methods(analysis.Defaults()) {
		if i > 0 {
			fmt.Fprintln(b)
		}
		kind := "segmenter"
		switch {
		case m.IsBaseline:
			kind = "baseline, for segls evaluate only"
		case m.Segment == nil:
			kind = "curve"
		}
		fmt.Fprintf(b, "%s (%s)\n  %s\n", m.Name, kind, m.Doc)
		if m.Source != "" {
			fmt.Fprintf(b, "  Source: %s.\n", m.Source)
		}
		fmt.Fprintf(b, "  Looks at: %s. Reach: %s.\n", m.Needs, reach(m))
		if m.Most > 0 {
			fmt.Fprintf(b, "  A text of more than %s is read in blocks of neighbours.\n", console.Count(m.Most, "paragraph"))
		}
	}
	return b.Flush()
}

// reach says in words how far from a gap the text bears on its value.
func reach(m method.Method) string {
	switch m.Reach {
	case method.Whole:
		return "the whole text"
	case method.Window:
		return "window-paragraphs on each side"
	}
	return console.Count(m.Reach, "word")
}

// methodJSON is an element of what `segls methods --format json` writes.
type methodJSON struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Source   string `json:"source,omitempty"`
	Needs    string `json:"needs"`
	Reach    string `json:"reach"`
	Most     int    `json:"most-paragraphs,omitempty"`
	Curve    bool   `json:"curve"`
	Baseline bool   `json:"baseline"`
}

func writeMethodsJSON(w io.Writer) error {
	var list []methodJSON
	for _, m := range analysis.Methods(analysis.Defaults()) {
		list = append(list, methodJSON{m.Name, m.Doc, m.Source, m.Needs, reach(m), m.Most, m.Segment == nil, m.IsBaseline})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(list)
}
