package language

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkDetect is of as much prose as is looked at.
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

// BenchmarkSurely is of a paragraph that is looked at.
func BenchmarkSurely(b *testing.B) {
	text := []byte(strings.Repeat("La mer est salée, et les bateaux attendent la marée. ", 10))
	for b.Loop() {
		DetectForeign(text, Default)
	}
}

// BenchmarkReadTrigrams is what the first text of a process costs.
func BenchmarkReadTrigrams(b *testing.B) {
	for b.Loop() {
		readTrigrams(latin)
	}
}
