package config

import "slices"

// File is a settings file: its settings, and its problems.
type File struct {
	Path string
	Text string // as read, without a byte order mark; "" if it could not be read

	// Parts holds the settings at the top of the file, then those of each override in order.
	Parts []GlobSettings

	// Exclude holds patterns of files to skip in folders, in the syntax of .gitignore, relative to Folder.
	Exclude []string

	// Problems holds the problems in the order of the text.
	Problems []Problem

	folder  string     // that globs are relative to
	broken  bool       // Parts could not be read at all
	refused [][]string // paths of keys with invalid values
}

// Folder returns the folder that globs and patterns are relative to.
func (f *File) Folder() string { return f.folder }

// GlobSettings holds the settings of a file for the documents that a glob matches.
type GlobSettings struct {
	Glob  string // "" for all documents
	Line  int    // of the glob, from 1
	Layer Layer
}

// settingPath returns the keys that lead to a setting of the part.
func (p GlobSettings) settingPath(name string) []string {
	if p.Glob == "" {
		return []string{name}
	}
	return []string{overrides, p.Glob, name}
}

// keepLastGood gives invalid parts of the file their last valid contents, which last holds.
func (f *File) keepLastGood(last *File) {
	if f.broken {
		f.Parts, f.Exclude, f.folder = last.Parts, last.Exclude, last.folder
		return
	}
	if len(f.refused) == 0 {
		return
	}
	if f.isInvalid([]string{exclude}) {
		f.Exclude = last.Exclude
	}
	layers := make(map[string]Layer, len(f.Parts))
	for _, p := range f.Parts {
		layers[p.Glob] = p.Layer
	}
	for _, p := range last.Parts {
		for name, assignment := range p.Layer {
			if !f.isInvalid(p.settingPath(name)) {
				continue
			}
			if layers[p.Glob] == nil {
				layers[p.Glob] = make(Layer)
				f.Parts = append(f.Parts, GlobSettings{p.Glob, p.Line, layers[p.Glob]})
			}
			layers[p.Glob][name] = assignment
		}
	}
}

// isInvalid reports whether the value at a path, or a table that would contain it, is invalid.
func (f *File) isInvalid(path []string) bool {
	return slices.ContainsFunc(f.refused, func(r []string) bool {
		return len(r) <= len(path) && slices.Equal(r, path[:len(r)])
	})
}

// HasOverrides reports whether the file sets anything for some documents only.
func (f *File) HasOverrides() bool {
	return slices.ContainsFunc(f.Parts, func(p GlobSettings) bool { return p.Glob != "" })
}

// UnmatchedOverrides returns the overrides whose globs match none of the documents.
func (f *File) UnmatchedOverrides(documents []string) []GlobSettings {
	return slices.DeleteFunc(slices.Clone(f.Parts), func(p GlobSettings) bool {
		return p.Glob == "" || slices.ContainsFunc(documents, func(document string) bool { return matches(p.Glob, f.folder, document) })
	})
}

// generalLayers returns the settings for all documents.
func (f *File) generalLayers() []Layer {
	return f.layersWhere(func(p GlobSettings) bool { return p.Glob == "" })
}

// overridingLayers returns the overrides whose globs match a document.
func (f *File) overridingLayers(document string) []Layer {
	return f.layersWhere(func(p GlobSettings) bool { return p.Glob != "" && matches(p.Glob, f.folder, document) })
}

func (f *File) layersWhere(that func(GlobSettings) bool) []Layer {
	var layers []Layer
	for _, p := range f.Parts {
		if that(p) {
			layers = append(layers, p.Layer)
		}
	}
	return layers
}
