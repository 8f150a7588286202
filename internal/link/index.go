package link

import (
	"iter"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Form is the form in which a link names its target.
type Form uint8

// The forms.
const (
	Address  Form = iota // as a URL: links, images, HTML attributes
	File                 // as a path: included files, Org links
	Document             // as a path without its ending: :doc:, a toctree, \input
	Wiki                 // as the name of a note: [[Note#Heading]]
	Label                // as a label that is known in all files: \ref, :ref:, @sec-salt
	Title                // as a title or another name in the same file: [[*Salt]] in Org
	Region               // as a path with the name of a part between two marks: {{#include salt.md:end}}
)

// Link is a link in a text.
type Link struct {
	markup.Span // of the address only
	Form        Form
	To          string // the text of the address

	isImage       bool   // it shows or includes its target
	isOfMain      bool   // the path is relative to [Site.Base]
	isModule      bool   // a relative path must begin with a dot
	isRaw         bool   // it is in HTML, which some sites do not rewrite
	takesPart     bool   // a path may name a place in the file
	mayCite       bool   // the name may be in a bibliography
	mayBeOther    bool   // the path may be in another component of Antora, or belong to TeX
	prefix        string // required before a new address
	between       string // separates the file from the place, if not a number sign
	name          string // of the heading, if To contains more: [Salt] in pandoc
	byName        bool   // a file may be named without its folder
	root          string // the folder to which the path is relative, if not the usual one
	isInRoot      bool   // the path cannot leave root
	quoteIfNeeded string // the mark to write around a new name that needs it, where the link has none
	escapesSpaces bool   // a backslash precedes a space in the path
	noSpaces      bool   // the path cannot contain a space
}

// Blank returns a placeholder for the address: an x or, if the link has a separator other than a number sign, an x on each side of it.
func (l Link) Blank() string {
	if l.between != "" {
		return "x" + l.between + "x"
	}
	return "x"
}

// Includes reports whether the link shows or includes its target.
func (l Link) Includes() bool { return l.isImage }

// includesText reports whether the link makes its target a part of the text, unlike a picture or a page in a toctree.
func (l Link) includesText() bool {
	return l.isImage && l.Form != Address && (l.Form != Document || l.isOfMain)
}

// Anchor is a place in a text to which links lead by name.
type Anchor struct {
	Name  string
	Form  Form        // of the links that use the name
	Span  markup.Span // the heading or other text that has the name
	Given bool        // the text gives the name; otherwise it is derived from the title

	at int // an offset that moves with the place
}

// LocatedLink is a link and the path of its file.
type LocatedLink struct {
	Path string
	Link Link
}

// BrokenLink is a link without a target.
type BrokenLink struct {
	LocatedLink
	Reason *sentence.Sentence // for the writer
}

// Index holds the links and anchors of the files of a workspace. It never changes.
type Index struct {
	sites []Site // those of inner folders first
	base  *table
	over  *table // replaces files of base

	labels func() *labels // computed when first needed
}

// table holds files, and the files that have each key.
type table struct {
	files map[string]*file // nil for a removed file
	keyed map[string][]string
}

// file is a text with its links and anchors.
type file struct {
	path    string
	text    string
	format  markup.Format
	site    Site
	url     string // of its page; see [Site.URL]
	links   []Link
	anchors []Anchor
	names   map[string]int // indices of anchors, by form and name
	places  map[int][]int  // indices of anchors, by their at
	keys    []string       // by which the file is found

	scan    func() []markup.Block // returns its blocks, computed once
	written func() writtenLabels  // computed when first needed, because it takes as long as reading the text
}

// NewIndex returns an index of files, given by slash-separated paths relative to the workspace. A file belongs to the innermost site whose
// folder contains it or, if there is none, to a site of GitHub's kind.
func NewIndex(sites []Site, files iter.Seq2[string, string]) *Index {
	x := &Index{sites: slices.Clone(sites), base: newTable(), over: newTable()}
	x.labels = sync.OnceValue(x.collectLabels)
	slices.SortStableFunc(x.sites, func(a, b Site) int { return len(b.Folder) - len(a.Folder) })
	type named struct{ name, text string }
	var list []named
	for name, text := range files {
		list = append(list, named{name, text})
	}
	read := make([]*file, len(list))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, file := range list {
		group.Go(func() error {
			read[i] = x.readFile(file.name, file.text)
			return nil
		})
	}
	_ = group.Wait()
	for i, f := range read {
		x.base.put(list[i].name, f)
	}
	return x
}

func newTable() *table { return &table{make(map[string]*file), make(map[string][]string)} }

func (t *table) put(name string, f *file) {
	t.files[name] = f
	if f != nil {
		for _, key := range f.keys {
			t.keyed[key] = append(t.keyed[key], name)
		}
	}
}

// maxOverlaid is the maximum number of replaced files. If there are more, the two tables are merged.
const maxOverlaid = 64

// WithFile returns the index after a file has been added or changed.
func (x *Index) WithFile(name, text string) *Index {
	if f := x.file(name); f != nil && f.text == text {
		return x
	}
	return x.withFiles(map[string]*file{name: x.readFile(name, text)})
}

// WithoutFile returns the index after a file has been removed.
func (x *Index) WithoutFile(name string) *Index { return x.withFiles(map[string]*file{name: nil}) }

func (x *Index) withFiles(files map[string]*file) *Index {
	next := &Index{sites: x.sites, base: x.base, over: newTable()}
	next.labels = sync.OnceValue(next.collectLabels)
	if len(x.over.files)+len(files) > maxOverlaid {
		next.base = newTable()
		for name, f := range x.all() {
			if _, is := files[name]; !is {
				next.base.put(name, f)
			}
		}
		for name, f := range files {
			if f != nil {
				next.base.put(name, f)
			}
		}
		return next
	}
	for name, f := range x.over.files {
		if _, is := files[name]; !is {
			next.over.put(name, f)
		}
	}
	for name, f := range files {
		next.over.put(name, f)
	}
	return next
}

// all yields the files in no particular order.
func (x *Index) all() iter.Seq2[string, *file] {
	return func(yield func(string, *file) bool) {
		for name, f := range x.over.files {
			if f != nil && !yield(name, f) {
				return
			}
		}
		for name, f := range x.base.files {
			if _, is := x.over.files[name]; !is && !yield(name, f) {
				return
			}
		}
	}
}

// file returns a file of the index, or nil.
func (x *Index) file(name string) *file {
	if f, is := x.over.files[name]; is {
		return f
	}
	return x.base.files[name]
}

// filesWithKey returns the files that have a key, those in fewer folders first, then sorted by path.
func (x *Index) filesWithKey(key string) []string {
	found := slices.Clone(x.over.keyed[key])
	for _, name := range x.base.keyed[key] {
		if _, is := x.over.files[name]; !is {
			found = append(found, name)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		if n := strings.Count(a, "/") - strings.Count(b, "/"); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(found)
}

func (x *Index) site(name string) Site {
	for _, s := range x.sites {
		if isIn(s.Folder, name) {
			return s
		}
	}
	return Site{Folder: "."}
}

// Files returns the sorted paths of the files.
func (x *Index) Files() []string {
	names := make(map[string]bool)
	for name := range x.all() {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Text returns the text of a file; false if it is not in the index.
func (x *Index) Text(name string) (string, bool) {
	if f := x.file(name); f != nil {
		return f.text, true
	}
	return "", false
}

// Links returns the links of a file in order.
func (x *Index) Links(name string) []Link {
	if f := x.file(name); f != nil {
		return slices.Clone(f.links)
	}
	return nil
}

// Anchors returns the places of a file to which links can lead.
func (x *Index) Anchors(name string) []Anchor {
	if f := x.file(name); f != nil {
		return slices.Clone(f.anchors)
	}
	return nil
}

// isSupportedText reports whether a file is a text in a format that segls supports. Hidden files are not.
func isSupportedText(name string) bool {
	_, known := markup.ByFileName(name)
	return known && !strings.HasPrefix(path.Base(name), ".")
}
