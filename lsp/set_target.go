package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/restructure"
)

const (
	scopeFile    = "file"
	scopeProject = "project"
)

// setTarget sets a target length, or another setting of the analysis, in the scope that the writer chose.
func (s *Server) setTarget(ctx context.Context, a commandArgument) error {
	if a.Setting == ownTarget {
		return s.setOwnTarget(ctx, a)
	}
	declared, ok := analysis.DeclaredSettings.Find(a.Setting)
	if !ok {
		return invalidParams("setting: the analysis has no setting %q", a.Setting)
	}
	var trial analysis.Settings
	if err := declared.Set(&trial, a.Value); err != nil {
		return invalidParams("%v", err)
	}
	if a.Scope == scopeProject {
		return s.setInProject(ctx, a.URI, declared.Name, asTOML(declared.Get(&trial)))
	}
	value := fmt.Sprint(declared.Get(&trial))
	return s.applyToNewest(ctx, a.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
		return restructure.SetTextSetting(v.Document, sentence.New("%s = %s", declared.Name, value), declared.Name, value)
	})
}

// ownTarget takes the place of a setting's name in a request to set the target length of a section, a scene or the whole text.
const ownTarget = "target"

// setOwnTarget sets the target length, in words, of the section with an id or of the scene of the fragment with that
// id; without an id, that of the text.
func (s *Server) setOwnTarget(ctx context.Context, a commandArgument) error {
	value, ok := a.Value.(float64)
	words := int(value)
	if !ok || value != float64(words) || words < 0 || words > 1_000_000_000 {
		return invalidParams("%v is not a number of words", a.Value)
	}
	return s.applyToNewest(ctx, a.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
		section, fragment := restructure.SectionByID(v.Document, a.ID), restructure.FragmentByID(v.Document, a.ID)
		switch {
		case fragment >= 0:
			return restructure.SetSceneTarget(v.Document, fragment, words)
		case section >= 0 || a.ID == "":
			return restructure.SetSectionTarget(v.Document, section, words)
		}
		return restructure.Edit{}, restructure.ErrGone
	})
}

// asTOML returns a value as TOML.
func asTOML(value any) string {
	if text, ok := value.(string); ok {
		quoted, _ := json.Marshal(text) // never fails; TOML has all the escapes that it writes
		return string(quoted)
	}
	return fmt.Sprint(value)
}

// setInProject has the client change the settings file nearest to a document, or create one in the workspace folder.
func (s *Server) setInProject(ctx context.Context, u uri.URI, name, value string) error {
	file := filePath(u)
	if file == "" || isNameless(u) {
		return newFailure("Save the document first: a settings file needs a folder.")
	}
	root := s.folderOf(u)
	if root == "" {
		root = filepath.Dir(file)
	}
	path := nearestSettings(filepath.Dir(file), root)
	return s.changeSettingsFile(ctx, sentence.New("%s = %s", name, value), path, func(settings string) (restructure.Replacement, error) {
		replacement, err := newAssignment(settings, name, value)
		if err != nil {
			err = newFailure("%s: %s", path, err)
		}
		return replacement, err
	})
}

// nearestSettings returns the settings file in a folder or the nearest one above it, up to root; without one, the path for one in root.
func nearestSettings(folder, root string) string {
	for ; ; folder = filepath.Dir(folder) {
		path := filepath.Join(folder, config.Name)
		if about, err := os.Lstat(path); err == nil && about.Mode().IsRegular() {
			return path
		}
		if folder == root || folder == filepath.Dir(folder) {
			return filepath.Join(root, config.Name)
		}
	}
}

// newAssignment returns the replacement that assigns a value to a setting in the text of a settings file. It fails if the text is not valid
// TOML, or if the current value is an array or a table.
func newAssignment(text, name, value string) (restructure.Replacement, error) {
	start := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	var tree map[string]any
	if err := toml.Unmarshal([]byte(text[start:]), &tree); err != nil {
		return restructure.Replacement{}, sentence.New("The settings file cannot be read: %s. Fix it first.", err)
	}
	p := unstable.Parser{}
	p.Reset([]byte(text[start:]))
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Table || e.Kind == unstable.ArrayTable {
			break // below a table header, a setting would not apply to all documents
		}
		if e.Kind != unstable.KeyValue || !assignsKey(e, name) {
			continue
		}
		raw, kind := e.Value().Raw, e.Value().Kind
		if raw.Length == 0 || kind == unstable.Array || kind == unstable.InlineTable {
			return restructure.Replacement{}, sentence.New("%s has a value there that segls cannot change.", name)
		}
		at := start + int(raw.Offset)
		return restructure.Replacement{Span: markup.Span{Start: at, End: at + int(raw.Length)}, Text: value}, nil
	}
	end := "\n"
	if strings.Contains(text, "\r\n") {
		end = "\r\n"
	}
	return restructure.Replacement{Span: markup.Span{Start: start, End: start}, Text: name + " = " + value + end}, nil
}

// assignsKey reports whether an expression assigns a value to a key as a whole, not to a part of it, as key.part = 1 does.
func assignsKey(e *unstable.Node, name string) bool {
	key := e.Key()
	return key.Next() && string(key.Node().Data) == name && !key.Next()
}
