package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"regexp"
	"strings"
)

// The tables of a program's functions, as Go 1.20 to 1.26 lay them out: runtime.pcHeader,
// runtime._func and the constants of internal/abi in Go's own source.
const (
	magic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // with the least size of an instruction, and a pointer's

	functionSize = 44 // bytes of what is told of a function, without its own two lists
	lineFile     = 20 // where its table of files is named
	lineNumber   = 24
	listLength   = 28
	unit         = 32
	firstLine    = 36
	partsLength  = 43

	stackDepth = 16

	// Tables by number: where a goroutine may be stopped at any instruction, which no program in
	// WebAssembly is; which calls were inlined; which arguments are still alive.
	unsafePoints, inlinedCalls, liveArguments = 0, 2, 3

	inlineTree = 3 // among the parts
)

var errTables = errors.New("the tables of functions are not as this tool knows them: is this Go newer?")

// dropLines empties the tables by which the trace of a crash finds files and lines.
func dropLines(memory []byte) error {
	at := bytes.Index(memory, []byte(magic))
	if at < 0 || bytes.Contains(memory[at+1:], []byte(magic)) {
		return errTables
	}
	t := memory[at:]
	word := func(i int) int { return int(min(binary.LittleEndian.Uint64(t[8*i:]), math.MaxInt32)) }
	if len(t) < 9*8 {
		return errTables
	}
	functions, files := word(1), word(2)
	names, units, fileNames, counters, list := word(4), word(5), word(6), word(7), word(8)
	if functions == 0 || files == 0 || names < 9*8 || names > units || units > fileNames || fileNames > counters || counters > list ||
		list+8*functions > len(t) {
		return errTables
	}

	tables := t[counters:list]
	needed := make([]bool, len(tables)) // bytes of the tables
	last := -1
	for i := range functions {
		entry := t[list+8*i:]
		start, place := int(binary.LittleEndian.Uint32(entry)), list+int(binary.LittleEndian.Uint32(entry[4:]))
		if start <= last || place+functionSize > len(t) {
			return errTables
		}
		last = start
		f := t[place:]
		own, parts := int(binary.LittleEndian.Uint32(f[listLength:])), int(f[partsLength])
		if int(binary.LittleEndian.Uint32(f)) != start || len(f) < functionSize+4*(own+parts) {
			return errTables
		}
		for _, o := range []int{lineFile, lineNumber, unit, firstLine} {
			clear(f[o : o+4])
		}
		if !mark(needed, tables, f[stackDepth:]) {
			return errTables
		}
		for k := range own {
			named := f[functionSize+4*k:]
			switch k {
			case unsafePoints, inlinedCalls, liveArguments:
				clear(named[:4])
			default:
				if !mark(needed, tables, named) {
					return errTables
				}
			}
		}
		if parts > inlineTree { // without its table it would be read wrongly
			binary.LittleEndian.PutUint32(f[functionSize+4*(own+inlineTree):], math.MaxUint32)
		}
	}
	for i := range tables {
		if !needed[i] {
			tables[i] = 0
		}
	}
	clear(t[units:counters])
	shorten(t[names:units])
	return nil
}

// shorten drops from the names of functions what they are instances of, which a trace shows as dots anyhow, and
// leaves of those of other people the package. Each name begins where it did.
func shorten(names []byte) {
	for len(names) > 0 {
		length := bytes.IndexByte(names, 0)
		if length < 0 {
			return
		}
		short := shortened(string(names[:length]))
		clear(names[copy(names, short):length])
		names = names[length+1:]
	}
}

// kept matches the functions that keep their names: ours, and those of Go's runtime.
var kept = regexp.MustCompile(`^(?:main|runtime|github\.com/segls/segls)\b`)

func shortened(name string) string {
	const dots = "[...]"
	open, close := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
	if open >= 0 && close-open >= len(dots) {
		name = name[:open] + dots + name[close+1:]
	}
	if kept.MatchString(name) {
		return name
	}
	path := name
	if end := strings.IndexAny(path, "(["); end >= 0 {
		path = path[:end]
	}
	last := strings.LastIndexByte(path, '/') + 1
	if dot := strings.IndexByte(path[last:], '.'); dot >= 0 {
		return name[:last+dot+1]
	}
	return name
}

// mark marks the bytes of the table that is named at the start of some bytes. A table is pairs of a
// change of its value and a number of instructions; where nothing changes it ends.
func mark(needed []bool, tables, named []byte) bool {
	at := int(binary.LittleEndian.Uint32(named))
	if at == 0 {
		return true // no table
	}
	next := func() (v uint64, ok bool) {
		if at >= len(tables) {
			return 0, false
		}
		v, n := binary.Uvarint(tables[at:])
		for range n {
			needed[at] = true
			at++
		}
		return v, n > 0
	}
	for first := true; ; first = false {
		change, ok := next()
		if ok && change == 0 && !first {
			return true
		}
		if ok {
			_, ok = next()
		}
		if !ok {
			return false
		}
	}
}
