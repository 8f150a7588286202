package recording

import (
	"bytes"
	"regexp"
	"strconv"

	"github.com/segls/segls/internal/metamodel"
)

// Tap takes the bytes that one side sends, in pieces of any size, and records each message as soon as it is complete.
type Tap struct {
	recorder *Recorder
	from     metamodel.Sender
	buffer   []byte
	body     int // length of the expected body; -1 before a header
}

// Tap returns a new tap for the bytes of one side.
func (r *Recorder) Tap(from metamodel.Sender) *Tap {
	return &Tap{recorder: r, from: from, body: -1}
}

// Write takes the next bytes. It never fails.
func (t *Tap) Write(p []byte) (int, error) {
	t.buffer = append(t.buffer, p...)
	for t.body < 0 && t.header() || t.body >= 0 && t.message() {
	}
	return len(p), nil
}

// Close records the rest, the beginning of an incomplete message, as malformed.
func (t *Tap) Close() error {
	if len(t.buffer) > 0 {
		t.recorder.malformed(t.from, t.buffer)
	}
	t.buffer, t.body = nil, -1
	return nil
}

// headerFields matches the fields of a header before the empty line. Anything before them was not meant to be sent.
var headerFields = regexp.MustCompile(`(?i)(?:content-type:[^\r\n]*\r\n)*content-length:[ \t]*([0-9]+)[ \t]*\r\n(?:content-type:[^\r\n]*\r\n)*$`)

// longestHeader is longer than any header, in bytes. Longer data without the end of a header is malformed.
const longestHeader = 1 << 16

// header takes a header from the buffer. It reports whether there may be more to read.
func (t *Tap) header() bool {
	end := bytes.Index(t.buffer, []byte("\r\n\r\n"))
	if end < 0 {
		if len(t.buffer) > longestHeader {
			t.recorder.malformed(t.from, t.buffer)
			t.buffer = nil
		}
		return false
	}
	const line, blank = 2, 4
	fields, rest := t.buffer[:end+line], t.buffer[end+blank:]
	found := headerFields.FindSubmatchIndex(fields)
	begin, length := len(fields), int64(-1)
	if found != nil {
		if n, err := strconv.ParseInt(string(fields[found[2]:found[3]]), 10, 32); err == nil {
			begin, length = found[0], n
		}
	}
	if begin > 0 {
		t.recorder.malformed(t.from, fields[:begin])
	}
	t.buffer, t.body = rest, int(length)
	return true
}

// message takes a body from the buffer. It reports whether there may be more to read.
func (t *Tap) message() bool {
	if len(t.buffer) < t.body {
		return false
	}
	t.recorder.message(t.from, t.buffer[:t.body])
	t.buffer, t.body = t.buffer[t.body:], -1
	return len(t.buffer) > 0
}
