package analysis

// Note holds a writer's notes about a fragment, made by directives. Readers do not see them, and the analysis does not depend on them.
type Note struct {
	Synopsis string
	Label    string
	Color    string // of the label: one of Colors, or "" if none is given
	Status   string
}

// Colors are the colours of labels.
var Colors = []string{"red", "orange", "yellow", "green", "blue", "purple"}

// Notes returns the notes on the fragments of a document, by the fragment's index. A note belongs to the fragment with the next paragraph,
// even if that fragment begins before the note; a note after the last paragraph belongs to none. Of several notes of a kind, the last
// counts.
func (d *Document) Notes() map[int]Note {
	notes := make(map[int]Note)
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		if !c.directive.isNote() || c.directive.problem != nil || at.Before.paragraphs == d.numParagraphs() {
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
