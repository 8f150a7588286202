package language

import (
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var samples = flag.String("samples", "", "measure how often the language of the texts in this folder is recognized: catalogues of messages (locale/*/LC_MESSAGES/*.mo), Debian's descriptions of packages (Translation-*.bz2) and pages (CODE.html)")

// TestSamples measures how often a language is recognized in 200 and in 15 words. The table of trigrams was made from other texts.
func TestSamples(t *testing.T) {
	if *samples == "" {
		t.Skip("needs -samples")
	}
	var measured strings.Builder
	right, all := 0, 0
	for _, l := range Languages {
		messages := translationsInto(t, l)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
		long, n := recognized(t, l, messages, 200, 500)
		short, m := recognized(t, l, messages, 15, 1000)
		fmt.Fprintln(&measured, l.Code, long, n, short, m)
		right, all = right+long, all+n
		if float64(long) < 0.98*float64(n) {
			t.Errorf("%s: %d of %d samples of 200 words are recognized", l.Code, long, n)
		}
	}
	t.Logf("%.4f of %d samples of 200 words\n%s", float64(right)/float64(all), all, measured.String())
	if *update {
		if err := os.WriteFile(recognitions, []byte(measured.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// recognized returns the number of samples in which the language is recognized, and the number of all samples.
func recognized(t *testing.T, l *Language, messages []string, words, most int) (right, all int) {
	wrong := make(map[string]int)
	for _, sample := range samplesOf(l, messages, words, most) {
		all++
		if got := Detect([]byte(sample)).Code; got == l.Code {
			right++
		} else {
			wrong[got]++
		}
	}
	if len(wrong) > 0 {
		t.Logf("%s in %d words: %v", l.Code, words, wrong)
	}
	return right, all
}

// samplesOf returns messages, joined until they have enough words. Without spaces between words, five characters count as a word.
func samplesOf(l *Language, messages []string, words, most int) (list []string) {
	var sample strings.Builder
	n := 0
	for _, m := range messages {
		sample.WriteString(m)
		sample.WriteByte('\n')
		if rulesByCode[l.Code].pairs != nil {
			n += utf8.RuneCountInString(m) / 5
		} else {
			n += len(strings.Fields(m))
		}
		if n >= words {
			list = append(list, sample.String())
			sample.Reset()
			if n = 0; len(list) == most {
				break
			}
		}
	}
	return list
}

// catalogueNames holds the names that catalogues use for languages, by code, unless it is the code alone.
var catalogueNames = map[string][]string{"no": {"nb", "nn", "nb_NO"}, "pt": {"pt", "pt_BR", "pt_PT"}, "zh": {"zh_CN", "zh_TW"}, "hr": {"hr", "bs"}, "en": {"en_GB", "en_CA"}}

// translationsInto returns the different messages in a language, without short ones.
func translationsInto(t *testing.T, l *Language) (list []string) {
	names := catalogueNames[l.Code]
	if names == nil {
		names = []string{l.Code}
	}
	seen := make(map[string]bool)
	add := func(m string) {
		m = noise.ReplaceAllString(m, " ")
		words := strings.Fields(m)
		letters := 0
		for _, r := range m {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if (len(words) >= 5 || letters >= 15 && len(m) > 2*letters) && !seen[m] {
			seen[m] = true
			list = append(list, m)
		}
	}
	if text, err := os.ReadFile(filepath.Join(*samples, l.Code+".html")); err == nil {
		for line := range strings.Lines(string(text)) {
			add(string(proseOfPage(line)))
		}
	}
	for _, name := range names {
		catalogues, _ := filepath.Glob(filepath.Join(*samples, "locale", name, "LC_MESSAGES", "*.mo"))
		for _, file := range catalogues {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			eachMessage(content, func(id, translated string) {
				if id != "" && translated != id {
					add(translated)
				}
			})
		}
		if file, err := os.Open(filepath.Join(*samples, "Translation-"+name+".bz2")); err == nil {
			content, err := io.ReadAll(bzip2.NewReader(file))
			file.Close()
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range strings.Split(string(content), "\n\n")[:min(3000, strings.Count(string(content), "\n\n"))] {
				if _, description, ok := strings.Cut(entry, "Description-"); ok {
					if _, description, ok = strings.Cut(description, "\n"); ok {
						add(strings.ReplaceAll(description, "\n .\n", "\n"))
					}
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// noise matches the parts of a message that are not in its language.
var noise = regexp.MustCompile(`<[^>]*>|%[-0-9.$]*[a-zA-Z]|\{[^}]*\}|[_&~]|https?://\S+|\$\S+|--?[a-z][-a-z]*|[\w./-]+\.[a-z]+`)

// eachMessage calls yield with each message of a catalogue of GNU gettext and its translation.
func eachMessage(mo []byte, yield func(id, translated string)) {
	le := binary.LittleEndian
	if len(mo) < 28 || le.Uint32(mo) != 0x950412de {
		return
	}
	text := func(table, i uint32) string {
		n, at := le.Uint32(mo[table+8*i:]), le.Uint32(mo[table+8*i+4:])
		text, _, _ := bytes.Cut(mo[at:at+n], []byte{0})
		return string(text)
	}
	for i := range le.Uint32(mo[8:]) {
		yield(text(le.Uint32(mo[12:]), i), text(le.Uint32(mo[16:]), i))
	}
}
