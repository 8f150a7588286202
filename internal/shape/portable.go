package shape

import (
	"crypto/rand"
	"encoding/json"

	"github.com/segls/segls/analysis"
)

// portable is the shape of a text, with the key of its hashes.
type portable struct {
	Version int            `json:"version"`
	Key     []byte         `json:"key"`
	Kept    *analysis.Kept `json:"kept"`
}

// EncodePortable returns the shape of a text, with or without titles, for a client to keep where there is no [Store].
func EncodePortable(d *analysis.Document, hasTitles bool) (string, error) {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
	text, err := json.Marshal(portable{version, key, keptShape(d, key, hasTitles)})
	return string(text), err
}

// RestorePortable returns a document with the shape that [EncodePortable] returned, and reports whether it is the shape of this text.
func RestorePortable(text string, d *analysis.Document) (restored *analysis.Document, ok bool) {
	var p portable
	if json.Unmarshal([]byte(text), &p) != nil || p.Version != version || p.Kept == nil {
		return d, false
	}
	return d.Restore(p.Kept, hasher(p.Key))
}

// keptShape returns the shape of a text, with or without titles.
func keptShape(d *analysis.Document, key []byte, hasTitles bool) *analysis.Kept {
	k := d.Keep(hasher(key))
	if hasTitles {
		return k
	}
	for i := range k.Fragments {
		f := &k.Fragments[i]
		f.Title, f.Kind, f.IsTitled = "", "", false
	}
	return k
}
