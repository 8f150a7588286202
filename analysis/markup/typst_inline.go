package markup

import "strings"

// The inline part of Typst:
//
//	\x  \u{1f30a}              an escape, a character by its number
//	*a*  _a_                   emphasis
//	`code`  ```code```         code
//	$x$                        formulas
//	@label  @key[p. 7]         references and citations
//	<label>                    labels
//	#f(x)[text]                content for a function is prose, its other arguments
//	                           are not; so is content without a name among them
//	#footnote[…]  #figure(…)   functions whose content is read elsewhere, or is not prose
//	#if x […] else […]         both branches
//	#x  #x.y                   variables: not prose
//	https://x                  a bare address
//	~                          a space
//	/* text */                 a comment

func scanTypstInline(run []byte, report func(Span, inlineKind)) {
	l := newTypstLexer(string(run), 0, len(run))
	cited := 0 // the end of the citation that is being read
	for {
		token, ok := l.next()
		if !ok {
			return
		}
		if run[token.Start] == '#' {
			if n := len(typstCite.Find(run[token.Start:min(len(run), token.Start+longestSearch)])); n > 0 {
				cited = token.Start + n
				report(Span{token.Start, cited}, inlineHidden)
			}
		}
		switch {
		case token.Start < cited:
		case token.kind == typstText && !token.isHidden:
		case token.isHidden:
			report(token.Span, inlineHidden)
		case token.kind == typstMark || token.kind == typstOpen || token.kind == typstClose:
			report(token.Span, inlineMark)
		case token.kind == typstRaw || token.kind == typstMath && run[token.Start] == '$':
			n := countRepeats(run[:token.End], token.Start, run[token.Start])
			closing := token.End - n
			if token.Len() < 2*n {
				report(token.Span, inlineMark)
				continue
			}
			if string(run[token.Start:token.Start+n]) != string(run[closing:token.End]) {
				closing = token.End // it has no end yet
			}
			report(Span{token.Start, token.Start + n}, inlineMark)
			if closing > token.Start+n {
				kind := inlineLiteral
				if token.kind == typstMath {
					kind = inlineFormula
				}
				report(Span{token.Start + n, closing}, kind)
			}
			if closing < token.End {
				report(Span{closing, token.End}, inlineMark)
			}
		case token.kind == typstAddress:
			report(token.Span, inlineLiteral)
		case token.kind == typstTilde:
			report(token.Span, inlineEntity)
		default:
			report(token.Span, inlineHidden)
		}
	}
}

// visibleTypstText returns Typst as a reader sees it, with spaces for no-break spaces.
func visibleTypstText(run []byte, formula func(string) string) string {
	return strings.ReplaceAll(newVisibleTextFunc(scanTypstInline, nil)(run, formula), "~", " ")
}
