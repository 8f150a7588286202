package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/testdata"
)

func demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:         "demo [DIR]",
		Annotations: map[string]string{console.PrintsText: ""},
		Short:       "Write a small book to try segls on",
		Long: `Demo writes a small book, a preface and three chapters, with links between them and an order, into a
folder, and lists what to try on it. The folder is DIR or segls-demo; it must be new or
empty. Delete it when you have seen enough.`,
		Example: `  segls demo
  segls demo ~/segls-demo`,
		Args: console.RequireArguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := "segls-demo"
			if len(args) > 0 {
				folder = args[0]
			}
			if err := writeDemoBook(folder); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), demoText, console.EscapeForTerminal(folder))
			return err
		},
	}
}

const demoText = `A book of a preface and three chapters is in %[1]s. Go there and try:

  cd %[1]s
  segls work                              the chapters in their order
  segls fragment salt.md                  where the topics of a chapter turn
  segls explain salt.md:25                why one begins there
  segls related pans.md:28                passages elsewhere about the same
  segls find salt boats                   passages that match these words
  segls move salt.md:35 --to pans.md      moves a fragment to another chapter; links follow

Then open salt.md in your editor: there is a line above each place where the topic turns.
`

// writeDemoBook writes the book into a folder that is new or empty.
func writeDemoBook(folder string) error {
	switch there, err := os.ReadDir(folder); {
	case err == nil && len(there) > 0:
		return fmt.Errorf("%s is not empty; name a new folder", folder)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return fs.WalkDir(testdata.Book, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := testdata.Book.ReadFile(name)
		if err != nil {
			return err
		}
		return console.WriteFileAtomically(filepath.Join(folder, path.Base(name)), text)
	})
}
