package internal_test

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const promisePath = "testdata/api.txt"

// TestPublicAPI checks that docs/library.md lists the packages that other modules can import, and compares their declarations with a golden
// file, so that reviews show each change.
func TestPublicAPI(t *testing.T) {
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	var api bytes.Buffer
	for name, dir := range public(t) {
		if !bytes.Contains(page, []byte("| `"+name+"` |")) {
			t.Errorf("%s can be imported, and docs/library.md does not name it: move it to internal, or promise it", name)
		}
		p := parsed(t, dir)
		if !slices.ContainsFunc(p.examples, func(e *doc.Example) bool { return e.Output != "" }) {
			t.Errorf("%s has no Example with an Output", name)
		}
		for _, leak := range p.leaks {
			t.Errorf("%s: what is exported names a package that nobody can import: %s", name, leak)
		}
		api.WriteString("package " + name + "\n\n" + p.exported + "\n")
	}
	if *update {
		if err := os.WriteFile(promisePath, api.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(promisePath); err != nil || !bytes.Equal(got, api.Bytes()) {
		t.Errorf("%s does not match the exported declarations (%v); rewrite it, and describe in CHANGELOG.md what callers must change: go test ./internal -run TestPublicAPI -update", promisePath, err)
	}
}

// promisesNothing lists the packages that can be imported, but that are not part of the library according to docs/library.md.
var promisesNothing = []string{"lsp", "testdata"}

// public yields the packages of the library with their folders, in the order of their names.
func public(t *testing.T) func(yield func(name, dir string) bool) {
	all := packages(t)
	return func(yield func(name, dir string) bool) {
		for _, path := range slices.Sorted(maps.Keys(all)) {
			name, isOurs := strings.CutPrefix(path, module)
			if !isOurs || slices.Contains(promisesNothing, name) || slices.Contains(strings.Split(name, "/"), "internal") || strings.HasPrefix(name, "cmd/") {
				continue
			}
			if !yield(name, all[path].Dir) {
				return
			}
		}
	}
}

// exports describes the exported declarations of a package.
type exports struct {
	exported string // declarations without comments and bodies
	leaks    []string
	examples []*doc.Example
}

// parsed reads the package in a folder.
func parsed(t *testing.T, dir string) (p exports) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var tests []*ast.File
	var lines []string
	for _, name := range names {
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			tests = append(tests, file)
			continue
		}
		hidden := map[string]bool{} // names of packages that nobody can import
		for _, i := range file.Imports {
			if path := strings.Trim(i.Path.Value, `"`); strings.HasPrefix(path, module+"internal/") {
				hidden[path[strings.LastIndexByte(path, '/')+1:]] = true
			}
		}
		file.Comments = nil
		if !ast.FileExports(file) {
			continue
		}
		for _, d := range file.Decls {
			d = withoutValues(d)
			if d == nil || isOfHiddenType(d) {
				continue
			}
			var b bytes.Buffer
			if err := format.Node(&b, files, d); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, b.String())
			ast.Inspect(d, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && hidden[x.Name] {
						p.leaks = append(p.leaks, x.Name+"."+s.Sel.Name)
					}
				}
				return true
			})
		}
	}
	slices.Sort(lines)
	p.exported = strings.Join(lines, "\n")
	p.examples = doc.Examples(tests...)
	return p
}

// withoutValues returns a declaration without comments, bodies and the values of variables; nil for an import.
func withoutValues(d ast.Decl) ast.Decl {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		}
		return true
	})
	switch d := d.(type) {
	case *ast.FuncDecl:
		d.Doc, d.Body = nil, nil
	case *ast.GenDecl:
		d.Doc = nil
		if d.Tok == token.IMPORT {
			return nil
		}
		if d.Tok == token.VAR {
			for _, s := range d.Specs {
				s.(*ast.ValueSpec).Values = nil
			}
		}
	}
	return d
}

// isOfHiddenType reports whether a declaration is a method whose receiver type is not exported.
func isOfHiddenType(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv == nil {
		return false
	}
	receiver := f.Recv.List[0].Type
	if p, ok := receiver.(*ast.StarExpr); ok {
		receiver = p.X
	}
	if g, ok := receiver.(*ast.IndexExpr); ok {
		receiver = g.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && !name.IsExported()
}
