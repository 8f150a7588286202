package filename

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for title, want := range map[string]string{
		"A small cube": "a-small-cube", "Salt, ice & “fish”": "salt-ice-fish", "../../etc/passwd": "etc-passwd", "": "part", "***": "part",
		"CON": "con-part", "com1": "com1-part", `C:\x`: "c-x", "Übung macht 海": "übung-macht-海", "a\x00b": "a-b",
		strings.Repeat("long ", 40):      "long-long-long-long-long-long-long-long-long-long-long-long",
		"Con " + strings.Repeat("x", 70): "con-part", "Cafe\u0301 " + strings.Repeat("x", 70): "caf\u00e9",
	} {
		if got := Slug(title); got != want {
			t.Errorf("the slug of %q is %q, want %q", title, got, want)
		}
	}
	for name, want := range map[string]bool{
		"a.md": true, "con .md": false, "lpt¹.md": false, "COM1": false, "com10.md": true, "CONIN$.txt": false, "a.": false, "a ": false, "a:b": false,
		"": false, "..": false, "a\x1f": false, "\xff": false, strings.Repeat("é", 128): false, "Übung.md": true, "console.md": true,
	} {
		if got := IsPortable(name); got != want {
			t.Errorf("%q is portable: %v", name, got)
		}
	}
	for _, same := range [][2]string{{"É.md", "E\u0301.md"}, {"straße.md", "STRASSE.md"}, {"A.MD", "a.md"}} {
		if ComparisonKey(same[0]) != ComparisonKey(same[1]) {
			t.Errorf("%q and %q are different names", same[0], same[1])
		}
	}
	taken := map[string]bool{"a.md": true, "a-2.md": true}
	if got := UnusedName("a", ".md", func(name string) bool { return taken[name] }); got != "a-3.md" {
		t.Errorf("free name: %s", got)
	}
}
