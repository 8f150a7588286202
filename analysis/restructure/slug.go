package restructure

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestSlug is the most bytes of a title that a file's name takes.
const longestSlug = 60

// Slug is a file's name made of a title, without an ending: its letters and digits in
// lower case, with hyphens between them. It is never empty, and no name that Windows
// keeps for devices.
func Slug(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) || r == utf8.RuneError {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		if b.Len()+utf8.RuneLen(r) > longestSlug {
			whole := b.String()
			if word := strings.LastIndexByte(whole, '-'); word > 0 {
				return whole[:word]
			}
			return whole
		}
		gap = false
		b.WriteRune(r)
	}
	slug := b.String()
	if slug == "" {
		return "part"
	}
	if IsDevice(slug) {
		return slug + "-part"
	}
	return slug
}

// IsDevice tells whether Windows takes a file's name for a device, whatever its ending.
func IsDevice(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt")) && unicode.IsDigit(rune(name[3]))
}

// FreeName is a slug with an ending such as ".md", and with a number before it if that
// name is taken. The name is asked for in lower case, as some systems compare names.
func FreeName(slug, ending string, taken func(name string) bool) string {
	name := slug + ending
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s-%d%s", slug, n, ending)
	}
	return name
}
