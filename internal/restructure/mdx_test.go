package restructure

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

var (
	mdxModules = flag.String("mdx", "", "a folder with the npm package @mdx-js/mdx, to compile texts in MDX before and after each action")
	mdxTexts   = flag.Int("mdx-texts", 150, "the number of these texts")
)

// mdxPieces are MDX blocks. § is a word that no other block has.
var mdxPieces = []string{
	"§ is raked.", "§ is raked.", "§ is\nraked.", "# §", "## §", "### §", "- §\n- §", "> §", "**§** and `§`.", "```js\nconst § = 1\n```",
	"import T§ from './t§'\n\n<T§>\n\n§ falls.\n\n</T§>", "import { A§, B§ as C§ } from 'x§'\n\n<A§ />\n\n<C§>§</C§>", "export const v§ = 3\n\n{v§} § fall.",
	"export function F§() {\n  return 1\n}\n\n<F§ /> § rise.", "<div>\n\n§ rises.\n\n§ falls.\n\n</div>", "<div>\n  <p>§ rises.</p>\n</div>",
	"{[1, 2].map((n) => (\n  <b key={n}>§</b>\n))}", "{\n  1 + 2\n}", "{/* § */}", "{/* one\n\n§ */}", "A § {1 + 1} § b.", "| § | § |\n|---|---|\n| § | § |",
	"<details>\n<summary>§</summary>\n\n# §\n\n§ rises.\n\n</details>", "    § is indented.", "<Note>§</Note>\n\nexport const Note = (props) => props.children",
	"A [§][l§] link.\n\n[l§]: https://x§.org", "A[^n§] note.\n\n[^n§]: §", "<></>", "<b>§</b> is bold.", "---", "{'§'}",
	"export const m§ = {\n  one: 1,\n\n  two: 2,\n}\n\n{m§.two} § fall.", "export function G§() {\n  const one = [\n    1,\n\n    2,\n  ]\n\n  return one\n}\n\n<G§ /> § rise.",
	"import {\n  D§,\n\n  E§ as H§,\n} from 'x§'\n\n<D§ />\n\n<H§>§</H§>", "export const t§ = `one\n\ntwo`\n\n{t§} § falls.", "export const u§ = 2\n\n§ stays.\n\nexport const w§ = u§ + 1\n\n{w§} § falls.",
	"export const s§ = (\n  1 +\n\n  2\n)\n\n{s§} § falls.",
}

// TestMDX checks actions on random texts in MDX with the MDX compiler: if the text compiles, the result and extracted files must compile
// too, and together show the same words.
func TestMDX(t *testing.T) {
	if *mdxModules == "" {
		t.Skip("no folder with @mdx-js/mdx: run with -mdx DIR")
	}
	command := exec.Command("node", "testdata/readers/mdx.mjs", *mdxModules)
	in, _ := command.StdinPipe()
	out, _ := command.StdoutPipe()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = command.Wait()
	})
	answers := bufio.NewReaderSize(out, 1<<20)
	read := func(text string) string {
		fmt.Fprintf(in, "%d\n", len(text))
		_, _ = io.WriteString(in, text)
		line, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(line, "\n")
	}
	format, _ := markup.ByFileName("a.mdx")
	settings := analysis.Defaults()
	settings.PreferredWords, settings.Scaling = 1, 1000
	w := &trapper{Rand: rand.New(rand.NewPCG(49, 3)), format: format}
	compiled, done, refused := 0, 0, 0
	for range *mdxTexts {
		n := 0
		var b strings.Builder
		for range 3 + w.IntN(6) {
			piece := mdxPieces[w.IntN(len(mdxPieces))]
			for strings.Contains(piece, "§") {
				n++
				piece = mdxWord(piece, fmt.Sprintf("q%dq", n))
			}
			b.WriteString(piece + "\n\n")
		}
		text := b.String()
		before := read(text)
		if strings.HasPrefix(before, "!") {
			continue
		}
		compiled++
		d := analysis.New(text, format, settings)
		for _, s := range append(steps(w, d), extractions(w, d)...) {
			if s.err != nil {
				refused++
				continue
			}
			if s.name == "remove heading" { // the heading's words are removed
				continue
			}
			done++
			result := s.edit.Apply(text)
			after := read(result)
			for _, f := range s.edit.Files {
				said := read(f.Text)
				after = strings.Join([]string{after, said}, " ")
				result += "\n-- " + f.Path + "\n" + f.Text
				if strings.HasPrefix(said, "!") {
					after = said
				}
			}
			if strings.HasPrefix(after, "!") || lostWord(before, after) != "" {
				t.Errorf("%s: %s%s\n-- before\n%s\n-- after\n%s", s.name, after[:min(len(after), 200)], lostWord(before, after), text, result)
			}
		}
	}
	fmt.Printf("MDX: %d of %d texts compile; %d actions, %d refused\n", compiled, *mdxTexts, done, refused)
}

// TestValuesOfModules checks that a value of MDX stays below those that it is made of. Functions and imports are known everywhere.
func TestValuesOfModules(t *testing.T) {
	for _, c := range []struct {
		above, below string
		isRefused    bool
	}{
		{"export const towns = 3", "export const roads = towns + 1", true},
		{"export const [towns, seas] = [3, 2]", "export const roads = [\n\n  seas,\n]", true},
		{"export class Town {}", "export const town = new Town()", true},
		{"export const towns = 3", "export const roads = 4", false},
		{"export const towns = 3", "export function roads() {\n  return towns\n}", false},
		{"export function towns() {\n  return 3\n}", "export const roads = towns()", false},
		{"import {towns} from './towns.js'", "export const roads = towns + 1", false},
		{"export const {towns = 3, seas: {deep = towns} = {}} = all", "export const roads = towns", true},
		{"export const {towns = 3, seas: {deep = towns} = {}} = all", "export const roads = deep", true},
		{"export const {towns = few, seas: deep} = all", "export const roads = [few, seas]", false},
		{"import A from './a.js'\nexport const seas = 2\nexport const towns = 3", "export const roads = {towns}", true},
		{"export const towns = 3", "export const roads = `of ${towns} in ${`${towns}`}`", true},
		{"export const towns = 3", "export const roads = <p>It's {towns}, isn't it?</p>", true},
		{"export const towns = 3", "export const roads = isNew ? towns : 4", true},
		{"export const towns = 3", "export const roads = {a: {[towns]: 1}, ...towns}", true},
		{"export const towns = 3", "export const roads = {towns: 4, b: sea.towns, a: 'towns', 'towns': `the ${4} towns`}", false},
		{"export const towns = 3", "export const roads = \"the \\\" towns\" // towns\n/* towns,\ntowns */", false},
		{"export const towns = 3", "export const roads = 4\nexport function all() {\n  return towns\n}", false},
	} {
		format, _ := markup.ByFileName("a.mdx")
		d := analysis.New("# A\n\n"+c.above+"\n\nSalt.\n\n# B\n\n"+c.below+"\n\nSea.\n", format, analysis.Defaults())
		if e, err := MoveSection(d, 1, Before.PlaceBeside(0)); (err != nil) != c.isRefused {
			t.Errorf("%s, %s: %v\n%s", c.above, c.below, err, e.Apply(d.Text.String()))
		}
	}
}

// mdxWord returns a piece with a name in place of its first § and of every other § that follows the same letters.
func mdxWord(piece, name string) string {
	at := strings.Index(piece, "§")
	start := at
	for start > 0 && ('a' <= piece[start-1]|0x20 && piece[start-1]|0x20 <= 'z') {
		start--
	}
	if start == at {
		return piece[:at] + name + piece[at+len("§"):]
	}
	return strings.ReplaceAll(piece, piece[start:at]+"§", piece[start:at]+name)
}

// lostWord returns “lost” and a unique word that is shown before but not after, or "" if there is none.
func lostWord(before, after string) string {
	shown := make(map[string]bool)
	for _, word := range ownMDXWords(after) {
		shown[word] = true
	}
	for _, word := range ownMDXWords(before) {
		if !shown[word] {
			return "lost " + word
		}
	}
	return ""
}

func ownMDXWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != 'q' && (r < '0' || '9' < r) })
}
