package restructure

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// fault makes a forbidden change to a text, and reports whether it found a place for the change.
type fault func(format, text string) (string, bool)

// faults maps a description to a fault that readers must find.
var faults = map[string]fault{
	"a paragraph is gone": func(_, text string) (string, bool) { return without(text, lone) },
	"a paragraph comes into something": func(format, text string) (string, bool) {
		return exchanged(text, lone, func(line string) bool { return lineRules[format].opens(line) != "" })
	},
	"a paragraph comes out of something": func(format, text string) (string, bool) {
		return exchanged(text, func(line string) bool { return lineRules[format].opens(line) != "" }, lone)
	},
	"a paragraph comes under another heading": func(format, text string) (string, bool) {
		return exchanged(text, lone, func(line string) bool { return lineRules[format].heading.MatchString(line) })
	},
	"a paragraph becomes code": func(format, text string) (string, bool) {
		code, ok := map[string][2]string{
			"markdown": {"```", "```"}, "latex": {`\begin{verbatim}`, `\end{verbatim}`}, "asciidoc": {"----", "----"}, "org": {"#+BEGIN_SRC c", "#+END_SRC"}, "typst": {"```c", "```"}, "html": {"<pre>", "</pre>"},
		}[format]
		if format == "restructuredtext" {
			return replaced(text, lone, func(line string) string { return "::\n\n   " + line }, true)
		}
		return replaced(text, lone, func(line string) string { return code[0] + "\n" + line + "\n" + code[1] }, ok)
	},
	"a paragraph becomes a list": func(format, text string) (string, bool) {
		ok := format == "markdown" || format == "asciidoc" || format == "org" || format == "restructuredtext" || format == "typst"
		return replaced(text, lone, func(line string) string { return "- " + line }, ok)
	},
	"what belongs to a heading comes under another": func(format, text string) (string, bool) {
		lines := strings.Split(text, "\n")
		label := slices.IndexFunc(lines, regexp.MustCompile(`^(?:\\label\{lab\d+\}|:(?:Author|ID|CUSTOM_ID): lab\d+)$`).MatchString)
		if label < 0 {
			return "", false
		}
		rest := lines[label+1:]
		heading := slices.IndexFunc(rest, func(line string) bool {
			return lineRules[format].heading.MatchString(line) || format == "restructuredtext" && strings.HasPrefix(line, "hed")
		})
		if heading < 0 {
			return "", false
		}
		line := lines[label]
		if format == "restructuredtext" {
			heading++ // its underline
			line = "\n" + line + "\n"
		}
		if format == "org" {
			line = ":PROPERTIES:\n" + line + "\n:END:"
		}
		return strings.Join(slices.Concat(lines[:label], rest[:heading+1], []string{line}, rest[heading+1:]), "\n"), true
	},
}

// lone reports whether a line is a paragraph of its own.
func lone(line string) bool { return strings.HasPrefix(strings.TrimPrefix(line, "<p>"), "zaq") }

// exchanged returns a text in which two lines with a blank line between them, that match `first` and `second`, have changed places.
func exchanged(text string, first, second func(string) bool) (string, bool) {
	lines := strings.Split(text, "\n")
	for i := range len(lines) - 2 {
		if first(lines[i]) && lines[i+1] == "" && second(lines[i+2]) {
			lines[i], lines[i+2] = lines[i+2], lines[i]
			return strings.Join(lines, "\n"), true
		}
	}
	return "", false
}

func without(text string, is func(string) bool) (string, bool) {
	return replaced(text, is, func(string) string { return "" }, true)
}

func replaced(text string, is func(string) bool, by func(string) string, ok bool) (string, bool) {
	lines := strings.Split(text, "\n")
	i := slices.IndexFunc(lines, is)
	if !ok || i < 0 || i > 0 && lines[i-1] != "" || i+1 < len(lines) && lines[i+1] != "" {
		return "", false
	}
	lines[i] = by(lines[i])
	return strings.Join(lines, "\n"), true
}

// TestFaultsAreSeen adds faults, and checks that our reader finds at least half of each kind in each format, and other programs at least one.
func TestFaultsAreSeen(t *testing.T) {
	readers := map[string]reader{"our reader": plainReader}
	if *foreign > 0 {
		others := startReaders(t)
		readers["another program"] = others.read
	}
	type key struct{ reader, fault, format string }
	planted, seen := make(map[key]int), make(map[key]int)
	for seed := range 60 {
		for _, format := range markup.Formats {
			if _, ok := kits[format.Name]; !ok {
				t.Fatalf("there is no kit of %s", format.Name)
			}
			_, d := trapped(seed, format)
			text := unreferred(d.Text.String())
			for name, fault := range faults {
				wrong, ok := fault(format.Name, text)
				if !ok {
					continue
				}
				for by, read := range readers {
					before, can := read(format.Name, text)
					after, _ := read(format.Name, wrong)
					if !can {
						continue
					}
					k := key{by, name, format.Name}
					planted[k]++
					if disagreement(before, after, func(string) bool { return false }) != "" {
						seen[k]++
					}
				}
			}
		}
	}
	least := make(map[string]int) // for each fault, the number of formats that had it, counted for each reader
	for k, n := range planted {
		least[k.fault]++
		if 2*seen[k] < n && k.reader == "our reader" || seen[k] == 0 {
			t.Errorf("%s: %s sees %d of %d where %s", k.format, k.reader, seen[k], n, k.fault)
		}
	}
	for name := range faults {
		if least[name] < 3*len(readers)-len(readers) {
			t.Errorf("only %d times %s", least[name], name)
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(planted), func(a, b key) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
		t.Logf("%s, %s, %s: %d of %d", k.reader, k.fault, k.format, seen[k], planted[k])
	}
}
