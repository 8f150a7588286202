package fragment

import "sort"

// lengthZone holds the starts whose fragment, ending at the current row, has a length in [least, most]. Being too short is a step
// in the cost, and steps are not convex; but within a zone all fragments are too short or none is, so the rule explained at
// programme holds. A start enters a zone when its fragment has grown to least and leaves it when the fragment exceeds most. Once
// it has left the last zone, its fragment exceeds Limits.Max in this row and in all later ones.
type lengthZone struct {
	least, most int64 // words
	short       int32 // 1 where the fragments are too short, else 0
	next        int   // start to enter next

	// queue holds the starts that are or may become the best of the zone: the best one first, then by start, which is also the order in
	// which each overtakes the one before it.
	queue []candidate
}

// newZones returns the zones for the limits, shortest fragments first. Together they cover all lengths up to the greatest.
func newZones(l Limits) []lengthZone {
	least, most := l.bounds()
	fit := lengthZone{least: least, most: most}
	if least == 0 {
		return []lengthZone{fit}
	}
	return []lengthZone{{most: least - 1, short: 1}, fit}
}

// advance moves the zone from row j-1 to row j.
func (z *lengthZone) advance(p *programme, j int) {
	for len(z.queue) > 1 && z.queue[1].from <= j {
		z.queue = z.queue[1:]
	}
	if len(z.queue) > 0 && z.isTooLong(p, z.queue[0], j) {
		z.queue = z.queue[1:]
	}
	for z.next < j && p.words(z.next, j) >= z.least {
		c := p.newCandidate(z.next)
		if !z.isTooLong(p, c, j) {
			z.enter(p, c, j)
		}
		z.next++
	}
}

// enter adds c, a later start than all in the zone, to the queue at row j.
func (z *lengthZone) enter(p *programme, c candidate, j int) {
	c.from = j
	for len(z.queue) > 0 {
		last := z.queue[len(z.queue)-1]
		turn := max(j, last.from)
		if !z.supersedes(p, c, last, turn) {
			c.from = z.takeoverRow(p, c, last, turn)
			break
		}
		// c overtakes last before last becomes the best.
		z.queue = z.queue[:len(z.queue)-1]
		c.from = j
	}
	if c.from < len(p.reach) {
		z.queue = append(z.queue, c)
	}
}

// takeoverRow returns the first row after j at which c overtakes d, or one past the last row. It searches in growing strides, so its time
// depends on the distance of that row and not on the length of the text.
func (z *lengthZone) takeoverRow(p *programme, c, d candidate, j int) int {
	if last := len(p.reach) - 1; !z.supersedes(p, c, d, last) {
		return last + 1
	}
	stride := 1
	for j+stride < len(p.reach) && !z.supersedes(p, c, d, j+stride) {
		j += stride
		stride *= 2
	}
	end := min(j+stride, len(p.reach)-1)
	return j + 1 + sort.Search(end-j-1, func(k int) bool { return z.supersedes(p, c, d, j+1+k) })
}

// supersedes reports whether, at row j, c is at least as good as d, which starts earlier, or d has left the zone. Once true, it stays true
// for all later rows.
func (z *lengthZone) supersedes(p *programme, c, d candidate, j int) bool {
	return z.isTooLong(p, d, j) || !p.rowCost(d, j).less(p.rowCost(c, j))
}

// isTooLong reports whether the fragment from c to row j is too long for the zone.
func (z *lengthZone) isTooLong(p *programme, c candidate, j int) bool {
	return p.words(c.start, j) > z.most
}
