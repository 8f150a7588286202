// Package journal changes several files of a folder, all or none, and finishes or takes back a
// change that was interrupted.
//
// Every word is in some file at every moment. All new texts, and all old ones, are first written
// beside the files, under long random names. Then new files get their names, others are replaced,
// sources of words last, and files are removed. A journal records what is under way: which files,
// under which names their texts are kept, and how far the change has come. It is in the user's
// state folder, so nothing that a folder contains can be taken for one. Only files that the journal
// names are ever removed.
//
// A run may end at any moment, with the program or the computer. [Find] then returns the change,
// and [Interrupted.Recover] finishes it or takes it back: only if every file still has the text
// from before or after the change. [Interrupted.Forget] gives it up and keeps the files as they are.
//
// All calls that change the disk go through one layer, disk.go, so that tests can end a run between
// any two of them.
package journal
