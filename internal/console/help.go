package console

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/segls/segls/analysis"
)

// isSetting is the annotation of flags that are settings.
const isSetting = "segls.setting"

// GroupFlagsInHelp makes the help show the flags of settings in their groups. It avoids cobra's templates, with which
// the linker keeps every method of every type: 5 MB.
func GroupFlagsInHelp(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if long := cmd.Long; givenWidth(cmd.OutOrStdout()) > 0 {
			cmd.Long = joinLines(long) // the lines are folded again
			defer func() { cmd.Long = long }()
		}
		help(cmd, args)
	})
	usage := root.UsageFunc() // cobra's own
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		out := cmd.OutOrStderr()
		var b bytes.Buffer
		cmd.SetOut(&b)
		defer cmd.SetOut(out)
		if err := usage(cmd); err != nil {
			return err
		}
		flags := cmd.LocalFlags()
		text := strings.Replace(b.String(), trimTrailingSpace(flags.FlagUsages()), trimTrailingSpace(formatFlagGroups(flags)), 1)
		_, err := io.WriteString(out, text)
		return err
	})
}

// joinLines returns a text with each paragraph on one line. Indented lines stay.
func joinLines(text string) string {
	return paragraphLine.ReplaceAllString(text, "$1 $2")
}

var paragraphLine = regexp.MustCompile(`(\S)\n(\S)`)

func trimTrailingSpace(text string) string { return strings.TrimRightFunc(text, unicode.IsSpace) }

func formatFlagGroups(flags *pflag.FlagSet) string {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Annotations[isSetting] == nil {
			own.AddFlag(f)
		}
	})
	help := own.FlagUsages()
	for _, g := range analysis.Groups {
		inGroup := pflag.NewFlagSet("", pflag.ContinueOnError)
		inGroup.SortFlags = false
		for _, d := range analysis.DeclaredSettings {
			if f := flags.Lookup(d.Name); d.Group == g && f != nil && f.Annotations[isSetting] != nil {
				inGroup.AddFlag(f)
			}
		}
		if inGroup.HasFlags() {
			help += "\n" + g.Title + ":\n" + inGroup.FlagUsages()
		}
	}
	return help
}
