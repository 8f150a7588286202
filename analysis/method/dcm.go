package method

import "github.com/segls/segls/fragment"

// dcmPrior is the number of times that each term is assumed to have occurred before a segment.
const dcmPrior = 0.2

// dcmEnergy returns an energy under which the best segments are those whose words have the
// shortest code under the Dirichlet compound multinomial; see dirichlet. (Jacob Eisenstein
// and Regina Barzilay, "Bayesian Unsupervised Topic Segmentation", 2008, section 3: BayesSeg
// without cue phrases, its prior fixed at 0.2.)
func dcmEnergy(units []Unit, longest float64) fragment.Energy {
	return codeEnergy(collect(units), dcmPrior, longest, new([]float64))
}

func codeEnergy(c collection, prior, longest float64, room *[]float64) fragment.Energy {
	return fragment.Energy{Boundary: make([]float64, max(0, len(c.units)-1)), Segments: dcm(c, prior).costs(c, unitsWithinLength(c.units, longest, mostUnits(c.units)), room)}
}

func dcm(c collection, prior float64) dirichlet {
	return dirichlet{group: func(int) int { return 0 }, prior: func(int) float64 { return prior }, total: prior * float64(len(c.names))}
}
