package main

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/duplicate"
)

// copyChecker knows the texts in which repeated passages are looked for.
type copyChecker struct {
	duplicateReport
	documents map[string]*analysis.Document // by path
}

// read returns a text as repeated passages are looked for in it; nil if its settings do not ask for that.
func (c *checker) read(path string, d *analysis.Document) *duplicate.Text {
	if !d.Settings.Reports(check.SaidTwice) || analysis.IsNotebook(d) || d.Format.Name == markup.PlainText.Name { // which may be data
		return nil
	}
	return duplicate.Read(path, d)
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

// What of the repeated passages is a finding: what stands in two files, and is so long and so alike that one place could lead to the other.
// What is said twice on a page is in sight, and what differs is said so on purpose.
const (
	leastRepeatedWords = 40
	leastRepeatedAlike = .85
)

// isRepeated reports whether a repeated passage is a finding.
func isRepeated(p *duplicatePair) bool {
	return p.A.Path != p.B.Path && len(strings.Fields(p.B.Seen)) >= leastRepeatedWords && p.Similarity >= leastRepeatedAlike && !isParallel(p)
}

// isParallel reports whether two places say the same of two things: words that only one of them has are those of its sections or its file,
// or a short passage stands in two sections of the same name.
func isParallel(p *duplicatePair) bool {
	names := func(x *finding, words []string) bool {
		about := strings.ToLower(x.section + " " + x.path)
		return slices.ContainsFunc(words, func(word string) bool {
			stem := []rune(strings.ToLower(word))
			return len(stem) >= leastStem && strings.Contains(about, string(stem[:max(leastStem, len(stem)-2)]))
		})
	}
	if title := lastTitle(p.a.section); title != "" && title == lastTitle(p.b.section) && len(strings.Fields(p.B.Seen)) < 2*leastRepeatedWords {
		return true
	}
	return names(&p.a, p.OnlyA) && names(&p.b, p.OnlyB)
}

// lastTitle returns the title of the innermost of some sections.
func lastTitle(sections string) string { return sections[strings.LastIndex(sections, "›")+1:] }

// leastStem is how many letters a word has in common with another form of it.
const leastStem = 4

// repeated returns the repeated passages, each as a finding at its second place.
func (c *checker) repeated() ([]finding, error) {
	c.copies.find(c.folder)
	var list []finding
	for i := range c.copies.pairs {
		p := &c.copies.pairs[i]
		if !isRepeated(p) {
			continue
		}
		first, second := c.copies.documents[p.A.Path], c.copies.documents[p.B.Path]
		said := sentence.New("This is said in %s too: %s.", placeOf(p.a)+inSection(p.a.section), p.difference())
		for _, f := range second.Rated([]check.Finding{{Rule: check.SaidTwice, Span: p.B.Span, Paragraph: -1, Problem: said}}) {
			isMeant, err := c.isMeant(p.B.Path, second, f)
			if err == nil && !isMeant {
				other := f
				other.Span = p.A.Span
				isMeant, err = c.isMeant(p.A.Path, first, other)
			}
			if err != nil {
				return nil, err
			}
			if !isMeant {
				continue
			}
			x := p.b
			x.Finding, x.related, x.worth = f, &p.a, p.Score()
			list = append(list, x)
		}
	}
	return list, nil
}

// inSection returns a section as it stands behind a place; "" if it has no title.
func inSection(section string) string {
	if section == "" {
		return ""
	}
	return " (" + section + ")"
}
