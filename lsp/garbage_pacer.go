package lsp

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// leastGarbage is the number of bytes of garbage that may accumulate in a small heap, as far as mostPercent allows. GOGC's usual
// percentage of so few live bytes would cause a collection every few keystrokes.
const leastGarbage = 8 << 20

// mostPercent is the largest percentage, used for a heap with almost no live bytes, such as before the first text is read. At a lower
// percentage, collections would take a third of the time there.
const mostPercent = 200

// garbagePacer sets GOGC by the size of the heap, and low while works are read.
type garbagePacer struct {
	mu         sync.Mutex // guards the rest
	percent    int        // the current one; 0 until first chosen
	least      int        // at the start of the program
	numReading int        // the number of works being read
}

// pace chooses the percentage for the bytes that are currently live.
func (c *garbagePacer) pace() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.initPercent()
	percent := garbagePercent(readMetric("/gc/heap/live:bytes"), c.least)
	// Setting the percentage stops all goroutines, so it skips small changes.
	if c.numReading == 0 && 4*max(percent-c.percent, c.percent-percent) > c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
}

// collectOften makes collections frequent until done is called, because garbage between long-lived objects keeps pages in use.
func (c *garbagePacer) collectOften() (done func()) {
	const often = 12
	c.mu.Lock()
	defer c.mu.Unlock()
	c.initPercent()
	c.numReading++
	debug.SetGCPercent(often)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.numReading--; c.numReading == 0 {
			debug.SetGCPercent(c.percent)
		}
	}
}

func (c *garbagePacer) initPercent() {
	if c.percent == 0 {
		c.least = int(readMetric("/gc/gogc:percent"))
		c.percent = c.least
	}
}

// garbagePercent returns the percentage of the live bytes that may accumulate as garbage.
func garbagePercent(live uint64, least int) int {
	return max(least, int(min(mostPercent, 100*leastGarbage/max(1, live))))
}

func readMetric(name string) uint64 {
	samples := []metrics.Sample{{Name: name}}
	metrics.Read(samples)
	return samples[0].Value.Uint64()
}
