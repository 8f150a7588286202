package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/segls/segls/analysis"
)

// serve measures what an editor waits for: it runs the server and types into the text
// by way of the protocol.
func (b *bench) serve(ctx context.Context, row func(what, measured, ratio string)) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	client, err := launch(exec.CommandContext(ctx, program, "serve"))
	if err != nil {
		return err
	}
	defer client.end()
	const uri = "untitled:bench"
	start := time.Now()
	if _, err := client.request("initialize", map[string]any{
		"capabilities": map[string]any{"textDocument": map[string]any{"codeLens": map[string]any{}}}, "processId": nil, "rootUri": nil, "initializationOptions": b.options(),
	}); err != nil {
		return err
	}
	row("the server answers initialize", duration(time.Since(start)), "")
	client.notify("initialized", map[string]any{})
	pings, err := repeatedly(200, func(int) error { _, err := client.request("$/ping", map[string]any{}); return err })
	if err != nil {
		return err
	}
	ping := quantile(pings, 0.5)
	row("an empty request", duration(ping), "")

	languageID := "markdown"
	if len(b.format.LanguageIDs) > 0 {
		languageID = b.format.LanguageIDs[0]
	}
	document := map[string]any{"uri": uri}
	lenses := func() error {
		answer, err := client.request("textDocument/codeLens", map[string]any{"textDocument": document})
		if err == nil && answer.Error != nil {
			err = fmt.Errorf("the server: %s", answer.Error.Message)
		}
		return err
	}
	start = time.Now()
	client.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": languageID, "version": 1, "text": b.text}})
	if err := lenses(); err != nil {
		return err
	}
	row("open to first lenses", duration(time.Since(start)), "")
	lines := strings.Count(b.text, "\n") + 1
	edits, err := repeatedly(200, func(i int) error {
		line := map[string]any{"line": i * lines / 200, "character": 0}
		client.notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": i + 2},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": line, "end": line}, "text": "e"}},
		})
		return lenses()
	})
	if err != nil {
		return err
	}
	row("a letter typed to new lenses", duration(quantile(edits, 0.5)), times(quantile(edits, 0.5), ping)+" empty requests")
	row("the same, 99 in 100", duration(quantile(edits, 0.99)), times(quantile(edits, 0.99), ping)+" empty requests")
	return nil
}

// options are the settings of the text as an editor would give them.
func (b *bench) options() map[string]any {
	options := make(map[string]any)
	for _, d := range analysis.Declared {
		options[d.Name] = d.Get(&b.settings)
	}
	return options
}

// repeatedly times something done so many times.
func repeatedly(n int, do func(i int) error) ([]time.Duration, error) {
	var all []time.Duration
	for i := range n {
		start := time.Now()
		if err := do(i); err != nil {
			return nil, err
		}
		all = append(all, time.Since(start))
	}
	return all, nil
}

// client is the least that can speak with a server.
type client struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	pipe    io.Closer // that out reads from
	message []byte    // that was read last
	last    int       // number of the last request
}

// response is an answer, or anything else that the server sends.
type response struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// launch starts a server.
func launch(server *exec.Cmd) (*client, error) {
	c := &client{command: server}
	var err error
	if c.in, err = c.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out, c.pipe = bufio.NewReader(out), out
	return c, c.command.Start()
}

// end ends the server.
func (c *client) end() {
	_, _ = c.request("shutdown", nil)
	c.notify("exit", nil)
	c.in.Close()
	_ = c.command.Wait()
}

func (c *client) notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// ask sends a request.
func (c *client) ask(method string, params any) {
	c.last++
	c.send(map[string]any{"jsonrpc": "2.0", "id": c.last, "method": method, "params": params})
}

// read is the next message from the server. It holds until the one after it is read: what
// is measured is the server, not the memory of a client.
func (c *client) read() ([]byte, error) {
	header, err := textproto.NewReader(c.out).ReadMIMEHeader()
	if err != nil {
		return nil, fmt.Errorf("the server has gone: %w", err)
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, fmt.Errorf("the server: %w", err)
	}
	c.message = slices.Grow(c.message[:0], length)[:length]
	if _, err := io.ReadFull(c.out, c.message); err != nil {
		return nil, fmt.Errorf("the server has gone: %w", err)
	}
	return c.message, nil
}

func (c *client) send(message map[string]any) {
	if params, is := message["params"]; is && params == nil {
		delete(message, "params")
	}
	raw, err := json.Marshal(message)
	if err != nil {
		panic(err) // made of nothing but maps and strings
	}
	fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(raw), raw) // a server that has gone is noticed by the answer
}

// request sends a request and reads until its answer comes.
func (c *client) request(method string, params any) (response, error) {
	c.ask(method, params)
	for {
		var r response
		raw, err := c.read()
		if err != nil {
			return r, err
		}
		// Of an answer that may be long only the beginning is read: what is measured is
		// the server.
		if !bytes.Contains(raw[:min(len(raw), 64)], fmt.Appendf(nil, `"id":%d,"result"`, c.last)) {
			if err := json.Unmarshal(raw, &r); err != nil {
				return r, fmt.Errorf("the server: %w", err)
			}
			if r.Method != "" && r.ID != nil {
				c.send(map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": nil})
			}
			if r.Method != "" || string(r.ID) != strconv.Itoa(c.last) {
				continue
			}
		}
		return r, nil
	}
}
