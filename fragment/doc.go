// Package fragment divides a text into fragments of about a wished-for length that
// begin where the topic turns.
//
// # The problem
//
// A text is a row of paragraphs, each with a number of words. For each gap between two of them
// some measure says how similar the text before is to the text after: a curve that dips where
// the topic turns. To cut at all the dips, or at the n deepest, gives fragments of ten words
// beside fragments of ten thousand. To cut after a fixed number of words cuts through the
// middle of things. The goal lies between: fragments near a preferred length whose boundaries
// lie in valleys.
//
//	similarity
//	  |     o                                         o
//	  |  o     o           o           o           o
//	  |           o           o     o
//	  |                 o        o        o     o
//	  |
//	  |              o                       o
//	  +--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+--+-- gaps
//	                 |           .           |
//	     fragment 1         fragment 2         fragment 3
//
// The dip at the dot is not taken: it is shallow, and two short fragments would cost
// more than it is worth.
//
// # The method
//
// Oskari Heinonen, "Optimal Multi-Paragraph Text Segmentation by Dynamic Programming"
// (COLING-ACL 1998), makes this a sum to minimise. Each boundary costs the similarity of its
// gap. Each fragment costs the more, the further its length x is from the preferred length p:
//
//	h(x/p-1)²   the parabola, or
//	h|x/p-1|    the linear cost,
//
// where h, the scaling, weighs lengths against similarities. The best division of the first j
// paragraphs ends in some last fragment, and the paragraphs before it must themselves be
// divided in the best way, so
//
//	F[0] = 0
//	F[j] = min over i < j of  F[i] + similarity[i] + length cost(i..j)
//
// where the last fragment starts after i paragraphs and similarity[0], at the start
// of the text, is 0. Row by row this finds the least sum over all 2^(n-1) divisions;
// the starts chosen, followed back from row n, are the boundaries. Among equals the
// latest start wins.
//
// Split does this, with three additions. Gaps may be forced or forbidden to be
// boundaries (Constraint): the text is first cut at the forced ones, and paragraphs
// on both sides of a forbidden one are taken as one. And fragments may have a least
// and a greatest length (Limits), which come before all costs. The greatest holds
// for all fragments of more than one paragraph: starts further back are not tried.
// The least is kept as far as that permits: F counts the fragments below it first,
// and costs only decide between equal counts.
//
// # Time
//
// Computed naively, the recurrence takes quadratic time. But both length costs are convex: each
// further word of a fragment adds at least as much as the one before. Hence of two starts the
// later one, once it is as good as the earlier one, remains so in all later rows, and the row
// in which that happens can be found. Each row so needs to look only at starts that have not
// been overtaken, in ordinary text at two or three of them, and a division takes n log n steps
// at worst. This holds with limits and for any similarities, also negative ones and those for
// which no boundary ever pays. The argument is at the type programme.
//
// All sums are made in whole numbers (see integerCosts), so that the result does not depend on
// the order of additions, and ties are true ties. To that end the scaling and the similarities
// are rounded to 2^-32 and the preferred length to 1/256 of a word. Beyond 2^32 words in a
// section or as a limit, a preferred length of 2^20 words, a scaling of 2^12 and similarities
// of 2^10 the programme uses that bound instead of the quantity. The greatest length holds
// nonetheless.
//
// # Weaknesses
//
// A boundary's price is the similarity itself, not how far it dips below its surroundings, and
// the level of similarities differs widely between texts. One scaling is therefore not
// equally strict with all of them. With the linear cost and similarities above the scaling, no
// boundary ever pays: two fragments of x/2 words save at most h over one of x. And all
// fragments have the same preferred length, whether the matter is dense or thin. Limits close
// to each other cut by length alone, and where paragraphs are long against them leave fragments
// below the least length.
package fragment
