package session

import (
	"context"
	"errors"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// Analyst makes analyses. Tests replace its functions with functions that fail.
type Analyst struct {
	Analyze func(context.Context, rope.Text, markup.Format, analysis.Settings, ...string) (*analysis.Document, error)
	Edit    func(*analysis.Document, context.Context, analysis.Edit) (*analysis.Document, error)

	// Caught returns the error for a panic, which is or wraps [ErrPanicked], or nil if panicked is nil.
	Caught func(during string, panicked any) error
}

// ErrPanicked is the error for a panic, which the log describes.
var ErrPanicked = errors.New("segls has failed; its log says more")

// ErrReplaced is the error of an analysis that is no longer needed, because its file has been replaced or closed.
var ErrReplaced = errors.New("the document has changed")

// CatchPanic calls f and turns a panic into an error.
func (a *Analyst) CatchPanic(during string, f func() (*analysis.Document, error)) (d *analysis.Document, err error) {
	defer func() {
		if failure := a.Caught(during, recover()); failure != nil {
			d, err = nil, failure
		}
	}()
	return f()
}
