package answer

import (
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/library"
)

// Passage is a related passage. Its path is relative to the folder of the search, offsets are in bytes, and lines are counted from 1.
type Passage struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"`
	Start   int      `json:"start"`
	End     int      `json:"end"`
	Section []string `json:"section"` // titles, the outermost first
	Title   string   `json:"title"`
	Score   float64  `json:"score"`
	Shared  []string `json:"shared" jsonschema:"the terms that both have"`
}

// PassageOf returns the passage for a match in a library.
func PassageOf(m library.RelatedPassage) Passage {
	return Passage{m.Name, m.Line + 1, m.Span.Start, m.Span.End, nonNilTerms(m.Section), m.Title, m.Score, nonNilTerms(m.Shared)}
}

// SectionTitlesAt returns the titles of the sections around an offset, the outermost first.
func SectionTitlesAt(sections []analysis.Section, offset int) (titles []string) {
	for _, s := range sections {
		if title := strings.TrimSpace(s.Title); s.Span.Start <= offset && offset < s.Span.End && title != "" {
			titles = append(titles, title)
		}
	}
	return titles
}

// TitlePath returns the title of a passage after those of the sections that contain it.
func TitlePath(section []string, title string) string {
	if n := len(section); n > 0 && section[n-1] == title {
		section = section[:n-1]
	}
	return strings.Join(append(section[:len(section):len(section)], title), " › ")
}
