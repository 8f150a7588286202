package lsp

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// Hover explains a suggested boundary: on the first line of the fragment after it,
// and on the directives about it and the blank lines above that.
func (s *Server) Hover(ctx context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	v, err := s.view(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	i, ok := v.boundaryAt(int(params.Position.Line))
	if !ok {
		return nil, nil
	}
	line := v.Text.Line(v.Text.LineAt(v.firstParagraph(i).Span.Start))
	return &protocol.Hover{Contents: v.explain(i), Range: new(v.rangeOf(line))}, nil
}

// boundaryAt is the fragment whose boundary a line belongs to.
func (v *view) boundaryAt(line int) (fragment int, ok bool) {
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

// explain says why there is a boundary before a fragment.
func (v *view) explain(fragment int) *protocol.MarkupContent {
	f := v.Fragment(fragment)
	e := v.Explain(f.First - 1)
	t := hoverText{markdown: v.able.markdownHover}
	t.title(v.beginning(fragment), fmt.Sprintf("fragment %d of %d, %s (target %d)",
		fragment+1, v.FragmentCount(), count(f.Words, "word"), v.Preferred()))
	if f.Pinned {
		t.item("Boundary", "pinned by a comment")
	}
	if confidence := v.Confidence(); confidence != nil {
		t.item("Confidence", fmt.Sprintf("%s (%.0f %%)", analysis.Sureness(confidence[f.First-1]), 100*confidence[f.First-1]))
	}
	t.item("Similarity", fmt.Sprintf("%.2f across this gap (0 nothing in common, 1 the same words)%s", e.Similarity, valley(e)))
	t.terms("Ends here", e.Ends)
	t.terms("Begins here", e.Begins)
	t.terms("On both sides", e.Bridges)
	t.item("Length", v.lengths(fragment, e))
	if at := v.VanishesAt(f.First - 1); at > 0 {
		t.item("Vanishes", fmt.Sprintf("at a target of about %d words", at))
	}
	t.quote(v.Opening(v.firstParagraph(fragment), hoverPreview))
	return t.content()
}

// hoverPreview is how many characters of a fragment a hover quotes.
const hoverPreview = 240

func valley(e analysis.Explanation) string {
	if e.Depth < 0.01 {
		return ""
	}
	return fmt.Sprintf(", %.2f below the peaks beside it", e.Depth)
}

// lengths says what the length cost did to the boundary.
func (v *view) lengths(fragment int, e analysis.Explanation) string {
	before, after := v.Fragment(fragment-1).Words, v.Fragment(fragment).Words
	verdict := "the lengths speak for it"
	if e.LengthCost >= e.JoinedCost {
		verdict = "the lengths speak against it"
	}
	return fmt.Sprintf("%d and %d words cost %.2f apart and %.2f joined: %s", before, after, e.LengthCost, e.JoinedCost, verdict)
}

// hoverText is a hover being written, in Markdown or plain. Words from the
// document are escaped: they must not become links or HTML in the editor.
type hoverText struct {
	markdown bool
	text     strings.Builder
}

func (t *hoverText) title(name, rest string) {
	if t.markdown {
		fmt.Fprintf(&t.text, "**%s** · %s\n\n", name, rest)
		return
	}
	fmt.Fprintf(&t.text, "%s · %s\n", name, rest)
}

func (t *hoverText) item(name, rest string) {
	if t.markdown {
		fmt.Fprintf(&t.text, "- %s: %s\n", name, rest)
		return
	}
	fmt.Fprintf(&t.text, "%s: %s\n", name, rest)
}

func (t *hoverText) terms(name string, terms []string) {
	if len(terms) > 0 {
		t.item(name, t.escape(strings.Join(terms, ", ")))
	}
}

func (t *hoverText) quote(text string) {
	if t.markdown {
		fmt.Fprintf(&t.text, "\n> %s\n", t.escape(text))
		return
	}
	fmt.Fprintf(&t.text, "\n%q\n", text)
}

func (t *hoverText) content() *protocol.MarkupContent {
	kind := protocol.MarkupKindPlainText
	if t.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.MarkupContent{Kind: kind, Value: t.text.String()}
}

// escape makes text of the document mean itself: no link, no HTML, no list.
func (t *hoverText) escape(text string) string {
	if !t.markdown {
		return text
	}
	text = autoLink.ReplaceAllStringFunc(markdownEscaper.Replace(strings.TrimSpace(text)), func(link string) string {
		mark := strings.IndexAny(link, ".:@")
		return link[:mark] + `\` + link[mark:]
	})
	if begin := listMarker.FindStringIndex(text); begin != nil {
		text = text[:begin[1]-1] + `\` + text[begin[1]-1:]
	}
	return text
}

var (
	markdownEscaper = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`,
		"<", "&lt;", ">", "&gt;", "&", "&amp;")
	autoLink   = regexp.MustCompile(`(?i)www\.|://|(?:mailto|xmpp):|@`) // what becomes a link without any mark
	listMarker = regexp.MustCompile(`^(?:#|[-+=]|\d{1,9}[.)])`)
)
