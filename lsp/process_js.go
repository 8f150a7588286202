package lsp

// processLives reports whether there is a process with that number. A browser shows none.
func processLives(int) bool { return false }
