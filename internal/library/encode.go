package library

import (
	"encoding/binary"
	"errors"
	"slices"
)

// A text is encoded as numbers of variable length, or as the differences between them where they
// ascend:
//
//	title, language, name
//	the keys of all terms of its passages
//	passages: start, length, line, title, number of titles above shared with the passage before, number of other titles and these, size, and for each term the index of its key and its count

// Append appends the encoding of the text.
func (t *TextData) Append(b []byte) []byte {
	b = appendString(b, t.Title)
	b = appendString(b, t.Language)
	b = appendCounts(b, t.Name)
	var keys []Key
	for i := range t.Passages {
		for _, c := range t.Passages[i].Terms {
			keys = append(keys, c.Key)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	place := make(map[Key]uint64, len(keys))
	b = binary.AppendUvarint(b, uint64(len(keys)))
	last := Key(0)
	for i, k := range keys {
		place[k] = uint64(i)
		b = binary.AppendUvarint(b, uint64(k-last))
		last = k
	}
	b = binary.AppendUvarint(b, uint64(len(t.Passages)))
	at, line := 0, 0
	var above []string
	for i := range t.Passages {
		p := &t.Passages[i]
		b = binary.AppendUvarint(b, uint64(p.Span.Start-at))
		b = binary.AppendUvarint(b, uint64(p.Span.Len()))
		b = binary.AppendUvarint(b, uint64(p.Line-line))
		at, line = p.Span.End, p.Line
		b = appendString(b, p.Title)
		same := 0
		for same < len(p.Section) && same < len(above) && p.Section[same] == above[same] {
			same++
		}
		b = binary.AppendUvarint(b, uint64(same))
		b = binary.AppendUvarint(b, uint64(len(p.Section)-same))
		for _, title := range p.Section[same:] {
			b = appendString(b, title)
		}
		above = p.Section
		b = binary.AppendUvarint(b, uint64(p.Size))
		b = binary.AppendUvarint(b, uint64(len(p.Terms)))
		last := uint64(0)
		for _, c := range p.Terms {
			b = binary.AppendUvarint(b, place[c.Key]-last)
			b = binary.AppendUvarint(b, uint64(c.N))
			last = place[c.Key]
		}
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendCounts(b []byte, list []TermCount) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	last := Key(0)
	for _, c := range list {
		b = binary.AppendUvarint(b, uint64(c.Key-last))
		b = binary.AppendUvarint(b, uint64(c.N))
		last = c.Key
	}
	return b
}

// ErrDamaged reports an encoding that cannot be read.
var ErrDamaged = errors.New("this is not a text of a library")

// decoder reads an encoding. After an error, all values that it reads are 0.
type decoder struct {
	rest  string
	isBad bool
}

func (d *decoder) readNumber() uint64 {
	n := uint64(0)
	for i := 0; i < len(d.rest) && i < binary.MaxVarintLen64; i++ {
		c := d.rest[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.rest = d.rest[i+1:]
			return n
		}
	}
	d.isBad, d.rest = true, ""
	return 0
}

// readLength returns the number of items that follow, each of which takes at least a byte.
func (d *decoder) readLength() int {
	n := d.readNumber()
	if n > uint64(len(d.rest)) {
		d.isBad, d.rest = true, ""
		return 0
	}
	return int(n)
}

// readOffset returns a number that is small enough for an offset in a file.
func (d *decoder) readOffset() int {
	const most = 1 << 40
	n := d.readNumber()
	if n > most {
		d.isBad, d.rest = true, ""
		return 0
	}
	return int(n)
}

func (d *decoder) readString() string {
	n := d.readLength()
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}

// readTitles returns the titles above a passage, given those above the passage before.
func (d *decoder) readTitles(before []string) []string {
	same, more := d.readOffset(), d.readLength()
	if same > len(before) {
		d.isBad, d.rest = true, ""
		return nil
	}
	if more == 0 && same == len(before) {
		return before
	}
	titles := append(make([]string, 0, same+more), before[:same]...)
	for range more {
		titles = append(titles, d.readString())
	}
	return titles
}

// decodePassages reads an encoding and returns the text without its passages, and the keys of their terms. It calls passage for each
// passage, without its terms, and term for each of its terms, with the index of the key and the count.
func decodePassages(encoded string, passage func(p Passage, terms int), term func(place int, n uint32)) (t TextData, keys []Key, err error) {
	d := &decoder{rest: encoded}
	t.Title, t.Language = d.readString(), d.readString()
	t.Name = make([]TermCount, d.readLength())
	last := Key(0)
	for i := range t.Name {
		last += Key(d.readNumber())
		t.Name[i] = TermCount{last, uint32(d.readNumber())}
	}
	keys = make([]Key, d.readLength())
	last = 0
	for i := range keys {
		last += Key(d.readNumber())
		keys[i] = last
	}
	at, line := 0, 0
	var above []string
	for n := d.readLength(); n > 0 && !d.isBad; n-- {
		var p Passage
		p.Span.Start = at + d.readOffset()
		p.Span.End = p.Span.Start + d.readOffset()
		p.Line = line + d.readOffset()
		at, line = p.Span.End, p.Line
		p.Title = d.readString()
		above = d.readTitles(above)
		p.Section = above
		p.Size = d.readOffset()
		terms := d.readLength()
		if d.isBad {
			break
		}
		passage(p, terms)
		place := 0
		for ; terms > 0; terms-- {
			place += d.readOffset()
			n := uint32(d.readNumber())
			if place >= len(keys) || d.isBad {
				return t, nil, ErrDamaged
			}
			term(place, n)
		}
	}
	if d.isBad || d.rest != "" {
		return t, nil, ErrDamaged
	}
	return t, keys, nil
}

// Decode returns the encoded text, or an error if the encoding is damaged.
func Decode(encoded string) (*TextData, error) {
	var passages []Passage
	t, keys, err := decodePassages(encoded, func(p Passage, terms int) {
		p.Terms = make([]TermCount, 0, terms)
		passages = append(passages, p)
	}, func(place int, n uint32) {
		p := &passages[len(passages)-1]
		p.Terms = append(p.Terms, TermCount{Key(place), n})
	})
	if err != nil {
		return nil, err
	}
	t.Passages = passages
	for i := range t.Passages {
		for k := range t.Passages[i].Terms {
			c := &t.Passages[i].Terms[k]
			c.Key = keys[c.Key]
		}
	}
	return &t, nil
}
