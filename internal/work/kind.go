package work

import "path"

// A kind is a way in which writers say the order of files. There is a file of this package for each.
//
// The zero value of a field is what an order does that has no rule of its own.
type kind struct {
	name string // in settings and in output; see [Kinds]

	// read reads the order in the folder of r. It reports whether there is one of this kind.
	read func(r *reader) bool

	site     string // the kind of site that the files become, as package link names them
	builder  string // the program that makes pages of the files and can include files in Markdown
	settings string // the file that tells builder which pages to make; the order itself if it is ""

	hasNotebooks bool // notebooks are texts of the work too
	skipsTray    bool // the folder [Tray] is no part of the work

	// Rules for an order that the texts themselves say.

	inTexts    bool // each text names those below it
	includes   bool // a text is included at the place that names it
	ownFolder  bool // paths lead from the folder of the text that has them, not from that of the order
	soleIsRoot bool // the only candidate is the root even if all that it includes is missing
	attributes bool // a path may begin with attributes that name a folder

	// body returns the part [from, to) that is included of a text that can stand alone; nil if all of a text is.
	body func(text string) (from, to int)

	// inner returns an include of the root as another text has to write it; nil if there is no difference.
	inner func(include string) string

	// newIncludes returns what goes before and after the first item of a file that has none, and the indentation of the items;
	// nil if nothing does.
	newIncludes func(file string) (before, after, indent string)

	// Rules for the name of a file.

	endings      []string // extensions that a name leaves out
	copiesEnding bool     // but for one that the name next to it has
	keepsEnding  bool     // or if there is no name next to it
	rooted       bool     // a name that begins with a slash leads from the folder of the order

	// finish returns a name in the form of the one next to it; nil is matchSlash.
	finish func(name, like string) string

	// quote returns a name or title in the quotes of another; nil adds none. quoteTitle is for titles, if it is not nil.
	quote, quoteTitle func(value, like string) string

	// item writes a new item; false if the order has no way to say it.
	item func(n *newItem) (string, bool)

	// nest returns the list below an entry that has none; nil if the order has no way to say it.
	nest func(r *reader, e *Entry) *itemList

	// titled writes an item that had no title with one; nil if the order has no place for it.
	titled func(name, title string) string

	weight       string // the key in front matter by which the texts are sorted; see weight.go
	hasFractions bool   // a weight need not be a whole number

	hasScenes bool // the list is written anew at each change, and titles are names of files; see scenes.go
}

// kinds are all kinds but [folderKind], in the order in which they are tried: what says more about a folder comes first, and
// the names of files last.
var kinds = []*kind{
	&settingsKind, &mdBookKind, &quartoKind, &bookdownKind, &mkDocsKind, &jupyterBookKind, &mystKind, &docusaurusKind, &sphinxKind,
	&leanpubKind, &longformKind, &latexKind, &asciiDocKind, &orgKind, &typstKind,
	&hugoKind, &justTheDocsKind, &positionsKind,
	&seriesKind,
}

// isByFiles reports whether no file names the others: their names or weights are the order, and count only where nothing else says one.
func (k *kind) isByFiles() bool { return k == &seriesKind || k.weight != "" }

// folderKind is the kind of works whose order nothing says: files are in the natural order of their names.
var folderKind = kind{
	name:         "folder",
	hasNotebooks: true,
	skipsTray:    true,
	read: func(r *reader) bool {
		r.Entries = r.inFolder(r.folder)
		return true
	},
}

// noKind is the kind of the zero Work.
var noKind = kind{read: func(*reader) bool { return false }}

// Kinds returns the names of the ways in which the order of a work is said.
func Kinds() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// kindOrDefault returns the kind of w; of the zero Work, one without any rule.
func (w *Work) kindOrDefault() *kind {
	if w.kind == nil {
		return &noKind
	}
	return w.kind
}

// IsByNames reports whether the order is that of the names of the files.
func (w *Work) IsByNames() bool { return w.Order == "" && w.kindOrDefault().weight == "" }

// OrderInTexts reports whether the texts themselves say the order, by naming each other.
func (w *Work) OrderInTexts() bool { return w.kindOrDefault().inTexts }

// Includes reports whether a text is included at the place that names it, so that the root is the whole text.
func (w *Work) Includes() bool { return w.kindOrDefault().includes }

// HasPreamble reports whether a text that can stand alone begins with what is not included, as in LaTeX.
func (w *Work) HasPreamble() bool { return w.kindOrDefault().body != nil }

// IncludesFrom returns the folder from which paths in the includes of a file lead.
func (w *Work) IncludesFrom(file string) string {
	if k := w.kindOrDefault(); k.inTexts && !k.ownFolder {
		return path.Dir(w.Order)
	}
	return path.Dir(file)
}

// Site returns the kind of site that the files become, as package link names them; "" for none.
func (w *Work) Site() string { return w.kindOrDefault().site }

// Builder returns the program that makes pages of the files and can include files in Markdown, and the file that tells it
// which pages to make. The program is "" if there is none.
func (w *Work) Builder() (program, settings string) {
	k := w.kindOrDefault()
	if k.settings == "" {
		return k.builder, w.Order
	}
	return k.builder, k.settings
}
