package link

import (
	"path"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/setting"
)

// Findings returns the broken links of a file as findings of [check.BrokenLink].
func (x *Index) Findings(name string) []check.Finding {
	var list []check.Finding
	for _, b := range x.Broken(name) {
		list = append(list, check.Finding{Rule: check.BrokenLink, Span: b.Link.Span, Paragraph: -1, Problem: b.Reason})
	}
	return list
}

// reason returns why a link is broken; nil if it is not.
func (to resolvedLink) reason(f *file, l Link) *sentence.Sentence {
	switch {
	case to.isFound || to.isElsewhere || l.mayCite && to.Path == "":
	case to.isKnown:
		return sentence.New("%s has no place named “%s”.", to.Path, to.Anchor)
	case l.Form == Label && to.Path == "":
		return sentence.New("Nothing is named “%s”.", to.Anchor)
	case l.Form == Title:
		if f.format.Name == markup.Org.Name && (l.To[0] == '*' || l.To[0] == '#') {
			return sentence.New("Nothing is named “%s”.", l.To)
		}
	case l.Form == Wiki, l.isOfMain && f.site.Kind == MkDocs: // files may be searched for in several folders
	case l.Form == Document && !rstOwn[l.To] && path.Ext(l.To) == "", isPage(to.Path) && l.Form != Label:
		return sentence.New("There is no file %s.", to.Path)
	}
	return nil
}

// Likeliest returns the address that a broken link was most likely meant to have: the place of that name in another file, the file of that
// name in another folder, or else the name that differs in the fewest letters. It returns "" if nothing is similar.
func (x *Index) Likeliest(name string, l Link) string {
	f := x.file(name)
	if f == nil {
		return ""
	}
	to := x.resolve(f, l)
	o := opening{form: l.Form}
	was := resolvedLink{writtenForm: to.writtenForm}
	if was.root == "" {
		was.root = path.Dir(name)
	}
	if l.Form == Document {
		was.ending = endingDropped
	}
	write := func(file, anchor string) string {
		if anchor == "" {
			return x.writtenTo(f, l, was, file, Anchor{})
		}
		g := x.file(file)
		for _, a := range g.anchors {
			if a.Name == anchor && o.isProposed(f, g, a) {
				return x.writtenTo(f, l, was, file, a)
			}
		}
		return ""
	}
	anchors := func(g *file) (names []string) {
		for _, a := range g.anchors {
			if o.isProposed(f, g, a) {
				names = append(names, a.Name)
			}
		}
		return names
	}
	if to.Path != "" && !to.isKnown {
		file := x.likeliestFile(f, to.Path)
		if file == "" {
			return ""
		}
		if text := write(file, to.Anchor); text != "" {
			return text
		}
		return write(file, "")
	}
	if to.isKnown {
		if near := setting.Nearest(to.Anchor, anchors(x.file(to.Path))); near != "" {
			return write(to.Path, near)
		}
	}
	if l.Form == Title {
		return ""
	}
	var all []string
	of := make(map[string]string)
	for _, other := range x.targetsNear(f, l.Form, "") {
		for _, a := range anchors(x.file(other)) {
			if a == to.Anchor {
				if text := write(other, a); text != "" {
					return text
				}
			}
			if of[a] == "" {
				of[a] = other
				all = append(all, a)
			}
		}
	}
	if near := setting.Nearest(to.Anchor, all); near != "" && l.Form == Label {
		return write(of[near], near)
	}
	return ""
}

// likeliestFile returns the file that a path was most likely meant to name; "" if none is similar.
func (x *Index) likeliestFile(f *file, missing string) string {
	best := ""
	for _, other := range x.keyed("note " + stemOf(missing)) {
		if best == "" || f.nearness(x.file(other)) < f.nearness(x.file(best)) {
			best = other
		}
	}
	if best != "" {
		return best
	}
	var stems []string
	of := make(map[string]string)
	for _, other := range x.targetsNear(f, Address, "") {
		stem := stemOf(other)
		if was := of[stem]; was == "" || f.nearness(x.file(other)) < f.nearness(x.file(was)) {
			of[stem] = other
			stems = append(stems, stem)
		}
	}
	return of[setting.Nearest(stemOf(missing), stems)]
}
