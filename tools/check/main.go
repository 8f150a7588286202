// Check checks recordings of conversations against the Language Server Protocol:
//
//	check [-server] [-answered] FILE...
//
// It prints each violation as file:line: method: path: problem, and a summary. The exit code is 0
// if there are none, 1 if there are some, and 2 if the arguments are wrong, or if a file cannot be
// read or contains no message.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/segls/segls/internal/metamodel"
	"github.com/segls/segls/tools/internal/recording"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, out, errs io.Writer) int {
	var c checker
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprintln(errs, "usage: check [-server] [-answered] FILE...")
		flags.PrintDefaults()
	}
	flags.BoolVar(&c.serverOnly, "server", false, "leave out what the client did wrong")
	flags.BoolVar(&c.answered, "answered", false, "count requests that the server left without an answer")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() == 0:
		flags.Usage()
		return 2
	}
	c.out = out
	for _, file := range flags.Args() {
		if err := c.check(file); err != nil {
			fmt.Fprintf(errs, "check: %v\n", err)
			return 2
		}
	}
	fmt.Fprintf(out, "%s in %s of %s\n",
		count(c.violations, "violation"), count(c.messages, "message"), count(flags.NArg(), "recording"))
	if c.violations > 0 {
		return 1
	}
	return 0
}

// checker checks recordings and counts their messages and violations.
type checker struct {
	serverOnly, answered bool

	out                  io.Writer
	messages, violations int
}

func (c *checker) check(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	v := metamodel.NewValidator()
	line := 0
	for entry, err := range recording.Read(file) {
		line++
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
		for _, violation := range violations(v, entry) {
			if violation.From == metamodel.FromServer || !c.serverOnly {
				c.report(name, line, violation)
			}
		}
	}
	if line == 0 {
		return fmt.Errorf("%s: no messages", name)
	}
	c.messages += line
	for _, r := range v.Unanswered() {
		if c.answered && r.From == metamodel.FromClient {
			c.report(name, line, r)
		}
	}
	return nil
}

func violations(v *metamodel.Validator, e recording.Entry) []metamodel.Violation {
	if e.Message == nil {
		return []metamodel.Violation{{From: e.From, Problem: fmt.Sprintf("not a message: %q", e.Malformed)}}
	}
	return v.CheckMessage(e.From, e.Message)
}

func (c *checker) report(name string, line int, what fmt.Stringer) {
	c.violations++
	fmt.Fprintf(c.out, "%s:%d: %v\n", name, line, what)
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
