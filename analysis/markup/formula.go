package markup

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file writes formulas in plain characters, for titles and first words: $T_{g}$ as Tg, $x^2 \leq \frac{\alpha}{2}$ as x² ≤ α/2.

// plainTeXFormula returns a formula of TeX in plain characters.
func plainTeXFormula(source string) string { return readPlainFormula(formulaWriter{rest: source}) }

// plainBareFormula returns a formula of Typst or AsciiMath in plain characters. There, names of symbols have no backslash.
func plainBareFormula(source string) string {
	return readPlainFormula(formulaWriter{rest: formulaSigns.Replace(source), bareNames: true})
}

func readPlainFormula(r formulaWriter) string {
	said := ""
	for r.rest != "" {
		isCommand := r.rest[0] == '\\'
		part := r.next()
		// The space after the command of a symbol only ends its name, unless there is also a space before the symbol.
		if isSymbol := part != "" && part[0] >= utf8.RuneSelf; isCommand && isSymbol && !strings.HasSuffix(said, " ") {
			r.rest = strings.TrimPrefix(r.rest, " ")
		}
		said += part
	}
	return said
}

// formulaSigns replaces the sequences of characters that Typst and AsciiMath read as one sign.
var formulaSigns = strings.NewReplacer("<=", "≤", ">=", "≥", "!=", "≠", "=>", "⇒", "->", "→", "...", "…")

// formulaSymbols are symbols by name. Most others have the name of an HTML entity.
var formulaSymbols = map[string]string{
	"cdot": "·", "cdots": "…", "hdots": "…", "ldots": "…", "dots": "…", "neq": "≠", "to": "→", "gets": "←", "implies": "⇒", "infty": "∞", "infinity": "∞", "oo": "∞",
	"partial": "∂", "exists": "∃", "neg": "¬", "circ": "∘", "degree": "°", "quad": " ", "qquad": " ", "dot": "·", "arrow": "→", "|": "‖",
	"colon": ":", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "prime": "′",
}

var (
	// formulaFunctions are functions, which are shown by name.
	formulaFunctions = wordSet("sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp min max sup inf lim limsup liminf det dim arg deg gcd ker Pr mod")
	// formulaAccents change the look of their argument. Only the argument is written.
	formulaAccents = wordSet(`hat bar vec tilde dot ddot acute grave breve check overline underline widehat widetilde overrightarrow mathring
		bold upright italic cal bb frak mono sans serif macron`)
	// formulaHints only affect the layout.
	formulaHints = wordSet(`left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle scriptstyle limits nolimits nonumber notag
		boldmath mathstrut strut protect`)
	// formulaHidden have an argument that readers do not see.
	formulaHidden = wordSet("begin end label tag vspace hspace phantom hphantom vphantom color")
	// formulaFractions have two arguments.
	formulaFractions = wordSet("frac dfrac tfrac cfrac nicefrac sfrac")
)

// formulaWriter reads a formula. rest is the part that it has not read yet.
type formulaWriter struct {
	rest      string
	bareNames bool
	depth     int // of groups
}

// deepestFormula is the greatest depth of groups that are read; deeper ones keep their source.
const deepestFormula = 20

// next reads the next part and returns it in plain characters.
func (r *formulaWriter) next() string {
	first, size := utf8.DecodeRuneInString(r.rest)
	switch {
	case first == '\\' && size < len(r.rest):
		return r.readCommand()
	case unicode.IsLetter(first):
		return r.readWord()
	case first == '_' || first == '^':
		r.rest = r.rest[size:]
		return formatScript(first == '^', r.readArgument())
	}
	r.rest = r.rest[size:]
	switch first {
	case '{', '}', '$', '"', '\\':
		return ""
	case '~', '&':
		return " "
	case '\'':
		return "′"
	}
	return string(first)
}

func (r *formulaWriter) readCommand() string {
	r.rest = r.rest[1:]
	name := r.readName()
	if name == "" {
		sign, size := utf8.DecodeRuneInString(r.rest)
		r.rest = r.rest[size:]
		switch sign {
		case ',', ';', ':', ' ', '\\', '>':
			return " "
		case '!', '(', ')', '[', ']':
			return ""
		case '|':
			return formulaSymbols["|"]
		}
		return string(sign)
	}
	return r.expandName(name)
}

// readWord reads a word, which may be the name of a symbol.
func (r *formulaWriter) readWord() string {
	name := r.readName()
	if name == "" {
		_, size := utf8.DecodeRuneInString(r.rest)
		name, r.rest = r.rest[:size], r.rest[size:]
	}
	if !r.bareNames || len(name) == 1 {
		return name
	}
	for len(r.rest) > 1 && r.rest[0] == '.' && isAlpha(r.rest[1]) { // a modifier, as in arrow.r
		r.rest = r.rest[1:]
		r.readName()
	}
	return r.expandName(name)
}

func (r *formulaWriter) readName() (name string) {
	end := 0
	for end < len(r.rest) && isAlpha(r.rest[end]) {
		end++
	}
	name, r.rest = r.rest[:end], r.rest[end:]
	return name
}

// expandName returns the command or symbol with the given name, and its arguments, in plain characters.
func (r *formulaWriter) expandName(name string) string {
	switch {
	case formulaFunctions[name]:
		if strings.HasPrefix(r.rest, "{") {
			return name + " " + r.readArgument()
		}
		return name
	case formulaFractions[name]:
		if r.bareNames {
			above, below, _ := strings.Cut(r.readArgument(), ",")
			return parenthesize(strings.TrimSpace(above)) + "/" + parenthesize(strings.TrimSpace(below))
		}
		above := r.readArgument()
		return parenthesize(above) + "/" + parenthesize(r.readArgument())
	case name == "ket":
		return "|" + r.readArgument() + "⟩"
	case name == "bra":
		return "⟨" + r.readArgument() + "|"
	case name == "sqrt":
		if strings.HasPrefix(r.rest, "[") {
			_, r.rest, _ = strings.Cut(r.rest, "]")
		}
		return "√" + parenthesize(r.readArgument())
	case formulaHidden[name]:
		r.readArgument()
		return ""
	case formulaHints[name]:
		r.rest = strings.TrimPrefix(r.rest, ".")
		return ""
	case formulaAccents[name] && (strings.HasPrefix(r.rest, "{") || r.bareNames && strings.HasPrefix(r.rest, "(")):
		return r.readArgument()
	}
	if symbol := formulaSymbols[name]; symbol != "" {
		return symbol
	}
	if symbol := html.UnescapeString("&" + name + ";"); symbol[0] != '&' && !strings.HasSuffix(symbol, ";") { // &reg is an entity, but not &region;
		return symbol
	}
	if strings.HasPrefix(r.rest, "{") || formulaAccents[name] {
		return "" // a font command
	}
	return name
}

// readArgument reads a group, a command or a character.
func (r *formulaWriter) readArgument() string {
	r.rest = strings.TrimLeft(r.rest, " ")
	if r.rest == "" {
		return ""
	}
	if inside, ok := r.readGroup(); ok {
		if r.depth == deepestFormula {
			return inside
		}
		return strings.TrimSpace(readPlainFormula(formulaWriter{inside, r.bareNames, r.depth + 1}))
	}
	if r.bareNames { // a number or a name
		end := 0
		for end < len(r.rest) && isDigit(r.rest[end]) {
			end++
		}
		if end > 0 {
			number := r.rest[:end]
			r.rest = r.rest[end:]
			return number
		}
	}
	if !r.bareNames && isAlpha(r.rest[0]) {
		letter := r.rest[:1]
		r.rest = r.rest[1:]
		return letter
	}
	return r.next()
}

// readGroup reads a group and returns the source inside.
func (r *formulaWriter) readGroup() (inside string, ok bool) {
	open, closing := byte('{'), byte('}')
	if r.bareNames && r.rest[0] == '(' {
		open, closing = '(', ')'
	}
	depth := 0
	for i := 0; i < len(r.rest) && (i == 0 || depth > 0); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				inside, r.rest = r.rest[1:i], r.rest[i+1:]
				return inside, true
			}
		}
	}
	return "", false
}

// parenthesize returns a part of a formula in parentheses, unless it is a single number or name.
func parenthesize(part string) string {
	if strings.ContainsFunc(part, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '.'
	}) {
		return "(" + part + ")"
	}
	return part
}

// formulaScripts are the characters whose raised and lowered forms are in formulaSuperscripts and formulaSubscripts, in this order.
const formulaScripts = "0123456789+-−=()ijkn"

var (
	formulaSuperscripts = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱʲᵏⁿ")
	formulaSubscripts   = []rune("₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ᵢⱼₖₙ")
)

// formatScript returns a superscript or subscript, in small characters if there is one for every character.
func formatScript(isAbove bool, said string) string {
	switch {
	case said == "∘" || said == "°":
		return "°"
	case said == "′":
		return said
	}
	forms := formulaSubscripts
	if isAbove {
		forms = formulaSuperscripts
	}
	all := []rune(formulaScripts)
	var b strings.Builder
	for _, r := range said {
		switch k := slices.Index(all, r); {
		case k >= 0:
			b.WriteRune(forms[k])
		case isAbove:
			if utf8.RuneCountInString(said) > 1 {
				return "^(" + said + ")"
			}
			return "^" + said
		default:
			return said
		}
	}
	return b.String()
}
