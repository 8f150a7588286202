package restructure

import (
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// ScopedDefinition is a definition that is valid in a whole Markdown file.
type ScopedDefinition struct {
	Name string
	Line string // the statement that defines it; "" if it is in the metadata
	Said string // its definition, for comparison
}

var (
	moduleLine  = regexp.MustCompile(`(?m)^(?:import|export)\s`)
	importNames = regexp.MustCompile(`^import\s+([^'"]*?)\s+from\s`)
	exportName  = regexp.MustCompile(`^export\s+(?:default\s+)?(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\pL_$][\w$]*)`)
	moduleName  = regexp.MustCompile(`(?:[\pL_$][\w$]*\s+as\s+|\*\s+as\s+)?([\pL_$][\w$]*)`)
	mystValue   = regexp.MustCompile(`(?m)^[ \t]+([\w-]+):[ \t]*([^\r\n]*)`)
	mystUse     = regexp.MustCompile(`\{\{\s*([\w-]+)`)
)

// ScopedDefinitions returns the imports and exports of an MDX file, and the substitutions in the metadata of a MyST file.
func ScopedDefinitions(d *analysis.Document) (list []ScopedDefinition) {
	if d.Format.Name != markup.Markdown.Name {
		return nil
	}
	text := d.Text.String()
	for _, b := range d.Blocks() {
		source := text[b.Span.Start:b.Span.End]
		switch {
		case b.Kind == markup.FrontMatter && strings.Contains(source, "substitutions:"):
			_, values, _ := strings.Cut(source, "substitutions:")
			for _, m := range mystValue.FindAllStringSubmatch(values, -1) {
				list = append(list, ScopedDefinition{Name: m[1], Said: m[2]})
			}
		case b.Kind == markup.HTML && (strings.HasPrefix(source, "import ") || strings.HasPrefix(source, "export ")):
			starts := moduleLine.FindAllStringIndex(source, -1)
			for i, at := range starts {
				end := len(source)
				if i+1 < len(starts) {
					end = starts[i+1][0]
				}
				line := strings.TrimRight(source[at[0]:end], " \t\r\n")
				if m := exportName.FindStringSubmatch(line); m != nil {
					list = append(list, ScopedDefinition{m[1], line, line})
				}
				if m := importNames.FindStringSubmatch(line); m != nil {
					for _, name := range moduleName.FindAllStringSubmatch(m[1], -1) {
						list = append(list, ScopedDefinition{name[1], line, line})
					}
				}
			}
		}
	}
	return list
}

// isUsedIn reports whether a part of a text uses a definition.
func (s ScopedDefinition) isUsedIn(source string) bool {
	if s.Line == "" {
		return slices.ContainsFunc(mystUse.FindAllStringSubmatch(source, -1), func(m []string) bool { return m[1] == s.Name })
	}
	name := regexp.QuoteMeta(s.Name)
	return regexp.MustCompile(`<` + name + `\b|\{[^{}]*\b` + name + `\b[^{}]*\}|(?m:^export\s.*\b` + name + `\b)`).MatchString(source)
}

// NeededDefinitions returns the definitions in `own` that a part of the file uses, directly or through others, but does not contain.
func NeededDefinitions(own []ScopedDefinition, source string) (list []ScopedDefinition) {
	for grows := true; grows; {
		grows = false
		for _, s := range own {
			if !slices.Contains(list, s) && (s.Line == "" || !strings.Contains(source, s.Line)) && s.isUsedIn(source) {
				list, grows = append(list, s), s.Line != ""
			}
		}
		for _, s := range list {
			if !strings.Contains(source, s.Line) {
				source += "\n" + s.Line
			}
		}
	}
	slices.SortFunc(list, func(a, b ScopedDefinition) int { return slices.Index(own, a) - slices.Index(own, b) })
	return list
}

// fileScope holds the definitions that are valid in a whole file, and the text that may use them.
type fileScope struct {
	own  []ScopedDefinition
	live string
}

func (p *page) scope() *fileScope {
	if p.scoped == nil {
		p.scoped = &fileScope{own: ScopedDefinitions(p.Document)}
		if len(p.scoped.own) > 0 {
			p.scoped.live = p.Format.Interpreted(p.text)
		}
	}
	return p.scoped
}

// definitionCutOff returns the name of a definition that one side would lack if a part were moved to another file, or "".
func (p *page) definitionCutOff(part markup.Span) string {
	s := p.scope()
	if len(s.own) == 0 {
		return ""
	}
	source, rest := s.live[part.Start:part.End], s.live[:part.Start]+s.live[part.End:]
	for _, missing := range NeededDefinitions(s.own, source) {
		return missing.Name
	}
	for _, missing := range NeededDefinitions(s.own, rest) {
		if missing.Line != "" {
			return missing.Name
		}
	}
	return ""
}
