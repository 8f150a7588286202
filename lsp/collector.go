package lsp

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// leastGarbage is how many bytes of garbage gather, at least, before it is collected. In a small heap a
// share of what lives is so little that every few letters would pay for a collection.
const leastGarbage = 8 << 20

// mostPercent bounds the garbage in a heap in which next to nothing lives, as before the first text
// has been read: then so much is made that collecting it often would take a third of the time.
const mostPercent = 200

// garbagePacer chooses how often the process collects garbage, but not more often than it was begun with (GOGC).
type garbagePacer struct {
	mu        sync.Mutex // guards the rest
	percent   int        // in force; 0 until it is first chosen
	least     int        // that the program began with
	isReading int        // how many works are being read
}

// pace chooses anew, for what lives now.
func (c *garbagePacer) pace() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin()
	percent := percentFor(measured("/gc/heap/live:bytes"), c.least)
	// All goroutines wait for a change, so small ones are not made.
	if c.isReading == 0 && 4*max(percent-c.percent, c.percent-percent) > c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
}

// readWork collects often until done is called: garbage between what stays would hold pages.
func (c *garbagePacer) readWork() (done func()) {
	const often = 12
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begin()
	c.isReading++
	debug.SetGCPercent(often)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.isReading--; c.isReading == 0 {
			debug.SetGCPercent(c.percent)
		}
	}
}

func (c *garbagePacer) begin() {
	if c.percent == 0 {
		c.least = int(measured("/gc/gogc:percent"))
		c.percent = c.least
	}
}

// percentFor is the share of what lives that may gather as garbage.
func percentFor(live uint64, least int) int {
	return max(least, int(min(mostPercent, 100*leastGarbage/max(1, live))))
}

func measured(name string) uint64 {
	samples := []metrics.Sample{{Name: name}}
	metrics.Read(samples)
	return samples[0].Value.Uint64()
}
