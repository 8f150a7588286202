// Package store keeps libraries on disk, so that a question about ten thousand files is answered
// at once.
//
// What package library takes from the texts of a folder is in one file for each folder, in
// the user's cache folder: texts are known by path, size and time, and when these have changed by
// a hash of their content. [Store.Refresh] reads what has changed and nothing else.
//
// The file is written beside its place and renamed, so that a reader sees all of it or none, and
// two programs that write it at once leave one of the two: each has read the texts as they were,
// and what the other knew besides is read again. It has a version and a checksum. What is of
// another version, damaged, or about another folder is thrown away; so is one that nobody has
// asked for in ninety days. If it cannot be written, everything works as before, only slower.
//
// A store goes by settings files alone, whatever an editor or a flag says, so that all programs
// of a user share what they know.
package store
