// Package agent is `segls mcp`: a server of the Model Context Protocol, by its official SDK. It gives
// agents outlines of texts, also of those without headings, and what is at a place in them.
//
// The server only reads, and only in its roots: every path is looked up in a file system that has no
// way out of its root, and nothing that is hidden or that git ignores. Answers are small: lists come in
// pages, and texts in parts, with the number at which the next one begins. What goes wrong is a
// sentence for the model, not an error of the protocol.
package agent
