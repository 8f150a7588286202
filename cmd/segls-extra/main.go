// Command segls-extra is what writers do not need and the size of segls has no room for: the server
// for agents. `segls mcp` starts it.
package main

import (
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/segls/segls/cmd/segls/agent"
	"github.com/segls/segls/cmd/segls/console"
)

// version is set by the linker for a release.
var version = ""

func main() {
	if info, ok := debug.ReadBuildInfo(); version == "" && ok {
		version = info.Main.Version
	}
	root := &cobra.Command{
		Use:           "segls-extra",
		Short:         "What segls starts for agents",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(agent.Command(version))
	console.GlobalFlags(root)
	os.Exit(console.RunCommand(root, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
