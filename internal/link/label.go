package link

import (
	"regexp"
	"strings"
)

// labels holds properties of all labels in all texts. A missing label is compared with them.
type labels struct {
	byLength map[int][]string // in lower case
	families map[string]int   // for the first part and the first two parts of each label, the number of labels that begin with it

	// written holds the names, in lower case, that are written as labels anywhere: also within directives and lists, where labels are not read.
	written map[string]bool

	// takesText is set if Sphinx takes text from programs: that text may have labels too.
	takesText bool
}

var (
	// labelPart matches a separator of the parts of a label, as in pans-of-clay.
	labelPart = regexp.MustCompile(`[-_./ ]`)

	writtenLabel = regexp.MustCompile(`\(([^()\n]+)\)=|\.\. _([^:\n]+):`)

	// fromProgram matches directives with which Sphinx takes text from programs (autodoc).
	fromProgram = regexp.MustCompile(`(?m)^\s*(?:\.\. |[` + "`" + `:]{3,}\{)auto(?:module|class|function|method|exception|data|attribute|summary)\b`)
)

func (x *Index) collectLabels() *labels {
	l := &labels{byLength: make(map[int][]string), families: make(map[string]int), written: make(map[string]bool)}
	seen := make(map[string]bool)
	for _, f := range x.all() {
		for _, a := range f.anchors {
			name := strings.ToLower(a.Name)
			if a.Form != Label || seen[name] {
				continue
			}
			seen[name] = true
			l.byLength[len(name)] = append(l.byLength[len(name)], name)
			for _, beginning := range beginnings(name) {
				l.families[beginning]++
			}
		}
		w := f.written()
		for _, name := range w.names {
			l.written[name] = true
		}
		l.takesText = l.takesText || w.takesText
	}
	return l
}

// writtenLabels holds the labels written in one text, and whether Sphinx takes text from programs there.
type writtenLabels struct {
	names     []string
	takesText bool
}

func readWrittenLabels(text string) (w writtenLabels) {
	for _, m := range writtenLabel.FindAllStringSubmatch(text, -1) {
		w.names = append(w.names, strings.ToLower(strings.Trim(m[1]+m[2], "` ")))
	}
	w.takesText = strings.Contains(text, "auto") && fromProgram.MatchString(text)
	return w
}

// beginnings returns the first part of a label, and its first two, each with the separator after it.
func beginnings(name string) (list []string) {
	for _, m := range labelPart.FindAllStringIndex(name, 2) {
		list = append(list, name[:m[1]])
	}
	return list
}

// isMisspelt reports whether a name may be a misspelling of a label; see isOneLetterOff.
func (l *labels) isMisspelt(name string) bool {
	name = strings.ToLower(name)
	for length := len(name) - 1; length <= len(name)+1; length++ {
		for _, label := range l.byLength[length] {
			if isOneLetterOff(label, name) {
				return true
			}
		}
	}
	return false
}

// leastMisspelt is the minimum length, in bytes, of the longer of two names if one may be a misspelling of the other.
const leastMisspelt = 6

// isOneLetterOff reports whether two names differ in one byte, which may be changed, added or removed. Very short names do not count.
func isOneLetterOff(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	same := 0
	for same < len(b) && a[same] == b[same] {
		same++
	}
	return a != b && len(a) >= leastMisspelt && len(a)-len(b) <= 1 && a[same+1:] == b[same+1-(len(a)-len(b)):]
}

// leastFamily is the minimum number of labels with the same beginning for that beginning to be typical of a work.
const leastFamily = 2

// isOfFamily reports whether a missing label begins like labels here, and so is unlikely to belong to another project. Where Sphinx takes
// text from programs, its first part alone is not enough.
func (l *labels) isOfFamily(name string) bool {
	name = strings.ToLower(name)
	begins := beginnings(name)
	if len(begins) == 0 || len(begins[0]) == 1 || l.written[name] {
		return false
	}
	return len(begins) > 1 && l.families[begins[1]] > 0 || l.families[begins[0]] >= leastFamily && !l.takesText
}
