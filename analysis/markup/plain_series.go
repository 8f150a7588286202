package markup

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// These constants decide which lines are headings. They were chosen on books; see docs/research/headings.md.
const (
	mostPlainLinesOfText = 5000 // candidates of a text; more of them are entries of a list or a log

	fewest       = 3    // minimum number of lines in a series without a known word
	tiny         = 120  // fewer bytes between two headings count as no text
	leastBody    = 200  // minimum bytes of text below a heading without a number; minimum median below numbers with titles
	leastChapter = 500  // minimum median below headings that are only numbers or have an unknown word
	leastUnnamed = 1200 // minimum median below lines after wide gaps if there are no other headings
	deepestLevel = 6
	atTop        = 3000 // bytes at the beginning of a text in which a heading need not belong to a series
)

// choosePlainHeadings returns the headings among the lines of a text. The text without its metadata is [from, end).
func choosePlainHeadings(lines []candidateHeading, from, end int) []Block {
	s := newHeadingChooser(adaptRanks(dropStrayLines(lines)), from, end)
	s.dropContents()
	s.acceptSeries()
	s.acceptUnnumbered()
	return s.headings()
}

// headingChooser chooses the headings among the candidates of a text.
type headingChooser struct {
	lines     []candidateHeading
	from, end int
	under     []int // bytes between each line and the next one, or 0 if there are few, as in a list
	body      []int // sum of under from each line up to the next one of its rank or a higher one
	isDropped []bool
	isHeading []bool
	classes   map[string][]int
	ranks     map[string]int
	order     []string // of the classes, the highest first

	highest  int  // highest rank of a heading with a number
	restarts bool // the headings that are only numbers start again from 1
}

// dropStrayLines removes most lines that begin with a rare unknown word, and the titles below numbers.
func dropStrayLines(lines []candidateHeading) []candidateHeading {
	times := make(map[string]int)
	for _, l := range lines {
		times[l.class]++
	}
	kept := make([]candidateHeading, 0, len(lines))
	for _, l := range lines {
		if strings.HasPrefix(l.class, unknownBefore) {
			switch isSeries := times[l.class] >= fewest; {
			case isSeries:
				l.said = ""
			case l.isBare:
				l.headingForm = spacedForm
			default:
				continue
			}
		}
		if n := len(kept); n > 0 && l.isUnnumbered() && kept[n-1].below.Start == l.own.Start && !kept[n-1].titled && !kept[n-1].isUnnumbered() && kept[n-1].rank > rankPart {
			continue
		}
		kept = append(kept, l)
	}
	return kept
}

// adaptRanks adapts the ranks of divisions to the text: in some books, parts contain books, or Roman numerals contain Arabic ones.
func adaptRanks(lines []candidateHeading) []candidateHeading {
	above := make(map[[2]int]int) // how often a line of one rank is right above one of another
	numerals := 0                 // how often a Roman numeral is right above an Arabic one
	for i := 1; i < len(lines); i++ {
		a, b := lines[i-1], lines[i]
		if a.class == classRoman && b.class == classArabic && b.Start-a.End < tiny {
			numerals++
		}
		if a.rank != b.rank && max(a.rank, b.rank) <= rankPart && b.Start-a.End < tiny {
			above[[2]int{a.rank, b.rank}]++
		}
	}
	var under []string // the underlining characters, in the order in which they appear
	for i, l := range lines {
		if strings.HasPrefix(l.class, underlinedBy) {
			if !slices.Contains(under, l.class) {
				under = append(under, l.class)
			}
			lines[i].rank += slices.Index(under, l.class)
		}
		if numerals > 1 && lines[i].class == classArabic {
			lines[i].rank++
		}
	}
	for high := rankVolume; high < rankPart; high++ {
		for low := high + 1; low <= rankPart; low++ {
			if above[[2]int{low, high}] <= above[[2]int{high, low}] {
				continue
			}
			for i := range lines {
				switch lines[i].rank {
				case high:
					lines[i].rank = low
				case low:
					lines[i].rank = high
				}
			}
			return lines
		}
	}
	return lines
}

func newHeadingChooser(lines []candidateHeading, from, end int) *headingChooser {
	s := &headingChooser{
		lines: lines, from: from, end: end, under: make([]int, len(lines)), body: make([]int, len(lines)), isDropped: make([]bool, len(lines)), isHeading: make([]bool, len(lines)),
		classes: make(map[string][]int), ranks: make(map[string]int),
	}
	for i, l := range lines {
		s.classes[l.class] = append(s.classes[l.class], i)
		s.ranks[l.class] = l.rank
	}
	for class := range s.classes {
		s.order = append(s.order, class)
	}
	slices.SortFunc(s.order, func(a, b string) int { return cmp.Or(cmp.Compare(s.ranks[a], s.ranks[b]), cmp.Compare(a, b)) })
	// The loop runs backwards because a line needs the lower lines after it.
	var open []int // lines of ascending rank
	for i := len(lines) - 1; i >= 0; i-- {
		next := end
		if i+1 < len(lines) {
			next = lines[i+1].Start
		}
		if free := next - lines[i].End; free >= tiny || free > 0 && lines[i].prose && lines[i].rank < rankNumber {
			s.under[i], s.body[i] = max(free, tiny), max(free, tiny)
		}
		for len(open) > 0 && lines[open[len(open)-1]].rank > lines[i].rank {
			s.body[i] += s.body[open[len(open)-1]]
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	return s
}

// keptLines returns the lines of a class that may still be headings.
func (s *headingChooser) keptLines(class string) []int {
	return slices.DeleteFunc(slices.Clone(s.classes[class]), func(i int) bool { return s.isDropped[i] })
}

// dropContents drops the entries of lists of contents, running heads, and lines that are too long or have no text below them.
func (s *headingChooser) dropContents() {
	s.dropRepeated()
	for _, class := range s.order {
		members := s.classes[class]
		s.dropContentsEntries(members)
		empty := 0
		for k, i := range members {
			if s.body[i] < tiny {
				empty++
				s.isDropped[i] = true
				continue
			}
			// The last entry of a list has the text after the list below it.
			if l := s.lines[i]; empty >= 2 && l.number > 0 && l.number == s.lines[members[k-1]].number+1 {
				s.isDropped[i] = true
			}
			empty = 0
			if !s.lines[i].isShort {
				s.isDropped[i] = true
			}
		}
		if s.ranks[class] < rankNumber {
			s.dropRunningHeads(members)
		}
	}
}

// dropRepeated drops lines that occur again further down with at least as much text below them, because the first is in a
// list of contents or on a title page. Interludes may repeat their titles.
func (s *headingChooser) dropRepeated() {
	last := make(map[string]int)
	for i := len(s.lines) - 1; i >= 0; i-- {
		said := s.lines[i].said
		if said == "" {
			continue
		}
		if again, ok := last[said]; ok && s.under[i] <= s.under[again] && !s.isInterlude(i, again) {
			s.isDropped[i] = true
			continue
		}
		last[said] = i
	}
}

// isInterlude reports whether a line with a known word has text of its own, and a chapter lies between it and its next occurrence.
func (s *headingChooser) isInterlude(i, again int) bool {
	if s.lines[i].class != classNamed || s.under[i] < leastChapter {
		return false
	}
	for k := i + 1; k < again; k++ {
		if s.lines[k].number > 0 && s.under[k] >= leastChapter {
			return true
		}
	}
	return false
}

// dropContentsEntries drops runs of ascending numbers with much less text below their lines than another run, as in a list of contents.
func (s *headingChooser) dropContentsEntries(members []int) {
	type run struct {
		lines []int
		body  int
	}
	var runs []run
	last := 0
	for _, i := range members {
		n := s.lines[i].number
		if len(runs) == 0 || n > 0 && n <= last {
			runs = append(runs, run{})
		}
		r := &runs[len(runs)-1]
		r.lines, r.body = append(r.lines, i), r.body+s.body[i]
		if n > 0 {
			last = n
		}
	}
	most := 0
	for _, r := range runs {
		most = max(most, r.body/len(r.lines))
	}
	for _, r := range runs {
		if mean := r.body / len(r.lines); 10*mean < most && mean < 1500 && (len(r.lines) > 1 || s.lines[r.lines[0]].ragged) {
			for _, i := range r.lines {
				s.isDropped[i] = true
			}
		}
	}
}

// fewestHeads is the number of times that a running head occurs below one chapter, at least in the longest one. A writer who inserts a
// chapter and forgets to count again gives two of them the same number.
const fewestHeads = 3

// dropRunningHeads drops lines that repeat the number of the line before in their class, as at the top of each page.
func (s *headingChooser) dropRunningHeads(members []int) {
	var heads []int
	last, times, most := -1, 0, 0
	for _, i := range members {
		if s.isDropped[i] {
			continue
		}
		if last >= 0 && s.lines[i].number > 0 && s.lines[i].number == s.lines[last].number && !s.hasHigherRankBetween(last, i) {
			heads = append(heads, i)
			times++
			most = max(most, times)
			continue
		}
		last, times = i, 1
	}
	for _, i := range heads {
		s.isDropped[i] = most >= fewestHeads || s.under[i] < leastChapter
	}
}

// hasHigherRankBetween reports whether there is a line of a higher rank between two lines.
func (s *headingChooser) hasHigherRankBetween(first, next int) bool {
	for i := first + 1; i < next; i++ {
		if s.lines[i].rank < s.lines[next].rank && !s.isDropped[i] {
			return true
		}
	}
	return false
}

// acceptSeries makes headings of the lines whose class is a series.
func (s *headingChooser) acceptSeries() {
	for _, class := range s.order {
		if members := s.keptLines(class); len(members) > 0 && s.isSeries(class, members) {
			for _, i := range members {
				s.isHeading[i] = true
			}
			s.acceptEmptiedChapters(class)
			for i, above := range s.subsectionsOf(class) {
				s.isHeading[i] = s.isHeading[above]
			}
		}
	}
}

// acceptEmptiedChapters accepts lines without text below them whose numbers continue a series: chapters that the writer has
// emptied or not yet written.
func (s *headingChooser) acceptEmptiedChapters(class string) {
	members := s.classes[class]
	for from := 0; from < len(members); {
		to := from
		for to < len(members) && !s.isHeading[members[to]] {
			to++
		}
		number := 0
		if from > 0 && !s.hasHigherRankBetween(members[from-1], members[from]) {
			number = s.lines[members[from-1]].number
		}
		continues := from > 0 || to-from < fewest
		for _, i := range members[from:to] {
			number++
			continues = continues && s.lines[i].number == number && s.lines[i].isShort
		}
		if to < len(members) && !(to > from && s.hasHigherRankBetween(members[to-1], members[to])) {
			continues = continues && number < s.lines[members[to]].number
		}
		for _, i := range members[from:to] {
			s.isHeading[i] = continues
		}
		from = to + 1
	}
}

// isSeries reports whether the lines of a class are headings.
func (s *headingChooser) isSeries(class string, members []int) bool {
	rank, n := s.ranks[class], len(members)
	first := s.lines[members[0]]
	isAtTop := first.Start-s.from < atTop
	switch {
	case class == classNamed || class == classSpaced || class == classListing:
		return false // see acceptUnnumbered
	case strings.HasPrefix(class, underlinedBy):
		return s.underlinedCount() >= 2 || first.Start == s.from || first.number > 0
	case strings.HasPrefix(class, unknownBefore):
		return n >= fewest && s.hasDenseNumbers(members) && s.hasAscendingNumbers(members) && s.medianBodySize(members) >= leastChapter
	case rank < rankNumber:
		return (n >= 2 || first.Start == s.from || first.number <= 2 && (isAtTop || first.blankLines > 1 || first.capitals)) && s.medianBodySize(members) >= tiny
	case n == 1:
		isFirst := first.Start == s.from && first.number < 1000 // a file of a chapter may begin with its number, but not with a year
		return first.Start-s.from < 200 && (first.class != classArabic || isFirst) && members[0] == 0 && s.body[members[0]] >= leastChapter
	}
	least := leastChapter
	if strings.HasSuffix(class, classTitled) || strings.HasPrefix(class, classDotted) {
		if least = leastBody; n < fewest && n+len(s.subsectionsOf(class)) < fewest {
			return false
		}
	}
	ends, ragged := 0, 0
	for _, i := range members {
		if s.lines[i].ends || i > 0 && s.lines[i].Start-s.lines[i-1].End < tiny {
			ends++
		}
		if s.lines[i].ragged {
			ragged++
		}
	}
	return s.hasDenseNumbers(members) && s.medianBodySize(members) >= least && 10*ends >= 8*n && 2*ragged <= n
}

// subsectionsOf returns the lines 1.1, 1.2 and so on that are below the lines of a class, each with the line 1 that it is below.
func (s *headingChooser) subsectionsOf(class string) map[int]int {
	if class != classArabic+classTitled {
		return nil
	}
	below := make(map[int]int)
	above, chapter, number := 0, 0, 0
	for i, l := range s.lines {
		switch {
		case s.isDropped[i]:
		case l.class == class:
			above, chapter, number = i, l.number, 0
		case l.class == classDotted && l.rank == rankNumber+1 && l.chapter == chapter && l.number == number+1:
			below[i], number = above, l.number
		}
	}
	return below
}

// underlinedCount returns the number of lines with an underline that may still be headings.
func (s *headingChooser) underlinedCount() (n int) {
	for _, class := range s.order {
		if strings.HasPrefix(class, underlinedBy) {
			n += len(s.keptLines(class))
		}
	}
	return n
}

// hasDenseNumbers reports whether the numbers of lines could be the numbers of a series, in any order.
func (s *headingChooser) hasDenseNumbers(members []int) bool {
	seen, most, least := make(map[int]bool), 0, 1<<30
	known := 0
	for _, i := range members {
		if n := s.lines[i].number; n > 0 {
			seen[n] = true
			most, least = max(most, n), min(least, n)
			known++
		}
	}
	return 2*known >= len(members) && len(seen) >= 2 && least <= 2 && 10*len(seen) >= 6*most
}

// hasAscendingNumbers reports whether nearly all numbers ascend, unlike those of speakers in a play. Below a higher rank they
// may restart.
func (s *headingChooser) hasAscendingNumbers(members []int) bool {
	back := 0
	for k, i := range members[1:] {
		if s.lines[i].number <= s.lines[members[k]].number && !s.hasHigherRankBetween(members[k], i) {
			back++
		}
	}
	return 10*back <= len(members)
}

func (s *headingChooser) medianBodySize(members []int) int {
	bodies := make([]int, len(members))
	for k, i := range members {
		bodies[k] = s.body[i]
	}
	sort.Ints(bodies)
	return bodies[len(bodies)/2]
}

// acceptUnnumbered accepts prefaces, epilogues and the like, and lines after wide gaps. Those after gaps must be like most
// other headings or, if there are none, form a series of their own.
func (s *headingChooser) acceptUnnumbered() {
	numbered, wide := 0, 0
	for i, is := range s.isHeading {
		if is {
			numbered++
			if s.lines[i].blankLines >= wideSpacing {
				wide++
			}
		}
	}
	gaps := s.keptLines(classSpaced)
	gaps = slices.DeleteFunc(gaps, func(i int) bool { return s.body[i] < leastBody || s.isRightAboveHeading(i) })
	isOwn := numbered == 0 && // they form a series of their own, to which prefaces may be added
		len(gaps) >= fewest && s.medianBodySize(gaps) >= leastUnnamed
	if isOwn || numbered > 0 && 2*wide > numbered {
		first := slices.Index(s.isHeading, true)
		for _, i := range gaps {
			s.isHeading[i] = isOwn && s.under[i] >= leastChapter || !isOwn && (i > first || s.under[i] >= leastUnnamed) // a line above the first heading may be on a title page
		}
	}
	for _, i := range s.keptLines(classNamed) {
		l := s.lines[i]
		s.isHeading[i] = s.body[i] >= leastBody && (numbered > 0 || isOwn || l.Start-s.from < atTop || l.blankLines > 1 && l.capitals)
	}
}

func (s *headingChooser) isRightAboveHeading(line int) bool {
	return line+1 < len(s.lines) && s.lines[line+1].Start-s.lines[line].End < tiny && s.isHeading[line+1]
}

// headings returns the headings with their levels and titles.
func (s *headingChooser) headings() []Block {
	s.findRanks()
	levels := s.levelsByRank()
	titled := s.classesTitledBelow()
	var list []Block
	for i, is := range s.isHeading {
		if !is {
			continue
		}
		l := s.lines[i]
		h := Block{Kind: Heading, MayHead: true, Span: l.Span, Level: levels[s.rankOf(i)], Runs: []Run{{l.own}}}
		if l.more.Len() > 0 {
			h.Runs[0] = append(h.Runs[0], l.more)
		} else if l.below.Len() > 0 && titled[l.class] && (i+1 == len(s.lines) || s.lines[i+1].Start > l.below.End || !s.isHeading[i+1]) {
			h.Span.End = l.below.End
			h.Runs[0] = append(h.Runs[0], l.below)
		}
		list = append(list, h)
	}
	return list
}

// classesTitledBelow returns the classes whose headings have their titles in the next stretch.
func (s *headingChooser) classesTitledBelow() map[string]bool {
	titled := make(map[string]bool)
	for class, members := range s.classes {
		all, brief, sound := 0, 0, 0
		for _, i := range members {
			if l := s.lines[i]; s.isHeading[i] && !l.titled {
				all++
				if l.brief {
					brief++
				}
				if l.sound && l.below.Len() > 0 {
					sound++
				}
			}
		}
		isScene := s.ranks[class] == rankAct || s.ranks[class] == rankScene // a list of the persons on stage follows
		titled[class] = all > 0 && (10*sound >= 6*all || !isScene && 10*brief >= 8*all && all >= fewest)
	}
	return titled
}

// rankOf returns the rank of a heading. One without a number usually has the highest rank of those with a number.
func (s *headingChooser) rankOf(line int) int {
	l := s.lines[line]
	if !l.isUnnumbered() {
		return l.rank
	}
	if s.highest == 0 {
		return rankScene
	}
	if s.highest == rankNumber && s.restarts && l.class == classSpaced {
		return l.rank
	}
	return s.highest
}

// findRanks finds the values of s.highest and s.restarts.
func (s *headingChooser) findRanks() {
	ones := 0
	for i, is := range s.isHeading {
		l := s.lines[i]
		if !is || l.isUnnumbered() {
			continue
		}
		if s.highest == 0 || l.rank < s.highest {
			s.highest = l.rank
		}
		if l.rank >= rankNumber && l.number == 1 {
			ones++
		}
	}
	s.restarts = ones > 1
}

// levelsByRank returns the level of each rank that a heading has.
func (s *headingChooser) levelsByRank() map[int]int {
	var ranks []int
	for i, is := range s.isHeading {
		if r := s.rankOf(i); is && !slices.Contains(ranks, r) {
			ranks = append(ranks, r)
		}
	}
	slices.Sort(ranks)
	levels := make(map[int]int)
	for k, r := range ranks {
		levels[r] = min(k+1, deepestLevel)
	}
	return levels
}
