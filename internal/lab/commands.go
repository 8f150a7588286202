package lab

import "github.com/spf13/cobra"

// Commands returns the commands of this package.
func Commands() []*cobra.Command {
	return []*cobra.Command{sweepCommand(), evaluateCommand(), methodsCommand(), benchCommand(), titlesCommand()}
}
