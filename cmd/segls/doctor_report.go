package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/segls/segls/internal/session"

	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/console"
)

// writeBugReport writes the information for a bug report.
func writeBugReport(w io.Writer) error {
	var b strings.Builder
	d := doctor{isReport: true}
	b.WriteString("## segls doctor\n\n```\n")
	d.examine()
	d.print(&b, console.PlainStyles)
	fmt.Fprintf(&b, "\n%s to look at\n```\n\n## settings that are not the default\n\n", console.FormatCount(d.problems, "thing"))
	writeChangedSettings(&b)
	b.WriteString("\n## built from\n\n")
	if built, ok := debug.ReadBuildInfo(); ok {
		for _, m := range built.Deps {
			fmt.Fprintf(&b, "- %s %s\n", m.Path, m.Version)
		}
		for _, s := range built.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" || s.Key == "CGO_ENABLED" {
				fmt.Fprintf(&b, "- %s %s\n", s.Key, s.Value)
			}
		}
	}
	_, err := io.WriteString(w, withoutHome(b.String()))
	return err
}

// writeChangedSettings lists the settings that differ from the defaults in the working folder, but no free text, which may be private.
func writeChangedSettings(b *strings.Builder) {
	folder, err := os.Getwd()
	if err != nil {
		fmt.Fprintf(b, "%v\n", err)
		return
	}
	effective := config.NewCache(session.DeclaredSettings).Settings(config.Query{Document: filepath.Join(folder, "text.md")})[0]
	for _, d := range session.DeclaredSettings {
		value := d.Get(&effective.Settings)
		switch {
		case value == d.Default:
		case d.Choices == nil && isString(value):
			fmt.Fprintf(b, "- %s is set\n", d.Name)
		default:
			fmt.Fprintf(b, "- %s = %v\n", d.Name, value)
		}
	}
}

func isString(value any) bool {
	_, is := value.(string)
	return is
}

// withoutHome replaces the home folder, which has the user's name, by ~.
func withoutHome(text string) string {
	home, err := os.UserHomeDir()
	if err != nil || len(home) < 2 {
		return text
	}
	return strings.ReplaceAll(text, home, "~")
}
