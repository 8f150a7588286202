// Package sentencetest finds the messages for writers in Go files, so that tests can compare translations and documents with them.
package sentencetest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// sayers are the functions that take sentences.
var sayers = map[string]bool{
	"New": true, "Phrase": true, "Plural": true, "Say": true, "say": true, "newFailure": true, "refuse": true, "RefuseUnit": true,
	"addFinding": true, "problem": true, "addProblem": true, "offer": true, "offerSetting": true, "offerMovesUnder": true, "pluralVerb": true,
}

// tables are the variables that hold words for sentences; plurals are those whose words are also used in the plural.
var (
	tables  = map[string]bool{"kindNouns": true, "levelNames": true, "nouns": true, "ignore": true, "demote": true, "remove": true}
	plurals = map[string]bool{"levelNames": true, "nouns": true}
)

// FindSentences returns the sentences in Go files, each with its file.
func FindSentences(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	said := make(map[string]string)
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				for _, words := range stringsSaidBy(n) {
					if isSaid(words) {
						said[words] = file
					}
				}
				return true
			})
		}
	}
	return said
}

// stringsSaidBy returns the strings in a call, an assignment or a table that makes sentences.
func stringsSaidBy(n ast.Node) (list []string) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if name, of := called(n); sayers[name] && (name != "New" || of == "" || of == "sentence") {
			for _, e := range n.Args {
				list = append(list, literals(e)...)
			}
		}
	case *ast.AssignStmt:
		for _, to := range n.Lhs {
			if name, ok := to.(*ast.Ident); ok && tables[name.Name] {
				for _, e := range n.Rhs {
					list = append(list, literals(e)...)
				}
			}
		}
	case *ast.ValueSpec:
		if name := n.Names[0].Name; tables[name] && len(n.Values) > 0 {
			list = literals(n.Values[0])
			if plurals[name] {
				for _, words := range list {
					list = append(list, words+"s")
				}
			}
		}
	}
	return list
}

// called returns the name of the called function, and of its package or receiver.
func called(call *ast.CallExpr) (name, of string) {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name, ""
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			of = x.Name
		}
		return f.Sel.Name, of
	}
	return "", ""
}

// literals returns the strings of an expression that is a literal, or a list of them.
func literals(e ast.Expr) (list []string) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			list = append(list, text)
		}
	case *ast.CompositeLit:
		for _, element := range e.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				element = pair.Value
			}
			list = append(list, literals(element)...)
		}
	}
	return list
}

// isSaid reports whether a string may be shown to writers: it has a word, or a mark that differs
// between languages, and is not the name of a setting.
func isSaid(text string) bool {
	words := regexp.MustCompile(`%[+.0-9]*[a-z]`).ReplaceAllString(text, "")
	return regexp.MustCompile(`[\pL“"]|%%`).MatchString(words) && (strings.Contains(text, " ") || !strings.Contains(text, "-words"))
}
