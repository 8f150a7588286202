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

// rowWriter writes a row of figures.
type rowWriter func(what, measured, ratio string)

// typist types into a text through the protocol, like an editor.
type typist struct {
	server  *client.Client
	version int
}

// benchURI is the URI of the text.
const benchURI = "untitled:bench"

// typedLetters is the number of letters typed for one figure.
const typedLetters = 400

// measureServer measures the times that an editor waits: it runs the server and types into the text.
func (b *bench) measureServer(ctx context.Context, row rowWriter) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	server, err := client.Launch(exec.CommandContext(ctx, program, "serve"))
	if err != nil {
		return err
	}
	defer server.End()
	if err := b.initialize(server, row); err != nil {
		return err
	}
	t := &typist{server: server, version: 1}
	if err := b.open(t, row); err != nil {
		return err
	}
	lines := strings.Count(b.text, "\n") + 1
	edits, ping, err := t.timeEach(func(i int) error {
		t.typeAt(placeOfLetter(i, lines))
		return t.waitForLenses()
	})
	if err != nil {
		return err
	}
	row("an empty request", FormatDuration(ping), "")
	row("a letter typed to new lenses", FormatDuration(Quantile(edits, 0.5)), formatRatio(Quantile(edits, 0.5), ping)+" empty requests")
	row("the same, 99 in 100", FormatDuration(Quantile(edits, 0.99)), formatRatio(Quantile(edits, 0.99), ping)+" empty requests")

	var carets []int // in the first line of each suggested fragment
	for _, f := range analysis.New(b.text, b.format, b.settings).Fragments() {
		if f.Suggested {
			carets = append(carets, f.Line)
		}
	}
	if len(carets) == 0 {
		return nil
	}
	hovers, ping, err := t.timeEach(func(i int) error {
		line := carets[placeOfLetter(i, len(carets))]
		t.typeAt(line)
		return t.requestHover(line)
	})
	if err != nil {
		return err
	}
	row("a letter typed to a hover there", FormatDuration(Quantile(hovers, 0.5)), formatRatio(Quantile(hovers, 0.5), ping)+" empty requests")
	return nil
}

// initialize initializes the server, and writes how long that took.
func (b *bench) initialize(server *client.Client, row rowWriter) error {
	start := time.Now()
	if _, err := server.Call("initialize", map[string]any{
		"capabilities": map[string]any{"textDocument": map[string]any{"codeLens": map[string]any{}}}, "processId": nil, "rootUri": nil, "initializationOptions": b.editorSettings(),
	}); err != nil {
		return err
	}
	row("the server answers initialize", FormatDuration(time.Since(start)), "")
	server.Notify("initialized", map[string]any{})
	return nil
}

// open opens the text and waits for its code lenses.
func (b *bench) open(t *typist, row rowWriter) error {
	languageID := "markdown"
	if len(b.format.LanguageIDs) > 0 {
		languageID = b.format.LanguageIDs[0]
	}
	start := time.Now()
	t.server.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": benchURI, "languageId": languageID, "version": t.version, "text": b.text}})
	if err := t.waitForLenses(); err != nil {
		return err
	}
	took := time.Since(start)
	row("open to first lenses", FormatDuration(took), formatRatio(took, b.whole)+" an analysis again")
	return nil
}

// placeOfLetter returns the place of a letter among n places: several letters in a row have the same.
func placeOfLetter(letter, n int) int { return letter / inARow * inARow * n / typedLetters }

// typeAt types a letter at the beginning of a line.
func (t *typist) typeAt(line int) {
	t.version++
	at := map[string]any{"line": line, "character": 0}
	t.server.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": benchURI, "version": t.version},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": at, "end": at}, "text": "e"}},
	})
}

// waitForLenses waits for the code lenses of the text.
func (t *typist) waitForLenses() error {
	answer, err := t.server.Call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": benchURI}})
	if err == nil && answer.Error != nil {
		err = fmt.Errorf("the server: %s", answer.Error.Message)
	}
	return err
}

// requestHover requests the hover at the beginning of a line and waits for it.
func (t *typist) requestHover(line int) error {
	_, err := t.server.Call("textDocument/hover", map[string]any{
		"textDocument": map[string]any{"uri": benchURI}, "position": map[string]any{"line": line, "character": 0},
	})
	return err
}

// editorSettings returns the settings of the text in the form of an editor.
func (b *bench) editorSettings() map[string]any {
	options := make(map[string]any)
	for _, d := range analysis.DeclaredSettings {
		options[d.Name] = d.Get(&b.settings)
	}
	return options
}

// timeEach calls do for each letter, after an empty request that meets the same load, and returns the times of the
// calls and the median of the empty requests.
func (t *typist) timeEach(do func(i int) error) (all []time.Duration, ping time.Duration, err error) {
	var pings []time.Duration
	for i := range typedLetters {
		start := time.Now()
		if _, err := t.server.Call("$/ping", map[string]any{}); err != nil {
			return nil, 0, err
		}
		answered := time.Now()
		if err := do(i); err != nil {
			return nil, 0, err
		}
		pings, all = append(pings, answered.Sub(start)), append(all, time.Since(answered))
	}
	return all, Quantile(pings, 0.5), nil
}
