package lab

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/client"
)

// serve measures what an editor waits for: it runs the server and types into the text
// by way of the protocol.
func (b *bench) serve(ctx context.Context, row func(what, measured, ratio string)) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	client, err := client.Launch(exec.CommandContext(ctx, program, "serve"))
	if err != nil {
		return err
	}
	defer client.End()
	const uri = "untitled:bench"
	start := time.Now()
	if _, err := client.Request("initialize", map[string]any{
		"capabilities": map[string]any{"textDocument": map[string]any{"codeLens": map[string]any{}}}, "processId": nil, "rootUri": nil, "initializationOptions": b.options(),
	}); err != nil {
		return err
	}
	row("the server answers initialize", Duration(time.Since(start)), "")
	client.Notify("initialized", map[string]any{})
	pings, err := repeatedly(200, func(int) error { _, err := client.Request("$/ping", map[string]any{}); return err })
	if err != nil {
		return err
	}
	ping := Quantile(pings, 0.5)
	row("an empty request", Duration(ping), "")

	languageID := "markdown"
	if len(b.format.LanguageIDs) > 0 {
		languageID = b.format.LanguageIDs[0]
	}
	document := map[string]any{"uri": uri}
	lenses := func() error {
		answer, err := client.Request("textDocument/codeLens", map[string]any{"textDocument": document})
		if err == nil && answer.Error != nil {
			err = fmt.Errorf("the server: %s", answer.Error.Message)
		}
		return err
	}
	start = time.Now()
	client.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": languageID, "version": 1, "text": b.text}})
	if err := lenses(); err != nil {
		return err
	}
	row("open to first lenses", Duration(time.Since(start)), "")
	lines := strings.Count(b.text, "\n") + 1
	const letters = 400
	place := func(i, of int) int { return i / inARow * inARow * of / letters }
	edits, err := repeatedly(letters, func(i int) error {
		line := map[string]any{"line": place(i, lines), "character": 0}
		client.Notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": i + 2},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": line, "end": line}, "text": "e"}},
		})
		return lenses()
	})
	if err != nil {
		return err
	}
	row("a letter typed to new lenses", Duration(Quantile(edits, 0.5)), times(Quantile(edits, 0.5), ping)+" empty requests")
	row("the same, 99 in 100", Duration(Quantile(edits, 0.99)), times(Quantile(edits, 0.99), ping)+" empty requests")

	var carets []int // in the first line of each suggested fragment
	for _, f := range analysis.New(b.text, b.format, b.settings).Fragments() {
		if f.Suggested {
			carets = append(carets, f.Line)
		}
	}
	if len(carets) == 0 {
		return nil
	}
	hovers, err := repeatedly(letters, func(i int) error {
		caret := map[string]any{"line": carets[place(i, len(carets))], "character": 0}
		client.Notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": letters + 2 + i},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": caret, "end": caret}, "text": "e"}},
		})
		_, err := client.Request("textDocument/hover", map[string]any{"textDocument": document, "position": caret})
		return err
	})
	if err != nil {
		return err
	}
	row("a letter typed to a hover there", Duration(Quantile(hovers, 0.5)), times(Quantile(hovers, 0.5), ping)+" empty requests")
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
