// Package growth measures, in benchmarks, the factor by which a function takes longer for four times the input.
package growth

import (
	"testing"
	"time"
)

// Report runs the functions that prepare returns for size and for four times size, and reports the ratio of their times as "factor": 4 is
// linear time, 16 quadratic. It returns the time for four times size. So that other processes do not affect it, it takes the fastest run
// and, if available, processor time.
func Report(b *testing.B, size int, prepare func(size int) func()) time.Duration {
	once, four := prepare(size), prepare(4*size)
	short, long := time.Hour, time.Hour
	for b.Loop() {
		short, long = min(short, Time(once)), min(long, Time(four))
	}
	b.ReportMetric(float64(long)/float64(short), "factor")
	b.ReportMetric(0, "ns/op") // the time of both together is not useful
	return long
}

// Time returns the time that a function takes: processor time, if available.
func Time(run func()) time.Duration {
	start := computed()
	run()
	return computed() - start
}
