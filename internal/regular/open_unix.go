//go:build unix

package regular

import "syscall"

// withoutWaiting opens a pipe without waiting for a writer.
const withoutWaiting = syscall.O_NONBLOCK
