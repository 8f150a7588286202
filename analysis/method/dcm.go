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
	return fragment.Energy{Boundary: make([]float64, max(0, len(c.units)-1)), Segments: dcm(c, prior).costs(c, reach(c.units, longest))}
}

func dcm(c collection, prior float64) dirichlet {
	return dirichlet{prior: func(int) float64 { return prior }, total: prior * float64(len(c.names))}
}

// Topics counts the topics of a text: the segments of which its words and the places of
// its boundaries have the shortest code, twice the logarithm of the units for each
// boundary.
func Topics(units []Unit) int { return surveyed(units).topics }

// survey is what the codes of a text's segments tell of it as a whole.
type survey struct {
	topics int
	// gain is by how much the code of a token is shorter, in nats, when the text is divided
	// in the best way than when it is not: how different its parts are.
	gain float64
}

func surveyed(units []Unit) survey {
	if len(units) < 2 {
		return survey{topics: len(units)}
	}
	c := collect(units)
	e := coded(c, countPrior, countReach)
	topics := 1 + len(e.Divide(2*math.Log(float64(len(units)))))
	whole := make([]int, len(units))
	for i := range whole {
		whole[i] = 1
	}
	whole[len(units)-1] = len(units)
	undivided := dcm(c, countPrior).costs(c, whole)[len(units)-1][len(units)-1]
	return survey{topics, (undivided - e.Cost(e.Divide(0))) / float64(max(1, c.tokens))}
}
