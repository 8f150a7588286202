package lab

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

const tidesSample = "../../testdata/samples/tides.md"

// TestMain keeps the user's own settings files out of the tests.
func TestMain(m *testing.M) {
	consoletest.AwayFromHome("../..")
	m.Run()
}

// segls runs one of the commands.
func segls(stdin string, args ...string) (code int, out, errs string) {
	root := &cobra.Command{Use: "segls", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(Commands()...)
	var o, e bytes.Buffer
	code = console.RunCommand(root, args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}
