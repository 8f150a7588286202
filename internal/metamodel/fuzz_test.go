package metamodel

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// FuzzMessage checks that the validator takes arbitrary lines from either side without a panic, and describes violations.
func FuzzMessage(f *testing.F) {
	for _, file := range talks(f) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for talk := range strings.SplitSeq(string(text), "\n== ") {
			f.Add([]byte(written(f, talk)))
		}
	}
	f.Add([]byte(`{"jsonrpc":"2.0","method":"two\nlines"}`))
	f.Fuzz(func(t *testing.T, talk []byte) {
		v := NewValidator()
		for line := range bytes.Lines(talk) {
			from := FromClient
			if line[0] == '<' {
				from, line = FromServer, line[1:]
			}
			for _, violation := range v.CheckMessage(from, line) {
				if violation.Problem == "" || violation.From != from || strings.Contains(violation.String(), "\n") {
					t.Errorf("%+v", violation)
				}
			}
		}
		v.Unanswered()
	})
}

// written returns a conversation with one message per line, with < before the server's.
func written(t testing.TB, talk string) string {
	var out strings.Builder
	for line := range strings.Lines(talk) {
		from, ok := speaker(line)
		if !ok {
			continue
		}
		for _, message := range messages(t, strings.TrimSpace(line[1:])) {
			if from == FromServer {
				message = "<" + message
			}
			out.WriteString(message + "\n")
		}
	}
	return out.String()
}
