package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Sizes of answers.
const (
	defaultEntries, mostEntries = 100, 500
	defaultMatches, mostMatches = 10, 50
	defaultChars, mostChars     = 6000, 40_000
	termsInOutline              = 3
	mostWords                   = 12 // in an excerpt or a list of differing words
)

const instructions = `Texts are divided into fragments: stretches about one topic, also where there are no headings. Ask for the outline of a text first, then read the fragments that matter; an outline of a folder lists its texts. Offsets are in bytes, lines count from 1, fragments from 0. Where "next" is set there is more: ask again with cursor, or for read with start, set to it.`

// newMCPServer returns the MCP server with its tools.
func (s *server) newMCPServer() *mcp.Server {
	p := mcp.NewServer(&mcp.Implementation{Name: "segls", Title: "segls", Version: s.version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	addTool(p, "outline", "Outline a text or a folder",
		"Titles, sizes and places of the sections and fragments of a text, also of one without headings. Of a folder: its texts, in the order of the work if something says one.", s.outline)
	addTool(p, "read", "Read a part of a text",
		"The text of a fragment (by its number in the outline, or the line that it is at), or from one offset to another.", s.readPart)
	addTool(p, "find", "Find passages by words or a question",
		"Passages in all texts that match words or answer a question, the best first, each with its text, about one thing and of the length that you ask for.", s.findPassages)
	addTool(p, "related", "Find related passages",
		"Passages in all texts that are about the same as a paragraph, a whole text, or some words of your own, the best first.", s.related)
	addTool(p, "duplicates", "Find repeated passages",
		"Paragraphs, and parts of them, that are repeated in a text or folder, in whatever wording.", s.duplicates)
	addTool(p, "plan_split", "Plan how to split a text",
		"The files that a text would be split into, by topic, by headings or by scenes. Nothing is written.", s.planSplit)
	addTool(p, "assemble", "Put passages together",
		"The document that passages make, each under its heading, with links and footnotes mended and a comment on where it is from. Nothing is written.", s.assemble)
	addTool(p, "difference", "Show how the structure of two versions differs",
		"What was moved, split, merged, retitled, rewritten, added and removed between two texts or two folders, or since a revision of git.", s.difference)
	return p
}

// addTool adds a tool. Its answer has a text for the model, and a structure. Errors are sentences for the model.
func addTool[In, Out any](p *mcp.Server, name, title, doc string, handle func(ctx context.Context, in In) (string, Out, error)) {
	closed, input := false, schemaOf[In]()
	tool := &mcp.Tool{
		Name: name, Title: title, Description: doc, InputSchema: input, OutputSchema: schemaOf[Out](),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}
	p.AddTool(tool, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		text, out, err := "", any(nil), error(nil)
		var given json.RawMessage
		if given, err = convertArguments(name, input, request.Params.Arguments); err == nil {
			if err = json.Unmarshal(given, &in); err == nil {
				text, out, err = handle(ctx, in)
			}
		}
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: strings.TrimSuffix(err.Error(), ".")}}}, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: out}, nil
	})
}

// moreNote returns a note on where a list continues, or "".
func moreNote(next *int, total int) string {
	if next == nil {
		return ""
	}
	return fmt.Sprintf("\n%d more of %d: cursor %d", total-*next, total, *next)
}

// firstElements returns the first n elements of a list, or all.
func firstElements(list []string, n int) []string { return list[:min(n, len(list))] }

// openingWords returns the first words of a text, on one line.
func openingWords(text string) string {
	const longest = 400 // in bytes, because a word may be a page long
	words := strings.Fields(strings.ToValidUTF8(text[:min(len(text), longest)], ""))
	opening := strings.Join(firstElements(words, mostWords), " ")
	if len(words) > mostWords || len(text) > longest {
		opening += " …"
	}
	return opening
}
