package markup

import "testing"

func TestPlainFormula(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`T_{g}`, "Tg"},
		{`x^2 \leq \frac{\alpha}{2}`, "x² ≤ α/2"},
		{`E = mc^{2}`, "E = mc²"},
		{`\frac{a+b}{c}`, "(a+b)/c"},
		{`10^{-3}\,\mathrm{kg}`, "10⁻³ kg"},
		{`e^{-x}, x^n, A^T`, "e^(-x), xⁿ, A^T"},
		{`\mathcal{O}(n \log n)`, "O(n log n)"},
		{`\sqrt{2}, \sqrt[3]{a b}, \log{n}`, "√2, √(a b), log n"},
		{`90^\circ, f^{\prime}, f'`, "90°, f′, f′"},
		{`\sum_{i=1}^{10} x_i`, "∑ᵢ₌₁¹⁰ xᵢ"},
		{`\hat{x} \in \mathbb{R}^3`, "x ∈ R³"},
		{`\left( a \right) \text{ if } \R`, "( a )  if  R"},
		{`\{a, b\} \setminus \emptyset`, "{a, b} ∖ ∅"},
		{`a \\ b & c`, "a   b   c"},
		{`\begin{matrix} 1 \end{matrix}\label{m}`, " 1 "},
		{`_`, ""},
		{`x^`, "x"},
		{`{`, ""},
		{`\`, ""},
		{`\frac{a`, "/a"},
		{`\Delta t, I\otimes E, 0 \to 1, x_1\hdots x_2`, "Δt, I⊗E, 0 → 1, x₁…x₂"},
		{`M^\dagger\ket{01}\bra{0}`, "M^†|01⟩⟨0|"},
		{`p < .05`, "p < .05"},
		{`x \in \region`, "x ∈ region"},
	} {
		if got := plainTeXFormula(test.in); got != test.want {
			t.Errorf("%s is %q, not %q", test.in, got, test.want)
		}
	}
	for _, test := range []struct{ in, want string }{
		{`T_g <= alpha`, "Tg ≤ α"},
		{`sum_(i=1)^10 x_1`, "∑ᵢ₌₁¹⁰ x₁"},
		{`frac(a, b + 1) -> oo`, "a/(b + 1) → ∞"},
		{`sqrt(x) arrow.r bold(v)`, "√x → v"},
		{`sin(x) "if" x^2 != 0`, "sin(x) if x² ≠ 0"},
		{`f(x)`, "f(x)"},
		{`A_section`, "Asection"},
	} {
		if got := plainBareFormula(test.in); got != test.want {
			t.Errorf("%s is %q, not %q", test.in, got, test.want)
		}
	}
}

// TestPlainRun checks that PlainRun returns formulas in plain characters, and ReadRun their source.
func TestPlainRun(t *testing.T) {
	for _, test := range []struct {
		format       Format
		in, as, want string
	}{
		{LaTeX, `Glass softens at $T_{g}$, \(x^2\) and \verb|T_{g}|.`, `Glass softens at T_{g}, x^2 and T_{g}.`, "Glass softens at Tg, x² and T_{g}."},
		{Markdown, "Glass at $T_{g}$ and `T_{g}`.", "Glass at T_{g} and T_{g}.", "Glass at Tg and T_{g}."},
		{Typst, "Glass at $T_g <= alpha$, by #cite(<kern>).", "Glass at T_g <= alpha, by [kern].", "Glass at Tg ≤ α, by [kern]."},
		{ReStructuredText, "Glass at :math:`T_{g}` and ``T_{g}``.", "Glass at T_{g} and T_{g}.", "Glass at Tg and T_{g}."},
		{AsciiDoc, "Glass at stem:[T_g] and pass:[T_g].", "Glass at T_g and T_g.", "Glass at Tg and T_g."},
		{Org, `Glass at \(T_{g}\), $x^2$ and =T_{g}=.`, "Glass at T_{g}, x^2 and T_{g}.", "Glass at Tg, x² and T_{g}."},
	} {
		run := Run{{0, len(test.in)}}
		if got := test.format.ReadRun(test.in, run); got != test.as {
			t.Errorf("%s is read as %q, not %q", test.in, got, test.as)
		}
		if got := test.format.PlainRun(test.in, run); got != test.want {
			t.Errorf("%s is shown as %q, not %q", test.in, got, test.want)
		}
	}
}
