package main

import (
	"fmt"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"
	"go.uber.org/zap/zapcore"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/shape"
	"github.com/segls/segls/lsp"
)

func serveCommand() *cobra.Command {
	level := zapcore.WarnLevel
	var file string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve an editor over standard input and output",
		Long: `Serve speaks the Language Server Protocol over standard input and output and
logs to standard error or a file. Editors run it; there is nothing for you to type.`,
		Example: `  segls serve
  segls serve --log-level debug --log-file /tmp/segls.log`,
		Args: console.RequireArguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			log, err := newLogger(level, file)
			if err != nil {
				return err
			}
			// A client may close its end before it has read the last response.
			signal.Ignore(syscall.SIGPIPE)
			server := lsp.New(currentVersion(), log)
			server.UseShapeStore(shape.Open(shape.Folder()))
			code := server.Serve(cmd.Context(), lsp.Stdio())
			if code != console.ExitOK {
				return console.ExitCode(code)
			}
			return nil
		},
	}
	cmd.Flags().Bool("stdio", true, "accepted and ignored: there is no other transport")
	cmd.Flags().Int("clientProcessId", 0, "accepted for editors that pass it: the server takes the process id from initialize")
	cmd.Flags().Var(levelFlag{&level}, "log-level", "how much to log: debug, info, warn or error")
	cmd.Flags().StringVar(&file, "log-file", "", "append the log to this `file` instead of standard error")
	return cmd
}

// newLogger returns a logger that appends each message to a file, or writes to standard error if file is "". It hides
// zap, which the server for browsers does not need.
func newLogger(level zapcore.Level, file string) (*slog.Logger, error) {
	to := os.Stderr
	if file != "" {
		var err error
		if to, err = os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
			return nil, err
		}
	}
	form := zap.NewProductionEncoderConfig()
	form.EncodeTime = zapcore.ISO8601TimeEncoder
	return slog.New(zapslog.NewHandler(zapcore.NewCore(zapcore.NewJSONEncoder(form), zapcore.Lock(zapcore.AddSync(console.TextWriter(to))), level), neverTraced)), nil
}

// neverTraced disables stack traces: after a panic, the message has the relevant one.
var neverTraced = zapslog.AddStacktraceAt(slog.Level(math.MaxInt))

// levelFlag is a log level as a flag.
type levelFlag struct{ *zapcore.Level }

func (levelFlag) Type() string { return "level" }

func (f levelFlag) Set(text string) error {
	if f.Level.Set(text) != nil {
		return fmt.Errorf("%q is not one of debug, info, warn, error", text)
	}
	return nil
}
