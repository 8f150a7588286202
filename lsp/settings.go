package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/internal/config"
)

// settingsSection is the name of the section in which editors keep segls's settings.
const settingsSection = "segls"

// The values of settings that the code refers to.
const (
	auto       = session.Auto
	on         = session.On
	off        = session.Off
	boundaries = session.Boundaries
	fragments  = session.Fragments
	headings   = session.Headings
	opened     = session.Opened
)

// settingValues are settings by name, decoded from JSON.
type settingValues map[string]any

// editorSettings are the settings that the editor has sent, in general or for one document.
type editorSettings struct {
	initial  settingValues // from initializationOptions; valid until current is set
	current  settingValues // from workspace/configuration or didChangeConfiguration
	accepted settingValues // the valid ones, by name in kebab case; never modified
	problems []string      // of the invalid ones
}

// editorOrigin is the origin of the editor's settings.
const editorOrigin = "editor"

// layer returns the editor's settings as a layer that combines with those of files.
func (e *editorSettings) layer() config.Layer {
	return config.NewLayer(session.DeclaredSettings, editorOrigin, e.accepted)
}

// editorOnlyKeys are the keys of the section that are not settings of the server: settings of the editor extensions, and options that an
// extension sends once, with initialize.
var editorOnlyKeys = []string{"server", "trace", didUpdateOption, applyEditOption, foldsFromBlankOption, setCellsOption, menuOption, undoesFilesOption, ownLinksOption, ownOutlineOption}

// Options in initializationOptions that are not settings.
const (
	didUpdateOption = "didUpdate" // the client requests segls/didUpdate
	// The client requests a folding range for every fragment, beginning at the blank line above it, so that a closed
	// fold shows that line and not the first line of a long paragraph.
	foldsFromBlankOption = "foldsFromBlankLine"
	setCellsOption       = "setCells"    // the client answers segls/setCells
	applyEditOption      = "applyEdit"   // the client supports workspace/applyEdit without declaring it, as Kate does
	undoesFilesOption    = "undoesFiles" // the client's undo also undoes an action's changes of files, or reports the files it cannot restore
	ownLinksOption       = "ownLinks"    // the languages for which the client has its own rename, references and completion of links
	ownOutlineOption     = "ownOutline"  // the client lists fragments itself
	menuOption           = "menu"        // how the client shows code actions; see menuOptions
)

// replaceValues replaces the editor's settings, and reports whether any has changed.
func (e *editorSettings) replaceValues(current settingValues) (changed bool) {
	before := e.accepted
	e.current = current
	e.validate()
	return !maps.Equal(e.accepted, before)
}

// validate validates the settings that the editor has sent. A setting whose new value is invalid keeps its old one.
func (e *editorSettings) validate() {
	accepted := make(settingValues)
	e.problems = nil
	given := e.current
	if given == nil {
		given = e.initial
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if slices.Contains(editorOnlyKeys, name) {
			continue
		}
		d, known := session.DeclaredSettings.Find(name)
		var trial session.Settings
		err := session.DeclaredSettings.Set(&trial, name, given[name])
		if err == nil {
			accepted[d.Name] = given[name]
			continue
		}
		e.problems = append(e.problems, settingsSection+"."+err.Error())
		if before, ok := e.accepted[d.Name]; known && ok {
			accepted[d.Name] = before
		}
	}
	e.accepted = accepted
}

// decodeSettings decodes an object of settings: the section itself, or an object that contains it. Anything else yields no settings.
func decodeSettings(raw protocol.LSPAny) settingValues {
	var v settingValues
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	if inner, ok := v[settingsSection].(map[string]any); ok {
		return inner
	}
	return v
}

// didChangeConfiguration takes the settings from its parameters, or requests them if the client supports that.
func (s *Server) didChangeConfiguration(_ context.Context, params *protocol.DidChangeConfigurationParams) error {
	if s.clientCaps.pullsConfiguration {
		s.runInBackground(s.pullAllSettings)
	} else {
		s.takeSettings(decodeSettings(params.Settings), nil)
	}
	return nil
}

func (s *Server) pullAllSettings(ctx context.Context) {
	s.pullSettings(ctx, s.documentsWhere(anyDocument)...)
}

// pullSettings requests the section from the client, in general and for each document, because a folder or a language may have its own
// settings. It makes one request at a time, so that the last answer is the newest.
func (s *Server) pullSettings(ctx context.Context, documents ...*openDocument) {
	select {
	case s.pulling <- struct{}{}:
		defer s.pulling.end()
	case <-ctx.Done():
		return
	}
	items := []protocol.ConfigurationItem{{Section: new(settingsSection)}}
	for _, d := range documents {
		items = append(items, protocol.ConfigurationItem{ScopeURI: &d.uri, Section: new(settingsSection)})
	}
	answer, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: items})
	if err != nil || len(answer) != len(items) {
		s.log.Warn("the client did not send its settings", "error", err)
		return
	}
	own := make(map[*openDocument]settingValues, len(documents))
	for i, d := range documents {
		own[d] = decodeSettings(answer[i+1])
	}
	s.takeSettings(decodeSettings(answer[0]), own)
}

// takeSettings sets the editor's settings, in general and for documents, and configures all documents again if any has changed.
func (s *Server) takeSettings(general settingValues, own map[*openDocument]settingValues) {
	s.mu.Lock()
	changed := s.settings.replaceValues(general)
	for d, current := range own {
		if d.own == nil {
			d.own = &editorSettings{initial: s.settings.initial, accepted: s.settings.accepted}
		}
		changed = d.own.replaceValues(current) || changed
	}
	problems := s.unreportedProblems()
	s.mu.Unlock()
	for _, c := range problems {
		s.log.Warn("invalid setting", "problem", c)
		s.runInBackground(func(ctx context.Context) {
			s.showMessage(ctx, protocol.MessageTypeWarning, c)
		})
	}
	if changed {
		s.reconfigure()
	}
	s.runInBackground(s.registerLinkFeatures) // last, because the client may send requests once it is registered
}

// layer returns the editor's settings for a document. The caller holds s.mu.
func (s *Server) layer(d *openDocument) config.Layer {
	if d.own != nil {
		return d.own.layer()
	}
	return s.settings.layer()
}

// unreportedProblems returns the problems that have not been reported since their settings were last valid. The caller holds s.mu.
func (s *Server) unreportedProblems() (fresh []string) {
	all := slices.Clone(s.settings.problems)
	for _, u := range slices.Sorted(maps.Keys(s.documents)) {
		if own := s.documents[u].own; own != nil {
			all = append(all, own.problems...)
		}
	}
	before := s.reportedSettings
	s.reportedSettings = make(map[string]bool)
	for _, c := range all {
		if !before[c] && !s.reportedSettings[c] {
			fresh = append(fresh, c)
		}
		s.reportedSettings[c] = true
	}
	return fresh
}
