package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/segls/segls/analysis/setting"
)

// The exit codes. ExitFindings is for commands that report findings.
const (
	ExitOK          = 0
	ExitFindings    = 1
	ExitUsage       = 2   // bad usage, input that cannot be read, or output that cannot be written
	ExitInterrupted = 130 // the convention of shells: 128 plus the number of the signal
)

// RunCommand runs a command with arguments and returns its exit code.
func RunCommand(root *cobra.Command, args []string, in io.Reader, out, errs io.Writer) int {
	root.SetFlagErrorFunc(ExplainFlagError)
	root.SetArgs(append([]string{}, args...)) // cobra uses os.Args if this is nil
	root.SetIn(in)
	folded, foldedErrs := &foldedWriter{Writer: out, width: givenWidth(out)}, &foldedWriter{Writer: errs, width: givenWidth(errs)}
	plain, complaints := &escapingWriter{Writer: folded}, &escapingWriter{Writer: foldedErrs}
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if !printsText(cmd) {
			folded.width = 0
		}
	}
	defer foldedErrs.flush()
	watched := &stickyErrorWriter{Writer: plain}
	root.SetOut(watched)
	root.SetErr(&stickyErrorWriter{Writer: complaints})
	root.InitDefaultCompletionCmd() // after the outputs are set, because it uses them
	installArgumentChecks(root)
	err := root.ExecuteContext(context.Background())
	if flushed := errors.Join(plain.flush(), folded.flush()); err == nil {
		err = flushed
	}
	var code ExitCode
	if watched.err != nil && (err == nil || errors.As(err, &code)) {
		err = watched.err
	}
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &code):
		return int(code)
	}
	for line := range strings.Lines(MessageOf(err)) { // prefix every line: a file name may have several
		fmt.Fprintln(complaints, "segls:", strings.TrimRight(line, "\n"))
	}
	if errors.Is(err, ErrInterrupted) {
		return ExitInterrupted
	}
	return ExitUsage
}

// installArgumentChecks makes a command and its subcommands refuse empty arguments, as from an unset "$FILE", and unknown subcommands.
func installArgumentChecks(cmd *cobra.Command) {
	check := cmd.Args
	switch {
	case !cmd.Runnable(): // completion
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		check = nil
	case cmd.HasParent() && cmd.Parent().Name() == "completion":
		check = RequireArguments(0, 0)
	}
	cmd.Args = func(cmd *cobra.Command, arguments []string) error {
		switch {
		case slices.Contains(arguments, ""):
			return fmt.Errorf("%s: an argument is empty; usage: %s", cmd.Name(), cmd.UseLine())
		case check != nil:
			return check(cmd, arguments)
		case cmd.HasSubCommands() && len(arguments) > 0:
			return fmt.Errorf("%s: there is no command %q; see %s --help", cmd.Name(), arguments[0], cmd.CommandPath())
		}
		return nil
	}
	for _, c := range cmd.Commands() {
		installArgumentChecks(c)
	}
}

// PrintsText is the annotation of commands without a flag for the format of their output, whose lines may be folded.
const PrintsText = "segls.text"

// printsText reports whether a command prints text for people, which is folded: not JSON, a patch or a settings file.
func printsText(cmd *cobra.Command) bool {
	if f := cmd.Flags().Lookup("format"); f != nil {
		return f.Value.String() == "text"
	}
	_, isText := cmd.Annotations[PrintsText]
	return isText || cmd == cmd.Root()
}

// MessageOf returns the message of an error without the system call that failed: "notes.md: no such file or directory".
func MessageOf(err error) string {
	message := err.Error()
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		why := about.Err.Error()
		if errors.Is(err, syscall.EISDIR) {
			why = "this is a folder, not a file"
		}
		message = strings.Replace(message, about.Error(), about.Path+": "+why, 1)
		message = strings.Replace(message, about.Path+": "+about.Path+": ", about.Path+": ", 1) // the path may also come before the error
	}
	return message
}

// ExplainFlagError rewords an error about a flag, and suggests a flag that may have been meant instead of an unknown one.
func ExplainFlagError(cmd *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		f, reason := invalid.GetFlag(), invalid.Unwrap().Error()
		if number := (*strconv.NumError)(nil); errors.As(err, &number) || strings.Contains(reason, "strconv.") {
			reason = fmt.Sprintf("%q is not a whole number", invalid.GetValue())
			if strings.HasPrefix(f.Value.Type(), "float") {
				reason = fmt.Sprintf("%q is not a number", invalid.GetValue())
			} else if f.Value.Type() == "bool" {
				reason = fmt.Sprintf("%q is neither true nor false", invalid.GetValue())
			}
		}
		return fmt.Errorf("--%s: %s", f.Name, strings.TrimPrefix(reason, f.Name+": "))
	}
	var without *pflag.ValueRequiredError
	var wrong *pflag.InvalidSyntaxError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &without):
		return fmt.Errorf("--%s needs a value; see %s --help", without.GetFlag().Name, cmd.CommandPath())
	case errors.As(err, &wrong):
		return fmt.Errorf("%s is not a flag; see %s --help", wrong.GetSpecifiedFlag(), cmd.CommandPath())
	case !errors.As(err, &unknown):
		return err
	case unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf("there is no flag -%s; see %s --help", unknown.GetSpecifiedName(), cmd.CommandPath())
	}
	name := unknown.GetSpecifiedName()
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "force" && f.Name != "forget" { // a guess must not lead to these: they override a refusal
			names = append(names, f.Name)
		}
	})
	if near := setting.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no flag --%s; did you mean --%s?", name, near)
	}
	return fmt.Errorf("there is no flag --%s; see %s --help", name, cmd.CommandPath())
}

// ExitCode is an error that has been reported already, and only determines the exit code.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
