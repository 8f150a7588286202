package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestLaTeXNames checks that titles and first words contain the expansion of an acronym, whether it is defined in the text, in another
// file, or by a later edit.
func TestLaTeXNames(t *testing.T) {
	const (
		head = "\\documentclass{article}\n\\begin{document}\n"
		body = "\\section{The \\acl{SFL}}\nThe \\ac{SFL} of clauses has a mood~\\cite{h}. Those who use \\ac{SFL} see choices in \\ac{SFL}, and a system.\n"
	)
	shown := func(d *Document) string {
		return strings.Join([]string{d.Sections()[0].Title, d.Fragment(0).Title().Text, d.Paragraph(0).Opening(70)}, "\n")
	}
	const want = "The systemic linguistics\nSystemic linguistics\nThe systemic linguistics of clauses has a mood. Those who use SFL…"
	definition := "\\acrodef{SFL}{systemic linguistics}\n"
	s := Defaults()
	if got := shown(New(head+definition+body, markup.LaTeX, s)); got != want {
		t.Errorf("in the text: %q, not %q", got, want)
	}
	if got := shown(New(head+body, markup.LaTeX.WithSharedDefinitions(definition), s)); got != want {
		t.Errorf("in another file: %q, not %q", got, want)
	}
	if got := shown(edited(t, New(head+body, markup.LaTeX, s), len(head), len(head), definition)); got != want {
		t.Errorf("typed: %q, not %q", got, want)
	}
}

// TestLaTeXAccents checks that terms and titles contain letters in place of accent macros.
func TestLaTeXAccents(t *testing.T) {
	const text = "M\\\"uller walked. M\\\"uller counted boats with G\\\"odel. The M\\\"uller and the \\'Etat of G\\\"odel met in Z\\\"urich.\n\n" +
		"They met. M\\\"uller in Z\\\"urich ate fondue.\n"
	d := New(text, markup.LaTeX, Defaults())
	got := strings.Join(append(d.Fragment(0).Terms(), d.Fragment(0).Title().Text), ", ")
	if want := "Mu\u0308ller, E\u0301tat of Go\u0308del, Zu\u0308rich, ate fondue, boats, Mu\u0308ller and E\u0301tat of Go\u0308del"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
