package console

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// EscapeForTerminal escapes what a terminal would obey, and invalid bytes, as in \x1b for a control character and
// \u202e for one that changes the writing direction.
func EscapeForTerminal(text string) string {
	var b strings.Builder
	for i, r := range text {
		if isControlCharacter(r) || r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(text[i:])
			b.WriteString(escaped(r, text[i:i+size]))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isControlCharacter reports whether a terminal acts on a character instead of showing it.
func isControlCharacter(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// escaped returns the escape of a control character or of an invalid byte.
func escaped[S string | []byte](r rune, encoded S) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r == utf8.RuneError && len(encoded) == 1:
		return fmt.Sprintf(`\x%02x`, encoded[0])
	case r == utf8.RuneError:
		return string(encoded)
	case r < ' ':
		return fmt.Sprintf(`\x%02x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// mark replaces the beginning of our control sequences until an [escapingWriter] restores it. It is random, so no text can contain it.
var mark = "\x1b" + rand.Text()

// begun is the beginning of a control sequence.
const begun = "\x1b["

// escapingWriter writes text that a terminal may show. It lets through line endings, tabs and sequences marked by [Styles].
type escapingWriter struct {
	io.Writer
	raw  bool   // the input is data: only marks are replaced
	held []byte // the beginning of a character or of a mark, to be continued
}

// Write implements [io.Writer].
func (w *escapingWriter) Write(p []byte) (int, error) {
	if err := w.write(p, false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes the bytes held.
func (w *escapingWriter) flush() error {
	if len(w.held) == 0 {
		return nil
	}
	return w.write(nil, true)
}

func (w *escapingWriter) write(p []byte, isLast bool) error {
	if len(w.held) > 0 {
		p = append(w.held, p...)
		w.held = nil
	}
	var out bytes.Buffer
	from := 0 // start of the bytes not written yet
	for i := 0; i < len(p); {
		if c := p[i]; c < utf8.RuneSelf && c >= ' ' && c != 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		rest := p[i:]
		isBegun := len(rest) < len(mark) && strings.HasPrefix(mark, string(rest)) || !w.raw && (!utf8.FullRune(rest) || string(rest) == "\r")
		if isBegun && !isLast {
			out.Write(p[from:i])
			w.held = bytes.Clone(rest)
			from = len(p)
			break
		}
		r, size := utf8.DecodeRune(rest)
		shown := ""
		switch {
		case bytes.HasPrefix(rest, []byte(mark)):
			shown, size = begun, len(mark)
		case w.raw, !isControlCharacter(r) && (r != utf8.RuneError || size > 1), bytes.HasPrefix(rest, []byte("\r\n")):
			i += size
			continue
		default:
			shown = escaped(r, rest[:size])
		}
		out.Write(p[from:i])
		out.WriteString(shown)
		i += size
		from = i
	}
	if from == 0 {
		_, err := w.Writer.Write(p)
		return err
	}
	out.Write(p[from:])
	_, err := out.WriteTo(w.Writer)
	return err
}

// TextWriter returns a writer that escapes text for a terminal. Each write must consist of whole characters.
func TextWriter(w io.Writer) io.Writer { return &escapingWriter{Writer: w} }

// DataWriter returns a writer to the same output as w, the output of a command, that neither escapes nor folds.
func DataWriter(w io.Writer) io.Writer {
	if watched, isWatched := w.(*stickyErrorWriter); isWatched {
		if plain, isPlain := watched.Writer.(*escapingWriter); isPlain {
			w := plain.Writer
			if folded, isFolded := w.(*foldedWriter); isFolded {
				w = folded.Writer
			}
			return &stickyErrorWriter{Writer: w, before: watched.before, as: watched}
		}
	}
	return w
}
