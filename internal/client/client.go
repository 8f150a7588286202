package client

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os/exec"
	"slices"
	"strconv"
)

// Client is a minimal LSP client.
type Client struct {
	Command *exec.Cmd
	In      io.WriteCloser
	out     *bufio.Reader
	Pipe    io.Closer // source of out
	message []byte    // the last message read
	Last    int       // ID of the last request
}

// incomingMessage is a response or any other message from the server.
type incomingMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// Launch starts a server and returns its client.
func Launch(server *exec.Cmd) (*Client, error) {
	c := &Client{Command: server}
	var err error
	if c.In, err = c.Command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.Command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out, c.Pipe = bufio.NewReader(out), out
	return c, c.Command.Start()
}

// End shuts the server down and waits until it has ended.
func (c *Client) End() {
	_, _ = c.Call("shutdown", nil)
	c.Notify("exit", nil)
	c.In.Close()
	_ = c.Command.Wait()
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// SendRequest sends a request without waiting for the response.
func (c *Client) SendRequest(method string, params any) {
	c.Last++
	c.send(map[string]any{"jsonrpc": "2.0", "id": c.Last, "method": method, "params": params})
}

// ReadMessage returns the next message from the server. It is valid until the next call: the client reuses its
// memory, so that measurements include only the server's work.
func (c *Client) ReadMessage() ([]byte, error) {
	header, err := textproto.NewReader(c.out).ReadMIMEHeader()
	if err != nil {
		return nil, fmt.Errorf("the server has ended: %w", err)
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, fmt.Errorf("the server: %w", err)
	}
	c.message = slices.Grow(c.message[:0], length)[:length]
	if _, err := io.ReadFull(c.out, c.message); err != nil {
		return nil, fmt.Errorf("the server has ended: %w", err)
	}
	return c.message, nil
}

func (c *Client) send(message map[string]any) {
	if params, is := message["params"]; is && params == nil {
		delete(message, "params")
	}
	raw, err := json.Marshal(message)
	if err != nil {
		panic(err) // maps and strings always encode
	}
	fmt.Fprintf(c.In, "Content-Length: %d\r\n\r\n%s", len(raw), raw) // if the server has ended, the next ReadMessage reports that
}

// Call sends a request and reads until its response arrives.
func (c *Client) Call(method string, params any) (incomingMessage, error) {
	c.SendRequest(method, params)
	for {
		var r incomingMessage
		raw, err := c.ReadMessage()
		if err != nil {
			return r, err
		}
		// Examine only the beginning of a response: it may be long, and measurements must not include the client's work.
		if !bytes.Contains(raw[:min(len(raw), 64)], fmt.Appendf(nil, `"id":%d,"result"`, c.Last)) {
			if err := json.Unmarshal(raw, &r); err != nil {
				return r, fmt.Errorf("the server: %w", err)
			}
			if r.Method != "" && r.ID != nil {
				c.send(map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": nil})
			}
			if r.Method != "" || string(r.ID) != strconv.Itoa(c.Last) {
				continue
			}
		}
		return r, nil
	}
}
