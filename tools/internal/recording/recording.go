package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"

	"github.com/segls/segls/internal/metamodel"
)

// Entry is one line of a recording: a message, or malformed bytes.
type Entry struct {
	From         metamodel.Sender `json:"from"`
	Milliseconds int64            `json:"ms"` // since the recording began
	Message      json.RawMessage  `json:"message,omitempty"`
	Malformed    string           `json:"malformed,omitempty"`
}

// Recorder writes a recording. Different goroutines may use different taps of it.
type Recorder struct {
	began time.Time

	mu  sync.Mutex // guards the lines and err
	out *json.Encoder
	err error
}

// NewRecorder begins a recording. Each entry is one Write.
func NewRecorder(w io.Writer) *Recorder {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false) // otherwise it would escape <, > and & in messages
	return &Recorder{began: time.Now(), out: out}
}

// Err returns the first error of writing the recording. Taps still accept bytes: a full disk must not stop an editor.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *Recorder) message(from metamodel.Sender, body []byte) {
	if !json.Valid(body) {
		r.malformed(from, body)
		return
	}
	r.write(Entry{From: from, Message: body})
}

func (r *Recorder) malformed(from metamodel.Sender, bytes []byte) {
	const most = 1000
	r.write(Entry{From: from, Malformed: string(bytes[:min(len(bytes), most)])})
}

func (r *Recorder) write(e Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		e.Milliseconds = time.Since(r.began).Milliseconds()
		r.err = r.out.Encode(e)
	}
}

// Read yields the entries of a recording, one for each line. It ends with the first error, as for a line that is not an entry.
func Read(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		lines := bufio.NewReader(r)
		for {
			line, err := lines.ReadBytes('\n')
			atEnd := errors.Is(err, io.EOF)
			if atEnd && len(line) == 0 {
				return
			}
			var e Entry
			if err == nil || atEnd {
				e, err = parse(line)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func parse(line []byte) (Entry, error) {
	var e Entry
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, fmt.Errorf("not a line of a recording: %w", err)
	}
	return e, nil
}
