package main

import "testing"

// TestMCP checks that segls mcp is a command like the others. Its answers are tested in package agent.
func TestMCP(t *testing.T) {
	invoke(t, map[string]string{"salt.md": "Salt."}, []invocation{
		{"no root", "mcp", "", 2, "", "mcp: an argument is missing"},
		{"help", "mcp --help", "", 0, "Model Context Protocol", ""},
		{"a root that is a file", "mcp salt.md", "", 2, "", "salt.md is not a folder"},
		{"a client that goes at once", "mcp --preferred-words 300 .", "", 0, "", ""},
	})
}
