package method

import "github.com/segls/segls/fragment"

// The parts of a text that methods use, for [About].
const (
	needsTerms   = "terms"
	needsLengths = "lengths"
)

// Names of settings that only some methods use.
const (
	settingScaling          = "scaling"
	settingCost             = "cost"
	settingWindowParagraphs = "window-paragraphs"
	settingWindowWeights    = "window-weights"
	settingWindowEnds       = "window-ends"
	settingTopTerms         = "top-terms"
	settingTermTies         = "term-ties"
	settingParagraphVectors = "paragraph-vectors"
)

// All lists the methods of this package without settings of their own, in the order of their publication, with the baselines last. [Paper]
// has settings, and [Given] does not read the text.
var All = []Method{
	curveMethod{
		about: About{
			Name: "vmp", Doc: "Youmans's vocabulary-management profile: a boundary is where new words begin to come in.",
			Source: "Youmans 1991, A New Tool for Discourse Analysis: The Vocabulary-Management Profile, sections 3 and 4",
			Needs:  needsTerms,
		},
		values: vmpCurve,
	},
	curveMethod{
		about: About{
			Name: "chains", Doc: "Lexical chains of repeated words: a boundary is where they break off and begin.",
			Source: "Morris and Hirst 1991, Lexical Cohesion Computed by Thesaural Relations, section 3; Galley and others 2003, Discourse Segmentation of Multi-Party Conversation, section 3",
			Needs:  needsTerms,
		},
		values: chainsCurve,
	},
	curveMethod{
		about: About{
			Name: "lcp", Doc: "Kozima's lexical cohesion profile: a boundary is where the words around it are not related, in a network of words made from the text.",
			Source: "Kozima 1993, Text Segmentation Based on Similarity between Words, sections 2 and 3",
			Needs:  needsTerms,
		},
		values: lcpCurve,
	},
	fixedWindows{
		about: About{
			Name: "windows-words", Doc: "Callan's passages: every 200 words.",
			Source: "Callan 1994, Passage-Level Evidence in Document Retrieval, section 3",
			Needs:  needsLengths,
		},
		size: func([]Unit, Goal) int { return 200 }, measure: func(u Unit) int { return u.Words },
	},
	fixedWindows{
		about: About{
			Name: "windows-bytes", Doc: "Wilkinson and Zobel's pages: every 1,000 bytes.",
			Source: "Wilkinson and Zobel 1995, Comparison of Fragmentation Schemes for Document Retrieval, section 2",
			Needs:  needsLengths,
		},
		size: func([]Unit, Goal) int { return 1000 }, measure: func(u Unit) int { return u.Bytes },
	},
	curveMethod{
		about: About{
			Name: "texttiling", Doc: "Hearst's TextTiling by blocks: a boundary is where the words before and after have least in common, compared with the places around.",
			Source: "Hearst 1997, TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages, sections 5.2.1 and 5.3",
			Needs:  needsTerms,
		},
		values: textTilingCurve,
	},
	curveMethod{
		about: About{
			Name: "texttiling-introduction", Doc: "Hearst's TextTiling by the introduction of vocabulary: a boundary is where few words are new.",
			Source: "Hearst 1997, TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages, sections 5.2.2 and 5.3",
			Needs:  needsTerms,
		},
		values: introductionCurve,
	},
	rankingMethod{
		about: About{
			Name: "hac", Doc: "Yaari's hierarchical clustering: neighbours that are alike are joined, and boundaries are the joints that close last.",
			Source: "Yaari 1997, Segmentation of Expository Texts by Hierarchical Agglomerative Clustering, section 4",
			Needs:  needsTerms,
		},
		rank: func(units []Unit) ([]float64, int) { return hacCurve(units), 0 },
	},
	rankingMethod{
		about: About{
			Name: "c99", Doc: "Choi's C99: similarities are ranked among their neighbours, and the text is divided step by step into parts of high ranks.",
			Source: "Choi 2000, Advances in Domain Independent Linear Text Segmentation, section 3",
			Needs:  needsTerms,
		},
		rank: c99Curve,
	},
	costMethod{
		about: About{
			Name: "u00", Doc: "Utiyama and Isahara's statistical model: the segments under which the words are most probable.",
			Source: "Utiyama and Isahara 2001, A Statistical Model for Domain-Independent Text Segmentation, section 2",
			Needs:  needsTerms,
		},
		of: func(units []Unit, longest, _ float64) fragment.SegmentCosts { return u00Costs(units, longest) },
	},
	costMethod{
		about: About{
			Name: "density", Doc: "Fragkou's segments: dense in likeness within, and near the expected length.",
			Source: "Fragkou, Petridis and Kehagias 2004, A Dynamic Programming Algorithm for Linear Text Segmentation, section 2",
			Needs:  needsTerms,
		},
		of: func(units []Unit, longest, preferred float64) fragment.SegmentCosts {
			return densityCosts(units, preferred, longest)
		},
		hasLength: true,
	},
	costMethod{
		about: About{
			Name: "dcm", Doc: "Eisenstein and Barzilay's Bayesian segmentation: the segments whose words can be encoded in the fewest bits.",
			Source: "Eisenstein and Barzilay 2008, Bayesian Unsupervised Topic Segmentation, section 3",
			Needs:  needsTerms,
		},
		of:        func(units []Unit, longest, _ float64) fragment.SegmentCosts { return dcmCosts(units, longest) },
		hasLength: true,
	},
	Blend{BlendConstants},
	fixedWindows{
		about: About{Name: "even", Doc: "Segments with the same number of paragraphs each, as a yardstick.", Needs: needsLengths, IsBaseline: true},
		size: func(units []Unit, g Goal) int {
			return max(1, len(units)/g.numSegments(units, 0))
		},
		measure: func(Unit) int { return 1 }, isFixed: true,
	},
	noBoundaries{},
}
