package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// TestStats checks that totals are the sums of the texts and of the sections.
func TestStats(t *testing.T) {
	code, out, errs := segls("", "stats", "--format", "json", "--words-per-minute", "100", "../../testdata/samples")
	var s answer.Stats
	if err := json.Unmarshal([]byte(out), &s); err != nil || code != console.ExitOK {
		t.Fatal(code, errs, err)
	}
	var sum answer.Lengths
	for _, text := range s.Texts {
		_, out, _ := segls("", "fragment", "--format", "json", text.Path)
		var d answer.Document
		if err := json.Unmarshal([]byte(out), &d); err != nil {
			t.Fatal(err)
		}
		if text.Words != d.Words || text.Paragraphs != len(d.Paragraphs) || text.Fragments != len(d.Fragments) || text.Minutes != float64(d.Words)/100 {
			t.Errorf("%+v, but fragment has %d words, %d paragraphs, %d fragments", text.Lengths, d.Words, len(d.Paragraphs), len(d.Fragments))
		}
		sum.Words += text.Words
		sum.Paragraphs += text.Paragraphs
		sum.Fragments += text.Fragments
		below := 0 // the sections' own words; top adds up the totals of the sections of level 1
		top := 0
		for i, section := range text.Sections {
			below += section.Own
			total := section.Own
			for _, inner := range text.Sections[i+1:] {
				if inner.Level <= section.Level {
					break
				}
				total += inner.Own
			}
			if total != section.Total {
				t.Errorf("%s: %+v has %d words", text.Path, section, total)
			}
			if section.Level == 1 {
				top += section.Total
			}
		}
		if len(text.Sections) > 0 && (below > text.Words || top != below) {
			t.Errorf("%s: %d words in sections, %d in chapters, %d in all", text.Path, below, top, text.Words)
		}
	}
	if s.Total.Words != sum.Words || s.Total.Paragraphs != sum.Paragraphs || s.Total.Fragments != sum.Fragments || len(s.Texts) < 5 {
		t.Errorf("%+v, not %+v", s.Total, sum)
	}
	for _, h := range []struct {
		bins []answer.Bin
		want int
	}{{s.ParagraphLengths, sum.Paragraphs}, {s.FragmentLengths, sum.Fragments}} {
		n := 0
		for _, b := range h.bins {
			n += b.Count
		}
		if n != h.want {
			t.Errorf("%d of %d in %+v", n, h.want, h.bins)
		}
	}
}

// TestStatsText checks that the text output has the same numbers, and the progress towards the target.
func TestStatsText(t *testing.T) {
	code, out, _ := segls("", "stats", "--target", "6822", tidesSample)
	for _, want := range []string{"3411", "14 minutes", tidesSample, "3411 of 6822 words: ██████████────────── 50%\n", "  434       434      Where the constants come from\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if code != console.ExitOK {
		t.Errorf("exit code %d", code)
	}
	for m, want := range map[float64]string{0.2: "less than a minute", 1.1: "1 minute", 119: "119 minutes", 120: "2 h 00 min", 601.6: "10 h 02 min"} {
		if got := formatReadingTime(m); got != want {
			t.Errorf("%g minutes are %q", m, got)
		}
	}
	if code, out, errs := segls("", "stats", "-"); code != console.ExitOK || !strings.Contains(out, fmt.Sprintf("%9d", 0)) || errs != "" {
		t.Errorf("nothing: exit code %d, %s, %s", code, out, errs)
	}
	if code, _, errs := segls("", "stats", "--words-per-minute", "0", tidesSample); code != console.ExitUsage || !strings.Contains(errs, "at least 1") {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

// TestStatsWithoutTexts checks that a folder without texts is reported in a sentence, without a table of zeros.
func TestStatsWithoutTexts(t *testing.T) {
	code, out, errs := segls("", "stats", t.TempDir())
	if code != console.ExitUsage || out != "" || !strings.Contains(errs, "there are no texts in") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

// TestFragmentsAfterABox checks that the section around a box continues after it, without a second heading.
func TestFragmentsAfterABox(t *testing.T) {
	code, out, errs := segls("# A\n\nBefore it.\n\n::: {.callout}\n## Note\n\nIn.\n:::\n\nAfter the box.\n\n# B\n\nLast.\n", "fragment", "--stdin-filename", "a.md", "-")
	if code != console.ExitOK || strings.Count(out, "## Note") != 1 || strings.Count(out, "# A") != 1 || strings.Count(out, "# B") != 1 {
		t.Errorf("exit code %d, %s\n%s", code, errs, out)
	}
}
