package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/segls/segls/internal/answer"
)

// TestSweepIsManyFragments checks that each row equals the output of fragment under its settings.
func TestSweepIsManyFragments(t *testing.T) {
	for _, sample := range []string{tidesSample, "../../testdata/samples/kitchen.md"} {
		_, out, errs := segls("", "sweep", "--method", "paper", "--format", "json", "--cost", "linear,parabola", "--scaling", "0.25,1.5", "--preferred-words", "30,600", "--window-paragraphs", "2,4", sample)
		var s struct {
			Rows []struct {
				WindowParagraphs int `json:"window-paragraphs"`
				PreferredWords   int `json:"preferred-words"`
				Cost             string
				Scaling          float64
				Fragments        int
				answer.Statistics
			}
		}
		if err := json.Unmarshal([]byte(out), &s); err != nil {
			t.Fatal(err, errs)
		}
		if len(s.Rows) != 16 {
			t.Fatalf("%d rows", len(s.Rows))
		}
		combinations := make(map[string]bool)
		for _, r := range s.Rows {
			combinations[fmt.Sprint(r.WindowParagraphs, r.PreferredWords, r.Cost, r.Scaling)] = true
			_, out, _ := segls("", "fragment", "--method", "paper", "--format", "json", "--cost", r.Cost, "--scaling", fmt.Sprint(r.Scaling),
				"--preferred-words", fmt.Sprint(r.PreferredWords), "--window-paragraphs", fmt.Sprint(r.WindowParagraphs), sample)
			var d answer.Document
			if err := json.Unmarshal([]byte(out), &d); err != nil {
				t.Fatal(err)
			}
			if len(d.Fragments) != r.Fragments || d.Statistics != r.Statistics {
				t.Errorf("%s: %+v, but fragment finds %d, %+v", sample, r, len(d.Fragments), d.Statistics)
			}
		}
		if len(combinations) != 16 {
			t.Errorf("%s: of 16 rows only %d differ in settings: %v", sample, len(combinations), combinations)
		}
	}
}
