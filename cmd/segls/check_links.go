package main

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// linkChecker holds the links of the folders whose texts are checked. It is safe for concurrent
// use.
type linkChecker struct {
	checked []string // the command's arguments

	mu      sync.Mutex
	indexes map[linkFolder]*link.Index
}

// linkFolder is a folder with the site made from its files.
type linkFolder struct {
	root string
	site link.Site
}

// brokenLinks returns the broken links of a text if the settings enable the rule.
func (c *linkChecker) brokenLinks(file string, d *analysis.Document) []check.Finding {
	if !d.Settings.Reports(check.BrokenLink) {
		return nil
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil
	}
	root := cmp.Or(ignore.RootOf(absolute), filepath.Dir(absolute))
	for _, path := range c.checked { // the texts of a checked folder belong together
		folder, err := filepath.Abs(path)
		if inside, isBelow := filepath.Rel(folder, root); err == nil && isBelow == nil && filepath.IsLocal(inside) && folder != absolute {
			root = folder
		}
	}
	relative, err := filepath.Rel(root, absolute)
	if err != nil {
		return nil
	}
	name := filepath.ToSlash(relative)
	x := c.index(root, name)
	if x == nil {
		return nil
	}
	return d.Rated(x.With(name, d.Text.String()).Findings(name))
}

// index returns the links of a folder, for a file in it; nil if it cannot be read.
func (c *linkChecker) index(root, name string) *link.Index {
	files, done, err := ignore.Open(root)
	if err != nil {
		return nil
	}
	defer func() { _ = done() }() // nothing was written
	folder := linkFolder{root, link.Site{Folder: "."}}
	if order, ok := work.Find(files, name); ok {
		folder.site = link.SiteOf(files, order)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if x, isKnown := c.indexes[folder]; isKnown {
		return x
	}
	if c.indexes == nil {
		c.indexes = make(map[linkFolder]*link.Index)
	}
	x := link.New([]link.Site{folder.site}, textsIn(files))
	c.indexes[folder] = x
	return x
}

// textsIn yields the readable texts of a folder.
func textsIn(files fs.FS) func(yield func(name, text string) bool) {
	return func(yield func(name, text string) bool) {
		for name := range link.Texts(files, ".") {
			if text, _, err := session.ReadText(files, name, longestLinked); err == nil && !yield(name, text) {
				return
			}
		}
	}
}

// longestLinked is the greatest size in bytes of a text whose links and targets are read.
const longestLinked = 16 << 20
