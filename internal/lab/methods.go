package lab

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

func methodsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "methods [flags]",
		Short: "List the methods by which a text can be divided",
		Long: `Methods lists the values of --method, each with where it was published, what it looks
at, and which settings it uses that some others do not. docs/research/methods.md says how good they
are; segls evaluate measures it.`,
		Example: `  segls methods
  segls fragment --method texttiling chapter.md`,
		Args: console.RequireArguments(0, 0),
	}
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if format == "json" {
			return console.EncodeJSON(cmd.OutOrStdout(), answer.Methods())
		}
		return writeMethodsText(cmd.OutOrStdout())
	}
	return cmd
}

func writeMethodsText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, m := range answer.Methods() {
		if i > 0 {
			fmt.Fprintln(b)
		}
		kind := "segmenter"
		switch {
		case m.Baseline:
			kind = "baseline, for segls evaluate only"
		case m.Curve:
			kind = "curve"
		}
		fmt.Fprintf(b, "%s (%s)\n  %s\n", m.Name, kind, m.Doc)
		if m.Source != "" {
			fmt.Fprintf(b, "  Source: %s.\n", m.Source)
		}
		fmt.Fprintf(b, "  Looks at: %s.", m.Needs)
		if len(m.Settings) > 0 {
			fmt.Fprintf(b, " Settings that some methods do not use: %s.", strings.Join(m.Settings, ", "))
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}
