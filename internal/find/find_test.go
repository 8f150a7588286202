package find

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/chunk"
)

func TestParse(t *testing.T) {
	check := func(text string, isTyping bool, want string) {
		t.Helper()
		q := Parse(text, isTyping)
		got := fmt.Sprint(q.Words, q.Phrases, q.Without, q.Prefix)
		if len(q.WithoutPrefix) > 0 {
			got += fmt.Sprint(" without ", q.WithoutPrefix)
		}
		if got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
	check("", false, "[] [] [] []")
	check("salt  caravans", false, "[salt caravans] [] [] []")
	check("Why did the pans fall dry?", true, "[Why did the pans fall dry] [] [] []")
	check(`"spring tide" brine`, false, "[spring tide brine] [[spring tide]] [] []")
	check("„Salz und Brot“ «le sel» “a b”", false, "[Salz und Brot le sel a b] [[Salz und Brot] [le sel] [a b]] [] []")
	check("'took the' miners' don't 'tis", false, "[took the miners don't tis] [[took the]] [] []")
	check(`tide -moon -"full moon"`, false, "[tide] [] [[moon] [full moon]] []")
	check("state-of-the-art - x", false, "[state of the art x] [] [] []")
	check("car*", false, "[] [] [] [car]")
	check("salt car", true, "[salt] [] [] [car]")
	check("salt car ", true, "[salt car] [] [] []")
	check(`salt "spring ti`, true, "[salt spring ti] [[spring ti]] [] []")
	check("盐 海水流入", false, "[海水 水流 流入] [] [] [盐]") // texts have pairs of such characters
	check(`春天 -海 "盐" -"水"`, false, "[春天] [[盐]] [] [盐] without [海 水]")
	check("salt -carav* -spring-ti*", false, "[salt] [] [[spring ti]] [] without [carav]")
	check(`" - * "`, false, "[] [] [] []")
}

func notes() *shelf {
	return newShelf(map[string]string{
		"salt.md": "# Salt\n\n## Pans\n\nThe pans of the coast are **shallow**. Brine runs into them in spring, and the sun does the rest.\n\n" +
			"## Caravans\n\nCaravans of camels took the slabs through the desert to the market.\n\n```\nload --camels 12\n```\n",
		"tides.md":  "# Tides\n\nThe tide comes twice a day. At spring tide the brine reaches the shallow pans behind the dyke.\n",
		"again.md":  "# Again\n\nThe tide comes twice a day. At spring tide the brine reaches the shallow pans behind the dyke. So it is.\n",
		"cafe.md":   "# Paris\n\nDans le café, les élèves lisent. Le garçon apporte du thé aux élèves et aux passants de la rue.\n",
		"meer.md":   "# Das Meer\n\nDie Fischer fuhren hinaus auf das Meer und warfen ihre Netze aus. Ein Netz war alt und wurde geflickt.\n",
		"empty.md":  "# The *Harbour*\n",
		"budget.md": "# Money\n\nIn 2017 the tax was $4,200. Nothing else was said about it.\n",
	})
}

// TestFind checks what is found in texts with each line terminator, and in which lines.
func TestFind(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
		t.Run(name, func(t *testing.T) { testFind(t, end) })
	}
}

func testFind(t *testing.T, end string) {
	texts := notes().texts
	for name, text := range texts {
		texts[name] = strings.ReplaceAll(text, "\n", end)
	}
	s := newShelf(texts)
	check := func(query string, want ...string) {
		t.Helper()
		hits, err := Find(t.Context(), s.index, s, Parse(query, false), Options{Limits: chunk.Limits{MaxWords: 100}, Top: 10})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			parts := h.Answer.SplitAtMatches()
			for i := 1; i < len(parts); i += 2 {
				parts[i] = "[" + parts[i] + "]"
			}
			got = append(got, fmt.Sprintf("%s %s: %s", h.Name, h.Title, strings.Join(parts, "")))
			text := s.texts[h.Name]
			if text[h.Span.Start:h.Span.End] != h.Text || strings.Count(text[:h.Span.Start], end) != h.Line || strings.Count(text[:h.Answer.At.Start], end) != h.Answer.Line {
				t.Errorf("%s: %+v", query, h)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s finds\n%s", query, strings.Join(got, "\n"))
		}
	}
	check("camel caravan", "salt.md Caravans: [Caravans] of [camels] took the slabs through the desert to the market.")
	check("Which animals carried the slabs to the market?", "salt.md Caravans: Caravans of camels took the [slabs] through the desert to the [market].")
	check("desert -camels")
	check(`"coast are shallow"`, "salt.md Pans: The pans of the [coast] are [shallow].") // despite the markup
	check(`"shallow coast"`)
	check(`"brine reaches"`, "tides.md Tides: At spring tide the [brine] [reaches] the shallow pans behind the dyke.") // and again.md, which has the same text
	check("shallow -dyke", "salt.md Pans: The pans of the coast are [shallow].")
	check("ELEVE cafe", "cafe.md Paris: Dans le [café], les [élèves] lisent.")
	check("Netze", "meer.md Das Meer: Die Fischer fuhren hinaus auf das Meer und warfen ihre [Netze] aus.")
	check("tax 2017", "budget.md Money: In [2017] the [tax] was $4,200.")
	check("load", "salt.md Caravans: [load] --camels 12")
	check("Meer", "meer.md Das Meer: Die Fischer fuhren hinaus auf das [Meer] und warfen ihre Netze aus.")
	check("harbour", "empty.md The Harbour: The [Harbour]")
	check("xqzzy")
	check("xqzzy fleegle brumph quort market") // one word of five
	check("of and were")
	check("")
}

// TestTitlesAreFound checks that a title finds the text right below it, even if that has none of its words.
func TestTitlesAreFound(t *testing.T) {
	s := newShelf(map[string]string{
		"cli.md":         "# Command line\n\n```\nrake --help\n```\n",
		"empty.md":       "# Lexical structure\n",
		"next-steps.md":  "Rake the salt in August. Then sell it.\n\nCount the money twice.\n",
		"front.md":       "---\ntitle: Website tools\n---\n\nThe search box is above the pages.\n",
		"pans.md":        "# Pans\n\n## Drying beds\n\nThe sun does the rest. A rake is enough.\n\n## Other work\n\nOthers dry the beds of the river; the drying takes a year. A bed is a bed.\n",
		"structures.md":  "# Bridges\n\nThe structure of a bridge is a lexical matter for some. It has steps, tools, and a line on the web site.\n",
		"more/begins.md": "# Part one\n\n## Of the sea\n\nIt is wide.\n\nIt is deep.\n",
	})
	for query, want := range map[string]string{
		"command line":      "cli.md",
		"lexical structure": "empty.md",
		"next steps":        "next-steps.md",
		"website tools":     "front.md",
		"drying beds":       "pans.md: The sun does the rest.",
		"part one":          "more/begins.md: It is wide.",
	} {
		hits, err := Find(t.Context(), s.index, s, Parse(query, false), Options{Limits: chunk.Limits{MaxWords: 100}, Top: 1})
		if err != nil {
			t.Fatal(err)
		}
		name, start, _ := strings.Cut(want, ": ")
		if len(hits) != 1 || hits[0].Name != name || !strings.HasPrefix(hits[0].Text, start) {
			t.Errorf("%s finds %+v, not %s", query, hits, want)
		}
	}
}

// TestCodeInAnswers checks how sentences beside code, links and notes are shown.
func TestCodeInAnswers(t *testing.T) {
	s := newShelf(map[string]string{
		"mill.md": "# Mill\n\n* **`stones`**: Sets the wheel.\n* `--dry` turns the cap.\n* **Always.** See the hopper.[^1] The sack is full. Start it by `mill`\n* The cart waits.[^1]\n* [From the *seventh*](a.md). More of it.\n* Dust. [Tolls](b.md) are due.\n\n[^1]: So they say.\n",
	})
	for query, want := range map[string]string{
		"seventh": "From the seventh.",
		"tolls":   "Tolls are due.",
		"dust":    "Dust.",
		"wheel":   "stones: Sets the wheel.",
		"cap":     "--dry turns the cap.",
		"hopper":  "See the hopper.",
		"sack":    "The sack is full.",
		"start":   "Start it by mill",
		"cart":    "The cart waits.",
	} {
		hits, err := Find(t.Context(), s.index, s, Parse(query, false), Options{Limits: chunk.Limits{MaxWords: 100}, Top: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(hits) != 1 || hits[0].Answer.Text != want {
			t.Errorf("%s finds %+v, not %q", query, hits, want)
		}
	}
}

// TestUnspacedScripts checks that words are found in scripts written without spaces, and marked.
func TestUnspacedScripts(t *testing.T) {
	s := newShelf(map[string]string{
		"zh.md": "# 盐\n\n- [盐田](a.md)在海边。春天海水流入盐田，太阳把水晒干。\n",
		"ja.md": "# 塩\n\n塩田は海岸にある。春に潮水が塩田に入り、太陽が乾かす。\n",
		"th.md": "# เกลือ\n\nนาเกลืออยู่ริมทะเล ในฤดูใบไม้ผลิน้ำทะเลไหลเข้านา แล้วแดดทำให้แห้ง\n",
		"lo.md": "# ເກືອ\n\nນາເກືອຢູ່ແຄມທະເລ ນ້ຳທະເລໄຫຼເຂົ້ານາ ແລ້ວແດດເຮັດໃຫ້ແຫ້ງ\n",
		"km.md": "# អំបិល\n\nស្រែអំបិលនៅជាប់សមុទ្រ ទឹកសមុទ្រហូរចូលស្រែ ហើយព្រះអាទិត្យសម្ងួត\n",
		"my.md": "# ဆား\n\nဆားကွင်းသည် ပင်လယ်ကမ်းခြေတွင် ရှိသည်။ ပင်လယ်ရေသည် ဆားကွင်းထဲသို့ ဝင်သည်။\n",
		"ko.md": "# 소금\n\n염전은 바닷가에 있다. 봄에 바닷물이 염전으로 들어오고 해가 말린다.\n",
		"zz.md": "# 春\n\n春天来了，没有别的东西。\n",
		"en.md": "# Memory\n\nThe word 記憶力 is the word for memory, which mules have and salt has not.\n",
	})
	for query, want := range map[string]string{
		"海水流入":       "zh.md: 春天[海水流入]盐田，太阳把水晒干。",
		"\"水晒干\"":    "zh.md: 春天海水流入盐田，太阳把[水晒干]。",
		"\"流\"":      "zh.md: 春天海水[流入]盐田，太阳把水晒干。",
		"春天 \"流\"":   "zh.md: [春天]海水[流入]盐田，太阳把水晒干。",
		"盐田 -海":      "",
		"盐田 -\"海\"":  "",
		"word -mul*": "",
		"潮水":         "ja.md: 春に[潮水]が塩田に入り、太陽が乾かす。",
		"น้ำทะเล":    "th.md: นาเกลืออยู่ริม[ทะเล] ในฤดูใบไม้ผลิ[น้ำทะเล]ไหลเข้านา แล้วแดดทำให้แห้ง",
		"ນ້ຳທະເລ":    "lo.md: ນາເກືອຢູ່ແຄມ[ທະເລ] [ນ້ຳທະເລ]ໄຫຼເຂົ້ານາ ແລ້ວແດດເຮັດໃຫ້ແຫ້ງ",
		"ទឹកសមុទ្រ":  "km.md: ស្រែអំបិលនៅជាប់[សមុទ្រ] [ទឹកសមុទ្រ]ហូរចូលស្រែ ហើយព្រះអាទិត្យ[សម្]ងួត",
		"ပင်လယ်ရေ":   "my.md: [ပင်လယ်ရေ]သည် ဆားကွင်းထဲသို့ ဝင်သည်။",
		"염전":         "ko.md: [염전은] 바닷가에 있다.",
		"記憶力":        "en.md: The word [記憶力] is the word for memory, which mules have and salt has not.",
	} {
		hits, err := Find(t.Context(), s.index, s, Parse(query, false), Options{Limits: chunk.Limits{MaxWords: 100}, Top: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, h := range hits {
			got += h.Name + ": "
			for i, part := range h.Answer.SplitAtMatches() {
				got += []string{part, "[" + part + "]"}[i%2]
			}
		}
		if got != want {
			t.Errorf("%s finds %q, not %q", query, got, want)
		}
	}
}

// TestFigures checks that captions, descriptions of images and tables are found, and how they are shown.
func TestFigures(t *testing.T) {
	for name, c := range map[string]struct{ figure, want string }{
		"a.tex":  {"\\begin{figure}\n\\includegraphics{a}\n\\caption[Short]{The \\emph{damped} tide $A_{1}$, \\emph{again}}\n\\end{figure}", "The damped tide A₁, again"},
		"b.typ":  {"#figure(\n  image(\"a.png\"),\n  caption: [The *damped* tide.],\n) <fig>", "The damped tide."},
		"c.adoc": {".The _damped_ tide\nimage::a.png[]", "The damped tide"},
		"d.org":  {"#+CAPTION: The damped tide\n[[file:a.png]]", "#+CAPTION: The damped tide"},
		"e.rst":  {".. figure:: a.png\n\n   The *damped* tide", "The damped tide"},
		"f.md":   {"<figure>\n<img src=\"a.png\">\n<figcaption>The <b>damped</b> tide</figcaption>\n</figure>", "The damped tide"},
		"g.md":   {"![The damped tide](a.png)", "![The damped tide](a.png)"},
		"h.md":   {"| what |\n|---|\n| **damped** $A_1$ |", "| damped A₁ |"},
	} {
		s := newShelf(map[string]string{name: "The wave moves along the string.\n\n" + c.figure + "\n\nMore is said of the sea.\n"})
		hits, err := Find(t.Context(), s.index, s, Parse("damped", false), Options{Limits: chunk.Limits{MaxWords: 100}, Top: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(hits) != 1 || hits[0].Answer.Text != c.want {
			t.Errorf("%s: %+v, not %q", name, hits, c.want)
		}
	}
}

// TestLengths checks that passages keep the given limits, and that places with the same text are folded.
func TestLengths(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Work\n\n")
	for i := range 40 {
		fmt.Fprintf(&b, "The miller of village %d carries flour along the river. He counts his sacks, and the wheel turns in the rain. Nobody in the valley knows a better miller than him.\n\n", i)
	}
	s := newShelf(map[string]string{"mill.md": b.String(), "copy.md": b.String()})
	for _, l := range []chunk.Limits{{MinWords: 60, MaxWords: 150}, {MinWords: 150, MaxWords: 400}, {MaxWords: 40}, {MaxChars: 300}, {MaxTokens: 50, Tokens: func(texts []string) ([]int, error) {
		var counts []int
		for _, text := range texts {
			counts = append(counts, len(strings.Fields(text)))
		}
		return counts, nil
	}}} {
		hits, err := Find(t.Context(), s.index, s, Parse("miller river", false), Options{Limits: l, Top: 5})
		if err != nil || len(hits) == 0 {
			t.Fatal(len(hits), err)
		}
		for _, h := range hits {
			if h.Words < l.MinWords || l.MaxWords > 0 && h.Words > l.MaxWords || l.MaxChars > 0 && len(h.Text) > l.MaxChars || l.MaxTokens > 0 && (h.Tokens > l.MaxTokens || h.Tokens == 0) {
				t.Errorf("%d words, %d characters, %d tokens under %+v", h.Words, len(h.Text), h.Tokens, l)
			}
		}
		if len(hits[0].Also) == 0 {
			t.Errorf("%+v: the copy is not folded", l)
		}
	}
}

type typing struct{ *shelf }

func (typing) WordsWithPrefix(_ context.Context, letters string) ([]string, error) {
	return map[string][]string{"cara": {"caravan", "caravans"}, "xq": nil}[letters], nil
}

func TestTyping(t *testing.T) {
	s := typing{notes()}
	for query, want := range map[string]string{"cara": "salt.md", "camels cara": "salt.md", "xq": "", "car*": ""} {
		hits, err := Find(t.Context(), s.index, s, Parse(query, true), Options{Top: 10})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(hits) > 0 {
			got = hits[0].Name
		}
		if got != want {
			t.Errorf("%s finds %q", query, got)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, query := range []string{"salt", `"a b" -c d*`, "-", `"`, "«", "\xff*", "- -", strings.Repeat("w ", 200)} {
		f.Add(query, "The salt of the sea.\n\n# H\n\n- a b\n- c")
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		s := newShelf(map[string]string{"a.md": text})
		for _, isTyping := range []bool{false, true} {
			hits, err := Find(t.Context(), s.index, s, Parse(query, isTyping), Options{Limits: chunk.Limits{MinWords: 2, MaxWords: 5}, Top: 5})
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range hits {
				if text[h.Span.Start:h.Span.End] != h.Text || len(h.Answer.SplitAtMatches())%2 == 0 || h.Words > 5 {
					t.Errorf("%+v", h)
				}
			}
		}
	})
}
