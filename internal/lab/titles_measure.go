package lab

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	title "github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

// Some faults of titles can be found without a reader, whatever made the titles, from lists of words and from the text.

// Titles that could be headings have at most this many words and characters.
const (
	mostTitleWords      = 6
	mostTitleCharacters = 40
)

func measureCommand() *cobra.Command {
	var isListed bool
	cmd := &cobra.Command{
		Use:   "measure [flags] PATH...",
		Short: "Count the faults of titles that need no reader",
		Long: `Measure makes titles for all fragments and counts those that name two things, that join words in another way than
the text, that are only a part of a compound or a name, that are too long, or that another fragment of the text or its folder has, too.`,
		Example: `  segls titles measure --preferred-words 300 novel.txt
  segls titles measure --list docs`,
		Args: console.RequireArguments(1, console.NoLimit),
	}
	cmd.Flags().BoolVar(&isListed, "list", false, "list each title with what is wrong with it")
	settings := console.AddSettingFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		var all titleFaults
		var failed error // of the files that could not be read
		b := bufio.NewWriter(cmd.OutOrStdout())
		for _, path := range paths {
			inFolder := make(map[string]bool)
			err := walkTexts(path, func(_, file, text string) {
				format, isKnown := markup.ByFileName(file)
				if !isKnown {
					return
				}
				doc := analysis.New(text, format, settings.Flags)
				all.add(doc, inFolder, func(f analysis.Fragment, fault string) {
					if isListed {
						fmt.Fprintf(b, "%s:%d: %s: %s\n", console.EscapeForTerminal(file), 1+doc.Text.LineAt(f.Span.Start), fault, console.EscapeForTerminal(f.Title().Text))
					}
				})
			})
			var unread skippedErrors
			if err != nil && !errors.As(err, &unread) {
				return err
			}
			for _, err := range unread {
				fmt.Fprintln(cmd.ErrOrStderr(), "segls:", console.EscapeForTerminal(console.MessageOf(err)))
				failed = console.ExitCode(console.ExitUsage)
			}
		}
		if err := all.write(b); err != nil {
			return err
		}
		return errors.Join(b.Flush(), failed)
	}
	return cmd
}

// titleFaults counts titles and their faults.
type titleFaults struct {
	titles     int
	firstWords int
	two        int // they name two things
	notJoined  int // the text does not join the two things
	torn       int
	long       int
	near       int // one of the eight fragments around has the same title
	repeated   int // any earlier fragment of the text has the same title
	inFolder   int // any earlier fragment in the folder has the same title
}

// add counts the titles of a text, and adds them to inFolder, the titles of earlier files in the folder.
func (c *titleFaults) add(doc *analysis.Document, inFolder map[string]bool, report func(f analysis.Fragment, fault string)) {
	fragments := doc.Fragments()
	seen := make(map[string]bool)
	for i, f := range fragments {
		t := f.Title()
		if t.Kind != title.Phrase && t.Kind != title.FirstWords {
			continue
		}
		c.titles++
		text := t.Text
		same := strings.ToLower(text)
		fault := func(n *int, is bool, what string) {
			if is {
				*n++
				report(f, what)
			}
		}
		fault(&c.repeated, seen[same], "repeated")
		seen[same] = true
		fault(&c.inFolder, inFolder[same], "repeated in the folder")
		inFolder[same] = true
		isNear := false
		for k := max(0, i-neighbourhood); k < min(len(fragments), i+neighbourhood+1); k++ {
			isNear = isNear || k != i && strings.EqualFold(fragments[k].Title().Text, text)
		}
		fault(&c.near, isNear, "near another")
		if t.Kind == title.FirstWords {
			c.firstWords++
			continue
		}
		fault(&c.long, len(strings.Fields(text)) > mostTitleWords || utf8.RuneCountInString(text) > mostTitleCharacters, "long")
		prose := proseOf(doc, f)
		one, other, isTwo := strings.Cut(text, " and ")
		fault(&c.two, isTwo, "two")
		fault(&c.notJoined, isTwo && !joinsWithAnd(prose, one, other), "not joined")
		fault(&c.torn, doc.Language.Code == "en" && titleFault(text, prose) != "", "torn, "+titleFault(text, prose))
	}
}

func (c *titleFaults) write(w io.Writer) error {
	b := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(b, "titles\t%d\t\n", c.titles)
	for _, row := range []struct {
		name string
		n    int
	}{
		{"first words, quoted", c.firstWords},
		{"name two things", c.two},
		{"that the text does not join", c.notJoined},
		{"torn or half a name", c.torn},
		{fmt.Sprintf("over %d words or %d characters", mostTitleWords, mostTitleCharacters), c.long},
		{"also among the eight around", c.near},
		{"also before in the text", c.repeated},
		{"also before in the folder", c.inFolder},
	} {
		fmt.Fprintf(b, "%s\t%d\t%.1f %%\n", row.name, row.n, 100*float64(row.n)/float64(max(1, c.titles)))
	}
	return b.Flush()
}

// proseOf returns the paragraphs of a fragment with their markup, and single spaces between words.
func proseOf(doc *analysis.Document, f analysis.Fragment) string {
	var paragraphs []string
	for p := f.First; p < f.End; p++ {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(doc.Format.WithoutCellMarks(doc.Text.Slice(doc.Paragraph(p).Span))), " "))
	}
	return strings.Join(paragraphs, "\n\n")
}

var articles = `(?:(?:the|a|an|his|her|its|their|our|my|your|this|that|these|those)\s+)?`

// joinsWithAnd reports whether a text has "and" between two things, with at most words between them that a title may omit.
func joinsWithAnd(prose, one, other string) bool {
	lastOf := func(s string) string { f := strings.Fields(s); return f[len(f)-1] }
	firstOf := func(s string) string { return strings.Fields(s)[0] }
	for _, two := range []string{firstOf(other), lastOf(other)} { // a person may be named more fully elsewhere
		is, err := regexp.MatchString(`(?i)`+regexp.QuoteMeta(lastOf(one))+`[*_]*\s+and\s+`+articles+`(?:\S+\s+){0,2}[*_]*`+regexp.QuoteMeta(two), prose)
		if err == nil && is {
			return true
		}
	}
	return false
}

var (
	// functionWords may neither begin nor end a title.
	functionWords = wordSet(`a an the this that these those my your his her its our their of in on at to from by with without for and or but nor as than if
		when while because although into onto upon over under between among through during before after about against within is are was were be been being am has have had do does did will would shall
		should can could may might must not no he she it they we you i him them us me who whom whose which what there here so very too also just only more most`)
	mayBegin = wordSet(`no before after between under over against without within upon into who what more on in to about`) // headings begin with these words, too
	titledBy = wordSet(`mr mrs ms miss dr prof sir madam madame monsieur lord lady rev capt captain col colonel sergeant inspector st messrs mme mlle`)
	alone    = wordSet(`january february march april may june july august september october november december monday tuesday wednesday thursday friday
		saturday sunday today tomorrow yesterday first second third one two three four five six seven eight nine ten thing things way ways something anything nothing everything
		someone anyone everyone somebody anybody nobody everybody chapter section figure table part example note`)
	nobodys = wordSet(`something anything nothing everything one someone anyone everyone somebody anybody nobody everybody it that this what there here let other others another`)
	// onlyVerbs are never nouns; a title begins with one only if it names an action.
	onlyVerbs = wordSet(`ask become begin believe bring build buy carry catch choose come consider contain create decide define deny depend describe destroy
		develop discover eat enjoy enter exist explain fall feel find follow forget forgive get give go grow happen hear hide hold imagine include keep know lead learn leave let live
		lose make mean meet obey occur open pay perform pray prefer produce provide put read receive refuse remember remove require see seem sell send
		sing sit speak spend stand suppose take teach tell think understand use want wear win write`)
	verbsPast  = wordSet(`was were is are am had has been became began brought built came chose did drew drove ate fell felt found forgot gave went grew heard held kept knew led lost made met paid ran said sang sat saw sent sold spoke stood told took taught thought threw understood wore won wrote refers contains consists becomes seems says goes comes gives takes means makes needs allows provides requires`)
	aVersion   = regexp.MustCompile(`^[vV]?\d+(\.\d+)*[a-z]?$`)
	aDigest    = regexp.MustCompile(`^[0-9a-fA-F]{8,}$`)
	tornCutOff = regexp.MustCompile(`^[-–—'’,;:)]|[-–—'’,;:(/]$|^[\pL\d]+__|://`)
)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// titleFault returns why an English title is torn or not a title; "" if no reason is found.
func titleFault(title, prose string) string {
	words := strings.Fields(title)
	if len(words) == 0 {
		return "empty"
	}
	bare := func(w string) string {
		return strings.ToLower(strings.Trim(w, ".,;:!?“”\"()"))
	}
	first, last := bare(words[0]), bare(words[len(words)-1])
	isOne := len(words) == 1
	base, isOwners := strings.CutSuffix(strings.ReplaceAll(first, "’", "'"), "'s")
	isName := func(w string) bool { r, _ := utf8.DecodeRuneInString(w); return unicode.IsUpper(r) }
	switch {
	case tornCutOff.MatchString(title):
		return "a mark at its end"
	case !isBalanced(title):
		return "a bracket or quotation mark"
	case functionWords[last] && !isAllCapital(words[len(words)-1]):
		return "a function word at its end"
	case functionWords[first] && !mayBegin[first] && !isAllCapital(words[0]):
		return "a function word at its start"
	case titledBy[strings.TrimSuffix(last, ".")] && (isOne || strings.HasSuffix(title, ".")):
		return "a bare title"
	case isOne && alone[first]:
		return "a word that names nothing"
	case isOne && aVersion.MatchString(title), isOne && aDigest.MatchString(title) && strings.ContainsAny(title, "0123456789"):
		return "a number"
	case strings.HasSuffix(last, "'s") || strings.HasSuffix(last, "’s"):
		return "a possessive at its end"
	case isOwners && nobodys[base]:
		return "nobody's"
	case !isOne && onlyVerbs[first] && isName(words[1]) && !isAllCapital(words[1]) && !strings.Contains(prose, "to "+first+" "+words[1]):
		return "a verb and a name"
	case !isOne && onlyVerbs[first] && !isAllCapital(words[0]) && !saysAction(prose, words):
		return "a verb that begins nothing"
	case verbsPast[last] && last != "thought":
		return "a verb at its end"
	case saysTwice(words):
		return "a word twice"
	}
	for i, w := range words {
		if i > 0 && i < len(words)-1 && verbsPast[bare(w)] && !functionWords[bare(words[i-1])] {
			return "a verb within"
		}
	}
	if isHalfName(words, prose) {
		return "half a name"
	}
	return ""
}

// saysAction reports whether a text has the verb that begins a title and the title's next word, at most a few words apart.
func saysAction(prose string, words []string) bool {
	said := `(?i)(?:^|[^\w])` + regexp.QuoteMeta(words[0]) + `\s+` + articles + `(?:\S+\s+){0,2}[*_]*` + regexp.QuoteMeta(strings.Trim(words[len(words)-1], ".,")) // empty adjectives may be omitted
	if len(words) > 2 {
		said = `(?i)(?:^|[^\w])` + regexp.QuoteMeta(words[0]) + `\s+` + articles + `(?:\S+\s+){0,2}[*_]*` + regexp.QuoteMeta(words[1])
	}
	is, err := regexp.MatchString(said, prose)
	return err == nil && is
}

// saysTwice reports whether a word of more than three letters occurs twice.
func saysTwice(words []string) bool {
	for i, w := range words {
		if len(w) > 3 && slices.ContainsFunc(words[:i], func(other string) bool { return strings.EqualFold(w, other) }) {
			return true
		}
	}
	return false
}

func isAllCapital(word string) bool { return len(word) > 1 && strings.ToUpper(word) == word }

func isBalanced(text string) bool {
	return strings.Count(text, "(") == strings.Count(text, ")") && strings.Count(text, "[") == strings.Count(text, "]") &&
		strings.Count(text, "“") == strings.Count(text, "”") && strings.Count(text, "\"")%2 == 0
}

// isHalfName reports whether a title of capitalized words usually has another one next to it in the text.
func isHalfName(words []string, prose string) bool {
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) {
			return false
		}
	}
	name := regexp.QuoteMeta(strings.Join(words, " "))
	all, err := regexp.Compile(`(?:^|[^\p{L}\d])` + name + `(?:$|[^\p{L}\d])`)
	if err != nil {
		return false
	}
	before := regexp.MustCompile(`[a-z,;] (?:\p{Lu}\p{Ll}+|[A-Z]\.|Mrs?\.|Dr\.) ` + name + `(?:$|[^\p{L}\d])`)
	after := regexp.MustCompile(`(?:^|[^\p{L}\d])` + name + ` \p{Lu}\p{Ll}+`)
	n := len(all.FindAllString(prose, -1))
	return n > 0 && 2*(len(before.FindAllString(prose, -1))+len(after.FindAllString(prose, -1))) > n
}
