package sentence_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// This example prints the findings of a document in English and in German.
func ExampleLanguageOf() {
	d := analysis.New("Salt.\n\n<!-- segls: brake -->\n\nWool.\n", markup.Markdown, analysis.Defaults())
	for _, f := range d.Findings() {
		fmt.Println(f.Message())
		fmt.Println(f.MessageIn(sentence.LanguageOf("de-AT")))
	}
	// Output:
	// There is no directive “brake”; did you mean “break”?
	// Eine Anweisung „brake“ gibt es nicht; meinten Sie „break“?
}
