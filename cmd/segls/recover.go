package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/journal"
)

func recoverCommand() *cobra.Command {
	var forget bool
	cmd := &cobra.Command{
		Use:         "recover [flags] [DIR]",
		Annotations: map[string]string{console.PrintsText: ""},
		Short:       "Finish an interrupted change to files",
		Long: `Recover finishes an interrupted change to files, such as a move or a split, or takes
it back if no file had been changed yet. It looks for changes to files in DIR, by default the
working folder, or in a folder around it.

It does so only if every file has its text from before or after the change. If you have
changed one since, nothing happens, and the message names the file. Give it its old text
again, or use --forget: then all files stay as they are, and the texts that segls kept
beside them are removed. No words are lost, because a change removes words from one file
only after they are in another; some may be in both.

The next command that moves, splits, merges or shares parts of these files, or mends links in
them, does the same as recover. Other commands and editors only say that a change was interrupted.`,
		Example: `  segls recover
  segls recover book/
  segls recover --forget book/`,
		Args: console.RequireArguments(0, 1),
	}
	cmd.Flags().BoolVar(&forget, "forget", false, "keep all files as they are, and give up the change")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		folder := "."
		if len(args) > 0 {
			folder = args[0]
		}
		warnLegacyJournal(cmd, folder)
		found := journal.FindInterrupted(folder)
		if len(found) == 0 {
			if _, err := os.Stat(folder); err != nil {
				return fmt.Errorf("%s: %w", folder, errors.Unwrap(err)) // without the name of the system call
			}
			fmt.Fprintf(cmd.OutOrStdout(), "No change to the files in %s was interrupted.\n", console.EscapeForTerminal(folder))
			return nil
		}
		var failed error
		for _, i := range found {
			did, err := fmt.Sprintf("The interrupted change to the files in %s has been given up.", i.Root), error(nil)
			if forget {
				err = i.Forget()
			} else {
				did, err = i.Recover(nil)
			}
			if err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			fmt.Fprintln(cmd.OutOrStdout(), console.EscapeForTerminal(fmt.Sprint(did)))
		}
		return failed
	}
	return cmd
}
