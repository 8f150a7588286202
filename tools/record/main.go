// Record runs a language server and records its conversation with the editor:
//
//	record -o FILE -- COMMAND ARGS...
//
// It takes the server's place in an editor's configuration. Standard input, output and error pass
// through byte for byte and without delay, and the exit code is the server's (128 plus the
// number of the signal if a signal killed it). FILE gets one line for each message, as package
// recording describes; %p in its name is replaced by the number of this process, so that each
// session of an editor has its own file.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/segls/segls/internal/metamodel"
	"github.com/segls/segls/tools/internal/recording"
)

// Exit codes of the recorder itself, as in shells.
const (
	exitUsage    = 2
	exitNotFound = 127
	exitSignal   = 128
)

func main() {
	flags := flag.NewFlagSet("record", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: record -o FILE -- COMMAND ARGS...")
		flags.PrintDefaults()
	}
	file := flags.String("o", "", "the `file` to write the recording to; %p in its name becomes the process id")
	err := flags.Parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(0)
	case err != nil:
		os.Exit(exitUsage)
	case *file == "" || flags.NArg() == 0:
		flags.Usage()
		os.Exit(exitUsage)
	}
	out, err := os.Create(strings.ReplaceAll(*file, "%p", strconv.Itoa(os.Getpid())))
	if err != nil {
		fmt.Fprintf(os.Stderr, "record: %v\n", err)
		os.Exit(exitUsage)
	}
	recorder := recording.NewRecorder(out)
	code := run(recorder, exec.Command(flags.Arg(0), flags.Args()[1:]...))
	if err := recorder.Err(); err != nil {
		fmt.Fprintf(os.Stderr, "record: the recording is not complete: %v\n", err)
	}
	os.Exit(code)
}

// run runs the server, and forwards and records messages between it and the editor, until it exits. It returns the exit code.
func run(recorder *recording.Recorder, server *exec.Cmd) int {
	input, output, err := connect(server)
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "record: %v\n", err)
		return exitNotFound
	}
	server.Stdout.(*os.File).Close() // Close our copy, so that the output ends with the server.
	passSignals(server.Process)

	go func() {
		client := recorder.Tap(metamodel.FromClient)
		io.Copy(io.MultiWriter(client, input), os.Stdin)
		client.Close()
		input.Close()
	}()
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		tap := recorder.Tap(metamodel.FromServer)
		if _, err := io.Copy(io.MultiWriter(tap, os.Stdout), output); err != nil {
			input.Close() // The editor is gone. Let the server notice, and read its remaining output.
			io.Copy(tap, output)
		}
		tap.Close()
	}()

	code := exitCode(server.Wait())
	select {
	case <-drained:
	case <-time.After(2 * time.Second): // A child of the server keeps its output open.
	}
	return code
}

// connect sets the server's standard streams: two pipes, and our own standard error.
func connect(server *exec.Cmd) (input io.WriteCloser, output io.Reader, err error) {
	server.Stderr = os.Stderr
	if input, err = server.StdinPipe(); err != nil {
		return nil, nil, err
	}
	// Not StdoutPipe: Wait would close it before all is read.
	output, server.Stdout, err = os.Pipe()
	return input, output, err
}

// passSignals passes signals on to the server, and the recorder ends with it. SIGPIPE is ignored: writes to a closed pipe fail anyway.
func passSignals(server *os.Process) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	go func() {
		for s := range signals {
			if s != syscall.SIGPIPE {
				server.Signal(s)
			}
		}
	}()
}

// exitCode returns the exit code for the way in which the server ended.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		fmt.Fprintf(os.Stderr, "record: %v\n", err)
		return 1
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return exitSignal + int(status.Signal())
	}
	return exit.ExitCode()
}
