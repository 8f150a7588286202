package lsp

import (
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gtext "github.com/yuin/goldmark/text"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/session"
)

// FuzzChanges applies content changes. It compares the text with the result of a simple implementation, and each
// reported change with its effect.
func FuzzChanges(f *testing.F) {
	f.Add("aé😀\r\nb\rc\n\xff", uint8(1), []byte{0, 0, 1, 0, 3, 0, 1, 0, 9, 0}, "x\r\n")
	f.Add("one\n\ntwo", uint8(2), []byte{9, 0, 0, 0, 1, 0, 0, 255, 255, 1}, "😀")
	f.Add("a\r", uint8(0), []byte{0, 1, 0, 1, 0, 0, 0, 0, 0, 0}, "\n")
	f.Fuzz(func(t *testing.T, content string, encoding uint8, changes []byte, with string) {
		if len(changes) > 400 || !utf8.ValidString(content) || !utf8.ValidString(with) { // JSON is always valid UTF-8
			return
		}
		m := mapper{rope.New(content), encodings[int(encoding)%len(encodings)]}
		for ; len(changes) >= 9; changes = changes[9:] {
			at := func(i int) protocol.Position {
				return protocol.Position{Line: uint32(binary.LittleEndian.Uint16(changes[i:]) % 300), Character: uint32(binary.LittleEndian.Uint16(changes[i+2:]))}
			}
			var event protocol.TextDocumentContentChangeEvent = &protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: at(0), End: at(4)}, Text: with}
			start, end := plainOffset(content, at(0), m.encoding), plainOffset(content, at(4), m.encoding)
			want := content[:min(start, end)] + with + content[max(start, end):]
			if changes[8]%16 == 0 {
				event, want = &protocol.TextDocumentContentChangeWholeDocument{Text: with + content[start:]}, with+content[start:]
			}
			next, told := m.applyChanges([]protocol.TextDocumentContentChangeEvent{event})
			if got := next.text.String(); got != want {
				t.Fatalf("%q after %+v in %s: %q, want %q", content, event, m.encoding, got, want)
			}
			if c := told[0]; len(told) != 1 || content[:c.Start] != want[:c.Start] || content[c.OldEnd:] != want[c.NewEnd:] {
				t.Fatalf("%q became %q, told as %+v", content, want, c.Change)
			}
			if m, content = next, want; len(content) > 1<<16 {
				return
			}
		}
	})
}

// plainOffset returns the offset of a position, counted line by line and unit by unit.
func plainOffset(text string, p protocol.Position, e encoding) int {
	at := 0
	for range p.Line {
		end := strings.IndexAny(text[at:], "\r\n")
		if end < 0 {
			return len(text)
		}
		at += end + 1
		if text[at-1] == '\r' && strings.HasPrefix(text[at:], "\n") {
			at++
		}
	}
	line := text[at:]
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	units := uint32(0)
	for i, r := range line {
		switch e {
		case protocol.PositionEncodingKindUTF8:
			units += uint32(utf8.RuneLen(r))
		case protocol.PositionEncodingKindUTF16:
			units += uint32(utf16.RuneLen(r))
		default:
			units++
		}
		if units > p.Character {
			return at + i
		}
	}
	return at + len(line)
}

// FuzzSettings sends arbitrary JSON as the editor's settings. Accepted values must be settable, and others must be reported.
func FuzzSettings(f *testing.F) {
	for _, raw := range []string{
		`{"segls":{"preferredWords":300}}`, `{"preferredWords":"x","headings":7}`, `[]`, `null`, `{"segls":{"segls":{}}}`, `{"scaling":1e400}`,
		`{"codeLens":"off","debounceMs":-1,"trace":{"server":"off"}}`, `{"preferred-words":1.5,"preferredWords":2}`, `{"":"","a":{"b":[1,{}]}}`,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var e editorSettings
		e.replaceValues(decodeSettings(raw))
		if len(e.problems) > len(e.current) {
			t.Errorf("%d problems of %d settings: %q", len(e.problems), len(e.current), e.problems)
		}
		for name, value := range e.accepted {
			settings := session.DeclaredSettings.Defaults()
			if err := session.DeclaredSettings.Set(&settings, name, value); err != nil {
				t.Errorf("%s is accepted and then refused: %v", name, err)
			}
		}
		for _, c := range e.problems {
			if !utf8.ValidString(c) {
				t.Errorf("%q cannot be sent", c)
			}
		}
		e.replaceValues(settingValues{"preferredWords": 300.0})
		if len(e.problems) > 0 || e.accepted["preferred-words"] != 300.0 {
			t.Errorf("after %s: %q, %v", raw, e.problems, e.accepted)
		}
	})
}

// FuzzWire sends arbitrary bytes to a server and closes the connection. The server must then end.
func FuzzWire(f *testing.F) {
	frame := func(body string) string { return "Content-Length: " + string(encode(len(body))) + "\r\n\r\n" + body }
	for _, raw := range []string{
		frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.md"},"position":{"line":0,"character":0}}}`),
		frame(`{"jsonrpc":"2.0","id":"x","method":"segls/fragments","params":{"textDocument":{"uri":"file:///a.md"}}}`),
		frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.md","version":2},"contentChanges":[{"text":"x"}]}}`),
		frame(`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`), frame(`{"jsonrpc":"2.0","id":null,"method":7}`), frame(`{"jsonrpc":"2.0","id":1,"result":{}}`),
		frame(`{"jsonrpc":"2.0","id":1.5,"method":"shutdown","params":[]}`), "Content-Length: 3\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "\r\n\r\n", "Content-Length: 1e9\r\n\r\nx", "Content-length:2\n\n{}",
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		toServer, in := io.Pipe()
		out, fromServer := io.Pipe()
		s := New("test", slog.New(slog.DiscardHandler))
		s.files.cache.Disk, s.files.cache.Home, s.files.cache.User = newDisk(), "", ""
		ended := make(chan int, 1)
		go func() { ended <- s.Serve(context.Background(), pipes{toServer, fromServer}) }()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		go func() {
			_, _ = io.WriteString(in, frame(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)+
				frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":1,"text":"# Sea\n\nSalt.\n"}}}`))
			_, _ = in.Write(raw)
			in.Close()
		}()
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			t.Fatalf("the server hangs after %q", raw)
		}
		s.background.Wait()
	})
}

// FuzzEscape checks that words of a document in a hover contain no link, image, HTML or code in GitHub's Markdown.
func FuzzEscape(f *testing.F) {
	for _, text := range hostileProse {
		f.Add(text)
	}
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\r\n") {
			text = strings.Join(strings.Fields(text), " ") // a quotation is on one line
		}
		for _, write := range []func(*hoverBuilder){
			func(h *hoverBuilder) { h.writeQuote(text) },
			func(h *hoverBuilder) { h.writeTerms("Ends here", []string{text, text}) },
		} {
			h := hoverBuilder{markdown: true}
			write(&h)
			source := []byte(h.text.String())
			_ = ast.Walk(reader.Parse(gtext.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				switch n.(type) {
				case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.Text, *ast.String, *ast.Blockquote, *ast.List, *ast.ListItem:
				default:
					t.Fatalf("%q is written %q, which has a %v", text, source, n.Kind())
				}
				return ast.WalkContinue, nil
			})
		}
	})
}

// hostileProse would be markup if it were not escaped.
var hostileProse = []string{
	"[run](command:workbench.action.terminal.new)", "<a href='command:x'>x</a>", "![](https://example.org/x.png)", "<img src=x onerror=alert(1)>",
	"<script>alert(1)</script>", "https://example.org/?a=b", "www.example.org", "ann@example.org", "<https://example.org>", "`code`", "**bold** _it_ ~~gone~~",
	"# title", "- item", "1. item", "> quote", "| a | b |", "&lt;b&gt;", "a\\", "[x]: command:y", "$(terminal)", "$x$", "```", "---", "===", "\t code", "[^1]", "<!-- x -->", "mailto:ann@example.org", "xmpp:a@b.c", "ftp://x.org",
}
