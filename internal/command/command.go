package command

import (
	"slices"

	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// Command is a command that clients can ask the server to execute. The server itself executes those without functions.
type Command struct {
	Name string // segls.moveFragmentUp
	Was  string // its name in the previous release, which clients may still execute
	Doc  string // in Markdown
	Kind Kind

	// Inserts is set if the command only inserts text. An action may then contain the edit, which does no harm in a later text.
	Inserts bool

	// OnSelection is set if the command treats the selected paragraphs as a fragment.
	OnSelection bool

	// Edit computes the edit of one text. If it refuses, AcrossFiles may move text past an end of the file into the neighbouring file.
	Edit        func(*Task) (restructure.Edit, error)
	AcrossFiles func(*WorkTask) (rearrange.Change, error)

	// Change computes the change of several files. If Edit is set too, Edit handles targets in the same file.
	Change func(*WorkTask) (rearrange.Change, error)

	// VSCode lists the commands of VS Code that execute this one.
	VSCode []MenuEntry

	// Neovim maps the words after :Segls to the Lua expression of the subcommand, in module segls.action. $ is the name of the command.
	Neovim map[string]string
}

// Kind is the group in which menus list an action.
type Kind int

// The kinds of actions.
const (
	Fix Kind = iota // corrects a finding
	Rewrite
	Move
	Extract
	Inline
)

// MenuEntry is the entry of a command in VS Code.
type MenuEntry struct {
	ID    string // without the prefix segls.
	Title string
	When  string // the condition under which it is offered
	Icon  string
}

// The conditions under which VS Code offers a command: a when clause, or one of these.
const (
	Anywhere  = ""
	OnItem    = "false" // only in a view, not in the palette
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

// Find returns the command with a name or former name, or nil.
func Find(name string) *Command {
	if i := slices.IndexFunc(All, func(c Command) bool { return c.Name == name || c.Was != "" && c.Was == name }); i >= 0 {
		return &All[i]
	}
	return nil
}

// Names returns the names of all commands, including former ones.
func Names() (names []string) {
	for _, c := range All {
		if names = append(names, c.Name); c.Was != "" {
			names = append(names, c.Was)
		}
	}
	return names
}

// Argument is the argument of a command. Offsets are in the text of the command, in bytes.
type Argument struct {
	Offset   int  // where the writer is
	End      *int // the end of a selection that begins at Offset
	To       *int // another place
	ID       string
	ToID     string
	Side     string // the side of ToID or of the other file
	As       string
	By       string
	File     string
	Title    string
	Note     string
	Rule     string
	Matter   string // the front matter of new files, in place of that in the settings
	Renumber bool   // files that move in an order by names are renumbered
	Mending  bool   // headings that move change their levels
}
