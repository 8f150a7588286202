package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/setting"
)

// settingFlags gives a command a flag for each setting of an analysis, under its
// own name.
func settingFlags(cmd *cobra.Command) *analysis.Settings {
	settings := analysis.Defaults()
	for _, d := range analysis.Declared {
		flag := settingFlag{d, &settings}
		cmd.Flags().Var(flag, d.Name, strings.ReplaceAll(d.Doc, "`", "'")) // pflag takes a word in backticks for the type
		if d.Kind == setting.Switch {
			cmd.Flags().Lookup(d.Name).NoOptDefVal = "true"
		}
		if d.Choices != nil {
			complete := cobra.FixedCompletions(d.Choices, cobra.ShellCompDirectiveNoFileComp)
			if err := cmd.RegisterFlagCompletionFunc(d.Name, complete); err != nil {
				panic(err) // the flag has just been made
			}
		}
	}
	return &settings
}

// settingsGiven is the names of the settings that are given as flags, which are
// stronger than directives in the text.
func settingsGiven(cmd *cobra.Command) []string {
	var names []string
	for _, d := range analysis.Declared {
		if cmd.Flags().Changed(d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}

// settingFlag is a setting as a flag.
type settingFlag struct {
	setting.Setting[analysis.Settings]
	settings *analysis.Settings
}

func (f settingFlag) String() string {
	if f.settings == nil { // as pflag asks of a zero value
		return ""
	}
	return fmt.Sprint(f.Get(f.settings))
}

func (f settingFlag) Set(value string) error {
	return f.SetString(f.settings, value)
}

func (f settingFlag) Type() string {
	switch {
	case f.Unit != "":
		return f.Unit
	case f.Choices != nil:
		return "choice"
	case f.Kind == setting.Switch:
		return "bool"
	}
	return "number"
}

// formatOf chooses the format of a file: what the settings say, or by its name.
func formatOf(path string, s *analysis.Settings) markup.Format {
	if s.Markup != analysis.MarkupAuto {
		f, _ := markup.ByName(s.Markup)
		return f
	}
	f, _ := markup.ByFileName(path)
	return f
}
