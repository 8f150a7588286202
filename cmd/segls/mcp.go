package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/segls/segls/cmd/segls/console"
)

func mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp [flags] ROOT...",
		Short: "Serve agents over standard input and output",
		Long: `Mcp speaks the Model Context Protocol over standard input and output. Programs that work with
language models run it; there is nothing for you to type.

It gives outlines of texts, also of those without headings, and reads parts of them; finds
related passages and what is said twice; plans how a text could be split; and tells how the
structure of two versions differs. It changes nothing, and reads only what is in the folders
ROOT: no links out of them, nothing hidden, and nothing that git ignores.

Settings are flags here too. The server is a program of its own, segls-extra, which comes with segls and stands
beside it.`,
		Example: `  segls mcp ~/notes
  segls mcp book/ research/`,
		DisableFlagParsing: true, // the other program has them
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(args, "--help") || slices.Contains(args, "-h") {
				return cmd.Help()
			}
			if err := console.Takes(1, 0)(cmd, args); err != nil {
				return err
			}
			program, err := extra()
			if err != nil {
				return err
			}
			return runExtra(cmd, program, append([]string{"mcp"}, args...))
		},
	}
}

// extra is the program with what segls itself has no room for.
func extra() (string, error) {
	name := "segls-extra"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			beside := filepath.Join(filepath.Dir(self), name)
			if about, err := os.Stat(beside); err == nil && about.Mode().IsRegular() {
				return beside, nil
			}
		}
	}
	found, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is neither beside segls nor in PATH; it comes in the same archive, or by go install github.com/segls/segls/cmd/segls-extra@latest", name)
	}
	return found, nil
}

// runExtra runs the other program in the place of this one.
func runExtra(cmd *cobra.Command, program string, args []string) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	other := exec.CommandContext(ctx, program, args...)
	other.Stdin, other.Stdout, other.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	err := other.Run()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && !errors.Is(ctx.Err(), context.Canceled) {
		return console.ExitCode(failed.ExitCode())
	}
	if ctx.Err() != nil {
		return console.ErrInterrupted
	}
	return err
}
