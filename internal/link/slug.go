package link

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug returns the name that a kind of site derives from a heading's title, if no other heading of the page has the same name.
func (k SiteKind) Slug(title string) string {
	switch k {
	case MDBook: // mdbook-html/src/utils.rs, id_from_content
		slug := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsNumber(r), isOtherAlphabetic(r), r == '_', r == '-':
				return r
			case unicode.IsSpace(r):
				return '-'
			}
			return -1
		}, strings.ToLower(strings.TrimSpace(title)))
		return orDefaultSlug(slug)
	case MkDocs: // Python-Markdown, extensions/toc.py, slugify
		ascii := strings.Map(func(r rune) rune {
			switch {
			case r < 0x80 && (r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)), r < 0x80 && unicode.IsSpace(r):
				return r
			}
			return -1
		}, norm.NFKD.String(title))
		return hyphenated.ReplaceAllString(strings.ToLower(strings.TrimSpace(ascii)), "-")
	case Pandoc: // Text.Pandoc.Shared, inlineListToIdentifier
		kept := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("_-. ", r):
				return unicode.ToLower(r)
			case unicode.IsSpace(r):
				return ' '
			}
			return -1
		}, title)
		kept = strings.Join(strings.Fields(kept), "-")
		return orDefaultSlug(strings.TrimLeftFunc(kept, func(r rune) bool { return !unicode.IsLetter(r) }))
	}
	// github-slugger, index.js; MyST-Parser, slugs.py, github_slugify
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), unicode.Is(unicode.Nl, r), unicode.Is(unicode.Pc, r), isOtherAlphabetic(r), r == '-':
			return r
		}
		return -1
	}, strings.ToLower(title))
}

var hyphenated = regexp.MustCompile(`[-\s]+`)

// isOtherAlphabetic reports whether Unicode counts a symbol, such as Ⓐ, as a letter.
func isOtherAlphabetic(r rune) bool { return unicode.Is(unicode.Other_Alphabetic, r) }

func orDefaultSlug(slug string) string {
	if slug == "" {
		return "section"
	}
	return slug
}

// slugs names the headings of one page.
type slugs struct {
	kind SiteKind
	used map[string]int
}

// newSlugs returns a namer for the headings of a page. `taken` lists the names that the text itself defines.
func newSlugs(kind SiteKind, taken []string) *slugs {
	s := &slugs{kind, make(map[string]int)}
	if kind == MkDocs || kind == Pandoc || kind == Docusaurus {
		for _, name := range taken {
			s.used[name] = 0
		}
	}
	return s
}

// next returns the name of the page's next heading.
func (s *slugs) next(title string) string {
	slug := s.kind.Slug(title)
	name := slug
	isUsed := func() bool { _, is := s.used[name]; return is }
	switch s.kind {
	case MkDocs: // toc.py, unique
		for isUsed() || name == "" {
			if m := countedName.FindStringSubmatch(name); m != nil {
				n, _ := strconv.Atoi(m[2])
				name = m[1] + "_" + strconv.Itoa(n+1)
			} else {
				name += "_1"
			}
		}
	default: // mdBook's unique_id, pandoc's uniqueIdent, MyST's unique_slug, github-slugger
		for isUsed() {
			s.used[slug]++
			name = slug + "-" + strconv.Itoa(s.used[slug])
		}
	}
	s.used[name] = 0
	return name
}

var countedName = regexp.MustCompile(`^(.*)_([0-9]+)$`)

// docutilsID returns the id that Docutils derives from a title: nodes.py, make_id.
func docutilsID(title string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(docutilsLetters.Replace(title))) {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			b.WriteRune(r)
		case r < 0x80:
			b.WriteByte(' ')
		}
	}
	return strings.TrimLeft(strings.Join(strings.Fields(b.String()), "-"), "-0123456789")
}

var docutilsLetters = strings.NewReplacer("ß", "sz", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ħ", "h", "ı", "i", "ł", "l", "ŧ", "t")
