package markup

import (
	"encoding/json"
	"os"
)

// pieces are the parts of random documents of a format, which are joined without anything between
// them: markup that opens, closes or continues blocks, in orders that no writer would use.
var pieces = func() (pieces map[string][]string) {
	file, err := os.ReadFile("../../testdata/pieces.json")
	if err == nil {
		err = json.Unmarshal(file, &pieces)
	}
	if err != nil {
		panic(err)
	}
	return pieces
}()
