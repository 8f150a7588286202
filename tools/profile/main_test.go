package main

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	const recorded = `{"from":"server","ms":1,"message":{"jsonrpc":"2.0","method":"window/logMessage","params":{}}}
{"from":"client","ms":2,"message":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":7,"rootUri":"file:///home/ann","clientInfo":{"name":"Ed","version":"2 (of a machine)"},"capabilities":{"window":{}}}}}
`
	p, err := read(strings.NewReader(recorded))
	if err != nil || p.Client != "Ed 2" || string(p.Capabilities) != `{"window":{}}` || p.Options != nil {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := read(strings.NewReader(recorded[:strings.Index(recorded, "\n")+1])); err == nil {
		t.Error("a conversation without its beginning has a profile")
	}
}
