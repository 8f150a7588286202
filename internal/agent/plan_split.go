package agent

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/restructure"
)

type planIn struct {
	Path   string `json:"path" jsonschema:"a text"`
	By     string `json:"by,omitempty" jsonschema:"fragments (by topic, the default), headings or scenes"`
	Cursor int    `json:"cursor,omitempty" jsonschema:"the file to begin with, from next of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many files at most; 100 by default, 500 at most"`
}

type planOut struct {
	Files []plannedFile `json:"files" jsonschema:"in the order of the text, which becomes their index"`
	Total int           `json:"total"`
	Next  *int          `json:"next,omitempty" jsonschema:"the cursor for more files"`
}

type plannedFile struct {
	Name   string `json:"name"`
	Words  int    `json:"words"`
	Begins string `json:"begins"`
}

func (s *server) planSplit(ctx context.Context, in planIn) (string, planOut, error) {
	out := planOut{Files: []plannedFile{}}
	by := restructure.ByFragments
	switch in.By {
	case "", "fragments":
	case "headings":
		by = restructure.ByHeadings
	case "scenes":
		by = restructure.ByScenes
	default:
		return "", out, fmt.Errorf("by: %q is neither fragments, headings nor scenes", in.By)
	}
	d, _, name, err := s.read(ctx, in.Path)
	if err != nil {
		return "", out, err
	}
	number := 0
	edit, err := restructure.SplitDocument(d, by, restructure.Extraction{Name: func(title string) string {
		number++
		return fmt.Sprintf("%02d-%s%s", number, filename.Slug(title), path.Ext(name))
	}})
	if err != nil {
		return "", out, fmt.Errorf("%s: %w", in.Path, err)
	}
	files := edit.Files
	out.Total = len(files)
	part, next, err := paginate(files, in.Cursor, in.Limit, defaultEntries, mostEntries)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	for _, f := range part {
		out.Files = append(out.Files, plannedFile{path.Base(f.Path), len(strings.Fields(f.Text)), opening(f.Text)})
	}
	return "", out, nil
}
