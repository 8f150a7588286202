// Licences lists the modules of the program with their licences: as a table, which is docs/licences.md, or with -texts
// in full, which a distributor must include.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// program is the package whose modules are listed, in the versions that its own module requires, from which this one's may differ.
const program = "./cmd/segls"

const home = "github.com/segls/segls"

func main() {
	log.SetFlags(0)
	texts := flag.Bool("texts", false, "write the texts of the licences, not the table")
	flag.Parse()
	modules, err := modulesOf(program)
	if err != nil {
		log.Fatal(err)
	}
	if *texts {
		err = writeTexts(os.Stdout, modules)
	} else {
		err = writeTable(os.Stdout, modules)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// module is a module at a version, and its directory.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// systems are the systems for which there are releases. The modules of the program differ a little between them.
var systems = []string{"linux", "darwin", "windows"}

// modulesOf returns the modules that a program needs on any system, and Go itself, whose library is in every program.
func modulesOf(program string) ([]module, error) {
	found := make(map[string]module)
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", home).Output()
	if err != nil {
		return nil, err
	}
	for _, system := range systems {
		list := exec.Command("go", "list", "-deps", "-json=Module", program)
		list.Dir = strings.TrimSpace(string(folder))
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, err
		}
		for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct{ Module *module }
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module != nil && !p.Module.Main {
				found[p.Module.Path] = *p.Module
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	// The version of Go is that of the local toolchain, so it is not in the table.
	modules := []module{{Path: "Go's standard library", Dir: strings.TrimSpace(string(root))}}
	for _, m := range found {
		modules = append(modules, m)
	}
	slices.SortFunc(modules[1:], func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return modules, nil
}

// licenceFiles returns the paths of a module's files about its licence, or an error if it has none.
func (m module) licenceFiles() ([]string, error) {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		isAbout := slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"}, func(word string) bool { return strings.HasPrefix(name, word) })
		if isAbout && e.Type().IsRegular() {
			files = append(files, filepath.Join(m.Dir, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no file about its licence", m.Path)
	}
	return files, nil
}

// licences recognizes licences by phrases in their texts. The first match counts.
var licences = []struct{ name, says string }{
	{"FTL, or GPL-2.0 or later", "The FreeType License, which is similar"},
	{"Apache-2.0", "Apache License"},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0"},
	{"MPL-2.0", "Mozilla Public License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"GPL", "GNU GENERAL PUBLIC LICENSE"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-3-Clause", "may not be used to endorse"},
	{"BSD-2-Clause", "Redistributions of source code must retain"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"Unlicense", "This is free and unencumbered software"},
}

// licence returns the names of a module's licences, or an error if none is known.
func (m module) licence() (string, error) {
	files, err := m.licenceFiles()
	if err != nil {
		return "", err
	}
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		flat := strings.Join(strings.Fields(string(text)), " ")
		for _, l := range licences {
			if strings.Contains(flat, l.says) {
				if !slices.Contains(names, l.name) {
					names = append(names, l.name)
				}
				break
			}
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%s: the licence in %s is not known", m.Path, strings.Join(files, ", "))
	}
	return strings.Join(names, ", "), nil
}

func writeTable(w io.Writer, modules []module) error {
	var b strings.Builder
	b.WriteString("# Licences\n\nsegls is under the MIT licence. These are the modules that the program is made of, on any system. `make golden`\nwrites this page; a release holds the full texts in `THIRD-PARTY-LICENCES`.\n\n| module | version | licence |\n|---|---|---|\n")
	for _, m := range modules {
		licence, err := m.licence()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", m.Path, m.Version, licence)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTexts(w io.Writer, modules []module) error {
	var b strings.Builder
	for _, m := range modules {
		version := m.Version
		if version == "" {
			version = runtime.Version()
		}
		files, err := m.licenceFiles()
		if err != nil {
			return err
		}
		linked, err := filepath.Glob(filepath.Join(m.Dir, "licenses", "*")) // such as those of freetype
		if err != nil {
			return err
		}
		for _, file := range append(files, linked...) {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "==== %s %s, %s ====\n\n%s\n\n", m.Path, version, filepath.Base(file), strings.TrimSpace(string(text)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
