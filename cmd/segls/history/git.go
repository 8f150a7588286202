// Package history asks git for texts as they were at a revision.
package history

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Git runs git in a folder and returns what it prints.
func Git(folder string, args ...string) ([]byte, error) {
	return gitWith(folder, nil, args...)
}

// gitWith is Git with something to read.
func gitWith(folder string, in io.Reader, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", folder}, args...)...)
	cmd.Stdin = in
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("git is not installed")
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("git: %s", strings.TrimPrefix(strings.TrimSpace(string(failed.Stderr)), "fatal: "))
	}
	return out, err
}

// Parting is the commit at which the branch left that of a revision.
func Parting(folder, revision string) (string, error) {
	from, err := Git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%s: there is no revision %q", folder, revision)
	}
	if base, err := Git(folder, "merge-base", strings.TrimSpace(string(from)), "HEAD"); err == nil {
		from = base
	}
	return strings.TrimSpace(string(from)), nil
}
