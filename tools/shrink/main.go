// Shrink makes a WebAssembly program that Go has built smaller to send:
//
//	shrink FILE
//
// It writes FILE anew, in two ways other than Go's linker wrote it. The linker leaves out each short run
// of zeroes in the data, for which a packer needs no help, and writes where the next stretch begins,
// which packs badly. And a program carries, for each of its functions, which instruction is of
// which line of which file, and which calls were inlined: only the trace of a crash says so. Here it
// does not: it names the functions, without files and lines, and of other people's functions the package.
//
// The layout of these tables is Go's own affair, and differs between its versions: a program in which they
// are not as expected is refused, and left as it was.
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "shrink:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: shrink FILE")
	}
	module, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	small, err := shrink(module)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return os.WriteFile(args[0], small, 0o644)
}
