package language_test

import (
	"fmt"

	"github.com/segls/segls/analysis/language"
)

func ExampleDetect() {
	for _, prose := range []string{
		"The salt that floats on the ponds at dusk is skimmed.",
		"Das Salz, das am Abend auf den Teichen schwimmt, wird abgeschöpft.",
	} {
		fmt.Println(language.Detect([]byte(prose)).Name)
	}
	// Output:
	// english
	// german
}

// Abbreviations do not end a sentence.
func ExampleLanguage_Sentences() {
	prose := []byte("Dr. Bold came at noon. Nobody had called him.")
	for start, end := range language.ByCode("en").Sentences(prose) {
		fmt.Printf("%s\n", prose[start:end])
	}
	// Output:
	// Dr. Bold came at noon.
	// Nobody had called him.
}

// Words with the same stem are one word for a comparison of topics.
func ExampleVocabulary_StemOf() {
	english := language.ByCode("en").Vocabulary
	fmt.Println(english.StemOf("Canals"), english.StemOf("canal"))
	// Output:
	// canal canal
}
