package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// Most code actions are commands: the server computes their edits from the text at the time they are executed. Those that only insert may
// carry their edit.

const kindMove = protocol.CodeActionKindRefactorMove

// actionKinds holds the LSP kind of each [command.Kind].
var actionKinds = []protocol.CodeActionKind{
	command.Fix:     protocol.CodeActionKindQuickFix,
	command.Rewrite: protocol.CodeActionKindRefactorRewrite,
	command.Move:    kindMove,
	command.Extract: protocol.CodeActionKindRefactorExtract,
	command.Inline:  protocol.CodeActionKindRefactorInline,
}

func (s *Server) codeActionOptions() protocol.CodeActionProvider {
	if !s.clientCaps.codeActionLiterals {
		return protocol.Boolean(true)
	}
	return &protocol.CodeActionOptions{CodeActionKinds: actionKinds, ResolveProvider: new(s.clientCaps.resolvesEdits)}
}

// codeAction answers with the actions for several selected paragraphs or else with those at the beginning of the range.
func (s *Server) codeAction(ctx context.Context, params *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	v, err := s.analysedFile(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	m := menu{
		analysedFile: v, server: s, context: params.Context, offset: v.offset(params.Range.Start),
		argument: commandArgument{URI: params.TextDocument.URI, Position: params.Range.Start, Version: &v.file.Version},
	}
	if span := v.span(params.Range); span.Len() > 0 && m.offerForSelection(span) {
		return m.inOrder(), nil
	}
	m.offerLinkFix(ctx)
	m.offerFixes()
	m.offerAtBoundary()
	m.offerAtHeading()
	m.offerForParagraph()
	m.offerForFragment()
	m.offerFiles()
	m.offerDuplicates()
	m.offerClientCommands()
	return m.inOrder(), nil
}

// menu collects the code actions at a place.
type menu struct {
	*analysedFile
	server   *Server
	context  protocol.CodeActionContext
	argument commandArgument
	offset   int // of the argument's position
	items    []menuItem
}

// menuItem is an action and its rank in the menu: fixes of findings come first, then moves and splits.
type menuItem struct {
	action  protocol.CommandOrCodeAction
	command string
	rank    int
}

// menuOptions are the initialization options for the client's menu.
type menuOptions struct {
	Most    int    `json:"most"`    // the number of actions it shows, unless it requests a kind; 0 is all
	MoveTo  string `json:"moveTo"`  // its own command that asks where to move the fragment or section at the cursor
	Related string `json:"related"` // its own command that lists related passages
}

// commonCommands are the commands that a short menu keeps, the most used first.
var commonCommands = []string{
	command.InlineFile, command.MakeAlike, command.MakeOne, command.SplitFragment, command.PinBoundary, command.VetoBoundary, command.Release, command.MergeFragments, command.MergeParagraph,
	command.MoveFragmentUp, command.MoveFragmentDown, command.InsertHeading, command.ExtractFragment,
	command.SplitParagraphHere, command.MoveSectionUp, command.MoveSectionDown, command.PromoteSection, command.DemoteSection,
	command.ExtractSection, requestRelated,
}

// inOrder returns the actions by rank. A client that shows only a few gets the most useful ones.
func (m *menu) inOrder() []protocol.CommandOrCodeAction {
	slices.SortStableFunc(m.items, func(a, b menuItem) int { return a.rank - b.rank })
	if most := m.clientCaps.menu.Most; most > 0 && len(m.context.Only) == 0 {
		m.items = limitActions(m.items, most)
		if m.context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
			// The client requests these on every line; actions other than fixes would show its light bulb everywhere.
			m.items = slices.DeleteFunc(m.items, func(i menuItem) bool { return i.rank != rankFix })
		}
		m.moveLikeliestUp()
	}
	list := make([]protocol.CommandOrCodeAction, len(m.items))
	for i, item := range m.items {
		list[i] = item.action
	}
	return list
}

// likelyCommands are the commands that writers most likely want, the likeliest first. Commands that belong together form a group.
var likelyCommands = [][]string{
	{command.InlineFile},
	{command.MakeAlike},
	{command.MakeOne},
	{command.InsertHeading},
	{command.PinBoundary},
	{command.VetoBoundary},
	{command.SplitFragment},
	{requestPlaces},
	{command.MoveSectionUp, command.MoveSectionDown},
	{command.MoveFragmentUp, command.MoveFragmentDown},
}

// moveLikeliestUp moves up to three of the likeliest actions to right after the fixes. They become quick fixes, because a short menu sorts
// by kind and puts those first.
func (m *menu) moveLikeliestUp() {
	const most = 3
	fixes := 0
	for fixes < len(m.items) && m.items[fixes].rank == rankFix {
		fixes++
	}
	at := fixes
	index := func(name string) int {
		return slices.IndexFunc(m.items, func(i menuItem) bool { return i.command == name })
	}
	for _, group := range likelyCommands {
		offered := slices.DeleteFunc(slices.Clone(group), func(name string) bool { return index(name) < at })
		if at+len(offered) > fixes+most {
			continue
		}
		for _, name := range offered {
			i := index(name)
			likely := m.items[i]
			if action, ok := likely.action.(*protocol.CodeAction); ok {
				action.Kind = new(protocol.CodeActionKindQuickFix)
				if at == 0 && name != requestPlaces {
					m.markPreferred(action)
				}
			}
			m.items = slices.Insert(slices.Delete(m.items, i, i+1), at, likely)
			at++
		}
	}
}

// limitActions returns the actions that a menu of at most the given length keeps.
func limitActions(items []menuItem, most int) []menuItem {
	const others = 3 // places that fixes leave to other actions
	var fixes, moveTo, rest []menuItem
	for _, i := range items {
		switch {
		case i.rank == rankFix:
			fixes = append(fixes, i)
		case i.command == requestPlaces:
			moveTo = append(moveTo, i)
		case slices.Contains(commonCommands, i.command) && !slices.ContainsFunc(fixes, func(f menuItem) bool { return f.command == i.command }):
			rest = append(rest, i)
		}
	}
	slices.SortStableFunc(rest, func(a, b menuItem) int {
		return slices.Index(commonCommands, a.command) - slices.Index(commonCommands, b.command)
	})
	rest = slices.CompactFunc(rest, func(a, b menuItem) bool { return a.command == b.command }) // a command may be offered under two titles
	fixes = fixes[:min(len(fixes), max(0, most-others))]
	rest = rest[:min(len(rest), max(0, most-len(fixes)-len(moveTo)))]
	return slices.Concat(fixes, rest, moveTo)
}

// The ranks of actions.
const (
	rankFix = iota
	rankMove
	rankOther
)

// actionData is the data of an action that is resolved later.
type actionData struct {
	Command  string          `json:"command"`
	Argument json.RawMessage `json:"argument"`
	Version  int32           `json:"version"`
}

// offer adds an action. It translates the title; a title with values must be translated already.
func (m *menu) offer(title, name string, a commandArgument, more ...func(*protocol.CodeAction)) {
	title = sentence.Phrase(title).In(m.clientCaps.Language)
	c := command.Find(name)
	kind := actionKinds[c.Kind]
	action := &protocol.CodeAction{Title: title, Kind: &kind}
	for _, f := range more {
		f(action)
	}
	if !m.wants(*action.Kind) {
		return
	}
	rank := rankOther
	switch {
	case *action.Kind == protocol.CodeActionKindQuickFix:
		rank = rankFix
	case *action.Kind == kindMove, name == command.SplitParagraph, name == command.SplitParagraphHere:
		rank = rankMove
	}
	call := protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{a.encode()}}
	switch {
	case !m.clientCaps.codeActionLiterals && m.clientCaps.appliesEdits:
		m.items = append(m.items, menuItem{&call, name, rank})
		return
	case !m.clientCaps.codeActionLiterals:
		return
	case c.Inserts && m.clientCaps.resolvesEdits:
		raw, _ := json.Marshal(actionData{name, json.RawMessage(a.encode()), m.file.Version})
		action.Data = protocol.LSPAny(raw)
	case m.clientCaps.appliesEdits:
		action.Command = call
	case c.Inserts:
		e, err := m.server.computeEdit(m.analysedFile, c, &a)
		if err != nil {
			return
		}
		action.Edit = m.workspaceEdit(e)
	default:
		return
	}
	m.items = append(m.items, menuItem{action, name, rank})
}

// wants reports whether the client requests actions of a kind. Kinds are paths: refactor includes refactor.move.
func (m *menu) wants(kind protocol.CodeActionKind) bool {
	return len(m.context.Only) == 0 || slices.ContainsFunc(m.context.Only, func(only protocol.CodeActionKind) bool {
		return only == "" || only == kind || strings.HasPrefix(string(kind), string(only)+".")
	})
}

// markPreferred marks an action as the one that the client's key for the best fix applies.
func (m *menu) markPreferred(a *protocol.CodeAction) {
	if m.clientCaps.preferredActions {
		a.IsPreferred = new(true)
	}
}

// offerFixes offers to fix or to ignore the findings at the place.
func (m *menu) offerFixes() {
	if !m.file.Settings.Diagnostics || m.IsQuiet() {
		return
	}
	at := restructure.ParagraphAt(m.Document, m.offset)
	for _, f := range m.Findings() {
		isHere := f.Paragraph == at && at >= 0
		if f.Rule == check.HeadingWithoutShift {
			isHere = f.Span.Start <= m.offset && m.offset <= f.Span.End
		}
		if !isHere {
			continue
		}
		a, ignore := m.argument, "Ignore this paragraph"
		a.Rule = string(f.Rule)
		mends := m.withDiagnostics(f)
		fix := func(c *protocol.CodeAction) {
			mends(c)
			c.Kind = new(protocol.CodeActionKindQuickFix)
		}
		allow := func() {}
		switch f.Rule {
		case check.ParagraphTooLong:
			m.offer("Split paragraph at its weakest point", command.SplitParagraph, a, fix, m.markPreferred)
			if m.isAfterFirstSentence(f.Paragraph) {
				m.offer("Split paragraph before this sentence", command.SplitParagraphHere, a, fix)
			}
			allow = func() {
				m.offerSetting(a, mends, "paragraph-max-words", roundUp(f.Words), "Allow paragraphs of %d words in this file", "Allow paragraphs of %d words in this project")
			}
		case check.ParagraphTooShort:
			m.offer("Merge paragraph with the more similar neighbour", command.MergeParagraph, a, fix, m.markPreferred)
			allow = func() {
				m.offerSetting(a, mends, "paragraph-min-words", f.Words, "Allow paragraphs of %d words in this file", "Allow paragraphs of %d words in this project")
			}
		case check.FragmentTooLong:
			ignore = "Ignore this fragment"
			allow = func() {
				m.offerSetting(a, mends, "max-words", roundUp(f.Words), "Allow fragments of %d words in this file", "Allow fragments of %d words in this project")
			}
		case check.HeadingWithoutShift:
			m.offer("Remove the heading", command.RemoveHeading, a, fix)
			if s := m.Sections()[restructure.SectionOfHeadingAt(m.Document, m.offset)]; m.hasLevelBelow(s.Level) {
				m.offer("Demote section", command.DemoteSection, a, fix)
			}
			a.Position, ignore = m.position(m.Paragraphs()[f.Paragraph].Span.Start), "Ignore this heading"
		case check.ShiftWithoutHeading:
			if title := restructure.ProposedHeading(m.Document, m.Gap(f.Paragraph-1).Fragment); len(m.levels()) > 0 {
				m.offer(m.clientCaps.Say("Insert heading “%s”", title), command.InsertHeading, a, fix, m.markPreferred)
			}
			ignore = "Ignore this boundary"
		}
		m.offer(ignore, command.IgnoreHere, a, mends)
		allow()
		m.offer(m.clientCaps.Say("Ignore %s in this file", f.Rule), command.IgnoreInFile, a, mends)
	}
}

// levels returns the levels that headings of the text can have, the highest first.
func (m *menu) levels() []int {
	return m.Format.NotationOf(m.Text.String(), m.Blocks()).Levels()
}

func (m *menu) hasLevelBelow(level int) bool {
	levels := m.levels()
	return len(levels) > 0 && level < levels[len(levels)-1]
}

// offerSetting offers to change a setting so that a finding goes away, in the file or in the project.
func (m *menu) offerSetting(a commandArgument, mends func(*protocol.CodeAction), setting string, value int, inFile, inProject string) {
	a.Setting, a.Value, a.Scope = setting, value, scopeFile
	m.offer(m.clientCaps.Say(inFile, value), command.SetTarget, a, mends)
	a.Scope = scopeProject
	m.offer(m.clientCaps.Say(inProject, value), command.SetTarget, a, mends)
}

// roundUp returns a length rounded up to the next multiple of 50 words.
func roundUp(words int) int { return (words + 49) / 50 * 50 }

// withDiagnostics returns a function that attaches the client's diagnostics of a finding to an action.
func (m *menu) withDiagnostics(f check.Finding) func(*protocol.CodeAction) {
	return func(a *protocol.CodeAction) {
		for _, d := range m.context.Diagnostics {
			if code, ok := d.Code.(protocol.String); ok && string(code) == string(f.Rule) && d.Range == m.rangeOf(m.findingMark(f)) {
				a.Diagnostics = append(a.Diagnostics, d)
			}
		}
	}
}

// offerAtBoundary offers actions on a suggested boundary: on the first line of its fragment and on the blank lines above.
func (m *menu) offerAtBoundary() {
	i := command.FragmentNear(m.Document, m.offset)
	if i <= 0 || !m.Fragments()[i].Suggested {
		return
	}
	first := m.firstParagraph(i).Span.Start
	if line := m.Text.LineAt(m.offset); line > m.Text.LineAt(first) {
		return
	}
	f := m.Fragments()[i]
	on := m.argument
	on.ID, on.Version = f.ID, nil
	if len(m.levels()) > 0 {
		m.offer(m.clientCaps.Say("Insert heading “%s”", restructure.ProposedHeading(m.Document, i)), command.InsertHeading, on)
	}
	if title := m.Fragment(i).Title().Text; title != "" && m.clientCaps.documentChanges && m.clientCaps.createsFiles && m.server.workOf(m.argument.URI) != nil {
		m.offer(m.clientCaps.Say("Split %s at “%s”", filepath.Base(filePath(m.argument.URI)), title), command.SplitFile, on)
	}
	m.offer("New scene here", command.NewScene, on)
	if !f.Pinned {
		m.offer("Keep this boundary", command.PinBoundary, on)
	}
	m.offer("No boundary here", command.VetoBoundary, on)
}

// offerAtHeading offers actions on a section, at its heading.
func (m *menu) offerAtHeading() {
	i := restructure.SectionOfHeadingAt(m.Document, m.offset)
	if i < 0 {
		return
	}
	s := m.Sections()[i]
	on := m.argument
	on.ID, on.Version = s.ID, nil
	if levels := m.levels(); len(levels) > 0 && s.Level > levels[0] {
		m.offer("Promote section", command.PromoteSection, on)
	}
	if m.hasLevelBelow(s.Level) {
		m.offer("Demote section", command.DemoteSection, on)
	}
	m.offer("Remove the heading", command.RemoveHeading, on)
	up, down := restructure.CanMoveSection(m.Document, i)
	levelUp, levelDown := restructure.NeighboursHaveOtherLevel(m.Document, i)
	before, after := m.hasNeighbouringFiles()
	isFirst, isLast := rearrange.IsFirstOrLastSection(m.Document, i)
	a := on
	a.MendLevels = true
	if up || before && isFirst {
		m.offer("Move section up", command.MoveSectionUp, on)
		if levelUp || !up {
			m.offer("Move section up, to the level used there", command.MoveSectionUp, a)
		}
	}
	if down || after && isLast {
		m.offer("Move section down", command.MoveSectionDown, on)
		if levelDown || !down {
			m.offer("Move section down, to the level used there", command.MoveSectionDown, a)
		}
	}
	m.offerMovesUnder(on, command.MoveSectionUnder, "Move section under “%s”", func(j int) bool {
		return s.Parent != j && !(j >= i && m.Sections()[j].Span.Start < s.Span.End)
	})
	if !m.clientCaps.createsFiles {
		return
	}
	m.offer("Extract section into a file", command.ExtractSection, on)
	if i == 0 {
		a := on
		a.By = command.ByHeadings
		m.offer("Split the document into files by headings", command.SplitDocument, a)
		a.By = command.ByFragments
		m.offer("Split the document into files by fragments", command.SplitDocument, a)
	}
}

// mostHeadings is the largest number of headings that a menu offers to move under.
const mostHeadings = 4

// offerMovesUnder offers to move under the nearest headings for which may returns true.
func (m *menu) offerMovesUnder(on commandArgument, name, what string, may func(section int) bool) {
	var near []int
	for i := range m.Sections() {
		if may(i) {
			near = append(near, i)
		}
	}
	distance := func(i int) int {
		at := m.Sections()[i].Span.Start - m.offset
		return max(at, -at)
	}
	slices.SortStableFunc(near, func(i, j int) int { return distance(i) - distance(j) })
	near = near[:min(len(near), mostHeadings)]
	slices.Sort(near)
	for _, i := range near {
		a := on
		a.ToID = m.Sections()[i].ID
		m.offer(m.clientCaps.Say(what, m.Sections()[i].Title), name, a)
	}
}

// offerForParagraph offers to begin a fragment with the paragraph, to split it and to merge it.
func (m *menu) offerForParagraph() {
	i := restructure.ParagraphAt(m.Document, m.offset)
	if i < 0 || m.Paragraphs()[i].Kind != markup.Paragraph {
		return
	}
	if !m.IsQuiet() && !slices.ContainsFunc(m.Fragments(), func(f analysis.Fragment) bool { return f.First == i }) {
		m.offer("Split fragment here", command.SplitFragment, m.argument)
	}
	if m.isAfterFirstSentence(i) {
		m.offer("Split paragraph before this sentence", command.SplitParagraphHere, m.argument)
	}
	if len(m.Paragraphs()[i].Sentences()) > 1 {
		m.offer("Split paragraph at its weakest point", command.SplitParagraph, m.argument)
	}
	p := m.Paragraphs()
	if i > 0 && p[i-1].Kind == markup.Paragraph && p[i-1].Block+1 == p[i].Block {
		m.offer("Merge paragraph with the one above", command.MergeParagraphWithPrevious, m.argument)
	}
	if i+1 < len(p) && p[i+1].Kind == markup.Paragraph && p[i+1].Block == p[i].Block+1 {
		m.offer("Merge paragraph with the one below", command.MergeParagraphWithNext, m.argument)
	}
}

// isAfterFirstSentence reports whether the cursor is in a paragraph's second sentence or further down.
func (m *menu) isAfterFirstSentence(paragraph int) bool {
	sentences := m.Paragraphs()[paragraph].Sentences()
	return len(sentences) > 1 && m.offset >= sentences[1].Start
}

// offerForFragment offers to move the fragment, to release it, and to merge or swap it with the next one.
func (m *menu) offerForFragment() {
	i := command.FragmentNear(m.Document, m.offset)
	if i < 0 || m.IsQuiet() && len(m.Fragments()) == 1 {
		return
	}
	f := m.Fragments()
	on := m.argument
	on.ID, on.Version = f[i].ID, nil
	up, down := m.canMove(f[i].First, f[i].End)
	before, after := m.hasNeighbouringFiles()
	if up || before {
		m.offer("Move fragment up", command.MoveFragmentUp, on)
	}
	if down || after {
		m.offer("Move fragment down", command.MoveFragmentDown, on)
	}
	if f[i].Held {
		m.offer("Stop keeping the moved fragment whole", command.Release, on)
	}
	if i+1 < len(f) {
		if f[i+1].Suggested {
			m.offer("Merge fragment with the next one", command.MergeFragments, on)
		}
		a := on
		a.ToID = f[i+1].ID
		m.offer("Swap fragment with the next one", command.SwapFragments, a)
	}
	if restructure.SectionOfHeadingAt(m.Document, m.offset) < 0 {
		m.offerMovesUnder(on, command.MoveFragmentUnder, "Move fragment under “%s”", func(j int) bool { return j != f[i].Section })
	}
}

// canMove reports whether paragraphs [first, end) could move up and down within the text.
func (m *menu) canMove(first, end int) (up, down bool) {
	up, down = first > 0, end < len(m.Paragraphs())
	if !up {
		up, _ = restructure.CanMoveFragment(m.Document, 0)
	}
	if !down {
		_, down = restructure.CanMoveFragment(m.Document, len(m.Fragments())-1)
	}
	return up, down
}

// hasNeighbouringFiles reports whether text can move from this file to a file before it, and to one after it.
func (m *menu) hasNeighbouringFiles() (before, after bool) {
	w := m.server.workOf(m.argument.URI)
	if w == nil || !m.clientCaps.documentChanges {
		return false, false
	}
	i := slices.Index(w.Paths, w.Path(filePath(m.argument.URI)))
	return i > 0, i >= 0 && i < len(w.Paths)-1
}

// offerFiles offers actions that create files or inline them.
func (m *menu) offerFiles() {
	if target, ok := restructure.IncludedPathAt(m.Document, m.offset); ok {
		if _, ours := markup.ByFileName(target); ours {
			m.offer(m.clientCaps.Say("Put the text of %s here", target), command.InlineFile, m.argument)
		}
		return
	}
	if i := command.FragmentNear(m.Document, m.offset); m.clientCaps.createsFiles && i >= 0 {
		on := m.argument
		on.ID, on.Version = m.Fragments()[i].ID, nil
		m.offer("Extract fragment into a file", command.ExtractFragment, on)
	}
}

// kindShow is the kind of actions that only show something.
const kindShow protocol.CodeActionKind = "segls.show"

// offerClientCommands offers commands that the client executes itself.
func (m *menu) offerClientCommands() {
	if command.FragmentNear(m.Document, m.offset) < 0 && restructure.SectionAt(m.Document, m.offset) < 0 {
		return
	}
	own := func(title, name, request string, kind protocol.CodeActionKind, rank int) {
		if name == "" || !m.wants(kind) {
			return
		}
		call := protocol.Command{Title: title, Command: name}
		var action protocol.CommandOrCodeAction = &call
		if m.clientCaps.codeActionLiterals {
			action = &protocol.CodeAction{Title: title, Kind: &kind, Command: call}
		}
		m.items = append(m.items, menuItem{action, request, rank})
	}
	own(m.clientCaps.Say("Move to…"), m.clientCaps.menu.MoveTo, requestPlaces, kindMove, rankMove)
	own(m.clientCaps.Say("Show related passages"), m.clientCaps.menu.Related, requestRelated, kindShow, rankOther)
}

// codeActionResolve adds the edit to an action if the text has not changed since it was offered. An action without data is complete; VS
// Code resolves those too.
func (s *Server) codeActionResolve(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	if len(action.Data) == 0 {
		return action, nil
	}
	var data actionData
	var a commandArgument
	if json.Unmarshal(action.Data, &data) != nil || json.Unmarshal(data.Argument, &a) != nil {
		return nil, invalidParams("the action lacks its data")
	}
	c := command.Find(data.Command)
	if c == nil || !c.Inserts {
		return nil, invalidParams("%s: no action resolves to this", data.Command)
	}
	v, err := s.analysedFile(ctx, a.URI)
	switch {
	case err != nil:
		return nil, err
	case v == nil || v.file.Version != data.Version:
		return nil, restructure.ErrGone
	}
	e, err := s.computeEdit(v, c, &a)
	if err != nil {
		return nil, toFailure(err)
	}
	action.Edit = v.workspaceEdit(e)
	return action, nil
}
