package main

import "io/fs"

// lostByReplacing says what a file would lose if another one took its place.
func lostByReplacing(fs.FileInfo) string { return "" }
