package main

import (
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/record"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// linkChecker holds the links of the folders whose texts are checked. It may be used concurrently.
type linkChecker struct {
	checked []string // the command's arguments

	mu      sync.Mutex
	rootsOf map[string]string // by checked folder, or by file outside of these
	roots   map[string]*orderedRoot
	folders map[linkFolderKey]*linkedFolder
}

// orderedRoot is a folder that is open, with the works in it.
type orderedRoot struct {
	files  fs.FS
	works  *work.Finder
	finish func() error
}

// close closes the folders. An error does not matter: they were only read.
func (c *linkChecker) close() {
	for _, r := range c.roots {
		_ = r.finish()
	}
}

// linkFolderKey identifies a folder and the site made from its files.
type linkFolderKey struct {
	root string
	site link.Site
}

// linkedText is a text, with the folder whose texts its links may lead to.
type linkedText struct {
	folder *linkedFolder
	name   string // in the folder
	index  *link.Index
}

// linkedFolder is a folder whose texts may link to each other.
type linkedFolder struct {
	root   string
	index  *link.Index
	isMade func(name string) bool // git ignores it, or a program generates it
}

// linkedTextOf returns a text with the other texts of its folder, and the order of its work; nil if the folder cannot be read.
func (c *linkChecker) linkedTextOf(file string, d *analysis.Document) (t *linkedText, order *work.Work) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil, nil
	}
	root := c.rootOf(absolute)
	relative, err := filepath.Rel(root, absolute)
	if err != nil {
		return nil, nil
	}
	name := filepath.ToSlash(relative)
	f, order := c.openLinkedFolder(root, name)
	if f == nil {
		return nil, nil
	}
	return &linkedText{f, name, f.index.WithFile(name, d.Text.String())}, order
}

// rootOf returns the folder whose files may be targets of links in a file: the root of the checked folder around it, or else its own.
func (c *linkChecker) rootOf(file string) string {
	given := file
	for _, path := range c.checked { // the texts of a checked folder belong together
		folder, err := filepath.Abs(path)
		if inside, isBelow := filepath.Rel(folder, file); err == nil && isBelow == nil && filepath.IsLocal(inside) {
			given = folder
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	root, isKnown := c.rootsOf[given]
	if !isKnown {
		root = ignore.CommandRoot(given)
		if c.rootsOf == nil {
			c.rootsOf = make(map[string]string)
		}
		c.rootsOf[given] = root
	}
	return root
}

// findings returns the findings about a text's links and its place in an order that the settings enable, and how much it has checked.
func (c *linkChecker) findings(file string, d *analysis.Document) (found []check.Finding, t *linkedText, looked checkedCounts) {
	if !d.Settings.Reports(check.BrokenLink) && !d.Settings.Reports(check.NotInOrder) {
		return nil, nil, looked
	}
	t, order := c.linkedTextOf(file, d)
	if t == nil {
		return nil, nil, looked
	}
	if d.Settings.Reports(check.BrokenLink) {
		looked.links = len(t.index.Links(t.name))
	}
	if d.Settings.Reports(check.NotInOrder) && order != nil && !order.IsByFiles() {
		looked.pages = 1
	}
	return d.Rated(t.index.Findings(t.name, order, record.IsRecord(t.name, d), t.folder.isMade)), t, looked
}

// openLinkedFolder returns the links of a folder, for a file in it, with the order of its work; nil if the folder cannot be read.
func (c *linkChecker) openLinkedFolder(root, name string) (*linkedFolder, *work.Work) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.roots[root]
	if r == nil {
		files, finish, err := ignore.OpenVisible(root)
		if err != nil {
			return nil, nil
		}
		if c.roots == nil {
			c.roots, c.folders = make(map[string]*orderedRoot), make(map[linkFolderKey]*linkedFolder)
		}
		r = &orderedRoot{files, work.NewFinder(files), finish}
		c.roots[root] = r
	}
	key := linkFolderKey{root, link.Site{Folder: "."}}
	order, ok := r.works.Find(name)
	if ok {
		key.site = link.SiteOf(r.files, order)
	}
	if f, isKnown := c.folders[key]; isKnown {
		return f, order
	}
	recipes := link.NewRecipes(r.files)
	isMade := func(name string) bool { return ignore.Hides(r.files, name) || recipes.Has(name) }
	f := &linkedFolder{root, link.NewIndex([]link.Site{key.site}, textsIn(r.files)), isMade}
	c.folders[key] = f
	return f, order
}

// textsIn yields the readable texts of a folder.
func textsIn(files fs.FS) func(yield func(name, text string) bool) {
	return func(yield func(name, text string) bool) {
		for name := range link.LinkableFiles(files, ".") {
			if text, _, err := session.ReadText(files, name, longestLinked); err == nil && !yield(name, text) {
				return
			}
		}
	}
}

// longestLinked is the maximum size in bytes of a text whose links and targets are read.
const longestLinked = 16 << 20
