package agent

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/restructure"
)

type planIn struct {
	Path   string `json:"path" jsonschema:"the text"`
	By     string `json:"by,omitempty" jsonschema:"where it is split: at fragments, which are topics and the default, at headings, or at scenes"`
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

// divisions holds the names of the values of [restructure.Division].
var divisions = []string{"fragments", "headings", "scenes"}

func (s *server) planSplit(ctx context.Context, in planIn) (string, planOut, error) {
	out := planOut{Files: []plannedFile{}}
	by := restructure.Division(max(0, slices.Index(divisions, in.By)))
	d, _, name, err := s.newTextReader().read(ctx, in.Path)
	if err != nil {
		return "", out, err
	}
	number := 0
	edit, err := restructure.SplitDocument(d, by, restructure.Extraction{Name: func(title string) string {
		number++
		return fmt.Sprintf("%02d-%s%s", number, filename.Slug(title), path.Ext(name))
	}})
	if err != nil {
		return "", out, fmt.Errorf("%s cannot be split by %s (%s); give by as another of %s", in.Path, divisions[by], strings.TrimSuffix(err.Error(), "."), formatList(divisions, "and"))
	}
	files := edit.Files
	out.Total = len(files)
	part, next, err := paginate(files, in.Cursor, in.Limit, defaultEntries, mostEntries)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	for _, f := range part {
		read, err := analysis.Read(ctx, rope.New(f.Text), d.Format, d.Settings)
		if err != nil {
			return "", out, err
		}
		out.Files = append(out.Files, plannedFile{path.Base(f.Path), read.Words(), openingWords(f.Text)})
	}
	return out.text(), out, nil
}

func (o *planOut) text() string {
	var b strings.Builder
	if o.Total == 1 {
		b.WriteString("There is nothing to split; all of it would be in one file:")
	} else {
		fmt.Fprintf(&b, "%d files, in this order:", o.Total)
	}
	for _, f := range o.Files {
		fmt.Fprintf(&b, "\n- %s (%d words): %s", f.Name, f.Words, f.Begins)
	}
	return b.String() + moreNote(o.Next, o.Total)
}
