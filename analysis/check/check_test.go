package check_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// A paragraph of two short sentences is too short, unless somebody speaks in it.
func ExampleJudge() {
	for _, source := range []string{"It rained. Nobody came.", "“It rained. Nobody came.”"} {
		v := check.Judge(check.Subject{
			Kind: markup.Paragraph, Words: 4, EndsSentence: true, Source: source, Format: markup.PlainText,
			Sentences: []markup.Span{{Start: 0, End: 10}, {Start: 11, End: 23}},
		}, check.Limits{Min: 20, Max: 150})
		fmt.Println(source, v.IsTooShort)
	}
	// Output:
	// It rained. Nobody came. true
	// “It rained. Nobody came.” false
}

func TestShift(t *testing.T) {
	values := []float64{0.5, 0.75, 0.25, 0.5, 1, 0.5}
	for gap, want := range []float64{0.25, 0, 1.25, 0.5, 0, 0.5} {
		if got := check.TopicShift(values, gap); math.Abs(got-want) > 1e-9 {
			t.Errorf("at gap %d %v, want %v", gap, got, want)
		}
	}
}

// TestMessages checks that each finding is reported in whole sentences, and one about a length with its numbers.
func TestMessages(t *testing.T) {
	for _, rule := range check.Rules {
		f := check.Finding{Rule: rule, Words: 321, Limit: 123, Problem: sentence.New("There is no directive “brake”.")}
		said := f.Message()
		hasNumbers := strings.Contains(said, "321") && strings.Contains(said, "123")
		isLength := slices.Contains([]check.Rule{check.ParagraphTooLong, check.ParagraphTooShort, check.FragmentTooLong}, rule)
		if !strings.HasSuffix(said, ".") || hasNumbers != isLength {
			t.Errorf("%s: %s", rule, said)
		}
	}
}

// TestQuietDocumentReportsConflicts checks that a quiet document still reports urgent findings, and that the list of all stays the same.
func TestQuietDocumentReportsConflicts(t *testing.T) {
	var all []check.Finding
	for _, rule := range check.Rules {
		all = append(all, check.Finding{Rule: rule})
	}
	before := slices.Clone(all)
	if got := check.UrgentFindings(all); len(got) != 3 || got[0].Rule != check.BadDirective || got[1].Rule != check.MergeConflict || got[2].Rule != check.EmptySection || !slices.Equal(all, before) {
		t.Errorf("%+v", got)
	}
}
