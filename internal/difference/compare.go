package difference

import (
	"slices"
)

// Compare returns the changes from one work to another. The fragments of the old work are those that its documents show. The new one need
// not be divided ([analysis.Read]): the Difference has it divided like the old one or, if the new one is shown ([Version.IsShown]), the old
// one like the new one. If any file is light ([File.WithoutDocument]), no change can be put back.
func Compare(old, new Version) Difference {
	new.Files = slices.Clone(new.Files)
	old.Files = slices.Clone(old.Files)
	v := make(vocabulary)
	was, is, isEqual := withoutEqual(old.Files, new.Files)
	c := &comparison{matching: match(newSide(was, v), newSide(is, v)), Difference: Difference{Old: old, New: new}}
	c.oldPlaces, c.newPlaces = placesOf(old.Files), placesOf(new.Files)
	for f, file := range was {
		c.old.setFragments(f, file.fragments())
	}
	for _, f := range old.Files {
		if isEqual[f.name()] {
			c.copyFragmentsOfUnchanged(f.name())
		}
	}
	if new.IsShown {
		for f, file := range is {
			c.new.setFragments(f, file.fragments())
		}
		c.divideOld()
	}
	c.prepare()
	c.reportFiles()
	c.reportMovedSections()
	c.stayed = slices.Clone(c.isPlaced)
	c.reportMovedRuns()
	if !new.IsShown {
		c.divideNew()
	}
	c.reportFragmentMarks()
	c.reportConflictBlocks()
	c.reportParagraphs()
	c.reportNewAndGone()
	c.nearOld, c.nearNew = nearestMatched{}, nearestMatched{}
	c.nestChanges()
	c.reportReorderedFiles()
	d := c.Difference
	if !slices.ContainsFunc(append(slices.Clone(old.Files), new.Files...), File.hasNoDocument) {
		d.comparison = c
	}
	return d
}

// placesOf returns the indices of files by name.
func placesOf(files []File) map[string]int {
	places := make(map[string]int, len(files))
	for i, f := range files {
		places[f.name()] = i
	}
	return places
}

// withoutEqual returns the files of both works without those that are equal, and the names of these.
func withoutEqual(old, new []File) (was, is []File, isEqual map[string]bool) {
	before := make(map[string]File)
	for _, f := range old {
		before[f.name()] = f
	}
	isEqual = make(map[string]bool)
	for _, f := range new {
		if g, isThere := before[f.name()]; isThere && f.facts().format.Name == g.facts().format.Name {
			isEqual[f.name()] = f.Text().String() == g.Text().String()
		}
	}
	changed := func(files []File) []File {
		return slices.DeleteFunc(slices.Clone(files), func(f File) bool { return isEqual[f.name()] })
	}
	return changed(old), changed(new), isEqual
}

// comparison computes changes from a matching.
type comparison struct {
	*matching
	Difference

	oldPlaces, newPlaces map[string]int // of all files, by name

	common   []int  // for each new unit, the number of its words that are in its old units
	stayed   []bool // for each new unit, whether it is in its place in its file, or in a section that has moved
	isPlaced []bool // for each new unit, whether it is in its old place, or has moved with something that contains it

	fileTo, fileFrom []int // for each file, the file that it has become, or was; -1 if none

	isSplit map[int]bool // for each new file, whether it is reported as split or merged, which may change the levels of its headings

	nearOld, nearNew nearestMatched

	isToldOld, isToldNew []bool // units that a change reports as gone or new
}

func (c *comparison) add(x Change) { c.Changes = append(c.Changes, x) }

func (c *comparison) prepare() {
	c.common = make([]int, len(c.new.units))
	for j := range c.new.units {
		v := &c.new.units[j]
		switch from := c.from[j]; {
		case len(from) == 0:
		case len(from) == 1 && c.old.units[from[0]].hash == v.hash:
			c.common[j] = len(v.words)
		default:
			c.common[j] = countCommonWords(c.wordsOf(c.old, from), v.words)
		}
	}
	c.isSplit = make(map[int]bool)
	c.nearOld, c.nearNew = c.old.findNearestMatched(c.to), c.new.findNearestMatched(c.from)
	c.isPlaced = make([]bool, len(c.new.units))
	c.isToldOld, c.isToldNew = make([]bool, len(c.old.units)), make([]bool, len(c.new.units))
	c.pairFiles()
	for f, g := range c.fileTo {
		if g >= 0 {
			c.markUnmoved(c.old.fileUnits(f), c.new.fileUnits(g))
		}
	}
}

func (c *comparison) wordsOf(s *side, units []int) (words []rune) {
	for _, k := range units {
		words = append(words, s.units[k].words...)
	}
	return words
}

func (s *side) fileUnits(f int) extent { return extent{s.first[f], s.first[f+1]} }

func (s *side) countWords(e extent) (n int) {
	for k := e.Start; k < e.End; k++ {
		n += len(s.units[k].words)
	}
	return n
}

// isGone and isNew report whether there are units, and none has a match in the other work.
func (c *comparison) isGone(old extent) bool {
	return !old.isEmpty() && !slices.ContainsFunc(c.to[old.Start:old.End], func(to []int) bool { return len(to) > 0 })
}

func (c *comparison) isNew(new extent) bool {
	return !new.isEmpty() && !slices.ContainsFunc(c.from[new.Start:new.End], func(from []int) bool { return len(from) > 0 })
}
