package config

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/sentence"
)

// ProblemCode is the kind of a problem, for programs.
type ProblemCode string

// The kinds of problems.
const (
	UnknownSetting ProblemCode = "unknown-setting"
	WrongType      ProblemCode = "wrong-type"
	OutOfRange     ProblemCode = "out-of-range" // or not one of the choices
	BadGlob        ProblemCode = "bad-glob"
	Syntax         ProblemCode = "syntax"
	Unreadable     ProblemCode = "unreadable" // the file cannot be read, for whatever reason
)

// Problem is a mistake in a settings file.
type Problem struct {
	Path       string // of the file
	Start, End int    // [Start, End) in bytes; both 0 if the problem concerns the whole file
	Line       int    // of Start, from 1
	Column     int    // of Start, from 1, in characters
	Code       ProblemCode
	Message    *sentence.Sentence
}

// String returns the problem in the format of compilers.
func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
}

// maxProblems is the greatest number of problems reported for one file. A file with more is probably not a settings file.
const maxProblems = 100

// lineIndex holds the offset at which each line of a text begins.
type lineIndex []int

func indexLines(text string) lineIndex {
	lines := lineIndex{0}
	for i := range len(text) {
		if text[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// lineAt returns the number of the line that holds the byte at offset, from 1.
func (l lineIndex) lineAt(offset int) int {
	return sort.Search(len(l), func(i int) bool { return l[i] > offset })
}

// column returns the column, from 1 and in characters, of the byte at offset.
func (l lineIndex) column(text string, offset int) int {
	return utf8.RuneCountInString(text[l[l.lineAt(offset)-1]:offset]) + 1
}

// abbreviateForMessage returns a text on one line, short enough for a message.
func abbreviateForMessage(text string) string {
	const longest = 40
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text[:min(len(text), 10*longest)], "\uFFFD")), " ")
	if utf8.RuneCountInString(text) > longest {
		text = string(slices.Concat([]rune(text)[:longest-1], []rune("…")))
	}
	return text
}
