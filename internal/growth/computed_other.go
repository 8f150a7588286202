//go:build !unix

package growth

import "time"

var begin = time.Now()

// computed returns the time since the program began: how much of it this process has computed is not asked.
func computed() time.Duration {
	return time.Since(begin)
}
