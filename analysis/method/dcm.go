package method

import "github.com/segls/segls/fragment"

// dcmPrior is what each term is taken to have occurred before a segment began.
const dcmPrior = 0.2

// DCM asks for the segments under whose words the Dirichlet compound multinomial gives
// them the shortest code; see dirichlet. (Jacob Eisenstein and Regina Barzilay, "Bayesian
// Unsupervised Topic Segmentation", 2008, section 3: BayesSeg without cue phrases, its prior
// fixed at 0.2.)
func DCM(units []Unit, longest float64) fragment.Energy {
	return codeEnergy(collect(units), dcmPrior, longest, new([]float64))
}

func codeEnergy(c collection, prior, longest float64, room *[]float64) fragment.Energy {
	return fragment.Energy{Boundary: make([]float64, max(0, len(c.units)-1)), Segments: dcm(c, prior).costs(c, unitsWithinLength(c.units, longest, mostUnits(c.units)), room)}
}

func dcm(c collection, prior float64) dirichlet {
	return dirichlet{group: func(int) int { return 0 }, prior: func(int) float64 { return prior }, total: prior * float64(len(c.names))}
}
