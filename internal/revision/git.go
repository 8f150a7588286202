// Package revision reads from git what texts were at a revision.
//
// A folder's own .git/config can name programs, for example for filters and hooks. None of them runs. Git reads only its store
// (rev-parse, merge-base, ls-tree, ls-files, cat-file), never the files in the folder, which it would filter; this package itself
// finds the changes there. Nothing is fetched, even if the store lacks part of the history.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// patience is the time that git has to answer. A folder can block git for ever, for example if .git/index is a pipe.
const patience = time.Minute

// git runs git in a folder, with `in` as its standard input, and returns its output.
func git(folder string, in io.Reader, args ...string) ([]byte, error) {
	top, err := Repository(folder)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "--work-tree=" + top, "-c", "core.fsmonitor=", "-c", "core.hooksPath=" + os.DevNull, "-C", folder}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	cmd.Stdin = in
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: git has not answered for a minute", folder)
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("git is not installed")
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("git: %s", strings.TrimPrefix(strings.TrimSpace(string(failed.Stderr)), "fatal: "))
	}
	return out, err
}

// Repository returns the top folder of the repository that contains a folder, whose path must have no links. It
// does not ask git, because the configuration of a repository can place its files elsewhere.
func Repository(folder string) (string, error) {
	for at := folder; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s: this is not a git repository", folder)
		}
	}
}

// mergeBase returns the newest commit that the current branch has in common with a revision; the revision's commit if there is none.
func mergeBase(folder, revision string) (string, error) {
	from, err := git(folder, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil && err.Error() == "git: " { // no message, because of --quiet
		return "", fmt.Errorf("%s: there is no revision %q", folder, revision)
	}
	if err != nil {
		return "", err
	}
	if base, err := git(folder, nil, "merge-base", strings.TrimSpace(string(from)), "HEAD"); err == nil {
		from = base
	}
	return strings.TrimSpace(string(from)), nil
}

// blobIDs returns the IDs of the files in a folder at a commit, without links, by relative path.
func blobIDs(folder, commit string) (map[string]string, error) {
	out, err := git(folder, nil, "ls-tree", "-r", "-z", commit)
	if err != nil {
		return nil, err
	}
	ids := make(map[string]string)
	for line := range strings.SplitSeq(string(out), "\x00") {
		about, name, _ := strings.Cut(line, "\t")
		if fields := strings.Fields(about); len(fields) == 3 && fields[1] == "blob" && fields[0] != "120000" {
			ids[name] = fields[2]
		}
	}
	return ids, nil
}

// trackedFiles returns the files in a folder that git tracks, as relative paths.
func trackedFiles(folder string) ([]string, error) {
	out, err := git(folder, nil, "ls-files", "-z")
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), err
}

// readBlobs returns the contents of the files with these IDs.
func readBlobs(folder string, ids []string) ([][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out, err := git(folder, strings.NewReader(strings.Join(ids, "\n")+"\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	texts := make([][]byte, len(ids))
	for i := range ids {
		head, rest, _ := bytes.Cut(out, []byte("\n"))
		size := 0
		if n, err := fmt.Sscanf(string(head), ids[i]+" blob %d", &size); n != 1 || err != nil || len(rest) < size+1 {
			return nil, errors.New("this clone lacks the texts of that revision, and segls fetches nothing")
		}
		texts[i], out = rest[:size], rest[size+1:]
	}
	return texts, nil
}
