package markup

import (
	"encoding/json"
	"os"
)

// pieces are pieces of markup, from which tests build random documents of a format in orders that no writer would use.
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
