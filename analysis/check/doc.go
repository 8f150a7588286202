// Package check has the rules by which segls finds what a writer may want to change in a text: paragraphs that are too long or too
// short, fragments that are too long, headings at which the topic does not turn, and turns without a
// heading. It also names and words the findings that other packages make, such as broken links.
//
// Writers switch off a checker that complains about each line of a dialogue, so everything here errs on the side of
// silence. [Judge] examines one paragraph: its length and, before it calls it too short, the reasons that a short
// paragraph may have (nature.go), such as speech, a caption or a title without markup.
// [TopicShift] measures by how much the topic turns in a gap. Package analysis makes a [Finding] of the results: a [Rule],
// a place, and numbers. [Finding.Message] makes a sentence of it, and [Rule.Severity] says how serious it is.
//
// The package does not know documents: package analysis passes each paragraph once and drops what
// directives silence.
package check
