package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/tokencount"
)

// chunkOptions holds the flags of `segls fragment --format jsonl`.
type chunkOptions struct {
	limits             chunk.Limits
	tokenizer, counter string
	shard, manifest    string

	isGiven     func(flag string) bool
	value       func(flag string) string
	part, parts uint32 // read only one part of the texts; parts is 0 for all texts
}

// addChunkFlags adds the flags for chunks to a command.
func addChunkFlags(cmd *cobra.Command) *chunkOptions {
	c := new(chunkOptions)
	flags := cmd.Flags()
	flags.IntVar(&c.limits.MaxChars, "max-chars", 0, "with jsonl, the maximum length of a fragment in `characters`; 0 means no maximum")
	flags.IntVar(&c.limits.MaxTokens, "max-tokens", 0, "with jsonl, the maximum length of a fragment in `tokens`; needs --tokenizer or --token-counter")
	flags.IntVar(&c.limits.MinChars, "min-chars", 0, "with jsonl, the minimum length of a fragment in `characters`, wherever headings and the maximum allow it; if no minimum is given, a tenth of the maximum, and with 0 none")
	flags.IntVar(&c.limits.MinTokens, "min-tokens", 0, "the same in `tokens`")
	flags.BoolVar(&c.limits.ProseOnly, "prose-only", false, "with jsonl, leave out tables, code and pictures of sections without prose")
	flags.IntVar(&c.limits.Overlap, "overlap", 0, "with jsonl, how many `words` of the fragment before it a fragment may repeat, in whole sentences")
	flags.IntVar(&c.limits.OverlapTokens, "overlap-tokens", 0, "the same in `tokens`")
	flags.BoolVar(&c.limits.Headings, "with-headings", false, "with jsonl, put the headings above a fragment before its text; they count towards its length")
	c.isGiven = flags.Changed
	c.value = func(flag string) string { return flags.Lookup(flag).Value.String() }
	flags.StringVar(&c.shard, "shard", "", "with jsonl, take only a `part` of the texts, such as 3/16; each is read alone")
	flags.StringVar(&c.manifest, "since-manifest", "", "with jsonl, take only texts that are new or have changed since this `file` was written, and keep it up to date; each is read alone")
	c.addTokenFlags(cmd)
	return c
}

// addTokenFlags adds the flags for counting tokens to a command.
func (c *chunkOptions) addTokenFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.tokenizer, "tokenizer", "", "count tokens with this `vocabulary`: cl100k, o200k, or a file of tiktoken's ranks or a tokenizer.json")
	flags.StringVar(&c.counter, "token-counter", "", "count tokens with this `command`: it reads texts as JSON strings, one on each line, and writes a number for each")
	complete := cobra.FixedCompletions(tokencount.Names, cobra.ShellCompDirectiveDefault) // or a file
	if err := cmd.RegisterFlagCompletionFunc("tokenizer", complete); err != nil {
		panic(err) // the flag has just been added
	}
	cmd.MarkFlagsMutuallyExclusive("tokenizer", "token-counter")
}

// check returns an error for contradictory or impossible flags.
func (c *chunkOptions) check(format string) error {
	l := c.limits
	for _, limit := range []struct {
		name  string
		value int
	}{{"max-chars", l.MaxChars}, {"max-tokens", l.MaxTokens}, {"min-chars", l.MinChars}, {"min-tokens", l.MinTokens}, {"overlap", l.Overlap}, {"overlap-tokens", l.OverlapTokens}} {
		if limit.value < 0 {
			return fmt.Errorf("--%s must not be negative", limit.name)
		}
	}
	inTokens := l.MaxTokens > 0 || l.MinTokens > 0 || l.OverlapTokens > 0
	isCounted := c.tokenizer != "" || c.counter != ""
	l.Tokens = nil
	switch {
	case format != "jsonl" && (isCounted || inTokens || l.MaxChars > 0 || l.MinChars > 0 || l.Overlap > 0 || l.Headings || l.ProseOnly || c.shard != "" || c.manifest != ""):
		return errors.New("limits in characters and tokens, --overlap, --with-headings, --prose-only, --shard and --since-manifest need --format jsonl")
	case inTokens && !isCounted:
		return errors.New("what counts the tokens? Give --tokenizer or --token-counter")
	case isCounted && !inTokens:
		return errors.New("--tokenizer and --token-counter need a limit in tokens, such as --max-tokens")
	case l.MaxChars > 0 && l.MinChars > l.MaxChars:
		return fmt.Errorf("min-chars (%d) is more than max-chars (%d)", l.MinChars, l.MaxChars)
	case l.MaxTokens > 0 && l.MinTokens > l.MaxTokens:
		return fmt.Errorf("min-tokens (%d) is more than max-tokens (%d)", l.MinTokens, l.MaxTokens)
	case l.MaxTokens > 0 && l.OverlapTokens >= l.MaxTokens:
		return fmt.Errorf("overlap-tokens (%d) is not less than max-tokens (%d)", l.OverlapTokens, l.MaxTokens)
	}
	if c.shard == "" {
		return nil
	}
	if n, err := fmt.Sscanf(c.shard+"\n", "%d/%d\n", &c.part, &c.parts); n != 2 || err != nil || c.part < 1 || c.part > c.parts {
		return fmt.Errorf("--shard: %q is not a part such as 3/16", c.shard)
	}
	return nil
}

// openTokenCounter opens the counter of tokens. The caller must call done at the end.
func (c *chunkOptions) openTokenCounter() (done func() error, err error) {
	done = func() error { return nil }
	switch {
	case c.counter != "":
		p, err := tokencount.Start(c.counter)
		if err != nil {
			return done, err
		}
		c.limits.Tokens = p.Counts
		return p.Close, nil
	case c.tokenizer != "":
		find := tokencount.Open
		if slices.Contains(tokencount.Names, c.tokenizer) {
			find = tokencount.OpenByName
		}
		t, err := find(c.tokenizer)
		if err != nil {
			return done, fmt.Errorf("tokenizer: %w", err)
		}
		c.limits.Tokens = t.Counts
	}
	return done, nil
}

// isInShard reports whether a text is in the selected part. The answer does not depend on the other texts.
func (c *chunkOptions) isInShard(path string) bool {
	if c.parts == 0 {
		return true
	}
	h := fnv.New64a()
	io.WriteString(h, filepath.ToSlash(filepath.Clean(path))) // never fails
	return uint32((h.Sum64()^h.Sum64()>>32)%uint64(c.parts)) == c.part-1
}

// hasLeast reports whether a flag sets a minimum length of chunks.
func (c *chunkOptions) hasLeast() bool {
	return slices.ContainsFunc([]string{"min-words", "min-chars", "min-tokens"}, c.isGiven)
}

// limitsUnder returns the limits of the flags, with the numbers of words in the settings.
func (c *chunkOptions) limitsUnder(a analysis.Settings) chunk.Limits {
	l := c.limits
	l.MaxWords, l.MinWords = a.MaxWords, a.MinWords
	if c.hasLeast() && l.MinWords == 0 && l.MinChars == 0 && l.MinTokens == 0 {
		l.MinWords = -1 // no minimum, not even the default one
	}
	return l
}

// processedTexts records the texts processed in earlier runs, each with a checksum of the text, its settings and the
// flags. Without --output, entries are appended as texts are completed, so that an interrupted run can be continued.
// The map has no pointers, because the garbage collector would take long to scan it with a million texts.
type processedTexts struct {
	path    string
	options string
	sums    map[checksum]checksum // by the checksum of the text's path
	asked   sync.Map              // the options and settings as text, by analysis.Settings
	now     sync.Map              // by path: the checksum of a text in progress
	written bytes.Buffer
	file    *os.File // nil until something is written
	sound   int64    // length of the complete lines in the file, in bytes
}

// checksum holds the first bytes of a SHA-256.
type checksum [16]byte

func checksumOf(texts ...string) (s checksum) {
	h := sha256.New()
	for _, text := range texts {
		io.WriteString(h, text)
	}
	copy(s[:], h.Sum(nil))
	return s
}

// processedText is a line of the file.
type processedText struct {
	Path    string `json:"path"`
	Sum     string `json:"sum,omitempty"`
	Removed bool   `json:"removed,omitempty"`
}

// readManifest reads a manifest, if there is one.
func (c *chunkOptions) readManifest() (*processedTexts, error) {
	l := c.limits
	m := &processedTexts{path: c.manifest, sums: make(map[checksum]checksum)}
	m.options = fmt.Sprint(currentVersion(), l.MaxChars, l.MaxTokens, l.MinChars, l.MinTokens, l.Overlap, l.OverlapTokens, l.Headings, l.ProseOnly, c.hasLeast(), c.counter)
	for _, flag := range []string{"finer", "curve", "as-shown", "tokenizer"} {
		if !c.isGiven(flag) {
			continue
		}
		m.options += " " + flag + " " + c.value(flag)
		if content, err := os.ReadFile(c.value(flag)); err == nil {
			sum := checksumOf(string(content))
			m.options += " " + hex.EncodeToString(sum[:])
		}
	}
	err := m.readEntries(func(entry processedText, end int64) {
		m.sound = end
		if entry.Removed {
			delete(m.sums, checksumOf(entry.Path))
		} else {
			var s checksum
			hex.Decode(s[:], []byte(entry.Sum[:min(len(entry.Sum), 2*len(s))])) // an invalid checksum matches no text
			m.sums[checksumOf(entry.Path)] = s
		}
	})
	return m, err
}

// readEntries calls a function with the entry on each complete line of the file, and with the offset of the line's end.
func (m *processedTexts) readEntries(each func(entry processedText, end int64)) error {
	f, err := os.Open(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	end := int64(0)
	for r := bufio.NewReader(f); ; {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return nil // an interrupted run leaves an incomplete last line
		}
		if err != nil {
			return err
		}
		end += int64(len(line))
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var entry processedText
		if err := json.Unmarshal(line, &entry); err != nil || entry.Path == "" {
			return fmt.Errorf("%s: this is not a manifest of segls fragment", m.path)
		}
		each(entry, end)
	}
}

// isDone reports whether a text has been processed in its current state.
func (m *processedTexts) isDone(path, text string, s analysis.Settings) bool {
	asked, isKnown := m.asked.Load(s)
	if !isKnown {
		asked = fmt.Sprintf("%s\n%v\n", m.options, analysis.DeclaredSettings.Map(&s)) // maps are printed in order
		m.asked.Store(s, asked)
	}
	now := checksumOf(asked.(string), text)
	if m.sums[checksumOf(path)] == now {
		return true
	}
	m.now.Store(path, now)
	return false
}

// add records that a text has been processed.
func (m *processedTexts) add(path string) error {
	s, isFile := m.now.LoadAndDelete(path)
	if !isFile { // standard input, which may have the name of a file
		return nil
	}
	now := s.(checksum)
	return m.appendEntry(processedText{Path: path, Sum: hex.EncodeToString(now[:])})
}

func (m *processedTexts) appendEntry(l processedText) error { return answer.EncodeLine(&m.written, l) }

// removedTexts returns the processed texts of the selected part that no longer exist.
func (m *processedTexts) removedTexts(c *chunkOptions) (paths []string, err error) {
	err = m.readEntries(func(entry processedText, _ int64) {
		if _, isKnown := m.sums[checksumOf(entry.Path)]; !isKnown || !c.isInShard(entry.Path) {
			return
		}
		if _, err := os.Stat(entry.Path); errors.Is(err, fs.ErrNotExist) {
			paths = append(paths, entry.Path)
		}
	})
	slices.Sort(paths)
	return slices.Compact(paths), err
}

// flush writes the records added.
func (m *processedTexts) flush() (err error) {
	if m.written.Len() == 0 {
		return nil
	}
	if m.file == nil {
		if m.file, err = os.OpenFile(m.path, os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
			err = m.file.Truncate(m.sound)
		}
		if err != nil {
			return err
		}
	}
	n, err := m.file.WriteAt(m.written.Bytes(), m.sound)
	m.sound += int64(n)
	m.written.Reset()
	return err
}

// close closes the file if it is open.
func (m *processedTexts) close() error {
	if m == nil || m.file == nil {
		return nil
	}
	return m.file.Close()
}

// showAllChunks writes the chunks of all texts.
func (c *chunkOptions) showAllChunks(cmd *cobra.Command, texts *console.Batch, paths []string, output string, divide func(d *analysis.Document) (*analysis.Document, error)) (err error) {
	done, err := c.openTokenCounter()
	if err != nil {
		return err
	}
	defer func() {
		if ended := done(); err == nil {
			err = ended
		}
	}()
	var m *processedTexts
	left := new(omittedCounts)
	if c.shard != "" || c.manifest != "" {
		texts.IgnoreWorks()
		texts.Keep = c.isInShard
	}
	if c.manifest != "" {
		if m, err = c.readManifest(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, m.close()) }()
		texts.Unchanged = m.isDone
	}
	err = console.WriteToFileOrStdout(cmd, output, func(w io.Writer) error {
		failed := texts.AnalyseEach(paths, func(path string, d *analysis.Document) func() error {
			var notes bytes.Buffer
			show := texts.InTurn(w, func(w io.Writer) error {
				d, err := divide(d)
				if err != nil {
					return err
				}
				err = showChunks(w, &notes, path, d, c.limitsUnder(d.Settings), left)
				if tooSmall := (*chunk.TooSmallError)(nil); errors.As(err, &tooSmall) {
					err = fmt.Errorf("%s: %w", path, err)
				}
				return err
			})
			return func() error {
				if err := show(); err != nil {
					return err
				}
				if !console.IsQuiet(cmd) {
					if _, err := notes.WriteTo(cmd.ErrOrStderr()); err != nil {
						return err
					}
				}
				if m == nil {
					return nil
				}
				if err := m.add(path); err != nil || output != "" { // an output file is created only after all texts
					return err
				}
				return m.flush()
			}
		})
		if said := left.String(); said != "" && !console.IsQuiet(cmd) {
			fmt.Fprintf(cmd.ErrOrStderr(), "segls: %s\n", said)
		}
		if code := console.ExitCode(0); m == nil || failed != nil && !errors.As(failed, &code) {
			return failed
		}
		return errors.Join(c.showRemoved(w, m), failed)
	})
	if code := console.ExitCode(0); m == nil || err != nil && !errors.As(err, &code) {
		return err
	}
	return errors.Join(err, m.flush())
}

// showRemoved writes a line for each text that no longer exists.
func (c *chunkOptions) showRemoved(w io.Writer, m *processedTexts) error {
	b := bufio.NewWriter(w)
	paths, err := m.removedTexts(c)
	if err != nil {
		return err
	}
	for _, path := range paths {
		gone := processedText{Path: path, Removed: true}
		if err := errors.Join(answer.EncodeLine(b, gone), m.appendEntry(gone)); err != nil {
			return err
		}
	}
	return b.Flush()
}
