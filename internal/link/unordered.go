package link

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/work"
)

// This file finds pages that are missing from the order of their work.

var (
	// isFoundAnyway matches the names of files that need not be in an order.
	isFoundAnyway = regexp.MustCompile(`(?i)^(?:readme|index|_.*|home|404|search|tags|license|licence|copying|contributing|code[-_]of[-_]conduct|security|authors|changelog|changes|release[-_]?notes|news|todo|template|prolog|epilog)$`)

	// isLeftOut matches metadata by which a writer leaves a page out of the order on purpose.
	isLeftOut = regexp.MustCompile(`(?mi)^[ \t]*:?(?:` +
		`(?:orphan|nav_exclude|unlisted|hidden|draft|not_in_nav)[ \t]*:[ \t]*["']?(?:true|yes|\r?$)|` +
		`(?:redirect_to|redirect|template|date)[ \t]*:[ \t]*(?:["'/\w]|\r?$)|` +
		`(?:published|in_nav)[ \t]*:[ \t]*["']?(?:false|no\b))`)

	isLanguage = regexp.MustCompile(`^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$`)
)

// headBytes is the number of bytes at the start of a page that are searched for metadata.
const headBytes = 2000

// unorderedFinding returns the finding that the order of a work leaves a page out, or nil if the page is in the order or need not be.
func (x *Index) unorderedFinding(w *work.Work, name string) *check.Finding {
	f := x.file(name)
	if f == nil || w == nil || w.IsByFiles() || !slices.Contains(w.Orphans, name) {
		return nil
	}
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if isFoundAnyway.MatchString(stem) || isLeftOut.MatchString(f.text[:min(len(f.text), headBytes)]) || isTranslation(w.Folder, name) {
		return nil
	}
	if folder := path.Dir(name); folder != w.Folder && !slices.ContainsFunc(w.Files(), func(other string) bool { return isIn(folder, other) }) {
		return nil // nothing in the folder is in the order
	}
	isLinked := slices.ContainsFunc(x.LinksTo(name), func(p LocatedLink) bool { return p.Path != name })
	isPart := f.format.Name == markup.HyperText.Name || len(f.anchors) == 0 // a template, or text that a program includes in a page
	if isLinked || isPart || f.format.Name == markup.PlainText.Name || strings.TrimSpace(f.text) == "" || x.isMentioned(name, false) {
		return nil
	}
	start := f.format.Head(f.text)
	start += len(f.text[start:]) - len(strings.TrimLeft(f.text[start:], " \t\r\n"))
	end := len(f.text)
	if i := strings.IndexByte(f.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	said := sentence.New("This page is in no table of contents, and nothing links to it.")
	switch {
	case w.IncludesTexts():
		said = sentence.New("No text of the work includes this file, and nothing links to it.")
	case w.Order != "" && !w.OrderInTexts():
		said = sentence.New("%s does not list this page, and nothing links to it.", w.Order)
	}
	return &check.Finding{Rule: check.NotInOrder, Span: markup.Span{Start: start, End: end}, Paragraph: -1, Problem: said}
}

// puttingIn matches a line by which programs include one text in another.
var puttingIn = regexp.MustCompile(`(?i)include|--8<--|\{!|\bembed|\bimport\b|\{\{[<%] *(?:\S*(?:shared|snippet|partial|readfile)\b|[^{}]*\blookup=)`)

// isMentioned reports whether another text contains the name of a file: anywhere or, if inInclude is set, on a line that includes a text.
func (x *Index) isMentioned(name string, inInclude bool) bool {
	base := path.Base(name)
	for other, f := range x.all() {
		if other == name || !strings.Contains(f.text, base) {
			continue
		}
		if !inInclude {
			return true
		}
		for line := range strings.Lines(f.text) {
			if strings.Contains(line, base) && puttingIn.MatchString(line) {
				return true
			}
		}
	}
	return false
}

// isTranslation reports whether a page is a translation, which follows the order of the pages that it translates.
func isTranslation(folder, name string) bool {
	inside := within(folder, name)
	if slices.ContainsFunc(strings.Split(path.Dir(inside), "/"), isLanguage.MatchString) {
		return true
	}
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	return isLanguage.MatchString(strings.TrimPrefix(path.Ext(stem), "."))
}
