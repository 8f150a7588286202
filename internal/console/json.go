package console

import (
	"bufio"
	"cmp"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"
)

// EncodeJSON writes a value as indented JSON, without escaping HTML. It streams, because JSON may be 100 times as long as the text.
func EncodeJSON(w io.Writer, value any) error {
	return encodeJSON(w, value, jsontext.WithIndent("  "))
}

func encodeJSON(w io.Writer, value any, more ...jsontext.Options) error {
	b := bufio.NewWriter(w)
	options := append([]jsontext.Options{v1.DefaultOptionsV1(), jsontext.EscapeForHTML(false)}, more...)
	if err := json.MarshalEncode(jsontext.NewEncoder(b, options...), value); err != nil {
		return err
	}
	return b.Flush()
}

// StreamedArray is a JSON array whose elements are computed one by one while they are written.
type StreamedArray[V any] func(yield func(V) bool)

// MarshalJSONTo writes the array.
func (a StreamedArray[V]) MarshalJSONTo(encoder *jsontext.Encoder) error {
	err := encoder.WriteToken(jsontext.BeginArray)
	for value := range a {
		if err != nil {
			return err
		}
		err = json.MarshalEncode(encoder, value)
	}
	return cmp.Or(err, encoder.WriteToken(jsontext.EndArray))
}
