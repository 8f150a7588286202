package find

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/tokencount"
)

// PassageLength is a length of passages in a request of an editor or agent. 0 means that a limit is not set; if none is set, the lengths
// depend on the query (see [Options]).
type PassageLength struct {
	MinWords, MaxWords, PreferredWords, MaxChars, MaxTokens int

	// Tokenizer is the name of the vocabulary that counts tokens. It is never a file or a command, because clients are not trusted.
	Tokenizer string
}

// Options returns the options for at most top passages of this length.
func (l PassageLength) Options(top int) (Options, error) {
	o := Options{Limits: chunk.Limits{MinWords: l.MinWords, MaxWords: l.MaxWords, MaxChars: l.MaxChars, MaxTokens: l.MaxTokens}, Preferred: l.PreferredWords, Top: top}
	switch {
	case min(l.MinWords, l.MaxWords, l.PreferredWords, l.MaxChars, l.MaxTokens) < 0:
		return o, errors.New("a length must not be negative")
	case l.MaxWords > 0 && l.MinWords > l.MaxWords:
		return o, fmt.Errorf("a passage cannot have at least %d words and at most %d; give a smaller minimum", l.MinWords, l.MaxWords)
	case (l.MaxTokens > 0) != (l.Tokenizer != ""):
		return o, errors.New("a limit in tokens needs a tokenizer, and a tokenizer a limit in tokens")
	case l.MaxTokens == 0:
		return o, nil
	case !slices.Contains(tokencount.Names, l.Tokenizer):
		return o, fmt.Errorf("unknown tokenizer %q; use %s", l.Tokenizer, strings.Join(tokencount.Names, " or "))
	}
	t, err := tokencount.OpenByName(l.Tokenizer)
	if err != nil {
		return o, err
	}
	o.Limits.Tokens = t.Counts
	return o, nil
}
