// Package store keeps libraries on disk, so that a question about ten thousand files is answered at once.
//
// The data that package library reads from the texts of a folder is in one file for each folder, in the user's cache folder. Texts are
// identified by path, size and time and, if these have changed, by a hash of their content. [Store.Refresh] reads only what has changed.
//
// A file is written under a temporary name and renamed, so that a reader sees all of it or none. If two programs write it at once, one
// wins; what only the other has read is read again. The file is discarded if it is damaged, belongs to another version or folder, or has
// not been used for ninety days. If it cannot be written, everything works, only slower.
//
// A store uses settings files only, not the settings of an editor or a flag, so that all programs
// of a user share it.
package store
