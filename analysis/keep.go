package analysis

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/describe"
)

// Kept is a [Shown] in a form that can be stored while its text is not open. It contains words of the text only in the titles of its
// fragments; paragraphs are stored as hashes of their words.
type Kept struct {
	Paragraphs Hashes         `json:"paragraphs"`
	Fragments  []KeptFragment `json:"fragments"`
	Settings   uint64         `json:"settings"`         // hash of the settings that affect the division
	Titles     int            `json:"titles"`           // the [describe.Version] that made the titles
	Words      int            `json:"words"`            // of the text
	Length     int            `json:"length,omitempty"` // preferred length in words, as of the last measurement
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
	IsTitled  bool          `json:"titled,omitempty"`  // it has a title, which may be empty
	Changed   int           `json:"changed,omitempty"` // words changed since the title was made
	IsMarked  bool          `json:"marked,omitempty"`  // its boundary is marked by a heading or the like
	IsHeld    bool          `json:"held,omitempty"`
	Loosened  int           `json:"loosened,omitempty"` // words changed while the fragment has been held
	IsSeam    bool          `json:"seam,omitempty"`
	Beginning float64       `json:"beginning,omitempty"` // dispute about its start; see dispute
	Inside    float64       `json:"inside,omitempty"`    // dispute about whether it is one fragment
	Sure      float64       `json:"sure,omitempty"`      // the confidence of its boundary, if known
	Written   int           `json:"written,omitempty"`   // words written near it since the last rest
}

// Hashes is encoded in JSON as one string.
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

// Hashes returns a hash of the letters and digits of each paragraph. The hashes do not depend on white space, quotes, dashes or emphasis.
func (d *Reading) Hashes(hash func(words []byte) uint64) Hashes {
	list := make(Hashes, 0, d.numParagraphs())
	var prose, words []byte
	at := 0
	for _, c := range d.blocks.From(0) {
		for i := range c.paragraphs {
			prose = d.Format.AppendMask(prose[:0], d.textOf(blockPlace{before: blockCounts{bytes: at}}, c), c.blockOrChild(c.paragraphs[i].Child))
			words = appendLetters(words[:0], prose)
			list = append(list, hash(words))
		}
		at += int(c.size)
	}
	return list
}

// appendLetters appends the letters and digits of a text, without white space, because a dash may stand between spaces or not.
func appendLetters(to, text []byte) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) {
			to = append(to, text[:n]...)
		}
		text = text[n:]
	}
	return to
}

// divisionSettingsHash returns a hash of the settings that affect the division, with the directives applied. Defaults do not contribute.
func (d *Reading) divisionSettingsHash() uint64 {
	s, usual := d.Settings, Defaults()
	s.ParagraphMinWords, s.ParagraphMaxWords, s.HeadingMinShift, s.BoundaryMaxShift = usual.ParagraphMinWords, usual.ParagraphMaxWords, usual.HeadingMinShift, usual.BoundaryMaxShift
	s.Rules, s.severities = usual.Rules, usual.severities
	set, byDefault := DeclaredSettings.Map(&s), DeclaredSettings.Map(&usual)
	for name, value := range byDefault {
		if set[name] == value {
			delete(set, name)
		}
	}
	h := fnv.New64a()
	fmt.Fprint(h, set) // in the order of their names
	return h.Sum64()
}

// Keep returns the shown fragments in a form that can be stored. It does not compute titles and confidences that are not known yet.
func (d *Document) Keep(hash func(words []byte) uint64) *Kept {
	k := &Kept{
		Paragraphs: d.Hashes(hash), Settings: d.divisionSettingsHash(), Titles: describe.Version, Words: d.Words(),
		Length: d.statistics.length, IsRested: d.isRested, NextID: d.nextID,
	}
	first := 0
	for _, p := range d.parts.From(0) {
		end := first + p.size.paragraphs
		paragraphs := d.paragraphsIn(first, end)
		f := KeptFragment{
			First: first, Words: p.size.words, ID: p.id, IsMarked: first > 0 && !p.suggested, IsSeam: p.isSeam,
			Beginning: p.dispute.beginning, Inside: p.dispute.inside, Written: d.writtenWordsNear(p.id),
		}
		if title := p.title.made.Load(); title != nil {
			changed, _ := p.title.of.countChangedSince(paragraphs)
			f.Title, f.Kind, f.IsTitled, f.Changed = title.Text, title.Kind, true, changed
		}
		if p.hold != nil {
			f.IsHeld = true
			f.Loosened, _ = p.hold.countChangedSince(paragraphs)
		}
		if p.isOnlySuggested() && p.sure.isKnown() {
			f.Sure = p.sure.get(d, first)
		}
		k.Fragments = append(k.Fragments, f)
		first = end
	}
	return k
}

// HasHeld reports whether any fragment or boundary is held.
func (d *Document) HasHeld() bool {
	for _, p := range d.parts.From(0) {
		if p.hold != nil || p.isSeam {
			return true
		}
	}
	return false
}

// Restore returns a document that shows the kept fragments of this text, or of another version of it. Titles that are missing or of another
// version are made again. If the text was divided under other settings, only the held fragments are restored. If it has changed much, it is
// divided again. Restore returns d itself and false if less than half of the paragraphs remain, or if d has no paragraphs or k no valid
// fragments.
func (d *Document) Restore(k *Kept, hash func(words []byte) uint64) (*Document, bool) {
	hashes := d.Hashes(hash)
	places, found := alignHashes(k.Paragraphs, hashes)
	if 2*found < len(k.Paragraphs) || len(k.Fragments) == 0 || len(hashes) == 0 || !k.isValid() {
		return d, false
	}
	was, starts := d.remainingKeptFragments(k, places)
	r := &Document{Reading: d.Reading, work: d.work, memos: new(memos)}
	r.Shown = Shown{language: d.Language, headings: d.headings, nextID: max(d.nextID, k.NextID)}
	r.statistics = r.measureStatistics()
	switch {
	case k.Settings != d.divisionSettingsHash():
		r.divideWithStatistics(r.statistics, was, editedWords{})
		return r, true
	case !r.keepsShown() || r.differsMuchFrom(k, places):
		r.remeasureAndDivide(was, editedWords{})
		return r, true
	}
	if r.statistics.length > 0 && k.Length > 0 {
		r.statistics.length = k.Length
	}
	r.parts = r.newFragmentSequence(starts, was, editedWords{})
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

// isValid reports whether the fragments begin with paragraphs of k in ascending order, the first with the first.
func (k *Kept) isValid() bool {
	next := 0
	for i, f := range k.Fragments {
		if i == 0 && f.First != 0 || f.First < next || f.First >= len(k.Paragraphs) {
			return false
		}
		next = f.First + 1
	}
	return true
}

// differsMuchFrom reports whether the text must be divided as at a rest, because too many words are new or gone; see countsAsRest.
func (d *Document) differsMuchFrom(k *Kept, places []int) bool {
	isOld := make([]bool, d.numParagraphs())
	for _, q := range places {
		if q >= 0 {
			isOld[q] = true
		}
	}
	added, q := 0, 0
	for p := range d.eachParagraphIn(0, d.numParagraphs()) {
		if !isOld[q] {
			added += p.Words
		}
		q++
	}
	return 5*max(added, k.Words-d.Words()+added) > k.Words
}

// alignHashes returns the present index of each paragraph that was kept, or -1, and the number of paragraphs with the same words.
// Paragraphs between two matches count as rewritten if their number is the same as before.
func alignHashes(was, is Hashes) (places []int, found int) {
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

// remainingKeptFragments returns the kept fragments that remain, with indices of the document's paragraphs, and the paragraphs with which
// fragments begin. A fragment also begins where paragraphs of one fragment now precede those of another.
func (d *Document) remainingKeptFragments(k *Kept, places []int) (list []placedFragment, starts []int) {
	n := d.numParagraphs()
	owner, begins := make([]int, n), make([]bool, n) // owner is the fragment of a paragraph plus one, or 0
	for i, f := range k.Fragments {
		for q := f.First; q < k.paragraphEndOf(i); q++ {
			if places[q] >= 0 {
				owner[places[q]] = i + 1
			}
		}
	}
	mayBegin := func(f KeptFragment) bool { return !f.IsMarked || d.Settings.Headings != HeadingsHard }
	for i, f := range k.Fragments {
		s := placedFragment{first: places[f.First]}
		if s.first < 0 && f.First > 0 && places[f.First-1] >= 0 {
			s.first = places[f.First-1] + 1
		}
		for q := f.First; q < k.paragraphEndOf(i) && s.first < 0; q++ {
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
		s.isLost = places[f.First] < 0 || places[k.paragraphEndOf(i)-1] != s.end-1
		s.fragmentState = d.fragmentStateFromKept(f, k, s)
		begins[s.first] = begins[s.first] || f.First > 0 && mayBegin(f)
		if s.hold != nil && s.end < n {
			begins[s.end] = true
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b placedFragment) int { return cmp.Compare(a.first, b.first) })
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
	for g, gap := range d.methodGaps(0, n) {
		if isFragmentStart(gap.Constraint, begins[g+1]) {
			starts = append(starts, g+1)
		}
	}
	return list, starts
}

// paragraphEndOf returns the end, exclusive, of the paragraphs of a fragment.
func (k *Kept) paragraphEndOf(fragment int) int {
	if fragment+1 < len(k.Fragments) {
		return k.Fragments[fragment+1].First
	}
	return len(k.Paragraphs)
}

// fragmentStateFromKept returns the state of a kept fragment.
func (d *Document) fragmentStateFromKept(f KeptFragment, k *Kept, s placedFragment) *fragmentState {
	p := &fragmentState{
		size: size{words: f.Words}, id: f.ID, suggested: !f.IsMarked, isSeam: f.IsSeam,
		dispute: dispute{beginning: f.Beginning, inside: f.Inside},
	}
	paragraphs := d.paragraphsIn(s.first, min(s.end, d.numParagraphs()))
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

// Fingerprint returns a number that changes with what is shown.
func (s Shown) Fingerprint() uint64 {
	h := fnv.New64a()
	for _, p := range s.parts.From(0) {
		_ = binary.Write(h, binary.LittleEndian, p.revision)
	}
	if s.isRested {
		_, _ = h.Write([]byte{1})
	}
	return h.Sum64()
}
