//go:build !unix

package growth

import "time"

var begin = time.Now()

// computed returns the time since the program began, because the processor time of the process is not available.
func computed() time.Duration {
	return time.Since(begin)
}
