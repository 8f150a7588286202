//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// lostByReplacing says that a file would lose its other hard links or its owner if it were replaced; "" if it would not.
func lostByReplacing(about fs.FileInfo) string {
	of, ok := about.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return ""
	case of.Nlink > 1:
		return fmt.Sprintf("has %d names (hard links), and would become two files", of.Nlink)
	case int(of.Uid) != os.Geteuid():
		return "belongs to another user, and would become yours"
	}
	return ""
}
