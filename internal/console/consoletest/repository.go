package consoletest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// HostileRepository makes the working folder a repository in which git runs a program wherever a setting or hook allows
// it. The function returned reports which programs have run since its last call.
func HostileRepository(t *testing.T) (ran func() string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	left, program := filepath.Join(outside, "left"), filepath.Join(outside, "program")
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write(program, fmt.Sprintf("#!/bin/sh\necho \"$0 $*\" >>%q\n", left), 0o755)
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "one")
	git("commit", "-qm", "two", "--allow-empty")

	for _, hook := range []string{"post-index-change", "reference-transaction", "pre-auto-gc", "post-checkout", "fsmonitor-watchman", "query-watchman", "post-merge", "pre-commit"} {
		write(filepath.Join(here, ".git", "hooks", hook), fmt.Sprintf("#!/bin/sh\nexec %q %s\n", program, hook), 0o755)
	}
	write(".git/info/attributes", "*.md filter=x diff=x merge=x\n*.toml filter=y\n", 0o644)
	write(".git/included", "[core]\n\tfsmonitor = "+program+" included\n", 0o644)
	for _, set := range hostileGitSettings(program, left, filepath.Join(here, ".git", "hooks")) {
		git("config", "--file", ".git/config", "--replace-all", set[0], set[1])
	}
	return func() string {
		found, _ := os.ReadFile(left)
		_ = os.Remove(left)
		return string(found)
	}
}

// hostileGitSettings returns Git settings that make it run a program or write to a file.
func hostileGitSettings(program, left, hooks string) [][2]string {
	return [][2]string{
		{"core.fsmonitor", program},
		{"core.hooksPath", hooks},
		{"core.pager", program},
		{"pager.cat-file", program},
		{"pager.ls-tree", program},
		{"pager.rev-parse", program},
		{"pager.ls-files", program},
		{"core.editor", program},
		{"core.sshCommand", program},
		{"core.gitProxy", program},
		{"core.askPass", program},
		{"core.alternateRefsCommand", program},
		{"credential.helper", program},
		{"gpg.program", program},
		{"log.showSignature", "true"},
		{"filter.x.clean", program},
		{"filter.x.smudge", program},
		{"filter.x.required", "true"},
		{"filter.y.process", program},
		{"diff.x.textconv", program},
		{"diff.x.command", program},
		{"diff.external", program},
		{"merge.x.driver", program},
		{"interactive.diffFilter", program},
		{"sequence.editor", program},
		{"alias.cat-file", "!" + program},
		{"alias.ls-tree", "!" + program},
		{"alias.rev-parse", "!" + program},
		{"alias.ls-files", "!" + program},
		{"protocol.allow", "always"},
		{"protocol.ext.allow", "always"},
		{"protocol.ssh.allow", "always"},
		{"protocol.file.allow", "always"},
		{"remote.far.url", "ext::" + program},
		{"remote.far.promisor", "true"},
		{"remote.far.partialclonefilter", "blob:none"},
		{"remote.far.vcs", "ext"},
		{"remote.near.url", "ssh://localhost/x"},
		{"remote.near.promisor", "true"},
		{"remote.near.uploadpack", program},
		{"core.repositoryformatversion", "1"},
		{"extensions.partialClone", "near"},
		{"include.path", "included"},
		{"includeIf.gitdir:/.path", "included"},
		{"hook.x.command", program},
		{"hook.x.event", "post-index-change"},
		{"uploadpack.packObjectsHook", program},
		{"trace2.eventTarget", left},
		{"core.worktree", "/"},
	}
}

// Missing removes the content of a file at HEAD from the store of the repository, as if it had not been fetched.
func Missing(t *testing.T, file string) {
	t.Helper()
	out, err := exec.Command("git", "--git-dir=.git", "rev-parse", "HEAD:"+file).CombinedOutput()
	id := strings.TrimSpace(string(out))
	if err != nil {
		t.Fatalf("%s: %s", file, id)
	}
	if err := os.Remove(filepath.Join(".git", "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
}
