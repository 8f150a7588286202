package agent

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Sizes of answers.
const (
	defaultEntries, mostEntries = 100, 500
	defaultMatches, mostMatches = 10, 50
	defaultChars, mostChars     = 6000, 40_000
	termsInOutline              = 3
	mostWords                   = 12 // in an excerpt or a difference
)

const instructions = `Texts are divided into fragments: stretches about one topic, also where there are no headings. Ask for the outline of a text first, then read the fragments that matter; an outline of a folder lists its texts. Offsets are in bytes, lines count from 1, fragments from 0. Where "next" is set there is more: ask again with cursor, or for read with start, set to it.`

// protocol returns the MCP server with its tools.
func (s *server) protocol() *mcp.Server {
	p := mcp.NewServer(&mcp.Implementation{Name: "segls", Title: "segls", Version: s.version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	addTool(p, "outline", "Outline a text or a folder",
		"Titles, sizes and places of the sections and fragments of a text, also of one without headings. Of a folder: its texts, in the order of the work if something says one.", s.outline)
	addTool(p, "read", "Read a part of a text",
		"The text of a fragment (by its number in the outline, or the line that it is at), or from one offset to another.", s.readPart)
	addTool(p, "find", "Find passages by words or a question",
		"Passages in all texts that answer words or a question, the best first, each with its text, about one thing and of the length that you ask for.", s.findPassages)
	addTool(p, "related", "Find related passages",
		"Passages in all texts that are about the same as a paragraph, a whole text, or some words of your own, the best first.", s.related)
	addTool(p, "duplicates", "Find what is said twice",
		"Paragraphs, and parts of them, that stand in several places of a text or folder, in whatever wording.", s.duplicates)
	addTool(p, "plan_split", "Plan how to split a text",
		"The files that a text would be split into, by topic or by headings. Nothing is written.", s.planSplit)
	addTool(p, "assemble", "Put passages together",
		"The document that passages make, each under its heading, with links and footnotes mended and a comment on where it is from. Nothing is written.", s.assemble)
	addTool(p, "difference", "Tell how the structure of two versions differs",
		"What was moved, split, merged, retitled, rewritten, added and removed between two texts or two folders, or since a revision of git.", s.difference)
	return p
}

func addTool[In, Out any](p *mcp.Server, name, title, doc string, handle func(ctx context.Context, in In) (string, Out, error)) {
	closed := false
	tool := &mcp.Tool{Name: name, Title: title, Description: doc, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(p, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		text, out, err := handle(ctx, in)
		if err != nil || text == "" {
			return nil, out, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
	})
}

// firstElements returns the first n elements of a list, or all.
func firstElements(list []string, n int) []string { return list[:min(n, len(list))] }

// opening returns the first words of a text, on one line.
func opening(text string) string {
	const longest = 400 // bytes, because a word may be a page long
	words := strings.Fields(strings.ToValidUTF8(text[:min(len(text), longest)], ""))
	opening := strings.Join(firstElements(words, mostWords), " ")
	if len(words) > mostWords || len(text) > longest {
		opening += " …"
	}
	return opening
}
