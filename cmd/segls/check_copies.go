package main

import (
	"path"
	"regexp"
	"sort"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/duplicate"
)

// copyChecker holds the texts that are searched for repeated passages.
type copyChecker struct {
	duplicateReport
	documents map[string]*analysis.Document // by path
}

// readForDuplicates returns a text to search for repeated passages; nil if its settings or its format rule that out.
func (c *checker) readForDuplicates(path string, d *analysis.Document) *duplicate.Text {
	if !d.Settings.Reports(check.SaidTwice) || d.IsNotebook() || d.Format.Name == markup.PlainText.Name { // plain text may be data
		return nil
	}
	return duplicate.NewText(path, d)
}

func (c *copyChecker) add(path string, d *analysis.Document, read *duplicate.Text) {
	if read == nil {
		return
	}
	if c.documents == nil {
		c.documents = make(map[string]*analysis.Document)
	}
	c.documents[path] = d
	c.duplicateReport.add(read, d)
}

// A repeated passage is a finding if one of its places could link to the other, so the texts must have enough words in
// common, in long passages. Repetitions on one page are visible anyway, and passages that differ may be about different
// things.
const (
	leastRepeatedWords = 80
	leastPassageWords  = 40
)

// isReportable reports whether a repeated passage is a finding. Frames of pages, lists and notes, for example, are not.
func (c *copyChecker) isReportable(p *duplicatePair) bool {
	return p.A.Path != p.B.Path && len(p.Also) == 0 && len(strings.Fields(p.B.Seen)) >= leastPassageWords && p.WordsToChange() == 0 &&
		!repeatsOnPurpose(p.A.Path, p.B.Path) && !isInSectionsOfOneName(p) && !c.isOutsideRunningText(p.A) && !c.isOutsideRunningText(p.B)
}

var (
	// Names of texts that repeat others because they introduce them, or because they belong to a date.
	isIntroduction = regexp.MustCompile(`(?i)^_?(?:readme|index|overview|intro(?:duction)?|about|home)$`)
	isOfItsTime    = regexp.MustCompile(`(?i)(?:^|/)_?(?:posts?|blogs?|news|articles)/|\d{4}-\d{2}-\d{2}|announc|release|what'?s?[-_ ]?new|migrat|upgrad|roadmap|deprecat`)

	nameParts = regexp.MustCompile(`\p{Lu}?[^\W_\p{Lu}]+|\p{Lu}+`)
)

// repeatsOnPurpose reports whether two texts are expected to repeat each other, such as versions of one text, or an introduction.
func repeatsOnPurpose(a, b string) bool {
	stem := func(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }
	for _, name := range []string{a, b} {
		if isIntroduction.MatchString(stem(name)) || isOfItsTime.MatchString(name) {
			return true
		}
	}
	if duplicate.AreVersions(a, b) {
		return true
	}
	for _, x := range nameParts.FindAllString(stem(a), -1) {
		for _, y := range nameParts.FindAllString(stem(b), -1) {
			x, y := strings.ToLower(x), strings.ToLower(y)
			if min(len(x), len(y)) >= leastNamePart && (strings.HasPrefix(x, y) || strings.HasPrefix(y, x)) {
				return true
			}
		}
	}
	return false
}

// leastNamePart is the minimum number of letters that the names of texts about things of the same kind have in common.
const leastNamePart = 3

// opensNote matches the line above a note or a warning, or its first word.
var opensNote = regexp.MustCompile(`(?i)^\W*(?:\{?(?:note|tip|hint|info|important|warning|caution|danger|attention|seealso)\b|\w+::)|^[ \t]*(?:!!!|\?\?\?|:::|\{\{|\{%|<[A-Za-z])`)

// isOutsideRunningText reports whether a passage is in no ordinary paragraph, or is a note, which readers of both pages must see.
func (c *copyChecker) isOutsideRunningText(p duplicate.Occurrence) bool {
	d := c.documents[p.Path]
	paragraphs := d.Paragraphs()
	i := sort.Search(len(paragraphs), func(i int) bool { return paragraphs[i].Span.End > p.Span.Start })
	if i == len(paragraphs) || paragraphs[i].Kind != markup.Paragraph || opensNote.MatchString(p.Seen) {
		return true
	}
	above := strings.TrimRight(d.Text.Slice(markup.Span{End: paragraphs[i].Span.Start}), " \t\r\n")
	return opensNote.MatchString(above[strings.LastIndexAny(above, "\r\n")+1:])
}

// isInSectionsOfOneName reports whether a short passage is in two sections of the same name.
func isInSectionsOfOneName(p *duplicatePair) bool {
	title := lastTitle(p.a.section)
	return title != "" && title == lastTitle(p.b.section) && len(strings.Fields(p.B.Seen)) < leastRepeatedWords
}

// lastTitle returns the innermost of the section titles that [sectionPath] has joined.
func lastTitle(sections string) string { return sections[strings.LastIndex(sections, "›")+1:] }

// commonPassages holds the repeated passages of two texts.
type commonPassages struct {
	finding       // at the second place of the passage most worth changing
	first         *duplicatePair
	number, words int
}

// findCommonPassages returns the repeated passages of each pair of texts, sorted by the passage most worth changing.
func (c *checker) findCommonPassages() (list []*commonPassages, err error) {
	c.copies.find(c.folder)
	of := make(map[[2]string]*commonPassages)
	for i := range c.copies.pairs {
		p := &c.copies.pairs[i]
		if !c.copies.isReportable(p) {
			continue
		}
		first, second := c.copies.documents[p.A.Path], c.copies.documents[p.B.Path]
		for _, f := range second.Rated([]check.Finding{{Rule: check.SaidTwice, Span: p.B.Span, Paragraph: -1}}) {
			isMeant, err := c.isReported(p.B.Path, second, f)
			if err == nil && !isMeant {
				other := f
				other.Span = p.A.Span
				isMeant, err = c.isReported(p.A.Path, first, other)
			}
			if err != nil {
				return nil, err
			}
			if !isMeant {
				continue
			}
			texts := [2]string{p.A.Path, p.B.Path}
			all := of[texts]
			if all == nil {
				all = &commonPassages{finding: p.b, first: p}
				all.Finding, all.related = f, &p.a
				of[texts], list = all, append(list, all)
			}
			all.number++
			all.words += len(strings.Fields(p.B.Seen))
			all.worth += p.Score()
		}
	}
	return list, nil
}

// repeatedFindings returns a finding for each pair of texts that have much in common.
func (c *checker) repeatedFindings() ([]finding, error) {
	common, err := c.findCommonPassages()
	var list []finding
	for _, all := range common {
		if all.words < leastRepeatedWords {
			continue
		}
		p := all.first
		all.Problem = sentence.New("This is also said in %s, in the same words.", formatPlace(p.a)+sectionSuffix(p.a.section))
		if more := all.number - 1; more > 0 {
			all.Problem = sentence.New("%s %s", all.Problem, sentence.Plural(more, "The two texts have %d more passage in common.", "The two texts have %d more passages in common."))
		}
		list = append(list, all.finding)
	}
	return list, err
}

// sectionSuffix returns a section in the form that follows a place, or "" if it has no title.
func sectionSuffix(section string) string {
	if section == "" {
		return ""
	}
	return " (" + section + ")"
}
