// Package parallel does many things on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls do for each number below n, in any order and at the same time on all processors.
// It returns when all calls have. What a call does must not depend on the others.
func Do(n int, do func(i int)) {
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		workers.Go(work)
	}
	work()
	workers.Wait()
}

// InStretches calls do for stretches that together are the numbers below n, each of at least so
// many, if n is: as [Do] does, for things so small that a call for each would cost more than they do.
func InStretches(n, least int, do func(from, to int)) {
	stretches := min(n/least, runtime.GOMAXPROCS(0))
	if stretches <= 1 {
		do(0, n)
		return
	}
	Do(stretches, func(i int) { do(i*n/stretches, (i+1)*n/stretches) })
}
