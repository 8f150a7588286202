package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
)

// TestAssemble checks from where passages can be named, and that a sentence says why some are not assembled.
func TestAssemble(t *testing.T) {
	folder := foldertest.Write(t, map[string]string{
		".git/HEAD":   "",
		"pans.md":     "# Pans\n\nThe pans lie by [the sea](sea.md).\n\n## Boiling\n\nBrine is boiled in lead pans until the salt falls out.\n",
		"deep/sea.md": "# Sea\n\nThe sea is salt, and the pans take its brine.\n\n![Waves](waves.png)\n",
		"sea.md":      "The sea.\n",
		"places.txt":  "pans.md#boiling\n\ndeep/sea.md:3-3\n",
		"mixed.tex":   "\\section{Mixed}\n\nText.\n",
	})
	t.Chdir(folder)
	const want = "# Boiling\n\n<!-- From pans.md, Pans > Boiling -->\n\nBrine is boiled in lead pans until the salt falls out.\n\n" +
		"# Sea\n\n<!-- From deep/sea.md, Sea -->\n\nThe sea is salt, and the pans take its brine.\n"
	lines := `{"path":"pans.md","start-char":56,"end-char":111}` + "\n" + filepath.FromSlash("deep/sea.md") + ":3:5:sea is\n"
	for name, args := range map[string][]string{
		"arguments": {"assemble", "-", "pans.md:7", "deep/sea.md:3-3"},
		"a file":    {"assemble", "-", "--places", "places.txt"},
	} {
		if code, out, errs := segls("", args...); code != console.ExitOK || out != want {
			t.Errorf("%s: %d\n%s%s", name, code, out, errs)
		}
	}
	code, out, errs := segls(lines, "assemble", "new.md", "-")
	if code != console.ExitOK || !strings.HasPrefix(out, "new.md  2 passages, ") {
		t.Fatalf("%d, %s%s", code, out, errs)
	}
	text, _ := os.ReadFile("new.md")
	if !strings.Contains(string(text), "![Waves](deep/waves.png)") || !strings.Contains(string(text), "<!-- From pans.md, Pans > Boiling -->") {
		t.Errorf("%s", text)
	}
	for said, args := range map[string][]string{
		"already exists; --force replaces it":                {"assemble", "new.md", "pans.md"},
		"A document has one format":                          {"assemble", "other.md", "pans.md", "mixed.tex"},
		"needs a name that ends in .md":                      {"assemble", "other.tex", "pans.md"},
		"has no heading":                                     {"assemble", "other.md", "pans.md#frying"},
		"pans.md: the last line is 8":                        {"assemble", "other.md", "pans.md:99"},
		"the folder nowhere does not exist":                  {"assemble", "nowhere/other.md", "pans.md"},
		"This line does not name a place":                    {"assemble", "other.md", "{"},
		"Give the document another name":                     {"assemble", "--force", "pans.md", "pans.md"},
		"no such file":                                       {"assemble", "other.md", "lost.md"},
		"from which passages? Give a PLACE such as notes.md": {"assemble", "other.md"},
	} {
		if code, out, errs := segls("", args...); code != console.ExitUsage || !strings.Contains(errs, said) {
			t.Errorf("%v: %d, %s%s, want %q", args, code, out, errs, said)
		}
	}
	if _, err := os.Stat("other.md"); err == nil {
		t.Error("refused, but a file was written")
	}
	if code, _, errs := segls("", "assemble", "--force", "new.md", "pans.md:3"); code != console.ExitOK {
		t.Error(errs)
	}
}

// TestAssembleFindOutput checks that the output of segls find can be assembled without changes.
func TestAssembleFindOutput(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	folder := foldertest.Write(t, map[string]string{
		".git/HEAD":     "",
		"notes/pans.md": "# Pans\n\nBrine is boiled in lead pans until the salt falls out. " + strings.Repeat("Smoke hangs over the pans all winter. ", 20) + "\n",
		"notes/tide.md": "# Tide\n\nThe brine of the spring tide is strong. " + strings.Repeat("The tide comes twice a day. ", 20) + "\n",
	})
	t.Chdir(filepath.Join(folder, "notes"))
	_, found, errs := segls("", "find", "brine", "--format", "jsonl")
	code, out, more := segls(found, "assemble", "-", "-")
	if code != console.ExitOK || strings.Count(out, "<!-- From ") != 2 || !strings.Contains(out, "spring tide") || !strings.Contains(out, "lead pans") {
		t.Errorf("%d, %s%s\n%s%s", code, out, more, found, errs)
	}
}
