package gather

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/sentence"
)

// mark is a line above a piece.
type mark struct {
	number int
	name   string
	key    string
}

// betweenTitles separates the file and the titles of sections in the name of a mark. The name in an edited mark is not checked: the writer
// may have replaced a word there, and an editor may show the former file of a piece that has moved.
const betweenTitles = " › "

func (m mark) String() string {
	return "━━━ " + strconv.Itoa(m.number) + " · " + m.name + " · " + m.key + " ━━━"
}

// file returns the file that the name begins with.
func (m mark) file() string {
	file, _, _ := strings.Cut(m.name, betweenTitles)
	return file
}

var markLine = regexp.MustCompile(`^━━━ ([1-9][0-9]{0,6}) · (.*) · ([a-z0-9]{4}) ━━━$`)

// piece is the text below a mark, with LF as line terminator and without blank lines at either end.
type piece struct {
	mark
	text string
}

// parsePieces returns the pieces of a text that segls has made.
func parsePieces(text string) ([]piece, error) {
	first, _, _ := strings.Cut(strings.TrimLeft(withLF(text), "\ufeff \t\n"), "\n")
	m := markLine.FindStringSubmatch(strings.Trim(first, whiteSpace))
	if m == nil {
		return nil, sentence.New("These pieces are no longer known. Gather them again.")
	}
	pieces, _, err := parseMarkedPieces(text, m[3], nil)
	return pieces, err
}

// parseEditedPieces returns the pieces of a text after edits, in their new order. It fails if a mark is missing, changed or repeated, or if
// some text belongs to no piece.
func parseEditedPieces(text string, before []piece) ([]piece, error) {
	marks := make(map[int]mark)
	for _, p := range before {
		marks[p.number] = p.mark
	}
	pieces, above, err := parseMarkedPieces(text, before[0].key, marks)
	if err != nil {
		return nil, err
	}
	count := make(map[int]int)
	for _, p := range pieces {
		count[p.number]++
	}
	for _, p := range before {
		switch n := count[p.number]; {
		case n == 0:
			return nil, sentence.New("The line that marks piece %d is missing, so nothing has been saved. Undo what removed it, or write it again: %s", p.number, p.mark.String())
		case n > 1:
			return nil, sentence.New("The line that marks piece %d appears twice, so nothing has been saved. Remove one of them: %s", p.number, p.mark.String())
		}
	}
	if above != "" {
		return nil, sentence.New("The text above the first mark belongs to no piece, so nothing has been saved: %s", shorten(above))
	}
	return pieces, nil
}

// parseMarkedPieces returns the pieces below marks with a key, and the first line above them. If marks is nil, anything that looks like
// such a mark counts.
func parseMarkedPieces(text, key string, marks map[int]mark) (pieces []piece, above string, err error) {
	var lines []string
	end := func() {
		if len(pieces) > 0 {
			pieces[len(pieces)-1].text = join(lines)
		} else {
			above = strings.TrimSpace(join(lines))
			above, _, _ = strings.Cut(above, "\n")
		}
		lines = nil
	}
	isPiece := func(line string) bool {
		m := markLine.FindStringSubmatch(line)
		if m == nil || m[3] != key {
			return false
		}
		n, _ := strconv.Atoi(m[1])
		_, isKnown := marks[n]
		return marks == nil || isKnown
	}
	number := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(withLF(text), "\ufeff"), "\n") {
		number++
		said := strings.Trim(line, whiteSpace)
		switch {
		case isPiece(said):
			end()
			m := markLine.FindStringSubmatch(said)
			n, _ := strconv.Atoi(m[1])
			pieces = append(pieces, piece{mark: mark{n, m[2], key}})
		case strings.Contains(said, key) && strings.Contains(said, "━━"):
			return nil, "", sentence.New("The line that marks a piece has been changed, so nothing has been saved. Undo that change on line %d: %s", number, said)
		default:
			lines = append(lines, line)
		}
	}
	end()
	return pieces, above, nil
}

// join joins lines to a text, without the blank lines at either end.
func join(lines []string) string {
	for len(lines) > 0 && isBlank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isBlank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

// shorten returns a text shortened for a message to the writer.
func shorten(said string) string {
	const most = 60
	if letters := []rune(said); len(letters) > most {
		return string(letters[:most]) + " …"
	}
	return said
}
