// Contents prints a table of contents of a Markdown file that is finer than its headings: under
// each heading it lists the fragments of its text.
//
//	go -C examples run ./contents ../testdata/samples/salt.md
//
// It is an example of using package analysis in a program.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

func main() {
	log.SetFlags(0)
	if err := run(os.Args[1:], os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(args []string, w io.Writer) error {
	if len(args) != 1 {
		return errors.New("usage: contents FILE")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	format, _ := markup.ByFileName(args[0])
	settings := analysis.Defaults()
	settings.PreferredWords = 300

	_, err = io.WriteString(w, contents(analysis.New(string(text), format, settings)))
	return err
}

// contents returns the headings of a document, each with the fragments under it. Both are in the order of the text, so they are merged.
func contents(d *analysis.Document) string {
	var out strings.Builder
	level := 0 // of the heading above the fragments
	sections := d.Sections()
	for _, f := range d.Fragments() {
		for len(sections) > 0 && sections[0].Span.Start < f.Span.Start {
			level = sections[0].Level
			fmt.Fprintf(&out, "%s%s\n", indent(level-1), sections[0].Title)
			sections = sections[1:]
		}
		first := d.Paragraphs()[f.First]
		fmt.Fprintf(&out, "%s- %s (%d words, line %d)\n", indent(level), f.Title().Text, f.Words, d.Text.LineAt(first.Span.Start)+1)
	}
	for _, s := range sections { // sections without prose at the end
		fmt.Fprintf(&out, "%s%s\n", indent(s.Level-1), s.Title)
	}
	return out.String()
}

func indent(n int) string { return strings.Repeat("  ", n) }
