package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/difference"
)

// TestAlignFiles checks that each file is beside its earlier version, also if another file has its old name.
func TestAlignFiles(t *testing.T) {
	old := []difference.File{{Name: "a.md"}, {Name: "gone.md"}, {Name: "same.md"}}
	now := []difference.File{{Name: "a.md"}, {Name: "b.md"}, {Name: "same.md"}}
	renamed := []difference.Change{{Level: difference.OfFile, Kind: difference.Moved, From: []difference.Location{{Name: "a.md"}}, To: []difference.Location{{Name: "b.md"}}}}
	var got []string
	for _, row := range alignFiles(old, now, renamed) {
		got = append(got, row[0].Name+">"+row[1].Name)
	}
	if want := []string{">a.md", "a.md>b.md", "same.md>same.md", "gone.md>"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestPagePolicy checks that a page written by segls loads nothing, and that its policy permits only its own style and script.
func TestPagePolicy(t *testing.T) {
	text, err := os.ReadFile("testdata/diff.html")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatal("the page has no policy")
	}
	want := []string{"default-src 'none'", "base-uri 'none'", "form-action 'none'"}
	for _, element := range []string{"style", "script"} {
		content := regexp.MustCompile(`(?s)<`+element+`>(.*?)</`+element+`>`).FindAllStringSubmatch(page, -1)
		if len(content) != 1 {
			t.Fatalf("%d elements %s", len(content), element)
		}
		want = append(want, element+"-src "+cspHash(content[0][1]))
	}
	if got := strings.Split(policy[1], "; "); !slices.Equal(got, want) {
		t.Errorf("the policy is %q, not %q", got, want)
	}
	if at := regexp.MustCompile(`<[a-z][^>]*\s(?:style|on[a-z]+|src)=`).FindString(page); at != "" {
		t.Errorf("the policy forbids %s", at)
	}

	// All other code of this package that writes a page must also set a policy.
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		code, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		if isPage := strings.Contains(strings.ToLower(string(code)), "<!doctype html"); isPage && !strings.Contains(string(code), "Content-Security-Policy") {
			t.Errorf("%s writes a page without a policy", source)
		}
	}
}
