package method

import "github.com/segls/segls/fragment"

// dcmPrior is the number of times that each term is assumed to have occurred before a segment.
const dcmPrior = 0.2

// dcmCosts returns costs under which the best segments are those whose words have the shortest code under the Dirichlet compound
// multinomial; see dirichlet. (Jacob Eisenstein and Regina Barzilay, "Bayesian Unsupervised Topic Segmentation", 2008, section 3: BayesSeg
// without cue phrases, with a fixed prior of 0.2.)
func dcmCosts(units []Unit, longest float64) fragment.SegmentCosts {
	return codeLengthCosts(newCollection(units), dcmPrior, longest, new([]float64))
}

func codeLengthCosts(c collection, prior, longest float64, room *[]float64) fragment.SegmentCosts {
	return fragment.SegmentCosts{Boundary: make([]float64, max(0, len(c.units)-1)), Segments: newDCM(c, prior).costs(c, maxUnitsWithinLength(c.units, longest, maxSegmentUnits(c.units)), room)}
}

func newDCM(c collection, prior float64) dirichlet {
	return dirichlet{group: func(int) int { return 0 }, prior: func(int) float64 { return prior }, total: prior * float64(len(c.names))}
}
