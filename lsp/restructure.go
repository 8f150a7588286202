package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// restructuring is a command that changes the structure of a document.
type restructuring struct {
	name string
	kind protocol.CodeActionKind
	doc  string

	// inserts is set if it only inserts: that does no harm to a text that
	// has changed in the meantime, so an action may carry it.
	inserts bool

	edit editing
}

// editing computes the edit of a command.
type editing func(c *restructureContext) (restructure.Edit, error)

// restructureContext is a document, a place in it, and what else a command was given.
type restructureContext struct {
	*view
	server   *Server
	argument commandArgument
	offset   int // of the argument's position
}

// The commands that code actions name.
const (
	commandSplitParagraph     = "segls.splitParagraph"
	commandSplitParagraphHere = "segls.splitParagraphHere"
	commandMergeParagraph     = "segls.mergeParagraph"
	commandMergeWithPrevious  = "segls.mergeParagraphWithPrevious"
	commandMergeWithNext      = "segls.mergeParagraphWithNext"
	commandIgnoreHere         = "segls.ignoreHere"
	commandIgnoreInFile       = "segls.ignoreInFile"
	commandInsertHeading      = "segls.insertHeading"
	commandInsertBreak        = "segls.insertBreak"
	commandRenameFragment     = "segls.renameFragment"
	commandAnnotateFragment   = "segls.annotateFragment"
	commandSplitFragment      = "segls.splitFragment"
	commandPinBoundary        = "segls.pinBoundary"
	commandVetoBoundary       = "segls.vetoBoundary"
	commandRemoveHeading      = "segls.removeHeading"
	commandPromoteSection     = "segls.promoteSection"
	commandDemoteSection      = "segls.demoteSection"
	commandMoveFragmentUp     = "segls.moveFragmentUp"
	commandMoveFragmentDown   = "segls.moveFragmentDown"
	commandMoveFragmentUnder  = "segls.moveFragmentUnder"
	commandSwapFragments      = "segls.swapFragments"
	commandMergeFragments     = "segls.mergeFragments"
	commandMoveSectionUp      = "segls.moveSectionUp"
	commandMoveSectionDown    = "segls.moveSectionDown"
	commandMoveSectionUnder   = "segls.moveSectionUnder"
	commandExtractFragment    = "segls.extractFragment"
	commandSetAside           = "segls.setAside"
	commandPutIn              = "segls.putIn"
	commandExtractSection     = "segls.extractSection"
	commandSplitDocument      = "segls.splitDocument"
	commandInlineFile         = "segls.inlineFile"
)

// restructurings are those commands in the order in which they are documented.
var restructurings = []restructuring{
	{
		commandSplitParagraph, rewrite, "Splits the paragraph at the position at its weakest sentence boundary, or at several if it is very long.", false,
		onParagraph(restructure.SplitParagraph),
	},
	{
		commandSplitParagraphHere, rewrite, "Splits the paragraph before the sentence at the position.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			p, err := c.paragraph()
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.SplitParagraphAt(c.Document, p, c.offset)
		},
	},
	{commandMergeParagraph, rewrite, "Merges the paragraph with the more similar of its neighbours, or those up to `end` into one.", false, onParagraph(restructure.MergeParagraph)},
	{commandMergeWithPrevious, rewrite, "Merges the paragraph with the one above.", false, onParagraph(restructure.MergeWithPrevious)},
	{commandMergeWithNext, rewrite, "Merges the paragraph with the one below.", false, onParagraph(restructure.MergeWithNext)},
	{commandIgnoreHere, protocol.CodeActionKindQuickFix, "Silences, by a directive, what is found about the paragraph.", true, onParagraph(restructure.IgnoreParagraph)},
	{
		commandIgnoreInFile, protocol.CodeActionKindQuickFix, "Silences the rule `rule` in the document, by a directive.", true,
		func(c *restructureContext) (restructure.Edit, error) {
			for _, r := range check.Rules {
				if string(r) == c.argument.Rule {
					return restructure.IgnoreRule(c.Document, r)
				}
			}
			return restructure.Edit{}, sentence.New("There is no rule “%s”.", c.argument.Rule)
		},
	},
	{commandInsertHeading, rewrite, "Inserts a heading above the fragment, with its title as a proposal.", true, onFragment(restructure.InsertHeading)},
	{
		commandRenameFragment, rewrite, "Gives the fragment the title `title`, `as` a \"heading\" above it or as a \"comment\", which readers do not see. A heading or a comment that names the fragment already is changed. Ask the writer which of the two.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			i, err := c.fragment()
			if err != nil {
				return restructure.Edit{}, err
			}
			switch c.argument.As {
			case asHeading:
				return restructure.RenameFragment(c.Document, i, c.argument.Title, restructure.AsHeading)
			case asComment:
				return restructure.RenameFragment(c.Document, i, c.argument.Title, restructure.AsComment)
			}
			return restructure.Edit{}, sentence.New("Say whether the title is to be a heading or a comment.")
		},
	},
	{
		commandAnnotateFragment, rewrite, "Notes `note`, `as` a \"synopsis\" or a \"label\" of the fragment, in a directive, and changes what is noted there already. A label may begin with a colour: red, orange, yellow, green, blue or purple. An empty note removes it.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			i, err := c.fragment()
			if err != nil {
				return restructure.Edit{}, err
			}
			switch note := restructure.Annotation(c.argument.As); note {
			case restructure.Synopsis, restructure.Label:
				return restructure.Annotate(c.Document, i, note, c.argument.Note)
			}
			return restructure.Edit{}, sentence.New("Say whether this is to be a synopsis or a label.")
		},
	},
	{commandInsertBreak, rewrite, "Inserts a break above the fragment, as the format writes one.", true, onFragment(restructure.InsertBreak)},
	{commandSplitFragment, rewrite, "Begins a new fragment with the paragraph at the position, by a directive.", true, onParagraph(restructure.SplitFragment)},
	{commandPinBoundary, rewrite, "Asks, by a directive, for the boundary before the fragment.", true, onFragment(restructure.Pin)},
	{commandVetoBoundary, rewrite, "Forbids, by a directive, the boundary before the fragment.", true, onFragment(restructure.Veto)},
	{commandRemoveHeading, rewrite, "Removes the heading at the position, and nothing else.", false, onSection(restructure.RemoveHeading)},
	{commandPromoteSection, rewrite, "Raises the section, with its parts, by one level.", false, onSection(restructure.Promote)},
	{commandDemoteSection, rewrite, "Lowers the section, with its parts, by one level.", false, onSection(restructure.Demote)},
	{commandMoveFragmentUp, move, "Moves the fragment over the one above, or over the heading above to the end of the section before.", false, onFragment(restructure.MoveFragmentUp)},
	{commandMoveFragmentDown, move, "Moves the fragment over the one below, or over the heading below to the beginning of the next section.", false, onFragment(restructure.MoveFragmentDown)},
	{
		commandMoveFragmentUnder, move, "Moves the fragment to the end of what stands under the heading at `to`.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			i, err := c.fragment()
			if err != nil {
				return restructure.Edit{}, err
			}
			under, err := c.sectionAtTo()
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.MoveFragmentUnder(c.Document, i, under)
		},
	},
	{
		commandSwapFragments, move, "Lets the fragment and the one at `to` change places.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			i, err := c.fragment()
			if err != nil {
				return restructure.Edit{}, err
			}
			if c.argument.ToID != "" {
				other, err := known(c.fragmentByID(c.argument.ToID))
				if err != nil {
					return restructure.Edit{}, err
				}
				return restructure.SwapFragments(c.Document, i, other)
			}
			if c.argument.To == nil {
				return restructure.Edit{}, sentence.New("It is not said which fragment to swap with.")
			}
			other := restructure.FragmentAt(c.Document, c.view.offset(*c.argument.To))
			return restructure.SwapFragments(c.Document, i, other)
		},
	},
	{commandMergeFragments, rewrite, "Merges the fragment with the next one, by a directive or by taking one back.", false, onFragment(restructure.MergeFragments)},
	{commandMoveSectionUp, move, "Moves the section over the one above; with `mendLevels` it takes that one's level.", false, mending(restructure.MoveSectionUp)},
	{commandMoveSectionDown, move, "Moves the section over the one below; with `mendLevels` it takes that one's level.", false, mending(restructure.MoveSectionDown)},
	{
		commandMoveSectionUnder, move, "Makes the section the last part of the one whose heading is at `to`, one level below it.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			i, err := c.section()
			if err != nil {
				return restructure.Edit{}, err
			}
			under, err := c.sectionAtTo()
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.MoveSectionUnder(c.Document, i, under)
		},
	},
	{
		commandExtractFragment, protocol.CodeActionKindRefactorExtract, "Puts the fragment into a new file, `file` or one named after its title, with `frontMatter`, and leaves a link.", false,
		extracting((*restructureContext).fragment, restructure.ExtractFragment),
	},
	{
		commandExtractSection, protocol.CodeActionKindRefactorExtract, "Puts the section into a new file, and leaves its heading and a link.", false,
		extracting((*restructureContext).section, restructure.ExtractSection),
	},
	{
		commandSetAside, protocol.CodeActionKindRefactorExtract, "Takes the fragment out of the text into a new file in the folder `tray`, named after its title. The text keeps no link to it.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			i, err := c.fragment()
			if err != nil {
				return restructure.Edit{}, err
			}
			x, err := c.server.aside(c.view)
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.SetAside(c.Document, i, x)
		},
	},
	{
		commandPutIn, protocol.CodeActionKindRefactorInline, "Puts the text of the file `file`, a path from the folder of the text, before the fragment `toId`, under the heading of the section `toId`, or to the end. The file stays: remove it when the text has changed.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			before, section := len(c.Fragments()), -1
			if id := c.argument.ToID; id != "" {
				if before = c.fragmentByID(id); before < 0 {
					var err error
					if section, err = known(c.sectionByID(id)); err != nil {
						return restructure.Edit{}, err
					}
				}
			}
			text, err := c.server.textAt(c.view, c.argument.File) // from the tray of another folder of the work, too
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.PutIn(c.Document, before, section, placeOf(c.view, c.argument.File), c.argument.File, text)
		},
	},
	{
		commandSplitDocument, protocol.CodeActionKindRefactorExtract, "Puts every part of the document, `by` \"fragments\" or \"headings\", into a new file, and leaves an index.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			c.argument.File = "" // there are several
			x, err := c.server.extraction(c.view, c.argument)
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.SplitDocument(c.Document, restructure.Division(c.argument.By == byHeadings), x)
		},
	},
	{
		commandInlineFile, protocol.CodeActionKindRefactorInline, "Puts the text of the file that the paragraph links to in its place. The file stays.", false,
		func(c *restructureContext) (restructure.Edit, error) {
			target, ok := restructure.IncludeAt(c.Document, c.offset)
			if !ok {
				return restructure.Edit{}, sentence.New("Here is no paragraph that consists of a link to a file.")
			}
			text, err := c.server.included(c.view, target)
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.Inline(c.Document, c.offset, placeOf(c.view, target), text)
		},
	},
}

const (
	rewrite = protocol.CodeActionKindRefactorRewrite
	move    = protocol.CodeActionKindRefactorMove

	asHeading = "heading"
	asComment = "comment"

	byHeadings  = "headings"
	byFragments = "fragments"
)

func restructuringOf(name string) (restructuring, bool) {
	for _, r := range restructurings {
		if r.name == name {
			return r, true
		}
	}
	return restructuring{}, false
}

// restructure executes one of the commands on the newest state of a document. It answers null, or
// as rearrange does if it has moved something over the end of a file.
func (s *Server) restructure(ctx context.Context, r restructuring, a commandArgument) (protocol.LSPAny, error) {
	same := a
	err := s.carryOut(ctx, a.URI, a.Position, func(v *view) (restructure.Edit, error) { return s.edit(v, r, &same) })
	if err != nil && !errors.Is(err, errGone) && a.End == nil {
		return s.cross(ctx, r.name, a, err)
	}
	return nil, err
}

// edit is what a command would do. The argument then names what it is about by id.
func (s *Server) edit(v *view, r restructuring, a *commandArgument) (restructure.Edit, error) {
	if a.ID == "" && a.Version != nil && *a.Version != v.file.Version {
		return restructure.Edit{}, errGone
	}
	c := &restructureContext{view: v, server: s, argument: *a, offset: v.offset(a.Position)}
	defer func() { a.ID = c.argument.ID }()
	if a.End != nil {
		return c.onSelection(r)
	}
	return r.edit(c)
}

func (c *restructureContext) paragraph() (int, error) {
	if p := restructure.ParagraphAt(c.Document, c.offset); p >= 0 {
		return p, nil
	}
	return 0, sentence.New("There is no paragraph here.")
}

// fragment is the one at the position; on the blank lines above a boundary, the one that
// begins there.
func (c *restructureContext) fragment() (int, error) {
	if c.argument.ID != "" {
		return known(c.fragmentByID(c.argument.ID))
	}
	if i := c.fragmentNear(c.offset); i >= 0 {
		c.argument.ID = c.Fragment(i).ID
		return i, nil
	}
	return 0, sentence.New("There is no fragment here.")
}

func (c *restructureContext) section() (int, error) {
	if c.argument.ID != "" {
		return known(c.sectionByID(c.argument.ID))
	}
	if i := restructure.SectionAt(c.Document, c.offset); i >= 0 {
		c.argument.ID = c.Sections()[i].ID
		return i, nil
	}
	return 0, sentence.New("There is no section here.")
}

// fragmentByID is the index of the fragment with an id, or -1.
func (v *view) fragmentByID(id string) int { return fragmentByID(v.Document, id) }

// sectionByID is the index of the section with an id, or -1.
func (v *view) sectionByID(id string) int { return sectionByID(v.Document, id) }

// known is the index of what an id means, if it means anything still.
func known(i int) (int, error) {
	if i < 0 {
		return 0, errGone
	}
	return i, nil
}

func (c *restructureContext) sectionAtTo() (int, error) {
	if c.argument.ToID != "" {
		return known(c.sectionByID(c.argument.ToID))
	}
	if c.argument.To != nil {
		if i := restructure.HeadingAt(c.Document, c.view.offset(*c.argument.To)); i >= 0 {
			return i, nil
		}
	}
	return 0, sentence.New("There is no heading there to move under.")
}

// fragmentNear is the fragment at an offset. Blank lines belong to what comes after
// them: there a lens stands, and there one points at a boundary.
func (v *view) fragmentNear(offset int) int {
	at := offset
	for text := v.Text.String(); at < len(text) && isBlank(text[at]); at++ {
	}
	if i := restructure.FragmentAt(v.Document, at); i >= 0 && v.Text.LineAt(offset) != v.Text.LineAt(at) {
		if start := v.Text.Trim(v.Fragments()[i].Span).Start; start == at && v.Text.Trim(v.Text.Line(v.Text.LineAt(offset))).Len() == 0 {
			return i
		}
	}
	return restructure.FragmentAt(v.Document, offset)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// The shapes that most commands have.

func onParagraph(f func(d *analysis.Document, paragraph int) (restructure.Edit, error)) editing {
	return with((*restructureContext).paragraph, f)
}

func onFragment(f func(d *analysis.Document, fragment int) (restructure.Edit, error)) editing {
	return with((*restructureContext).fragment, f)
}

func onSection(f func(d *analysis.Document, section int) (restructure.Edit, error)) editing {
	return with((*restructureContext).section, f)
}

// mending takes moves of sections, which mend levels if the argument says so.
func mending(f func(d *analysis.Document, section int, levels restructure.Levels) (restructure.Edit, error)) editing {
	return func(c *restructureContext) (restructure.Edit, error) {
		i, err := c.section()
		if err != nil {
			return restructure.Edit{}, err
		}
		return f(c.Document, i, restructure.Levels(c.argument.MendLevels))
	}
}

func with(which func(*restructureContext) (int, error), f func(*analysis.Document, int) (restructure.Edit, error)) editing {
	return func(c *restructureContext) (restructure.Edit, error) {
		i, err := which(c)
		if err != nil {
			return restructure.Edit{}, err
		}
		return f(c.Document, i)
	}
}

func extracting(
	which func(*restructureContext) (int, error), f func(*analysis.Document, int, restructure.Extraction) (restructure.Edit, error),
) editing {
	return func(c *restructureContext) (restructure.Edit, error) {
		i, err := which(c)
		if err != nil {
			return restructure.Edit{}, err
		}
		x, err := c.server.extraction(c.view, c.argument)
		if err != nil {
			return restructure.Edit{}, err
		}
		return f(c.Document, i, x)
	}
}
