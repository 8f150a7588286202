// Package journal changes several files of a folder, all or none, and finishes or takes back a change that was interrupted.
//
// Every word is in some file at every moment. All new texts, and all old ones, are first written beside the files, under long random
// names. Then new files get their names, others are replaced (last those from which text is taken), and files are removed. A journal
// records the change: its files, the names under which their texts are kept, and the progress. It is in the user's state folder, so no
// content of a folder can be mistaken for one. Only files named in the journal are ever removed.
//
// A run may end at any moment, with the program or the computer. [FindInterrupted] then returns the change. [InterruptedChange.Recover]
// finishes it or takes it back, and [InterruptedChange.Forget] abandons it and keeps the files as they are.
//
// A run changes files through disk.go, so that tests can end it between any two calls.
package journal
