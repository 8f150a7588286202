package rearrange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// PassageName names a passage by its file and its place there.
type PassageName struct {
	Path     string
	Slug     string // slug of a heading, or another name for links
	From, To int    // lines, counted from 1; if To is 0, the fragment on line From; if nothing but Path is given, the whole file
	Chars    []int  // start and end, in Unicode code points; nil if lines or a name are given
	Bytes    []int  // start and end, in bytes; nil unless they are given
}

// ParsePassageName parses the name of a place: FILE, FILE#heading, FILE:LINE or FILE:LINE-LINE; a line of an editor's list,
// FILE:LINE:COLUMN:TEXT; or a JSON object, as written by segls find, with "path" and either "start-char" and "end-char" or "start" and
// "end". A name for which isFile is true is a file.
func ParsePassageName(said string, isFile func(path string) bool) (PassageName, error) {
	said = strings.TrimSpace(said)
	if isFile(said) {
		return PassageName{Path: said}, nil
	}
	if strings.HasPrefix(said, "{") {
		return parseJSONPassageName(said)
	}
	if m := listedPlace.FindStringSubmatch(said); m != nil {
		p := PassageName{Path: m[1]}
		if p.From, _ = strconv.Atoi(m[2]); p.From < 1 {
			return p, refuse("%s names no lines.", m[1]+":"+m[2])
		}
		return p, nil
	}
	if m := linesPlace.FindStringSubmatch(said); m != nil {
		p := PassageName{Path: m[1]}
		p.From, _ = strconv.Atoi(m[2])
		p.To, _ = strconv.Atoi(m[3])
		if p.From < 1 || m[3] != "" && p.To < p.From {
			return p, refuse("%s names no lines.", said)
		}
		return p, nil
	}
	if path, slug, ok := strings.Cut(said, "#"); ok && path != "" && slug != "" {
		return PassageName{Path: path, Slug: slug}, nil
	}
	return PassageName{Path: said}, nil
}

var (
	listedPlace = regexp.MustCompile(`^(.+?):(\d{1,9}):\d{1,9}:`)
	linesPlace  = regexp.MustCompile(`^(.+):(\d{1,9})(?:-(\d{1,9}))?$`)
)

func parseJSONPassageName(said string) (PassageName, error) {
	var place struct {
		Path      string `json:"path"`
		StartChar *int   `json:"start-char"`
		EndChar   *int   `json:"end-char"`
		Start     *int   `json:"start"`
		End       *int   `json:"end"`
	}
	if err := json.NewDecoder(bytes.NewReader([]byte(said))).Decode(&place); err != nil {
		return PassageName{}, refuse("This line does not name a place: %s", shortened(said))
	}
	p := PassageName{Path: place.Path}
	switch {
	case place.Path == "":
		return p, refuse("This line has no \"path\": %s", shortened(said))
	case place.StartChar != nil && place.EndChar != nil:
		p.Chars = []int{*place.StartChar, *place.EndChar}
	case place.Start != nil && place.End != nil:
		p.Bytes = []int{*place.Start, *place.End}
	case place.StartChar != nil || place.EndChar != nil || place.Start != nil || place.End != nil:
		return p, refuse("This line does not name a place: %s", shortened(said))
	}
	return p, nil
}

func shortened(said string) string {
	const most = 60
	if runes := []rune(said); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return said
}

// Span returns the span of a place in its text. x has the links of the text under path.
func (p PassageName) Span(d *analysis.Document, x *link.Index, path string) (markup.Span, error) {
	whole := markup.Span{End: d.Text.Len()}
	if err := CheckLine(d.Text, max(p.From, p.To)); err != nil {
		return whole, fmt.Errorf("%s: %w", p.Path, err)
	}
	switch {
	case p.Chars != nil:
		p.Bytes = []int{byteOffset(d.Text.String(), p.Chars[0]), byteOffset(d.Text.String(), p.Chars[1])}
		fallthrough
	case p.Bytes != nil:
		span := markup.Span{Start: p.Bytes[0], End: p.Bytes[1]}
		if span.Start < 0 || span.End <= span.Start || span.End > whole.End {
			return whole, refuse("%s no longer has text at this place.", p.Path)
		}
		return span, nil
	case p.To > 0:
		return markup.Span{Start: d.Text.Line(p.From - 1).Start, End: d.Text.Line(p.To - 1).End}, nil
	case p.From > 0 && len(d.Fragments()) > 0:
		return restructure.FragmentSpan(d, FragmentInLine(d, p.From))
	case p.Slug != "":
		return p.spanOfName(d, x, path)
	}
	return whole, nil
}

// byteOffset returns the byte offset of a code point, or -1 if the text has fewer code points.
func byteOffset(text string, char int) int {
	n := 0
	for at := range text {
		if n == char {
			return at
		}
		n++
	}
	if n == char {
		return len(text)
	}
	return -1
}

// spanOfName returns the span of the anchor with the name, or of the section whose heading has it or has this title.
func (p PassageName) spanOfName(d *analysis.Document, x *link.Index, path string) (markup.Span, error) {
	sectionOf := func(at markup.Span) (markup.Span, bool) {
		for i, s := range d.Sections() {
			if d.Blocks()[s.Heading].Span.Start <= at.Start && at.Start < d.Blocks()[s.Heading].Span.End {
				span, err := restructure.SectionSpan(d, i)
				return span, err == nil
			}
		}
		return at, false
	}
	for _, a := range x.Anchors(path) {
		if strings.EqualFold(a.Name, p.Slug) || strings.EqualFold(strings.TrimPrefix(a.Name, "*"), p.Slug) {
			if span, ok := sectionOf(a.Span); ok {
				return span, nil
			}
			return markup.Span{Start: a.Span.Start, End: max(a.Span.End, a.Span.Start+1)}, nil
		}
	}
	for _, s := range d.Sections() {
		if strings.EqualFold(s.Title, p.Slug) || filename.Slug(s.Title) == filename.Slug(p.Slug) {
			if span, ok := sectionOf(d.Blocks()[s.Heading].Span); ok {
				return span, nil
			}
		}
	}
	return markup.Span{}, refuse("%s has no heading “%s”.", p.Path, p.Slug)
}

// CheckLine returns an error if a line, counted from 1, is beyond the end of a text.
func CheckLine(text rope.Text, line int) error {
	if last := text.LineCount(); line > last {
		return refuse("the last line is %d", last)
	}
	return nil
}

// FragmentInLine returns the fragment on an existing line, counted from 1. A heading belongs to the fragment after it.
func FragmentInLine(d *analysis.Document, line int) int {
	at := d.Text.Line(line - 1).Start
	found := 0
	for i, f := range d.Fragments() {
		if f.Span.Start <= at {
			found = i
		}
	}
	if i := SectionInLine(d, line); i >= 0 && found+1 < len(d.Fragments()) {
		section := d.Sections()[i].Span
		if d.Fragment(found).Span.Start < section.Start && d.Fragment(found+1).Span.Start < section.End {
			found++
		}
	}
	return found
}

// SectionInLine returns the innermost section on an existing line, counted from 1; -1 if there is none.
func SectionInLine(d *analysis.Document, line int) int {
	span := d.Text.Line(line - 1)
	found := -1
	for i, s := range d.Sections() {
		if s.Span.Start < max(span.End, span.Start+1) && span.Start < s.Span.End {
			found = i
		}
	}
	return found
}
