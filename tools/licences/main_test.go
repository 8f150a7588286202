package main

import (
	"flag"
	"os"
	"strings"
	"testing"
)

const page = "../../docs/licences.md"

var update = flag.Bool("update", false, "rewrite the page")

// TestLicences checks that docs/licences.md lists the modules of the program, and that every licence is known and included.
func TestLicences(t *testing.T) {
	modules, err := modulesOf(program)
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) < 10 {
		t.Fatalf("only %d modules", len(modules))
	}
	var table, texts strings.Builder
	if err := writeTable(&table, modules); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	listed, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if table.String() != string(listed) {
		t.Error("docs/licences.md is not what the program is made of; run with -update")
	}
	if err := writeTexts(&texts, modules); err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		if !strings.Contains(texts.String(), "==== "+m.Path+" ") {
			t.Errorf("the licence of %s is not in full", m.Path)
		}
	}
}

// TestUnknownLicence checks that a module without a licence, or with an unknown one, is an error.
func TestUnknownLicence(t *testing.T) {
	m := module{Path: "example", Dir: t.TempDir()}
	if _, err := m.licence(); err == nil {
		t.Error("a module without a licence has one")
	}
	if err := os.WriteFile(m.Dir+"/LICENSE", []byte("All rights reserved."), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := m.licence(); err == nil {
		t.Errorf("it is taken for %s", got)
	}
}
