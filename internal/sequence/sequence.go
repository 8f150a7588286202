package sequence

import (
	"iter"
	"slices"
)

// Sum is a quantity that adds up over elements; its zero value is the sum of no elements. Plus must be associative.
type Sum[S any] interface{ Plus(S) S }

// Element is an element of a sequence. Its Sum must not change.
type Element[S Sum[S]] interface{ Sum() S }

// Sequence is an immutable sequence. The zero value is empty. It is safe for concurrent use.
type Sequence[E Element[S], S Sum[S]] struct{ root subtree[E, S] }

// maxChildren is the greatest number of elements in a leaf, and of children of another node. Nodes except the root are at least half full.
const maxChildren = 8

// node is a leaf, with elements, or has children, all of them equally deep.
type node[E Element[S], S Sum[S]] struct {
	elements []E
	children []subtree[E, S]
}

// subtree is a node, nil if empty, with its sum and length. A parent stores these for its children side by side, because touching nodes
// takes most of the time in a long sequence.
type subtree[E Element[S], S Sum[S]] struct {
	sum    S
	length int // elements
	*node[E, S]
}

// Of returns the sequence of some elements. It does not retain the slice.
func Of[E Element[S], S Sum[S]](elements []E) Sequence[E, S] {
	return Sequence[E, S]{underOneRoot(leaves[E, S](slices.Clone(elements)))}
}

// Len returns the number of elements.
func (s Sequence[E, S]) Len() int { return s.root.length }

// Sum returns the sum of all elements.
func (s Sequence[E, S]) Sum() S { return s.root.sum }

// At returns the element at index i. It panics if there is none.
func (s Sequence[E, S]) At(i int) E {
	n := s.root.node
	for n.children != nil {
		k := 0
		for ; i >= n.children[k].length; k++ {
			i -= n.children[k].length
		}
		n = n.children[k].node
	}
	return n.elements[i]
}

// SumTo returns the sum of the first i elements.
func (s Sequence[E, S]) SumTo(i int) S {
	var sum S
	if i <= 0 {
		return sum
	}
	if i >= s.root.length {
		return s.root.sum
	}
	n := s.root.node
	for n.children != nil {
		k := 0
		for ; i >= n.children[k].length; k++ {
			i -= n.children[k].length
			sum = sum.Plus(n.children[k].sum)
		}
		n = n.children[k].node
	}
	for _, e := range n.elements[:i] {
		sum = sum.Plus(e.Sum())
	}
	return sum
}

// Find returns the index of the first element at which the sum up to and including it satisfies reached, or [Sequence.Len], and the sum
// before it. If reached is true for a sum, it must be true for all longer sums.
func (s Sequence[E, S]) Find(reached func(S) bool) (index int, before S) {
	if s.root.node == nil || !reached(s.root.sum) {
		return s.root.length, s.root.sum
	}
	n := s.root.node
	for n.children != nil {
		k := 0
		for ; ; k++ {
			with := before.Plus(n.children[k].sum)
			if reached(with) {
				break
			}
			before = with
			index += n.children[k].length
		}
		n = n.children[k].node
	}
	for _, e := range n.elements {
		with := before.Plus(e.Sum())
		if reached(with) {
			break
		}
		before = with
		index++
	}
	return index, before
}

// SharedEnds returns the numbers of elements at the beginning and at the end of two sequences that are in shared nodes: most of their
// common elements if one was made from the other. Its time depends on the height of the trees.
func (s Sequence[E, S]) SharedEnds(t Sequence[E, S]) (first, last int) {
	a, b := s.root, t.root
	for a.node != nil && b.node != nil {
		if a.node == b.node {
			return first + a.length, last
		}
		k, n := 0, min(len(a.children), len(b.children))
		for k < n && a.children[k].node == b.children[k].node {
			first += a.children[k].length
			k++
		}
		l := 0
		for l < n-k && a.children[len(a.children)-1-l].node == b.children[len(b.children)-1-l].node {
			last += a.children[len(a.children)-1-l].length
			l++
		}
		if len(a.children) != k+l+1 || len(b.children) != k+l+1 {
			break
		}
		a, b = a.children[k], b.children[k]
	}
	return first, last
}

// From yields the elements from index i on, each with its index.
func (s Sequence[E, S]) From(i int) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		if i < s.root.length {
			s.root.from(max(0, i), 0, yield)
		}
	}
}

func (n *node[E, S]) from(i, base int, yield func(int, E) bool) bool {
	for _, child := range n.children {
		if i < base+child.length && !child.from(i, base, yield) {
			return false
		}
		base += child.length
	}
	for k := max(0, i-base); k < len(n.elements); k++ {
		if !yield(base+k, n.elements[k]) {
			return false
		}
	}
	return true
}

// Backward yields the elements before index i, the last one first, each with its index.
func (s Sequence[E, S]) Backward(i int) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		if s.root.node != nil && i > 0 {
			s.root.back(min(i, s.root.length), 0, yield)
		}
	}
}

func (n subtree[E, S]) back(i, base int, yield func(int, E) bool) bool {
	end := base + n.length
	for k := len(n.children) - 1; k >= 0; k-- {
		end -= n.children[k].length
		if end < i && !n.children[k].back(i, end, yield) {
			return false
		}
	}
	for k := min(i-base, len(n.elements)) - 1; k >= 0; k-- {
		if !yield(base+k, n.elements[k]) {
			return false
		}
	}
	return true
}

// Where yields the elements whose sums satisfy wanted, each with its position. If wanted is true for an element, it must be true for every
// sum that includes the element, so that stretches without such elements can be skipped.
func (s Sequence[E, S]) Where(wanted func(S) bool) iter.Seq2[Position[S], E] {
	return func(yield func(Position[S], E) bool) {
		if s.root.node != nil {
			s.root.where(wanted, Position[S]{}, yield)
		}
	}
}

// Position is the position of an element: the number of elements before it, and their sum.
type Position[S any] struct {
	Index  int
	Before S
}

func (n subtree[E, S]) where(wanted func(S) bool, at Position[S], yield func(Position[S], E) bool) bool {
	if !wanted(n.sum) {
		return true
	}
	for _, child := range n.children {
		if !child.where(wanted, at, yield) {
			return false
		}
		at = Position[S]{at.Index + child.length, at.Before.Plus(child.sum)}
	}
	for _, e := range n.elements {
		if wanted(e.Sum()) && !yield(at, e) {
			return false
		}
		at = Position[S]{at.Index + 1, at.Before.Plus(e.Sum())}
	}
	return true
}

// Slice returns the elements [i, j) in a slice of their own.
func (s Sequence[E, S]) Slice(i, j int) []E {
	i, j = max(0, i), min(j, s.root.length)
	return s.Append(make([]E, 0, max(0, j-i)), i, j)
}

// Append appends the elements [i, j) to a slice.
func (s Sequence[E, S]) Append(to []E, i, j int) []E {
	if s.root.node == nil {
		return to
	}
	return s.root.append(to, max(0, i), min(j, s.root.length))
}

func (n *node[E, S]) append(to []E, i, j int) []E {
	if n.children == nil && i < j {
		return append(to, n.elements[i:j]...)
	}
	for _, child := range n.children {
		if i < child.length && 0 < j {
			to = child.append(to, max(0, i), min(j, child.length))
		}
		i, j = i-child.length, j-child.length
	}
	return to
}
