// Package fragment divides a text into fragments of about a preferred length that begin where the topic changes.
//
// # The problem
//
// A text is a sequence of paragraphs, each with a number of words. For each gap between two of them a measure says how
// similar the text before it is to the text after it: a curve that dips where the topic changes. Cutting at every dip,
// or at the n deepest, gives fragments of ten words next to fragments of ten thousand. Cutting after a fixed number of
// words cuts through topics. Split balances both: it returns fragments near a preferred length whose boundaries lie
// in valleys.
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
// Oskari Heinonen, "Optimal Multi-Paragraph Text Segmentation by Dynamic Programming" (COLING-ACL 1998), minimises a sum of
// costs. Each boundary costs the similarity of its gap. A fragment costs more the further its length x is from the preferred
// length p:
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
// where the last fragment starts after i paragraphs and similarity[0], at the start of the text, is 0. Computed row by
// row, this finds the least sum over all 2^(n-1) divisions. The boundaries are the starts chosen, followed back from
// row n. Of several equally good starts the latest is chosen.
//
// Split does this, with three additions. Gaps may be forced or forbidden to be boundaries (Constraint): the text is first cut at
// the forced ones, and paragraphs on both sides of a forbidden one are joined. Fragments may also have a least and a greatest
// length (Limits), which take precedence over all costs. The greatest holds for all fragments of more than one paragraph: starts
// further back are not tried. The least is kept as far as that permits: F counts the fragments below it first, and costs decide
// only between equal counts.
//
// # Time
//
// Computed naively, the recurrence takes quadratic time. But both length costs are convex: each further word of a
// fragment adds at least as much as the one before. Hence, once the later of two starts is as good as the earlier one,
// it remains so in all later rows, and a search can find the row in which that happens. So each row needs to try only
// the starts that have not been overtaken, in ordinary text two or three of them, and a division takes at most n log n
// steps. This holds with limits and for any similarities, including negative ones and those for which no boundary ever
// pays. For the proof, see the type programme.
//
// All sums are computed in integers (see integerCosts), so that the result does not depend on the order of additions, and ties
// are exact. For this the scaling and the similarities are rounded to 2^-32 and the preferred length to 1/256 of a word. Beyond
// 2^32 words in a section or as a limit, a preferred length of 2^20 words, a scaling of 2^12 and similarities of 2^10 the
// programme uses that bound instead of the quantity. The greatest length still holds.
//
// # Weaknesses
//
// A boundary's price is the similarity itself, not how far it dips below its surroundings, and the level of similarities differs
// widely between texts. One scaling is therefore not equally strict with all of them. With the linear cost and similarities above
// the scaling, no boundary ever pays: two fragments of x/2 words save at most h over one of x. All fragments have the same
// preferred length, however dense the text is. With limits close to each other, boundaries depend on length alone, and long
// paragraphs leave fragments below the least length.
package fragment
