package sequence

import "slices"

// Replace returns the sequence with the elements [i, j) replaced. It does not retain the slice.
func (s Sequence[E, S]) Replace(i, j int, with ...E) Sequence[E, S] {
	if s.root.node == nil {
		return Of[E, S](with)
	}
	if len(with) == 0 && i == j {
		return s
	}
	return Sequence[E, S]{underOneRoot(replace([]subtree[E, S]{s.root}, i, j, with))}
}

// replace replaces elements of neighbouring nodes of one depth, where i and j count from the first
// of them, and returns nodes of the same depth.
func replace[E Element[S], S Sum[S]](run []subtree[E, S], i, j int, with []E) []subtree[E, S] {
	if run[0].children == nil {
		first, last := run[0], run[len(run)-1]
		for _, n := range run[:len(run)-1] {
			j -= n.length
		}
		elements := make([]E, 0, i+len(with)+last.length-j)
		elements = append(elements, first.elements[:i]...)
		elements = append(elements, with...)
		elements = append(elements, last.elements[j:]...)
		return leaves[E, S](elements)
	}
	children := run[0].children
	for _, n := range run[1:] {
		children = append(children[:len(children):len(children)], n.children...)
	}
	// The affected children: from the one with the element before i, so that an insertion at the
	// end of a leaf goes into that leaf, to the one with the element j.
	from, before := 0, 0
	for ; from+1 < len(children) && before+children[from].length < i; from++ {
		before += children[from].length
	}
	to, reach := from+1, before+children[from].length
	for ; to < len(children) && reach < j; to++ {
		reach += children[to].length
	}
	fresh := replace(children[from:to], i-before, j-before, with)
	// A node that has become too small is joined with its neighbour.
	if len(fresh) == 1 && fresh[0].isSmall() {
		switch {
		case from > 0:
			from--
			fresh = join(children[from], fresh[0])
		case to < len(children):
			fresh = join(fresh[0], children[to])
			to++
		}
	}
	all := make([]subtree[E, S], 0, len(children)-(to-from)+len(fresh))
	all = append(all, children[:from]...)
	all = append(all, fresh...)
	all = append(all, children[to:]...)
	return parents(all)
}

// isSmall reports whether a node is less than half full.
func (n *node[E, S]) isSmall() bool { return len(n.elements)+len(n.children) < maxChildren/2 }

// join returns one or two nodes with the contents of two neighbours of one depth.
func join[E Element[S], S Sum[S]](a, b subtree[E, S]) []subtree[E, S] {
	if a.children == nil {
		return leaves[E, S](append(a.elements[:len(a.elements):len(a.elements)], b.elements...))
	}
	left, right := a.children[:len(a.children)-1], b.children[1:]
	seam := []subtree[E, S]{a.children[len(a.children)-1], b.children[0]}
	if seam[0].isSmall() || seam[1].isSmall() { // an only child has no neighbour to be joined with
		seam = join(seam[0], seam[1])
	}
	return parents(slices.Concat(left, seam, right))
}

// leaves distributes elements evenly over leaves. It takes ownership of the slice.
func leaves[E Element[S], S Sum[S]](elements []E) []subtree[E, S] {
	return divideEvenly(len(elements), func(i, j int) subtree[E, S] {
		leaf := subtree[E, S]{length: j - i, node: &node[E, S]{elements: elements[i:j:j]}}
		for _, e := range leaf.elements {
			leaf.sum = leaf.sum.Plus(e.Sum())
		}
		return leaf
	})
}

// parents distributes nodes of one depth evenly over parents. It takes ownership of the slice.
func parents[E Element[S], S Sum[S]](children []subtree[E, S]) []subtree[E, S] {
	return divideEvenly(len(children), func(i, j int) subtree[E, S] {
		parent := subtree[E, S]{node: &node[E, S]{children: children[i:j:j]}}
		for _, child := range parent.children {
			parent.sum = parent.sum.Plus(child.sum)
			parent.length += child.length
		}
		return parent
	})
}

// divideEvenly divides n elements or children among as few nodes as possible, with sizes that differ by at most one.
func divideEvenly[N any](n int, of func(i, j int) N) []N {
	nodes := make([]N, (n+maxChildren-1)/maxChildren)
	for k := range nodes {
		nodes[k] = of(k*n/len(nodes), (k+1)*n/len(nodes))
	}
	return nodes
}

// underOneRoot returns a root for nodes of one depth; the zero subtree if there are none.
func underOneRoot[E Element[S], S Sum[S]](nodes []subtree[E, S]) subtree[E, S] {
	for len(nodes) > 1 {
		nodes = parents(nodes)
	}
	if len(nodes) == 0 {
		return subtree[E, S]{}
	}
	root := nodes[0]
	for len(root.children) == 1 {
		root = root.children[0]
	}
	return root
}
