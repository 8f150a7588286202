// Package lsp implements the language server: it holds the documents that an editor has open and answers its requests
// about them.
//
// It is the only package that handles LSP, its positions and the URIs of documents. Its answers come from package
// analysis and others, which use offsets in bytes.
//
// # The life of a message
//
// The connection reads one message after the other (conn.go). Notifications are handled at once, in the order in which they were sent,
// so that a document always has the editor's text. Each request but initialize and shutdown runs in its own goroutine and does not block
// other messages.
//
// An edit makes a new snapshot of all open documents (package session). In the snapshot, a document is an immutable [session.File]. It is
// analysed when a request first needs it; all requests share the result. The next edit cancels the analysis, and requests that wait for it
// use the newest file instead.
//
// The settings of a document come from the editor, from settings files in its folder and the folders above, and from its session. Files
// are read in the background (configuration.go); requests about a document whose settings have changed wait for them briefly.
//
// The server does not change texts itself. It computes changes to the structure of a document (package command, code_action.go) from the
// newest snapshot and sends them to the client as an edit of that version. A client with a newer text should reject the edit
// (workspace_edit.go).
//
// Most answers are pure functions of an [analysedFile]. Diagnostics and refreshes, which clients do not request, are sent when the writer
// pauses (background.go).
//
// No message but exit ends the server: errors in notifications are logged; panics are recovered, logged with their
// stack, and answered as internal errors.
package lsp
