package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/internal/session"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/regular"
)

func configCommand() *cobra.Command {
	var showOrigin bool
	cmd := &cobra.Command{
		Use:   "config [flags] FILE|-",
		Short: "Show the settings that apply to a text",
		Long: `Config shows the settings that apply to a file, as a settings file.

Settings are read from files called ` + config.Name + ` in the folder of the file and
above it, up to the home folder, from your own file, and from directives in the text.
The one nearest to the text wins. docs/settings.md says more.`,
		Example: `  segls config --show-origin chapter.md`,
		Args:    console.RequireArguments(1, 1),
	}
	settings := console.AddSettingFlags(cmd)
	cmd.Flags().BoolVar(&showOrigin, "show-origin", false, "show the file and line that set each")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		effective, err := settings.SettingsFor(paths[0], nil)
		if err != nil {
			return err
		}
		// Standard input and files that do not exist yet have no directives.
		if text, err := regular.Read(regular.Disk{}, paths[0], console.MaxSize); err == nil {
			if effective, err = settings.SettingsFor(paths[0], settings.DirectiveLayer(paths[0], string(text), effective)); err != nil {
				return err
			}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", console.EscapeForTerminal(paths[0]), err)
		}
		if err := settings.CheckLimits(paths[0], effective); err != nil {
			return err
		}
		w := bufio.NewWriter(cmd.OutOrStdout())
		writeSettings(w, effective, showOrigin)
		return errors.Join(w.Flush(), settings.SettingsExitCode())
	}
	return cmd
}

// writeSettings writes a settings file, with comments about settings that the method does not use and, on request, about origins.
func writeSettings(w *bufio.Writer, e config.EffectiveSettings[session.Settings], showOrigin bool) {
	unused := e.Settings.Analysis.Unused()
	lines := make([]string, len(session.DeclaredSettings))
	width := 0
	for i, d := range session.DeclaredSettings {
		lines[i] = d.Name + " = " + tomlValue(d.Get(&e.Settings))
		width = max(width, utf8.RuneCountInString(lines[i]))
	}
	for i, d := range session.DeclaredSettings {
		if i == 0 || d.Group != session.DeclaredSettings[i-1].Group {
			fmt.Fprintf(w, "# %s\n", d.Group.Title)
		}
		w.WriteString(lines[i])
		var notes []string
		if showOrigin {
			notes = append(notes, console.FormatOrigin(e.Origins[d.Name]))
		}
		if slices.Contains(unused, d.Name) {
			notes = append(notes, "not used by "+e.Settings.Analysis.Method)
		}
		if notes != nil {
			padding := strings.Repeat(" ", width-utf8.RuneCountInString(lines[i]))
			fmt.Fprintf(w, "%s  # %s", padding, strings.Join(notes, "; "))
		}
		w.WriteByte('\n')
	}
}

// tomlValue returns a setting's value as TOML.
func tomlValue(value any) string {
	text, ok := value.(string)
	if !ok {
		return fmt.Sprint(value)
	}
	var b strings.Builder // strings of JSON are also strings of TOML
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
