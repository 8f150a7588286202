// Package store keeps libraries on disk, so that a question about ten thousand files is answered at
// once.
//
// The data that package library reads from the texts of a folder is in one file for each folder, in
// the user's cache folder. Texts are identified by path, size and time and, if these have changed,
// by a hash of their content. [Store.Refresh] reads only what has changed.
//
// A file is written under a temporary name and renamed, so that a reader sees all of it or none. Of
// two programs that write it at once one wins: each has read the current texts, and whatever the
// other knew is read again. The file has a version and a checksum. A file of another version or
// folder, or a damaged one, is discarded; so is one that nobody has used for ninety days. If the
// file cannot be written, everything works as before, only slower.
//
// A store obeys settings files only, whatever an editor or a flag says, so that all programs of a
// user share it.
package store
