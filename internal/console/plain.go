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

// Printable returns a text as a terminal shows it and does not obey it: control characters, those that turn the direction of writing,
// and bytes that are no text appear as escapes, such as \x1b and \u202e.
func Printable(text string) string {
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

// isControlCharacter reports whether a terminal does something about a character other than showing it.
func isControlCharacter(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// escaped is a character as its escape, which means the same in JSON; or bytes that are none.
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

// Mark stands for the beginning of a sequence that a terminal is to obey, until a [plainWriter] puts it there. Nothing from
// outside can have it: it is another one in each run.
var mark = "\x1b" + rand.Text()

// begun is how a sequence begins that a terminal obeys.
const begun = "\x1b["

// plainWriter writes text for a terminal, or for another program that shows it on one. Of what is written nothing is obeyed but
// line feeds, tabs and what a [Styles] has marked; see [Printable].
type plainWriter struct {
	io.Writer
	raw  bool   // what comes is data: only marks are replaced
	held []byte // the beginning of a character or of a mark, to be continued
}

// Write implements [io.Writer].
func (w *plainWriter) Write(p []byte) (int, error) {
	if err := w.write(p, false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes what is held.
func (w *plainWriter) flush() error {
	if len(w.held) == 0 {
		return nil
	}
	return w.write(nil, true)
}

func (w *plainWriter) write(p []byte, isLast bool) error {
	if len(w.held) > 0 {
		p = append(w.held, p...)
		w.held = nil
	}
	var out bytes.Buffer
	from := 0 // which has not been written yet
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

// TextWriter returns a writer of text that a terminal may come to show; see [Printable]. What it is given must be whole characters.
func TextWriter(w io.Writer) io.Writer { return &plainWriter{Writer: w} }

// DataWriter returns the writer of a command for what is data: a text, a page, a picture.
func DataWriter(w io.Writer) io.Writer {
	if watched, isWatched := w.(*watchedWriter); isWatched {
		if plain, isPlain := watched.Writer.(*plainWriter); isPlain {
			return &watchedWriter{Writer: plain.Writer, before: watched.before, as: watched}
		}
	}
	return w
}
