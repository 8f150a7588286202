package main

import "io/fs"

// lostByReplacing returns what a file would lose if another one replaced it; "" if nothing.
func lostByReplacing(fs.FileInfo) string { return "" }
