package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is a flag with fixed values.
type choice struct {
	value   *string
	choices []string
}

// ChoiceFlag adds a flag with fixed values to a command; the first is the default.
func ChoiceFlag(cmd *cobra.Command, value *string, name, usage string, choices ...string) {
	choiceFlag(cmd, cmd.Flags(), value, name, usage, choices...)
}

func choiceFlag(cmd *cobra.Command, flags *pflag.FlagSet, value *string, name, usage string, choices ...string) {
	*value = choices[0]
	flags.Var(&choice{value, choices}, name, usage)
	complete := cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // the flag was defined above
	}
}

func (c *choice) String() string {
	if c.value == nil { // pflag requires this of a zero value
		return ""
	}
	return *c.value
}

func (c *choice) Set(text string) error {
	if !slices.Contains(c.choices, text) {
		return fmt.Errorf("%q is not one of %s", text, strings.Join(c.choices, ", "))
	}
	*c.value = text
	return nil
}

func (c *choice) Type() string { return "choice" }
