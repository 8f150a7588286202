package rearrange

import "testing"

// TestLineTerminatorEdits checks that all line terminators of a part become those of the other file, even if the part mixes them.
func TestLineTerminatorEdits(t *testing.T) {
	const text = "One.\r\n\r\nTwo.\nThree.\rFour."
	for terminator, want := range map[string]string{
		"\n":   "One.\n\nTwo.\nThree.\nFour.",
		"\r\n": "One.\r\n\r\nTwo.\r\nThree.\r\nFour.",
		"\r":   "One.\r\rTwo.\rThree.\rFour.",
	} {
		got, at := "", 0
		for _, r := range lineTerminatorEdits(text, 0, terminator) {
			got += text[at:r.Span.Start] + r.Text
			at = r.Span.End
		}
		if got += text[at:]; got != want {
			t.Errorf("%q: %q, not %q", terminator, got, want)
		}
	}
}
