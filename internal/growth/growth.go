// Package growth measures, in benchmarks, how much longer a function takes for four times as much.
package growth

import (
	"testing"
	"time"
)

// Report runs what prepare returns for size and for four times size, and reports as "factor" how many times longer the second
// takes: 4 is linear time, 16 quadratic. It returns the time of the second. Of several runs the fastest counts, and of those
// only what this process has computed, where the system says that: others that compute do not make it longer.
func Report(b *testing.B, size int, prepare func(size int) func()) time.Duration {
	once, four := prepare(size), prepare(4*size)
	short, long := time.Hour, time.Hour
	for b.Loop() {
		short, long = min(short, Time(once)), min(long, Time(four))
	}
	b.ReportMetric(float64(long)/float64(short), "factor")
	b.ReportMetric(0, "ns/op") // of both together, which nobody wants to know
	return long
}

// Time returns how long a function computes.
func Time(run func()) time.Duration {
	start := computed()
	run()
	return computed() - start
}
