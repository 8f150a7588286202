package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console/consoletest"
)

const (
	saltPans = "The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until crusts of salt stand on the clay.\n"
	widePans = "The pans of the coast are wide, and brine runs into them\nin spring; then the sun dries the brine until crusts of salt stand on the clay.\n"
)

var docks = map[string]string{
	"docs/a.md":   "# Salt\n\n" + saltPans + "\nThe road goes over the moor.\n",
	"docs/b/c.md": "The ferry goes at noon.\n\n" + widePans,
	"docs/d.txt":  "Flour, water, yeast.\n",
	"no.json":     "{}",
}

func TestDuplicates(t *testing.T) {
	const told = "docs/a.md:3  Salt  and  docs/b/c.md:3\n    “The pans of the coast are shallow, and brine runs into…”\n    84  1 word changed: shallow → wide\n"
	invoke(t, docks, []invocation{
		{"a folder", "duplicates docs", "", 1, told + "\n1 repeated passage in 3 texts of 70 words.\n", ""},
		{"quietly", "duplicates -q docs", "", 1, told, ""},
		{"with a score", "duplicates --min-score 50 docs", "", 1, "\n1 repeated passage with a score of at least 50 in 3 texts of 70 words.\n", ""},
		{"too high a score", "duplicates --min-score 90 docs", "", 0, "No repeated passages with a score of at least 90 in 3 texts of 70 words.\n", ""},
		{"files", "duplicates docs/a.md docs/d.txt", "", 0, "No repeated passages in 2 texts", ""},
		{"a file with standard input", "duplicates docs/a.md -", saltPans, 1, "the same words", ""},
		{"no text", "duplicates", "", 2, "", "which texts?"},
		{"a missing file", "duplicates docs none.md", "", 2, told, "none.md"},
		{"a baseline without a name", "duplicates --write-baseline docs", "", 2, "", "--write-baseline needs --baseline FILE"},
		{"an invalid baseline", "duplicates --baseline no.json docs", "", 2, "", "no.json: this baseline has version 0"},
	})
}

// TestDuplicatesJSON checks that offsets point at both wordings.
func TestDuplicatesJSON(t *testing.T) {
	consoletest.Library(t, docks)
	_, out, _ := segls("", "duplicates", "--format", "json", "docs")
	var got duplicatesJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Pairs) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	p := got.Pairs[0]
	at := func(c copyJSON) string { return docks[c.Path][c.Start:c.End] + "\n" }
	if at(p.A) != saltPans || at(p.B) != widePans || p.A.Line != 3 || p.B.Line != 3 || p.Similarity < .9 || p.Similarity >= 1 {
		t.Errorf("%+v", p)
	}
	if strings.Join(p.Differing.A, " ") != "shallow" || strings.Join(p.Differing.B, " ") != "wide" {
		t.Errorf("%+v", p.Differing)
	}
	if _, out, _ = segls("", "duplicates", "--format", "json", "docs/d.txt"); !strings.Contains(out, `"pairs": []`) {
		t.Error(out)
	}
}

// TestDuplicatesSARIF checks that a result is at the second place, with the first as its related location.
func TestDuplicatesSARIF(t *testing.T) {
	consoletest.Library(t, docks)
	_, out, _ := segls("", "duplicates", "--format", "sarif", "docs")
	var log struct {
		Runs []struct {
			Tool    sarifTool
			Results []sarifResult
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil || len(log.Runs) != 1 || len(log.Runs[0].Results) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	run := log.Runs[0]
	r := run.Results[0]
	place := r.Locations[0].PhysicalLocation
	if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || place.ArtifactLocation.URI != "docs/b/c.md" || place.Region.StartLine != 3 || place.Region.EndLine != 4 {
		t.Errorf("%+v", r)
	}
	if r.RelatedLocations[0].PhysicalLocation.ArtifactLocation.URI != "docs/a.md" || !strings.Contains(r.Message.Text, "docs/a.md:3") {
		t.Errorf("%+v", r)
	}
}

// TestDuplicatesBaseline checks that a known pair is not reported again, wherever it moves, until it changes.
func TestDuplicatesBaseline(t *testing.T) {
	consoletest.Library(t, docks)
	run := func(want int, args ...string) {
		t.Helper()
		if code, out, errs := segls("", append([]string{"duplicates", "--baseline", "known.json"}, args...)...); code != want {
			t.Errorf("exit code %d, not %d\n%s%s", code, want, out, errs)
		}
	}
	run(2, "docs") // there is no baseline yet
	run(0, "--write-baseline", "docs")
	run(0, "docs")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("docs/b/c.md", "A line more.\n\nThe ferry goes at noon.\n\n"+strings.ReplaceAll(widePans, "them\nin", "them in"))
	run(0, "docs")
	write("docs/b/c.md", strings.ReplaceAll(widePans, "crusts", "cakes"))
	run(1, "docs")
}
