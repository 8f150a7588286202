package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/restructure"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// serverCommands are the commands that the server executes itself.
var serverCommands = map[string]func(*Server, context.Context, commandArgument) (any, error){
	command.SelectFragment: (*Server).selectFragment,
	command.Assemble:       (*Server).assemble,
	command.SetTarget:      withNullAnswer((*Server).setTarget),
	command.WriteOrder:     withNullAnswer((*Server).writeOrder),
	command.Release:        withNullAnswer((*Server).releaseFragments),
	command.DivideAnew:     withNullAnswer((*Server).divideAnew),
	command.PutBack:        withNullAnswer((*Server).putBack),
	command.MakeAlike:      withNullAnswer((*Server).makeAlike),
	command.MakeOne:        withNullAnswer((*Server).shareDuplicate),
	command.GoToOther:      (*Server).goToOtherPlace,
	command.InsertLink:     withNullAnswer((*Server).insertLink),
	command.Quote:          withNullAnswer((*Server).quote),
}

// withNullAnswer returns a command that answers null. In a trial, it changes nothing; such a command breaks no links.
func withNullAnswer(f func(*Server, context.Context, commandArgument) error) func(*Server, context.Context, commandArgument) (any, error) {
	return func(s *Server, ctx context.Context, a commandArgument) (any, error) {
		if a.IsTrial {
			return newUnmendedResult(), nil
		}
		return nil, f(s, ctx, a)
	}
}

// commandArgument is the argument of a command. docs/extensions.md lists what each command takes.
type commandArgument struct {
	URI      uri.URI           `json:"uri"`
	Position protocol.Position `json:"position"`

	// Path and Line replace URI and Position for editors whose key bindings can pass only a path, in the system's
	// notation, and a line, counted from 1.
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`

	// End is the end of a selection that starts at Position (see [command.Command]) or of a passage that starts at To.
	End *protocol.Position `json:"end,omitempty"`

	// ID is the id of a fragment or a section, even if it has moved. If it is empty, Position identifies the unit in the newest
	// text; if Version is set, the text must still have that version.
	ID      string `json:"id,omitempty"`
	Version *int32 `json:"version,omitempty"`

	ToID        string             `json:"toId,omitempty"`        // another fragment or section
	ToURI       uri.URI            `json:"toUri,omitempty"`       // another file, for example of the work
	Side        string             `json:"side,omitempty"`        // of the named place: "before", "after", "under" or "below"
	Force       bool               `json:"force,omitempty"`       // make the change even if links will break
	IsTrial     bool               `json:"trial,omitempty"`       // only list what may break, or the passages to assemble
	All         bool               `json:"all,omitempty"`         // all held fragments, not only one
	To          *protocol.Position `json:"to,omitempty"`          // another place, in the document or in the file ToURI
	MendLevels  bool               `json:"mendLevels,omitempty"`  // of headings that move
	Renumber    bool               `json:"renumber,omitempty"`    // files that move in an order by names
	File        string             `json:"file,omitempty"`        // to create or to put in
	FrontMatter string             `json:"frontMatter,omitempty"` // of files to create
	By          string             `json:"by,omitempty"`          // "fragments", "headings" or "scenes"
	Rule        string             `json:"rule,omitempty"`        // of a finding
	Title       string             `json:"title,omitempty"`       // of a fragment
	As          string             `json:"as,omitempty"`          // "heading" or "comment"; "synopsis", "label" or "status"
	Note        string             `json:"note,omitempty"`        // about a fragment
	Setting     string             `json:"setting,omitempty"`
	Value       any                `json:"value,omitempty"`
	Scope       string             `json:"scope,omitempty"`  // "file" or "project"
	Before      []earlierText      `json:"before,omitempty"` // texts to compare with
	Places      []passagePlace     `json:"places,omitempty"` // of passages

	isAsked bool      // the server asks the writer about links that may break, even if the client could ask
	others  []uri.URI // files named by the moves of an arrangement
}

func (a commandArgument) encode() protocol.LSPAny {
	raw, err := json.Marshal(a)
	if err != nil {
		panic(err) // the types of this package can be encoded
	}
	return protocol.LSPAny(raw)
}

// executeCommand executes one of [command.All].
func (s *Server) executeCommand(ctx context.Context, params *protocol.ExecuteCommandParams) (any, error) {
	c := command.Find(params.Command)
	if c == nil {
		return nil, invalidParams("%s: there is no such command", params.Command)
	}
	if c.Name == command.Report {
		return s.statusReport(), nil
	}
	var argument commandArgument
	if len(params.Arguments) == 1 {
		if err := json.Unmarshal(params.Arguments[0], &argument); err != nil {
			return nil, invalidParams("%s: %v", params.Command, err)
		}
	}
	if argument.Path != "" {
		argument.URI, argument.Position.Line = s.clientURI(argument.Path), uint32(max(0, argument.Line-1))
	}
	if argument.URI == "" {
		return nil, invalidParams("%s takes one argument, {uri, position}", params.Command)
	}
	switch {
	case c.Change != nil && (c.Edit == nil || !s.isWithinText(argument)):
		return s.runOnFiles(ctx, c, argument)
	case c.Edit != nil:
		return s.runOnText(ctx, c, argument)
	}
	return serverCommands[c.Name](s, ctx, argument)
}

// isWithinText reports whether an argument names another place in its own text, by the URI of any cell if that is a notebook.
func (s *Server) isWithinText(a commandArgument) bool {
	d, _ := s.document(a.URI)
	to, _ := s.document(a.ToURI)
	return a.ToURI == a.URI || d != nil && d.isNotebook() && to == d
}

// clientURI returns the URI under which the client has opened the file at a path, or the server's own URI if it is not open.
func (s *Server) clientURI(path string) uri.URI {
	path = filepath.Clean(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	for u := range s.documents {
		if filePath(u) == path {
			return u
		}
	}
	return fileURI(path)
}

// selectFragment has the client select a fragment. It returns the fragment's range for clients that cannot.
func (s *Server) selectFragment(ctx context.Context, a commandArgument) (any, error) {
	v, err := s.analysedFile(ctx, a.URI)
	if v == nil {
		return nil, err
	}
	i, ok := v.fragmentAt(v.offset(a.Position))
	if a.ID != "" {
		if i = restructure.FragmentByID(v.Document, a.ID); i < 0 {
			return nil, restructure.ErrGone
		}
		ok = true
	}
	if !ok {
		return nil, nil
	}
	span := v.Text.Trim(v.Fragment(i).Span)
	v = v.viewOfCell(cellAt(v.file, v.firstParagraph(i).Span.Start))
	selection := v.rangeOf(span)
	s.reveal(ctx, v.uri(), &selection)
	return selection, nil
}

// fragmentAt returns the index of the fragment that contains an offset.
func (v *analysedFile) fragmentAt(offset int) (int, bool) {
	i := v.FragmentAt(offset)
	if i < 0 {
		return 0, false
	}
	f := v.Fragment(i)
	return i, f.Span.Contains(offset) || offset == f.Span.End && offset == v.Text.Len()
}

func encode(v any) protocol.LSPAny {
	raw, err := protocol.Marshal(v)
	if err != nil {
		panic(err) // the types of this package can be encoded
	}
	return protocol.LSPAny(raw)
}
