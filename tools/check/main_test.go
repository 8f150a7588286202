package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	const bad = `testdata/bad.jsonl:2: not a message: "debug: waking\n"
testdata/bad.jsonl:3: initialize: result.capabilities.foldingRangeProvider: want boolean | FoldingRangeOptions | FoldingRangeRegistrationOptions, got "yes"
`
	const badClient = "testdata/bad.jsonl:4: initialized: params: missing, want InitializedParams\n"
	const badLast = "testdata/bad.jsonl:6: want an object, got null\n"
	const badOpen = "testdata/bad.jsonl:6: textDocument/foldingRange: request 2 of the client is not answered\n"
	for _, c := range []struct {
		args      string
		code      int
		out, errs string // part of the expected errs
	}{
		{"testdata/good.jsonl", 0, "0 violations in 5 messages of 1 recording\n", ""},
		{"-answered testdata/good.jsonl", 0, "0 violations in 5 messages of 1 recording\n", ""},
		{"testdata/bad.jsonl", 1, bad + badClient + badLast + "4 violations in 6 messages of 1 recording\n", ""},
		{"-server testdata/good.jsonl testdata/bad.jsonl", 1, bad + badLast + "3 violations in 11 messages of 2 recordings\n", ""},
		{"-answered testdata/bad.jsonl", 1, bad + badClient + badLast + badOpen + "5 violations in 6 messages of 1 recording\n", ""},
		{"testdata/empty.jsonl", 2, "", "testdata/empty.jsonl: no messages"},
		{"testdata/broken.jsonl", 2, "", "testdata/broken.jsonl:2: not a line of a recording"},
		{"testdata/absent.jsonl", 2, "", "testdata/absent.jsonl"},
		{"", 2, "", "usage"},
		{"-x", 2, "", "usage"},
		{"-h", 0, "", "usage"},
	} {
		var out, errs bytes.Buffer
		code := run(strings.Fields(c.args), &out, &errs)
		if code != c.code || out.String() != c.out || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("check %s: exit code %d, want %d\n%s%s", c.args, code, c.code, out.String(), errs.String())
		}
	}
}
