package setting_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/setting"
)

// Set finds a setting by its name, as in a file. Its error is a sentence for the writer.
func ExampleList_Set() {
	var declared setting.List[analysis.Settings] = analysis.DeclaredSettings
	s := analysis.Defaults()
	for _, assignment := range []struct {
		name  string
		value any
	}{{"preferred-words", 300}, {"preferred-words", "many"}, {"prefered-words", 300}} {
		if err := declared.Set(&s, assignment.name, assignment.value); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.PreferredWords)
	// Output:
	// preferred-words: "many" is not a whole number from 1 to 1000000, topics or auto
	// prefered-words: there is no such setting; did you mean preferred-words?
	// 300
}
