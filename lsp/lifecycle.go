package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
)

// initialize answers with the server's capabilities. It reads no files, so that the answer is immediate.
func (s *Server) initialize(_ context.Context, params *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.clientCaps = clientCapsOf(params.Capabilities)
	if params.Locale != nil {
		s.clientCaps.Language = sentence.LanguageOf(*params.Locale)
	}
	s.mu.Lock()
	s.settings.initial = decodeSettings(params.InitializationOptions)
	s.announces = s.settings.initial[didUpdateOption] == true
	s.clientCaps.appliesEdits = s.clientCaps.appliesEdits || s.settings.initial[applyEditOption] == true
	s.clientCaps.undoesFiles = s.settings.initial[undoesFilesOption] == true
	s.clientCaps.ownOutline = s.settings.initial[ownOutlineOption] == true
	s.clientCaps.setsCells = s.settings.initial[setCellsOption] == true
	if raw, err := json.Marshal(s.settings.initial[menuOption]); err == nil {
		_ = json.Unmarshal(raw, &s.clientCaps.menu) // malformed options are ignored
	}
	if raw, err := json.Marshal(s.settings.initial[ownLinksOption]); err == nil {
		_ = json.Unmarshal(raw, &s.clientCaps.ownLinks)
	}
	s.clientCaps.foldsFromBlank = s.settings.initial[foldsFromBlankOption] == true
	s.settings.validate() // problems can only be reported after the answer; see takeSettings
	s.folders = foldersOf(params)
	s.mu.Unlock()
	// This is checked before the goroutine starts, because the process may end in between.
	if pid := params.ProcessID; pid != nil && *pid > 0 && processLives(int(*pid)) {
		s.runInBackground(func(ctx context.Context) { s.watchParent(ctx, int(*pid)) })
	}
	s.collector.pace()
	s.phase.Store(phaseRunning)
	s.log.Info("initialize", "version", s.version, "encoding", string(s.clientCaps.encoding))
	result := &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   protocol.ServerInfo{Name: "segls", Version: protocol.NewOptional(s.version)},
	}
	return result, nil
}

func (s *Server) capabilities() protocol.ServerCapabilities {
	c := protocol.ServerCapabilities{
		PositionEncoding: s.clientCaps.encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      protocol.Boolean(true),
		},
		NotebookDocumentSync: s.notebookSync(),
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: new(true), ChangeNotifications: protocol.Boolean(true),
			},
			FileOperations: s.fileOperations(),
		},
		CodeActionProvider:        s.codeActionOptions(),
		CodeLensProvider:          &protocol.CodeLensOptions{},
		DefinitionProvider:        protocol.Boolean(true),
		DocumentLinkProvider:      &protocol.DocumentLinkOptions{},
		DocumentSymbolProvider:    protocol.Boolean(true),
		ExecuteCommandProvider:    protocol.ExecuteCommandOptions{Commands: command.Names()},
		FoldingRangeProvider:      protocol.Boolean(true),
		HoverProvider:             protocol.Boolean(true),
		DocumentHighlightProvider: protocol.Boolean(true),
		ReferencesProvider:        protocol.Boolean(true),
		InlayHintProvider:         protocol.Boolean(true),
		SelectionRangeProvider:    protocol.Boolean(true),
		WorkspaceSymbolProvider:   protocol.Boolean(true),
	}
	if !s.registersLinkFeatures() {
		c.RenameProvider, c.CompletionProvider = s.renameOptions(), completionOptions()
	}
	return c
}

// initialized requests the client's settings, registers for changes, and starts to poll the files that the client does not watch.
func (s *Server) initialized(context.Context, *protocol.InitializedParams) error {
	if s.isInitialized.Swap(true) {
		return nil
	}
	if registrations := s.registrations(); len(registrations) > 0 {
		s.runInBackground(func(ctx context.Context) {
			s.logSendError("registerCapability", s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: registrations}))
		})
	}
	if s.clientCaps.pullsConfiguration {
		s.runInBackground(s.pullAllSettings)
	} else {
		s.takeSettings(nil, nil)
	}
	s.runInBackground(s.pollDisk)
	return nil
}

// registrations returns the registrations for changes that the client can report.
func (s *Server) registrations() []protocol.Registration {
	var registrations []protocol.Registration
	if s.clientCaps.registersConfiguration {
		registrations = append(registrations, protocol.Registration{
			ID: "configuration", Method: protocol.MethodWorkspaceDidChangeConfiguration,
			RegisterOptions: encode(map[string]string{"section": settingsSection}),
		})
	}
	if s.clientCaps.watchesFiles {
		registrations = append(registrations, protocol.Registration{
			ID: "settings files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
			RegisterOptions: encode(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: s.settingsWatchers()}),
		})
	}
	return registrations
}

// shutdown stores the divisions shown and makes every further request except shutdown an error.
func (s *Server) shutdown(context.Context) error {
	s.storeAllShapes()
	s.phase.Store(phaseShutdown)
	return nil
}

// exit ends the server.
func (s *Server) exit(context.Context) error {
	s.signalExit()
	return nil
}

// setTrace does nothing: the log does not depend on it.
func (s *Server) setTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// workDoneProgressCancel does nothing: an analysis is cancelled when its document changes or closes.
func (s *Server) workDoneProgressCancel(context.Context, *protocol.WorkDoneProgressCancelParams) error {
	return nil
}

// parentInterval is the interval at which the server checks that the client's process exists.
const parentInterval = 3 * time.Second

// watchParent ends the server when the client's process has died, as LSP requires. It is not started if the process is not visible, for
// example on another machine.
func (s *Server) watchParent(ctx context.Context, pid int) {
	ticker := time.NewTicker(parentInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if !processLives(pid) {
				s.log.Info("the client's process has ended", "pid", pid)
				s.signalExit()
				return
			}
		}
	}
}
