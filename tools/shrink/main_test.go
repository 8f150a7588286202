package main

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A program that does what stands on the tables: it grows stacks, collects garbage while many
// goroutines wait, recovers, defers, and dies by a panic.
const program = `package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

func deep(n int, list []string) int {
	var room [64]int
	room[n%64] = n
	if n == 0 {
		runtime.GC()
		return len(list)
	}
	return deep(n-1, append(list, fmt.Sprint(n))) + room[n%64] - n
}

func recovered() (err error) {
	defer func() { err = fmt.Errorf("recovered: %v", recover()) }()
	var none []int
	return errors.New(fmt.Sprint(none[len(os.Args)]))
}

func main() {
	results := make(chan string)
	for i := range 50 {
		go func() {
			results <- strings.Repeat(fmt.Sprint(deep(500+i, nil), " "), 1)
		}()
	}
	sum := 0
	for range 50 {
		sum += len(<-results)
		runtime.GC()
	}
	fmt.Println(sum, recovered(), shape(square{7}).area(), []int32{1, 2}, map[string]float64{"a": .5})
	_, file, line, _ := runtime.Caller(0)
	fmt.Fprintln(os.Stderr, "here:", file, line)
	panic("the end")
}
`

func TestShrink(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds for WebAssembly")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module program\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), program)
	wasm := filepath.Join(dir, "program.wasm")
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", wasm)
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	play := func() (stdout, stderr string) {
		t.Helper()
		command := exec.Command(node, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), wasm)
		var out, trace strings.Builder
		command.Stdout, command.Stderr = &out, &trace
		command.Env = []string{"HOME=" + dir}
		if command.Run() == nil {
			t.Error("the program did not panic")
		}
		return out.String(), trace.String()
	}

	before, trace := play()
	if !strings.Contains(before, "recovered: runtime error: index out of range [1] with length 0 49 [1 2] map[a:0.5]") ||
		!strings.Contains(trace, "main.go:") {
		t.Fatalf("as Go built it:\n%s%s", before, trace)
	}
	if err := run([]string{wasm}); err != nil {
		t.Fatal(err)
	}
	after, trace := play()
	if after != before {
		t.Errorf("got\n%swant\n%s", after, before)
	}
	if !strings.Contains(trace, "panic: the end") || !strings.Contains(trace, "main.main(") || strings.Contains(trace, "main.go") {
		t.Errorf("the trace is\n%s", trace)
	}

	// Twice is as once.
	once, _ := os.ReadFile(wasm)
	if err := run([]string{wasm}); err != nil {
		t.Fatal(err)
	}
	if twice, _ := os.ReadFile(wasm); string(twice) != string(once) {
		t.Errorf("%d bytes, then %d that differ", len(once), len(twice))
	}
}

func TestShortened(t *testing.T) {
	for name, want := range map[string]string{
		"":                     "",
		"runtime.mallocgc":     "runtime.mallocgc",
		"main.main.func1":      "main.main.func1",
		"slices.Clone[int]":    "slices.",
		"encoding/json.(*d).v": "encoding/json.",
		"type:.eq.[4]string":   "type:.",
		"github.com/segls/segls/lsp.(*Server).Hover":            "github.com/segls/segls/lsp.(*Server).Hover",
		"github.com/segls/segls/analysis.add[go.shape.[]uint8]": "github.com/segls/segls/analysis.add[...]",
		"go.yaml.in/yaml/v3.yaml_parser_load.func1":             "go.yaml.in/yaml/v3.",
		"memeqbody": "memeqbody",
	} {
		if got := shortened(name); got != want || shortened(got) != got {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	data := func(memory string) []byte {
		section := stretches([]byte(memory))
		return append(binary.AppendUvarint(append([]byte(header), dataSection), uint64(len(section))), section...)
	}
	for _, test := range []struct {
		name   string
		module []byte
		want   string
	}{
		{"nothing", nil, "no WebAssembly module"},
		{"text", []byte("a text of a writer"), "no WebAssembly module"},
		{"half a section", append([]byte(header), dataSection, 90, 1), "ends too early"},
		{"no tables", data("something else"), "is this Go newer?"},
		{"tables that end at once", data(magic), "is this Go newer?"},
		{"tables of nothing", data(magic + strings.Repeat("\x01", 120)), "is this Go newer?"},
		{"an address that is computed", append([]byte(header), dataSection, 6, 1, 0, 0x23, 0, end, 0), "no constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "program.wasm")
			write(t, path, string(test.module))
			err := run([]string{path})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if left, _ := os.ReadFile(path); string(left) != string(test.module) {
				t.Error("the file was written")
			}
		})
	}
}

func FuzzShrink(f *testing.F) {
	f.Add([]byte(header))
	f.Add(append([]byte(header), append([]byte{dataSection, 14}, stretches([]byte(magic))...)...))
	f.Fuzz(func(t *testing.T, module []byte) {
		small, err := shrink(module)
		if err != nil {
			return
		}
		if again, err := shrink(small); err != nil || string(again) != string(small) {
			t.Errorf("%x becomes %x, then %x (%v)", module, small, again, err)
		}
	})
}

func TestStretches(t *testing.T) {
	zeroes := strings.Repeat("\x00", gap)
	for _, memory := range []string{"", "\x00", "a", "a\x00b", zeroes, "a" + zeroes, zeroes + "a" + zeroes + "b\x00c" + zeroes + zeroes + "\xff"} {
		got, err := load(stretches([]byte(memory)))
		if want := strings.TrimRight(memory, "\x00"); err != nil || strings.TrimRight(string(got), "\x00") != want {
			t.Errorf("%q is loaded as %q (%v)", memory, got, err)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
