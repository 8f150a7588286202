//go:build unix

package growth

import (
	"syscall"
	"time"
)

// computed returns how long this process has computed.
func computed() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
