package markup

import "testing"

// TestCitations checks that the text shown of Markdown and Typst has the citations that sentences need, and no traces of others.
func TestCitations(t *testing.T) {
	for _, test := range []struct {
		format   Format
		in, want string
	}{
		{Markdown, "As @smith2010 says, and @jones (see [@lee1999, p. 3]), it is *by* [@smith2010; -@b].", "As [Smith 2010] says, and [jones] (see [Lee 1999]), it is by [Smith 2010; b]."},
		{Markdown, "It is so (cf. [@lee1999]), or not (see, e.g., [@a]).", "It is so (cf. [Lee 1999]), or not (see, e.g., [a])."},
		{Markdown, "It is so [@lee1999], or not [@a; @b]. Mail a@b.example, thanks to @bob.", "It is so, or not. Mail a@b.example, thanks to [bob]."},
		{Markdown, "He was wrong, as shown by [see @smith2010, p. 3; and @lee1999]. It is so [cf. @a].", "He was wrong, as shown by [Smith 2010; Lee 1999]. It is so."},
		{Typst, "In @fig:road and @jones[p. 3] (see @sec:road), they *sing* @lee1999. Fathers did @smith2010.", "In [fig:road] and [jones] (see [sec:road]), they sing. Fathers did."},
	} {
		block := Block{Span: Span{0, len(test.in)}, Runs: []Run{{{0, len(test.in)}}}}
		if got := test.format.Title(test.in, block); got != test.want {
			t.Errorf("%s\nis shown as %q\nnot         %q", test.in, got, test.want)
		}
	}
}
