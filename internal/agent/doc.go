// Package agent implements `segls mcp`: a server of the Model Context Protocol, built with its official
// SDK. It gives agents outlines of texts, even of those without headings, and lets them read parts.
//
// The server only reads, and only in its roots: every path that an agent gives is opened in a file
// system that cannot leave its root and has no hidden files or files that git ignores. Long lists
// come in pages or are cut off, and long texts come in parts. An error is a sentence for the model,
// not an error of the protocol.
package agent
