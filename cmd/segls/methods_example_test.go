package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
)

// untilYear matches a source up to its first year, or up to the first semicolon if no year precedes that.
var untilYear = regexp.MustCompile(`^[^;]*?\d{4}|^[^;]*`)

// TestMethodsExample checks that the example in docs/research/methods.md, one text divided by all methods, is up to date.
func TestMethodsExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/research/methods.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range analysis.Defaults().Methods() {
		about := m.About()
		if about.IsBaseline {
			continue
		}
		_, out, errs := segls("", "fragment", "--no-config", "--headings", "ignore", "--method", about.Name, "--format", "json", "../../testdata/samples/salt.md")
		var told answer.Document
		if err := json.Unmarshal([]byte(out), &told); err != nil {
			t.Fatal(err, errs)
		}
		var lines []string
		for _, f := range told.Fragments[1:] {
			lines = append(lines, fmt.Sprint(f.Line))
		}
		source := untilYear.FindString(about.Source)
		row := fmt.Sprintf("| `%s` | %s | %s |\n", about.Name, source, strings.Join(lines, ", "))
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/research/methods.md lacks\n%s", row)
		}
	}
}
