package analysis

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/fragment"
)

// Directive declares an instruction that a writer can give in the text itself, in a comment alone on a line, after `segls:`.
type Directive struct {
	Name     string
	Argument string // what must follow the name; "" if nothing may
	Doc      string // a sentence or two, for a writer
}

// Usage returns the form in which the directive is written.
func (d Directive) Usage() string { return strings.TrimSpace(d.Name + " " + d.Argument) }

// The names of the directives.
const (
	directiveOff        = "off"
	directiveOn         = "on"
	directiveIgnoreNext = "ignore-next"
	directiveIgnoreFile = "ignore-file"
	directiveIgnore     = "ignore"
	directiveBreak      = "break"
	directiveNoBreak    = "no-break"
	directiveTitle      = "title"
	directiveSynopsis   = "synopsis"
	directiveLabel      = "label"
	directiveStatus     = "status"
	directiveTarget     = "target"
	directiveScene      = "scene-target"
	directiveSetting    = "NAME" // placeholder for the name of a setting
)

// Directives lists the directives.
var Directives = []Directive{
	{directiveOff, "", "segls ignores the prose from here to the next `on`, or to the end of the text: it is not divided, and nothing in it is reported. The fragment around it continues after it."},
	{directiveOn, "", "Ends what `off` began."},
	{directiveIgnoreNext, "", "Nothing is reported about the next paragraph."},
	{directiveIgnoreFile, "", "Editors show nothing about this text: no boundaries and no findings. The command line still divides it."},
	{directiveIgnore, "RULE…", "From here on, this rule reports nothing. Separate several rules by commas or spaces."},
	{directiveBreak, "", "A fragment begins with the next paragraph."},
	{directiveNoBreak, "", "No fragment begins with the next paragraph, unless there is a heading before it."},
	{directiveTitle, "WORDS…", "The fragment that begins with the next paragraph has this title."},
	{directiveSynopsis, "WORDS…", "What the fragment with the next paragraph should say or do: a note to yourself, shown on its card."},
	{directiveLabel, "[COLOUR] WORDS…", "A label for the fragment with the next paragraph, shown on its card in one of the colours red, orange, yellow, green, blue and purple."},
	{directiveStatus, "WORDS…", "How far the fragment with the next paragraph has come, such as `first draft` or `done`: shown on its card."},
	{directiveTarget, "WORDS", "The section that the directive is in should have this many words; before the first heading, the whole text. `segls work` and `segls stats` show how far it has come."},
	{directiveScene, "WORDS", "The scene that the directive is in should have this many words; see `target`."},
	{directiveSetting, "= VALUE", "Sets a setting for the whole text, wherever the directive is. This works for the settings that concern the text, such as lengths, language and rules, but not for `markup` or for what an editor shows."},
}

// parsedDirective is a directive without its place in the text.
type parsedDirective struct {
	text             string             // after `segls:`
	directiveCommand                    // the parsed instruction
	problem          *sentence.Sentence // why it is invalid; nil if it is valid
}

// parseDirectiveBlock parses the directive in a block.
func parseDirectiveBlock(c *block, text string) *parsedDirective {
	said := c.Runs[0].Extent()
	s := &parsedDirective{text: text[said.Start:said.End]}
	s.directiveCommand, s.problem = parseDirective(s.text)
	return s
}

// constraintAfter returns the constraint on the gap before the next paragraph, given the one from earlier directives.
func (s *parsedDirective) constraintAfter(before fragment.Constraint) fragment.Constraint {
	switch s.name {
	case directiveBreak:
		return fragment.Break
	case directiveNoBreak:
		return fragment.NoBreak
	}
	return before
}

// concernsNextParagraph reports whether the directive concerns the next paragraph or its fragment; false if s is nil.
func (s *parsedDirective) concernsNextParagraph() bool {
	return s != nil && (s.name == directiveBreak || s.name == directiveNoBreak || s.name == directiveTitle || s.isNote() || s.name == directiveIgnoreNext)
}

// directiveCommand is a parsed directive and, in directiveEffects, its place in the text.
type directiveCommand struct {
	name  string   // name of the directive
	rules []string // of `ignore`
	title string   // of `title`
	note  string   // text of `synopsis`, `label` and `status`
	color string   // of `label`, or ""
	words int      // number of words of `target` and `scene-target`

	setting, value string // of NAME = VALUE

	// The place in the text; set only in directiveEffects.
	block int         // index of its block
	span  markup.Span // of its comment
}

// isNote reports whether the directive is only a note, which does not affect the analysis.
func (c directiveCommand) isNote() bool {
	return isNoteDirective(c.name)
}

func isNoteDirective(name string) bool {
	return name == directiveSynopsis || name == directiveLabel || name == directiveStatus
}

// parseDirective parses the text after `segls:`. problem says why it is invalid; nil if it is valid.
func parseDirective(text string) (c directiveCommand, problem *sentence.Sentence) {
	if words := strings.Fields(text); len(words) > 0 && words[0] == directiveTitle {
		if len(words) == 1 || words[1] == "=" {
			return c, sentence.New("A title is written “title WORDS”.")
		}
		return directiveCommand{name: directiveTitle, title: strings.Join(words[1:], " ")}, nil
	}
	if words := strings.Fields(text); len(words) > 0 && isNoteDirective(words[0]) {
		return parseNote(words[0], words[1:])
	}
	if words := strings.Fields(text); len(words) > 0 && (words[0] == directiveTarget || words[0] == directiveScene) {
		n := parseTargetWords(strings.TrimPrefix(strings.TrimSpace(strings.Join(words[1:], " ")), "="))
		if n == 0 {
			return c, sentence.New("A target is written “%s 2000”.", words[0])
		}
		return directiveCommand{name: words[0], words: n}, nil
	}
	if name, value, ok := strings.Cut(text, "="); ok {
		return parseSetting(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if len(words) == 0 {
		return c, sentence.New("This directive is empty; %s", suggestName("", directiveNames))
	}
	name, arguments := words[0], words[1:]
	switch {
	case !slices.Contains(directiveNames, name):
		return c, unknownDirectiveProblem(name, strings.Join(arguments, " "))
	case name == directiveIgnore && len(arguments) == 0:
		return c, sentence.New("Say which rule to ignore; %s", suggestName("", ruleNames))
	case name != directiveIgnore && len(arguments) > 0:
		return c, sentence.New("Nothing can follow “%s”.", name)
	}
	return directiveCommand{name: name, rules: arguments}, nil
}

func parseNote(name string, words []string) (c directiveCommand, problem *sentence.Sentence) {
	c = directiveCommand{name: name}
	if name == directiveLabel && len(words) > 0 && slices.Contains(Colors, words[0]) {
		c.color, words = words[0], words[1:]
	}
	c.note = strings.Join(words, " ")
	switch isEmpty := len(words) > 0 && words[0] == "=" || c.note == "" && c.color == ""; {
	case isEmpty && name == directiveLabel:
		return directiveCommand{}, sentence.New("A label is written “label [COLOUR] WORDS”.")
	case isEmpty:
		return directiveCommand{}, sentence.New("A %s is written “%[1]s WORDS”.", name)
	}
	return c, nil
}

func parseSetting(name, value string) (c directiveCommand, problem *sentence.Sentence) {
	if n := len(value); n > 1 && value[0] == value[n-1] && (value[0] == '"' || value[0] == '\'') {
		value = value[1 : n-1] // quotes are allowed, as in TOML
	}
	if name == "" || value == "" {
		return c, sentence.New("A setting is written “NAME = VALUE”.")
	}
	return directiveCommand{name: directiveSetting, setting: name, value: value}, nil
}

func unknownDirectiveProblem(name, rest string) *sentence.Sentence {
	if d, ok := DeclaredSettings.Find(name); ok {
		return sentence.New("A setting is written “%s = %s”.", d.Name, cmp.Or(rest, "VALUE"))
	}
	return sentence.New("There is no directive “%s”; %s", name, suggestName(name, directiveNames))
}

// directiveNames and the variables below list the names that a writer can use.
var (
	directiveNames = mapNames(Directives, func(d Directive) string {
		if d.Name == directiveSetting {
			return d.Usage()
		}
		return d.Name
	})
	ruleNames = mapNames(check.Rules, func(r check.Rule) string { return string(r) })
	// SettingNames lists the names of all settings.
	SettingNames = mapNames(DeclaredSettings, func(d setting.Setting[Settings]) string { return d.Name })
)

func mapNames[E any](list []E, name func(E) string) []string {
	var names []string
	for _, e := range list {
		names = append(names, name(e))
	}
	return names
}

// suggestName suggests the nearest of the names in place of an unknown one, or lists them all.
func suggestName(name string, names []string) *sentence.Sentence {
	if nearest := setting.Nearest(name, names); nearest != "" {
		return sentence.New("did you mean “%s”?", nearest)
	}
	return sentence.New("choose from %s.", strings.Join(names, ", "))
}
