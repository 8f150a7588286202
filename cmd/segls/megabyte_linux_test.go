package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/analysis/markup"
)

var megabyte = flag.Bool("megabyte", false, "whether TestMegabyte gives every command every kind of a megabyte; see make megabyte")

var megabyteOnly = flag.String("megabyte-only", "", "the texts of TestMegabyte: those whose names match this regular expression")

var megabyteOneIn = flag.Int("megabyte-one-in", 1, "of how many runs of TestMegabyte one is made, drawn at random")

// The limits that TestMegabyte holds commands to.
const (
	mostMemory = 300 << 20        // bytes resident
	mostOfTwo  = 700 << 20        // the same where two texts are held: compared, tried or under two settings
	mostTime   = 60 * time.Second // of the processor: the machine may have other work
	mostOutput = 160 << 20        // bytes: of a text whose every third byte is a paragraph, a JSON object for each
)

// megabytes are texts of n bytes that cost more than prose in some respect.
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

// scattered is n random bytes that are text, in words of as many letters; or, if that is 0, any
// bytes but zero.
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

// TestMegabyte: whatever a text of a megabyte consists of, every command reads it in every format
// within bounds of memory, of time and of what it writes.
func TestMegabyte(t *testing.T) {
	if !*megabyte {
		t.Skip("an hour, by -megabyte: see make megabyte")
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
	draw := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	worst := make(map[string][3]string)
	runs := 0
	for _, format := range markup.Formats {
		texts := make(map[string]string)
		for name, text := range megabytes {
			texts[name] = text(1 << 20)
		}
		for i, piece := range pieces[format.Name] {
			if strings.TrimSpace(piece) != "" && i%2 == 0 {
				texts[fmt.Sprintf("%.20q", piece)] = strings.Repeat(piece, 1<<20/len(piece))
			}
		}
		path, other := filepath.Join(folder, "text"+format.Extensions[0]), filepath.Join(folder, "other"+format.Extensions[0])
		for name, text := range texts {
			if !only.MatchString(name) {
				continue
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, command := range commands {
				if draw.IntN(*megabyteOneIn) > 0 {
					continue
				}
				runs++
				most := int64(mostMemory)
				args := append(strings.Fields(command), "--no-config", path)
				switch name, _, _ := strings.Cut(command, " "); name {
				case "split", "sweep":
					most = mostOfTwo
				case "diff":
					if err := os.WriteFile(other, []byte(reordered(text)), 0o644); err != nil {
						t.Fatal(err)
					}
					args, most = append(args, other), mostOfTwo
				}
				memory, took, written := resources(t, args)
				if memory > most || took > mostTime || written > mostOutput {
					t.Errorf("%s: %s: segls %s: %d MB, %v, %d MB written", format.Name, name, command, memory>>20, took.Round(time.Millisecond), written>>20)
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

// reordered is a text with its second half first, and every tenth line without its first word.
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
	_ = cmd.Wait() // whatever it found
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return usage.Maxrss << 10, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), int64(out)
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
