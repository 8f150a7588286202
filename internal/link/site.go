package link

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/work"
)

// SiteKind is a kind of site: the program that turns files into pages.
type SiteKind string

// The kinds. The zero value is GitHub.
const (
	GitHub     SiteKind = ""       // files as they are, as GitHub, GitLab and editors show them
	MDBook     SiteKind = "mdbook" // also GitBook
	MkDocs     SiteKind = "mkdocs" // names by Python-Markdown's toc
	Docusaurus SiteKind = "docusaurus"
	Sphinx     SiteKind = "sphinx"   // also Jupyter Book and MyST
	Pandoc     SiteKind = "pandoc"   // also Quarto and bookdown
	Obsidian   SiteKind = "obsidian" // notes
	LaTeX      SiteKind = "latex"
	AsciiDoc   SiteKind = "asciidoc"
)

// Site describes how the files of a folder become pages.
type Site struct {
	Kind SiteKind

	// Folder contains the files. Addresses with a leading slash are relative to it. "." is the whole workspace.
	Folder string

	// Base is the folder to which paths in every file are relative, if the format has one: in LaTeX that of the root document. In MkDocs it
	// is that of included files (pymdownx.snippets), or "".
	Base string

	// Prefix is the beginning of the pages' addresses, such as "docs" in Docusaurus.
	Prefix string

	// HasOthers is set if labels may be those of other projects (intersphinx), or of text that Sphinx adds to each page (rst_epilog).
	HasOthers bool

	// IsJoined is set if the program makes one document of all files and then pages from it, as bookdown does.
	IsJoined bool

	// Flat is set if pages are called name.html although this kind of site makes folders by default.
	Flat bool
}

// SiteOf returns the site that the files of a work form.
func SiteOf(fsys fs.FS, w *work.Work) Site {
	s := Site{Kind: SiteKind(w.SiteKind()), Folder: w.Folder, Base: path.Dir(w.Order), IsJoined: w.Kind == "bookdown"}
	switch s.Kind {
	case MkDocs:
		var settings struct {
			Directories *bool     `yaml:"use_directory_urls"`
			Extensions  yaml.Node `yaml:"markdown_extensions"`
		}
		text, _ := fs.ReadFile(fsys, w.Order)
		if err := yaml.Unmarshal(text, &settings); err == nil && settings.Directories != nil {
			s.Flat = !*settings.Directories
		}
		s.Base = snippetsOf(path.Dir(w.Order), s.Folder, &settings.Extensions)
	case Docusaurus:
		s.Prefix = "docs"
	case Sphinx:
		text, _ := fs.ReadFile(fsys, path.Join(path.Dir(w.Order), "conf.py"))
		s.HasOthers = bytes.Contains(text, []byte("intersphinx")) && !namesOthers.Match(text) || bytes.Contains(text, []byte("rst_epilog")) || bytes.Contains(text, []byte("rst_prolog"))
	}
	if s.Folder == "" {
		s.Folder = "."
	}
	for folder := s.Folder; s.Kind == GitHub; folder = path.Dir(folder) { // a folder with any order, or none, may be in a vault
		if vault, err := fsys.Open(path.Join(folder, ".obsidian")); err == nil { // hidden, so Stat does not find it
			_ = vault.Close()
			s.Kind, s.Folder = Obsidian, folder
		}
		if folder == "." {
			break
		}
	}
	return s
}

// namesOthers matches the setting with which a label of another project needs the project's name (salt:pans).
// https://www.sphinx-doc.org/en/master/usage/extensions/intersphinx.html#confval-intersphinx_disabled_reftypes
var namesOthers = regexp.MustCompile(`(?m)^intersphinx_disabled_reftypes[^=\n]*=\s*[\[(][^\])]*["'](?:\*|std:\*|std:ref)["']`)

// isBuilt reports whether a program makes pages of the files, so that there may be other pages at neighbouring addresses.
func (s Site) isBuilt() bool {
	return s.Kind == MDBook || s.Kind == MkDocs || s.Kind == Docusaurus || s.Kind == Sphinx || s.Kind == Pandoc
}

// snippetsOf returns the first folder from which the snippets extension of MkDocs includes files, or "" if there is none for all pages.
// `folder` is the folder of the settings, `pages` that of the pages. https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
func snippetsOf(folder, pages string, extensions *yaml.Node) string {
	const name = "pymdownx.snippets"
	list := []*yaml.Node{extensions}
	if extensions.Kind == yaml.SequenceNode {
		list = extensions.Content
	}
	for _, item := range list {
		if item.Value == name {
			return folder
		}
		for i := 0; item.Kind == yaml.MappingNode && i+1 < len(item.Content); i += 2 {
			if item.Content[i].Value != name {
				continue
			}
			var options struct {
				Base yaml.Node `yaml:"base_path"`
			}
			if err := item.Content[i+1].Decode(&options); err != nil || options.Base.IsZero() {
				return folder
			}
			base := &options.Base
			if base.Kind == yaml.SequenceNode && len(base.Content) > 0 {
				base = base.Content[0]
			}
			at := base.Value
			if base.Tag == "!relative" {
				variable, rest, _ := strings.Cut(at, "/")
				switch variable {
				case "$docs_dir":
					return path.Join(pages, rest)
				case "$config_dir":
					at = rest
				default:
					return ""
				}
			}
			if at = path.Join(folder, at); !fs.ValidPath(at) {
				return ""
			}
			return at
		}
	}
	return ""
}

// pageOf returns the address of a file's page, including the parts that its metadata set in Docusaurus.
func (s Site) pageOf(file, text string) string {
	url := s.URL(file)
	if s.Kind != Docusaurus || !isSupportedText(file) {
		return url
	}
	f, _ := markup.ByFileName(file)
	head := text[:f.Head(text)]
	folder := path.Dir(strings.TrimSuffix(url, "/"))
	if m := docusaurusSlug.FindStringSubmatch(head); m != nil {
		if strings.HasPrefix(m[1], "/") {
			folder = s.Prefix
		}
		return path.Join(folder, m[1])
	}
	if m := docusaurusID.FindStringSubmatch(head); m != nil {
		return path.Join(folder, m[1])
	}
	return url
}

var (
	docusaurusSlug = regexp.MustCompile(`(?m)^slug:[ \t]*["']?([^"'\s]+)`)
	docusaurusID   = regexp.MustCompile(`(?m)^id:[ \t]*["']?([^"'\s]+)`)
)

// URL returns the address of a file's page from the root of the site, such as "guide/salt/", "guide/salt.html" or "guide/salt".
func (s Site) URL(file string) string {
	name := within(s.Folder, file)
	stem := strings.TrimSuffix(name, path.Ext(name))
	folder, base := path.Split(stem)
	isIndex := strings.EqualFold(base, "index") || strings.EqualFold(base, "readme")
	switch {
	case !isSupportedText(file):
		return path.Join(s.Prefix, name)
	case s.Kind == MDBook && strings.EqualFold(base, "readme"):
		return folder + "index.html"
	case s.Kind == MDBook, s.Kind == Sphinx, s.Kind == Pandoc, s.Kind == AsciiDoc, s.Kind == MkDocs && s.Flat && !isIndex:
		return stem + ".html"
	case s.Kind == MkDocs && s.Flat:
		return folder + "index.html"
	case s.Kind == MkDocs && isIndex:
		return folder
	case s.Kind == MkDocs:
		return stem + "/"
	case s.Kind == Docusaurus:
		names := strings.Split(stem, "/")
		for i, name := range names {
			names[i] = numbered.ReplaceAllString(name, "")
		}
		last := len(names) - 1
		if isIndex || last > 0 && names[last] == names[last-1] {
			return strings.TrimLeft(strings.Join(append([]string{s.Prefix}, names[:last]...), "/")+"/", "/")
		}
		return path.Join(append([]string{s.Prefix}, names...)...)
	}
	return name
}

// numbered matches the number at the beginning of a name, which Docusaurus omits.
var numbered = regexp.MustCompile(`^\d+\s*[-_.]+\s*`)

// within returns a path relative to a folder that contains it.
func within(folder, file string) string {
	if folder == "." || folder == "" {
		return file
	}
	return strings.TrimPrefix(file, folder+"/")
}

// isIn reports whether a file is in a folder.
func isIn(folder, file string) bool {
	return folder == "." || folder == "" || strings.HasPrefix(file, folder+"/")
}
