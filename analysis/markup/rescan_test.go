package markup

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// TestRescan holds [Format.Rescan] to a whole scan, over random changes of random
// documents, and [Format.Restarts] to what it promises.
func TestRescan(t *testing.T) {
	changes := 40_000
	if testing.Short() {
		changes = 2_000
	}
	for _, format := range Formats {
		t.Run(format.Name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(10, 0))
			for n := 0; n < changes; {
				text := randomText(random, pieces[format.Name], 60)
				blocks := format.Scan(text)
				checkRestarts(t, format, text, blocks)
				for range 25 {
					text, blocks = checkChange(t, format, text, blocks, random)
					n++
				}
			}
		})
	}
}

func randomText(random *rand.Rand, pieces []string, most int) string {
	var text strings.Builder
	for range random.IntN(most) {
		text.WriteString(pieces[random.IntN(len(pieces))])
	}
	return text.String()
}

// checkChange changes a text at random and returns it with its blocks.
func checkChange(t *testing.T, f Format, old string, oldBlocks []Block, random *rand.Rand) (string, []Block) {
	t.Helper()
	start := random.IntN(len(old) + 1)
	end := min(len(old), start+random.IntN(4)*random.IntN(8))
	inserted := randomText(random, pieces[f.Name], 4)
	return checkRescan(t, f, old, oldBlocks, start, end, inserted)
}

func checkRescan(t *testing.T, f Format, old string, oldBlocks []Block, start, end int, inserted string) (string, []Block) {
	t.Helper()
	text := old[:start] + inserted + old[end:]
	change := Change{start, end, start + len(inserted)}
	from, to, fresh := f.Rescan(text, oldBlocks, change)
	got := append(append([]Block{}, oldBlocks[:from]...), fresh...)
	for _, b := range oldBlocks[to:] {
		got = append(got, shifted(b, change.Shift()))
	}
	want := f.Scan(text)
	if !equalBlocks(got, want) {
		t.Fatalf("%q becomes %q: from %d to %d\n got %v\nwant %v", old, text, from, to, brief(got), brief(want))
	}
	return text, want
}

func checkRestarts(t *testing.T, f Format, text string, blocks []Block) {
	t.Helper()
	for i, b := range blocks {
		if i == 0 || !f.Restarts(text, blocks, i) {
			continue
		}
		if got := f.ScanFrom(text, Span{b.Span.Start, len(text)}, blocks[:i]); !equalBlocks(got, blocks[i:]) {
			t.Fatalf("%q restarts at %d, but\n got %v\nwant %v", text, b.Span.Start, brief(got), brief(blocks[i:]))
		}
	}
}

func equalBlocks(a, b []Block) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

// shifted is a copy of a block moved by n bytes.
func shifted(b Block, n int) Block {
	b.Span = b.Span.Shift(n)
	runs, children := b.Runs, b.Children
	b.Runs, b.Children = nil, nil
	for _, run := range runs {
		var moved Run
		for _, s := range run {
			moved = append(moved, s.Shift(n))
		}
		b.Runs = append(b.Runs, moved)
	}
	for _, c := range children {
		b.Children = append(b.Children, shifted(c, n))
	}
	return b
}

func brief(blocks []Block) string {
	var out strings.Builder
	for _, b := range blocks {
		fmt.Fprintf(&out, " %v%d%v%v", b.Kind, b.Level, b.Span, b.Runs)
	}
	return out.String()
}

// TestRescanIsLocal: a change in a paragraph is known by its neighbours, however
// long the text is.
func TestRescanIsLocal(t *testing.T) {
	for _, format := range Formats {
		paragraph := "The pans are raked at dusk, when the wind has gone.\n\n"
		if format.Name == "html" {
			paragraph = "<p>The pans are raked at dusk, when the wind has gone.</p>\n"
		}
		old := strings.Repeat(paragraph, 1000)
		middle := 500*len(paragraph) + 20
		text := old[:middle] + "x" + old[middle:]
		from, to, fresh := format.Rescan(text, format.Scan(old), Change{middle, middle, middle + 1})
		if to-from > 4 || len(fresh) > 4 {
			t.Errorf("%s: a letter in the paragraph 500 replaces the blocks from %d to %d", format.Name, from, to)
		}
	}
}

func FuzzRescan(f *testing.F) {
	f.Add("===\n***\n", 4, 7, "'title")
	f.Add("---\na\n\nb\n\nc", 9, 9, "---\n")
	f.Fuzz(func(t *testing.T, old string, start, end int, inserted string) {
		if start < 0 || end < start || end > len(old) {
			return
		}
		for _, format := range Formats {
			blocks := format.Scan(old)
			checkRestarts(t, format, old, blocks)
			checkRescan(t, format, old, blocks, start, end, inserted)
		}
	})
}
