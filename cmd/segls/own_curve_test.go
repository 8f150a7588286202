package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestOwnCurve checks that boundaries are in the dips of a given curve, and that invalid curves are reported.
func TestOwnCurve(t *testing.T) {
	text := strings.Repeat("The salt and the brine are in the pan.\n\n", 12)
	curve := strings.Fields("1 1 1 0 1 1 1 0 1 1 1")
	consoletest.Library(t, map[string]string{
		"a.md": text, "curve.txt": strings.Join(curve, "\n"), "short.txt": "1 2", "word.txt": "1\n2 x\n", "infinite.txt": "1\n\ninf",
		"beyond.txt": "5 -5 1 1 1 1 1 1 1 1 -5", "long.txt": strings.Repeat("1 ", 40_000),
	})
	fragments := func(args ...string) (d answer.Document) {
		t.Helper()
		code, out, errs := segls("", append([]string{"fragment", "--format", "json", "--preferred-words", "36"}, args...)...)
		if err := json.Unmarshal([]byte(out), &d); err != nil || code != console.ExitOK {
			t.Fatal(code, errs, err)
		}
		return d
	}
	if code, _, errs := segls("", "fragment", "--preferred-words", "9", "--curve", "beyond.txt", "a.md"); code != console.ExitOK {
		t.Errorf("values beyond 0 and 1: %s", errs)
	}
	var boundaries []int
	d := fragments("--curve", "curve.txt", "a.md")
	for g, gap := range d.Gaps {
		if fmt.Sprint(gap.Similarity) != curve[g] {
			t.Errorf("gap %d has %v", g, gap.Similarity)
		}
		if gap.Boundary {
			boundaries = append(boundaries, gap.After)
		}
	}
	if fmt.Sprint(boundaries) != "[4 8]" {
		t.Errorf("boundaries %v", boundaries)
	}
	for _, test := range []struct{ args, want string }{
		{"--curve none.txt a.md", "none.txt"},
		{"--curve short.txt a.md", "short.txt: 2 numbers for the 11 gaps of 12 paragraphs"},
		{"--curve word.txt a.md", `word.txt:2: "x" is not a finite number`},
		{"--curve long.txt a.md", "long.txt: 40000 numbers for the 11 gaps"},
		{"--curve infinite.txt a.md", `infinite.txt:3: "inf" is not a finite number`},
		{"--curve curve.txt --method c99 a.md", "finds segments by itself"},
		{"--curve curve.txt a.md short.txt", "a single text"},
	} {
		code, _, errs := segls("", append([]string{"fragment"}, strings.Fields(test.args)...)...)
		if code != console.ExitUsage || !strings.HasPrefix(errs, "segls: ") || !strings.Contains(errs, test.want) {
			t.Errorf("segls fragment %s: exit code %d, %q", test.args, code, errs)
		}
	}
}

// TestConfidenceInOutput checks that each gap has a confidence if the method can estimate it.
func TestConfidenceInOutput(t *testing.T) {
	for _, m := range []string{"paper", "c99", "blend"} {
		_, out, errs := segls("", "fragment", "--format", "json", "--method", m, tidesSample)
		var d answer.Document
		if err := json.Unmarshal([]byte(out), &d); err != nil {
			t.Fatal(err, errs)
		}
		for _, gap := range d.Gaps {
			if (gap.Confidence != nil) != (m == "blend") {
				t.Fatalf("%s: confidence %v", m, gap.Confidence)
			}
			if gap.Confidence != nil && (*gap.Confidence < 0 || *gap.Confidence > 1) {
				t.Errorf("a confidence of %v", *gap.Confidence)
			}
		}
	}
}

// TestFinerFlag checks that --finer changes the number of fragments, and is an error with a method without confidence.
func TestFinerFlag(t *testing.T) {
	fragments := func(args ...string) int {
		t.Helper()
		code, out, errs := segls("", append([]string{"fragment", "--format", "json", "--preferred-words", "200"}, append(args, tidesSample)...)...)
		var d answer.Document
		if err := json.Unmarshal([]byte(out), &d); err != nil || code != console.ExitOK {
			t.Fatal(code, errs, err)
		}
		return len(d.Fragments)
	}
	usual := fragments("--method", "blend")
	for _, by := range []int{-1, 1, 2} {
		if n := fragments("--method", "blend", fmt.Sprintf("--finer=%d", by)); n != usual+by {
			t.Errorf("%d fragments, finer by %d: %d", usual, by, n)
		}
	}
	code, _, errs := segls("", "fragment", "--method", "paper", "--finer", "1", tidesSample)
	if code != console.ExitUsage || !strings.Contains(errs, "the method paper does not say how sure it is of a boundary; blend does") {
		t.Errorf("exit code %d, %q", code, errs)
	}
}

func TestBaselinesDivideNoText(t *testing.T) {
	if code, _, errs := segls("", "fragment", "--method", "none", tidesSample); code != console.ExitUsage || !strings.Contains(errs, "is not one of") {
		t.Errorf("a baseline divides a text: %d, %s", code, errs)
	}
}
