package lsp

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/regular"
	"github.com/yuin/goldmark"
	gast "github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gtext "github.com/yuin/goldmark/text"
)

// TestImportsNoNetworkOrProcesses checks that the server and the packages that it uses do not import packages that listen, connect or run
// programs, and that only the packages that keep something on disk write files.
func TestImportsNoNetworkOrProcesses(t *testing.T) {
	forbidden := []string{"net", "net/http", "net/rpc", "os/exec", "plugin", "syscall", "unsafe", "C"}
	imports := map[string]string{ // what a file may import nevertheless
		"lsp/process_unix.go": "syscall", "lsp/process_windows.go": "syscall", // whether the editor is still running
		"internal/config/cache.go":        "syscall",
		"internal/journal/system_unix.go": "syscall",
		"internal/regular/open_unix.go":   "syscall",
		"internal/tokencount/program.go":  "os/exec", // for --token-counter, which only the command line has
	}
	reads := []string{"DirFS", "Getenv", "Lstat", "Open", "OpenRoot", "ReadDir", "ReadFile", "Stat", "TempDir", "UserCacheDir", "UserConfigDir", "UserHomeDir"}
	rootWrites := []string{"Chmod", "Chown", "Chtimes", "Create", "Lchown", "Link", "Mkdir", "MkdirAll", "OpenFile", "Remove", "RemoveAll", "Rename", "Symlink", "WriteFile"}
	writers := []string{"internal/journal", "internal/library/store", "internal/shape"}
	if regular.OpenFlags&(os.O_WRONLY|os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_TRUNC) != 0 {
		t.Errorf("files are opened with %#x", regular.OpenFlags)
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}\n{{end}}{{range .IgnoredGoFiles}}{{$dir}}/{{.}}\n{{end}}{{end}}{{end}}", ".")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files, calls := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") { // for another system
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		file = strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(root)+"/")
		for _, i := range parsed.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			if slices.Contains(forbidden, name) && imports[file] != name {
				t.Errorf("%s imports %s", file, name)
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if !isCall {
				return true
			}
			called, isSelector := call.Fun.(*ast.SelectorExpr)
			if !isSelector || slices.Contains(writers, path.Dir(file)) {
				return true
			}
			name := called.Sel.Name
			isReadOnly := name == "OpenFile" && len(call.Args) == 3 && isNamed(call.Args[1], "OpenFlags")
			if of, ok := called.X.(*ast.Ident); ok && of.Name == "os" {
				if calls++; !isReadOnly && !slices.Contains(reads, name) {
					t.Errorf("%s calls os.%s", file, name)
				}
			} else if !isReadOnly && slices.Contains(rootWrites, name) {
				t.Errorf("%s calls %s, which may write with an os.Root", file, name)
			}
			return true
		})
	}
	if len(files) < 400 || calls < 20 {
		t.Errorf("only %d files and %d calls have been looked at", len(files), calls)
	}
}

// isNamed reports whether an expression is only the given name, with or without that of a package.
func isNamed(e ast.Expr, name string) bool {
	if selected, ok := e.(*ast.SelectorExpr); ok {
		e = selected.Sel
	}
	is, ok := e.(*ast.Ident)
	return ok && is.Name == name
}

// TestProseIsWords checks that text of a document does not become markup in hovers, or an icon of VS Code in lenses and hints.
func TestProseIsWords(t *testing.T) {
	var text strings.Builder
	for i, hostile := range hostileProse {
		hostile = strings.TrimSpace(hostile)
		fmt.Fprintf(&text, "%s %s. The tide %d rises and the harbour %d fills with boats; %s.\n\n", hostile, hostile, i%3, i%3, hostile)
		fmt.Fprintf(&text, "Salt is dug in mine number %d, and %s carts leave it %s for the market.\n\n", i%5, hostile, hostile)
	}
	e := launch(t)
	e.initialize(map[string]any{"rootUri": nil, "capabilities": full("utf-8"), "initializationOptions": map[string]any{"debounceMs": 0, "preferredWords": 20, "inlayHints": "on", "codeLens": "fragments"}})
	const u = "file:///hostile.txt"
	e.open(u, text.String())
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	hovers := 0
	for line := range strings.Count(text.String(), "\n") {
		var hover struct{ Contents struct{ Value string } }
		_ = json.Unmarshal(e.request("textDocument/hover", about(u, map[string]any{"position": at(line, 0)})), &hover)
		if hover.Contents.Value == "" {
			continue
		}
		hovers++
		source := []byte(hover.Contents.Value)
		_ = gast.Walk(reader.Parse(gtext.NewReader(source)), func(n gast.Node, _ bool) (gast.WalkStatus, error) {
			switch n.(type) {
			case *gast.Link, *gast.AutoLink, *gast.Image, *gast.RawHTML, *gast.HTMLBlock, *gast.CodeSpan, *gast.CodeBlock, *gast.FencedCodeBlock, *gast.Heading:
				t.Errorf("line %d: a hover has a %v:\n%s", line, n.Kind(), source)
			}
			return gast.WalkContinue, nil
		})
	}
	whole := map[string]any{"range": between(0, 0, 1000, 0)}
	for _, shown := range []string{string(e.request("textDocument/codeLens", about(u))), string(e.request("textDocument/inlayHint", about(u, whole)))} {
		if strings.Contains(shown, "$(") || len(shown) < 1000 {
			t.Errorf("an icon: %s", shown)
		}
		for _, named := range regexp.MustCompile(`"command":"([^"]*)"`).FindAllStringSubmatch(shown, -1) {
			if named[1] != command.SelectFragment {
				t.Errorf("the command %s", named[1])
			}
		}
	}
	if hovers < 10 {
		t.Errorf("only %d hovers", hovers)
	}
}

// TestWebviews checks that the pages of the VS Code extension load only their own script and style, and do not create markup from text.
func TestWebviews(t *testing.T) {
	unsafe := regexp.MustCompile(`\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function|isTrusted|supportHtml|createContextualFragment|DOMParser|srcdoc|asExternalUri|openExternal)\b`)
	looked := 0
	for _, folder := range []string{"src", "webview"} {
		files, err := filepath.Glob("../editors/vscode/" + folder + "/*.ts")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			looked++
			// A tooltip may have links to the commands that it lists; document text is added only as plain text.
			source := regexp.MustCompile(`isTrusted = \{\s+enabledCommands: |\bworkspace\.isTrusted\b`).ReplaceAllString(read(t, file), "")
			if found := unsafe.FindString(source); found != "" {
				t.Errorf("%s has %s", file, found)
			}
		}
	}
	page := read(t, "../editors/vscode/src/panel.ts")
	const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${source}; script-src 'nonce-${nonce}'"
	if !strings.Contains(page, `http-equiv="Content-Security-Policy" content="`+policy+`"`) || strings.Count(page, "<!DOCTYPE") != 1 || !strings.Contains(page, "localResourceRoots: [") {
		t.Error("the policy of the pages has changed")
	}
	if looked < 20 {
		t.Errorf("only %d files have been looked at", looked)
	}
}

// TestReadsNothingElse checks that the server looks for settings files only from a document's folder up to the workspace folder, and in the
// user's own file, whatever the text links to.
func TestReadsNothingElse(t *testing.T) {
	seen := &witness{disk: newDisk()}
	e := launch(t, func(s *Server) { s.files.cache.Disk = seen })
	seen.disk.write("/home/ann/book/.segls.toml", "preferred-words = 300\n")
	seen.disk.write("/home/ann/book/parts/deep/.segls.toml", "preferred-words = 200\n")
	seen.disk.write("/home/ann/.segls.toml", "preferred-words = 9\n")
	e.initialize(map[string]any{"rootUri": "file:///home/ann/book", "capabilities": full("utf-16")})
	const u = "file:///home/ann/book/parts/one.md"
	e.open(u, "[a](../../../etc/passwd)\n\n[b](file:///etc/passwd)\n\n![c](/etc/passwd)\n\n<!-- segls: preferred-words = 250 -->\n\n"+read(t, essay))
	for method, params := range views(u) {
		e.ask(method, params)
	}
	allowed := []string{"/home/ann/.config/segls/segls.toml", "/home/ann/book/.segls.toml", "/home/ann/book/parts/.segls.toml"}
	seen.mu.Lock()
	defer seen.mu.Unlock()
	for _, path := range seen.paths {
		if !slices.Contains(allowed, path) {
			t.Errorf("%s is looked at", path)
		}
	}
	if len(seen.paths) == 0 {
		t.Error("nothing is looked at")
	}
}

// witness records the paths read on a disk.
type witness struct {
	*disk
	mu    sync.Mutex // guards paths
	paths []string
}

func (w *witness) Stat(path string) (fs.FileInfo, error) {
	w.mu.Lock()
	w.paths = append(w.paths, path)
	w.mu.Unlock()
	return w.disk.Stat(path)
}

func (w *witness) Open(path string) (io.ReadCloser, error) {
	w.mu.Lock()
	w.paths = append(w.paths, path)
	w.mu.Unlock()
	return w.disk.Open(path)
}
