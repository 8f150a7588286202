package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/segls/segls/internal/console"
)

// readCurve reads a curve from a file: a number for each gap, separated by white space.
func readCurve(path string) ([]float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	curve := []float64{} // not nil, even for a single paragraph
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, int(console.MaxSize))
	for line := 1; lines.Scan(); line++ {
		for _, field := range strings.Fields(lines.Text()) {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%s:%d: %q is not a finite number", path, line, field)
			}
			curve = append(curve, v)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return curve, nil
}
