//go:build js && wasm

// Server runs the language server in a web worker, which provides standard input and output and files.
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
	debug.SetGCPercent(40) // memory is scarce in a browser
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	os.Exit(lsp.New(version, log).Serve(context.Background(), lsp.Stdio()))
}
