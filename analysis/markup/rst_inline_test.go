package markup

import "testing"

// TestReadPhrases checks that the target of a phrase leaves no space behind.
func TestReadPhrases(t *testing.T) {
	for source, want := range map[string]string{
		"Salt :ref:`is white <white>`, and :doc:`wet <a/wet>`.": "Salt is white, and wet.",
		"See `the sea <https://example.org>`_, or `it`_.":       "See the sea, or it.",
	} {
		if got := ReStructuredText.ReadRun(source, Run{{0, len(source)}}); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", source, got, want)
		}
	}
}
