// Package lsp is the language server: it keeps the documents that an editor has open and answers
// its requests about them.
//
// It is the only package that knows of LSP, JSON, URIs and positions. Its answers come from package
// analysis, which uses offsets in bytes.
//
// # The life of a message
//
// The connection reads one message after the other (conn.go). Notifications are handled at once, in
// the order in which they were sent, so that a document always has the editor's text. Each request
// runs in a goroutine of its own: it sees every edit that was sent before it and blocks no other
// message.
//
// An edit makes a new snapshot of all open documents (package session). In it the document is a
// [session.File], which never changes: it is analysed when a request first needs it, and every
// request gets the same result. The next edit cancels work on it; requests that wait for it get the
// newest instead.
//
// The settings of a document come from its editor, from settings files beside it, and from its
// session. Files are read in the background (configuration.go); requests about a document whose
// settings have changed wait for them briefly.
//
// The server writes no file and changes no text. Changes to the structure of a document (package
// command, code_action.go) are computed from its newest snapshot and sent to the client as an edit
// of that version, which a client with a newer text rejects (workspace_edit.go).
//
// Each method has a file of its own and is a pure function of a [analysedFile], an analysed file that can
// convert offsets to positions. Diagnostics and refreshes, which no client requests, are sent by
// background.go once the writer has paused.
//
// Nothing that a client sends can end the server but the end of the connection: errors in
// notifications are logged, panics are caught, logged with their stack, and answered as internal
// errors.
package lsp
