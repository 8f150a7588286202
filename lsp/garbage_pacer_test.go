package lsp

import "testing"

func TestPercentFor(t *testing.T) {
	for _, test := range []struct {
		live        uint64
		least, want int
	}{
		{0, 20, 200}, // before the first collection
		{2 << 20, 20, 200},
		{8 << 20, 20, 100},
		{16 << 20, 20, 50},
		{40 << 20, 20, 20},
		{1 << 30, 20, 20},
		{16 << 20, 100, 100},
		{1 << 20, 400, 400},
	} {
		if got := garbagePercent(test.live, test.least); got != test.want {
			t.Errorf("%d MB live: %d %%, want %d", test.live>>20, got, test.want)
		}
	}
}

// TestReadWork checks that no percentage is chosen while works are read.
func TestReadWork(t *testing.T) {
	var c garbagePacer
	first, second := c.collectOften(), c.collectOften()
	before := c.percent
	c.pace()
	if c.percent != before {
		t.Errorf("chose %d %% while works are read", c.percent)
	}
	first()
	second()
	c.pace()
	if c.numReading != 0 || c.percent < c.least {
		t.Errorf("in the end %+v", &c)
	}
}
