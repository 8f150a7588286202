package find

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/library"
)

// stretch is a part of a text that is read again: neighbouring candidates under one heading, with
// as much text around them as the length of a passage permits.
type stretch struct {
	name    string
	section []string
	above   []string // the name and title of its text, and section
	begins  int      // index of the first title in above that the fragment before the stretch is not under
	topics  []topic  // its fragments, in their order
	span    markup.Span
	line    int // first line, counted from 0
	char    int // start in code points

	inText  float64   // score of its text
	titles  []float64 // for each word, its weight in the titles above
	opening []float64 // the same for the first passage

	document *analysis.Document
	found    []*passage // the passages with some of the words, in their order
}

// topic is a fragment of the library.
type topic struct {
	start int // in the stretch
	title string
}

// passage is a part of a stretch with some of the words.
type passage struct {
	*stretch
	span   markup.Span // in the file
	chunk  chunk.Chunk // in the stretch
	index  int         // index of the chunk
	topic  int         // index of the topic at its start
	reads  int         // number of words read, including those of code
	has    []int       // for each word, its count in the passage
	titles []float64   // for each word, its weight in the titles above the passage
	known  float64     // weight of the words that it has
	score  float64
	also   []Location
}

// bytesPerWord is the approximate length of a word, with the space after it.
const bytesPerWord = 6

// readText reads the stretches of a text that contain candidates.
func (s *search) readText(ctx context.Context, name string, candidates []library.Candidate) error {
	content, f, settings, ok := s.texts.Text(name)
	if !ok {
		return nil
	}
	settings.Language = candidates[0].Language
	l := s.options.Limits
	settings.MinWords, settings.MaxWords, settings.PreferredWords = l.MinWords, l.MaxWords, s.preferred()
	m := library.NewMatcher(append(slices.Clone(s.words), s.without...))
	slices.SortFunc(candidates, func(a, b library.Candidate) int { return a.Passage - b.Passage })
	fragments := s.index.PassagesOf(name)
	lines, at, chars := 0, 0, 0
	for _, x := range s.stretchesOf(fragments, candidates) {
		x.span.End = min(x.span.End, len(content))
		x.span.Start = min(x.span.Start, x.span.End)
		before := content[min(at, x.span.Start):x.span.Start]
		lines, chars, at = lines+rope.New(before).LineCount()-1, chars+utf8.RuneCountInString(before), x.span.Start
		x.name, x.line, x.char = name, lines, chars
		d, err := analysis.Analyze(ctx, rope.New(content[x.span.Start:x.span.End]), f, settings)
		if err != nil {
			return err
		}
		x.document = d
		if err := s.divide(x, m); err != nil {
			return err
		}
	}
	return nil
}

// limits returns the limits of passages, which are prose.
func (s *search) limits() chunk.Limits {
	l := s.options.Limits
	l.ProseOnly = true
	if l.MinWords == 0 && l.MinTokens == 0 {
		l.MinWords = -1
	}
	return l
}

// preferred returns the preferred number of words in a passage.
func (s *search) preferred() int {
	l := s.options.Limits
	switch {
	case s.options.Preferred > 0:
		return s.options.Preferred
	case l.MaxWords > 0:
		return max(1, (l.MinWords+l.MaxWords)/2)
	case l.MaxChars > 0:
		return max(1, l.MaxChars/2/bytesPerWord)
	case l.MaxTokens > 0:
		return max(1, l.MaxTokens/2)
	}
	return max(l.MinWords, (minForQuestion+maxForQuestion)/2)
}

// stretchesOf returns the stretches that contain candidates, in their order.
func (s *search) stretchesOf(fragments []library.Passage, candidates []library.Candidate) (list []*stretch) {
	wanted := bytesPerWord * max(s.options.Limits.MaxWords, s.preferred())
	end := 0
	for _, c := range candidates {
		if c.Passage < end { // it is in the last stretch
			continue
		}
		first, last, size := c.Passage, c.Passage+1, fragments[c.Passage].Span.Len()
		section := fragments[first].Section
		isBeside := func(i int) bool {
			return i >= end && i < len(fragments) && slices.Equal(fragments[i].Section, section)
		}
		for size < wanted && (isBeside(last) || isBeside(first-1)) {
			if isBeside(last) {
				size += fragments[last].Span.Len()
				last++
			}
			if size < wanted && isBeside(first-1) {
				first--
				size += fragments[first].Span.Len()
			}
		}
		end = last
		x := &stretch{section: section, above: titlesAbove(c, section), inText: c.OfText, span: markup.Span{Start: fragments[first].Span.Start, End: fragments[last-1].Span.End}}
		if first > 0 {
			x.begins = len(x.above) - len(section) + commonPrefixLen(fragments[first-1].Section, section)
		}
		for _, f := range fragments[first:last] {
			x.topics = append(x.topics, topic{f.Span.Start - x.span.Start, f.Title})
		}
		list = append(list, x)
	}
	return list
}

// titlesAbove returns the titles above a passage, the outermost first: the name of its text, that text's title if it is not the first of
// section, and section.
func titlesAbove(c library.Candidate, section []string) []string {
	above := []string{library.SeparateWords(strings.TrimSuffix(path.Base(c.Name), path.Ext(c.Name)))}
	if title := strings.TrimSpace(c.Text); title != "" && (len(section) == 0 || section[0] != title) {
		above = append(above, title)
	}
	return append(above, section...)
}

func commonPrefixLen(a, b []string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// divide divides a stretch into passages and keeps those that answer the query.
func (s *search) divide(x *stretch, m *library.Matcher) error {
	chunks, _, err := chunk.Of(x.document, s.limits())
	if err != nil {
		return err
	}
	if len(chunks) == 0 { // a text without prose is found by its titles
		chunks = []chunk.Chunk{{Span: markup.Span{Start: 0, End: x.span.Len()}}}
	}
	x.titles, x.opening = make([]float64, len(s.words)), make([]float64, len(s.words))
	for i, title := range x.above {
		weight := outerTitleWeight
		switch {
		case i < len(x.above)-len(x.section):
			weight = 0 // the name and title of the text
		case i == len(x.above)-1:
			weight = lastTitleWeight
		}
		atStart := weight
		if i >= x.begins {
			atStart = openingWeight
		}
		m.EachWord(x.document.Language, []byte(title), func(word, _, _ int, _ language.Class) {
			if word >= 0 && word < len(s.words) {
				x.titles[word] += weight
				x.opening[word] += atStart
			}
		})
	}
	for i, c := range chunks {
		p := &passage{stretch: x, span: c.Span.Shift(x.span.Start), chunk: c, index: i, topic: x.topicIndexAt(c.Span.Start), titles: x.titles}
		if i == 0 {
			p.titles = x.opening
		}
		if s.matchPassage(p, m) {
			x.found = append(x.found, p)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stretches = append(s.stretches, x)
	return nil
}

func (x *stretch) topicIndexAt(offset int) int {
	i := 0
	for i+1 < len(x.topics) && x.topics[i+1].start <= offset {
		i++
	}
	return i
}
