package work

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// seriesKind is the kind of works whose files are numbered in their names, such as 01-salt.md. Any other order takes precedence.
var seriesKind = kind{
	name:      "series",
	skipsTray: true,
	read:      readSeries,
}

// maxSeries is the greatest number of files in a series that is a work even if the writer has not asked for it; see [Finder.FindAsked].
const maxSeries = 300

// minSeries is the smallest number of files in a series.
const minSeries = 3

// readSeries reads the texts of a folder as a work if most of their names form a series, and reports whether they do.
func readSeries(r *reader) bool {
	at := r.absolute(r.folder)
	isDoubtful := false
	for _, name := range []string{path.Base(at), path.Base(path.Dir(at))} {
		if isOfTests(name) || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") && name != "." {
			return false
		}
		isDoubtful = isDoubtful || isForeign(name) || ofCourse.MatchString(name)
	}
	if IsPersonal(at) {
		return false
	}
	entries, _ := r.series(r.folder, minSeries, 1, 0)
	if entries == nil {
		entries = r.seriesInFolderOfChapters()
	}
	if isDoubtful && slices.ContainsFunc(entries, r.isNoPart) || r.areDecisions(entries) {
		return false
	}
	for _, e := range flatten(entries) {
		r.named[e.Path] = true
	}
	r.Entries = entries
	return len(entries) > 0
}

// isNoPart reports whether a file or folder in the work's folder lacks a name like that of a part of a book, such as Chapter 3 or Preface.
func (r *reader) isNoPart(e *Entry) bool {
	name := e.Title
	if e.Path != "" { // perhaps the only text of its folder
		name, _, _ = strings.Cut(strings.TrimPrefix(e.Path, r.folder+"/"), "/")
	}
	return frontOrBackPlace(name) == 0 && !slices.ContainsFunc(notations, func(read numberReader) bool {
		o, ok := read(stemOf(name))
		return ok && partNames[plainName(o.prefix)] > 0
	})
}

// areDecisions reports whether texts are records of decisions, which are numbered too, judging by the headings of the first three.
func (r *reader) areDecisions(entries []*Entry) bool {
	const most, atStart = 3, 1 << 14
	files := flattenFiles(entries)
	files = files[:min(most, len(files))]
	decisions := 0
	for _, e := range files {
		text, _ := r.openOrderFile(e.Path)
		found := make(map[string]bool)
		for _, m := range headingOfDecision.FindAllStringSubmatch(text[:min(atStart, len(text))], -1) {
			found[strings.ToLower(m[1]+m[2])] = true
		}
		if found["decision"] && (found["context"] || found["status"]) {
			decisions++
		}
	}
	return 2*decisions > len(files)
}

// headingOfDecision matches the headings of a record of a decision, underlined or with a mark before them: ## Context, ## Decision Outcome.
var headingOfDecision = regexp.MustCompile(`(?im)^(?:[#=*]+[ \t]+(status|context|decision)\b|(status|context|decision)\b.*\r?\n(?:-{3,}|={3,}|~{3,})\r?$)`)

// member is a file or folder that may belong to a series.
type member struct {
	name     string
	isFolder bool
	format   string // "" for a folder
	ordinal
	second int // the second number, in a series such as act 1 scene 2
}

// mostDepth is the greatest depth of nested folders in a series. It also limits nested includes in Quarto, and parents above a page.
const mostDepth = 5

// series returns the entries of a folder whose names form a series, and the last number; nil if they form none. The numbers begin at 0, 1
// or next.
func (r *reader) series(folder string, minTexts, next, depth int) (entries []*Entry, last int) {
	files, folders, around := r.members(folder)
	if depth == mostDepth {
		return nil, 0
	}
	found := bestSeries(files, folders, next)
	texts, below := 0, 1
	for _, m := range found {
		at := path.Join(folder, m.name)
		if last = m.number; !m.isFolder {
			entries = append(entries, &Entry{Path: at})
			texts++
			continue
		}
		var list []*Entry
		list, below = r.belowSeries(at, below, depth+1)
		texts += len(flattenFiles(list))
		switch {
		case len(list) == 1 && len(list[0].Entries) == 0:
			entries = append(entries, list[0])
		case len(list) > 0:
			entries = append(entries, &Entry{Title: m.name, Entries: list})
		}
	}
	if texts < minTexts || !r.isMost(folder, found, files, folders) || r.standAlone(entries) {
		return nil, 0
	}
	return withFrontAndBack(entries, folder, around), last
}

// seriesInFolderOfChapters returns the series in the only folder of chapters (see foldersOfChapters), with the front and back matter
// beside that folder; nil if there is none.
func (r *reader) seriesInFolderOfChapters() []*Entry {
	_, folders, around := r.members(r.folder)
	folders = slices.DeleteFunc(folders, func(m member) bool { return !isFolderOfChapters(m.name) })
	if len(folders) != 1 {
		return nil
	}
	entries, _ := r.series(path.Join(r.folder, folders[0].name), minSeries, 1, 1)
	if entries == nil {
		return nil
	}
	return withFrontAndBack(entries, r.folder, around)
}

// withFrontAndBack returns entries preceded and followed by the front and back matter in around that has their format.
func withFrontAndBack(entries []*Entry, folder string, around []member) []*Entry {
	format := formatOf(entries)
	slices.SortStableFunc(around, func(a, b member) int { return cmp.Compare(frontOrBackPlace(a.name), frontOrBackPlace(b.name)) })
	var before, after []*Entry
	for _, m := range around {
		switch e := (&Entry{Path: path.Join(folder, m.name)}); {
		case m.format != format:
		case frontOrBackPlace(m.name) < 0:
			before = append(before, e)
		default:
			after = append(after, e)
		}
	}
	return slices.Concat(before, entries, after)
}

// members returns the possible members of a series in a folder, and the front and back matter of a book, recognized by their usual names.
func (r *reader) members(folder string) (files, folders, around []member) {
	listed, err := fs.ReadDir(r.fsys, folder)
	if err != nil {
		return nil, nil, nil
	}
	for _, d := range listed {
		name := d.Name()
		format, isText := markup.ByFileName(name)
		switch {
		case strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "node_modules" || isOutsideBook(name):
		case d.IsDir() && name != Tray:
			folders = append(folders, member{name: name, isFolder: true})
		case d.Type().IsRegular() && isText:
			m := member{name: name, format: format.Name}
			if frontOrBackPlace(name) != 0 {
				around = append(around, m)
			} else {
				files = append(files, m)
			}
		}
	}
	return files, folders, around
}

// belowSeries returns the texts of a folder in a series, and the next number: chapter numbers may continue from folder to folder.
func (r *reader) belowSeries(folder string, next, depth int) ([]*Entry, int) {
	if below, last := r.series(folder, 1, next, depth); below != nil {
		return below, last + 1
	}
	listed, err := fs.ReadDir(r.fsys, folder)
	if err != nil {
		return nil, next
	}
	var only []*Entry
	for _, d := range listed {
		if _, isText := markup.ByFileName(d.Name()); isText && d.Type().IsRegular() && !strings.HasPrefix(d.Name(), ".") && !strings.HasPrefix(d.Name(), "_") {
			only = append(only, &Entry{Path: path.Join(folder, d.Name())})
		}
	}
	if len(only) != 1 {
		return nil, next
	}
	return only, next
}

// flattenFiles returns the entries of a tree that are files.
func flattenFiles(entries []*Entry) []*Entry {
	return slices.DeleteFunc(flatten(entries), func(e *Entry) bool { return e.Path == "" })
}

// formatOf returns the name of the format of the first file; "" if there is none.
func formatOf(entries []*Entry) string {
	for _, e := range flattenFiles(entries) {
		f, _ := markup.ByFileName(e.Path)
		return f.Name
	}
	return ""
}

// bestSeries returns the longest series among files and folders, sorted.
func bestSeries(files, folders []member, next int) []member {
	var best []member
	for _, read := range notations {
		groups := make(map[string][]member)
		for _, m := range slices.Concat(files, folders) {
			name := m.name
			if !m.isFolder {
				name = stemOf(name)
			}
			o, ok := read(name)
			if !ok || isDaily(o.rest) || isForeign(o.prefix) || slices.ContainsFunc(strings.FieldsFunc(o.prefix, isNoLetter), isForeign) {
				continue
			}
			m.ordinal = o
			groups[m.prefix+"\x00"+m.format] = append(groups[m.prefix+"\x00"+m.format], m)
		}
		for _, key := range slices.Sorted(maps.Keys(groups)) { // folders come before the files that follow them
			group := withoutSuperseded(groups[key])
			groups[key] = group
			prefix, format, _ := strings.Cut(key, "\x00")
			if format != "" { // files and folders may be one series
				group = append(slices.Clip(group), groups[prefix+"\x00"]...)
				if !sortAsSeries(group, next) {
					group = groups[key]
				}
			}
			if sortAsSeries(group, next) && (len(group) > len(best) || len(group) == len(best) && group[0].name < best[0].name) {
				best = group
			}
		}
	}
	return best
}

// withoutSuperseded removes files whose names mark them as old versions of others, such as chapter3-old beside chapter3.
func withoutSuperseded(group []member) []member {
	words := func(m member) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(m.rest), isNoLetter), " ")
	}
	return slices.DeleteFunc(slices.Clone(group), func(old member) bool {
		rest := words(old)
		last := strings.LastIndexByte(rest, ' ') + 1
		return supersededWords[rest[last:]] > 0 && slices.ContainsFunc(group, func(m member) bool {
			return m.number == old.number && m.letter == old.letter && words(m) == strings.TrimSpace(rest[:last])
		})
	})
}

// sortAsSeries sorts numbered names and reports whether they form a series. Its numbers begin at 0, 1 or next, and few are missing or occur
// twice. Versions of the same chapter do not form one.
func sortAsSeries(group []member, next int) bool {
	if len(group) == 0 {
		return false
	}
	for i := range group {
		if o, ok := numberAt(group[i].rest, 0); ok && !isVersion(o.prefix) {
			group[i].second = o.number
		}
	}
	slices.SortFunc(group, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.level, b.level), cmp.Compare(a.letter, b.letter), cmp.Compare(a.second, b.second), compareNames(a.name, b.name))
	})
	first, last := group[0].number, group[len(group)-1].number
	if n := len(group) - 1; n >= minSeries && (last == 99 || last == 999) && group[n-1].number < last-1 { // 99 or 999 marks the last part of a book
		group, last = group[:n], group[n-1].number
	}
	if first > 1 && first != next || group[0].level > 0 {
		return false
	}
	different, twice := 1, 0
	for i := 1; i < len(group); i++ {
		switch a, b := group[i-1], group[i]; {
		case a.number != b.number:
			different++
		case a.level != b.level || a.letter != b.letter || b.second == a.second+1:
		default:
			twice++
		}
	}
	all := last - first + 1
	return (all-different+twice)*10 <= all
}

// isVersion reports whether the text before a number ends with a word for a version: ch1 v2, ch1 the road draft 2.
func isVersion(before string) bool {
	return versionWords[before[strings.LastIndexByte(before, ' ')+1:]] > 0
}

// isMost reports whether at least two thirds of the possible texts of a work are in its series.
func (r *reader) isMost(folder string, found, files, folders []member) bool {
	in := make(map[string]bool)
	for _, m := range found {
		in[m.name] = true
	}
	others := 0
	for _, m := range files {
		if !in[m.name] {
			others++
		}
	}
	if len(found) > 0 && slices.ContainsFunc(found, func(m member) bool { return m.isFolder }) {
		for _, m := range folders {
			if !in[m.name] && r.hasTexts(path.Join(folder, m.name)) {
				others++
			}
		}
	}
	return len(found) >= 2*others
}

// hasTexts reports whether a text that may be part of a book is directly in a folder.
func (r *reader) hasTexts(folder string) bool {
	return slices.ContainsFunc(r.namesIn(folder), func(name string) bool {
		_, isText := markup.ByFileName(name)
		return isText && !isOutsideBook(name)
	})
}

// standAlone reports whether LaTeX texts are documents of their own, judging by the first.
func (r *reader) standAlone(entries []*Entry) bool {
	files := flattenFiles(entries)
	if len(files) == 0 || formatOf(entries) != markup.LaTeX.Name {
		return false
	}
	text, _ := r.openOrderFile(files[0].Path)
	return strings.Contains(text, `\documentclass`) || strings.Contains(text, `\begin{document}`)
}

// Locator is a file system that is part of another one and knows the location of its folders.
type Locator interface {
	Locate(name string) string // an absolute path, with slashes
}

// absolute returns the absolute path of a folder, or folder itself if that is not known.
func (r *reader) absolute(folder string) string {
	if l, ok := r.fsys.(Locator); ok {
		return filepath.ToSlash(l.Locate(folder))
	}
	return folder
}
