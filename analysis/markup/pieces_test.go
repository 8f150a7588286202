package markup

import (
	"encoding/json"
	"os"
)

// pieces are what random documents of a format are made of, joined without
// anything between them: whatever opens, closes or continues a block, in many
// orders that no writer would think of.
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
