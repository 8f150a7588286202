package analysis

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/segls/segls/analysis/describe"
)

// Kept is the Shown of a text in a form that can be stored while the text is not open. It has no words of the text but
// the titles of its fragments; a paragraph is a hash of its words.
type Kept struct {
	Paragraphs Hashes         `json:"paragraphs"`
	Fragments  []KeptFragment `json:"fragments"`
	Settings   uint64         `json:"settings"`         // a hash of those that divide
	Titles     int            `json:"titles"`           // [describe.Version] of what made them
	Words      int            `json:"words"`            // of the text
	Length     int            `json:"length,omitempty"` // of a topic, in words, when the text was measured
	IsRested   bool           `json:"rested,omitempty"`
	NextID     int            `json:"next"`
}

// KeptFragment is a fragment of a [Kept].
type KeptFragment struct {
	First     int           `json:"first"` // its first paragraph
	Words     int           `json:"words"`
	ID        string        `json:"id"`
	Title     string        `json:"title,omitempty"`
	Kind      describe.Kind `json:"kind,omitempty"`    // of the title
	IsTitled  bool          `json:"titled,omitempty"`  // it may have a title without a word
	Changed   int           `json:"changed,omitempty"` // words since it has the title
	IsMarked  bool          `json:"marked,omitempty"`  // a heading or a scene break makes it begin
	IsHeld    bool          `json:"held,omitempty"`
	Loosened  int           `json:"loosened,omitempty"` // words that have changed since it is held
	IsSeam    bool          `json:"seam,omitempty"`
	Beginning float64       `json:"beginning,omitempty"` // the dispute about where it begins
	Inside    float64       `json:"inside,omitempty"`    // and about that it is one
	Sure      float64       `json:"sure,omitempty"`      // how sure its boundary is, if that is known
	Written   int           `json:"written,omitempty"`   // words near it since the last rest
}

// Hashes are encoded as one string.
type Hashes []uint64

// MarshalJSON encodes hashes.
func (h Hashes) MarshalJSON() ([]byte, error) {
	packed := make([]byte, 0, 8*len(h))
	for _, n := range h {
		packed = binary.LittleEndian.AppendUint64(packed, n)
	}
	return json.Marshal(packed)
}

// UnmarshalJSON decodes hashes.
func (h *Hashes) UnmarshalJSON(text []byte) error {
	var packed []byte
	if err := json.Unmarshal(text, &packed); err != nil {
		return err
	}
	*h = make(Hashes, len(packed)/8)
	for i := range *h {
		(*h)[i] = binary.LittleEndian.Uint64(packed[8*i:])
	}
	return nil
}

// Hashes returns a hash of the words of each paragraph, which white space and the ends of lines do not change.
func (d *Reading) Hashes(hash func(words []byte) uint64) Hashes {
	list := make(Hashes, 0, d.paragraphs())
	var prose, words []byte
	at := 0
	for _, c := range d.blocks.From(0) {
		for i := range c.paragraphs {
			prose = d.Format.AppendMask(prose[:0], d.textOf(blockPlace{before: blockCounts{bytes: at}}, c), c.blockOrChild(c.paragraphs[i].Child))
			words = appendFields(words[:0], prose)
			list = append(list, hash(words))
		}
		at += int(c.size)
	}
	return list
}

// appendFields appends the fields of a text, with a space after each.
func appendFields(to, text []byte) []byte {
	isInside := false
	for _, b := range text {
		isSpace := b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '\f' || b == '\v'
		switch {
		case !isSpace:
			to = append(to, b)
		case isInside:
			to = append(to, ' ')
		}
		isInside = !isSpace
	}
	if isInside {
		to = append(to, ' ')
	}
	return to
}

// dividingHash tells the settings that divide, as directives leave them, from others: those that are not as they
// are by default.
func (d *Reading) dividingHash() uint64 {
	s, usual := d.Settings, Defaults()
	s.ParagraphMinWords, s.ParagraphMaxWords, s.HeadingMinShift, s.BoundaryMaxShift = usual.ParagraphMinWords, usual.ParagraphMaxWords, usual.HeadingMinShift, usual.BoundaryMaxShift
	s.Severities = usual.Severities
	set, byDefault := Declared.Map(&s), Declared.Map(&usual)
	for name, value := range byDefault {
		if set[name] == value {
			delete(set, name)
		}
	}
	h := fnv.New64a()
	fmt.Fprint(h, set) // in the order of their names
	return h.Sum64()
}

// Keep returns what is shown, to be kept. Titles and surenesses that nobody has asked for are found when somebody does.
func (d *Document) Keep(hash func(words []byte) uint64) *Kept {
	k := &Kept{
		Paragraphs: d.Hashes(hash), Settings: d.dividingHash(), Titles: describe.Version, Words: d.Words(),
		Length: d.statistics.length, IsRested: d.isRested, NextID: d.nextID,
	}
	first := 0
	for _, p := range d.parts.From(0) {
		end := first + p.size.paragraphs
		paragraphs := d.paragraphsIn(first, end)
		f := KeptFragment{
			First: first, Words: p.size.words, ID: p.id, IsMarked: first > 0 && !p.suggested, IsSeam: p.isSeam,
			Beginning: p.dispute.beginning, Inside: p.dispute.inside, Written: d.writtenNear(p.id),
		}
		if title := p.title.made.Load(); title != nil {
			changed, _ := p.title.of.changedSince(paragraphs)
			f.Title, f.Kind, f.IsTitled, f.Changed = title.Text, title.Kind, true, changed
		}
		if p.hold != nil {
			f.IsHeld = true
			f.Loosened, _ = p.hold.changedSince(paragraphs)
		}
		if p.isSurmise() && p.sure.isKnown() {
			f.Sure = p.sure.get(d, first)
		}
		k.Fragments = append(k.Fragments, f)
		first = end
	}
	return k
}

// Holds reports whether something is held.
func (d *Document) Holds() bool {
	for _, p := range d.parts.From(0) {
		if p.hold != nil || p.isSeam {
			return true
		}
	}
	return false
}

// Restore returns a document of the text that shows what was kept of it, or of another text with the same paragraphs.
// Without titles, or with those of another version, these are made anew. Of what was divided under other settings only
// what was held is left. It reports false, and returns
// the document itself, if less than half of the paragraphs are there.
func (d *Document) Restore(k *Kept, hash func(words []byte) uint64) (*Document, bool) {
	hashes := d.Hashes(hash)
	places, found := alignment(k.Paragraphs, hashes)
	if 2*found < len(k.Paragraphs) || len(k.Fragments) == 0 || len(hashes) == 0 || !k.isSound() {
		return d, false
	}
	was, starts := d.keptIn(k, places)
	r := &Document{Reading: d.Reading, work: d.work, answers: new(derivedValues)}
	r.Shown = Shown{language: d.Language, headings: d.headings, nextID: max(d.nextID, k.NextID)}
	r.statistics = r.measure()
	switch {
	case k.Settings != d.dividingHash():
		r.divideUnder(r.statistics, was, editedWords{})
		return r, true
	case !r.keepsShown() || r.isOtherThan(k, places):
		r.rest(was, editedWords{})
		return r, true
	}
	if r.statistics.length > 0 && k.Length > 0 {
		r.statistics.length = k.Length
	}
	r.parts = r.partsFor(starts, was, editedWords{})
	r.isRested = k.IsRested && slices.Equal(k.Paragraphs, hashes)
	if !r.isRested {
		for _, f := range k.Fragments {
			if f.Written > 0 {
				r.written.near = append(r.written.near, wordsWrittenNear{f.ID, f.Written})
				r.written.words = max(r.written.words, f.Written)
			}
		}
	}
	return r, true
}

// isSound reports whether fragments begin one after the other, with the first paragraph.
func (k *Kept) isSound() bool {
	next := 0
	for i, f := range k.Fragments {
		if i == 0 && f.First != 0 || f.First < next || f.First >= len(k.Paragraphs) {
			return false
		}
		next = f.First + 1
	}
	return true
}

// isOtherThan reports whether so much of the text is new, or gone, that it counts as a rest; see countsAsRest.
func (d *Document) isOtherThan(k *Kept, places []int) bool {
	isOld := make([]bool, d.paragraphs())
	for _, q := range places {
		if q >= 0 {
			isOld[q] = true
		}
	}
	added, q := 0, 0
	for p := range d.eachIn(0, d.paragraphs()) {
		if !isOld[q] {
			added += p.Words
		}
		q++
	}
	return 5*max(added, k.Words-d.Words()+added) > k.Words
}

// alignment returns where each paragraph that was kept is now, -1 for one that is gone, and how many have the same
// words: those whose words are there once, with equal ones around them and at both ends of the text. What stands
// between two of these has been rewritten if there are as many paragraphs as before.
func alignment(was, is Hashes) (places []int, found int) {
	places = make([]int, len(was))
	isTaken := make([]bool, len(is))
	for i := range places {
		places[i] = -1
	}
	take := func(i, q int) bool {
		if i < 0 || q < 0 || i >= len(was) || q >= len(is) || places[i] >= 0 || isTaken[q] || was[i] != is[q] {
			return false
		}
		places[i], isTaken[q] = q, true
		found++
		return true
	}
	for n := 0; take(n, n); n++ {
	}
	for n := 1; take(len(was)-n, len(is)-n); n++ {
	}
	type seen struct{ was, is, times, timesNow int }
	once := make(map[uint64]*seen, len(was))
	for i, h := range was {
		if s := once[h]; s != nil {
			s.times++
		} else {
			once[h] = &seen{was: i, times: 1}
		}
	}
	for q, h := range is {
		if s := once[h]; s != nil {
			s.is, s.timesNow = q, s.timesNow+1
		}
	}
	for _, h := range was {
		s := once[h]
		if s.times > 1 || s.timesNow != 1 || !take(s.was, s.is) {
			continue
		}
		for n := 1; take(s.was-n, s.is-n); n++ {
		}
		for n := 1; take(s.was+n, s.is+n); n++ {
		}
	}
	for i := 0; i < len(was); i++ {
		if places[i] >= 0 {
			continue
		}
		end := i
		for end < len(was) && places[end] < 0 {
			end++
		}
		before, after := -1, len(is)
		if i > 0 {
			before = places[i-1]
		}
		if end < len(was) {
			after = places[end]
		}
		if after-before == end-i+1 {
			for n := i; n < end; n++ {
				if q := before + 1 + n - i; !isTaken[q] {
					places[n], isTaken[q] = q, true
				}
			}
		}
		i = end
	}
	return places, found
}

// keptIn returns the fragments of a kept text that are left, in the paragraphs of the document, and with which
// paragraphs fragments begin: with the one that began one, else with the one behind that before it; and where
// paragraphs of one fragment now stand before those of another.
func (d *Document) keptIn(k *Kept, places []int) (list []shownPart, starts []int) {
	n := d.paragraphs()
	owner, begins := make([]int, n), make([]bool, n) // one more than the fragment that a paragraph is of
	for i, f := range k.Fragments {
		for q := f.First; q < k.lastParagraphOf(i); q++ {
			if places[q] >= 0 {
				owner[places[q]] = i + 1
			}
		}
	}
	mayBegin := func(f KeptFragment) bool { return !f.IsMarked || d.Settings.Headings != HeadingsHard }
	for i, f := range k.Fragments {
		s := shownPart{first: places[f.First]}
		if s.first < 0 && f.First > 0 && places[f.First-1] >= 0 {
			s.first = places[f.First-1] + 1
		}
		for q := f.First; q < k.lastParagraphOf(i) && s.first < 0; q++ {
			s.first = places[q]
		}
		if s.first < 0 || s.first >= n || owner[s.first] > 0 && owner[s.first] != i+1 {
			continue
		}
		for q := s.first; q < n && (owner[q] == 0 || owner[q] == i+1); q++ {
			if owner[q] > 0 {
				s.end = q + 1
			}
		}
		s.end = max(s.end, s.first+1)
		s.isLost = places[f.First] < 0 || places[k.lastParagraphOf(i)-1] != s.end-1
		s.part = d.restored(f, k, s)
		begins[s.first] = begins[s.first] || f.First > 0 && mayBegin(f)
		if s.hold != nil && s.end < n {
			begins[s.end] = true
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b shownPart) int { return cmp.Compare(a.first, b.first) })
	last := 0
	for q, o := range owner {
		if o == 0 {
			continue
		}
		if f := k.Fragments[o-1]; last > 0 && last != o && (places[f.First] != q || mayBegin(f)) {
			begins[q] = true
		}
		last = o
	}
	starts = []int{0}
	for g, gap := range d.gaps(0, n) {
		if isShownAt(gap.Constraint, begins[g+1]) {
			starts = append(starts, g+1)
		}
	}
	return list, starts
}

// lastParagraphOf returns the paragraph with which a fragment ends.
func (k *Kept) lastParagraphOf(fragment int) int {
	if fragment+1 < len(k.Fragments) {
		return k.Fragments[fragment+1].First
	}
	return len(k.Paragraphs)
}

// restored returns a fragment that was kept, without its place.
func (d *Document) restored(f KeptFragment, k *Kept, s shownPart) *part {
	p := &part{
		size: size{words: f.Words}, id: f.ID, suggested: !f.IsMarked, isSeam: f.IsSeam,
		dispute: dispute{beginning: f.Beginning, inside: f.Inside},
	}
	paragraphs := d.paragraphsIn(s.first, min(s.end, d.paragraphs()))
	if f.IsTitled && k.Titles == describe.Version {
		p.title = &title{of: formerWords{paragraphs, f.Changed}, language: d.Language}
		p.title.made.Store(&describe.Title{Text: f.Title, Kind: f.Kind})
	}
	if f.IsHeld {
		p.hold = &formerWords{paragraphs, f.Loosened}
	}
	if f.Sure != 0 {
		p.sure = new(sureness)
		p.sure.setConfidence(max(-1, min(f.Sure, 1)))
	}
	return p
}

// Mark returns a number that is another one once something else is shown.
func (s Shown) Mark() uint64 {
	h := fnv.New64a()
	for _, p := range s.parts.From(0) {
		_ = binary.Write(h, binary.LittleEndian, p.revision)
	}
	if s.isRested {
		_, _ = h.Write([]byte{1})
	}
	return h.Sum64()
}
