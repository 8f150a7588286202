package work

import (
	"net/url"
	"path"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// readMDBook reads the summary of an mdBook, or of a GitBook: a list of links in a list, with
// headings for parts. https://rust-lang.github.io/mdBook/format/summary.html
func readMDBook(r *reader) bool {
	settings, isBook := r.open(path.Join(r.folder, "book.toml"))
	source := "."
	if isBook {
		var book struct{ Book struct{ Title, Src string } }
		if err := toml.Unmarshal([]byte(settings), &book); err != nil {
			r.problem(path.Join(r.folder, "book.toml"), 0, "This is no TOML: %v.", err)
		}
		r.Title, source = book.Book.Title, "src"
		if book.Book.Src != "" {
			source = book.Book.Src
		}
	}
	if !isBook && r.folder != "." && r.isFile(path.Join(path.Dir(r.folder), "book.toml")) {
		return false // it is of the book around
	}
	r.Folder = path.Join(r.folder, source)
	r.Order = path.Join(r.Folder, "SUMMARY.md")
	summary, ok := r.open(r.Order)
	if !ok {
		if isBook {
			r.problem(path.Join(r.folder, "book.toml"), 0, "There is no %s.", r.Order)
		}
		return false
	}
	into := &r.Entries
	source = summary
	document := goldmark.DefaultParser().Parse(text.NewReader([]byte(source)))
	for node := document.FirstChild(); node != nil; node = node.NextSibling() {
		switch node := node.(type) {
		case *ast.Heading: // the first is the title of the summary, the others of parts
			if node.PreviousSibling() == nil {
				break
			}
			part := &Entry{Title: plain(node, source), File: r.Order, Line: lineIn(node, source)}
			r.Entries = append(r.Entries, part)
			into = &part.Entries
		case *ast.ThematicBreak:
			into = &r.Entries
		case *ast.List:
			*into = append(*into, r.summaryItems(node, source)...)
		case *ast.Paragraph: // before the first list and after the last
			*into = append(*into, r.summaryLinks(node, source)...)
		}
	}
	return true
}

func (r *reader) summaryItems(list ast.Node, source string) []*Entry {
	var entries []*Entry
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		var own *Entry
		for node := item.FirstChild(); node != nil; node = node.NextSibling() {
			if _, isList := node.(*ast.List); !isList {
				for _, e := range r.summaryLinks(node, source) {
					entries = append(entries, e)
					own = e
				}
				continue
			}
			below := r.summaryItems(node, source)
			if own == nil { // not a link
				entries = append(entries, below...)
			} else {
				own.Entries = append(own.Entries, below...)
			}
		}
	}
	return entries
}

// summaryLinks are the entries of the links in a block; a link to nothing is a chapter that is
// still to be written.
func (r *reader) summaryLinks(block ast.Node, source string) []*Entry {
	var entries []*Entry
	_ = ast.Walk(block, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		link, isLink := node.(*ast.Link)
		if !entering || !isLink {
			return ast.WalkContinue, nil
		}
		line := lineIn(block, source)
		title, target := plain(link, source), string(link.Destination)
		if target == "" {
			entries = append(entries, &Entry{Title: title, File: r.Order, Line: line})
		} else if !isAddress(target) {
			if unescaped, err := url.PathUnescape(target); err == nil {
				target = unescaped
			}
			file, _, _ := strings.Cut(target, "#")
			if e := r.name(title, path.Join(r.Folder, file), r.Order, line); e != nil {
				entries = append(entries, e)
			}
		}
		return ast.WalkSkipChildren, nil
	})
	return entries
}

// plain is what a node says, without markup.
func plain(node ast.Node, source string) string {
	var said strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				said.Write(n.Segment.Value([]byte(source)))
				if n.SoftLineBreak() {
					said.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				said.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return said.String()
}

// lineIn is the line in which a block begins, from 0; of an empty one nothing is known.
func lineIn(block ast.Node, source string) int {
	if block.Lines().Len() == 0 {
		return 0
	}
	return lineAt(source, block.Lines().At(0).Start)
}

// lineAt is the line of an offset, from 0.
func lineAt(text string, offset int) int { return strings.Count(text[:offset], "\n") }
