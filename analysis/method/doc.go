// Package method finds where the topics of a text turn: by published methods, and by one of our
// own, the blend.
//
// All methods look at the words and at little else: a topic has its words, and where the words
// change, it has turned. They differ in what they compare, and over what range.
//
// - Curves compare the two sides of each gap between units: the nearer words with each
// other (texttiling), the threads that pass through (chains), words that are
// related (lcp), words that are new (vmp). A curve knows nothing of lengths and is
// weighed against them by the programme of package fragment.
// - Segmenters measure how well the words of a whole segment fit together, and choose among all divisions: by a statistical model (u00, dcm), by the similarity of all pairs of units (c99, density), or by joining neighbours (hac).
// - The blend does both. The curve sees sharply where a topic turns, but no further than
// its window; the model of segments sees how far a topic extends, but places its ends
// badly. What each gets wrong the other mostly gets right.
// - Baselines do not look at the words.
//
// A method is a pure function of the units and of a [Goal]. A unit is a paragraph, or a
// sentence: whatever is never divided. [All] lists the methods with their sources; [Paper],
// Heinonen's own, has settings for what he leaves open.
//
// Read unit.go, method.go and goal.go first, then the method that interests you. For the blend: kernel.go
// (curves), dirichlet.go (segments), blend_counts.go and blend_statistics.go (measurements of the whole
// text), blend_cost.go (the cost of a division), blend.go.
package method
