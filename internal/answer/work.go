package answer

import "github.com/segls/segls/analysis"

// Work is the output of `segls fragment --work --format json`: paragraphs, gaps and fragments of
// all files in their order, each with the path of the file that its offsets and lines refer to.
type Work struct {
	Path       string          `json:"path"` // of the folder
	Order      string          `json:"order,omitempty"`
	Kind       string          `json:"kind"`
	Title      string          `json:"title"`
	Words      int             `json:"words"`
	Files      []File          `json:"files"`
	Paragraphs []WorkParagraph `json:"paragraphs"`
	Gaps       []WorkGap       `json:"gaps"`
	Fragments  []WorkFragment  `json:"fragments"`
	Statistics Statistics      `json:"statistics"`
}

// File is a file of a work.
type File struct {
	Path     string         `json:"path"`
	Markup   string         `json:"markup"`
	Language string         `json:"language"`
	Title    string         `json:"title"`
	Words    int            `json:"words"`
	Target   int            `json:"target"`
	Settings map[string]any `json:"settings"`
}

// WorkParagraph is a paragraph of a [Work].
type WorkParagraph struct {
	Path string `json:"path"`
	Paragraph
}

// WorkGap is a gap of a [Work].
type WorkGap struct {
	Path string `json:"path"`
	Gap
}

// WorkFragment is a fragment of a [Work].
type WorkFragment struct {
	Path string `json:"path"`
	Fragment
}

// WorkOf returns the results for the files of a work, in their order. The caller fills in the fields about the work itself.
func WorkOf(texts []Text) Work {
	w := Work{Files: []File{}, Paragraphs: []WorkParagraph{}, Gaps: []WorkGap{}, Fragments: []WorkFragment{}}
	var words []int
	preferred := 0
	for i, t := range texts {
		told := DocumentOf(t.Path, t.Document)
		w.Words += told.Words
		w.Files = append(w.Files, fileOf(t))
		for _, p := range told.Paragraphs {
			w.Paragraphs = append(w.Paragraphs, WorkParagraph{t.Path, p})
		}
		for _, g := range told.Gaps {
			w.Gaps = append(w.Gaps, WorkGap{t.Path, g})
		}
		for _, f := range told.Fragments {
			w.Fragments = append(w.Fragments, WorkFragment{t.Path, f})
			words = append(words, f.Words)
		}
		if i == 0 {
			preferred = t.Preferred()
		}
	}
	w.Statistics = StatisticsOf(words, preferred)
	return w
}

func fileOf(t Text) File {
	return File{t.Path, t.Format.Name, t.Language.Code, t.Title, t.Words(), t.Preferred(), analysis.DeclaredSettings.Map(&t.Settings)}
}
