package console

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestShortWork checks that progress is drawn only when work takes longer than patience.
func TestShortWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var drawn strings.Builder
		p := &Progress{w: &drawn, since: time.Now()}
		for range 2 {
			p.Write([]byte("half"))
			time.Sleep(patience - 1)
		}
		if drawn.Len() > 0 || p.isDrawn {
			t.Errorf("short work: %q", drawn.String())
		}
		time.Sleep(time.Nanosecond)
		p.Write([]byte("half"))
		if drawn.String() != "half" || !p.isDrawn {
			t.Errorf("long work: %q", drawn.String())
		}
	})
}
