package command

import (
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// The names of the commands.
const (
	SelectFragment             = "segls.selectFragment"
	SplitParagraph             = "segls.splitParagraph"
	SplitParagraphHere         = "segls.splitParagraphHere"
	MergeParagraph             = "segls.mergeParagraph"
	MergeParagraphWithPrevious = "segls.mergeParagraphWithPrevious"
	MergeParagraphWithNext     = "segls.mergeParagraphWithNext"
	IgnoreHere                 = "segls.ignoreHere"
	IgnoreInFile               = "segls.ignoreInFile"
	InsertHeading              = "segls.insertHeading"
	RenameFragment             = "segls.renameFragment"
	AnnotateFragment           = "segls.annotateFragment"
	NewScene                   = "segls.newScene"
	SplitFragment              = "segls.splitFragment"
	PinBoundary                = "segls.pinBoundary"
	VetoBoundary               = "segls.vetoBoundary"
	RemoveHeading              = "segls.removeHeading"
	PromoteSection             = "segls.promoteSection"
	DemoteSection              = "segls.demoteSection"
	MoveFragmentUp             = "segls.moveFragmentUp"
	MoveFragmentDown           = "segls.moveFragmentDown"
	MoveFragmentUnder          = "segls.moveFragmentUnder"
	SwapFragments              = "segls.swapFragments"
	MoveSceneUp                = "segls.moveSceneUp"
	MoveSceneDown              = "segls.moveSceneDown"
	MoveSceneTo                = "segls.moveSceneTo"
	MergeFragments             = "segls.mergeFragments"
	MoveSectionUp              = "segls.moveSectionUp"
	MoveSectionDown            = "segls.moveSectionDown"
	MoveSectionUnder           = "segls.moveSectionUnder"
	ExtractFragment            = "segls.extractFragment"
	ExtractSection             = "segls.extractSection"
	Assemble                   = "segls.assemble"
	SetAside                   = "segls.setAside"
	PutIn                      = "segls.putIn"
	SplitDocument              = "segls.splitDocument"
	InlineFile                 = "segls.inlineFile"
	MoveFragmentTo             = "segls.moveFragmentTo"
	MoveSectionTo              = "segls.moveSectionTo"
	MoveFile                   = "segls.moveFile"
	SplitFile                  = "segls.splitFile"
	MergeFiles                 = "segls.mergeFiles"
	SectionToFile              = "segls.sectionToFile"
	FileToSection              = "segls.fileToSection"
	SetTarget                  = "segls.setTarget"
	WriteOrder                 = "segls.writeOrder"
	Release                    = "segls.release"
	DivideAnew                 = "segls.divideAnew"
	PutBack                    = "segls.putBack"
	MakeAlike                  = "segls.makeAlike"
	MakeOne                    = "segls.makeOne"
	GoToOther                  = "segls.goToOther"
	InsertLink                 = "segls.insertLink"
	Quote                      = "segls.quote"
	Report                     = "segls.report"
)

// All lists the commands in the order in which they are documented.
var All = []Command{
	{
		Name: SelectFragment,
		Doc:  "Selects the fragment with `window/showDocument`, if the client supports it, and answers the fragment's range, or `null`. Lenses execute this command.",
		VSCode: []MenuEntry{
			{"editor.selectFragment", "Select Fragment", AtCursor, ""},
			{"outline.selectFragment", "Select", OnItem, ""},
		},
	},
	{
		Name:   SplitParagraph,
		Kind:   Rewrite,
		Doc:    "Splits the paragraph at the position at its weakest sentence boundary, or at several if it is very long.",
		Edit:   paragraphEdit(restructure.SplitParagraph),
		VSCode: []MenuEntry{{"editor.splitParagraph", "Split Paragraph at Its Weakest Point", AtCursor, ""}},
		Neovim: map[string]string{"paragraph split": "on_paragraph($)"},
	},
	{
		Name:   SplitParagraphHere,
		Kind:   Rewrite,
		Doc:    "Splits the paragraph before the sentence at the position.",
		Edit:   splitHere,
		Neovim: map[string]string{"paragraph split here": "on_paragraph($)"},
	},
	{
		Name:   MergeParagraph,
		Kind:   Rewrite,
		Doc:    "Merges the paragraph with the more similar of its neighbours, or those up to `end` into one.",
		Edit:   paragraphEdit(restructure.MergeParagraph),
		VSCode: []MenuEntry{{"editor.mergeParagraph", "Merge Paragraph With the More Similar Neighbour", AtCursor, ""}},
		Neovim: map[string]string{"merge": "merge", "paragraph merge": "on_paragraph($)"},
	},
	{
		Name:   MergeParagraphWithPrevious,
		Kind:   Rewrite,
		Doc:    "Merges the paragraph with the one above.",
		Edit:   paragraphEdit(restructure.MergeParagraphWithPrevious),
		Neovim: map[string]string{"paragraph merge up": "on_paragraph($)"},
	},
	{
		Name:   MergeParagraphWithNext,
		Kind:   Rewrite,
		Doc:    "Merges the paragraph with the one below.",
		Edit:   paragraphEdit(restructure.MergeParagraphWithNext),
		Neovim: map[string]string{"paragraph merge down": "merge_down"},
	},
	{
		Name:    IgnoreHere,
		Inserts: true,
		Doc:     "Suppresses, by a directive, the findings about the paragraph.",
		Edit:    paragraphEdit(restructure.IgnoreParagraph),
		Neovim:  map[string]string{"ignore paragraph": "command($)"},
	},
	{
		Name:    IgnoreInFile,
		Inserts: true,
		Doc:     "Suppresses the rule `rule` in the document, by a directive.",
		Edit:    ignoreRule,
		Neovim:  map[string]string{"ignore rule": "ignore_rule"},
	},
	{
		Name:        InsertHeading,
		Kind:        Rewrite,
		Inserts:     true,
		OnSelection: true,
		Doc:         "Inserts a heading above the fragment: `title`, or else the title that the fragment has, as a proposal that the client selects.",
		Edit:        insertHeading,
		VSCode: []MenuEntry{
			{"editor.insertHeading", "Insert Heading…", AtCursor, ""},
			{"outline.insertHeading", "Insert Heading…", OnItem, ""},
		},
		Neovim: map[string]string{"heading insert": "rename($)"},
	},
	{
		Name:        RenameFragment,
		Kind:        Rewrite,
		OnSelection: true,
		Doc:         "Gives the fragment the title `title`, `as` a \"heading\" above it or as a \"comment\", which readers do not see. A heading or a comment that already names the fragment is changed. Ask the writer which of the two.",
		Edit:        renameFragment,
		VSCode: []MenuEntry{
			{"editor.renameFragment", "Rename Fragment…", AtCursor, ""},
			{"outline.renameFragment", "Rename Fragment…", OnItem, ""},
			{"board.renameFragment", "Rename Fragment…", OnItem, ""},
		},
		Neovim: map[string]string{"title": "rename($, true)", "fragment rename": "rename($)"},
	},
	{
		Name: AnnotateFragment,
		Kind: Rewrite,
		Doc:  "Writes `note` as a directive, `as` a \"synopsis\", a \"label\" or a \"status\" of the fragment, and replaces an earlier one. A label may begin with a colour: red, orange, yellow, green, blue or purple. An empty note removes it.",
		Edit: annotateFragment,
		VSCode: []MenuEntry{
			{"editor.synopsis", "Write a Synopsis…", AtCursor, ""},
			{"editor.label", "Label Fragment…", AtCursor, ""},
			{"editor.status", "Set Status…", AtCursor, ""},
			{"outline.synopsis", "Synopsis…", OnItem, ""},
			{"outline.label", "Label…", OnItem, ""},
			{"outline.status", "Status…", OnItem, ""},
			{"board.synopsis", "Synopsis…", OnItem, ""},
			{"board.label", "Label…", OnItem, ""},
			{"board.status", "Status…", OnItem, ""},
		},
		Neovim: map[string]string{"fragment synopsis": "note('synopsis')", "fragment synopsis!": "note('synopsis', true)", "fragment label": "note('label')", "fragment label!": "note('label', true)", "fragment status": "note('status')", "fragment status!": "note('status', true)"},
	},
	{
		Name:    NewScene,
		Was:     "segls.insertBreak",
		Kind:    Rewrite,
		Inserts: true,
		Doc:     "Begins a new scene with the paragraph at the position, or with the fragment `id`, by a break in the style of the chapter, else of the text, else of the format.",
		Edit:    beginScene,
		VSCode: []MenuEntry{
			{"editor.newScene", "New Scene Here", AtCursor, ""},
			{"outline.newScene", "New Scene Here", OnItem, ""},
		},
		Neovim: map[string]string{"scene new": "command($)", "break": "command($)"},
	},
	{
		Name:    SplitFragment,
		Kind:    Rewrite,
		Inserts: true,
		Doc:     "Begins a new fragment with the paragraph at the position, by a directive.",
		Edit:    paragraphEdit(restructure.SplitFragment),
		VSCode:  []MenuEntry{{"editor.splitFragment", "Split Fragment Here", AtCursor, ""}},
		Neovim:  map[string]string{"fragment split": "command($)"},
	},
	{
		Name:    PinBoundary,
		Kind:    Rewrite,
		Inserts: true,
		Doc:     "Asks, by a directive, for the boundary before the fragment.",
		Edit:    fragmentEdit(restructure.PinBoundary),
		VSCode: []MenuEntry{
			{"editor.pinBoundary", "Keep This Boundary", AtCursor, ""},
			{"outline.pinBoundary", "Keep This Boundary", OnItem, ""},
		},
		Neovim: map[string]string{"boundary pin": "on_fragment($)"},
	},
	{
		Name:    VetoBoundary,
		Kind:    Rewrite,
		Inserts: true,
		Doc:     "Forbids, by a directive, the boundary before the fragment.",
		Edit:    fragmentEdit(restructure.VetoBoundary),
		VSCode: []MenuEntry{
			{"editor.vetoBoundary", "No Boundary Here", AtCursor, ""},
			{"outline.vetoBoundary", "No Boundary Here", OnItem, ""},
		},
		Neovim: map[string]string{"boundary veto": "on_fragment($)"},
	},
	{
		Name:   RemoveHeading,
		Kind:   Rewrite,
		Doc:    "Removes the heading at the position, and nothing else.",
		Edit:   sectionEdit(restructure.RemoveHeading),
		VSCode: []MenuEntry{{"outline.removeHeading", "Remove Heading", OnItem, ""}},
		Neovim: map[string]string{"heading remove": "command($)"},
	},
	{
		Name: PromoteSection,
		Kind: Rewrite,
		Doc:  "Raises the section, with its parts, by one level.",
		Edit: sectionEdit(restructure.Promote),
		VSCode: []MenuEntry{
			{"editor.promoteSection", "Promote Section", AtCursor, ""},
			{"outline.promoteSection", "Promote Section", OnItem, ""},
		},
		Neovim: map[string]string{"section promote": "command($)"},
	},
	{
		Name: DemoteSection,
		Kind: Rewrite,
		Doc:  "Lowers the section, with its parts, by one level.",
		Edit: sectionEdit(restructure.Demote),
		VSCode: []MenuEntry{
			{"editor.demoteSection", "Demote Section", AtCursor, ""},
			{"outline.demoteSection", "Demote Section", OnItem, ""},
		},
		Neovim: map[string]string{"section demote": "command($)"},
	},
	{
		Name:        MoveFragmentUp,
		Kind:        Move,
		OnSelection: true,
		Doc:         "Moves the fragment over the one above, or over the heading above to the end of the section before.",
		Edit:        fragmentEdit(restructure.MoveFragmentUp),
		AcrossFiles: fragmentChange(rearrange.FragmentToPrevious),
		VSCode: []MenuEntry{
			{"editor.moveFragmentUp", "Move Fragment Up", AtCursor, ""},
			{"outline.moveFragmentUp", "Move Up", OnItem, ""},
		},
		Neovim: map[string]string{"move up": "move($)", "fragment move up": "on_fragment($)"},
	},
	{
		Name:        MoveFragmentDown,
		Kind:        Move,
		OnSelection: true,
		Doc:         "Moves the fragment over the one below, or over the heading below to the beginning of the next section.",
		Edit:        fragmentEdit(restructure.MoveFragmentDown),
		AcrossFiles: fragmentChange(rearrange.FragmentToNext),
		VSCode: []MenuEntry{
			{"editor.moveFragmentDown", "Move Fragment Down", AtCursor, ""},
			{"outline.moveFragmentDown", "Move Down", OnItem, ""},
		},
		Neovim: map[string]string{"move down": "move($)", "fragment move down": "on_fragment($, -1)"},
	},
	{
		Name:        MoveFragmentUnder,
		Kind:        Move,
		OnSelection: true,
		Doc:         "Moves the fragment to the end of the text under the heading of the section `toId`, or at `to`.",
		Edit:        moveUnderEdit((*Task).Fragment, restructure.MoveFragment),
		Neovim:      map[string]string{"move under": "under($, true)", "fragment move under": "under($)"},
	},
	{
		Name:   SwapFragments,
		Kind:   Move,
		Doc:    "Swaps the fragment with the one with `toId`, or at `to`.",
		Edit:   swapFragments,
		Neovim: map[string]string{"fragment swap next": "swap(1)", "fragment swap prev": "swap(-1)"},
	},
	{
		Name:        MoveSceneUp,
		Kind:        Move,
		Doc:         "Moves the scene over the one above, or over the heading above to the end of the chapter before. The first scene of a file moves into the file before.",
		Edit:        sceneEdit(sentence.New("Move scene up"), fragmentEdit(restructure.MoveFragmentUp)),
		AcrossFiles: sceneChange(constantTitle(sentence.New("Move scene up")), fragmentChange(rearrange.FragmentToPrevious)),
		VSCode: []MenuEntry{
			{"editor.moveSceneUp", "Move Scene Up", AtCursor, ""},
			{"outline.moveSceneUp", "Move Scene Up", OnItem, ""},
			{"board.moveSceneUp", "Move Scene Up", OnItem, ""},
		},
		Neovim: map[string]string{"scene move up": "on_fragment($)"},
	},
	{
		Name:        MoveSceneDown,
		Kind:        Move,
		Doc:         "Moves the scene over the one below, or over the heading below to the beginning of the next chapter. The last scene of a file moves into the next file.",
		Edit:        sceneEdit(sentence.New("Move scene down"), fragmentEdit(restructure.MoveFragmentDown)),
		AcrossFiles: sceneChange(constantTitle(sentence.New("Move scene down")), fragmentChange(rearrange.FragmentToNext)),
		VSCode: []MenuEntry{
			{"editor.moveSceneDown", "Move Scene Down", AtCursor, ""},
			{"outline.moveSceneDown", "Move Scene Down", OnItem, ""},
			{"board.moveSceneDown", "Move Scene Down", OnItem, ""},
		},
		Neovim: map[string]string{"scene move down": "on_fragment($, -1)"},
	},
	{
		Name: MergeFragments,
		Kind: Rewrite,
		Doc:  "Merges the fragment with the next one, by a directive or by removing one.",
		Edit: fragmentEdit(restructure.MergeFragments),
		VSCode: []MenuEntry{
			{"editor.mergeFragments", "Merge Fragment With the Next One", AtCursor, ""},
			{"outline.mergeFragments", "Merge With the Next One", OnItem, ""},
		},
		Neovim: map[string]string{"fragment merge": "on_fragment($)"},
	},
	{
		Name:        MoveSectionUp,
		Kind:        Move,
		Doc:         "Moves the section over the one above; with `mendLevels` it takes that one's level.",
		Edit:        sectionLevelEdit(restructure.MoveSectionUp),
		AcrossFiles: sectionChange(rearrange.SectionToPrevious),
		VSCode: []MenuEntry{
			{"editor.moveSectionUp", "Move Section Up", AtCursor, ""},
			{"outline.moveSectionUp", "Move Section Up", OnItem, ""},
			{"board.moveSectionUp", "Move Section Up", OnItem, ""},
		},
		Neovim: map[string]string{"section move up": "command($)", "section move up level": "command($, { mendLevels = true })"},
	},
	{
		Name:        MoveSectionDown,
		Kind:        Move,
		Doc:         "Moves the section over the one below; with `mendLevels` it takes that one's level.",
		Edit:        sectionLevelEdit(restructure.MoveSectionDown),
		AcrossFiles: sectionChange(rearrange.SectionToNext),
		VSCode: []MenuEntry{
			{"editor.moveSectionDown", "Move Section Down", AtCursor, ""},
			{"outline.moveSectionDown", "Move Section Down", OnItem, ""},
			{"board.moveSectionDown", "Move Section Down", OnItem, ""},
		},
		Neovim: map[string]string{"section move down": "command($)", "section move down level": "command($, { mendLevels = true })"},
	},
	{
		Name:   MoveSectionUnder,
		Kind:   Move,
		Doc:    "Makes the section the last part of the one with `toId`, or whose heading is at `to`, one level below it.",
		Edit:   moveUnderEdit((*Task).section, restructure.MoveSection),
		Neovim: map[string]string{"section move under": "under($)"},
	},
	{
		Name:        ExtractFragment,
		Kind:        Extract,
		OnSelection: true,
		Doc:         "Puts the fragment into a new file, `file` or one named after its title, with `frontMatter`, and leaves a link.",
		Edit:        extractionEdit((*Task).Fragment, restructure.ExtractFragment),
		VSCode: []MenuEntry{
			{"editor.extractFragment", "Extract Fragment Into a File…", AtCursor, ""},
			{"outline.extractFragment", "Extract Into a File…", OnItem, ""},
		},
		Neovim: map[string]string{"extract": "extraction($, 'passage')", "fragment extract": "extraction($, 'fragment')"},
	},
	{
		Name: ExtractSection,
		Kind: Extract,
		Doc:  "Puts the section into a new file, and leaves its heading and a link.",
		Edit: extractionEdit((*Task).section, restructure.ExtractSection),
		VSCode: []MenuEntry{
			{"editor.extractSection", "Extract Section Into a File…", AtCursor, ""},
			{"outline.extractSection", "Extract Section Into a File…", OnItem, ""},
		},
		Neovim: map[string]string{"section extract": "extraction($, 'section')"},
	},
	{
		Name: Assemble,
		Doc:  "Creates the file `toUri` from passages: `places`, each `{uri, range}`, in their order. An empty range means the fragment there. Links and footnotes are updated, and a comment names the source of each passage; the other texts do not change. With `trial`, nothing is created. Answers `{words, places: [{uri, path, range, title, words}], notes}`: the lengths of all passages, and notes for the writer.",
		VSCode: []MenuEntry{
			{"editor.collect", "Collect Selection or Fragment", AtCursor, ""},
			{"outline.collect", "Collect", OnItem, ""},
			{"board.collect", "Collect", OnItem, ""},
			{"passages.collect", "Collect", OnItem, "add"},
			{"collection.assemble", "Make a Document of the Collection…", "segls.active", "new-file"},
		},
		Neovim: map[string]string{"assemble": "assemble($)"},
	},
	{
		Name: SetAside,
		Kind: Extract,
		Doc:  "Takes the fragment out of the text into a new file in the folder `tray`, named after its title. The text keeps no link to it.",
		Edit: setAside,
		VSCode: []MenuEntry{
			{"editor.setAside", "Set Fragment Aside in the Tray", AtCursor, ""},
			{"board.setAside", "Set Aside in the Tray", OnItem, ""},
			{"outline.setAside", "Set Aside in the Tray", OnItem, ""},
		},
		Neovim: map[string]string{"fragment aside": "on_fragment($)"},
	},
	{
		Name:   PutIn,
		Kind:   Inline,
		Doc:    "Puts the text of the file `file`, a path from the folder of the text, before the fragment `toId`, or after it with `side` \"after\", under the heading of the section `toId`, or to the end. The file stays: remove it when the text has changed.",
		Edit:   putInFromTray,
		Neovim: map[string]string{"fragment back": "put_in"},
	},
	{
		Name:   SplitDocument,
		Kind:   Extract,
		Doc:    "Puts every part of the document, `by` \"fragments\", \"headings\" or \"scenes\", into a new file, and leaves an index.",
		Edit:   splitDocument,
		Neovim: map[string]string{"document split headings": "command($, { by = 'headings' })", "document split fragments": "command($, { by = 'fragments' })", "document split scenes": "command($, { by = 'scenes' })"},
	},
	{
		Name:   InlineFile,
		Kind:   Inline,
		Doc:    "Puts the text of the file that the paragraph links to in its place. The file stays.",
		Edit:   inlineFile,
		VSCode: []MenuEntry{{"editor.inlineFile", "Put the Text of a Linked File Here", AtCursor, ""}},
		Neovim: map[string]string{"inline": "command($)"},
	},
	{
		Name:        MoveFragmentTo,
		Kind:        Move,
		OnSelection: true,
		Doc:         "Moves the fragment into the file `toUri` of the work: before the fragment `toId`, or after it with `side` \"after\", under the heading of the section `toId`, or to the end of the file. A fragment put after the last fragment of a scene stays in that scene; put before the first fragment of the next, it joins the next. `toUri` may be the file itself.",
		Edit:        moveFragmentWithin,
		Change:      moveFragmentTo,
		VSCode: []MenuEntry{
			{"editor.moveTo", "Move to…", AtCursor, ""},
			{"board.moveLoose", "Move the Loose Paragraph to Where It Fits", OnItem, ""},
			{"outline.moveTo", "Move to…", OnItem, ""},
			{"board.moveTo", "Move to…", OnItem, ""},
		},
		Neovim: map[string]string{"move to": "move_to('Fragment', true)", "move to!": "move_to('Fragment', true, true)", "fragment move to": "move_to('Fragment')", "fragment move to!": "move_to('Fragment', false, true)"},
	},
	{
		Name:   MoveSceneTo,
		Kind:   Move,
		Doc:    "Moves the scene into the file `toUri` of the work, as `segls.moveFragmentTo` does a fragment: before or after the scene in which the fragment `toId` is, under the heading of the section `toId`, or to the end of the file. `toUri` may be the file itself.",
		Edit:   sceneEdit(sentence.New("Move scene"), moveFragmentWithin),
		Change: sceneChange(func(f *WorkTask) *sentence.Sentence { return sentence.New("Move scene to %s", f.To) }, moveFragmentTo),
		VSCode: []MenuEntry{
			{"editor.moveSceneTo", "Move Scene to…", AtCursor, ""},
			{"outline.moveSceneTo", "Move Scene to…", OnItem, ""},
			{"board.moveSceneTo", "Move Scene to…", OnItem, ""},
		},
		Neovim: map[string]string{"scene move to": "move_to('Scene')", "scene move to!": "move_to('Scene', false, true)"},
	},
	{
		Name:   MoveSectionTo,
		Kind:   Move,
		Doc:    "Moves the section, with its parts, into the file `toUri` of the work: `side` \"before\", \"after\" or \"under\" the section `toId` (under it, if nothing is said), or to the end of the file. `toUri` may be the file itself.",
		Edit:   moveSectionWithin,
		Change: moveSectionTo,
		Neovim: map[string]string{"section move to": "move_to('Section')", "section move to!": "move_to('Section', false, true)"},
	},
	{
		Name:   MoveFile,
		Doc:    "Moves the file in the order of the work, with the files below it: `side` \"before\", \"after\" or \"below\" the file `toUri`.",
		Change: moveFile,
		VSCode: []MenuEntry{
			{"board.moveFileUp", "Move File Up", OnItem, ""},
			{"board.moveFileDown", "Move File Down", OnItem, ""},
		},
		Neovim: map[string]string{"file move up": "move_file(-1)", "file move down": "move_file(1)"},
	},
	{
		Name:   SplitFile,
		Kind:   Extract,
		Doc:    "Puts the text from the fragment or section on into a new file, which comes next in the order: `file`, or one named after its title. If the new file begins with a fragment, its heading is `title` or, without it, the title of the fragment.",
		Change: splitFile,
		VSCode: []MenuEntry{{"outline.splitFile", "Split the File Here…", OnItem, ""}},
		Neovim: map[string]string{"file split": "split_file"},
	},
	{
		Name:   MergeFiles,
		Doc:    "Appends the next file of the work to the file, and removes it.",
		Change: mergeFiles,
		VSCode: []MenuEntry{{"outline.mergeFiles", "Merge With the Next File", OnItem, ""}},
		Neovim: map[string]string{"file merge": "command($)"},
	},
	{
		Name:   SectionToFile,
		Doc:    "Makes the section a file of its own, `file` or one named after its title, in the order of the work.",
		Change: sectionToFile,
		VSCode: []MenuEntry{{"outline.sectionToFile", "Make It a File of Its Own", OnItem, ""}},
		Neovim: map[string]string{"section file": "into_file($)"},
	},
	{
		Name:   FileToSection,
		Doc:    "Makes the file the last section of the file before it in the work, and removes it.",
		Change: fileToSection,
		VSCode: []MenuEntry{{"outline.fileToSection", "Make It a Section of the File Before", OnItem, ""}},
		Neovim: map[string]string{"file section": "command($)"},
	},
	{
		Name:   SetTarget,
		Doc:    "Sets `setting`, in either form of its name, to `value`. `scope` says where: \"file\" writes a directive into the document, \"project\" writes into the nearest settings file, which is created in the workspace folder if there is none. The setting \"target\" is always a directive: the number of words that the section `id`, the scene of the fragment `id` or, without `id`, the whole text should have; 0 removes it.",
		Neovim: map[string]string{"set file": "set('file')", "set project": "set('project')"},
	},
	{
		Name:   WriteOrder,
		Doc:    "Writes the order of the texts around the document, by their names, to the table `[work]` of the settings file in their folder, which is created if it does not exist. Refused if something else states the order.",
		VSCode: []MenuEntry{{"editor.writeOrder", "Write the Order of This Folder", AtCursor, "list-ordered"}},
		Neovim: map[string]string{"order write": "command($)"},
	},
	{
		Name: Release,
		Doc:  "Releases the fragment, which has been moved and is held, or `all` held ones. The text does not change; from then on the fragment is divided like any other. Answers `null`, even if nothing is held.",
		VSCode: []MenuEntry{
			{"editor.release", "Stop Keeping the Moved Fragment Whole", WhereHeld, ""},
			{"editor.releaseAll", "Stop Keeping All Moved Fragments Whole", WhereHeld, ""},
			{"outline.release", "Stop Keeping the Moved Fragment Whole", OnItem, ""},
			{"board.release", "Stop Keeping the Moved Fragment Whole", OnItem, ""},
		},
		Neovim: map[string]string{"release": "on_fragment($)", "release!": "command($, { all = true })"},
	},
	{
		Name:   DivideAnew,
		Doc:    "Divides the text from scratch, without regard to the boundaries shown before; held fragments stay whole. If it is executed again before the text changes, it restores the previous division. Answers `null`.",
		VSCode: []MenuEntry{{"editor.divideAnew", "Divide the Text Anew, or as Before", AtCursor, ""}},
		Neovim: map[string]string{"divide": "command($)"},
	},
	{
		Name:   PutBack,
		Doc:    "Undoes one change that `segls/changes` has reported, by its `id`, against the `before` given there. A part that has moved goes back to its place with its present words; any other change is reverted. The server checks the edit first, and refuses it with a sentence if the text around it would be read differently.",
		VSCode: []MenuEntry{{"changes.putBack", "Put This One Back", OnItem, "discard"}},
		Neovim: map[string]string{"put back": "put_back"},
	},
	{
		Name:   MakeAlike,
		Doc:    "Gives a passage that `segls/duplicates` has reported, by its `id` or position, the present wording of the other place. If the words of either have changed since, nothing happens. Refused between two formats, for lists and for quotes of several lines.",
		VSCode: []MenuEntry{{"passages.makeAlike", "Use the Wording of the Other Place", OnItem, "replace"}},
		Neovim: map[string]string{"duplicates alike": "command($)"},
	},
	{
		Name:   MakeOne,
		Doc:    "Puts a passage that `segls/duplicates` has reported, by its `id` or position, into a new file, `file` or one named after its first words, and includes that file in every place with the same words. The passage is a whole paragraph, list or quote. If one of the places is a file that has nothing else, the others include that file. Refused if the wordings differ, if a link would break, or if the format cannot include files ([which can](related.md#repeated-passages)).",
		VSCode: []MenuEntry{{"passages.makeOne", "Put Into One File", OnItem, "combine"}},
		Neovim: map[string]string{"duplicates one": "into_file($)"},
	},
	{
		Name:   GoToOther,
		Doc:    "Shows the other place of a passage that `segls/duplicates` has reported, by its `id` or position, with `window/showDocument`. Answers with its location, for clients without that.",
		Neovim: map[string]string{"duplicates other": "command($)"},
	},
	{
		Name:   InsertLink,
		Doc:    "Inserts at the position a link to the nearest named place above `to` in another text, `toUri`, or to that text: as a wiki link where the folder mostly uses these, else as the format writes links. Refused where no link can lead there, as to a section of LaTeX without a label.",
		VSCode: []MenuEntry{{"passages.insertLink", "Insert Link Here", OnItem, "link"}},
	},
	{
		Name:   Quote,
		Doc:    "Inserts the passage of another text, `toUri`, from `to` up to `end`, as a block quote after the block at the position, with a link to it as `segls.insertLink` makes it. Lists, tables and formulas are kept, headings are not. From another format, it is quoted as readers see it.",
		VSCode: []MenuEntry{{"passages.quote", "Quote Here", OnItem, "quote"}},
	},
	{
		Name:   Report,
		Doc:    "Takes no argument. Answers with a text in Markdown for a report of a bug: the versions, timings and sizes of `segls/status`, without names or words of documents.",
		VSCode: []MenuEntry{{"showReport", "Show Details for a Bug Report", Anywhere, ""}},
		Neovim: map[string]string{"report": "report"},
	},
}

// Own lists the commands that VS Code carries out by itself or by requests.
var Own = []MenuEntry{
	{"restart", "Restart Server", Anywhere, ""},
	{"showLog", "Show Log", Anywhere, ""},
	{"whatIsWrong", "What Is Wrong?", "!segls.inBrowser", ""},
	{"setTraceLevel", "Trace the Conversation With the Server…", Anywhere, ""},
	{"toggleLenses", "Show or Hide Marks", WithText, ""},
	{"showCurve", "Show Curve", WithText, "graph-line"},
	{"showBoard", "Show Board", WithText, "layout"},
	{"showChanges", "Show What Changed", WithText, "history"},
	{"hideChanges", "Hide What Changed", "segls.changes", "close"},
	{"changes.showOrders", "Show Both Orders", "segls.changes", "split-horizontal"},
	{"changes.compare", "Compare Line by Line", "segls.changes", "diff"},
	{"changes.reveal", "Show the Text", OnItem, ""},
	{"changes.peek", "Show the Earlier Text", OnItem, "eye"},
	{"changes.tryOrder", "Try This Order on the Board", OnItem, "beaker"},
	{"changes.compareOrder", "Show It Beside the Present Order", OnItem, "split-horizontal"},
	{"changes.removeOrder", "Remove This Order", OnItem, "trash"},
	{"findPassages", "Find Passages…", "segls.active", "search"},
	{"gather.work", "Edit the Work as One Text", WithText, ""},
	{"gather.label", "Edit Fragments With a Label as One Text…", WithText, ""},
	{"board.gather", "Edit as One Text", OnItem, ""},
	{"connections.gather", "Edit as One Text", OnItem, "combine"},
	{"outline.gather", "Edit as One Text", OnItem, ""},
	{"collection.gather", "Edit the Collection as One Text", "segls.active", "combine"},
	{"collection.reveal", "Go to the Passage", OnItem, ""},
	{"collection.remove", "Remove", OnItem, "remove"},
	{"collection.moveUp", "Move Up", OnItem, ""},
	{"collection.moveDown", "Move Down", OnItem, ""},
	{"collection.setTarget", "Set Target of the Collection…", "segls.active", ""},
	{"connections.filter", "Filter", OnItem, "filter"},
	{"connections.refresh", "Look Again", OnItem, "refresh"},
	{"connections.sortByPlace", "Sort by Place", OnItem, ""},
	{"connections.sortByWorth", "Best First", OnItem, ""},
	{"showRelated", "Show Related Passages", WithText, "references"},
	{"showDuplicates", "Show Repeated Passages", WithText, "copy"},
	{"showAllDuplicates", "Show Repeated Passages in All Texts", "segls.active", "files"},
	{"showMisplaced", "Show Loose Paragraphs", WithText, "question"},
	{"showAllMisplaced", "Show Loose Paragraphs of the Work", "segls.active", "files"},
	{"related.follow", "Follow the Cursor", "!segls.related.follows", "pin"},
	{"related.stay", "Do Not Follow the Cursor", "segls.related.follows", "pinned"},
	{"passages.reveal", "Go to the Passage", OnItem, ""},
	{"passages.openBeside", "Open Beside", OnItem, "split-horizontal"},
	{"passages.openOther", "Open the Other Place Beside", OnItem, "arrow-right"},
	{"passages.moveThere", "Move There", OnItem, "arrow-swap"},
	{"editor.renameHeading", "Rename Heading…", AtCursor, ""},
	{"outline.renameHeading", "Rename Heading…", OnItem, ""},
	{"editor.showBacklinks", "Show Backlinks", AtCursor, ""},
	{"outline.showBacklinks", "Show Backlinks", OnItem, ""},
	{"nextFragment", "Next Fragment", AtCursor, ""},
	{"previousFragment", "Previous Fragment", AtCursor, ""},
	{"goToFragment", "Go to Fragment…", AtCursor, ""},
	{"nextScene", "Next Scene", AtCursor, ""},
	{"previousScene", "Previous Scene", AtCursor, ""},
	{"focusFragment", "Focus on This Fragment (on or off)", AtCursor, ""},
	{"outline.moveUp", "Move Up", OnItem, ""},
	{"outline.moveDown", "Move Down", OnItem, ""},
	{"outline.reveal", "Reveal", OnItem, ""},
}
