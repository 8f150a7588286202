package config

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/sentence"
)

// Code is the kind of a problem, in a form that programs can go by.
type Code string

// The kinds of problems.
const (
	UnknownSetting Code = "unknown-setting"
	WrongType      Code = "wrong-type"
	OutOfRange     Code = "out-of-range" // or none of the choices
	BadGlob        Code = "bad-glob"
	Syntax         Code = "syntax"
	Unreadable     Code = "unreadable" // the file, for whatever reason
)

// A Problem is a mistake in a settings file.
type Problem struct {
	Path       string // of the file
	Start, End int    // bytes of the file, the end exclusive; both 0 if it is about the file as a whole
	Line       int    // of Start, from 1
	Column     int    // of Start, from 1, in characters
	Code       Code
	Message    *sentence.Sentence
}

// String returns the problem as compilers write theirs.
func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
}

// maxProblems is how many problems of one file are reported. A file with more is something
// other than a settings file.
const maxProblems = 100

// lineIndex has the offset at which each line of a text begins.
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

// at returns the number of the line that holds the byte at offset, from 1.
func (l lineIndex) at(offset int) int {
	return sort.Search(len(l), func(i int) bool { return l[i] > offset })
}

// column returns how many characters are in the line before the byte at offset, and 1.
func (l lineIndex) column(text string, offset int) int {
	return utf8.RuneCountInString(text[l[l.at(offset)-1]:offset]) + 1
}

// abbreviateForMessage makes a text of a message short enough to be read, and one line.
func abbreviateForMessage(text string) string {
	const longest = 40
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text[:min(len(text), 10*longest)], "\uFFFD")), " ")
	if utf8.RuneCountInString(text) > longest {
		text = string(slices.Concat([]rune(text)[:longest-1], []rune("…")))
	}
	return text
}
