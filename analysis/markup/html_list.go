package markup

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// This file reads the lists and quotes of HTML.

// readContainer reads a list or a quote to its end: each stretch of text in it is a run.
func (h *htmlReader) readContainer() {
	b := Block{Kind: List, Span: Span{h.start, h.end}}
	if h.name == atom.Blockquote {
		b.Kind = Quote
	}
	list := htmlListBuilder{runs: &b.Runs}
	for depth := 1; depth > 0 && h.next(); {
		switch role := h.role(); {
		case h.kind == html.TextToken:
			list.addText(h.text, Span{h.start, h.end})
		case role == htmlInline:
			list.addInlineTag(h)
		case role == htmlOpaque && h.kind == html.StartTagToken:
			list.flushText()
			h.skipElement()
		case role == htmlContainer && h.kind == html.StartTagToken:
			list.flushText()
			depth++
		case role == htmlContainer && h.kind == html.EndTagToken:
			list.flushText()
			depth--
		case role == htmlPart && depth == 1 && h.kind == html.StartTagToken && !(h.name == atom.Dd && list.last == atom.Dt):
			list.flushText()
			list.endItem(h.text, h.start)
			list.item, list.last, list.firstRun = h.start, h.name, len(b.Runs)
			list.inItem = true
		default:
			list.flushText()
			if role == htmlPart && depth == 1 && h.kind == html.StartTagToken {
				list.last = h.name
			}
		}
	}
	list.flushText()
	b.Span.End = h.end
	if h.kind == html.EndTagToken {
		list.endItem(h.text, h.start)
	} else {
		list.endItem(h.text, h.end)
	}
	if b.Kind == List && !list.tells {
		b.Kind, b.Runs = HTML, nil
	} else if b.Kind == List && len(list.items) > 0 {
		b = newListBlock(b.Span, list.items)
	}
	if len(b.Runs) == 0 {
		b.Kind = HTML
	}
	h.addBlock(b)
}

// htmlListBuilder collects the text of a list or quote.
type htmlListBuilder struct {
	runs  *[]Run
	items []Block

	text     Span // the current stretch of text, empty if there is none
	inline   int  // start of the inline elements before the current text, if inlines is set
	inlines  bool
	inLink   bool
	tells    bool // it has words outside of links
	inItem   bool
	item     int       // start of the current item
	firstRun int       // index of the current item's first run
	last     atom.Atom // name of the last part: dt, dd or li
}

func (l *htmlListBuilder) addText(text string, s Span) {
	if s = trimSpan(text, s); s.Len() == 0 {
		return
	}
	if l.text.Len() == 0 {
		l.text.Start = s.Start
		if l.inlines {
			l.text.Start = l.inline
		}
	}
	l.text.End = s.End
	l.tells = l.tells || !l.inLink && hasWord(withoutTemplates(text[s.Start:s.End]))
}

func (l *htmlListBuilder) addInlineTag(h *htmlReader) {
	isStart := h.kind == html.StartTagToken
	if h.name == atom.A {
		l.inLink = isStart
	}
	switch {
	case isStart && l.text.Len() == 0 && !l.inlines:
		l.inline, l.inlines = h.start, true
	case h.kind == html.EndTagToken && l.text.Len() > 0:
		l.text.End = h.end
	}
}

func (l *htmlListBuilder) flushText() {
	if l.text.Len() > 0 {
		*l.runs = append(*l.runs, Run{l.text})
	}
	l.text, l.inlines = Span{}, false
}

func (l *htmlListBuilder) endItem(text string, end int) {
	if runs := *l.runs; l.inItem && len(runs) > l.firstRun {
		l.items = append(l.items, Block{Kind: Item, Span: trimSpanEnd(text, Span{l.item, end}), Runs: runs[l.firstRun:len(runs):len(runs)]})
	}
	l.inItem = false
}
