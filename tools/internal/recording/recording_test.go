package recording

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/internal/metamodel"
)

func frame(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// check sends a text in pieces of every size and compares the recording, without its times.
func check(t *testing.T, sent string, want ...string) {
	t.Helper()
	for size := 1; size <= len(sent); size++ {
		var file bytes.Buffer
		recorder := NewRecorder(&file)
		tap := recorder.Tap(metamodel.FromServer)
		for rest := []byte(sent); len(rest) > 0; {
			n := min(size, len(rest))
			if taken, err := tap.Write(rest[:n]); taken != n || err != nil {
				t.Fatalf("took %d of %d: %v", taken, n, err)
			}
			rest = rest[n:]
		}
		tap.Close()
		var got []string
		for e, err := range Read(&file) {
			if err != nil {
				t.Fatal(err)
			}
			if e.From != metamodel.FromServer {
				t.Errorf("said to be from the %v", e.From)
			}
			if e.Message == nil {
				got = append(got, "malformed "+e.Malformed)
			} else {
				got = append(got, string(e.Message))
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("in pieces of %d: got %q, want %q", size, got, want)
		}
	}
}

func TestTap(t *testing.T) {
	const ping, pong = `{"method":"ping <&>"}`, `{"method":"pöng"}`
	for _, c := range []struct {
		name, sent string
		want       []string
	}{
		{"one message", frame(ping), []string{ping}},
		{"several", frame(ping) + frame(pong) + frame(ping), []string{ping, pong, ping}},
		{"not an object", frame(`null`) + frame(`[1]`), []string{`null`, `[1]`}},
		{"layout", frame("{\n  \"a\": 1\n}"), []string{`{"a":1}`}},
		{"other headers", "Content-Type: utf-8\r\ncontent-length:4\r\nContent-Type: x\r\n\r\ntrue" + frame(ping), []string{"true", ping}},
		{"not JSON", frame(`{"a":`) + frame(ping), []string{`malformed {"a":`, ping}},
		{"a line of debugging", "opened a.md\n" + frame(ping) + "closed: a.md\r\n" + frame(pong), []string{"malformed opened a.md\n", ping, "malformed closed: a.md\r\n", pong}},
		{"a header without length", "Content-Type: utf-8\r\n\r\n" + frame(ping), []string{"malformed Content-Type: utf-8\r\n", ping}},
		{"a length that is none", "Content-Length: 99999999999\r\n\r\n" + frame(ping), []string{"malformed Content-Length: 99999999999\r\n", ping}},
		{"a message cut short", frame(ping) + frame(pong)[:30], []string{ping, `malformed {"method`}},
		{"a header cut short", frame(ping) + "Content-Le", []string{ping, "malformed Content-Le"}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, c.sent, c.want...) })
	}
}

// TestTapDropsEndlessHeader checks that bytes that never become a header are not kept.
func TestTapDropsEndlessHeader(t *testing.T) {
	var file bytes.Buffer
	tap := NewRecorder(&file).Tap(metamodel.FromServer)
	for range 1000 {
		tap.Write(bytes.Repeat([]byte("x"), 1000))
	}
	if len(tap.buffer) > longestHeader+1000 {
		t.Errorf("%d bytes are kept", len(tap.buffer))
	}
	if got := bytes.Count(file.Bytes(), []byte("malformed")); got < 10 || file.Len() > 20*1100 {
		t.Errorf("%d lines, %d bytes", got, file.Len())
	}
}

type fullDisk struct{}

var errFull = errors.New("the disk is full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestRecorderErr(t *testing.T) {
	recorder := NewRecorder(fullDisk{})
	tap := recorder.Tap(metamodel.FromClient)
	for range 2 {
		if n, err := tap.Write([]byte(frame("{}"))); n == 0 || err != nil {
			t.Errorf("the tap took %d bytes: %v", n, err)
		}
	}
	if !errors.Is(recorder.Err(), errFull) {
		t.Errorf("the error is %v", recorder.Err())
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"ping\n", `{"from":"editor","ms":1,"message":{}}`, `{"from":"client","message":{},"to":"server"}`, "\n"} {
		good := `{"from":"client","ms":1,"message":{}}` + "\n"
		entries, failed := 0, false
		for _, err := range Read(strings.NewReader(good + text + good)) {
			entries++
			failed = err != nil
		}
		if entries != 2 || !failed {
			t.Errorf("%q: %d entries, failed: %v", text, entries, failed)
		}
	}
}

func FuzzTap(f *testing.F) {
	f.Add([]byte(frame("{}") + "junk" + frame("1")))
	f.Fuzz(func(t *testing.T, sent []byte) {
		whole, pieces := new(bytes.Buffer), new(bytes.Buffer)
		a, b := NewRecorder(whole).Tap(metamodel.FromClient), NewRecorder(pieces).Tap(metamodel.FromClient)
		a.Write(sent)
		a.Close()
		for i := range sent {
			b.Write(sent[i : i+1])
		}
		b.Close()
		w, p := strip(t, whole), strip(t, pieces)
		if len(sent) <= longestHeader && w != p {
			t.Errorf("at once %q, in pieces %q", w, p)
		}
	})
}

// strip returns the entries of a recording without their times.
func strip(t *testing.T, file *bytes.Buffer) string {
	var out strings.Builder
	for e, err := range Read(file) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%v %s %q\n", e.From, e.Message, e.Malformed)
	}
	return out.String()
}
