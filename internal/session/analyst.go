package session

import (
	"context"
	"errors"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// Analyst makes analyses. Tests replace its functions by some that fail.
type Analyst struct {
	Analyze func(context.Context, rope.Text, markup.Format, analysis.Settings, ...string) (*analysis.Document, error)
	Edit    func(*analysis.Document, context.Context, analysis.Edit) (*analysis.Document, error)

	// Caught returns the error that stands for a panic, which is or wraps [ErrPanicked]; nil for nil.
	Caught func(during string, panicked any) error
}

// ErrPanicked stands for a panic, which the log describes.
var ErrPanicked = errors.New("segls has made a mistake; its log has more")

// ErrReplaced is the error of an analysis that nobody needs any more, because another text has
// taken the place of its file, or the file has been closed.
var ErrReplaced = errors.New("the document has changed")

// Contain makes an analysis, and turns a panic into an error.
func (a *Analyst) Contain(during string, f func() (*analysis.Document, error)) (d *analysis.Document, err error) {
	defer func() {
		if failure := a.Caught(during, recover()); failure != nil {
			d, err = nil, failure
		}
	}()
	return f()
}
