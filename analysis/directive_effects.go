package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/fragment"
)

// SettingInText is a setting that a directive in the text sets.
type SettingInText struct {
	Value string
	Span  markup.Span // span of the directive
}

// directiveEffects is the joint effect of the directives in a text.
type directiveEffects struct {
	settings Settings // the settings of the whole text
	inText   map[string]SettingInText

	quiet            bool               // no suggestions, and no findings except about directives
	offStretches     []offStretch       // the stretches without prose
	ignored          map[check.Rule]int // for each rule, the offset after which it has no findings
	forNextParagraph []directiveCommand // the directives that concern only the paragraph after them
	pins             map[int]pin        // by the paragraph before which they apply
	suppressed       map[int]bool       // the blocks whose paragraphs have no findings
	findings         []check.Finding    // findings about the directives themselves

	text rope.Text
}

// offStretch is a range of blocks, [from, end), in which prose is off.
type offStretch struct {
	from, end int
	start     markup.Span // span of the directive that begins it
}

// pin is a constraint with the directive that sets it.
type pin struct {
	fragment.Constraint
	by directiveCommand
}

// readDirectives applies the directives that affect the whole text.
func (d *Reading) readDirectives() {
	o := d.readEffects()
	d.Settings, d.quiet = o.settings, o.quiet
	d.Language = d.languageOf()
}

// readEffects collects the effects that do not depend on the places of the paragraphs. No directive
// changes the fixed settings.
func (d *Reading) readEffects() *directiveEffects {
	o := &directiveEffects{settings: d.given, text: d.Text}
	for at, block := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		c := block.directive.directiveCommand
		c.block, c.span = at.Index, d.Text.Trim(block.Span.Shift(at.Before.bytes))
		switch {
		case block.directive.problem != nil:
			o.report(c.span, "%s", block.directive.problem)
		case c.name == directiveOff, c.name == directiveOn:
			o.switchProse(c, d.blocks.Len())
		case c.name == directiveIgnoreFile:
			o.quiet = true
		case c.name == directiveIgnore:
			o.ignoreRules(c)
		case c.name == directiveSetting:
			o.setInText(c, d.fixed)
		case c.name == directiveTarget, c.name == directiveScene: // no effect on the division; see Targets
		default:
			o.forNextParagraph = append(o.forNextParagraph, c)
		}
	}
	o.settleForPaper(d.given.Method, d.fixed)
	o.checkLimits()
	return o
}

// report adds a finding about a directive.
func (o *directiveEffects) report(span markup.Span, format string, args ...any) {
	o.findings = append(o.findings, check.Finding{Rule: check.BadDirective, Span: span, Paragraph: -1, Problem: sentence.New(format, args...)})
}

// line returns the number, from 1, of the line in which a span begins.
func (o *directiveEffects) line(s markup.Span) int { return o.text.LineAt(s.Start) + 1 }

// switchProse begins or ends a stretch without prose.
func (o *directiveEffects) switchProse(c directiveCommand, blocks int) {
	last := len(o.offStretches) - 1
	isOff := last >= 0 && o.offStretches[last].end == blocks
	switch {
	case c.name == directiveOn && isOff:
		o.offStretches[last].end = c.block
	case c.name == directiveOn:
		o.report(c.span, "There is no “off” for this “on” to end.")
	case isOff:
		o.report(c.span, "“off” already applies, since line %d.", o.line(o.offStretches[last].start))
	default:
		o.offStretches = append(o.offStretches, offStretch{c.block, blocks, c.span})
	}
}

func (o *directiveEffects) ignoreRules(c directiveCommand) {
	for _, name := range c.rules {
		rule := check.Rule(name)
		if !slices.Contains(check.Rules, rule) {
			o.report(c.span, "There is no rule “%s”; %s", name, suggestName(name, ruleNames))
			continue
		}
		if o.ignored == nil {
			o.ignored = make(map[check.Rule]int)
		}
		if _, already := o.ignored[rule]; !already {
			o.ignored[rule] = c.span.End
		}
	}
}

// setInText sets a setting. If a setting is set twice, the last value counts.
func (o *directiveEffects) setInText(c directiveCommand, fixed []string) {
	declared, ok := DeclaredSettings.Find(c.setting)
	switch {
	case !ok:
		o.report(c.span, "A text has no setting “%s”; %s", c.setting, suggestName(c.setting, SettingNames))
		return
	case declared.Name == settingMarkup:
		o.report(c.span, "A text cannot set its own markup, because that decides what a directive looks like.")
		return
	}
	changed := o.settings
	if err := declared.SetString(&changed, c.value); err != nil {
		o.report(c.span, "%v.", err)
		return
	}
	if earlier, twice := o.inText[declared.Name]; twice && earlier.Value != c.value {
		o.report(c.span, "%s was set to %s in line %d; here it becomes %s.", declared.Name, earlier.Value, o.line(earlier.Span), c.value)
	}
	if o.inText == nil {
		o.inText = make(map[string]SettingInText)
	}
	o.inText[declared.Name] = SettingInText{c.value, c.span}
	if !slices.Contains(fixed, declared.Name) {
		o.settings = changed
	}
}

// settleForPaper applies [Settings.ForPaper] to a text whose own directive asks for Heinonen's
// method.
func (o *directiveEffects) settleForPaper(given string, fixed []string) {
	if o.settings.Method == MethodPaper && given != MethodPaper {
		o.settings = o.settings.ForPaper(func(name string) bool {
			_, inText := o.inText[name]
			return inText || slices.Contains(fixed, name)
		})
	}
}

// checkLimits reports limits that cannot both hold, if a directive sets one of them.
func (o *directiveEffects) checkLimits() {
	s := &o.settings
	least, setsLeast := o.inText[settingMinWords]
	most, setsMost := o.inText[settingMaxWords]
	if s.MaxWords > 0 && s.MinWords > s.MaxWords && (setsLeast || setsMost) {
		last := least
		if most.Span.Start >= least.Span.Start {
			last = most
		}
		o.report(last.Span, "min-words (%d) is more than max-words (%d), which takes precedence.", s.MinWords, s.MaxWords)
	}
}

// readAhead adds the effects on the paragraphs that follow directives.
func (d *Reading) readAhead(o *directiveEffects) {
	for _, c := range o.forNextParagraph {
		p := d.blocks.SumTo(c.block).paragraphs
		switch {
		case p == d.blocks.Sum().paragraphs:
			o.report(c.span, "No paragraph follows that this “%s” could apply to.", c.name)
		case c.name == directiveBreak:
			o.pin(p, pin{fragment.Break, c})
		case c.name == directiveNoBreak:
			o.pin(p, pin{fragment.NoBreak, c})
		case c.name == directiveTitle, c.isNote(): // no effect on findings
		default:
			if o.suppressed == nil {
				o.suppressed = make(map[int]bool)
			}
			o.suppressed[d.blockOf(p).block] = true
		}
	}
}

// pin constrains the gap before a paragraph, and reports a contradiction.
func (o *directiveEffects) pin(paragraph int, p pin) {
	if o.pins == nil {
		o.pins = make(map[int]pin)
	}
	if other, twice := o.pins[paragraph]; twice && other.Constraint != p.Constraint {
		o.report(p.by.span, "This contradicts the “%s” in line %d, before the same paragraph; this one counts.", other.by.name, o.line(other.by.span))
	}
	o.pins[paragraph] = p
}

// isSilenced reports whether a directive suppresses a finding.
func (o *directiveEffects) isSilenced(f check.Finding) bool {
	from, ignored := o.ignored[f.Rule]
	return ignored && f.Span.Start >= from || o.quiet && f.Rule != check.BadDirective
}

// SwitchedOff returns the spans of a text in which directives turn prose off.
func (d *Document) SwitchedOff() []markup.Span {
	stretches := d.effects().offStretches
	spans := make([]markup.Span, len(stretches))
	for i, s := range stretches {
		spans[i] = markup.Span{Start: s.start.Start, End: d.blocks.SumTo(s.end).bytes}
	}
	return spans
}
