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

func (m mark) String() string {
	return "━━━ " + strconv.Itoa(m.number) + " · " + m.name + " · " + m.key + " ━━━"
}

var markLine = regexp.MustCompile(`^━━━ ([1-9][0-9]{0,6}) · (.*) · ([a-z0-9]{4}) ━━━$`)

// piece is what a text has below a mark: LF for each line end, no blank lines at both ends.
type piece struct {
	mark
	text string
}

// read returns the pieces of a text that segls has made.
func read(text string) ([]piece, error) {
	first, _, _ := strings.Cut(strings.TrimLeft(withLF(text), "\ufeff \t\n"), "\n")
	m := markLine.FindStringSubmatch(strings.Trim(first, whiteSpace))
	if m == nil {
		return nil, sentence.New("These pieces are no longer known. Gather them again.")
	}
	return readMarked(text, m[3], nil)
}

// readEdited returns the pieces of a text after edits, in their order. All of those before are there.
func readEdited(text string, before []piece) ([]piece, error) {
	marks := make(map[string]bool)
	for _, p := range before {
		marks[p.mark.String()] = true
	}
	pieces, err := readMarked(text, before[0].key, marks)
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
			return nil, sentence.New("The line that marks piece %d is there twice, so nothing has been saved. Remove one of them: %s", p.number, p.mark.String())
		}
	}
	return pieces, nil
}

// readMarked returns the pieces below marks with a key; without marks, below whatever looks like one.
func readMarked(text, key string, marks map[string]bool) (pieces []piece, err error) {
	var lines []string
	end := func() {
		if len(pieces) > 0 {
			pieces[len(pieces)-1].text = join(lines)
		}
		lines = nil
	}
	number := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(withLF(text), "\ufeff"), "\n") {
		number++
		said := strings.Trim(line, whiteSpace)
		m := markLine.FindStringSubmatch(said)
		switch {
		case m != nil && m[3] == key && (marks == nil || marks[said]):
			end()
			n, _ := strconv.Atoi(m[1])
			pieces = append(pieces, piece{mark: mark{n, m[2], key}})
		case strings.Contains(said, key) && strings.Contains(said, "━━"):
			return nil, sentence.New("The line that marks a piece has been changed, so nothing has been saved. Undo that change in line %d: %s", number, said)
		case len(pieces) == 0 && said != "":
			return nil, sentence.New("There is text above the first mark, which belongs to no piece, so nothing has been saved: %s", shorten(said))
		default:
			lines = append(lines, line)
		}
	}
	end()
	return pieces, nil
}

// join returns lines as a text without blank lines at both ends.
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
