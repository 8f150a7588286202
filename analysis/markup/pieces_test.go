package markup

import (
	"encoding/json"
	"os"
)

// pieces are the parts from which tests build random documents of a format: markup that opens, closes or
// continues blocks. The tests join them without anything between, in orders that no writer would use.
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
