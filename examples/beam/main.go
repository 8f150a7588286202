// Beam cuts a library of texts into chunks for retrieval, distributed over machines.
//
//	go -C examples/beam run . --output /tmp/chunks.jsonl --max-chars 800 '/books/*.md'
//
// It is a pipeline of Apache Beam: each worker reads, analyses and cuts some of the files. Without
// --runner it runs in this process, on Prism, Beam's own runner. With --runner=flink, spark or
// dataflow, and the flags of that runner, it runs on a cluster, where every machine must be able to
// read the files.
//
// The output is the same as that of `segls fragment --format jsonl --no-config` for the files in
// the order of their names; a single worker sorts it.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/answer"
)

func init() {
	register.DoFn2x2[context.Context, fileio.ReadableFile, cut, error](&cutter{})
	register.DoFn3x1[context.Context, int, func(*cut) bool, error](&writer{})
	register.Iter1[cut]()
	beam.RegisterType(reflect.TypeFor[cut]())
}

// cut holds the chunks of a file as lines of JSON.
type cut struct {
	Path  string
	Lines []byte
}

// cutter cuts files into chunks.
type cutter struct {
	Limits limits
}

// limits are the fields of [chunk.Limits] that can be sent to another machine.
type limits struct{ MaxWords, MaxChars, MinWords, Overlap int }

// ProcessElement cuts one file.
func (c *cutter) ProcessElement(ctx context.Context, file fileio.ReadableFile) (cut, error) {
	path := file.Metadata.Path
	text, err := file.ReadString(ctx)
	if err != nil {
		return cut{}, err
	}
	format, _ := markup.ByFileName(path)
	settings := analysis.Defaults() // fragments keep the limits in words where they can
	settings.MaxWords, settings.MinWords = c.Limits.MaxWords, c.Limits.MinWords
	d, err := analysis.Analyze(ctx, rope.New(text), format, settings)
	if err != nil {
		return cut{}, fmt.Errorf("%s: %w", path, err)
	}
	l := chunk.Limits{MaxWords: c.Limits.MaxWords, MaxChars: c.Limits.MaxChars, MinWords: c.Limits.MinWords, Overlap: c.Limits.Overlap}
	chunks, _, err := chunk.Of(d, l)
	if err != nil {
		return cut{}, fmt.Errorf("%s: %w", path, err)
	}
	var lines bytes.Buffer
	for told := range answer.ChunksOf(path, d, l, chunks) {
		if err := answer.EncodeLine(&lines, told); err != nil {
			return cut{}, err
		}
	}
	return cut{path, lines.Bytes()}, nil
}

// writer writes the chunks of all files.
type writer struct{ Output string }

// ProcessElement writes the chunks of all files, which have the same key.
func (w *writer) ProcessElement(ctx context.Context, _ int, next func(*cut) bool) error {
	var all []cut
	for c := (cut{}); next(&c); {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b cut) int { return cmp.Compare(a.Path, b.Path) })
	fs, err := filesystem.New(ctx, w.Output)
	if err != nil {
		return err
	}
	defer fs.Close()
	out, err := fs.OpenWrite(ctx, w.Output)
	if err != nil {
		return err
	}
	for _, c := range all {
		if _, err := out.Write(c.Lines); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return out.Close()
}

// library returns the pipeline.
func library(patterns []string, output string, l limits) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	files := fileio.ReadMatches(s, fileio.MatchAll(s, beam.CreateList(s, patterns), fileio.MatchEmptyDisallow()))
	cuts := beam.ParDo(s, &cutter{l}, beam.Reshuffle(s, files))
	beam.ParDo0(s, &writer{output}, beam.GroupByKey(s, beam.AddFixedKey(s, cuts)))
	return p
}

func main() {
	var l limits
	flag.IntVar(&l.MaxWords, "max-words", 0, "the most words of a chunk")
	flag.IntVar(&l.MaxChars, "max-chars", 0, "the most characters of a chunk")
	flag.IntVar(&l.MinWords, "min-words", 0, "the fewest words of a chunk, where that can be")
	flag.IntVar(&l.Overlap, "overlap", 0, "how many words a chunk may repeat of the one before")
	output := flag.String("output", "", "the `file` to write")
	flag.Parse()
	beam.Init()
	if *output == "" || flag.NArg() == 0 {
		log.Fatal("usage: beam --output FILE PATTERN...")
	}
	if err := beamx.Run(context.Background(), library(flag.Args(), *output, l)); err != nil {
		log.Fatal(err)
	}
}
