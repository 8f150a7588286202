// Package session holds the texts that a client has open, the works that contain them, and the
// fragments shown.
//
// [Session.Current] returns the newest [Snapshot], which is immutable. The handler of a request
// takes one and uses only that. Only the methods of [Session] make new snapshots, each under a
// lock, without reading the disk or analysing anything: slow work is done before, and its result is
// used if it still concerns the newest text.
//
// A [File] is an open text with the settings and format that decide how it is read and divided. Its
// analysis starts at the first request for it, from the analysis of an earlier text, and all
// later callers get the same one. When the text is replaced, work on it is cancelled.
//
// A [Work] is several files divided as one text. Files that are open have the text in the editor,
// others the text last read from disk.
//
// The package has no timers and no protocol; both are its caller's.
package session
