// Package method finds where the topics of a text turn: by published methods, and by the blend, this project's own.
//
// Most methods compare words: where the words change, the topic has changed. They differ in what
// they compare, and over what range.
//
//   - Curves compare the two sides of each gap between units: the words near the gap (texttiling),
//     the chains of repeated words across it (chains), related words (lcp), words used for the
//     first time (vmp). A curve knows nothing of lengths; the dynamic programme of package fragment
//     weighs it against them.
//   - Segmenters measure how well the words of a whole segment fit together, and choose among all
//     divisions: by a statistical model (u00, dcm), by the similarity of all pairs of units (c99,
//     density), or by joining neighbours (hac).
//   - The blend does both. A curve finds precisely where a topic changes, but sees no further than
//     its window; a model of segments sees how far a topic extends, but places its ends badly.
//   - Baselines and windows of a fixed size do not look at the words.
//
// A method is a pure function of the units and of a [Goal]. A unit is a paragraph or a sentence:
// text that is never divided. [All] lists the methods with their sources; [Paper], Heinonen's own,
// has settings for what he leaves open.
//
// Read unit.go, method.go and goal.go first, then the method that interests you. For the blend:
// kernel.go (curves), dirichlet.go (segments), blend_counts.go and blend_statistics.go
// (measurements of the whole text), blend_cost.go (the cost of a division), blend.go.
package method
