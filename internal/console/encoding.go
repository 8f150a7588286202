package console

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"github.com/spf13/cobra"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// encodings are the names offered by completion. Others of the WHATWG's Encoding Standard are accepted too.
var encodings = []string{
	"utf-8", "utf-16", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "iso-8859-1", "iso-8859-2", "iso-8859-15",
	"koi8-r", "macintosh", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "big5", "euc-kr",
}

// addEncodingFlag adds the flag for texts that are not in UTF-8 to a command.
func addEncodingFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().Var((*encodingValue)(name), "encoding", "the encoding of the texts, such as windows-1252 or utf-16; offsets then count the bytes of the text in UTF-8")
	complete := cobra.FixedCompletions(encodings, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc("encoding", complete); err != nil {
		panic(err) // the flag was defined above
	}
}

// encodingValue is a flag whose value is the name of an encoding.
type encodingValue string

func (n *encodingValue) String() string { return string(*n) }
func (n *encodingValue) Type() string   { return "name" }

func (n *encodingValue) Set(name string) error {
	if _, err := findEncoding(name); err != nil {
		return err
	}
	*n = encodingValue(strings.ToLower(name))
	return nil
}

func findEncoding(name string) (encoding.Encoding, error) {
	if strings.EqualFold(name, "utf-16") { // the standard says little-endian, regardless of the byte order mark
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("segls knows no encoding %q; it knows %s", name, strings.Join(encodings, ", "))
	}
	return e, nil
}

// decode decodes a text from a named encoding. Without a name, the text is unchanged, with a warning if it is not valid UTF-8.
func decode(path, text, name string) (decoded, warning string, err error) {
	if name != "" {
		e, err := findEncoding(name)
		if err != nil {
			return "", "", err
		}
		decoded, err := e.NewDecoder().String(text)
		if err != nil {
			return "", "", fmt.Errorf("%s: this is not %s: %w", shownName(path), name, err)
		}
		return decoded, "", nil
	}
	if !utf8.ValidString(text) {
		seems := guessEncoding(text)
		warning = fmt.Sprintf("%s: this is not UTF-8; it seems to be %s, which --encoding %s reads", shownName(path), seems, seems)
	}
	return text, warning, nil
}

// guessEncoding returns the supported encoding that a text is most likely in; if in doubt windows-1252, as browsers do.
func guessEncoding(text string) string {
	const western = "windows-1252"
	start := 0 // ASCII is no evidence
	if i := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }); i > sniffedBytes {
		start = i - sniffedBytes/2
	}
	guesses, err := chardet.NewTextDetector().DetectAll([]byte(text[start:min(len(text), start+1<<16)]))
	if err != nil {
		return western
	}
	best := slices.MaxFunc(guesses, func(a, b chardet.Result) int { return cmp.Compare(a.Confidence, b.Confidence) })
	const sureEnough = 30 // of 100
	name := strings.ToLower(best.Charset)
	if best.Confidence < sureEnough || name == "iso-8859-1" || name == "utf-8" {
		return western
	}
	if _, err := findEncoding(name); err != nil {
		return western
	}
	return name
}
