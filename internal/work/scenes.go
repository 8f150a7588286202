package work

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// The functions below rewrite the list of scenes in a Longform index line by line. The indentation
// of a scene and the dashes before it express its depth, and both depend on the line above.

// sceneLine is a scene in the list of a Longform index, or the end of the list.
type sceneLine struct {
	lead    string // the comments and blank lines above it
	content string // the text after the dashes, with continuation lines
	depth   int    // -1 for the end of the list
	at      int    // the offset of content; -1 if new
}

var scene = regexp.MustCompile(`^( *)((?:- )+)(.*)$`)

// sceneLines returns the lines of the list and its end, and its span.
func (r *reader) sceneLines() (lines []sceneLine, indent string, span markup.Span) {
	s := r.source
	var first, last int
	lead := ""
	for n := range s.starts {
		line := s.slice(s.line(n))
		text := strings.TrimRight(line, "\r\n")
		if len(lines) == 0 && first == 0 {
			if strings.HasPrefix(strings.TrimSpace(text), "scenes:") {
				first = n + 1
			}
			continue
		}
		if content := strings.TrimSpace(text); content == "" || content[0] == '#' {
			lead += line
			continue
		}
		m := scene.FindStringSubmatch(text)
		if len(lines) > 0 && m == nil && strings.HasPrefix(text, indent+"  ") { // a name may continue
			lines[len(lines)-1].content += "\n" + strings.TrimSpace(text)
			last = n
			continue
		}
		if m == nil || len(lines) > 0 && len(m[1]) < len(indent) {
			break
		}
		if len(lines) == 0 {
			indent = m[1]
		}
		depth := (len(m[1])-len(indent))/2 + len(m[2])/2 - 1
		lines = append(lines, sceneLine{lead, m[3], depth, s.starts[n] + len(m[1]) + len(m[2])})
		lead, last = "", n
	}
	if len(lines) == 0 {
		return nil, "", markup.Span{}
	}
	lines = append(lines, sceneLine{depth: -1, at: -1})
	return lines, indent, markup.Span{Start: s.starts[first], End: s.line(last).End}
}

// sceneListEdits returns the edits that replace the scenes with those that the function change returns.
func (r *reader) sceneListEdits(change func(lines []sceneLine) []sceneLine) []Edit {
	lines, indent, span := r.sceneLines()
	if lines == nil {
		return nil
	}
	var b strings.Builder
	above := -1
	for _, l := range change(lines) {
		b.WriteString(l.lead)
		if l.depth < 0 {
			break
		}
		if l.depth > above {
			b.WriteString(indent + strings.Repeat("  ", max(0, above)) + strings.Repeat("- ", l.depth-max(0, above)+1))
		} else {
			b.WriteString(indent + strings.Repeat("  ", l.depth) + "- ")
		}
		b.WriteString(strings.ReplaceAll(l.content, "\n", "\n"+indent+strings.Repeat("  ", l.depth+1)) + "\n")
		above = l.depth
	}
	return []Edit{{r.Order, span, b.String()}}
}

// sceneAt returns the index of an entry's line, and the index after the lines below it; -1 and -1 if there is no such line.
func sceneAt(lines []sceneLine, e *Entry) (from, to int) {
	from = -1
	if e != nil && e.place != nil {
		from = slices.IndexFunc(lines, func(l sceneLine) bool { return l.at == e.place.path.Start })
	}
	if from < 0 {
		return -1, -1
	}
	for to = from + 1; to < len(lines) && lines[to].depth > lines[from].depth; to++ {
	}
	return from, to
}

// removeSceneEdits returns the edits that remove a scene. Those below it move up a level.
func (r *reader) removeSceneEdits(e *Entry) []Edit {
	return r.sceneListEdits(func(lines []sceneLine) []sceneLine {
		from, to := sceneAt(lines, e)
		if from < 0 {
			return lines
		}
		for i := from + 1; i < to; i++ {
			lines[i].depth--
		}
		return cutScenes(lines, from, from+1)
	})
}

// cutScenes removes the lines [from, to). The comments above the first go to the next line.
func cutScenes(lines []sceneLine, from, to int) []sceneLine {
	lines[to].lead = lines[from].lead + lines[to].lead
	return slices.Delete(slices.Clone(lines), from, to)
}

// moveSceneEdits returns the edits that move a scene, with those below it, beside or below another.
func (r *reader) moveSceneEdits(e, to *Entry, where placeKind) []Edit {
	return r.sceneListEdits(func(lines []sceneLine) []sceneLine {
		from, end := sceneAt(lines, e)
		if from < 0 {
			return lines
		}
		moved := slices.Clone(lines[from:end])
		moved[0].lead = ""
		return putScenes(cutScenes(lines, from, end), moved, to, where)
	})
}

// addSceneEdits returns the edits that add a scene.
func (r *reader) addSceneEdits(e, to *Entry, where placeKind) []Edit {
	name, isInside := relative(r.Folder, e.Path)
	stem, isNote := strings.CutSuffix(name, ".md")
	if !isInside || !isNote || strings.Contains(stem, "/") {
		return nil
	}
	like := ""
	return r.sceneListEdits(func(lines []sceneLine) []sceneLine {
		if at, _ := sceneAt(lines, to); at >= 0 {
			like = lines[at].content
		}
		return putScenes(lines, []sceneLine{{content: inYAML(path.Base(stem), like), at: -1}}, to, where)
	})
}

// putScenes inserts lines beside or below the line of an entry or, without an entry, at the start or end.
func putScenes(lines, added []sceneLine, to *Entry, where placeKind) []sceneLine {
	at, depth := 0, 0
	if from, end := sceneAt(lines, to); from >= 0 {
		depth = lines[from].depth
		switch where {
		case before:
			at = from
		case after:
			at = end
		case firstBelow:
			at, depth = from+1, depth+1
		case lastBelow:
			at, depth = end, depth+1
		}
	} else if where == lastBelow {
		at = len(lines) - 1
	}
	by := depth - added[0].depth
	for i := range added {
		added[i].depth += by
	}
	return slices.Insert(slices.Clone(lines), at, added...)
}
