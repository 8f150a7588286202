package lsp

import (
	"path/filepath"

	"github.com/segls/segls/internal/ignore"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// folderOf returns the folder whose texts may be read for a document: its workspace folder or, outside one, that of [ignore.ProjectRoot]. It is
// "" if there is none, or if it is the writer's home.
func (s *Server) folderOf(u uri.URI) string {
	file := filePath(u)
	folder := filepath.Dir(file)
	s.mu.Lock()
	root := innermostFolder(file, s.folders)
	known, isKnown := s.roots[folder]
	s.mu.Unlock()
	switch {
	case isSamePath(root, s.files.cache.Home):
		return ""
	case root != "" || file == "" || isNameless(u):
		return root
	case isKnown:
		return known
	}
	root = ignore.ProjectRoot(file) // without the lock: the disk may be slow
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roots[folder] = root
	return root
}

// innermostFolder returns the innermost of folders that contains a file, or "".
func innermostFolder(file string, folders []string) string {
	root := ""
	for _, folder := range folders {
		relative, err := filepath.Rel(folder, file)
		if err == nil && filepath.IsLocal(relative) && len(folder) > len(root) {
			root = folder
		}
	}
	return root
}

// foldersOf returns the workspace folders in a client's initialize request.
func foldersOf(params *protocol.InitializeParams) []string {
	if folders, ok := params.WorkspaceFolders.Get(); ok && len(folders) > 0 {
		return pathsOf(folders)
	}
	//lint:ignore SA1019 older clients and simple ones send nothing else
	if root := params.RootURI; root != nil {
		return pathsOf([]protocol.WorkspaceFolder{{URI: *root}})
	}
	return nil
}

// pathsOf returns the paths of the folders that are on disk.
func pathsOf(folders []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, f := range folders {
		if p := filePath(f.URI); p != "" {
			paths = append(paths, p)
		}
	}
	return paths
}

func anyDocument(*openDocument) bool { return true }

func (s *Server) documentsWhere(is func(*openDocument) bool) []*openDocument {
	s.mu.Lock()
	defer s.mu.Unlock()
	var documents []*openDocument
	for _, d := range s.documents {
		if is(d) {
			documents = append(documents, d)
		}
	}
	return documents
}
