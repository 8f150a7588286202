package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
)

// TestShortByNature checks paragraphs of two sentences and few words. Each is either too short (⟦⟧ after its first sentence) or of a kind
// that is usually short. The prose around it is wrapped at about 70 characters.
func TestShortByNature(t *testing.T) {
	prose := strings.Repeat("The pans are raked at dusk and the brine is let in again before the\nmorning wind. ", 3)
	for _, test := range []struct {
		format markup.Format
		text   string
	}{
		{markup.PlainText, "It rained.⟦⟧ Nobody came."},
		{markup.PlainText, "It rained on the pans all day.⟦⟧ Nobody came out\nto them."},

		// Speech, an attribution, a play.
		{markup.PlainText, "“It rained. Nobody came.”"},
		{markup.PlainText, "He shrugged. “It rained,” he said."},
		{markup.PlainText, "He shrugged. \"It rained.\""},
		{markup.PlainText, "Il hausse les épaules. « Il pleuvait. »"},
		{markup.PlainText, "It “rained” there.⟦⟧ Nobody came."},
		{markup.PlainText, "It's rain.⟦⟧ Nobody doesn't."},
		{markup.PlainText, "— R. Larkspur, Salt. London."},
		{markup.PlainText, "OLD RAKER. (_aside_) It rained. Nobody came."},
		{markup.PlainText, "RAKER: It rained. Nobody came."},
		{markup.PlainText, "(It rained. Nobody came.)"},
		{markup.PlainText, "[It rained. Nobody came.]"},

		// Titles and items.
		{markup.PlainText, "CHAPTER IV. The rain."},
		{markup.PlainText, "Chapter 4. The rain. And the wind."},
		{markup.PlainText, "Book the Second. The Rain."},
		{markup.PlainText, "THE RAIN. THE WIND."},
		{markup.PlainText, "Глава II. Дождь."},
		{markup.PlainText, "Chapter houses rot.⟦⟧ It rained."},
		{markup.PlainText, "Part of it fell.⟦⟧ It rained."},
		{markup.PlainText, "II. It rained. Nobody came."},
		{markup.PlainText, "3) It rained. Nobody came."},
		{markup.PlainText, "(a) It rained. Nobody came."},
		{markup.PlainText, "I rained.⟦⟧ Nobody came."},

		// Captions.
		{markup.PlainText, "Figure 3: The pans. It rained."},
		{markup.PlainText, "Table 2. The rain. By month."},
		{markup.PlainText, "Fig. 3.1a — The rain. By month."},
		{markup.Markdown, "**Figure S2.** The rain. By month."},
		{markup.PlainText, "Plate IV. The rain. By month."},
		{markup.PlainText, "Рис. 3. Дождь. Ветер."},
		{markup.PlainText, "Tableau 3 : la pluie. Le vent."},
		{markup.PlainText, "3. ábra: Az eső. A szél."},
		{markup.PlainText, "Figure 3 shows it.⟦⟧ It rained."},
		{markup.PlainText, "Tables dry.⟦⟧ It rained."},
		{markup.Markdown, "![pans](a.png)\n\n*It rained. Nobody came.*"},
		{markup.Markdown, "![pans](a.png)\n*It rained. Nobody came.*"},
		{markup.Markdown, "![pans](a.png)\n\nIt rained.⟦⟧ Nobody came."},
		{markup.Markdown, "*It rained.⟦⟧ Nobody came.*"},

		// Verse.
		{markup.PlainText, "It rained on the pans.\nAnd nobody came."},
		{markup.PlainText, "It rained on the pans\nand beyond.⟦⟧ Nobody came."},
		{markup.PlainText, "It rained on the pans for the whole of that last night of the year.⟦⟧\nNobody came."},
		{markup.Markdown, "it rained on the pans,  \nno. And nobody came."},
		{markup.Markdown, "it rained on the pans,\\\nno. And nobody came."},
		{markup.PlainText, "it rained on the pans,  \nno.⟦⟧ And nobody came."},

		// Text that introduces something, or that is beside a table.
		{markup.Markdown, "It rained. So:\n\n> much"},
		{markup.Markdown, "It rained. Much.\n\n| a |\n|---|"},
		{markup.PlainText, "It rained. As follows:"},
	} {
		text := prose + "\n\n" + test.text + "\n\n" + prose
		checkFindings(t, test.format, text, with(t, "paragraph-min-words=20"), func(check.Finding) string { return "" })
	}
}

// TestVerseHasNoFindings checks that a document that consists of verse has no findings.
func TestVerseHasNoFindings(t *testing.T) {
	checkFindings(t, markup.PlainText, "It rained. It rained on the pans,\nAnd nobody came.\n\nIt stopped. And then from the sea,\nA wind, and no name.\n",
		with(t, "paragraph-min-words=20"), func(check.Finding) string { return "" })
}
