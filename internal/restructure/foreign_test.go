package restructure

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// foreignReader is a running program, other than segls, that reads texts.
type foreignReader struct {
	in  io.Writer
	out *bufio.Reader
}

// foreignPrograms maps a format to a program that reads it, with the program's name for the format.
var foreignPrograms = map[string]struct{ program, format string }{
	"markdown": {"pandoc", "markdown"}, "html": {"pandoc", "html"}, "latex": {"pandoc", "latex"}, "org": {"pandoc", "org"},
	"restructuredtext": {"docutils", "rst"}, "asciidoc": {"Asciidoctor", "asciidoc"},
}

var foreignCommands = map[string][]string{
	"pandoc":      {"pandoc", "-f", "markdown", "-t", "plain", "--lua-filter", "testdata/readers/pandoc.lua", "/dev/null"},
	"docutils":    {"python3", "testdata/readers/docutils_reader.py"},
	"Asciidoctor": {"ruby", "testdata/readers/asciidoctor.rb"},
}

// foreignReaders holds the running programs, by name.
type foreignReaders map[string]*foreignReader

func startReaders(t *testing.T) foreignReaders {
	t.Helper()
	readers := make(foreignReaders)
	for name, line := range foreignCommands {
		command := exec.Command(line[0], line[1:]...)
		in, _ := command.StdinPipe()
		out, _ := command.StdoutPipe()
		if err := command.Start(); err != nil {
			t.Fatalf("%s: %v (apt-get install pandoc python3-docutils asciidoctor)", name, err)
		}
		t.Cleanup(func() {
			in.Close()
			_ = command.Wait()
		})
		readers[name] = &foreignReader{in, bufio.NewReader(out)}
	}
	return readers
}

func (f foreignReaders) name(format string) string { return foreignPrograms[format].program }

// read returns a program's reading of a text, or false if no program for the format can read it.
func (f foreignReaders) read(format, text string) (reading, bool) {
	by, ok := foreignPrograms[format]
	if !ok {
		return nil, false
	}
	program := f[by.program]
	text = unreferred(text)
	if format == "org" {
		text = "#+OPTIONS: H:9\n" + text // otherwise headlines from the fourth level on are lists
	}
	fmt.Fprintf(program.in, "%s %d\n%s", by.format, len(text), text)
	r, ok := make(reading), true
	for {
		line, err := program.out.ReadString('\n')
		if line = strings.TrimSuffix(line, "\n"); err != nil || line == "" {
			return r, ok && err == nil
		}
		fields := strings.Fields(line)
		if ok = ok && line[0] != '!' && len(fields) == 3; !ok {
			continue
		}
		word, in, heading := fields[0], fields[1], fields[2]
		if word[0] == '0' || word[0] == '1' { // Asciidoctor reads the text twice, with and without a condition
			in, word = word[:1]+in+" ", word[1:]
			if was, twice := r[word]; !twice || !strings.Contains(was.in, in[:1]+"/") {
				r[word] = standing{was.in + in, heading}
			}
			continue
		}
		if _, twice := r[word]; !twice {
			r[word] = standing{in, heading}
		}
	}
}
