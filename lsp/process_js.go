package lsp

// processLives returns false: a browser shows no processes.
func processLives(int) bool { return false }
