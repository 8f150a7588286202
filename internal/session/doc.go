// Package session holds the texts that a client has open, the works that they are part of, and
// what is shown of them.
//
// [Session.Current] returns the newest [Snapshot], which never changes. Whoever answers a request
// takes one and works with that. Only the methods of a [Session] make a new one, each under one
// lock, without reading the disk or analysing anything: what takes time is done before, and taken
// in if it is still about the newest text.
//
// A [File] is a text with what decides how it is read and divided. Its analysis is made when
// somebody first asks for it, from that of the text before it, and every later caller gets the
// same. When another text takes its place, work on it is cancelled.
//
// A [Work] is several files divided as one text. Of those that are open, what is in the editor
// counts; of others, what was last read from the disk.
//
// The package knows no clock and no protocol: timers and messages are its caller's.
package session
