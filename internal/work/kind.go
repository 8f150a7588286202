package work

import "path"

// kind is a way in which writers define the order of files. The zero value of a field means the usual rule.
type kind struct {
	name string // in settings and in output; see [Kinds]

	// read reads the order in the folder of r. It reports whether there is one of this kind.
	read func(r *reader) bool

	site     string // the kind of site that the files form, by its name in package link
	builder  string // the program that makes pages of the files and can include files in Markdown
	settings string // the file that defines the pages for builder; "" for the order itself

	hasNotebooks bool // the work may contain notebooks
	skipsTray    bool // the folder [Tray] is not part of the work

	// Rules for orders in the texts themselves.

	inTexts    bool // each text names the texts below it
	includes   bool // a text is included where it is named
	ownFolder  bool // paths are relative to the folder of the including text, not to that of the order
	soleIsRoot bool // a single candidate is the root even if all its includes are missing
	attributes bool // a path may begin with attributes that name a folder

	// body returns the part [from, to) of a stand-alone text that is included; nil means all of it.
	body func(text string) (from, to int)

	// inner rewrites an include for use outside the root document, as from \include to \input in LaTeX; nil means unchanged.
	inner func(include string) string

	// newIncludes returns the text to write before and after the first item of a file that has no items yet, and the indentation of the
	// items; nil means none.
	newIncludes func(file string) (before, after, indent string)

	// Rules for the name of a file.

	endings      []string // names omit these extensions
	copiesEnding bool     // but keep an extension that the neighbouring name has
	keepsEnding  bool     // but keep the extension if there is no neighbouring name
	rooted       bool     // a leading slash means the folder of the order

	// finish returns a name in the form of its neighbour; nil means withSlashLike.
	finish func(name, like string) string

	// quote returns a name or title in the same quotes as another; nil means without quotes. For titles, quoteTitle takes precedence.
	quote, quoteTitle func(value, like string) string

	// item returns the text of a new item; false if the order cannot express it.
	item func(n *addedItem) (string, bool)

	// nest returns the list below an entry that has none; nil if the order cannot express it.
	nest func(r *reader, e *Entry) *itemList

	weight       string // the key in front matter by which the texts are sorted; see weight.go
	hasFractions bool   // a weight may be a fraction

	hasScenes bool // the list is rewritten as a whole, and titles are names of files; see scenes.go
}

// kinds are all kinds except [folderKind], in the order in which they are tried: the most specific first, the names of files last.
var kinds = []*kind{
	&settingsKind, &mdBookKind, &quartoKind, &bookdownKind, &mkDocsKind, &jupyterBookKind, &mystKind, &docusaurusKind, &sphinxKind,
	&leanpubKind, &longformKind, &latexKind, &asciiDocKind, &orgKind, &typstKind,
	&hugoKind, &justTheDocsKind, &positionsKind,
	&seriesKind,
}

// isByFiles reports whether numbers in the names or in the front matter of the files define the order. Any other order takes precedence over it.
func (k *kind) isByFiles() bool { return k == &seriesKind || k.weight != "" }

// folderKind is the kind of works without an order: files are sorted by name, in natural order.
var folderKind = kind{
	name:         "folder",
	hasNotebooks: true,
	skipsTray:    true,
	read: func(r *reader) bool {
		r.Entries = r.takeTextsIn(r.folder)
		return true
	},
}

// noKind is the kind of the zero Work.
var noKind = kind{read: func(*reader) bool { return false }}

// Kinds returns the names of all kinds of order.
func Kinds() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// kindOrDefault returns the kind of w, or noKind for the zero Work.
func (w *Work) kindOrDefault() *kind {
	if w.kind == nil {
		return &noKind
	}
	return w.kind
}

// IsByNames reports whether the files are ordered by their names alone: no file holds the order, and they have no weights.
func (w *Work) IsByNames() bool { return w.Order == "" && w.kindOrDefault().weight == "" }

// IsByFiles reports whether no file lists the others, so that the order, if any, comes from their names or a number in each.
func (w *Work) IsByFiles() bool {
	k := w.kindOrDefault()
	return k == &noKind || k == &folderKind || k.isByFiles()
}

// OrderInTexts reports whether the texts themselves define the order by naming each other.
func (w *Work) OrderInTexts() bool { return w.kindOrDefault().inTexts }

// IncludesTexts reports whether a text is included where it is named, so that the root is the whole text.
func (w *Work) IncludesTexts() bool { return w.kindOrDefault().includes }

// HasPreamble reports whether a stand-alone text begins with a part that is left out when it is included, as in LaTeX.
func (w *Work) HasPreamble() bool { return w.kindOrDefault().body != nil }

// IncludeFolder returns the folder to which paths in the includes of a file are relative.
func (w *Work) IncludeFolder(file string) string {
	if k := w.kindOrDefault(); k.inTexts && !k.ownFolder {
		return path.Dir(w.Order)
	}
	return path.Dir(file)
}

// SiteKind returns the kind of site that the files form, by its name in package link; "" if none.
func (w *Work) SiteKind() string { return w.kindOrDefault().site }

// PageBuilder returns the program that makes pages of the files and can include files in Markdown, or "", and the file that defines the
// pages.
func (w *Work) PageBuilder() (program, settings string) {
	k := w.kindOrDefault()
	if k.settings == "" {
		return k.builder, w.Order
	}
	return k.builder, k.settings
}
