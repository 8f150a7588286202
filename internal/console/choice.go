package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choiceValue is a flag with fixed values.
type choiceValue struct {
	value   *string
	choices []string
}

// AddChoiceFlag adds a flag with fixed values to a command; the first is the default.
func AddChoiceFlag(cmd *cobra.Command, value *string, name, usage string, choices ...string) {
	addChoiceFlag(cmd, cmd.Flags(), value, name, usage, choices...)
}

func addChoiceFlag(cmd *cobra.Command, flags *pflag.FlagSet, value *string, name, usage string, choices ...string) {
	*value = choices[0]
	flags.Var(&choiceValue{value, choices}, name, usage)
	complete := cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // the flag was defined above
	}
}

func (c *choiceValue) String() string {
	if c.value == nil { // pflag requires this of a zero value
		return ""
	}
	return *c.value
}

func (c *choiceValue) Set(text string) error {
	if !slices.Contains(c.choices, text) {
		return fmt.Errorf("%q is not one of %s", text, strings.Join(c.choices, ", "))
	}
	*c.value = text
	return nil
}

func (c *choiceValue) Type() string { return "choice" }
