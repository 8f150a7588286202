package analysis

import "testing"

func TestSureness(t *testing.T) {
	for _, test := range []struct {
		confidence float64
		want       string
	}{{0, "perhaps"}, {0.34, "perhaps"}, {0.35, "fairly sure"}, {0.69, "fairly sure"}, {0.7, "sure"}, {1, "sure"}} {
		if got := Sureness(test.confidence); got != test.want {
			t.Errorf("%v: %q, want %q", test.confidence, got, test.want)
		}
	}
}
