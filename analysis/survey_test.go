package analysis

import (
	"context"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestPreferredAuto: where the length is left to the text, it is that of its topics when the
// text was last looked at as a whole. Words typed do not change it until they are a fifth of
// the text, and the writer's rest does.
func TestPreferredAuto(t *testing.T) {
	text := strings.Repeat("The tide rises on the salt shore and the boats lie in the bay.\n\n", 12) +
		strings.Repeat("A mule goes up the hill road with wool, and the road is steep.\n\n", 12)
	d := New(text, markup.PlainText, with(t, "preferred-words=auto"))
	opened := d.Preferred()
	if opened < 13*6 || opened > 13*24 {
		t.Fatalf("topics of %d words in a text of two, 156 words each", opened)
	}
	words := d.Words()
	const sentence = "A bell in the tower rings for bread. "
	wasRenewed := false
	for range 60 {
		next, err := d.Edit(context.Background(), markup.Span{Start: d.Text.Len(), End: d.Text.Len()}, sentence)
		if err != nil {
			t.Fatal(err)
		}
		isOther := 5*(next.Words()-words) > words
		if isOther {
			words, wasRenewed = next.Words(), true
		} else if next.Preferred() != d.Preferred() {
			t.Fatalf("the length went from %d to %d at %d words; it was found at %d", d.Preferred(), next.Preferred(), next.Words(), words)
		}
		d = next
		settled, err := d.Settled(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if fresh := New(d.Text.String(), markup.PlainText, d.given); settled.Preferred() != fresh.Preferred() {
			t.Fatalf("settled %d, opened %d", settled.Preferred(), fresh.Preferred())
		}
	}
	if !wasRenewed {
		t.Fatal("the text never became another one")
	}
}

// TestSettledIsTheSame: a document that nothing can be made of anew is not made anew.
func TestSettledIsTheSame(t *testing.T) {
	for _, settings := range []string{"preferred-words=40", "preferred-words=auto", "method=blend", "method=dcm"} {
		d := New("One.\n\nTwo.\n", markup.PlainText, with(t, settings))
		if settled, err := d.Settled(context.Background()); err != nil || settled != d {
			t.Errorf("%s: %v, and another document", settings, err)
		}
	}
}

// TestAutoOfNothing: the length of no topic is a length still.
func TestAutoOfNothing(t *testing.T) {
	for _, text := range []string{"", "# A heading\n", "One.", strings.Repeat("One.\n\n", 300)} {
		d := New(text, markup.Markdown, with(t, "preferred-words=auto"))
		if d.Preferred() < 1 || d.Cost().Preferred < 1 {
			t.Errorf("%.20q: a preferred length of %d", text, d.Preferred())
		}
	}
}
