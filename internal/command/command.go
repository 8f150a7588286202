package command

import (
	"slices"

	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// Command is what a client can ask the server to execute. One that has no function is carried out by the server itself.
type Command struct {
	Name string // segls.moveFragmentUp
	Was  string // the name that it had in the release before, which clients may still execute
	Doc  string // in Markdown
	Kind Kind

	// Inserts is set if it only inserts: that does no harm to a text that
	// has changed in the meantime, so an action may carry it.
	Inserts bool

	// OnSelection is set if it works on the paragraphs of a selection as it does on a fragment.
	OnSelection bool

	// Edit computes the edit of one text. Beyond is tried where Edit refuses: it moves over the end of the file into the next one.
	Edit        func(*Text) (restructure.Edit, error)
	AcrossFiles func(*Files) (rearrange.Change, error)

	// Change computes the change of several files. If there is an Edit too, that is for a place in the same file.
	Change func(*Files) (rearrange.Change, error)

	// VSCode lists the commands of VS Code that execute this one.
	VSCode []Entry

	// Neovim has, for the words after :Segls, what makes the subcommand: an expression in Lua of the module segls.action, in which $ stands for
	// the name of the command.
	Neovim map[string]string
}

// Kind says where menus list an action.
type Kind int

// The kinds of actions.
const (
	Fix Kind = iota // or something else that corrects what is found
	Rewrite
	Move
	Extract
	Inline
)

// Entry is a command of VS Code.
type Entry struct {
	ID    string // without the prefix segls.
	Title string
	When  string // when it is offered
	Icon  string
}

// When a command of VS Code is offered: a condition on the context, or one of these.
const (
	Anywhere  = ""
	OnItem    = "false" // of a view only, not in the palette
	AtCursor  = "editorLangId in segls.languages || segls.inNotebook"
	WithText  = "editorLangId in segls.languages || segls.hasText"
	WhereHeld = "editorLangId in segls.languages && segls.held || segls.inNotebook && segls.held"
)

// The values of arguments.
const (
	AsHeading   = "heading"
	AsComment   = "comment"
	ByHeadings  = "headings"
	ByFragments = "fragments"
	ByScenes    = "scenes"
)

// Find returns the command with a name, or with one that it had before, or nil.
func Find(name string) *Command {
	if i := slices.IndexFunc(All, func(c Command) bool { return c.Name == name || c.Was != "" && c.Was == name }); i >= 0 {
		return &All[i]
	}
	return nil
}

// Names lists the names of all commands, and those that they had before.
func Names() (names []string) {
	for _, c := range All {
		if names = append(names, c.Name); c.Was != "" {
			names = append(names, c.Was)
		}
	}
	return names
}

// Argument is what a command was given besides a text. Offsets are in its text.
type Argument struct {
	Offset   int  // where the writer is
	End      *int // where a selection ends that begins there
	To       *int // another place
	ID       string
	ToID     string
	Side     string // of what ToID or the other file names
	As       string
	By       string
	File     string
	Title    string
	Note     string
	Rule     string
	Matter   string // that files begin with, instead of that of the settings
	Renumber bool   // whether files that move in an order by names get other numbers
	Mending  bool   // whether headings that move take another level
}
