package lab

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
)

// The verdicts of a reader.
const (
	keep  = "keep"
	could = "could"
	no    = "no"
)

var verdicts = []string{keep, could, no}

// titleKey is a title on a sheet.
type titleKey struct {
	number int
	letter string
}

func countCommand() *cobra.Command {
	var key, table string
	cmd := &cobra.Command{
		Use:   "count [flags] --key FILE ANSWERS...",
		Short: "Count what readers answered",
		Long: `Count reads the answers of readers, each in a file of its own, and counts how many titles of each kind they would
keep, could live with, or reject, and how far two readers agree. With --verdicts it writes a table of
all verdicts: the place of the passage, the title and what each reader said, but none of the text.`,
		Example: `  segls titles count --key key.json answers1.txt answers2.txt`,
		Args:    console.RequireArguments(1, console.NoLimit),
	}
	cmd.Flags().StringVar(&key, "key", "", "what was drawn, the `FILE` that draw wrote")
	cmd.Flags().StringVar(&table, "verdicts", "", "write all verdicts to this `FILE`")
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		encoded, err := os.ReadFile(key)
		if err != nil {
			return err
		}
		var passages []drawnPassage
		if err := json.Unmarshal(encoded, &passages); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		answers := make([]map[titleKey]string, len(files))
		for i, file := range files {
			if answers[i], err = readAnswers(file, passages); err != nil {
				return err
			}
		}
		if table != "" {
			if err := writeVerdicts(table, passages, answers); err != nil {
				return err
			}
		}
		return writeCounts(cmd.OutOrStdout(), passages, answers)
	}
	return cmd
}

// readAnswers reads a reader's verdict on each title. A line that cannot be parsed is an error, so that no verdict is lost.
func readAnswers(file string, passages []drawnPassage) (map[titleKey]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	asked := make(map[titleKey]bool)
	for _, p := range passages {
		for _, t := range p.Titles {
			asked[titleKey{p.Number, t.Letter}] = true
		}
	}
	answers := make(map[titleKey]string)
	line := 0
	for said := range strings.Lines(string(text)) {
		line++
		fields := strings.Fields(said)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if len(fields) != 3 || !slices.Contains(verdicts, fields[2]) {
			return nil, fmt.Errorf("%s:%d: %q is not an answer, such as \"12 a keep\"", file, line, strings.TrimSpace(said))
		}
		n, err := strconv.Atoi(fields[0])
		at := titleKey{n, strings.TrimSuffix(fields[1], ")")}
		if err != nil || !asked[at] {
			return nil, fmt.Errorf("%s:%d: there is no title %s of passage %s", file, line, fields[1], fields[0])
		}
		answers[at] = fields[2]
	}
	return answers, nil
}

// verdictCounts holds the number of titles with each verdict.
type verdictCounts map[string]int

// writeCounts writes the share of each verdict for each set and way, and how far two readers agree. Sets whose names
// agree up to the first hyphen are also counted together.
func writeCounts(w io.Writer, passages []drawnPassage, answers []map[titleKey]string) error {
	counts := make(map[string]map[string]verdictCounts) // by set, then by way
	add := func(set, way, verdict string) {
		if counts[set] == nil {
			counts[set] = make(map[string]verdictCounts)
		}
		if counts[set][way] == nil {
			counts[set][way] = make(verdictCounts)
		}
		counts[set][way][verdict]++
	}
	for _, p := range passages {
		group, _, _ := strings.Cut(p.Set, "-")
		for _, t := range p.Titles {
			for _, said := range answers {
				v := said[titleKey{p.Number, t.Letter}]
				if v == "" {
					continue
				}
				for _, way := range t.Ways {
					for _, set := range slices.Compact([]string{group, p.Set}) {
						add(set, way, v)
					}
				}
			}
		}
	}
	b := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(b, "set\tway\tkeep\tcould\tno\tverdicts")
	for _, set := range slices.Sorted(maps.Keys(counts)) {
		for _, way := range ways {
			c := counts[set][way]
			n := c[keep] + c[could] + c[no]
			if n == 0 {
				continue
			}
			share := func(v string) float64 { return float64(c[v]) / float64(n) }
			fmt.Fprintf(b, "%s\t%s\t%.2f\t%.2f\t%.2f\t%d\n", set, way, share(keep), share(could), share(no), n)
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if len(answers) == 2 {
		same, kappa, n := agreementOf(answers[0], answers[1])
		_, err := fmt.Fprintf(w, "\nBoth readers say the same of %.2f of %d titles (kappa %.2f).\n", same, n, kappa)
		return err
	}
	return nil
}

// agreementOf returns the share of titles on which two readers agree, Cohen's kappa, and the number of titles that both have judged.
func agreementOf(one, two map[titleKey]string) (same, kappa float64, n int) {
	first, second := make(verdictCounts), make(verdictCounts)
	for at, v := range one {
		u, ok := two[at]
		if !ok {
			continue
		}
		n++
		first[v]++
		second[u]++
		if u == v {
			same++
		}
	}
	if n == 0 {
		return 0, 0, 0
	}
	same /= float64(n)
	chance := 0.0
	for _, v := range verdicts {
		chance += float64(first[v]) / float64(n) * float64(second[v]) / float64(n)
	}
	if chance < 1 {
		kappa = (same - chance) / (1 - chance)
	}
	return same, kappa, n
}

// writeVerdicts writes a table of all verdicts.
func writeVerdicts(file string, passages []drawnPassage, answers []map[titleKey]string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	fmt.Fprint(b, "set\tsource\trevision\tfile\toffset\tways\ttitle")
	for i := range answers {
		fmt.Fprintf(b, "\treader %d", i+1)
	}
	fmt.Fprintln(b)
	for _, p := range passages {
		for _, t := range p.Titles {
			fmt.Fprintf(b, "%s\t%s\t%s\t%s\t%d\t%s\t%s", p.Set, p.Source, p.Revision, p.File, p.Offset, strings.Join(t.Ways, ","), t.Title)
			for _, said := range answers {
				fmt.Fprint(b, "\t"+said[titleKey{p.Number, t.Letter}])
			}
			fmt.Fprintln(b)
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Close()
}
