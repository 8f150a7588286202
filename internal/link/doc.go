// Package link knows where every link in a workspace leads, and keeps it leading there.
//
// A writer who moves a section into another file breaks the links to it and those inside it: an address is relative to its file, and a
// heading's anchor depends on its words, on how the site forms such names, and on how many headings above have the same words. An [Index]
// holds the links and anchors of all files and resolves each link, whatever the format and the kind of [Site].
//
//	x := link.New(sites, files)
//	x = x.With("guide/salt.md", text) // costs what that file costs
//	for _, b := range x.Broken() {
//		fmt.Println(b.Path, b.Link.Span, b.Reason)
//	}
//
// A [Change] lists the pieces of the old files that make up each new file. So every target of a link can be followed, and [Index.Mend] can
// rewrite every address that would lead elsewhere. It lists those that it cannot mend.
//
//	m := x.Mend(link.Change{Renamed: []link.Rename{{From: "guide", To: "manual"}}})
//
// An index never changes and may be used from several goroutines. Any bytes are a file.
//
// # Reading order
//
//   - site.go, slug.go: kinds of site, the addresses of their pages and the names that they
//     give to headings.
//   - index.go: the index.
//   - read.go, markdown.go, rst.go, latex.go, asciidoc.go, org.go, typst.go, page.go: the links and anchors of a file; words.go: the
//     words of links.
//   - name.go: what a place names, and which links lead there.
//   - follow.go, address.go: from an address to what it leads to, and back.
//   - broken.go, made.go, unordered.go: what leads nowhere, and pages to which nothing leads.
//   - change.go, mend.go: what becomes of links; doubt.go: places that a change may break without anybody knowing.
//   - redirect.go: old addresses and new ones.
package link
