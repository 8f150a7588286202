// Profile extracts from a recorded conversation what the client says about itself:
//
//	profile FILE >lsp/testdata/profiles/NAME.json
//
// It keeps the client's name and version, its initialization options and its capabilities, and
// leaves out everything else, such as paths and process ids, which would identify the machine. The
// server's tests play every scenario with every profile.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/segls/segls/internal/metamodel"
	"github.com/segls/segls/tools/internal/recording"
)

// Profile is the file that the server's tests read.
type Profile struct {
	Client       string          `json:"client"` // with its version
	Options      json.RawMessage `json:"initializationOptions,omitempty"`
	Capabilities json.RawMessage `json:"capabilities"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: profile FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "profile: %v\n", err)
		os.Exit(1)
	}
}

func run(path string, out io.Writer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	profile, err := read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(profile)
}

// read returns the profile in the first request of a conversation.
func read(r io.Reader) (Profile, error) {
	for entry, err := range recording.Read(r) {
		if err != nil {
			return Profile{}, err
		}
		var m struct {
			Method string
			Params struct {
				ClientInfo            struct{ Name, Version string }
				InitializationOptions json.RawMessage
				Capabilities          json.RawMessage
			}
		}
		if entry.From != metamodel.FromClient || json.Unmarshal(entry.Message, &m) != nil || m.Method != "initialize" {
			continue
		}
		version, _, _ := strings.Cut(m.Params.ClientInfo.Version, " (") // the rest identifies the machine
		return Profile{
			Client:       strings.TrimSpace(m.Params.ClientInfo.Name + " " + version),
			Options:      m.Params.InitializationOptions,
			Capabilities: m.Params.Capabilities,
		}, nil
	}
	return Profile{}, errors.New("no initialize in it")
}
