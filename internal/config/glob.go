package config

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/segls/segls/analysis/sentence"
)

// Limits of a glob. A project's file may come from anybody, and matching takes time in proportion to the alternatives that braces multiply.
const (
	maxGlobLength   = 4096
	maxAlternatives = 1000
)

// CheckGlob returns what is wrong with a glob, or nil.
func CheckGlob(glob string) *sentence.Sentence {
	switch {
	case glob == "":
		return sentence.New("a glob cannot be empty")
	case len(glob) > maxGlobLength:
		return sentence.New("a glob cannot be longer than %d bytes", maxGlobLength)
	case !doublestar.ValidatePattern(glob):
		return sentence.New("“%s” is not a glob: is a bracket or brace left open?", abbreviateForMessage(glob))
	case countAlternatives(glob) > maxAlternatives:
		return sentence.New("the braces in a glob cannot stand for more than %d alternatives", maxAlternatives)
	}
	return nil
}

// countAlternatives returns an upper bound for the number of globs without braces that a valid glob represents, but at most
// maxAlternatives+1.
func countAlternatives(glob string) int {
	total := 1
	var open []int // for each open brace, the number of its alternatives so far
	isEscaped, inClass := false, false
	for _, c := range glob {
		switch {
		case isEscaped:
			isEscaped = false
		case c == '\\':
			isEscaped = true
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case c == '{':
			open = append(open, 1)
		case c == ',' && len(open) > 0:
			open[len(open)-1]++
		case c == '}' && len(open) > 0:
			total = min(total*open[len(open)-1], maxAlternatives+1)
			open = open[:len(open)-1]
		}
	}
	return total
}

// matches reports whether a glob relative to a folder matches a file. Both paths are absolute.
func matches(glob, folder, path string) bool {
	if path == "" {
		return false
	}
	relative, err := filepath.Rel(folder, path)
	if err != nil || !filepath.IsLocal(relative) {
		return false
	}
	if !strings.Contains(glob, "/") {
		return doublestar.MatchUnvalidated(glob, filepath.Base(path))
	}
	return doublestar.MatchUnvalidated(strings.TrimPrefix(glob, "/"), filepath.ToSlash(relative))
}
