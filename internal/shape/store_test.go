package shape

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// desk is a folder of texts with the store that keeps their shapes.
type desk struct {
	*testing.T
	store *Store
	texts string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t, Open(filepath.Join(t.TempDir(), "segls", "shapes")), t.TempDir()}
	d.store.Temporary = nil
	return d
}

func (d *desk) path(name string) string { return filepath.Join(d.texts, name) }

// again returns the desk as the next process sees it.
func (d *desk) again() *desk {
	next := Open(d.store.folder)
	next.Temporary = nil
	return &desk{d.T, next, d.texts}
}

func (d *desk) write(name, text string) {
	d.Helper()
	if err := os.WriteFile(d.path(name), []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
}

// shown returns a text with fragments that begin after each caret, all held.
func shown(t *testing.T, marked string) *analysis.Document {
	t.Helper()
	var starts []int
	for i, p := range strings.Split(marked, "\n\n") {
		if strings.HasPrefix(p, "^") {
			starts = append(starts, i)
		}
	}
	return analysis.New(strings.ReplaceAll(marked, "^", ""), markup.Markdown, analysis.Settings{}).WithFragmentsAt(starts)
}

func (d *desk) save(name string, of *analysis.Document) {
	d.Helper()
	if err := d.store.Save(d.path(name), of, true); err != nil {
		d.Fatal(err)
	}
}

// fragments returns the first word of each fragment that a text is opened with, or "" if no shape is kept.
func (d *desk) fragments(name, text string) string {
	d.Helper()
	read, err := analysis.Read(d.Context(), analysis.New(text, markup.Markdown, analysis.Settings{}).Text, markup.Markdown, analysis.Settings{})
	if err != nil {
		d.Fatal(err)
	}
	restored, ok, _ := d.store.Restore(d.path(name), read)
	if !ok {
		return ""
	}
	var first []string
	for _, f := range restored.Fragments() {
		first = append(first, strings.Fields(restored.Text.Slice(f.Span))[0])
	}
	return strings.Join(first, " ")
}

const (
	marked = "^Salt is dear.\n\nIt is white.\n\n^Tides come and go.\n\nTwice a day.\n\n^Bells ring over the harbour.\n\nThen all is still."
	plain  = "Salt is dear.\n\nIt is white.\n\nTides come and go.\n\nTwice a day.\n\nBells ring over the harbour.\n\nThen all is still."
	same   = "Salt Tides Bells"
)

func TestRecordsAreReadAgain(t *testing.T) {
	d := newDesk(t)
	d.write("a.md", plain)
	if got := d.fragments("a.md", plain); got != "" {
		t.Errorf("%q is known of a text that nobody has seen", got)
	}
	if _, err := os.Stat(d.store.folder); err == nil {
		t.Error("a folder is made though nothing is kept")
	}
	d.save("a.md", shown(t, marked))
	for name, text := range map[string]string{
		"the same": plain, "a final newline": plain + "\n", "CRLF": strings.ReplaceAll(plain, "\n", "\r\n"),
		"rewrapped": strings.ReplaceAll(plain, " ", "\n"),
	} {
		if got := d.again().fragments("a.md", text); got != same {
			t.Errorf("%s: %q, want %q", name, got, same)
		}
	}
	if got := d.again().fragments("b.md", "Another text.\n\nOf other words."); got != "" {
		t.Errorf("%q is shown of another file", got)
	}
	if got := d.again().fragments("a.md", strings.Repeat("Another text altogether.\n\n", 20)); got != "" {
		t.Errorf("%q is shown of another text", got)
	}
	if got := d.again().fragments("a.md", plain); got != "" {
		t.Errorf("%q is shown though another text has been there", got)
	}
}

// TestRenamed checks that a file keeps its shape when it is renamed, and that a copy has no shape.
func TestRenamed(t *testing.T) {
	d := newDesk(t)
	d.write("a.md", plain)
	d.save("a.md", shown(t, marked))
	d.write("copy.md", plain)
	if got := d.again().fragments("copy.md", plain); got != "" {
		t.Errorf("a copy shows %q", got)
	}
	if err := os.Rename(d.path("a.md"), d.path("b.md")); err != nil {
		t.Fatal(err)
	}
	if got := d.again().fragments("b.md", "More. "+plain); got != "More. Tides Bells" {
		t.Errorf("after renaming: %q", got)
	}
	if got := d.again().fragments("b.md", plain); got != same {
		t.Errorf("the day after renaming: %q", got)
	}
}

// TestTwoWriters checks that the shape of the text on disk wins over another process's shape of an unsaved text.
func TestTwoWriters(t *testing.T) {
	d := newDesk(t)
	d.write("a.md", plain)
	d.save("a.md", shown(t, marked))
	other := d.again()
	other.save("a.md", shown(t, "^"+plain+" Or not?"))
	if got := d.again().fragments("a.md", plain); got != same {
		t.Errorf("an unsaved text wins: %q", got)
	}
	d.write("a.md", plain+" Or not?")
	other = d.again()
	other.save("a.md", shown(t, "^"+plain+" Or not?"))
	if got := d.again().fragments("a.md", plain+" Or not?"); got != "Salt" {
		t.Errorf("the text saved last does not win: %q", got)
	}
}

// TestDamaged checks what happens if a shape or the key is damaged, or the folder cannot be written.
func TestDamaged(t *testing.T) {
	d := newDesk(t)
	d.write("a.md", plain)
	d.save("a.md", shown(t, marked))
	file := d.store.headers()[0].file
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if about, _ := os.Stat(file); about.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v", about.Mode())
	}
	for at := 0; at < len(content); at += 7 {
		damaged := append([]byte(nil), content...)
		damaged[at] ^= 1
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := d.again().fragments("a.md", plain); got != "" && got != same {
			t.Fatalf("with another byte at %d: %q", at, got)
		}
	}
	for _, size := range []int{0, 1, len(content) / 2} {
		_ = os.WriteFile(file, content[:size], 0o600)
		if _, damaged, _ := d.again().store.CountShapes(); damaged != 1 {
			t.Errorf("%d bytes of it are no damage", size)
		}
		if got := d.again().fragments("a.md", plain); got != "" {
			t.Errorf("%d bytes of it show %q", size, got)
		}
	}
	if err := os.WriteFile(filepath.Join(d.store.folder, keyFile), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	next := d.again()
	next.save("a.md", shown(t, marked))
	if got := next.again().fragments("a.md", plain); got != same {
		t.Errorf("after another key: %q", got)
	}
	blocked := filepath.Join(t.TempDir(), "file")
	_ = os.WriteFile(blocked, nil, 0o600)
	nowhere := &desk{t, Open(filepath.Join(blocked, "shapes")), d.texts}
	nowhere.store.Temporary = nil
	if err := nowhere.store.Save(d.path("a.md"), shown(t, marked), true); err == nil {
		t.Error("nobody hears of a folder that cannot be made")
	}
	if got := nowhere.fragments("a.md", plain); got != "" {
		t.Errorf("%q comes from nowhere", got)
	}
	readOnly := Open(filepath.Join(t.TempDir(), "shapes"))
	if err := readOnly.WriteError(); err != nil {
		t.Errorf("a folder that is not there yet: %v", err)
	}
	_ = os.Mkdir(readOnly.folder, 0o500)
	for of, s := range map[string]*Store{"a file": nowhere.store, "a read-only folder": readOnly} {
		if err := s.WriteError(); err == nil {
			t.Errorf("%s is writable", of)
		}
	}
}

func TestMay(t *testing.T) {
	s := Open("/home/me/.local/state/segls/shapes")
	for path, want := range map[string]bool{
		"/home/me/book/a.md": true, "/tmp/a.md": false, "/var/tmp/x/a.md": false, "/dev/shm/a": false, "/home/me/book/.git/COMMIT_EDITMSG": false,
		"": false, "a.md": false, filepath.Join(os.TempDir(), "a.md"): false, "/home/me/tmp/a.md": true,
	} {
		if got := s.MayKeep(path); got != want {
			t.Errorf("MayKeep(%q) = %v", path, got)
		}
	}
	if Open("").MayKeep("/home/me/a.md") {
		t.Error("something is kept nowhere")
	}
	d := newDesk(t)
	d.store.Temporary = []string{filepath.Join(d.texts, "temporary")}
	if err := os.MkdirAll(d.store.Temporary[0], 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(d.store.Temporary[0], d.path("link")); err != nil {
		t.Skip(err)
	}
	if d.store.MayKeep(d.path("link/a.md")) || !d.store.MayKeep(d.path("a.md")) {
		t.Error("it does not matter where a link leads")
	}
}

// TestPrune checks that old shapes are removed, sooner where the text is gone, and then the oldest until the size is within the limit.
func TestPrune(t *testing.T) {
	d := newDesk(t)
	now := time.Now()
	for name, age := range map[string]time.Duration{"new.md": 0, "old.md": 390, "older.md": 401, "gone.md": 31, "justgone.md": 29} {
		d.write(name, plain)
		d.save(name, shown(t, marked+" "+name))
		used := now.Add(-age * 24 * time.Hour)
		for _, h := range d.store.headers() {
			if filepath.Base(h.Path) == name {
				_ = os.Chtimes(h.file, used, used)
			}
		}
	}
	_ = os.Remove(d.path("gone.md"))
	_ = os.Remove(d.path("justgone.md"))
	left := filepath.Join(d.store.folder, "shape.1.new")
	_ = os.WriteFile(left, nil, 0o600)
	_ = os.Chtimes(left, now.Add(-2*time.Hour), now.Add(-2*time.Hour))
	d.store.Prune(now)
	var names []string
	for _, h := range d.store.headers() {
		names = append(names, filepath.Base(h.Path))
	}
	if len(names) != 3 {
		t.Errorf("left are %v", names)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what a killed run has left stays")
	}
	for _, h := range d.store.headers() {
		if filepath.Base(h.Path) == "old.md" {
			_ = os.Truncate(h.file, mostBytes+1) // a sparse file
			_ = os.Chtimes(h.file, now.Add(-time.Hour), now.Add(-time.Hour))
		}
	}
	d.store.Prune(now)
	for _, h := range d.store.headers() {
		if filepath.Base(h.Path) == "old.md" {
			t.Error("too much is kept")
		}
	}
}

func TestForget(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"a.md", "b.md"} {
		d.write(name, plain)
		d.save(name, shown(t, marked+" "+name))
	}
	if n, err := d.store.Forget(d.path("a.md")); n != 1 || err != nil {
		t.Errorf("of %d texts something has been forgotten: %v", n, err)
	}
	if d.again().fragments("a.md", plain) != "" || d.again().fragments("b.md", plain) == "" {
		t.Error("another text has been forgotten")
	}
	other := strings.ToUpper(plain)
	d.write("c.md", other)
	d.save("c.md", analysis.New(other, markup.Markdown, analysis.Settings{}))
	for _, renamed := range [][2]string{{"b.md", "new.md"}, {"c.md", "c2.md"}} {
		if err := os.Rename(d.path(renamed[0]), d.path(renamed[1])); err != nil {
			t.Fatal(err)
		}
	}
	next := d.again()
	if n, err := next.store.Forget(d.path("new.md")); n != 1 || err != nil {
		t.Errorf("under an old name, of %d texts something has been forgotten: %v", n, err)
	}
	if d.again().fragments("new.md", plain) != "" || d.again().fragments("c2.md", other) == "" {
		t.Error("of texts under old names, another has been forgotten, or not this one")
	}
	if n, _ := d.store.Forget(""); n != 1 {
		t.Errorf("of %d texts something has been forgotten", n)
	}
	if _, err := os.Stat(d.store.folder); err == nil {
		t.Error("the folder is left")
	}
	d.write("d.md", plain)
	d.save("d.md", shown(t, marked)) // by a process that has known the folder before
	if d.again().fragments("d.md", plain) == "" {
		t.Error("nothing is kept any more")
	}
}

// TestRecordsContainOnlyTitles checks that without titles no words of a text are kept.
func TestRecordsContainOnlyTitles(t *testing.T) {
	d := newDesk(t)
	d.write("a.md", plain)
	of := shown(t, marked)
	of.DescribeWithTitles()
	if err := d.store.Save(d.path("a.md"), of, false); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(d.store.headers()[0].file)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(plain) {
		if word = strings.Trim(word, "."); len(word) > 3 && strings.Contains(strings.ToLower(string(content)), strings.ToLower(word)) {
			t.Errorf("%q is kept", word)
		}
	}
}

// BenchmarkNight keeps and restores the shape of a text of one megabyte.
func BenchmarkNight(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 1e6; i++ {
		for w := range 80 {
			fmt.Fprintf(&text, "word%d ", (i/7*31+w*w*17)%5000)
		}
		text.WriteString(".\n\n")
	}
	of := analysis.New(text.String(), markup.Markdown, analysis.Settings{})
	of.DescribeWithTitles()
	key := make([]byte, keySize)
	var body []byte
	b.Run("keep", func(b *testing.B) {
		for b.Loop() {
			body, _ = json.Marshal(of.Keep(hasher(key)))
		}
		b.ReportMetric(float64(len(body))/float64(text.Len()), "bytes/byte")
	})
	b.Run("restore", func(b *testing.B) {
		read, _ := analysis.Read(b.Context(), of.Text, markup.Markdown, analysis.Settings{})
		for b.Loop() {
			k := new(analysis.Kept)
			if err := json.Unmarshal(body, k); err != nil {
				b.Fatal(err)
			}
			if _, ok := read.Restore(k, hasher(key)); !ok {
				b.Fatal("it is not restored")
			}
		}
	})
	b.Run("analyse", func(b *testing.B) {
		for b.Loop() {
			analysis.New(text.String(), markup.Markdown, analysis.Settings{})
		}
	})
}
