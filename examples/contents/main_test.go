package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

func TestContents(t *testing.T) {
	text := "Once upon a time.\n\n# Salt\n\nSalt lies in the ponds.\n\n## Grey salt\n\nGrey salt is raked first.\n\n# Index\n"
	want := `- “Once upon a time” (4 words, line 1)
Salt
  - … (5 words, line 5)
  Grey salt
    - … (5 words, line 9)
Index
`
	got := contents(analysis.New(text, markup.Markdown, analysis.Defaults()))
	got = regexp.MustCompile(`- [\w, ]*\(`).ReplaceAllString(got, "- … (")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"../../testdata/samples/tides.md"}, &out); err != nil || strings.Count(out.String(), "\n") < 10 {
		t.Errorf("%v, %s", err, out.String())
	}
	if err := run(nil, &out); err == nil {
		t.Error("nothing to read is no error")
	}
}
