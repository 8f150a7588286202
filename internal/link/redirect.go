package link

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
)

// Redirect maps the former address of a page, or of a part of a page, to its present address.
type Redirect struct {
	From, To string // from the root of the site, with a leading slash

	// FromPath and ToPath are the files, relative to the folder of the site; "" for parts of pages.
	FromPath, ToPath string
}

// RedirectFormat is a file format of redirects.
type RedirectFormat string

// The formats.
const (
	PlainRedirects      RedirectFormat = "text"       // two addresses on a line
	NetlifyRedirects    RedirectFormat = "netlify"    // _redirects
	MkDocsRedirects     RedirectFormat = "mkdocs"     // redirect_maps of mkdocs-redirects, in YAML
	DocusaurusRedirects RedirectFormat = "docusaurus" // of @docusaurus/plugin-client-redirects, in JSON
)

// RedirectFormats lists all formats.
var RedirectFormats = []RedirectFormat{PlainRedirects, NetlifyRedirects, MkDocsRedirects, DocusaurusRedirects}

// Redirects returns the addresses of pages, and of places in them, that a change removes, each with the new address of its text.
func (x *Index) Redirects(r Result) []Redirect {
	m := mender{x: x, after: x.AfterChange(r), change: Change{Renamed: r.Renamed}, movedBytes: r.spread}
	var list []Redirect
	for name := range r.files {
		f := x.file(name)
		if f == nil || f.format.Name == markup.LaTeX.Name || f.format.Name == markup.Typst.Name || f.format.Name == markup.PlainText.Name || strings.HasPrefix(path.Base(name), "_") {
			continue // not a page
		}
		from := "/" + f.url
		now, _ := m.fileAfter(name)
		if now == "" {
			g, reason := m.firstHeadingTarget(Link{}, resolvedLink{Target: Target{Path: name}, isKnown: true})
			if reason != nil {
				continue
			}
			list = append(list, m.newRedirect(f, from, name, g.path, g.name))
		} else if now != name && m.after.file(name) == nil {
			list = append(list, m.newRedirect(f, from, name, now, ""))
		}
		for _, a := range f.anchors {
			if a.Form != Address {
				continue
			}
			to, at, ok := m.newPlace(name, a.at, name)
			if !ok {
				continue
			}
			b, ok := m.anchorAt(to, at, resolvedLink{Target: Target{Anchor: a.Name}}, Link{})
			if ok && (to != now || b.Name != a.Name) {
				list = append(list, m.newRedirect(f, from+"#"+a.Name, "", to, b.Name))
			}
		}
	}
	slices.SortFunc(list, func(a, b Redirect) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return slices.Compact(list)
}

// newRedirect returns the redirect from an address to a file, or to a place in it.
func (m mender) newRedirect(f *file, from, fromPath, to, anchor string) Redirect {
	d := Redirect{From: from, To: "/" + m.after.file(to).url}
	if anchor != "" {
		d.To += "#" + anchor
	}
	if fromPath != "" {
		d.FromPath, d.ToPath = within(f.site.Folder, fromPath), within(f.site.Folder, to)
		if anchor != "" {
			d.ToPath += "#" + anchor
		}
	}
	return d
}

// FormatRedirects returns redirects in a format. Formats that can redirect only whole pages omit parts of pages.
func (f RedirectFormat) FormatRedirects(list []Redirect) string {
	pages := slices.DeleteFunc(slices.Clone(list), func(d Redirect) bool { return d.FromPath == "" })
	var b bytes.Buffer
	writeLine := func(d Redirect, end string) { // spaces separate the addresses
		fmt.Fprintf(&b, "%s %s%s\n", strings.ReplaceAll(d.From, " ", "%20"), strings.ReplaceAll(d.To, " ", "%20"), end)
	}
	switch f {
	case NetlifyRedirects:
		for _, d := range pages {
			writeLine(d, " 301")
		}
	case MkDocsRedirects:
		maps := yaml.Node{Kind: yaml.MappingNode}
		for _, d := range pages {
			maps.Content = append(maps.Content, scalar(d.FromPath), scalar(d.ToPath))
		}
		redirects := mapping("redirects", mapping("redirect_maps", &maps))
		plugins := mapping("plugins", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{redirects}})
		e := yaml.NewEncoder(&b)
		e.SetIndent(2)
		_ = e.Encode(plugins) // cannot fail
	case DocusaurusRedirects:
		type redirect struct {
			From string `json:"from"`
			To   string `json:"to"`
		}
		settings := struct {
			Redirects []redirect `json:"redirects"`
		}{[]redirect{}}
		for _, d := range pages {
			to, _, _ := strings.Cut(d.To, "#") // the plug-in takes paths
			settings.Redirects = append(settings.Redirects, redirect{d.From, to})
		}
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		_ = e.Encode(settings) // cannot fail
	default:
		for _, d := range list {
			writeLine(d, "")
		}
	}
	return b.String()
}

func scalar(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
}

func mapping(key string, value *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(key), value}}
}
