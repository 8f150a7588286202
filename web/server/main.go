//go:build js && wasm

// The language server as a program for a worker in a browser. It serves standard input and output and reads
// files, as the other one does; the worker answers for them.
package main

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/segls/segls/lsp"
)

// version is set by the linker for a release.
var version = "development"

func main() {
	debug.SetGCPercent(40) // as in cmd/segls: a browser has no memory to waste
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	os.Exit(lsp.New(version, log).Serve(context.Background(), lsp.Stdio()))
}
