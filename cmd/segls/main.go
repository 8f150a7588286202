// Command segls shows the structure of long prose: where its topics turn, and
// which paragraphs are too long or too short. It is a language server for editors
// (segls serve) and a tool for the terminal (segls fragment).
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker for a release.
var version = ""

// The exit codes. exitFindings is for commands that report findings.
const (
	exitFine  = 0
	exitUsage = 2 // bad usage, or input that cannot be read
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs the program and returns its exit code.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	root := rootCommand()
	root.SetArgs(append([]string{}, args...)) // cobra takes os.Args for nil
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.Execute()
	var code exitCode
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintln(errs, "segls:", err)
	return exitUsage
}

// exitCode is an error that has been reported already and only ends the program.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "segls",
		Short: "See and reshape the structure of long prose",
		Long: `segls finds where the topics of a long text turn. It is a language server for
the editor that you write in, and a tool for the terminal.`,
		Example: `  segls fragment chapter.md              the fragments of a chapter
  segls fragment --preferred-words 300 - < notes.txt
  segls config --show-origin chapter.md  which file sets what
  segls serve                            what an editor runs`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(fragmentCommand(), curveCommand(), sweepCommand(), evaluateCommand(), methodsCommand(), configCommand(), serveCommand(), versionCommand())
	return root
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			fmt.Fprintf(cmd.OutOrStdout(), "segls %s (%s %s/%s)\n", currentVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		},
	}
}

// currentVersion is that of the release, or of the module if it was built by go
// install.
func currentVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}
