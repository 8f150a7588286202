//go:build unix

package lsp

import (
	"errors"
	"syscall"
)

// processLives reports whether the process pid exists.
func processLives(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
