package language

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// page is the document with the table, and list the one that names the languages.
const page, list = "../../docs/research/languages.md", "../../docs/languages.md"

// TestTable compares the table in docs/research/languages.md with the languages; -update writes it. docs/languages.md must
// name them too.
func TestTable(t *testing.T) {
	told := readRecognition(t)
	var table strings.Builder
	table.WriteString("| language | stems | stop words | weak words | of 200 words | of 15 | hard cases |\n|---|---|---:|---:|---|---|---|\n")
	named, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	known, onlyRecognized, _ := strings.Cut(string(named), "only recognized")
	for _, l := range Languages {
		hard := "–"
		if right, cases := rightCases(t, l); cases > 0 {
			hard = fmt.Sprintf("%d of %d", right, cases)
		}
		in := map[bool]string{true: onlyRecognized, false: known}[hard == "–"]
		if name := fmt.Sprintf("%s (`%s`)", strings.ToUpper(l.Name[:1])+l.Name[1:], l.Code); !strings.Contains(in, name) {
			t.Errorf("%s does not list %s in its place", list, name)
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s | %s | %s |\n",
			l.Name, stemsIn(l), stopsIn(l), weakIn(l), told[l.Code].long, told[l.Code].short, hard)
	}
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, isThere := strings.Cut(string(content), "| language | stems |")
	_, after, _ := strings.Cut(rest, "\n\n")
	if !isThere {
		t.Fatal("docs/research/languages.md has no table")
	}
	wanted := before + table.String() + "\n" + after
	if wanted == string(content) {
		return
	}
	if !*update {
		t.Error("the table in docs/research/languages.md is another one; make golden writes it")
	} else if err := os.WriteFile(page, []byte(wanted), 0o644); err != nil {
		t.Fatal(err)
	}
}

func stemsIn(l *Language) string {
	switch c := rulesByCode[l.Code]; {
	case c.from != "":
		return c.from
	case c.pairs != nil:
		return "–"
	case l.loadedFacts().endings != nil:
		return "endings"
	}
	return "–"
}

func stopsIn(l *Language) string {
	switch {
	case rulesByCode[l.Code].from == "kljensen":
		return "kljensen"
	case rulesByCode[l.Code].isStop != nil:
		return "characters"
	case l.HasStopWords():
		return fmt.Sprint(len(l.loadedFacts().stop))
	}
	return "–"
}

func weakIn(l *Language) string {
	if n := len(l.loadedFacts().weak); n > 0 {
		return fmt.Sprint(n)
	}
	return "–"
}

// recognition holds how often a language was recognized at the last measurement.
type recognition struct{ long, short string }

const recognitions = "testdata/recognized.txt"

func readRecognition(t *testing.T) map[string]recognition {
	file, err := os.Open(recognitions)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	told := make(map[string]recognition)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var code string
		var right, all, rightShort, allShort int
		if n, _ := fmt.Sscan(lines.Text(), &code, &right, &all, &rightShort, &allShort); n != 5 {
			t.Fatalf("%s: %q", recognitions, lines.Text())
		}
		told[code] = recognition{share(right, all), share(rightShort, allShort)}
	}
	return told
}

func share(right, all int) string {
	switch {
	case all == 0:
		return "–"
	case right == all:
		return fmt.Sprintf("all %d", all)
	}
	return fmt.Sprintf("%d of %d", right, all)
}
