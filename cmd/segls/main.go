// Command segls shows the structure of long prose: where its topics turn, and
// which paragraphs are too long or too short. It is a language server for editors
// (segls serve) and a tool for the terminal (segls fragment).
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/agent"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/lab"
	"github.com/spf13/cobra"
)

// version is set by the linker for a release.
var version = ""

func main() {
	// An analysis allocates many times a text's length, nearly all of it garbage. Frequent collection costs little and halves the peak.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(20)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the program and returns its exit code.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	return console.RunCommand(rootCommand(), args, in, out, errs)
}

func rootCommand() *cobra.Command {
	showVersion := false
	root := &cobra.Command{
		Use:   "segls",
		Short: "See and reshape the structure of long prose",
		Long: `segls finds where the topics of a long text turn. It is a language server for
the editor that you write in, and a tool for the terminal.`,
		Example: examples,

		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          rejectUnknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if showVersion {
				return printVersion(cmd)
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), overview())
			return err
		},
	}
	root.Flags().BoolVarP(&showVersion, "version", "V", false, "print the version")
	root.AddCommand(fragmentCommand(), checkCommand(), diffCommand(), statsCommand(), workCommand(), findCommand(), relatedCommand(), duplicatesCommand(), misplacedCommand(), termsCommand(), indexCommand(), curveCommand(), explainCommand(), blocksCommand(), moveCommand(), splitCommand(), mergeCommand(), assembleCommand(), shareCommand(), recoverCommand(), forgetCommand(), configCommand(),
		serveCommand(), agent.Command(currentVersion()), demoCommand(), doctorCommand(), versionCommand(), manCommand())
	root.AddCommand(lab.Commands()...)
	root.SetHelpCommand(helpCommand(root))
	root.SetHelpCommandGroupID(setUpHelp)
	root.SetCompletionCommandGroupID(setUpHelp)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.name, Title: g.name + ":"})
		for _, c := range root.Commands() {
			if slices.Contains(g.commands, c.Name()) {
				c.GroupID = g.name
			}
		}
	}
	console.AddGlobalFlags(root)
	console.GroupFlagsInHelp(root)
	return root
}

const examples = `  segls demo                     writes a small book to experiment with
  segls fragment chapter.md      where a chapter goes from topic to topic
  segls work book/               the files of a book in their order
  segls check book/              what a writer may want to change
  segls move a.md:40 --to b.md   moves a fragment; links follow`

const setUpHelp = "Set up"

// groups lists the commands by purpose.
var groups = []struct {
	name     string
	commands []string
}{
	{"Write", []string{"fragment", "explain", "curve", "move", "split", "merge", "assemble", "share", "recover"}},
	{"Works", []string{"work", "stats", "diff"}},
	{"Find", []string{"find", "related", "duplicates", "misplaced", "terms", "index"}},
	{"Check", []string{"check", "blocks"}},
	{"Measure", []string{"methods", "evaluate", "sweep", "bench"}},
	{setUpHelp, []string{"demo", "doctor", "config", "forget", "serve", "mcp", "completion", "help", "version"}},
}

// overview returns the screen that segls prints without arguments.
func overview() string {
	var b strings.Builder
	b.WriteString("segls finds where the topics of a long text turn, in your editor and here.\n\n" + examples + "\n\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "%-8s %s\n", g.name, strings.Join(g.commands, ", "))
	}
	b.WriteString("\nsegls COMMAND --help explains a command; segls --help has a line about each.\n")
	return b.String()
}

// rejectUnknownCommand returns an error for the name of an unknown command.
func rejectUnknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	near := setting.Nearest(args[0], names)
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, args[0]) }); near == "" && i >= 0 {
		near = names[i]
	}
	if near != "" {
		return fmt.Errorf("there is no command %q; did you mean %s?", args[0], near)
	}
	return fmt.Errorf("there is no command %q; segls --help lists them", args[0])
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:         "help [command]",
		Annotations: map[string]string{console.PrintsText: ""},
		Short:       "Help about any command",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range root.Commands() {
				if len(args) == 0 && c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if about == root {
				if err := rejectUnknownCommand(root, rest); err != nil {
					return err
				}
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:         "version",
		Annotations: map[string]string{console.PrintsText: ""},
		Short:       "Print the version",
		Long: `Version prints the version of segls, of the Go that it was built with, and the system
that it was built for.`,
		Example: `  segls version`,
		Args:    console.RequireArguments(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return printVersion(cmd) },
	}
}

func printVersion(cmd *cobra.Command) error {
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "segls %s (%s %s/%s)\n", currentVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// currentVersion returns the version of the release or, if none was set, of the module, as go install and go build in a
// checkout record it; otherwise "development".
func currentVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}
