//go:build unix

package growth

import (
	"syscall"
	"time"
)

// computed returns the processor time of this process.
func computed() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
