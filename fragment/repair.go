package fragment

// repair makes the rows of a division that a change bears on, and then the boundaries
// that follow from them. Paragraphs are counted as they stand after the change.
//
// Row by row the programme says how the text up to a paragraph is best divided. The
// rows before the change stay. Those after it are made anew until one comes out as it
// was for good: it and the rows before it, as far back as any later row may look, are
// the same, and all that lies behind the change. For rows hold differences, and a row
// depends on nothing but those it looks back to and the paragraphs since then.
//
// The boundaries are found as ever, by following the rows back. The way back from the
// end of the text is the old one down to the last row that was made anew, and the old
// one again from where it meets an old boundary before the change.
type repair struct {
	Division     // before the change
	changed  int // the first paragraph that the change put there
	stale    int // the paragraph after the last one
	grown    int // how many more paragraphs there are than before
	rows     int // made so far

	// The paragraphs from first on are here, as they are to be. All others are as the
	// division has them.
	first int
	fresh []divided

	from, to int // of them, what is not as it was
}

// stride is how many paragraphs are taken at a time while the rows do not yet come
// out as before.
const stride = 32

// run makes everything that follows from the change.
func (r *repair) run() Repaired {
	from := r.unitStart(r.changed)
	r.include(r.lookBack(from))
	r.from, r.to = from, r.stale
	to := r.remake(from)
	change := r.retrace(from, to)
	r.units = r.units.Replace(r.from, r.to-r.grown, r.fresh[r.from-r.first:r.to-r.first]...)
	change.Rows = r.rows
	return change
}

// len is the number of paragraphs.
func (r *repair) len() int { return r.units.Len() + r.grown }

// at is a paragraph as it is to be.
func (r *repair) at(i int) divided {
	switch {
	case i < r.first:
		return r.units.At(i)
	case i < r.first+len(r.fresh):
		return r.fresh[i-r.first]
	}
	return r.units.At(i - r.grown)
}

// include has the paragraphs from one on in fresh, and room for some more.
func (r *repair) include(from int) {
	if from < r.first {
		fresh := make([]divided, 0, r.first-from+len(r.fresh)+stride)
		fresh = r.units.Append(fresh, from, r.first)
		r.fresh, r.first = append(fresh, r.fresh...), from
	}
}

// load has the paragraphs up to one, exclusive, in fresh.
func (r *repair) load(to int) {
	if have := r.first + len(r.fresh); to > have {
		r.fresh = r.units.Append(r.fresh, have-r.grown, to-r.grown)
	}
}

// isSectionStart reports whether a paragraph is the first or behind a forced boundary.
func (r *repair) isSectionStart(i int) bool { return i == 0 || r.at(i).Constraint == Break }

// unitStart is the last paragraph up to i with which a unit begins, and before which
// the rows still hold.
func (r *repair) unitStart(i int) int {
	for i > 0 && i < r.len() && r.at(i).Constraint == NoBreak || i > 0 && r.at(i-1).row.isNone() {
		i--
	}
	return i
}

// lookBack is the first of the paragraphs that the rows from one on look at.
func (r *repair) lookBack(at int) int {
	if at == 0 || at < r.len() && r.isSectionStart(at) {
		return at
	}
	return at - int(r.at(at-1).row.back)
}

// remake makes rows from a paragraph on, with which a unit begins, and returns the
// paragraph after the last that has a new row.
func (r *repair) remake(from int) (to int) {
	n := r.len()
	same := from // since this paragraph, rows have come out as they were
	for at := from; at < n; {
		w := r.window(at)
		p := newProgramme(w, r.tariff, r.limits)
		for unit := len(w.rows) - 1; unit < len(w.words); unit++ {
			// The unit's last paragraph has its row, the others have none.
			last := w.unitEnd(unit) - 1
			for k := at; k < last; k++ {
				r.fresh[k-r.first].row = row{}
			}
			at = last + 1
			cell := &r.fresh[last-r.first]
			fresh := w.inParagraphs(p.next(), unit)
			isSame := last >= r.stale && cell.row == fresh
			cell.row = fresh
			r.rows++
			first := at - int(fresh.back)
			switch {
			case !isSame:
				same, r.to = at, max(r.to, at)
			case same <= first && r.stale <= first:
				return at
			}
		}
		if at >= r.stale && at < n && r.isSectionStart(at) {
			return at
		}
	}
	return n
}

// window is a stretch of a section for which rows are to be made, with those before
// it that they look back to.
type window struct {
	section
	rows []row // of the units that have theirs, and before them the empty row
}

// window is the stretch that begins at a paragraph, a unit's first.
func (r *repair) window(at int) window {
	n, least := r.len(), max(r.stale, at+stride)
	r.load(min(n, least+1))
	end := at + 1
	for ; end < n; end++ {
		r.load(end + 1)
		c := r.at(end).Constraint
		if c == Break || c != NoBreak && end >= least {
			break
		}
	}
	r.load(end)
	start := r.lookBack(at)
	w := window{
		section: section{first: make([]int, 0, end-start), words: make([]int, 0, end-start), similarity: make([]float64, 0, end-start), end: end},
		rows:    append(make([]row, 0, 1+end-start), row{}),
	}
	for i := start; i < end; i++ {
		p := r.at(i)
		if i > start && p.Constraint == NoBreak {
			last := len(w.words) - 1
			w.words[last] = addWords(w.words[last], p.Words)
		} else {
			similarity := p.Similarity
			if r.isSectionStart(i) {
				similarity = 0
			}
			w.first = append(w.first, i)
			w.words = append(w.words, p.Words)
			w.similarity = append(w.similarity, similarity)
		}
		if i < at && !p.row.isNone() {
			w.rows = append(w.rows, p.row)
		}
	}
	return w
}

// unitEnd is the paragraph after a unit.
func (w window) unitEnd(unit int) int {
	if unit+1 < len(w.first) {
		return w.first[unit+1]
	}
	return w.end
}

// inParagraphs is the row of a unit with its lengths in paragraphs.
func (w window) inParagraphs(r row, unit int) row {
	end := w.unitEnd(unit)
	r.length = int32(end - w.unitEnd(unit-int(r.length)))
	r.back = int32(end - w.unitEnd(unit-int(r.back)))
	return r
}

// retrace follows the rows back through all that were made anew, the paragraphs from
// one to another, and marks where fragments start. Most do where they did; the change
// that it returns is between the boundaries around the others and what was replaced.
func (r *repair) retrace(from, to int) Repaired {
	starts := r.startsTo(r.nextStart(to), from)
	first := starts[len(starts)-1]
	r.include(first)
	change := Repaired{From: r.changed, To: r.stale}
	next := len(starts) - 1
	for i := first; i < to; i++ {
		isStart := i == starts[next]
		if isStart {
			next--
		}
		if p := &r.fresh[i-r.first]; p.starts != isStart {
			p.starts = isStart
			change.From, change.To = min(change.From, i), max(change.To, i+1)
		}
	}
	r.from, r.to = min(r.from, change.From), max(r.to, change.To)
	change.From, change.To = around(starts, change.From, change.To)
	return change
}

// nextStart is the first paragraph from one on, behind all new rows, with which a
// fragment starts.
func (r *repair) nextStart(from int) int {
	before := r.units.SumTo(from - r.grown).Fragments
	next, _ := r.units.Find(func(e Extent) bool { return e.Fragments > before })
	return next + r.grown
}

// startsTo are the starts of fragments up to one of them, the last first, down to one
// before a paragraph that was one before the change.
func (r *repair) startsTo(end, before int) []int {
	starts := []int{end}
	for at := end; at > 0; {
		at -= int(r.at(at - 1).row.length)
		starts = append(starts, at)
		if at < before && r.at(at).starts {
			break
		}
	}
	return starts
}

// around is the nearest of the starts, the last of which come first, that lie before a
// paragraph and not before another one; else the first and the last.
func around(starts []int, from, to int) (before, after int) {
	before = starts[len(starts)-1]
	for _, start := range starts {
		if start >= to {
			after = start
		}
		if start < from {
			return start, after
		}
	}
	return before, after
}
