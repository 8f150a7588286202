package method

import (
	"math"

	"github.com/segls/segls/fragment"
)

const (
	dcmPrior   = 0.2    // what each term is taken to have occurred where segments are found
	countPrior = 0.3    // and where they are counted
	countReach = 20_000 // words of the longest segment that counts
)

// DCM asks for the segments under whose words the Dirichlet compound multinomial gives
// them the shortest code; see dirichlet. (Jacob Eisenstein and Regina Barzilay, "Bayesian
// Unsupervised Topic Segmentation", 2008, section 3: BayesSeg without cue phrases, its prior
// fixed at 0.2.)
func DCM(units []Unit, longest float64) fragment.Energy {
	return coded(collect(units), dcmPrior, longest)
}

func coded(c collection, prior, longest float64) fragment.Energy {
	d := dirichlet{prior: func(int) float64 { return prior }, total: prior * float64(len(c.names))}
	return fragment.Energy{Boundary: make([]float64, max(0, len(c.units)-1)), Segments: d.costs(c, reach(c.units, longest))}
}

// Topics counts the topics of a text: the segments of which its words and the places of
// its boundaries have the shortest code, twice the logarithm of the units for each
// boundary.
func Topics(units []Unit) int {
	if len(units) < 2 {
		return len(units)
	}
	e := coded(collect(units), countPrior, countReach)
	return 1 + len(e.Divide(2*math.Log(float64(len(units)))))
}
