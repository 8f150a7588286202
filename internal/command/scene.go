package command

import (
	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// beginScene begins a scene with the fragment of the argument, or else with the paragraph at the offset.
func beginScene(t *Task) (restructure.Edit, error) {
	if t.Argument.ID != "" {
		return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
			return restructure.BeginScene(d, d.Fragment(i).First)
		})(t)
	}
	return paragraphEdit(restructure.BeginScene)(t)
}

// sceneEdit applies an edit of a fragment to the scene that the argument is in, with another title.
func sceneEdit(title *sentence.Sentence, edit textEditFunc) textEditFunc {
	return func(t *Task) (restructure.Edit, error) {
		if _, err := t.Fragment(); err != nil {
			return restructure.Edit{}, err
		}
		e, err := restructure.WithScenesAsFragments(t.Document, func(scenes *analysis.Document) (restructure.Edit, error) {
			on := *t
			on.Document, on.Argument = scenes, sceneArgument(t.Argument, t.Document, scenes, t.Document, scenes)
			return edit(&on)
		})
		e.Title = title
		return e, err
	}
}

// sceneChange applies a change of a fragment to the scene that the argument is in.
func sceneChange(title func(f *WorkTask) *sentence.Sentence, change fileChangeFunc) fileChangeFunc {
	return func(f *WorkTask) (rearrange.Change, error) {
		c, err := rearrange.WithScenesAsFragments(f.Work, f.Path, func(scenes rearrange.Work) (rearrange.Change, error) {
			d, to := f.Path, f.To
			if to == "" {
				to = d
			}
			on := *f
			on.Work, on.Argument = scenes, sceneArgument(f.Argument, f.Documents[d], scenes.Documents[d], f.Documents[to], scenes.Documents[to])
			return change(&on)
		})
		c.Title = title(f)
		return c, err
	}
}

// sceneArgument returns an argument with the ids of fragments replaced by those of their scenes.
func sceneArgument(a Argument, d, scenes, target, there *analysis.Document) Argument {
	a.ID, a.ToID, a.End = sceneID(d, scenes, a.ID), sceneID(target, there, a.ToID), nil
	return a
}

// sceneID returns the id of the scene that contains a fragment. Other ids are returned unchanged.
func sceneID(d, scenes *analysis.Document, id string) string {
	if d == nil || scenes == nil || d == scenes {
		return id
	}
	if i := restructure.FragmentByID(d, id); i >= 0 {
		return scenes.Fragment(scenes.FragmentAt(d.Paragraph(d.Fragment(i).First).Span.Start)).ID
	}
	return id
}

// constantTitle returns a function that returns title for any task.
func constantTitle(title *sentence.Sentence) func(*WorkTask) *sentence.Sentence {
	return func(*WorkTask) *sentence.Sentence { return title }
}
