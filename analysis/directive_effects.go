package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
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

	quiet            bool                        // no suggestions, and no findings except about directives
	offStretches     []proseOffStretch           // the stretches without prose
	ignored          map[check.Rule]int          // for each rule, the offset after which it has no findings
	forNextParagraph []directiveCommand          // the directives that concern only the paragraph after them
	pins             map[int]directiveConstraint // by the paragraph before which they apply
	suppressed       map[int]bool                // the blocks whose paragraphs have no findings
	findings         []check.Finding             // findings about the directives themselves
}

// proseOffStretch is a range of blocks, [from, end), in which prose is off.
type proseOffStretch struct {
	from, end int
	start     markup.Span // span of the directive that begins it
}

// directiveConstraint is a constraint with the directive that sets it.
type directiveConstraint struct {
	fragment.Constraint
	by directiveCommand
}

// applyTextDirectives applies the directives that affect the whole text.
func (d *Reading) applyTextDirectives() {
	o := d.collectTextEffects()
	d.Settings, d.quiet = o.settings, o.quiet
	d.Language = d.chooseLanguage()
}

// collectTextEffects collects the effects that do not depend on the places of the paragraphs, and the directives whose effects do.
func (d *Reading) collectTextEffects() *directiveEffects {
	o := &directiveEffects{settings: d.given}
	for at, block := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		c := block.directive.directiveCommand
		c.block, c.span = at.Index, d.Text.Trim(block.Span.Shift(at.Before.bytes))
		switch {
		case block.directive.problem != nil:
			o.addFinding(c.span, "%s", block.directive.problem)
		case c.name == directiveOff, c.name == directiveOn:
			o.switchProse(c, d.blocks.Len())
		case c.name == directiveIgnoreFile:
			o.quiet = true
		case c.name == directiveIgnore:
			o.ignoreRules(c)
		case c.name == directiveSetting:
			o.applySetting(c, d.fixed)
		case c.name == directiveTarget, c.name == directiveScene: // no effect on the division; see Targets
		default:
			o.forNextParagraph = append(o.forNextParagraph, c)
		}
	}
	o.applyPaperSettings(d.given.Method, d.fixed)
	o.checkLimits()
	return o
}

// addFinding adds a finding about a directive.
func (o *directiveEffects) addFinding(span markup.Span, format string, args ...any) {
	o.findings = append(o.findings, check.Finding{Rule: check.BadDirective, Span: span, Paragraph: -1, Problem: sentence.New(format, args...)})
}

// switchProse begins or ends a stretch without prose.
func (o *directiveEffects) switchProse(c directiveCommand, blocks int) {
	last := len(o.offStretches) - 1
	isOff := last >= 0 && o.offStretches[last].end == blocks
	switch {
	case c.name == directiveOn && isOff:
		o.offStretches[last].end = c.block
	case c.name == directiveOn:
		o.addFinding(c.span, "There is no “off” for this “on” to end.")
	case isOff:
		o.addFinding(c.span, "“off” already applies here.")
	default:
		o.offStretches = append(o.offStretches, proseOffStretch{c.block, blocks, c.span})
	}
}

func (o *directiveEffects) ignoreRules(c directiveCommand) {
	for _, name := range c.rules {
		rule := check.Rule(name)
		if !slices.Contains(check.Rules, rule) {
			o.addFinding(c.span, "There is no rule “%s”; %s", name, suggestName(name, ruleNames))
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

// applySetting sets a setting. If a setting is set twice, the last value counts.
func (o *directiveEffects) applySetting(c directiveCommand, fixed []string) {
	declared, ok := DeclaredSettings.Find(c.setting)
	switch {
	case !ok:
		o.addFinding(c.span, "A text has no setting “%s”; %s", c.setting, suggestName(c.setting, SettingNames))
		return
	case declared.Name == settingMarkup:
		o.addFinding(c.span, "A text cannot set its own markup, because that decides what a directive looks like.")
		return
	}
	changed := o.settings
	if err := declared.SetString(&changed, c.value); err != nil {
		o.addFinding(c.span, "%v.", err)
		return
	}
	if earlier, twice := o.inText[declared.Name]; twice && earlier.Value != c.value {
		o.addFinding(c.span, "%s was set to %s above; here it becomes %s.", declared.Name, earlier.Value, c.value)
	}
	if o.inText == nil {
		o.inText = make(map[string]SettingInText)
	}
	o.inText[declared.Name] = SettingInText{c.value, c.span}
	if !slices.Contains(fixed, declared.Name) {
		o.settings = changed
	}
}

// applyPaperSettings applies [Settings.ForPaper] to a text whose own directive asks for Heinonen's method.
func (o *directiveEffects) applyPaperSettings(given string, fixed []string) {
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
		if setsMost && most.Span.Start >= least.Span.Start {
			last = most
		}
		o.addFinding(last.Span, "min-words (%d) is more than max-words (%d), which takes precedence.", s.MinWords, s.MaxWords)
	}
}

// addParagraphEffects adds the effects on the paragraphs that follow directives.
func (d *Reading) addParagraphEffects(o *directiveEffects) {
	for _, c := range o.forNextParagraph {
		p := d.blocks.SumTo(c.block).paragraphs
		switch {
		case p == d.blocks.Sum().paragraphs:
			o.addFinding(c.span, "No paragraph follows that this “%s” could apply to.", c.name)
		case c.name == directiveBreak:
			o.addConstraint(p, directiveConstraint{fragment.Break, c})
		case c.name == directiveNoBreak:
			o.addConstraint(p, directiveConstraint{fragment.NoBreak, c})
		case c.name == directiveTitle, c.isNote(): // no effect on findings
		default:
			if o.suppressed == nil {
				o.suppressed = make(map[int]bool)
			}
			o.suppressed[d.blockPlaceOf(p).block] = true
		}
	}
}

// addConstraint constrains the gap before a paragraph, and reports a contradiction.
func (o *directiveEffects) addConstraint(paragraph int, p directiveConstraint) {
	if o.pins == nil {
		o.pins = make(map[int]directiveConstraint)
	}
	if other, twice := o.pins[paragraph]; twice && other.Constraint != p.Constraint {
		o.addFinding(p.by.span, "This contradicts the “%s” before the same paragraph; this one counts.", other.by.name)
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
	stretches := d.effectsOfDirectives().offStretches
	spans := make([]markup.Span, len(stretches))
	for i, s := range stretches {
		spans[i] = markup.Span{Start: s.start.Start, End: d.blocks.SumTo(s.end).bytes}
	}
	return spans
}
