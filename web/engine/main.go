//go:build js && wasm

// Engine runs the engine in a browser or in Node. It passes its only function, call(method, params, text), to the
// function of globalThis that its first argument names, and then waits for calls.
package main

import (
	"fmt"
	"os"
	"syscall/js"

	"github.com/segls/segls/internal/engine"
)

func main() {
	e := engine.New()
	call := js.FuncOf(func(_ js.Value, args []js.Value) (answer any) {
		defer func() {
			if failure := recover(); failure != nil {
				answer = map[string]any{"error": fmt.Sprintf("This should not have happened: %v", failure)}
			}
		}()
		content := ""
		if args[2].Type() == js.TypeString {
			content = args[2].String()
		}
		said, err := e.Call(args[0].String(), []byte(args[1].String()), content)
		if err != nil {
			return map[string]any{"error": err.Error(), "argument": engine.IsArgumentError(err)}
		}
		return map[string]any{"json": string(said)}
	})
	js.Global().Call(os.Args[1], call)
	select {}
}
