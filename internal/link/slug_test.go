package link

import (
	"slices"
	"testing"
)

// TestSlug compares slugs with those of the programs themselves, or of their documentation.
func TestSlug(t *testing.T) {
	for _, c := range []struct {
		kind        SiteKind
		title, want string
	}{
		{GitHub, "The salt road", "the-salt-road"},
		{GitHub, "What's new? (2.0)", "whats-new-20"},
		{GitHub, "a_b  c - d", "a_b--c---d"},
		{GitHub, "Größe & Maß", "größe--maß"},
		{GitHub, "I ♥ unicode", "i--unicode"},
		{GitHub, "中文 标题", "中文-标题"},
		{Docusaurus, "C++ & C#", "c--c"},
		{Sphinx, "What's new?", "whats-new"},
		{MDBook, "`--passes`: add more rustdoc passes", "--passes-add-more-rustdoc-passes"},
		{MDBook, "Method-call 🐙 expressions", "method-call--expressions"},
		{MDBook, "  Über uns ", "über-uns"},
		{MDBook, "::", "section"},
		{MDBook, "1.2 Salt", "12-salt"},
		{MkDocs, "The salt road", "the-salt-road"},
		{MkDocs, "žlutý kůň", "zluty-kun"},
		{MkDocs, "a - b -- c", "a-b-c"},
		{MkDocs, "What's new? (2.0)", "whats-new-20"},
		{MkDocs, "custom_dir", "custom_dir"},
		{MkDocs, "中文", ""},
		{Pandoc, "Heading identifiers in HTML", "heading-identifiers-in-html"},
		{Pandoc, "Maître d'hôtel", "maître-dhôtel"},
		{Pandoc, "Dogs?--in my house?", "dogs--in-my-house"},
		{Pandoc, "[HTML], [S5], or [RTF]?", "html-s5-or-rtf"},
		{Pandoc, "3. Applications", "applications"},
		{Pandoc, "33", "section"},
	} {
		if got := c.kind.Slug(c.title); got != c.want {
			t.Errorf("%q: %q becomes %q, want %q", c.kind, c.title, got, c.want)
		}
	}
	for title, want := range map[string]string{"The salt road": "the-salt-road", "1. Söhne & Töchter": "sohne-tochter", "Straße": "strasze", "_private_": "private", "中文": ""} {
		if got := docutilsID(title); got != want {
			t.Errorf("Docutils: %q becomes %q, want %q", title, got, want)
		}
	}
}

// TestSlugsOfEqualHeadings checks the names of equal headings on a page.
func TestSlugsOfEqualHeadings(t *testing.T) {
	for _, c := range []struct {
		kind   SiteKind
		taken  []string
		titles []string
		want   []string
	}{
		{GitHub, nil, []string{"Salt", "Salt", "Salt"}, []string{"salt", "salt-1", "salt-2"}},
		{GitHub, nil, []string{"foo", "foo", "foo 1"}, []string{"foo", "foo-1", "foo-1-1"}},
		{GitHub, nil, []string{"foo 1", "foo", "foo"}, []string{"foo-1", "foo", "foo-2"}},
		{MDBook, nil, []string{"Salt", "Salt 1", "Salt"}, []string{"salt", "salt-1", "salt-2"}},
		{MkDocs, nil, []string{"Salt", "Salt", "Salt"}, []string{"salt", "salt_1", "salt_2"}},
		{MkDocs, []string{"salt"}, []string{"Salt"}, []string{"salt_1"}},
		{MkDocs, nil, []string{"中文", "日本"}, []string{"_1", "_2"}},
		{Pandoc, nil, []string{"Salt", "Salt", "1", "2"}, []string{"salt", "salt-1", "section", "section-1"}},
		{Docusaurus, []string{"salt"}, []string{"Salt"}, []string{"salt-1"}},
	} {
		s := newSlugs(c.kind, c.taken)
		var got []string
		for _, title := range c.titles {
			got = append(got, s.next(title))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q become %q, want %q", c.kind, c.titles, got, c.want)
		}
	}
}

func TestURL(t *testing.T) {
	for _, c := range []struct {
		site       Site
		file, want string
	}{
		{Site{Kind: MDBook, Folder: "src"}, "src/guide/README.md", "guide/index.html"},
		{Site{Kind: MDBook, Folder: "src"}, "src/guide/salt.md", "guide/salt.html"},
		{Site{Kind: MkDocs, Folder: "docs"}, "docs/guide/salt.md", "guide/salt/"},
		{Site{Kind: MkDocs, Folder: "docs"}, "docs/guide/index.md", "guide/"},
		{Site{Kind: MkDocs, Folder: "docs"}, "docs/index.md", ""},
		{Site{Kind: MkDocs, Folder: "docs", Flat: true}, "docs/guide/README.md", "guide/index.html"},
		{Site{Kind: MkDocs, Folder: "docs"}, "docs/img/a.png", "img/a.png"},
		{Site{Kind: Docusaurus, Folder: "docs", Prefix: "docs"}, "docs/02-guide/03-salt.md", "docs/guide/salt"},
		{Site{Kind: Docusaurus, Folder: "docs", Prefix: "docs"}, "docs/guide/index.md", "docs/guide/"},
		{Site{Kind: Docusaurus, Folder: "docs", Prefix: "docs"}, "docs/guide/guide.mdx", "docs/guide/"},
		{Site{Kind: Sphinx, Folder: "."}, "a/b.rst", "a/b.html"},
		{Site{}, "a/b.md", "a/b.md"},
	} {
		if got := c.site.URL(c.file); got != c.want {
			t.Errorf("%v: %s is at %q, want %q", c.site, c.file, got, c.want)
		}
	}
}
