package restructure

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
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
	slug := norm.NFC.String(b.String())
	if slug == "" {
		return "part"
	}
	if IsDevice(slug) {
		return slug + "-part"
	}
	return slug
}

// IsDevice reports whether Windows takes a file's name for a device, whatever its ending.
func IsDevice(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	name = strings.ToLower(strings.TrimRight(name, " "))
	switch name {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	port, isPort := strings.CutPrefix(name, "com")
	if !isPort {
		port, isPort = strings.CutPrefix(name, "lpt")
	}
	return isPort && utf8.RuneCountInString(port) == 1 && strings.Contains("0123456789¹²³", port)
}

// IsPortable reports whether every system takes a file's name, without a folder, and reads
// it as it stands.
func IsPortable(name string) bool {
	return name != "" && name != "." && name != ".." && len(name) <= longestName && utf8.ValidString(name) &&
		!strings.HasSuffix(name, ".") && !strings.HasSuffix(name, " ") && !IsDevice(name) &&
		!strings.ContainsAny(name, `\/:*?"<>|`) && !strings.ContainsFunc(name, unicode.IsControl)
}

// longestName is the most bytes that a file's name has on the systems that count them.
const longestName = 255

// NameKey is a file's name as those systems compare it that take fewest names for different
// ones: in any case, and whether accents are letters of their own or not.
func NameKey(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(name)))
}

// FreeName is a slug with an ending such as ".md", and with a number before it if that
// name is taken. The name is asked for by its key.
func FreeName(slug, ending string, taken func(key string) bool) string {
	name := slug + ending
	for n := 2; taken(NameKey(name)); n++ {
		name = fmt.Sprintf("%s-%d%s", slug, n, ending)
	}
	return name
}
