package agent

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestMain serves a folder instead of running the tests when TestInspector asks for that.
func TestMain(m *testing.M) {
	if folder := os.Getenv("SEGLS_TEST_SERVE"); folder != "" {
		os.Exit(console.RunCommand(Command("0"), []string{folder}, os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// TestInspector checks the tools through the protocol's inspector, whose client differs from that of the other tests.
func TestInspector(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, because it starts Node for each call")
	}
	inspector, err := filepath.Abs("inspector/node_modules/@modelcontextprotocol/inspector-cli/build/index.js")
	if err == nil {
		_, err = os.Stat(inspector)
	}
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("the inspector is not installed")
		}
		t.Skip("the inspector is not installed: npm --prefix internal/agent/inspector ci")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	consoletest.Library(t, agentFiles())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	ask := func(args ...string) (answer map[string]any, said string) {
		t.Helper()
		cmd := exec.Command("node", append([]string{inspector, "env", "SEGLS_TEST_SERVE=salt", program}, args...)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		if err := json.Unmarshal(out, &answer); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return answer, string(out)
	}
	tested := make(map[string]bool)
	for _, test := range []struct {
		tool, arguments, want string
	}{
		{"outline", "path=pans.md limit=5", "## Caravans"},
		{"read", "path=pans.md fragment=1", "Caravans of camels"},
		{"find", "query=caravan max_words=40", "pans.md, lines 7 to 7"},
		{"related", "text=camels min_score=0", "pans.md, line 7"},
		{"related", "text=camels min_score=1000", "No passage has a score of at least 1000."},
		{"find", "query=caravan min_score=1000", "No passage with these words has a score of at least 1000."},
		{"duplicates", "", "- desert.md line 5"},
		{"duplicates", "min_score=1000", "No repeated passage has a score of at least 1000."},
		{"plan_split", "path=parts.md by=headings", "01-salt.md"},
		{"assemble", `places=["desert.md:5","pans.md"]`, "The pans of the coast"},
		{"difference", "old=old.md new=pans.md", "Caravans"},
	} {
		tested[test.tool] = true
		args := []string{"--method", "tools/call", "--tool-name", test.tool}
		for _, argument := range strings.Fields(test.arguments) {
			args = append(args, "--tool-arg", argument)
		}
		answer, said := ask(args...)
		if _, ok := answer["structuredContent"].(map[string]any); !ok || answer["isError"] == true || !strings.Contains(said, test.want) {
			t.Errorf("%s %s: %s", test.tool, test.arguments, said)
		}
	}
	answer, said := ask("--method", "tools/call", "--tool-name", "read", "--tool-arg", "path=gone.md")
	if answer["isError"] != true || !strings.Contains(said, "there is no text or folder gone.md") {
		t.Error(said)
	}
	answer, _ = ask("--method", "tools/list")
	for _, tool := range answer["tools"].([]any) {
		if name := tool.(map[string]any)["name"].(string); !tested[name] {
			t.Errorf("%s is not tested here", name)
		}
	}
}
