// Package check knows what a writer may want to change in a text: paragraphs and fragments that
// are too long or too short, headings at which the topic does not turn, and turns that no
// heading marks.
//
// A checker that cries out at each line of a dialogue is switched off, so everything here errs on
// the side of silence. [Judge] looks at one paragraph: at its length, and, before it calls it too
// short, at each reason that a short paragraph may have (nature.go): speech, a part in a play, a
// caption, an item, a title that no markup marks, verse. [TopicShift] says by how much the topic turns
// in a gap. What comes of it is a [Finding]: a [Rule], a place, and numbers, of which
// [Finding.Message] makes a sentence and [Rule.Severity] an urgency.
//
// The package knows nothing of documents: package analysis asks it about each paragraph once
// and leaves out what directives silence.
package check
