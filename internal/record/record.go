// Package record distinguishes texts that record events, or list things, from texts that explain something.
//
// Changelogs, licences, word lists and the like repeat themselves, and their words are about everything. Packages that compare texts
// leave them out.
package record

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
)

var (
	isName = regexp.MustCompile(`(?i)^\W*(?:change[-_ ]?logs?|changes|change[-_ ]history|rel(?:ease)?[-_ ]?notes?|releases?|what'?s[-_ ]?new|` +
		`(?:version|release|revision)[-_ ]history|v?\d+\.[\d.x_-]*[-_ ]notes|` +
		`authors|contributors|maintainers|sponsors|licen[cs]es?|copying|copyright|uncopyright|colophon|imprint|third[-_ ]party|code[-_ ]of[-_ ]conduct|coc|word[-_ ]?list|(?:pull[-_ ]?request|issue)[-_ ]?template)` +
		`(?:[-_. ]?v?\d[\d.x_-]*)?$`)

	isNews = regexp.MustCompile(`(?i)^news$`)

	// Folders that hold records at any depth; and folders in which only the texts directly inside are records.
	isFolder    = regexp.MustCompile(`(?i)^(?:change[-_ ]?logs?|changelog\.d|newsfragments|(?:pull[-_ ]?request|issue)[-_ ]?template|rel(?:ease)?[-_ ]?notes?|what'?s[-_ ]?new)$`)
	isOwnFolder = regexp.MustCompile(`(?i)^(?:changes|releases|announce(?:ments)?)$`)

	// A title of release notes, such as "3.1 release notes", not of a text on how to write them.
	isTitle = regexp.MustCompile(`(?i)^\W*(?:\w[\w.-]* ){0,2}v?\d+\.[\d.x]*\W+(?:release notes|change ?log)\W*$|^\W*(?:release notes|change ?log)(?:\W.{0,20}\d.{0,20})?\W*$`)

	// A heading of a changelog has a version or a date, and little else.
	isVersion = regexp.MustCompile(`(?i)^\W*(?:[a-z][\w-]* )?(?:version |release |v\.? ?)?\d+\.\d+[\w.+-]*(?:\W.{0,40})?$|^\W*(?:\d{4}-\d\d-\d\d|\d{1,2} \pL+ \d{4}|\pL+ \d{1,2}, \d{4}|unreleased)\W*$`)

	// A notice that a program has made the text. Most forms must begin a line.
	isMade = regexp.MustCompile(`(?im)^\W*(?:this (?:file|page|document) (?:is|was|has been) )?(?:auto[- ]?|automatically )generated\b|^\W*generated (?:with|by)\b|\bdo not edit (?:this|it|by|manually|directly)|^\W*do not edit\b|(?:^|\W)@generated\b`)

	// A checksum, as in a list of archives.
	isChecksum = regexp.MustCompile(`\b[0-9a-f]{32,128}\b`)

	isItem = regexp.MustCompile(`^(?:[-*+]|\d+[.)]) +`)

	// An entry of a list that a program has made from commits.
	isEntry = regexp.MustCompile(`(?i)\bbump(?:s|ed)? \S+ (?:from|to) v?\d|\bupdate dependency \S+|^\W*(?:⬆|⬆️)|\(#\d+\)|pull/\d+|\b(?:pr|issue) ?#\d+`)
)

const (
	leastVersions  = 3   // minimum number of headings with versions in a changelog whose name does not say what it is
	leastEntries   = 10  // minimum number of lines in a list recognized by its entries
	leastChecksums = 6   // at least one line in this many has a checksum
	noticeBytes    = 600 // size of the beginning and of the end, where a notice is looked for
	entryWords     = 3   // maximum number of words in an entry of a word list
)

// IsRecord reports whether a text with this path is a record or a list, judging by its path, its title and its contents.
func IsRecord(name string, d *analysis.Document) bool {
	folders := strings.Split(path.Dir(name), "/")
	base := path.Base(name)
	if isName.MatchString(strings.TrimSuffix(base, path.Ext(base))) || slices.ContainsFunc(folders, isFolder.MatchString) || isOwnFolder.MatchString(folders[len(folders)-1]) {
		return true
	}
	if isTitle.MatchString(d.Title()) {
		return true
	}
	text := d.Text.String()
	if isMade.MatchString(text[:min(len(text), noticeBytes)]) || isMade.MatchString(text[max(0, len(text)-noticeBytes):]) {
		return true
	}
	versions, atLevel, sections := make(map[int]int), make(map[int]int), d.Sections() // by level, because a release has sections of its own
	for _, s := range sections {
		atLevel[s.Level]++
		if isVersion.MatchString(strings.TrimSpace(s.Title)) {
			versions[s.Level]++
		}
	}
	least := leastVersions
	if isNews.MatchString(strings.TrimSuffix(base, path.Ext(base))) {
		least = 1
	}
	for level, n := range versions {
		if n >= least && 3*n >= atLevel[level] && (3*n >= len(sections) || 4*n >= 3*atLevel[level]) {
			return true
		}
	}
	entries, short, checksums, lines := 0, 0, 0, 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		lines++
		if isChecksum.MatchString(line) {
			checksums++
		}
		if said := isItem.ReplaceAllString(line, ""); said != line && isEntry.MatchString(said) {
			entries++
		} else if said != line && len(strings.Fields(said)) <= entryWords && !strings.Contains(said, "](") {
			short++
		}
	}
	return lines >= leastEntries && (2*entries > lines || leastChecksums*checksums >= lines || 10*short > 9*lines)
}
