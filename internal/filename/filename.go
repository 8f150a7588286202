// Package filename makes file names that every system accepts, and compares them as the strictest systems do.
package filename

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
	"golang.org/x/text/unicode/norm"
)

// longestSlug is the greatest number of bytes that a title contributes to a file name.
const longestSlug = 60

// Slug returns a file name made of the letters and digits of a title, without an extension. It is never empty, and never a name that
// Windows reserves for devices.
func Slug(title string) string {
	slug := norm.NFC.String(cutWords(title))
	if slug == "" {
		return "part"
	}
	if IsDevice(slug) {
		return slug + "-part"
	}
	return slug
}

// cutWords returns the words at the beginning of a title, as [Slug] describes; "" if there are none.
func cutWords(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if r == '\'' || r == '’' { // harpooneer's is one word
			continue
		}
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
	return b.String()
}

// IsDevice reports whether Windows reserves a file name for a device, regardless of its extension.
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

// IsPortable reports whether every system accepts a file name, without a folder, and stores it unchanged.
func IsPortable(name string) bool {
	return name != "" && name != "." && name != ".." && len(name) <= longestName && utf8.ValidString(name) &&
		!strings.HasSuffix(name, ".") && !strings.HasSuffix(name, " ") && !IsDevice(name) &&
		!strings.ContainsAny(name, `\/:*?"<>|`) && !strings.ContainsFunc(name, unicode.IsControl)
}

// longestName is the greatest number of bytes in a file name on systems that count bytes.
const longestName = 255

// ComparisonKey returns a key that is equal for file names that differ only in case or in the
// encoding of accents, as the strictest systems compare them.
func ComparisonKey(name string) string {
	return norm.NFC.String(string(util.DoFullUnicodeCaseFolding(norm.NFD.Bytes([]byte(name)))))
}

// UnusedName returns a slug with an extension such as ".md", and with a number before that if the name is taken.
// taken is called with the [ComparisonKey] of a name.
func UnusedName(slug, ending string, taken func(key string) bool) string {
	name := slug + ending
	for n := 2; taken(ComparisonKey(name)); n++ {
		name = fmt.Sprintf("%s-%d%s", slug, n, ending)
	}
	return name
}
