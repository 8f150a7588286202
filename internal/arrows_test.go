// Package internal_test checks the rules of ARCHITECTURE.md about imports, which point one way:
// cmd -> lsp -> internal/session -> analysis -> fragment, and lsp -> internal/command -> internal/restructure, internal/rearrange.
package internal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/segls/segls/"

// Patterns of packages as for the go command, but packages of this module are written without its path, and everything matches all packages
// outside the standard library.
const (
	everything = "..."
	lsp        = "lsp/..."
	cmd        = "cmd/..."
	cobra      = "github.com/spf13/cobra/..."
)

// arrow lists packages that a package must not import, directly or indirectly. Packages below itself are always allowed.
type arrow struct {
	from string
	not  []string
}

// arrows are the rules. No package in internal may import the server or the commands.
var arrows = []arrow{
	{"fragment", []string{everything}},
	{"analysis", []string{lsp, cmd, "go.lsp.dev/...", cobra}},
	{"analysis/markup", []string{lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/setting/..."}},
	{"analysis/rope", []string{
		lsp, cmd, "analysis", "analysis/language/...", "analysis/setting/...", "analysis/method/...", "analysis/describe/...",
		"analysis/check/...",
	}},
	{"internal/work", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/setting/...", "analysis/method/...",
		"analysis/describe/...", "analysis/check/...", "analysis/rope/...", "internal/config/...",
	}},
	{"internal/notebook", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/setting/...", "analysis/method/...",
		"analysis/describe/...", "analysis/check/...", "analysis/rope/...", "internal/config/...", "internal/work/...",
	}},
	{"internal/link", []string{lsp, cmd, "internal/rearrange/...", "internal/config/...", "analysis/chunk/..."}},
	{"internal/rearrange", []string{lsp, cmd, "internal/command/...", "internal/config/...", "analysis/chunk/..."}},
	{"internal/gather", []string{lsp, cmd, "internal/command/...", "internal/config/...", "analysis/chunk/..."}},
	{"internal/difference", []string{
		lsp, cmd, "internal/link/...", "internal/rearrange/...", "internal/restructure/...", "internal/config/...",
		"analysis/chunk/...", "internal/work/...",
	}},
	{"internal/shingle", []string{everything}},
	{"internal/filename", []string{module + "..."}},
	{"internal/duplicate", []string{
		lsp, cmd, "internal/rearrange/...", "internal/config/...", "analysis/chunk/...", "internal/library/...",
	}},
	{"internal/library", []string{
		lsp, cmd, "internal/link/...", "internal/rearrange/...", "internal/config/...", "analysis/chunk/...", "internal/work/...",
	}},
	{"internal/find", []string{lsp, cmd, "internal/link/...", "internal/rearrange/...", "internal/config/...", "internal/work/...", "internal/library/store/..."}},
	{"internal/restructure", []string{
		lsp, cmd, "internal/command/...", "internal/link/...", "internal/rearrange/...", "internal/config/...", "analysis/chunk/...",
	}},
	{"analysis/chunk", []string{
		lsp, cmd, "internal/link/...", "internal/rearrange/...", "internal/restructure/...", "internal/config/...",
		"internal/work/...", "internal/library/...", "internal/tokencount/...",
	}},
	{"analysis/check", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/setting/...", "analysis/method/...", "internal/config/...",
	}},
	{"analysis/language", []string{lsp, cmd, "fragment/...", "analysis", "analysis/markup/...", "analysis/setting/..."}},
	{"analysis/method", []string{lsp, cmd, "analysis", "analysis/markup/...", "analysis/setting/...", "internal/config/..."}},
	{"internal/config", []string{lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "analysis/markup/..."}},
	{"internal/journal", []string{
		lsp, cmd, "fragment/...", "analysis", "analysis/language/...", "internal/link/...", "analysis/markup/...",
		"internal/rearrange/...", "internal/restructure/...", "internal/work/...", cobra,
	}},
	{"internal/command", []string{lsp, cmd, cobra, "go.lsp.dev/...", "internal/session/...", "internal/config/..."}},
	{"internal/session", []string{lsp, cmd, cobra}},
	{"lsp", []string{cmd, cobra}},
	{"internal/metamodel", []string{everything}},
	{"internal/answer", []string{lsp, cmd, cobra}},
	{"analysis/token", []string{module + "..."}},
	{"internal/engine", []string{lsp, "cmd/segls", "internal/console/...", "internal/lab/...", cobra}},
}

// TestArrows checks that no package imports, even indirectly, one that it must not import. It prints the chain of imports.
func TestArrows(t *testing.T) {
	all := packages(t)
	list := slices.Clone(arrows)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if name, isOurs := strings.CutPrefix(path, module); isOurs && strings.HasPrefix(name, "internal/") {
			list = append(list, arrow{name, []string{lsp, cmd}})
		}
	}
	for _, a := range list {
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

// matches reports whether a pattern of the table matches the package with this path.
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

// way returns the shortest chain of imports from a package to one for which wrong is true, or nil.
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

// packages returns the packages of this module and all packages that they import, directly or indirectly.
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
