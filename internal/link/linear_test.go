package link

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/segls/segls/internal/growth"
)

// BenchmarkLinear reads, follows and renames a file that repeats one piece of markup. The time must be proportional to its length.
func BenchmarkLinear(b *testing.B) {
	pieces := map[string][]string{
		"a.md":   {"[[", "[[a]]", "[a](b.md#c) ", "@sec-a ", "`", "(a)=\n\n", "## A\n\n", "{#a} ", "<a id=b>", "- ## a\n", "> # a\n", "^a\n", "{ref}`a` ", "[a]: b.md\n", "```{toctree}\na\n```\n\n", "{{#include a}} ", "    ## a\n\n"},
		"a.rst":  {".. _a:\n\n", "`a`_ ", "a_ ", ":ref:`a <b>` ", ".. toctree::\n\n", ".. toctree::\n\n   a\n", "`a <b>`_ ", "A\n==\n\n"},
		"a.tex":  {"\\label{a}", "\\ref{a,b}", "\\input{a}", "%", "\\section{A}\n", "\\ref{"},
		"a.adoc": {"[[a]]\n", "<<a>> ", "xref:a.adoc#b[] ", "== A\n\n", "include::a[]\n", "[#a]\n"},
		"a.org":  {"[[a]] ", "[[file:a.org::*B]] ", "* A\n", ":ID: a\n", "<<a>> "},
		"a.html": {"<a id=b>", "<a href=b>", "<h1 id=a>b</h1>"},
	}
	for _, name := range slices.Sorted(maps.Keys(pieces)) {
		for _, piece := range pieces[name] {
			b.Run(name+"/"+strconv.Quote(piece), func(b *testing.B) {
				growth.Report(b, 8_000, func(size int) func() {
					text := strings.Repeat(piece, size/len(piece))
					return func() {
						x := NewIndex(nil, maps.All(map[string]string{"x/" + name: text, "b.md": "[a](x/a.md)"}))
						x.Broken()
						x.Redirects(x.Mend(Change{Renamed: []PathRename{{"x", "y/z"}}}))
					}
				})
			})
		}
	}
}
