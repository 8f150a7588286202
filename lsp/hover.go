package lsp

import (
	"context"
	"fmt"
	"regexp"
	"sort"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// hover explains a suggested boundary at the fragment after it. Elsewhere it describes the word at the position or, if there is nothing to
// say about it, the fragment below the heading or scene break there.
func (s *Server) hover(ctx context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	v, err := s.analysedFile(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	first, _ := v.viewLines()
	i, ok := v.boundaryAt(first + int(params.Position.Line))
	if !ok || !v.isLineInView(v.Fragment(i).Line) {
		h := s.hoverWord(v, v.offset(params.Position))
		if h != nil {
			return h, nil
		}
		said := v.clientCaps.Say("A heading begins this fragment.")
		i, mark := v.fragmentUnderHeading(v.offset(params.Position))
		if i < 0 {
			said = v.clientCaps.Say("A scene break begins this fragment.")
			i, mark = v.fragmentAfterBreak(v.offset(params.Position))
		}
		if i < 0 {
			return nil, nil
		}
		return &protocol.Hover{Contents: v.markExplanation(said, i), Range: new(v.rangeOf(mark))}, nil
	}
	line := v.Text.Line(v.Text.LineAt(v.firstParagraph(i).Span.Start))
	return &protocol.Hover{Contents: v.boundaryExplanation(i), Range: new(v.rangeOf(line))}, nil
}

// fragmentUnderHeading returns the first fragment under the heading at an offset, and the heading; -1 if there is none.
func (v *analysedFile) fragmentUnderHeading(offset int) (fragment int, heading markup.Span) {
	if v.IsQuiet() {
		return -1, markup.Span{}
	}
	sections := v.Sections()
	i := sort.Search(len(sections), func(i int) bool { return sections[i].Headline.End >= offset })
	if i == len(sections) || sections[i].Headline.Start > offset {
		return -1, markup.Span{}
	}
	section := &sections[i]
	f := max(0, v.FragmentAt(section.Headline.End))
	if f < v.NumFragments() && v.Fragment(f).Span.Start < section.Headline.End {
		f++
	}
	if f >= v.NumFragments() || v.Fragment(f).Span.Start >= section.Span.End {
		return -1, markup.Span{}
	}
	return f, section.Headline
}

// fragmentAfterBreak returns the fragment that begins after the scene break on the line at an offset, and the line; -1 if there is none.
func (v *analysedFile) fragmentAfterBreak(offset int) (fragment int, mark markup.Span) {
	above := v.ParagraphAt(offset)
	mark = v.Text.Trim(v.Text.Line(v.Text.LineAt(offset)))
	if v.IsQuiet() || mark.Len() == 0 || above < 0 || above >= len(v.Curve()) || v.Paragraph(above).Span.End > mark.Start {
		return -1, markup.Span{}
	}
	gap := v.Gap(above)
	if gap.Constraint != analysis.ByScene || gap.Fragment <= 0 {
		return -1, markup.Span{}
	}
	return gap.Fragment, mark
}

// hoverWord describes a key term, if the settings enable them, and repeated passages at an offset.
func (s *Server) hoverWord(v *analysedFile, offset int) *protocol.Hover {
	h := &protocol.Hover{}
	t := hoverBuilder{markdown: v.clientCaps.markdownHover}
	if v.file.Settings.KeyTerms {
		if term := termAt(v, offset); term != nil {
			t.writeItem(t.escape(term.Written), v.explainTerm(term))
		}
	}
	pairs, spans := s.duplicatesAt(v, offset)
	for i, p := range pairs {
		t.writeItem(v.clientCaps.Say("Repeated"), t.escape(p.Message))
		h.Range = new(v.rangeOf(spans[i]))
	}
	if t.text.Len() == 0 {
		return nil
	}
	h.Contents = t.markupContent()
	return h
}

// boundaryAt returns the fragment whose suggested boundary is at a line or, if that is blank, at the next one that is not.
func (v *analysedFile) boundaryAt(line int) (fragment int, ok bool) {
	for line < v.Text.LineCount() && v.Text.Trim(v.Text.Line(line)).Len() == 0 {
		line++
	}
	i := v.FragmentAt(v.Text.Line(line).End)
	if i < 0 || v.IsQuiet() {
		return 0, false
	}
	f := v.Fragment(i)
	return i, f.Suggested && v.Text.LineAt(f.Span.Start) <= line && line <= v.Text.LineAt(v.firstParagraph(i).Span.Start)
}

// boundaryExplanation explains the boundary before a fragment: first in a sentence, then in numbers.
func (v *analysedFile) boundaryExplanation(fragment int) *protocol.MarkupContent {
	f := v.Fragment(fragment)
	e := v.Explain(f.First - 1)
	t := hoverBuilder{markdown: v.clientCaps.markdownHover}
	sure, confidence := v.Fragment(fragment).Sureness()
	t.writeSentence(v.reasonSentence(&t, e, sure))
	t.writeQuote(v.firstParagraph(fragment).Opening(hoverPreview))
	t.writePlace(v, fragment)
	say := v.clientCaps.Say
	if own := v.OwnLength(); own != nil {
		t.writeItem(say("Length"), v.clientCaps.All([]*sentence.Sentence{own}))
	}
	if sure != "" && e.DecidedBy == analysis.ByCost {
		t.writeItem(say("Confidence"), say("%.0f%%", 100*confidence))
	}
	t.writeTerms(say("On both sides"), e.Bridges)
	if e.VanishesAt > 0 {
		t.writeItem(say("Disappears"), say("when you ask for fragments of about %d words", e.VanishesAt))
	}
	return t.markupContent()
}

// markExplanation describes the fragment below a heading or a scene break, after the sentence said.
func (v *analysedFile) markExplanation(said string, fragment int) *protocol.MarkupContent {
	t := hoverBuilder{markdown: v.clientCaps.markdownHover}
	t.writeSentence(said)
	t.writeQuote(v.firstParagraph(fragment).Opening(hoverPreview))
	t.writePlace(v, fragment)
	return t.markupContent()
}

// writePlace writes the fragment's number and length.
func (t *hoverBuilder) writePlace(v *analysedFile, fragment int) {
	say, f := v.clientCaps.Say, v.Fragment(fragment)
	place := []any{fragment + 1, v.FragmentAt(v.Text.Len()) + 1, v.clientCaps.formatWords(f.Words)}
	if most := v.Settings.MaxWords; most > 0 {
		t.writeItem(say("Fragment"), say("%d of %d, %s (limit: %d)", append(place, most)...))
	} else {
		t.writeItem(say("Fragment"), say("%d of %d, %s", place...))
	}
}

// hoverPreview is the largest number of characters of a fragment that a hover quotes.
const hoverPreview = 240

// reasonSentence returns a sentence with the reason for the boundary before a fragment.
func (v *analysedFile) reasonSentence(t *hoverBuilder, e analysis.Explanation, sure string) string {
	say := v.clientCaps.Say
	switch e.DecidedBy {
	case analysis.ByHeading:
		return say("A heading begins this fragment.")
	case analysis.ByScene:
		return say("A scene break begins this fragment.")
	case analysis.ByBreak:
		return say("A comment in the text asks for this boundary.")
	case analysis.ByHold:
		return say("This boundary stays because a fragment beside it has been moved.")
	case analysis.ByShown:
		return say("This boundary was here before and stays for now. “Divide the Text Anew” would remove it.")
	case analysis.ByLimit:
		return say("Without this boundary, the fragments would be longer or shorter than the settings allow.")
	case analysis.ByEdit:
		return say("This boundary stays where it is while you write here.")
	}
	var changes []string
	if ends := e.Ends[:min(len(e.Ends), saidTerms)]; len(ends) > 0 {
		changes = append(changes, say(pluralVerb(ends, "%s ends", "%s end"), t.emphasise(ends)))
	}
	if begins := e.Begins[:min(len(e.Begins), saidTerms)]; len(begins) > 0 {
		changes = append(changes, say(pluralVerb(begins, "%s begins", "%s begin"), t.emphasise(begins)))
	}
	said := say("A boundary here gives the fragments better lengths")
	if len(changes) > 0 {
		said = say("The words change here: %s", strings.Join(changes, ", "))
	}
	if sure != "" {
		said += "; " + sentence.Phrase(sure).In(v.clientCaps.Language)
	}
	return said + "."
}

// saidTerms is the largest number of terms that the explanation of a boundary names on each side of it.
const saidTerms = 2

// pluralVerb returns one of two phrases: singular for a single term, else plural.
func pluralVerb(terms []string, singular, plural string) string {
	if len(terms) == 1 {
		return singular
	}
	return plural
}

// hoverBuilder builds a hover in Markdown or plain text. Words of the document are escaped, so that they do not become links or HTML in the
// editor.
type hoverBuilder struct {
	markdown bool
	text     strings.Builder
}

// writeSentence writes the first sentence.
func (t *hoverBuilder) writeSentence(text string) { t.text.WriteString(text + "\n") }

// emphasise returns terms in a list, emphasised.
func (t *hoverBuilder) emphasise(terms []string) string {
	mark := ""
	if t.markdown {
		mark = "*"
	}
	said := make([]string, len(terms))
	for i, term := range terms {
		said[i] = mark + t.escape(term) + mark
	}
	return strings.Join(said, ", ")
}

func (t *hoverBuilder) writeItem(name, rest string) {
	if t.markdown {
		fmt.Fprintf(&t.text, "- %s: %s\n", name, rest)
		return
	}
	fmt.Fprintf(&t.text, "%s: %s\n", name, rest)
}

func (t *hoverBuilder) writeTerms(name string, terms []string) {
	if len(terms) > 0 {
		t.writeItem(name, t.escape(strings.Join(terms, ", ")))
	}
}

func (t *hoverBuilder) writeQuote(text string) {
	if t.markdown {
		fmt.Fprintf(&t.text, "\n> %s\n\n", t.escape(text))
		return
	}
	fmt.Fprintf(&t.text, "\n\"%s\"\n\n", text)
}

func (t *hoverBuilder) markupContent() *protocol.MarkupContent {
	kind := protocol.MarkupKindPlainText
	if t.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.MarkupContent{Kind: kind, Value: t.text.String()}
}

// escape escapes text of the document, so that it does not become a link, HTML or a list.
func (t *hoverBuilder) escape(text string) string {
	if !t.markdown {
		return text
	}
	text = markdownEscaper.Replace(strings.TrimSpace(text))
	if strings.ContainsAny(text, ":@") || strings.Contains(strings.ToLower(text), "www.") { // rare in prose
		text = autoLink.ReplaceAllStringFunc(text, func(link string) string {
			mark := strings.IndexAny(link, ".:@")
			return link[:mark] + `\` + link[mark:]
		})
	}
	if begin := listMarker.FindStringIndex(text); begin != nil {
		text = text[:begin[1]-1] + `\` + text[begin[1]-1:]
	}
	return text
}

var (
	markdownEscaper = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`,
		"<", "&lt;", ">", "&gt;", "&", "&amp;")
	autoLink   = regexp.MustCompile(`(?i)www\.|://|(?:mailto|xmpp):|@`) // becomes a link without any markup
	listMarker = regexp.MustCompile(`^(?:#|[-+=]|\d{1,9}[.)])`)
)
