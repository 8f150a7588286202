package console

import (
	"bytes"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// foldedWriter folds lines at spaces and between wide characters to fit the terminal. Paths are not cut.
type foldedWriter struct {
	io.Writer
	width int // columns; 0 leaves lines as they are
	held  []byte
}

func (w *foldedWriter) Write(p []byte) (int, error) {
	if w.width == 0 {
		return w.Writer.Write(p)
	}
	w.held = append(w.held, p...)
	end := bytes.LastIndexByte(w.held, '\n') + 1
	if end == 0 {
		return len(p), nil
	}
	var out strings.Builder
	for line := range strings.Lines(string(w.held[:end])) {
		fold(&out, line, w.width)
	}
	w.held = append(w.held[:0], w.held[end:]...)
	if _, err := io.WriteString(w.Writer, out.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes a last line that has no line ending.
func (w *foldedWriter) flush() error {
	if len(w.held) == 0 {
		return nil
	}
	var out strings.Builder
	fold(&out, string(w.held), w.width)
	w.held = nil
	_, err := io.WriteString(w.Writer, out.String())
	return err
}

// fold writes a line, with its ending if it has one, as lines of at most width columns, unless a path is longer.
func fold(out *strings.Builder, line string, width int) {
	if len(line) <= width {
		out.WriteString(line)
		return
	}
	words := splitFoldable(line)
	hang := hangingIndent(words, width)
	column, blank := 0, "" // blank is space that is written before the next word
	for i, word := range words {
		switch {
		case word.isSpace:
			if blank = word.text; i == 0 && word.width > width/2 {
				blank = "" // drop an indent of more than half the width
			}
			continue
		case column+len(blank)+word.width > width && i > 0 && column > hang:
			out.WriteString("\n" + strings.Repeat(" ", hang))
			column = hang
		default:
			out.WriteString(blank)
			column += len(blank)
		}
		blank = ""
		for word.width > width-column && !word.isPath && width-column > 1 {
			head := word.cutAt(width - column)
			out.WriteString(head + "\n" + strings.Repeat(" ", hang))
			column = hang
		}
		out.WriteString(word.text)
		column += word.width
	}
	if strings.HasSuffix(line, "\n") {
		out.WriteByte('\n')
	}
}

// foldableWord is a word of a line, which is cut only if it is too long, or the space beside a word.
type foldableWord struct {
	text    string
	width   int // columns
	isSpace bool
	isPath  bool
}

// cutAt removes and returns the beginning that fits into the given number of columns: at least one character.
func (w *foldableWord) cutAt(columns int) string {
	end, used := 0, 0
	for _, c := range splitGraphemes(w.text) {
		if end > 0 && used+c.width > columns {
			break
		}
		end, used = end+len(c.text), used+c.width
	}
	head := w.text[:end]
	w.text, w.width = w.text[end:], w.width-used
	return head
}

// splitFoldable returns the words of a line and the spaces between them. Between wide characters a word may end without a space.
func splitFoldable(line string) []foldableWord {
	var words []foldableWord
	mayEnd := true // a word may end before the next cluster
	for _, c := range splitGraphemes(strings.TrimRight(line, "\n")) {
		isSpace := c.text == " " || c.text == "\t"
		last := len(words) - 1
		switch {
		case last < 0, words[last].isSpace != isSpace, !isSpace && mayEnd:
			words = append(words, foldableWord{text: c.text, width: c.width, isSpace: isSpace})
		default:
			words[last].text += c.text
			words[last].width += c.width
		}
		mayEnd = c.mayEnd
	}
	for i, w := range words {
		words[i].isPath = strings.ContainsAny(strings.Trim(w.text, `.,;:"“”`), `/\.`)
	}
	return words
}

// hangingIndent returns the indent of continuation lines: the line's own, unless it is too large, or, in a row of a
// table, the start of the last cell in the left half. Cells are separated by more than one space.
func hangingIndent(words []foldableWord, width int) int {
	column, begin := 0, 0
	for i, w := range words {
		switch {
		case w.isSpace && i == 0 || w.isSpace && len(w.text) > 1 && column+w.width <= width/2:
			begin = column + w.width
		}
		column += w.width
	}
	if begin > width/2 {
		return 0
	}
	return begin
}

// grapheme is a character as a reader sees it, or a control sequence.
type grapheme struct {
	text   string
	width  int  // columns
	mayEnd bool // a line may end after it
}

// splitGraphemes returns the characters of a text with their widths; control sequences that colour it have none.
func splitGraphemes(text string) []grapheme {
	var list []grapheme
	state := -1
	for text != "" {
		if strings.HasPrefix(text, begun) {
			end := strings.IndexByte(text, 'm') + 1
			list, text, state = append(list, grapheme{text: text[:end]}), text[end:], -1
			continue
		}
		c, rest, boundaries, next := uniseg.StepString(text, state)
		width := boundaries >> uniseg.ShiftWidth
		isWide := width > 1 || rest != "" && uniseg.StringWidth(firstGrapheme(rest)) > 1
		list = append(list, grapheme{c, width, isWide && boundaries&uniseg.MaskLine == uniseg.LineCanBreak})
		text, state = rest, next
	}
	return list
}

func firstGrapheme(text string) string {
	c, _, _, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	return c
}
