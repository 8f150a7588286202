package link

import (
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// fileScoped is a kind of name that a program knows only in the file that defines it. Group 1 of `defines` is the name; each group of
// `uses` is a name or, if `defines` is nil, several names separated by white space.
type fileScoped struct {
	defines *regexp.Regexp // nil if the names are those of places in the file
	uses    *regexp.Regexp
	isCode  bool // only code uses it; elsewhere the form means something else
}

var (
	// https://orgmode.org/manual/Macro-Replacement.html, Link-Abbreviations.html, Noweb-Reference-Syntax.html and Radio-Targets.html
	orgScoped = []fileScoped{
		{defines: regexp.MustCompile(`(?mi)^#\+MACRO:[ \t]+([\w-]+)`), uses: regexp.MustCompile(`\{\{\{([A-Za-z][\w-]*)`)},
		{defines: regexp.MustCompile(`(?mi)^#\+LINK:[ \t]+([\w-]+)`), uses: regexp.MustCompile(`\[\[([\w-]+):`)},
		{defines: orgName, uses: regexp.MustCompile(`(?mi)^[ \t]*#\+CALL:[ \t]*([^\s(\[]+)|\bcall_([^\s(\[]+)[(\[]`)},
		{defines: orgName, uses: orgValue, isCode: true},
		{defines: orgName, uses: regexp.MustCompile(`<<([^<>\s()]+)(?:\([^()\n]*\))?>>`), isCode: true},
	}
	orgName = regexp.MustCompile(`(?mi)^[ \t]*#\+NAME:[ \t]+(\S+)`)

	// orgValue matches up to two values of the variables of a block of code or a call, and the table that a formula reads.
	// https://orgmode.org/manual/Environment-of-a-Code-Block.html and References.html
	orgValue = regexp.MustCompile(`(?i)(?::var[ \t]+|(?:#\+CALL:|\bcall_)[^\r\n(]*\()[\w-]+=([\w-]+)(?:[^\r\n=,)]*,?[ \t]*[\w-]+=([\w-]+))?|\bremote\(([\w-]+),`)

	// https://typst.app/docs/reference/scripting/#bindings
	typstScoped = []fileScoped{
		{defines: regexp.MustCompile(`#let[ \t]+([\pL_][\pL\pN_-]*)`), uses: regexp.MustCompile(`#([\pL_][\pL\pN_-]*)`)},
	}

	// https://pandoc.org/MANUAL.html#extension-example_lists
	pandocScoped = []fileScoped{
		{defines: regexp.MustCompile(`(?m)^ {0,3}\(@([\w-]+)\)[ \t]`), uses: regexp.MustCompile(`[^\n]\(?@([\w-]+)`)},
	}

	// https://kramdown.gettalong.org/syntax.html#attribute-list-definitions
	markdownScoped = append(slices.Clip(htmlScoped), fileScoped{
		defines: regexp.MustCompile(`(?m)^ {0,3}\{:([\w-]+):[ \t][^{}\r\n]*\}`), uses: regexp.MustCompile(`\{:(?:[^{}\r\n]*[ \t])?([A-Za-z][\w-]*)(?:[ \t][^{}\r\n]*)?\}`),
	})

	// https://html.spec.whatwg.org/multipage/indices.html#attributes-3 and https://www.w3.org/TR/wai-aria/#propcharacteristic_value
	htmlScoped = []fileScoped{
		{uses: regexp.MustCompile(`(?i)\s(?:aria-(?:activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)|commandfor|for|form|headers|htmlfor|itemref|list|popovertarget)\s*=\s*(?:"([^"<>]+)"|'([^'<>]+)'|([^\s"'<>{}]+))`)},
	}
)

// scopedNames returns the kinds of names that only their own file knows.
func scopedNames(f *file) []fileScoped {
	switch f.format.Name {
	case markup.Org.Name:
		return orgScoped
	case markup.Typst.Name:
		return typstScoped
	case markup.HyperText.Name:
		return htmlScoped
	case markup.Markdown.Name:
		if f.site.Kind == Pandoc {
			return append(slices.Clip(htmlScoped), pandocScoped...)
		}
		return markdownScoped
	}
	return nil
}

// listParted lists the uses of file-scoped names that a change separates from the definition.
func (t *searched) listParted() {
	f := t.x.file(t.name)
	for _, k := range scopedNames(f) {
		t.prepare()
		var defined map[string][]int
		if k.defines != nil {
			if defined = k.definitions(t.text); len(defined) == 0 {
				continue
			}
		}
		source := t.live
		if k.isCode {
			source = t.text
		}
		for _, m := range k.uses.FindAllStringSubmatchIndex(source, -1) {
			if k.isCode && t.live[m[0]] == '<' {
				continue
			}
			for g := 2; g < len(m); g += 2 {
				if m[g] < 0 {
					continue
				}
				names := []string{source[m[g]:m[g+1]]}
				if k.defines == nil {
					names = strings.Fields(names[0])
				}
				for _, name := range names {
					t.listIfParted(f, k, defined, name, m[g])
				}
			}
		}
	}
}

// definitions returns the offsets at which a text defines names of the kind.
func (k fileScoped) definitions(text string) map[string][]int {
	if !k.defines.MatchString(text) {
		return nil
	}
	defined := make(map[string][]int)
	for _, m := range k.defines.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[2]:m[3]]
		defined[name] = append(defined[name], m[2])
	}
	return defined
}

// listIfParted lists the use of a name at an offset if, after the change, its definitions are only in other files.
func (t *searched) listIfParted(f *file, k fileScoped, defined map[string][]int, name string, at int) {
	places := defined[name]
	if k.defines == nil {
		before := t.live[max(0, at-longestLine):at]
		if open := strings.LastIndexAny(before, "<>"); open < 0 || before[open] != '<' { // not in a tag
			return
		}
		if a, ok := f.findAnchor(Address, name); ok {
			places = []int{a.at}
		}
	}
	if len(places) == 0 || slices.Contains(places, at) {
		return
	}
	used, _, ok := t.result.NewPlace(t.name, at)
	if !ok {
		return
	}
	from := ""
	for _, place := range places {
		if to, _, ok := t.result.NewPlace(t.name, place); ok && to == used {
			return
		} else if ok {
			from = to
		}
	}
	if from == "" || k.defines != nil && len(k.definitions(t.result.texts[used])[name]) > 0 {
		return
	}
	t.found = append(t.found, doubtful{
		BrokenByChange{
			LocatedLink: LocatedLink{t.name, Link{Span: markup.Span{Start: at, End: at}, To: name}},
			Reason:      sentence.New("“%s” is known only in its own file, %s.", name, from),
		},
		markup.Span{Start: at, End: at + len(name)},
	})
}
