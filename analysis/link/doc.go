// Package link knows what leads where in a workspace, and keeps it so.
//
// A writer who moves a section into another file breaks the links to it, and those inside
// of it: addresses are written from where they stand to where they lead, and a heading's
// anchor is made of its words, of how the site makes such names, and of how many headings
// above say the same. An [Index] holds the links and anchors of all files and says what
// each link leads to, whatever the format and the kind of [Site].
//
//	x := link.New(sites, files)
//	x = x.With("guide/salt.md", text) // costs what that file costs
//	for _, b := range x.Broken() {
//		fmt.Println(b.Path, b.Link.Span, b.Reason)
//	}
//
// A [Change] says of what pieces of the files before it each file consists after it. From
// that follows where everything has gone that a link can lead to, so [Index.Mend] can write
// every address anew that would lead elsewhere. What it cannot mend it lists.
//
//	m := x.Mend(link.Change{Renamed: []link.Rename{{From: "guide", To: "manual"}}})
//
// An index never changes and may be used from several goroutines. Any bytes are a file.
//
// # In which order to read
//
//   - site.go, slug.go: kinds of site, the addresses of their pages and the names that they
//     give to headings.
//   - index.go: the index.
//   - read.go, markdown.go, rst.go, latex.go, asciidoc.go, org.go, page.go: what a file has.
//   - follow.go, address.go: from an address to what it leads to, and back.
//   - change.go, mend.go: what becomes of links.
//   - redirect.go: old addresses and new ones.
package link
