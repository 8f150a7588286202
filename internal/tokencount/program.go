package tokencount

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Program counts tokens with another program, which is started once. Each text is a JSON string on a line of the
// program's standard input. The program writes the number of tokens of each text on a line, in the same order.
type Program struct {
	command string
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errs    outputTail

	lock sync.Mutex
	err  error // the error that ended it
}

// Start starts a program with a command line for the system's shell.
func Start(command string) (*Program, error) {
	shell, option := "/bin/sh", "-c"
	if runtime.GOOS == "windows" {
		shell, option = "cmd", "/C"
	}
	p := &Program{command: command, process: exec.Command(shell, option, command)}
	p.process.Stderr = &p.errs
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := p.process.Start(); err != nil {
		return nil, fmt.Errorf("the token counter %q cannot be started: %w", command, err)
	}
	return p, nil
}

// Counts returns the numbers of tokens of some texts. After an error, all further calls return errors.
func (p *Program) Counts(texts []string) ([]int, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.err != nil || len(texts) == 0 {
		return nil, p.err
	}
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	encoder.SetEscapeHTML(false)
	for _, text := range texts {
		if err := encoder.Encode(text); err != nil {
			return nil, err // never fails for strings
		}
	}
	written := make(chan error, 1)
	go func() { // concurrent with reading, because both pipes may be full
		_, err := p.in.Write(lines.Bytes())
		written <- err
	}()
	counts := make([]int, len(texts))
	for i := range counts {
		line, err := p.out.ReadString('\n')
		if err != nil {
			p.err = fmt.Errorf("the token counter %q ended before it had counted all texts%s", p.command, p.reason())
			return nil, p.err
		}
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil || n < 0 {
			p.err = fmt.Errorf("the token counter %q wrote %q, which is not a number", p.command, strings.TrimSpace(line))
			p.kill()
			return nil, p.err
		}
		counts[i] = n
	}
	if err := <-written; err != nil {
		p.err = fmt.Errorf("the token counter %q has stopped reading: %w", p.command, err)
		p.kill()
	}
	return counts, p.err
}

// reason returns why the program has ended, as the end of a message: the last line of its error output or, without any, its exit status.
func (p *Program) reason() string {
	err := p.end()
	if said := strings.TrimSpace(p.errs.String()); said != "" {
		return ": " + said[strings.LastIndexByte(said, '\n')+1:]
	}
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return " (" + failed.String() + ")"
	}
	return ""
}

// Close ends the program.
func (p *Program) Close() error {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.err != nil {
		return nil // already reported
	}
	p.err = errors.New("the token counter has been closed")
	if err := p.end(); err != nil {
		return fmt.Errorf("the token counter %q: %w", p.command, err)
	}
	return nil
}

// patience is the time that a program has to exit after its input is closed.
const patience = 5 * time.Second

func (p *Program) end() error {
	defer time.AfterFunc(patience, func() { p.process.Process.Kill() }).Stop()
	p.in.Close()
	io.Copy(io.Discard, p.out)
	return p.process.Wait()
}

// kill ends the program at once. Programs that it has started may live on and hold its error output.
func (p *Program) kill() {
	p.process.Process.Kill()
	p.process.WaitDelay = patience
	p.process.Wait()
}

// outputTail keeps the end of the output written to it.
type outputTail struct {
	lock sync.Mutex
	text []byte
}

const longestTail = 4 << 10

func (t *outputTail) Write(b []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-longestTail):]
	return len(b), nil
}

func (t *outputTail) String() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return string(t.text)
}
