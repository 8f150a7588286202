package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/shape"
)

func forgetCommand() *cobra.Command {
	return &cobra.Command{
		Use:         "forget [PATH]",
		Annotations: map[string]string{console.PrintsText: ""},
		Short:       "Forget how your texts were divided",
		Long: `Forget removes what segls remembers of the texts that you have edited: where their parts begin,
which parts are kept together, and their titles. With PATH it forgets a file, or all files in a
folder, even if you have renamed them since; without PATH, everything. No text is changed. The
next time you open one, it is divided afresh.

What is remembered is in your state folder, where only you can read it. It is removed after
400 days without use, or 30 days after its file is gone. The setting remember says what is kept.`,
		Example: `  segls forget
  segls forget diary.md`,
		Args: console.RequireArguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := ""
			if len(args) > 0 {
				path = args[0]
			}
			texts, err := shape.Open(shape.Folder()).Forget(path)
			if err != nil {
				return err
			}
			if texts == 0 {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), "There is nothing to forget.")
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "segls has forgotten how it had divided %s.\n", console.FormatCount(texts, "text"))
			return err
		},
	}
}
