package lsp

import "syscall"

// processLives reports whether the process pid is running.
func processLives(pid int) bool {
	const queryLimitedInformation, stillActive = 0x1000, 259
	handle, err := syscall.OpenProcess(queryLimitedInformation, false, uint32(pid))
	if err != nil {
		return false
	}
	defer syscall.CloseHandle(handle)
	var code uint32
	return syscall.GetExitCodeProcess(handle, &code) == nil && code == stillActive
}
