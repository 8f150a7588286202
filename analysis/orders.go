package analysis

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// SettingInText is a setting that a directive in the text sets.
type SettingInText struct {
	Value string
	Span  markup.Span // of the directive
}

// orders are what the directives in a text come to.
type orders struct {
	quiet    bool         // nothing is suggested, and nothing found but about directives
	off      []stretch    // where there is no prose
	ignored  map[Rule]int // the offset from which on there are no findings of a rule
	next     []command    // what concerns the next paragraph
	pins     map[int]pin  // what is to happen before a paragraph
	spared   map[int]bool // the blocks whose paragraphs have no findings
	findings []Finding    // about the directives themselves
}

// stretch is some of a document's blocks, the end exclusive.
type stretch struct{ from, end int }

// pin is a constraint with the directive that asks for it.
type pin struct {
	fragment.Constraint
	by command
}

// readDirectives reads the directives and does what does not depend on where the
// paragraphs are. After it, the settings are those that hold for the text; no
// directive changes the fixed ones.
func (d *Document) readDirectives(fixed []string) {
	o := &d.orders
	for i, b := range d.blocks {
		if b.Kind != markup.Directive {
			continue
		}
		said, span := b.Runs[0].Extent(), d.Text.Trim(b.Span)
		c, problem := parseDirective(d.Text.content[said.Start:said.End])
		c.block, c.span = i, span
		switch {
		case problem != "":
			d.report(span, "%s", problem)
		case c.name == directiveOff, c.name == directiveOn:
			d.switchProse(c)
		case c.name == directiveIgnoreFile:
			o.quiet = true
		case c.name == directiveIgnore:
			d.ignoreRules(c)
		case c.name == directiveSetting:
			d.setInText(c, fixed)
		default:
			o.next = append(o.next, c)
		}
	}
	d.checkLimits()
}

// report adds a finding about a directive.
func (d *Document) report(span markup.Span, format string, args ...any) {
	d.orders.findings = append(d.orders.findings, Finding{Rule: BadDirective, Span: span, Paragraph: -1, Problem: fmt.Sprintf(format, args...)})
}

// line is the number, from 1, of the line in which a span begins.
func (d *Document) line(s markup.Span) int { return d.Text.LineAt(s.Start) + 1 }

// switchProse begins or ends a stretch without prose.
func (d *Document) switchProse(c command) {
	o := &d.orders
	last := len(o.off) - 1
	isOff := last >= 0 && o.off[last].end == len(d.blocks)
	switch {
	case c.name == directiveOn && isOff:
		o.off[last].end = c.block
	case c.name == directiveOn:
		d.report(c.span, "There is no “off” that this “on” could end.")
	case isOff:
		d.report(c.span, "The text is off already, since line %d.", d.line(d.blocks[o.off[last].from].Span))
	default:
		o.off = append(o.off, stretch{c.block, len(d.blocks)})
	}
}

func (d *Document) ignoreRules(c command) {
	o := &d.orders
	for _, name := range c.rules {
		rule := Rule(name)
		if !slices.Contains(Rules, rule) {
			d.report(c.span, "There is no rule “%s”; %s", name, instead(name, ruleNames))
			continue
		}
		if o.ignored == nil {
			o.ignored = make(map[Rule]int)
		}
		if _, already := o.ignored[rule]; !already {
			o.ignored[rule] = c.span.End
		}
	}
}

// setInText sets a setting. Where one is set twice, the last counts.
func (d *Document) setInText(c command, fixed []string) {
	declared, ok := Declared.Find(c.setting)
	switch {
	case !ok:
		d.report(c.span, "A text has no setting “%s”; %s", c.setting, instead(c.setting, settingNames))
		return
	case declared.Name == settingMarkup:
		d.report(c.span, "A text cannot set its own markup: what is a directive depends on it.")
		return
	}
	changed := d.Settings
	if err := declared.SetString(&changed, c.value); err != nil {
		d.report(c.span, "%v.", err)
		return
	}
	if earlier, twice := d.inText[declared.Name]; twice && earlier.Value != c.value {
		d.report(c.span, "%s is %s by line %d; here it becomes %s.", declared.Name, earlier.Value, d.line(earlier.Span), c.value)
	}
	if d.inText == nil {
		d.inText = make(map[string]SettingInText)
	}
	d.inText[declared.Name] = SettingInText{c.value, c.span}
	if !slices.Contains(fixed, declared.Name) {
		d.Settings = changed
	}
}

// checkLimits reports limits that cannot both hold, if a directive sets one of them.
func (d *Document) checkLimits() {
	s := &d.Settings
	least, setsLeast := d.inText[settingMinWords]
	most, setsMost := d.inText[settingMaxWords]
	if s.MaxWords > 0 && s.MinWords > s.MaxWords && (setsLeast || setsMost) {
		last := least
		if most.Span.Start >= least.Span.Start {
			last = most
		}
		d.report(last.Span, "min-words (%d) is more than max-words (%d), which comes first.", s.MinWords, s.MaxWords)
	}
}

// isOff tells whether a block stands where there is no prose.
func (o *orders) isOff(block int) bool {
	i, found := slices.BinarySearchFunc(o.off, block, func(s stretch, block int) int { return cmp.Compare(s.from, block) })
	return found || i > 0 && block < o.off[i-1].end
}

// readAhead finds the paragraphs that directives before them concern.
func (d *Document) readAhead() {
	o := &d.orders
	for _, c := range o.next {
		p, _ := slices.BinarySearchFunc(d.paragraphs, c.block, func(p Paragraph, block int) int { return cmp.Compare(p.Block, block) })
		switch {
		case p == len(d.paragraphs):
			d.report(c.span, "No paragraph follows that this “%s” could concern.", c.name)
		case c.name == directiveBreak:
			d.pin(p, pin{fragment.Break, c})
		case c.name == directiveNoBreak:
			d.pin(p, pin{fragment.NoBreak, c})
		default:
			if o.spared == nil {
				o.spared = make(map[int]bool)
			}
			o.spared[d.paragraphs[p].Block] = true
		}
	}
}

// pin sets what happens before a paragraph. Of two that contradict each other, the
// one that stands nearer to it counts.
func (d *Document) pin(paragraph int, p pin) {
	o := &d.orders
	if o.pins == nil {
		o.pins = make(map[int]pin)
	}
	if other, twice := o.pins[paragraph]; twice && other.Constraint != p.Constraint {
		d.report(p.by.span, "This contradicts the “%s” in line %d, before the same paragraph; this one counts.", other.by.name, d.line(other.by.span))
	}
	o.pins[paragraph] = p
}

// leads tells whether a block is a directive about the paragraph that comes next.
func (o *orders) leads(block int) bool {
	_, found := slices.BinarySearchFunc(o.next, block, func(c command, block int) int { return cmp.Compare(c.block, block) })
	return found
}

// silence tells whether a directive keeps a finding from being reported.
func (o *orders) silence(f Finding) bool {
	from, ignored := o.ignored[f.Rule]
	return ignored && f.Span.Start >= from || o.quiet && f.Rule != BadDirective
}
