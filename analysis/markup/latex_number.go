package markup

import (
	"regexp"
	"strings"
)

// Numbers and units of LaTeX's package siunitx, and formulas of mhchem, as a reader sees them on a card: \qty{5}{\kilo\metre} is
// 5 kilometre. Counts and comparisons of words leave them out.

// latexNumbers are the commands, with the number of their arguments.
var latexNumbers = map[string]int{
	"num": 1, "ang": 1, "ce": 1, "si": 1, "unit": 1, "SI": 2, "qty": 2, "numrange": 2, "SIrange": 3, "qtyrange": 3,
}

// unitPrefixes are the names that precede a unit without a space.
var unitPrefixes = wordSet("pico nano micro milli centi deci deca deka hecto kilo mega giga tera peta")

var unitSigns = map[string]string{"percent": `\%`, "celsius": "°C", "degreeCelsius": "°C", "degree": "°"}

var unitName = regexp.MustCompile(`\\([a-zA-Z]+)|[^\\]+`)

// expandNumber returns a number with its unit, and the end of the command.
func expandNumber(s *inlineScanner, name string, at int) (text string, end int, ok bool) {
	count, ok := latexNumbers[name]
	if !ok {
		return "", 0, false
	}
	arguments := make([]string, 0, count)
	for range count {
		open := s.optionsEnd(at)
		if at = s.groupEnd(open); at == 0 {
			return "", 0, false
		}
		arguments = append(arguments, strings.TrimSpace(string(s.run[open+1:at-1])))
	}
	number := func(k int) string { return strings.NewReplacer(`\`, "", "{", "", "}", "").Replace(arguments[k]) }
	switch name {
	case "num":
		text = number(0)
	case "ang":
		text = strings.TrimRight(number(0), ";") + "°"
	case "ce":
		text = strings.NewReplacer("_", "", "^", "", "$", "").Replace(number(0))
	case "si", "unit":
		text = shownUnit(arguments[0])
	case "SI", "qty":
		text = number(0) + " " + shownUnit(arguments[1])
	case "numrange":
		text = number(0) + "–" + number(1)
	default:
		text = number(0) + "–" + number(1) + " " + shownUnit(arguments[2])
	}
	return text, at, true
}

// shownUnit returns a unit in words or, if it is written in letters, unchanged.
func shownUnit(source string) string {
	var words []string
	afterPrefix := false
	for _, m := range unitName.FindAllStringSubmatch(source, -1) {
		word := m[1]
		if word == "" {
			word = strings.TrimSpace(m[0])
		} else if sign := unitSigns[word]; sign != "" {
			word = sign
		}
		switch {
		case word == "":
			continue
		case afterPrefix:
			words[len(words)-1] += word
		default:
			words = append(words, word)
		}
		afterPrefix = unitPrefixes[word]
	}
	return strings.Join(words, " ")
}
