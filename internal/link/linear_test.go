package link

import (
	"flag"
	"maps"
	"strings"
	"testing"
	"time"
)

var linear = flag.Bool("linear", false, "whether TestLinearTime measures; it wants a machine to itself")

// TestLinearTime: a file of one piece of markup, over and over, is read, followed and renamed in
// proportion to its length; four times the length may take ten times as long, on a busy machine.
func TestLinearTime(t *testing.T) {
	if !*linear {
		t.Skip("it measures times, by -linear: see make linear")
	}
	const size = 8_000
	pieces := map[string][]string{
		"a.md":   {"[[", "[[a]]", "[a](b.md#c) ", "@sec-a ", "`", "(a)=\n\n", "## A\n\n", "{#a} ", "<a id=b>", "- ## a\n", "> # a\n", "^a\n", "{ref}`a` ", "[a]: b.md\n", "```{toctree}\na\n```\n\n", "{{#include a}} ", "    ## a\n\n"},
		"a.rst":  {".. _a:\n\n", "`a`_ ", "a_ ", ":ref:`a <b>` ", ".. toctree::\n\n", ".. toctree::\n\n   a\n", "`a <b>`_ ", "A\n==\n\n"},
		"a.tex":  {"\\label{a}", "\\ref{a,b}", "\\input{a}", "%", "\\section{A}\n", "\\ref{"},
		"a.adoc": {"[[a]]\n", "<<a>> ", "xref:a.adoc#b[] ", "== A\n\n", "include::a[]\n", "[#a]\n"},
		"a.org":  {"[[a]] ", "[[file:a.org::*B]] ", "* A\n", ":ID: a\n", "<<a>> "},
		"a.html": {"<a id=b>", "<a href=b>", "<h1 id=a>b</h1>"},
	}
	for name, list := range pieces {
		for _, piece := range list {
			text := strings.Repeat(piece, size/len(piece))
			once, fourTimes := mendTime(name, text), mendTime(name, strings.Repeat(text, 4))
			if fourTimes > 10*once && fourTimes > 300*time.Millisecond {
				t.Errorf("%s: %q takes %v for %d bytes and %v for %d", name, piece, once, len(text), fourTimes, 4*len(text))
			}
		}
	}
}

// mendTime is the lesser time of two that it takes to rename a file and to look for broken links.
func mendTime(name, text string) time.Duration {
	least := time.Hour
	for range 2 {
		start := time.Now()
		x := New(nil, maps.All(map[string]string{"x/" + name: text, "b.md": "[a](x/a.md)"}))
		x.Broken()
		x.Redirects(x.Mend(Change{Renamed: []Rename{{"x", "y/z"}}}))
		least = min(least, time.Since(start))
	}
	return least
}
