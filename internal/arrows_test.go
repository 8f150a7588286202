// Package internal_test holds the packages of this module to the arrows of ARCHITECTURE.md: imports point one way,
// cmd -> lsp -> internal/session -> analysis -> fragment.
package internal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/segls/segls/"

// Packages are named as for the go command: analysis alone, or with all below it as analysis/... Those of this module go
// without its path; everything is each package outside of the standard library.
const (
	everything = "..."
	lsp        = "lsp/..."
	cmd        = "cmd/..."
	cobra      = "github.com/spf13/cobra/..."
)

// arrows lists, for each package that promises to do without others, what it must not need, directly or through its
// imports. A package may always import those below itself.
var arrows = []struct {
	from string
	not  []string
}{
	{"fragment", []string{everything}},
	{"analysis", []string{lsp, cmd, "go.lsp.dev/...", cobra}},
	{"analysis/markup", []string{lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/setting/..."}},
	{"analysis/rope", []string{
		lsp, cmd, "analysis", "analysis/language/...", "analysis/setting/...", "analysis/method/...", "analysis/describe/...",
		"analysis/check/...",
	}},
	{"analysis/work", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/setting/...", "analysis/method/...",
		"analysis/describe/...", "analysis/check/...", "analysis/rope/...", "analysis/config/...",
	}},
	{"analysis/notebook", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/setting/...", "analysis/method/...",
		"analysis/describe/...", "analysis/check/...", "analysis/rope/...", "analysis/config/...", "analysis/work/...",
	}},
	{"analysis/link", []string{lsp, cmd, "analysis/rearrange/...", "analysis/config/...", "analysis/chunk/..."}},
	{"analysis/rearrange", []string{lsp, cmd, "analysis/config/...", "analysis/chunk/..."}},
	{"analysis/difference", []string{
		lsp, cmd, "analysis/link/...", "analysis/rearrange/...", "analysis/restructure/...", "analysis/config/...",
		"analysis/chunk/...", "analysis/work/...",
	}},
	{"analysis/shingle", []string{everything}},
	{"analysis/filename", []string{module + "..."}},
	{"analysis/duplicate", []string{
		lsp, cmd, "analysis/rearrange/...", "analysis/config/...", "analysis/chunk/...", "analysis/library/...",
	}},
	{"analysis/library", []string{
		lsp, cmd, "analysis/link/...", "analysis/rearrange/...", "analysis/config/...", "analysis/chunk/...", "analysis/work/...",
	}},
	{"analysis/restructure", []string{
		lsp, cmd, "analysis/link/...", "analysis/rearrange/...", "analysis/config/...", "analysis/chunk/...",
	}},
	{"analysis/chunk", []string{
		lsp, cmd, "analysis/link/...", "analysis/rearrange/...", "analysis/restructure/...", "analysis/config/...",
		"analysis/work/...", "analysis/library/...", "analysis/token/...",
	}},
	{"analysis/check", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/setting/...", "analysis/method/...", "analysis/config/...",
	}},
	{"analysis/language", []string{lsp, cmd, "fragment/...", "analysis", "analysis/markup/...", "analysis/setting/..."}},
	{"analysis/method", []string{lsp, cmd, "analysis", "analysis/markup/...", "analysis/setting/...", "analysis/config/..."}},
	{"analysis/config", []string{lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/markup/..."}},
	{"internal/journal", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/link/...", "analysis/markup/...",
		"analysis/rearrange/...", "analysis/restructure/...", "analysis/work/...", cobra,
	}},
	{"internal/session", []string{lsp, cmd, cobra}},
	{"lsp", []string{cmd, cobra}},
	{"lsp/metamodel", []string{everything}},
	{"cmd/segls/answer", []string{lsp, cmd, cobra}},
	{"cmd/segls/token", []string{module + "..."}},
	{"web/engine", []string{lsp, "cmd/segls", "cmd/segls/console/...", "cmd/segls/measure/...", cobra}},
}

// TestArrows prints each way by which a package needs what it must not, such as fragment -> analysis/rope.
func TestArrows(t *testing.T) {
	all := packages(t)
	for _, a := range arrows {
		from := module + a.from
		if all[from] == nil {
			t.Errorf("there is no package %s", a.from)
		}
		way := way(all, from, func(path string) bool {
			return !matches(a.from+"/...", path) && slices.ContainsFunc(a.not, func(pattern string) bool { return matches(pattern, path) })
		})
		if way != nil {
			t.Errorf("an arrow is wrong: %s", strings.ReplaceAll(strings.Join(way, " -> "), module, ""))
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"analysis", module + "analysis", true},
		{"analysis", module + "analysis/rope", false},
		{"analysis/...", module + "analysis/rope", true},
		{"analysis/...", module + "analysis", true},
		{"analysis/...", module + "analysisx", false},
		{everything, "github.com/spf13/cobra", true},
		{cobra, "github.com/spf13/cobra/doc", true},
		{module + "...", module + "lsp", true},
		{module + "...", "github.com/spf13/cobra", false},
	} {
		if got := matches(c.pattern, c.path); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.pattern, c.path, got)
		}
	}
}

// matches reports whether a pattern of the table means the package with this path.
func matches(pattern, path string) bool {
	if pattern == everything {
		return true
	}
	if first, _, _ := strings.Cut(pattern, "/"); !strings.Contains(first, ".") {
		pattern = module + pattern
	}
	below, all := strings.CutSuffix(pattern, "/...")
	return path == below || all && strings.HasPrefix(path, below+"/")
}

// way returns the shortest way of imports from one package to the first that is wrong, or nil.
func way(all map[string]*listed, from string, wrong func(path string) bool) []string {
	ways := [][]string{{from}}
	seen := map[string]bool{from: true}
	for len(ways) > 0 {
		here := ways[0]
		ways = ways[1:]
		p := all[here[len(here)-1]]
		if p == nil {
			continue
		}
		for _, to := range p.Imports {
			if seen[to] || all[to] == nil || all[to].Standard {
				continue
			}
			seen[to] = true
			next := append(slices.Clip(here), to)
			if wrong(to) {
				return next
			}
			ways = append(ways, next)
		}
	}
	return nil
}

// listed is a package as go list describes it.
type listed struct {
	Dir, ImportPath string
	Imports         []string
	Standard        bool
}

// packages returns the packages of this module and all that they need.
func packages(t *testing.T) map[string]*listed {
	list := exec.Command("go", "list", "-deps", "-json=Dir,ImportPath,Imports,Standard", "./...")
	list.Dir = ".."
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string]*listed{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
		if strings.HasPrefix(p.ImportPath, module) {
			// The go command runs a test again when a folder that it read has changed.
			if _, err := os.ReadDir(p.Dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}
