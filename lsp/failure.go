package lsp

import (
	"errors"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
	"go.lsp.dev/jsonrpc2"
)

// newFailure returns an error whose message is shown to the writer, by way of [Server.wireError].
func newFailure(text string, values ...any) error { return sentence.New(text, values...) }

// toFailure turns err into an error for the writer. It returns errors for the client unchanged.
func toFailure(err error) error {
	if coded := (*jsonrpc2.Error)(nil); errors.As(err, &coded) || errors.Is(err, restructure.ErrGone) {
		return err
	}
	return sentence.Join(err)
}
