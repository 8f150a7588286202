package main

import (
	"errors"
	"io"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// writeWorkJSON writes a whole work as one object.
func writeWorkJSON(w io.Writer, texts *console.Batch, paths []string, finer int) error {
	read, documents, failed := texts.AnalyseAll(paths)
	if code := console.ExitCode(0); failed != nil && (!errors.As(failed, &code) || texts.Site.Work == nil) {
		return failed
	}
	files := make([]answer.Text, len(documents))
	for i, d := range documents {
		if finer != 0 {
			var err error
			if d, err = d.AdjustBoundaries(finer); err != nil {
				return err
			}
		}
		files[i] = answer.Text{Path: read[i], Title: d.Title(), Document: d}
	}
	site := texts.Site
	j := answer.WorkOf(files)
	j.Path, j.Kind, j.Title = site.DiskPath(site.Folder), site.Kind, site.Title
	if site.Order != "" {
		j.Order = site.DiskPath(site.Order)
	}
	return errors.Join(console.EncodeJSON(w, j), failed)
}
