package link

import (
	"iter"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Form is how a link says where it leads.
type Form uint8

// The forms.
const (
	Address  Form = iota // as a URL: links, images, attributes of HTML
	File                 // as a path: what is included, links of Org
	Document             // as a path without its ending: :doc:, a toctree, \input
	Wiki                 // as the name of a note: [[Note#Heading]]
	Label                // as a label that is known in all files: \ref, :ref:, @sec-salt
	Title                // as the title of a heading in the same file: [[*Salt]] in Org
	Region               // as a path with the name of a part between two marks: {{#include salt.md:end}}
)

// Link is a place in a text that leads somewhere.
type Link struct {
	markup.Span // what says where, and nothing around it
	Form        Form
	To          string // what stands there

	isImage   bool   // it shows or includes what it leads to
	isOfMain  bool   // the path leads from [Site.Base]
	isModule  bool   // a path begins with a dot
	isRaw     bool   // it stands in HTML, which some sites leave as it is
	takesPart bool   // a path may name a place in the file
	mayCite   bool   // the name may be that of a work in a bibliography
	prefix    string // has to stand before an address that is written anew
	between   string // what parts the file from the place in it, if that is no number sign
	name      string // of the heading, where To is more than that: [Salt] in pandoc
	byName    bool   // a file may be named without its folder
	root      string // from which the path leads, if that is no other
	isInRoot  bool   // and which it cannot leave
	isBare    bool   // a name of several words needs quotes, which are not there
}

// Includes reports whether the link shows or puts in what it leads to.
func (l Link) Includes() bool { return l.isImage }

// Anchor is a place in a text that links lead to by name.
type Anchor struct {
	Name  string
	Form  Form        // Address, Wiki, Label or Title: in what links know it by that name
	Span  markup.Span // the heading or whatever has the name
	Given bool        // the text gives the name, else it is made of the title

	at int // an offset that goes where the place goes
}

// Place is a link with the file in which it stands.
type Place struct {
	Path string
	Link Link
}

// BrokenLink is a link that leads to nothing.
type BrokenLink struct {
	Place
	Reason *sentence.Sentence // to the writer
}

// Index is the links and anchors of the files of a workspace. It never changes.
type Index struct {
	sites []Site // those of inner folders first
	base  *table
	over  *table // what stands in place of files of base
}

// table is some files, and which of them have a key.
type table struct {
	files map[string]*file // nil of one that has been removed
	keyed map[string][]string
}

// file is what a text has.
type file struct {
	path    string
	text    string
	format  markup.Format
	site    Site
	url     string // of its page; see [Site.URL]
	links   []Link
	anchors []Anchor
	names   map[string]int // of anchors, by form and name
	places  map[int][]int  // of anchors, by what at is
	keys    []string       // by which it is looked for

	scan func() []markup.Block // its blocks, once somebody asks
}

// New is the index of files, given by their paths with / between names, relative to the
// workspace. A file is of the site in whose folder it is, of the innermost if there are
// several, else of GitHub's kind.
func New(sites []Site, files iter.Seq2[string, string]) *Index {
	x := &Index{sites: slices.Clone(sites), base: newTable(), over: newTable()}
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
			read[i] = x.read(file.name, file.text)
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

// maxOverlaid is how many files may stand in place of others before the two tables are made one.
const maxOverlaid = 64

// With is the index after a file has been added or has another text.
func (x *Index) With(name, text string) *Index {
	if f := x.file(name); f != nil && f.text == text {
		return x
	}
	return x.with(map[string]*file{name: x.read(name, text)})
}

// Without is the index after a file has been removed.
func (x *Index) Without(name string) *Index { return x.with(map[string]*file{name: nil}) }

func (x *Index) with(files map[string]*file) *Index {
	next := &Index{sites: x.sites, base: x.base, over: newTable()}
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

// all yields the files, in no order.
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

// file is a file of the index, nil if there is none.
func (x *Index) file(name string) *file {
	if f, is := x.over.files[name]; is {
		return f
	}
	return x.base.files[name]
}

// keyed are the files that have a key, in the order of their paths.
func (x *Index) keyed(key string) []string {
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

// site is the site of a file.
func (x *Index) site(name string) Site {
	for _, s := range x.sites {
		if isIn(s.Folder, name) {
			return s
		}
	}
	return Site{Folder: "."}
}

// Files are the paths of the files, sorted.
func (x *Index) Files() []string {
	names := make(map[string]bool)
	for name := range x.all() {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Text is the text of a file; false if it is not in the index.
func (x *Index) Text(name string) (string, bool) {
	if f := x.file(name); f != nil {
		return f.text, true
	}
	return "", false
}

// Links are those that stand in a file, in their order.
func (x *Index) Links(name string) []Link {
	if f := x.file(name); f != nil {
		return slices.Clone(f.links)
	}
	return nil
}

// Anchors are the places of a file that links can lead to.
func (x *Index) Anchors(name string) []Anchor {
	if f := x.file(name); f != nil {
		return slices.Clone(f.anchors)
	}
	return nil
}

// isPage reports whether a file is a text that segls knows.
func isPage(name string) bool {
	_, known := markup.ByFileName(name)
	return known && !strings.HasPrefix(path.Base(name), ".")
}
