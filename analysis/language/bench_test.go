package language

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkDetect measures Detect on as much prose as it reads.
func BenchmarkDetect(b *testing.B) {
	text, err := os.ReadFile("../../testdata/samples/tides.md")
	if err != nil {
		b.Fatal(err)
	}
	text = []byte(strings.Repeat(string(text), 2))[:SampleSize]
	for b.Loop() {
		Detect(text)
	}
}

func BenchmarkDetectForeign(b *testing.B) {
	text := []byte(strings.Repeat("La mer est salée, et les bateaux attendent la marée. ", 10))
	for b.Loop() {
		DetectForeign(text, Default)
	}
}

// BenchmarkReadTrigrams measures the extra cost of the first text of a process.
func BenchmarkReadTrigrams(b *testing.B) {
	for b.Loop() {
		readTrigrams(latin)
	}
}
