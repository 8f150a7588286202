package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/analysis/markup"
)

var megabyte = flag.Bool("megabyte", false, "run TestMegabyte, which gives a megabyte of each kind to each command; see make megabyte")

var megabyteOnly = flag.String("megabyte-only", "", "use only the texts whose names match this regular expression in TestMegabyte")

var megabyteCommands = flag.String("megabyte-commands", "", "use only the commands that match this regular expression in TestMegabyte")

var (
	megabyteParts = flag.Int("megabyte-parts", 1, "the number of parts into which the runs of TestMegabyte are divided at random")
	megabytePart  = flag.Int("megabyte-part", 1, "the part to run, from 1")
)

// The limits of TestMegabyte.
const (
	mostMemory = 300 << 20        // bytes resident
	mostTime   = 60 * time.Second // processor time, since the machine may be busy
	mostOutput = 160 << 20        // bytes; JSON has an object for each paragraph, and a paragraph may have three bytes
)

// megabytes holds functions that return texts of about n bytes. Most of these cost more than prose in some respect.
var megabytes = map[string]func(n int) string{
	"prose": func(n int) string {
		return strings.Repeat("The tide rises over salt flats, and boats come in.\n\n", n/52)
	},
	"one word":             func(n int) string { return strings.Repeat("x", n) },
	"one word of two":      func(n int) string { return strings.Repeat("ab", n/2) },
	"two words":            func(n int) string { return strings.Repeat("x", n/2) + " " + strings.Repeat("y", n/2) },
	"a long word a line":   func(n int) string { return strings.Repeat(strings.Repeat("z", 4000)+"\n\n", n/4002) },
	"long different words": func(n int) string { return scattered(n, 1000) },
	"one line":             func(n int) string { return strings.Repeat("The tide rises over salt flats. ", n/32) },
	"one-word paragraphs":  func(n int) string { return strings.Repeat("salt\n\n", n/6) },
	"different words":      func(n int) string { return scattered(n, 6) },
	"different paragraphs": func(n int) string { return strings.ReplaceAll(scattered(n, 6), " ", "\n\n") },
	"no spaces, stops":     func(n int) string { return strings.Repeat("a.b.", n/4) },
	"Chinese":              func(n int) string { return strings.Repeat("潮水漲落，鹽留在岸上。", n/33) },
	"Chinese, no stops":    func(n int) string { return strings.Repeat("潮水鹽岸", n/12) },
	"combining marks":      func(n int) string { return "a" + strings.Repeat("\u0301", n/2) },
	"joined emoji":         func(n int) string { return strings.Repeat("👩\u200d", n/7) },
	"bytes":                func(n int) string { return scattered(n, 0) },
	"carriage returns":     func(n int) string { return strings.Repeat("a\r\r", n/3) },
	"blank lines":          func(n int) string { return strings.Repeat("\n", n) },
	"spaces":               func(n int) string { return strings.Repeat(" ", n) },
}

// scattered returns about n random bytes of text, in words of the given length; if that is 0, any bytes but zero.
func scattered(n, word int) string {
	random := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	for b.Len() < n {
		switch {
		case word == 0:
			b.WriteByte(byte(1 + random.IntN(255)))
		case b.Len()%(word+1) == word:
			b.WriteByte(' ')
		default:
			b.WriteByte(byte('a' + random.IntN(26)))
		}
	}
	return b.String()
}

// TestMegabyte checks that commands read a megabyte of each kind of text within limits of memory, time and output.
func TestMegabyte(t *testing.T) {
	if !*megabyte {
		t.Skip("runs only with -megabyte, because it takes an hour: make megabyte")
	}
	pieces := make(map[string][]string)
	content, err := os.ReadFile("../../testdata/pieces.json")
	if err != nil || json.Unmarshal(content, &pieces) != nil {
		t.Fatal(err)
	}
	commands := []string{
		"fragment", "fragment --format json", "fragment --format jsonl", "fragment --format jsonl --max-chars 40", "fragment --format jsonl --max-words 5 --overlap 4",
		"fragment --method paper", "check --paragraph-max-words 5", "check --format sarif", "stats --sections", "blocks", "blocks --format json", "curve", "curve --format json", "curve --format svg",
		"explain --format json", "config", "sweep --format csv", "split --by fragments --to parts --dry-run", "split --by headings --to parts --dry-run",
		"terms", "misplaced", "duplicates --format json", "diff", "diff --format html",
	}
	folder := t.TempDir()
	only, err := regexp.Compile(*megabyteOnly)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := regexp.Compile(*megabyteCommands)
	if err != nil {
		t.Fatal(err)
	}
	deal := rand.New(rand.NewPCG(1, 1))
	worst := make(map[string][3]string)
	runs := 0
	for _, format := range markup.Formats {
		texts := maps.Clone(megabytes)
		for i, piece := range pieces[format.Name] {
			if strings.TrimSpace(piece) != "" && i%2 == 0 {
				texts[fmt.Sprintf("%.20q", piece)] = func(n int) string { return strings.Repeat(piece, n/len(piece)) }
			}
		}
		path, other := filepath.Join(folder, "text"+format.Extensions[0]), filepath.Join(folder, "other"+format.Extensions[0])
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			// The memory of the test counts as memory of the programs that it starts, so texts are generated one at a time.
			text := texts[name](1 << 20)
			if os.WriteFile(path, []byte(text), 0o644) != nil || os.WriteFile(other, []byte(reordered(text)), 0o644) != nil {
				t.Fatal("the texts cannot be written")
			}
			for _, command := range commands {
				if part := 1 + deal.IntN(*megabyteParts); part != *megabytePart || !only.MatchString(name) || !chosen.MatchString(command) {
					continue
				}
				runs++
				args := append(strings.Fields(command), "--no-config", path)
				if strings.HasPrefix(command, "diff") {
					args = append(args, other)
				}
				memory, took, written := resources(t, args)
				t.Logf("%d MB, %.1f s, %d MB written: segls %s of %s as %s", memory>>20, took.Seconds(), written>>20, command, name, format.Name)
				if memory > mostMemory || took > mostTime || written > mostOutput {
					t.Error("that is too much")
				}
				for i, value := range []string{fmt.Sprintf("%9d MB", memory>>20), fmt.Sprintf("%9.1f s", took.Seconds()), fmt.Sprintf("%9d MB written", written>>20)} {
					if w := worst[command]; value > w[i][:min(len(w[i]), len(value))] {
						w[i] = value + ", " + name + " as " + format.Name
						worst[command] = w
					}
				}
			}
		}
	}
	for _, command := range commands {
		w := worst[command]
		t.Logf("%s: %s", command, strings.Join(w[:], "; "))
	}
	t.Logf("%d runs", runs)
}

// reordered returns a text with its second half first, and every tenth line without its first word.
func reordered(text string) string {
	var b strings.Builder
	half := strings.LastIndexByte(text[:len(text)/2], '\n') + 1
	for i, line := range strings.SplitAfter(text[half:]+text[:half], "\n") {
		if _, rest, has := strings.Cut(line, " "); has && i%10 == 0 {
			line = rest
		}
		b.WriteString(line)
	}
	return b.String()
}

// resources runs the program as a process, and measures it.
func resources(t *testing.T, args []string) (memory int64, took time.Duration, written int64) {
	t.Helper()
	cmd := program(t, args...)
	var out counter
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(10*mostTime, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait() // the exit code does not matter
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return usage.Maxrss << 10, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), int64(out)
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
