package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/regular"
)

// editor is a program that can use segls, and how to detect it.
type editor struct {
	name     string
	programs []string
	// setUp returns where the editor is configured for segls, or "" if that is not found, and advice for that case.
	setUp func(home string) (where, advice string)
}

var editors = []editor{
	{"Neovim", []string{"nvim"}, func(home string) (string, string) {
		data := environmentOr("XDG_DATA_HOME", filepath.Join(home, ".local", "share"))
		if runtime.GOOS == "windows" {
			data = environmentOr("LOCALAPPDATA", filepath.Join(home, "AppData", "Local"))
		}
		return firstGlobMatch(filepath.Join(data, "nvim*", "site", "pack", "*", "*", "segls*"), filepath.Join(data, "nvim*", "lazy", "segls*")),
			"have your plug-in manager install the repository, then vim.lsp.enable('segls')"
	}},
	{"VS Code", []string{"code", "codium", "code-server"}, func(home string) (string, string) {
		folders := []string{".vscode", ".vscode-oss", ".vscode-server", filepath.Join(".local", "share", "code-server")}
		for i, folder := range folders {
			folders[i] = filepath.Join(home, folder, "extensions", "segls.*")
		}
		return firstGlobMatch(folders...), "install the extension, segls.vsix"
	}},
	{"Helix", []string{"hx", "helix"}, func(home string) (string, string) {
		folder := environmentOr("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
		if runtime.GOOS == "windows" {
			folder = environmentOr("APPDATA", filepath.Join(home, "AppData", "Roaming"))
		}
		return firstMentioningSegls(filepath.Join(folder, "helix", "languages.toml")), "name segls as a language server in languages.toml"
	}},
	{"Emacs", []string{"emacs"}, func(home string) (string, string) {
		config := environmentOr("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
		return firstMentioningSegls(filepath.Join(home, ".emacs"), filepath.Join(home, ".emacs.d", "init.el"), filepath.Join(config, "emacs", "init.el")),
			"add segls to eglot-server-programs"
	}},
	{"Kakoune", []string{"kak"}, func(home string) (string, string) {
		config := environmentOr("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
		return firstMentioningSegls(filepath.Join(config, "kak-lsp", "kak-lsp.toml"), filepath.Join(config, "kak", "kakrc")), "name segls in the settings of kakoune-lsp"
	}},
}

// examineEditors reports which editors are installed, and whether they are set up.
func (d *doctor) examineEditors() {
	d.addSection("editors")
	home, err := os.UserHomeDir()
	if err != nil {
		d.reportProblem("home", "%v", err)
		return
	}
	any := false
	for _, e := range editors {
		for _, program := range e.programs {
			path, err := exec.LookPath(program)
			if err != nil {
				continue
			}
			any = true
			d.reportFact(e.name, "%s", versionOf(path))
			if where, advice := e.setUp(home); where != "" {
				d.reportFact("", "set up in %s", where)
			} else {
				d.reportFact("", "not set up, as far as segls can see: %s", advice)
			}
			break
		}
	}
	if !any {
		d.reportFact("none", "found on the PATH; any editor that supports language servers (LSP) will do: set it up to run segls serve")
	}
}

// versionOf returns the first line of a program's version output and its path, or only the path if that fails.
func versionOf(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || line == "" {
		return path
	}
	return console.EscapeForTerminal(strings.TrimSpace(line)) + ", " + path
}

func environmentOr(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// firstGlobMatch returns the first path that matches one of the patterns, or "".
func firstGlobMatch(patterns ...string) string {
	for _, pattern := range patterns {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// firstMentioningSegls returns the first of the files that mentions segls, or "".
func firstMentioningSegls(files ...string) string {
	const most = 8 << 20
	for _, path := range files {
		if text, err := regular.Read(regular.Disk{}, path, most); err == nil && strings.Contains(string(text), "segls") {
			return path
		}
	}
	return ""
}
