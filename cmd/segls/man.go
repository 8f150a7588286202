package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/spf13/cobra/doc"
)

// manCommand returns the hidden command that writes the manual pages, for packagers.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages",
		Long: `Man writes a manual page for each command into a folder. Their date is that of
SOURCE_DATE_EPOCH, so that a release can be reproduced byte for byte.`,
		Example: `  segls man /usr/local/share/man/man1`,
		Args:    console.RequireArguments(1, 1),
		Hidden:  true,
		RunE: func(cmd *cobra.Command, folders []string) error {
			date := time.Now()
			if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
				seconds, err := strconv.ParseInt(epoch, 10, 64)
				if err != nil {
					return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
				}
				date = time.Unix(seconds, 0)
			}
			date = date.UTC()
			if err := os.MkdirAll(folders[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "segls " + currentVersion(), Manual: "segls", Date: &date}, folders[0])
		},
	}
}
