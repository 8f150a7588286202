package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/segls/segls/internal/console"
)

// baseline holds, by file and fingerprint, how many findings there were. Paths are relative to the folder of the baseline's file.
type baseline map[string]map[string]int

// baselineVersion is the version of the file format.
const baselineVersion = 1

// baselineJSON is the content of a baseline's file.
type baselineJSON struct {
	Version  int      `json:"version"`
	Findings baseline `json:"findings"`
}

func readBaseline(path string) (baseline, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no such baseline; --write-baseline makes one", path)
	}
	if err != nil {
		return nil, err
	}
	var j baselineJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("%s: this is not a baseline; --write-baseline makes one", path)
	}
	if j.Version != baselineVersion {
		return nil, fmt.Errorf("%s: this baseline has version %d, and this program reads version %d; --write-baseline makes a new one", path, j.Version, baselineVersion)
	}
	return j.Findings, nil
}

// remove reports whether a finding is in the baseline, and removes it there, because it covers a single finding.
func (b baseline) remove(f finding) bool {
	if b[f.known][f.fingerprint] == 0 {
		return false
	}
	b[f.known][f.fingerprint]--
	return true
}

// baselineReport writes a baseline and reports nothing.
type baselineReport struct {
	path     string
	findings baseline
}

func (r *baselineReport) addCounts(checkedCounts) {}

func (r *baselineReport) addFindings(_ string, findings []finding) error {
	for _, f := range findings {
		if r.findings[f.known] == nil {
			r.findings[f.known] = make(map[string]int)
		}
		r.findings[f.known][f.fingerprint]++
	}
	return nil
}

func (r *baselineReport) finish() error {
	text, err := json.MarshalIndent(baselineJSON{baselineVersion, r.findings}, "", "  ")
	if err != nil {
		return err
	}
	return console.WriteFileAtomically(r.path, append(text, '\n'))
}
