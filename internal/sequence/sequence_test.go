package sequence

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// number is an element whose sum is its own value, and count is the sum of numbers.
type (
	number int
	count  int
)

func (n number) Sum() count        { return count(n) }
func (c count) Plus(d count) count { return c + d }

// TestLikeSlices compares the methods with a slice, through replacements of all sizes, and checks that replaced sequences do not change.
func TestLikeSlices(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1998))
	for range 40 {
		list := numbers(r, r.IntN(3000))
		s := Of[number, count](list)
		for range 60 {
			i := r.IntN(len(list) + 1)
			j := i + r.IntN(min(len(list)-i, []int{1, 5, 400, 3000}[r.IntN(4)])+1)
			with := numbers(r, r.IntN([]int{2, 5, 200, 2000}[r.IntN(4)]))
			old, before := slices.Clone(list), s
			list = slices.Replace(slices.Clone(list), i, j, with...)
			s = s.Replace(i, j, with...)
			check(t, r, s, list)
			check(t, r, before, old)
			first, last := s.SharedEnds(before)
			if first+last > min(len(list), len(old)) || !slices.Equal(list[:first], old[:first]) || !slices.Equal(list[len(list)-last:], old[len(old)-last:]) {
				t.Fatalf("%d elements at the beginning and %d at the end are said to be shared by %v and %v", first, last, list, old)
			}
		}
	}
}

func numbers(r *rand.Rand, n int) []number {
	list := make([]number, n)
	for i := range list {
		list[i] = number(r.IntN(4))
	}
	return list
}

func check(t *testing.T, r *rand.Rand, s Sequence[number, count], list []number) {
	t.Helper()
	if s.root.node != nil {
		checkNode(t, s.root, true)
	}
	if s.Len() != len(list) || !slices.Equal(s.Slice(0, s.Len()), list) {
		t.Fatalf("%d elements, want %d: %v, want %v", s.Len(), len(list), s.Slice(0, s.Len()), list)
	}
	sum := func(to int) (total count) {
		for _, n := range list[:to] {
			total += count(n)
		}
		return total
	}
	if s.Sum() != sum(len(list)) {
		t.Fatalf("sum %d, want %d", s.Sum(), sum(len(list)))
	}
	i := r.IntN(len(list) + 1)
	if got := s.SumTo(i); got != sum(i) {
		t.Fatalf("sum to %d is %d, want %d", i, got, sum(i))
	}
	if i < len(list) && s.At(i) != list[i] {
		t.Fatalf("at %d stands %d, want %d", i, s.At(i), list[i])
	}
	j := r.IntN(len(list) + 1)
	if got := s.Append([]number{7}, i, j); got[0] != 7 || !slices.Equal(got[1:], list[i:max(i, j)]) {
		t.Fatalf("from %d to %d stand %v after a 7, want %v", i, j, got, list[i:max(i, j)])
	}
	goal := count(r.IntN(int(s.Sum()) + 2))
	want, at := len(list), count(0)
	for k, n := range list {
		if at+count(n) >= goal {
			want = k
			break
		}
		at += count(n)
	}
	if index, before := s.Find(func(c count) bool { return c >= goal }); index != want || before != sum(want) {
		t.Fatalf("%d is reached at %d after %d, want %d after %d", goal, index, before, want, sum(want))
	}
	var forward []number
	for k, n := range s.From(i) {
		if list[k] != n {
			t.Fatalf("from %d, at %d stands %d, want %d", i, k, n, list[k])
		}
		if forward = append(forward, n); k >= j {
			break
		}
	}
	if want := list[i:min(max(i, j)+1, len(list))]; !slices.Equal(forward, want) {
		t.Fatalf("from %d stand %v, want %v", i, forward, want)
	}
	var backward []number
	for k, n := range s.Backward(i) {
		if list[k] != n {
			t.Fatalf("backwards, at %d stands %d, want %d", k, n, list[k])
		}
		backward = append(backward, n)
	}
	slices.Reverse(backward)
	if !slices.Equal(backward, list[:i]) {
		t.Fatalf("before %d stand %v, want %v", i, backward, list[:i])
	}
	found := 0
	for place, n := range s.Where(func(c count) bool { return c > 0 }) {
		if n == 0 || list[place.Index] != n || place.Before != sum(place.Index) {
			t.Fatalf("%d at %+v", n, place)
		}
		if found++; found == 20 {
			break
		}
	}
}

// checkNode checks the shape of the tree: depths and sizes.
func checkNode(t *testing.T, n subtree[number, count], isRoot bool) (depth int) {
	t.Helper()
	size := len(n.elements) + len(n.children)
	if size > maxChildren || size == 0 || !isRoot && n.isSmall() || isRoot && len(n.children) == 1 {
		t.Fatalf("a node of %d, root: %v", size, isRoot)
	}
	for i, child := range n.children {
		if d := checkNode(t, child, false); i > 0 && d != depth {
			t.Fatalf("leaves of the depths %d and %d", d, depth)
		} else {
			depth = d
		}
	}
	return depth + 1
}

func Example() {
	s := Of[number, count]([]number{120, 80, 200})
	index, before := s.Find(func(words count) bool { return words > 150 })
	fmt.Println(index, before)
	fmt.Println(s.Replace(1, 2, 40, 40).Slice(0, 4), s.Slice(0, 3))
	// Output:
	// 1 120
	// [120 40 40 200] [120 80 200]
}

// FuzzSequence is TestLikeSlices with replacements from a fuzzer, three bytes each.
func FuzzSequence(f *testing.F) {
	f.Add(uint16(3000), []byte{0, 200, 9, 255, 3, 255, 100, 255, 0})
	f.Add(uint16(33), []byte{1, 31, 0, 1, 1, 0, 0, 0, 80})
	f.Fuzz(func(t *testing.T, length uint16, replacements []byte) {
		r := rand.New(rand.NewPCG(uint64(length), 1998))
		list := numbers(r, int(length)%4000)
		s := Of[number, count](list)
		for ; len(replacements) >= 3 && len(list) < 20_000; replacements = replacements[3:] {
			i := int(replacements[0]) * len(list) / 255
			j := i + int(replacements[1])*(len(list)-i)/255
			with := numbers(r, 8*int(replacements[2]))
			list = slices.Replace(slices.Clone(list), i, j, with...)
			s = s.Replace(i, j, with...)
			check(t, r, s, list)
		}
	})
}
