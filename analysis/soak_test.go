package analysis

import (
	"context"
	"flag"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

var soakEdits = flag.Int("soak", 0, "the number of letters that TestSoak types; 0 skips it")

// TestSoak types new words into a document letter by letter, and deletes them again. The memory in use must not grow.
func TestSoak(t *testing.T) {
	if *soakEdits == 0 {
		t.Skip("a long run, by -soak: see make soak")
	}
	text, format := read(t, "../testdata/samples/salt.md")
	d := New(text, format, Defaults())
	var samples []uint64
	written := 0 // letters that were added to the document
	at := d.Paragraph(3).Span.Start
	r := rand.New(rand.NewPCG(8, 1998))
	renewals, last := 0, d.Language
	for edit := range *soakEdits {
		if d.Language != last {
			renewals, last = renewals+1, d.Language
		}
		span, with := markup.Span{Start: at + written, End: at + written}, string(rune('a'+r.IntN(26)))
		switch {
		case written == 400:
			span, with, written = markup.Span{Start: at, End: at + written}, "", 0
		case edit%9 == 8:
			with, written = " ", written+1
		default:
			written++
		}
		d, _ = d.Edit(context.Background(), Replace(d.Text, span, with))
		d.Fragments()
		d.Findings()
		if edit%(*soakEdits/20) == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			samples = append(samples, m.HeapAlloc)
			t.Logf("%8d letters: %6.1f MB in use, %d words known, renewed %d times", edit, float64(m.HeapAlloc)/1e6, d.Language.Vocabulary.Len(), renewals)
		}
	}
	// Compare the maxima of the two halves, because a vocabulary grows until it is renewed.
	early, late := uint64(0), uint64(0)
	for i, s := range samples {
		if i < len(samples)/2 {
			early = max(early, s)
		} else {
			late = max(late, s)
		}
	}
	if late > early+early/4 {
		t.Errorf("%d bytes in use in the first half, %d in the second", early, late)
	}
}
