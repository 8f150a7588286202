package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestTitle: a title names the phrase that is repeated or the nouns, as they are written,
// and joins them as the language does.
func TestTitle(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"en", "The polar caps melt in spring. Of the polar caps one is larger. He saw the polar caps.", "Polar caps"},
		{"en", "The origin of species is told. That origin of the species was new, and the origin of species is here.", "Origin of species"},
		{"en", "They hugged and hugged and hugged. The keeper of the light hugged the rail. A keeper sleeps.", "Keeper and rail"},
		{"en", "In the morning Captain Ahab stood up. When Captain Ahab sat, the crew sat. A crew sits.", "Captain Ahab"},
		{"en", "The whale’s tail. The whale’s tail is seen, and the whale’s eye.", "Whale’s tail"},
		{"en", "A planet’s path. A planet’s eye. A planet’s year.", "Planet"},
		{"en", "The sea `and its` salt. The sea `and its` salt.", "Sea"},
		{"en", "One and two and three.", ""},
		{"fr", "Le sel de la mer. Le sel est blanc, et la mer est bleue. Du sel et la mer.", "Sel et mer"},
		{"de", "Die Salzstraße führt durch das Tal. Auf der Salzstraße fahren Wagen, und das Tal ist eng.", "Salzstraße und Tal"},
		{"fi", "Laiva tulee satamaan. Laiva lähtee, ja satama jää.", "Laiva, satamaan"},
		{"zh", "潮汐很高。潮汐很低。", "潮汐"},
	} {
		d := New(test.text, markup.Markdown, with(t, "language="+test.language))
		if got := d.Title(0); got != test.want {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// TestTitleOfAnything: a title is one line, and is there if there are terms.
func TestTitleOfAnything(t *testing.T) {
	for _, text := range []string{"...", "a", "A\nB\n*C* `D`", "II. IV. XX", "salt\u00adworks salt\u00adworks", "The\xff salt. The\xff salt.", strings.Repeat("The sea ", 4000)} {
		d := New(text, markup.PlainText, Defaults())
		for i := range d.FragmentCount() {
			if title := d.Title(i); strings.ContainsAny(title, "\r\n") || title == "" && len(d.Fragment(i).Terms) > 0 {
				t.Errorf("%.20q: the title %q", text, title)
			}
		}
	}
}
