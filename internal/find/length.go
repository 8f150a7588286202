package find

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/token"
)

// Length is how long passages are to be, as editors and agents say it. Each 0 is no such limit; if all are, the query decides
// (see [Options]).
type Length struct {
	MinWords, MaxWords, PreferredWords, MaxChars, MaxTokens int

	// Tokenizer is the vocabulary that counts tokens: a name, never a file or a command, for a client may be somebody else.
	Tokenizer string
}

// Options returns those of passages of such a length, at most top.
func (l Length) Options(top int) (Options, error) {
	o := Options{Limits: chunk.Limits{MinWords: l.MinWords, MaxWords: l.MaxWords, MaxChars: l.MaxChars, MaxTokens: l.MaxTokens}, Preferred: l.PreferredWords, Top: top}
	switch {
	case min(l.MinWords, l.MaxWords, l.PreferredWords, l.MaxChars, l.MaxTokens) < 0:
		return o, errors.New("a length must not be negative")
	case l.MaxWords > 0 && l.MinWords > l.MaxWords:
		return o, fmt.Errorf("a passage cannot have at least %d words and at most %d", l.MinWords, l.MaxWords)
	case (l.MaxTokens > 0) != (l.Tokenizer != ""):
		return o, errors.New("a limit in tokens needs a tokenizer, and a tokenizer a limit in tokens")
	case l.MaxTokens == 0:
		return o, nil
	case !slices.Contains(token.Names, l.Tokenizer):
		return o, fmt.Errorf("%q is no tokenizer; there are %s", l.Tokenizer, strings.Join(token.Names, " and "))
	}
	t, err := token.Find(l.Tokenizer)
	if err != nil {
		return o, err
	}
	o.Limits.Tokens = t.Counts
	return o, nil
}
