// Package link knows where every link in a workspace leads, and keeps it leading there.
//
// A writer who moves a section into another file breaks the links to it and those inside it: an address is relative to its file, and a
// heading's anchor depends on its words, on how the site forms such names, and on how many headings above have the same words. An [Index]
// holds the links and anchors of all files and resolves each link, whatever the format and the kind of [Site].
//
//	x := link.NewIndex(sites, files)
//	x = x.WithFile("guide/salt.md", text) // reads only that file
//	for _, b := range x.Broken() {
//		fmt.Println(b.Path, b.Link.Span, b.Reason)
//	}
//
// A [Change] lists the pieces of the old files that make up each new file. From these, [Index.Mend] knows where each target has moved, and
// rewrites every address that would lead elsewhere. It lists those that it cannot mend.
//
//	m := x.Mend(link.Change{Renamed: []link.PathRename{{From: "guide", To: "manual"}}})
//
// An index never changes and may be used from several goroutines. It accepts any bytes as a file.
//
// # Reading order
//
//   - site.go, slug.go: kinds of site, the addresses of their pages and the names that they
//     give to headings.
//   - index.go: the index.
//   - read.go, markdown.go, rst.go, latex.go, asciidoc.go, org.go, typst.go, page.go: the links and anchors of a file; words.go: the
//     words of links.
//   - name.go: the name at a place, and the links that use it.
//   - follow.go, address.go: from an address to what it leads to, and back.
//   - broken.go, made.go, unordered.go: links that lead nowhere, and pages to which no link leads.
//   - change.go, mend.go: changes, and how links are mended; doubt.go: places that a change may break although segls knows no link there.
//   - redirect.go: old addresses and new ones.
package link
