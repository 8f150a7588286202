package analysis

// Note holds a writer's notes about a fragment, made by directives. Readers do not see it, and nothing
// in the analysis depends on it.
type Note struct {
	Synopsis string
	Label    string
	Color    string // of the label: one of Colors, or "" if none is said
	Status   string
}

// Colors are those that a label can have.
var Colors = []string{"red", "orange", "yellow", "green", "blue", "purple"}

// Notes are the notes on the fragments of a document, by the fragment's index. A note belongs to
// the fragment that holds the next paragraph, even where that fragment begins before it. Of
// several of a kind the last one counts.
func Notes(d *Document) map[int]Note {
	notes := make(map[int]Note)
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		if !c.directive.isNote() || c.directive.problem != nil || at.Before.paragraphs == d.paragraphs() {
			continue
		}
		i, _ := d.parts.Find(func(s size) bool { return s.paragraphs > at.Before.paragraphs })
		note := notes[i]
		switch c.directive.name {
		case directiveSynopsis:
			note.Synopsis = c.directive.note
		case directiveLabel:
			note.Label, note.Color = c.directive.note, c.directive.color
		case directiveStatus:
			note.Status = c.directive.note
		}
		notes[i] = note
	}
	return notes
}
