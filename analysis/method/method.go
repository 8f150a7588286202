package method

import "github.com/segls/segls/fragment"

// Method is a way to find where the topics of a text turn: a curve or a segmenter.
type Method struct {
	Name   string
	Doc    string // a sentence
	Source string // where it was published
	Needs  string // what it looks at

	// Reach is how far the units are from a gap that have a say in its value: a number of
	// words, or one of these: [Window], [Whole].
	Reach int

	// Curve gives each gap a number, the lower the better a place to cut it is. Heinonen's
	// programme weighs it against lengths. Of a segmenter it is something to look at, or nil.
	Curve func(units []Unit) []float64

	// Segment finds the segments itself. Nil for a curve.
	Segment func(units []Unit, g Goal) Division

	// Most is of how many units a segmenter compares each with many others; what has more is
	// read in blocks of neighbours. 0 is any number.
	Most int

	// IsBaseline tells that it is there only for others to be compared with.
	IsBaseline bool
}

// Reaches that are not a number of words.
const (
	Whole  = -1 // any word may bear on any gap
	Window = -2 // as many paragraphs on each side as the settings say
)

// Divide divides units as the goal has it.
func (m Method) Divide(units []Unit, g Goal) Division {
	if len(units) == 0 {
		return Division{}
	}
	if m.Segment != nil {
		return m.inBlocks(units, g)
	}
	return g.byCurve(units, m.Curve(units))
}

// inBlocks divides units, or where there are too many of them, blocks of neighbours.
// Constraints within a block are left out.
func (m Method) inBlocks(units []Unit, g Goal) Division {
	if m.Most == 0 || len(units) <= m.Most {
		return m.Segment(units, g)
	}
	size := (len(units) + m.Most - 1) / m.Most
	var blocks []Unit
	var constraints []fragment.Constraint
	for first := 0; first < len(units); first += size {
		if first > 0 && g.Constraints != nil {
			constraints = append(constraints, g.Constraints[first-1])
		}
		blocks = append(blocks, Join(units[first:min(first+size, len(units))]))
	}
	g.Constraints = constraints
	d := m.Segment(blocks, g)
	d.Confidence = nil
	for i := range d.Boundaries {
		d.Boundaries[i] *= size
	}
	return d
}

// mostCompared is [Method.Most] of the segmenters whose tables grow with the square of the units,
// or nearly. It is more than the paragraphs of most books.
const mostCompared = 4000

// What methods look at.
const (
	needsTerms   = "terms"
	needsLengths = "lengths"
)

// All are the methods of this package, in the order in which they were published, and the
// baselines last.
var All = []Method{
	{
		Name: "vmp", Doc: "Youmans's vocabulary-management profile: a boundary is where new words begin to come in.",
		Source: "Youmans 1991, A New Tool for Discourse Analysis: The Vocabulary-Management Profile, sections 3 and 4",
		Needs:  needsTerms, Reach: Whole, Curve: VMP,
	},
	{
		Name: "chains", Doc: "Lexical chains of repeated words: a boundary is where they break off and begin.",
		Source: "Morris and Hirst 1991, Lexical Cohesion Computed by Thesaural Relations, section 3; Galley and others 2003, Discourse Segmentation of Multi-Party Conversation, section 3",
		Needs:  needsTerms, Reach: Whole, Curve: Chains,
	},
	{
		Name: "lcp", Doc: "Kozima's lexical cohesion profile: a boundary is where the words around it are not related, in a network of words made from the text.",
		Source: "Kozima 1993, Text Segmentation Based on Similarity between Words, sections 2 and 3",
		Needs:  needsTerms, Reach: Whole, Curve: LCP,
	},
	{
		Name: "windows-words", Doc: "Callan's passages: every 200 words.",
		Source: "Callan 1994, Passage-Level Evidence in Document Retrieval, section 3",
		Needs:  needsLengths, Reach: Whole,
		Segment: func(units []Unit, g Goal) Division { return g.windows(units, 200, func(u Unit) int { return u.Words }) },
	},
	{
		Name: "windows-bytes", Doc: "Wilkinson and Zobel's pages: every 1,000 bytes.",
		Source: "Wilkinson and Zobel 1995, Comparison of Fragmentation Schemes for Document Retrieval, section 2",
		Needs:  needsLengths, Reach: Whole,
		Segment: func(units []Unit, g Goal) Division {
			return g.windows(units, 1000, func(u Unit) int { return u.Bytes })
		},
	},
	{
		Name: "texttiling", Doc: "Hearst's TextTiling by blocks: a boundary is where the words before and after have least in common for their surroundings.",
		Source: "Hearst 1997, TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages, sections 5.2.1 and 5.3",
		Needs:  needsTerms, Reach: Whole, Curve: TextTiling,
	},
	{
		Name: "texttiling-introduction", Doc: "Hearst's TextTiling by the introduction of vocabulary: a boundary is where few words are new.",
		Source: "Hearst 1997, TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages, sections 5.2.2 and 5.3",
		Needs:  needsTerms, Reach: Whole, Curve: TextTilingIntroduction,
	},
	{
		Name: "hac", Doc: "Yaari's hierarchical clustering: neighbours that are alike are joined, and boundaries are the joints that close last.",
		Source: "Yaari 1997, Segmentation of Expository Texts by Hierarchical Agglomerative Clustering, section 4",
		Needs:  needsTerms, Reach: Whole, Most: mostCompared,
		Segment: func(units []Unit, g Goal) Division { return g.byOrder(units, HAC(units), 0) },
	},
	{
		Name: "c99", Doc: "Choi's C99: the text is split from the whole down where similarities, ranked among their neighbours, form dense blocks.",
		Source: "Choi 2000, Advances in Domain Independent Linear Text Segmentation, section 3",
		Needs:  needsTerms, Reach: Whole, Most: mostCompared,
		Segment: func(units []Unit, g Goal) Division {
			curve, suggested := C99(units)
			return g.byOrder(units, curve, suggested)
		},
	},
	{
		Name: "u00", Doc: "Utiyama and Isahara's statistical model: the segments under which the words are most probable.",
		Source: "Utiyama and Isahara 2001, A Statistical Model for Domain-Independent Text Segmentation, section 2",
		Needs:  needsTerms, Reach: Whole, Most: mostCompared,
		Segment: func(units []Unit, g Goal) Division { return g.byEnergy(units, U00(units, g.longest(units)), 0) },
	},
	{
		Name: "density", Doc: "Fragkou's segments: dense in likeness within, and near the expected length.",
		Source: "Fragkou, Petridis and Kehagias 2004, A Dynamic Programming Algorithm for Linear Text Segmentation, section 2",
		Needs:  needsTerms, Reach: Whole, Most: mostCompared,
		Segment: func(units []Unit, g Goal) Division {
			g.Words = g.preferred(units)
			return g.byEnergy(units, Density(units, g.Words), 0)
		},
	},
	{
		Name: "dcm", Doc: "Eisenstein and Barzilay's Bayesian segmentation: the segments whose words have the shortest code.",
		Source: "Eisenstein and Barzilay 2008, Bayesian Unsupervised Topic Segmentation, section 3",
		Needs:  needsTerms, Reach: Whole, Most: mostCompared,
		Segment: func(units []Unit, g Goal) Division {
			g.Words = g.preferred(units)
			return g.byEnergy(units, DCM(units, g.longest(units)), 0)
		},
	},
	{
		Name: "blend", Doc: "Curves and a model of segments together: where the two sides of a gap differ, near and far, and the words within segments agree.",
		Source: "this project; see docs/methods.md",
		Needs:  needsTerms, Reach: Whole, Curve: BlendCurve,
		Segment: Chosen.Divide,
	},
	{
		Name: "even", Doc: "Segments of equally many paragraphs, to compare with.",
		Needs: needsLengths, Reach: Whole, IsBaseline: true,
		Segment: func(units []Unit, g Goal) Division {
			size := max(1, len(units)/g.segments(units, 0))
			g.Words = 0
			return g.windows(units, size, func(Unit) int { return 1 })
		},
	},
	{
		Name: "none", Doc: "No boundaries, to compare with.",
		Needs: "nothing", Reach: 0, IsBaseline: true,
		Segment: func([]Unit, Goal) Division { return Division{} },
	},
}

// longest is the length in words that no segment should exceed.
func (g Goal) longest(units []Unit) float64 {
	if g.Segments > 0 || g.Words > 0 {
		return blendLonger * g.preferred(units)
	}
	return countReach
}

// windows divides by size alone: into so many segments if the number or a length is
// given, else each of one size. Boundaries stand at the ends of units nearest to the
// multiples of it.
func (g Goal) windows(units []Unit, size int, measure func(Unit) int) Division {
	total := 0
	for _, u := range units {
		total += measure(u)
	}
	segments := max(1, (total+size/2)/size)
	if g.Segments > 0 || g.Words > 0 {
		segments = g.segments(units, 0)
	}
	var d Division
	sum := 0
	for i, u := range units {
		// The multiples of total/segments up to the middle of this unit.
		middle := 2*sum + measure(u)
		if k := len(d.Boundaries) + 1; i > 0 && k < segments && middle*segments > 2*k*total {
			d.Boundaries = append(d.Boundaries, i)
		}
		sum += measure(u)
	}
	return d
}
