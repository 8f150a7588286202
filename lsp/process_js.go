package lsp

// processLives returns false: a browser cannot see processes.
func processLives(int) bool { return false }
