package markup

import "bytes"

// This file finds bare addresses, such as `https://x` and `www.x`, which are not prose in any format.

// blankAddresses replaces the bare addresses of a plain text by spaces.
func blankAddresses(run []byte) {
	if !mayHaveAddresses(run) {
		return
	}
	for i := 0; i < len(run); i++ {
		switch run[i] {
		case 'h', 'H', 'w', 'W', 'f', 'F', 'm', 'M':
			n := bareAddressLen(run, i)
			fillBytes(run[i:i+n], ' ')
			i += max(0, n-1)
		}
	}
}

// mayHaveAddresses is a cheap check of whether a text may have addresses. It misses `wWw` and `WwW`.
func mayHaveAddresses(run []byte) bool {
	for rest := run; ; {
		colon := bytes.IndexByte(rest, ':')
		if colon < 0 {
			break
		}
		if colon > 0 && rest[colon-1]|0x20 == 'o' || bytes.HasPrefix(rest[colon+1:], []byte("//")) {
			return true
		}
		rest = rest[colon+1:]
	}
	return bytes.Contains(run, []byte("ww")) || bytes.Contains(run, []byte("WW"))
}

// bareAddressLen returns the length of the address without angle brackets at i, or 0. Punctuation at its end belongs to the sentence.
func bareAddressLen(run []byte, i int) int {
	if !mayBeAddress(run[i:]) || i > 0 && isWordByte(run[i-1]) || !hasAddressPrefix(run[i:]) {
		return 0
	}
	end := i
	for end < len(run) && !isSpace(run[end]) && run[end] != '<' && run[end] != '>' {
		end += max(1, templateLen(run, end))
	}
	unopened := bytes.Count(run[i:end], []byte{')'}) - bytes.Count(run[i:end], []byte{'('})
	for end > i && bytes.IndexByte([]byte(`.,;:!?'"*_~)]`), run[end-1]) >= 0 {
		if run[end-1] == ')' {
			if unopened <= 0 {
				break
			}
			unopened--
		}
		end--
	}
	return end - i
}

// templateLen returns the length of the template at i within an address, `{{ x }}` or `{% x %}`, or 0.
func templateLen(run []byte, i int) int {
	const longest = 100
	if run[i] != '{' || i+1 == len(run) || run[i+1] != '{' && run[i+1] != '%' {
		return 0
	}
	closing := "}}"
	if run[i+1] == '%' {
		closing = "%}"
	}
	line, _, _ := bytes.Cut(run[i+2:min(len(run), i+longest)], []byte{'\n'})
	if n := bytes.Index(line, []byte(closing)); n >= 0 {
		return 2 + n + 2
	}
	return 0
}

var addressPrefixes = [][]byte{[]byte("http://"), []byte("https://"), []byte("ftp://"), []byte("mailto:"), []byte("www.")}

// mayBeAddress is a cheap check of whether b may begin with a prefix, by its second and third letters.
func mayBeAddress(b []byte) bool {
	if len(b) < len("www.x") {
		return false
	}
	switch b[1] | 0x20 {
	case 't':
		return b[2]|0x20 == 't' || b[2]|0x20 == 'p' // http, ftp
	case 'w', 'a':
		return b[2]|0x20 == 'w' || b[2]|0x20 == 'i' // www, mailto
	}
	return false
}

func hasAddressPrefix(b []byte) bool {
	for _, prefix := range addressPrefixes {
		if len(b) > len(prefix) && bytes.EqualFold(b[:len(prefix)], prefix) {
			return true
		}
	}
	return false
}
