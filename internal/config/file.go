package config

import "slices"

// A File is what a settings file says, and what is wrong with it.
type File struct {
	Path string
	Text string // as it was read, without a byte order mark; "" if it could not be

	// Parts are the settings at the top of the file, then those of each override in
	// order.
	Parts []Part

	// Exclude are patterns, written as in .gitignore and counting from the file's folder, of files
	// that are passed over in folders.
	Exclude []string

	// Problems are in the order of the text.
	Problems []Problem

	folder  string     // that globs count from
	broken  bool       // whether Parts could not be read at all
	refused [][]string // paths of keys whose values will not do
}

// Folder returns the folder that globs and patterns count from.
func (f *File) Folder() string { return f.folder }

// A Part is the settings of a file that hold for the documents that a glob matches.
type Part struct {
	Glob  string // "" for all documents
	Layer Layer
}

// path returns how keys lead to a setting of the part.
func (p Part) path(name string) []string {
	if p.Glob == "" {
		return []string{name}
	}
	return []string{overrides, p.Glob, name}
}

// keepLastGood gives the file what the last reading of it said, where it cannot be
// understood now.
func (f *File) keepLastGood(last *File) {
	if f.broken {
		f.Parts, f.folder = last.Parts, last.folder
		return
	}
	if len(f.refused) == 0 {
		return
	}
	layers := make(map[string]Layer, len(f.Parts))
	for _, p := range f.Parts {
		layers[p.Glob] = p.Layer
	}
	for _, p := range last.Parts {
		for name, assignment := range p.Layer {
			if !f.isRefused(p.path(name)) {
				continue
			}
			if layers[p.Glob] == nil {
				layers[p.Glob] = make(Layer)
				f.Parts = append(f.Parts, Part{p.Glob, layers[p.Glob]})
			}
			layers[p.Glob][name] = assignment
		}
	}
}

// isRefused reports whether the value at a path, or of a table that would hold it, will
// not do.
func (f *File) isRefused(path []string) bool {
	return slices.ContainsFunc(f.refused, func(r []string) bool {
		return len(r) <= len(path) && slices.Equal(r, path[:len(r)])
	})
}

// Overrides reports whether the file sets anything for some documents only.
func (f *File) Overrides() bool {
	return slices.ContainsFunc(f.Parts, func(p Part) bool { return p.Glob != "" })
}

// generalLayers returns the settings for all documents.
func (f *File) generalLayers() []Layer {
	return f.layers(func(p Part) bool { return p.Glob == "" })
}

// overridingLayers returns the overrides whose globs match a document.
func (f *File) overridingLayers(document string) []Layer {
	return f.layers(func(p Part) bool { return p.Glob != "" && matches(p.Glob, f.folder, document) })
}

func (f *File) layers(that func(Part) bool) []Layer {
	var layers []Layer
	for _, p := range f.Parts {
		if that(p) {
			layers = append(layers, p.Layer)
		}
	}
	return layers
}
