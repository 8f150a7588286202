package lab

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestSweepOverOtherSettings checks that a settings file or a directive affects all rows, except in settings that are swept.
func TestSweepOverOtherSettings(t *testing.T) {
	text := "<!-- segls: window-paragraphs = 3 -->\n<!-- segls: scaling = 9 -->\n\n" + strings.Repeat("The sea and its salt.\n\n", 50)
	consoletest.Library(t, map[string]string{".segls.toml": "preferred-words = 50\ncost = \"linear\"\n", "a.md": text})
	code, out, errs := segls("", "sweep", "--format", "json", "--scaling", "1,2", "a.md")
	var s sweepJSON
	if err := json.Unmarshal([]byte(out), &s); err != nil || code != console.ExitOK {
		t.Fatal(code, errs, err)
	}
	var got []string
	for _, r := range s.Rows {
		got = append(got, fmt.Sprint(r.WindowParagraphs, " ", r.PreferredWords, " ", r.Cost, " ", r.Scaling))
	}
	for _, name := range []string{"window-paragraphs", "preferred-words", "cost", "scaling"} {
		if _, stands := s.Settings[name]; stands {
			t.Errorf("%s is among the settings common to all rows", name)
		}
	}
	if want := "3 50 linear 1, 3 50 linear 2"; strings.Join(got, ", ") != want {
		t.Errorf("rows %v", got)
	}
}

// TestSweepVariesWhatIsNamed checks that, in CSV and JSON, a setting that is given two values has a column with both.
func TestSweepVariesWhatIsNamed(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "# Salt\n\n" + strings.Repeat("The sea and its salt.\n\n", 50) + "* * *\n\n" + strings.Repeat("Wool is hair.\n\n", 50)})
	for name, values := range map[string]string{
		"method": "blend,paper", "headings": "hard,ignore", "scene-breaks": "hard,soft", "min-words": "0,50", "max-words": "60,90",
		"preferred-words": "30,60", "cost": "linear,parabola", "scaling": "0.2,0.8",
	} {
		first, second, _ := strings.Cut(values, ",")
		for _, format := range []string{"csv", "json"} {
			code, out, errs := segls("", "sweep", "--format", format, "--"+name, values, "a.md")
			if code != console.ExitOK || !strings.Contains(out, name) || !strings.Contains(out, first) || !strings.Contains(out, second) {
				t.Errorf("--%s %s: %d %s%s", name, values, code, out, errs)
			}
			var s sweepJSON
			if format == "json" && (json.Unmarshal([]byte(out), &s) != nil || len(s.Rows) != 2 || s.Settings[name] != nil) {
				t.Errorf("--%s: %d rows\n%s", name, len(s.Rows), out)
			}
		}
	}
}

// TestSweepObeysTheInvariants checks invariants that the paper states: the average deviation is at least that of the
// average length, and with the linear cost the sum of deviations never rises with the scaling.
func TestSweepObeysTheInvariants(t *testing.T) {
	_, out, _ := segls("", "sweep", "--format", "json", "--headings", "ignore", "--preferred-words", "400", tidesSample)
	var s sweepJSON
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatal(err)
	}
	const rounding = 1e-6
	for i, r := range s.Rows {
		if off := r.Average - float64(r.PreferredWords); r.Deviation < max(off, -off)-rounding {
			t.Errorf("%+v", r)
		}
		if r.Cost == "linear" && i > 0 && s.Rows[i-1].Cost == "linear" {
			before := s.Rows[i-1]
			if float64(r.Fragments)*r.Deviation > float64(before.Fragments)*before.Deviation+rounding {
				t.Errorf("%+v is further off than %+v", r, before)
			}
		}
	}
}

// TestSweepWithoutGaps checks that texts without fragments to compare are not an error.
func TestSweepWithoutGaps(t *testing.T) {
	for text, fragments := range map[string]string{"": "0", "One paragraph.\n": "1", "\x02": "0"} {
		for format := range sweepFormats {
			code, out, errs := segls(text, "sweep", "--method", "paper", "--format", format, "-")
			if code != console.ExitOK || errs != "" || out == "" || format == "json" && !json.Valid([]byte(out)) {
				t.Errorf("%q as %s: exit code %d, %q, %q", text, format, code, errs, out)
			}
			if format != "csv" {
				continue
			}
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil || len(rows) != 13 || rows[1][4] != fragments {
				t.Errorf("%q: %v, %v", text, rows, err)
			}
		}
	}
}

// TestSweepVariesWhatIsUsed checks that settings that a method uses are varied, and that others have no column.
func TestSweepVariesWhatIsUsed(t *testing.T) {
	_, out, _ := segls("", "sweep", tidesSample)
	if strings.Contains(out, "window") || strings.Count(out, "parabola") != 5 || !strings.Contains(out, "1000") {
		t.Error(out)
	}
	_, out, errs := segls("", "sweep", "--window-paragraphs", "2,4", tidesSample)
	if strings.Contains(out, "window") || !strings.Contains(errs, "--window-paragraphs changes nothing") {
		t.Error(out, errs)
	}
}

// TestSweepKnowsNoScenes checks that a table follows the literature, which has no scene breaks, unless a setting says otherwise.
func TestSweepKnowsNoScenes(t *testing.T) {
	const sample = "../../testdata/samples/notebook.txt"
	for _, method := range []string{"blend", "paper"} {
		_, usual, _ := segls("", "sweep", "--method", method, sample)
		_, ignored, _ := segls("", "sweep", "--method", method, "--scene-breaks", "ignore", sample)
		_, hard, _ := segls("", "sweep", "--method", method, "--scene-breaks", "hard", sample)
		if usual != ignored || usual == hard {
			t.Errorf("%s:\n%s\n%s\n%s", method, usual, ignored, hard)
		}
	}
}

func TestSweepErrors(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "an argument is missing"},
		{[]string{"/no/such/file.md"}, "/no/such/file.md"},
		{[]string{"--format", "png", tidesSample}, "text, csv, json, latex"},
		{[]string{"--scaling", "1,-1", tidesSample}, "a number from 0 to 1000"},
		{[]string{"--scaling", "", tidesSample}, "a number from 0 to 1000"},
		{[]string{"--cost", "linear,cubic", tidesSample}, "one of parabola, linear"},
		{[]string{"--window-paragraphs", "2;4", tidesSample}, "a whole number from 1 to 100"},
		{[]string{"--min-words", "9", "--max-words", "5", tidesSample}, "min-words (9) is more than max-words (5)"},
	} {
		code, out, errs := segls("", append([]string{"sweep"}, test.args...)...)
		if code != console.ExitUsage || out != "" || !strings.HasPrefix(errs, "segls: ") || !strings.Contains(errs, test.want) {
			t.Errorf("segls sweep %v: exit code %d, message %q, output %q", test.args, code, errs, out)
		}
	}
}
