// Package lsp is the language server: it keeps the documents that an editor has
// open and answers what the editor asks about them.
//
// It is the only place that knows of LSP, JSON, URIs and positions; what it
// answers with is found by package analysis, in bytes.
//
// # How a message travels
//
// The connection reads one message after the other (conn.go). Notifications are
// handled at once, in the order in which they were sent, so that a document is
// always what the editor has. Requests run beside them, each in a goroutine of
// its own: a request sees every edit that was sent before it and holds up nothing.
//
// An edit makes a new snapshot of all that is open (package session). In it the document is a
// [session.File], which never changes: it is analysed when a request first needs it, and every
// request gets the same result. When the next edit replaces it, work on it is cancelled, and who
// waits for it gets the newest instead.
//
// The settings of a document come from its editor, from settings files beside it, and
// from its session. Files are read beside the connection (configuration.go); who asks
// about a document whose settings have changed waits for them a moment.
//
// The server writes no file and changes no text. What changes the structure of a document
// (package command, code_action.go) is computed from its newest snapshot and sent to the
// client as an edit of that version, which a client whose text is newer does not apply
// (workspace_edit.go).
//
// Each method has a file of its own and is a pure function of a [view], an
// analysed file that can turn bytes into positions. What the server sends
// unasked (diagnostics, refreshes) goes out in background.go, once the writer has
// paused.
//
// Nothing that a client sends can end the server but the end of the connection:
// errors in notifications are logged, panics are caught, logged with their stack,
// and answered as internal errors.
package lsp
