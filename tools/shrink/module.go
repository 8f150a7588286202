package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	dataSection  = 11 // its number in a module
	constant     = 0x41
	end          = 0x0b
	memoryAtMost = 1 << 27 // bytes of data: ten times what segls has
	gap          = 512     // zeroes in a row that are left out
)

var (
	header       = []byte("\x00asm\x01\x00\x00\x00")
	errTruncated = errors.New("the module ends too early")
)

// shrink is a module with its data in few stretches and without what only traces need.
func shrink(module []byte) ([]byte, error) {
	if !bytes.HasPrefix(module, header) {
		return nil, errors.New("this is no WebAssembly module")
	}
	r := &reader{rest: module[len(header):]}
	small := bytes.Clone(header)
	for len(r.rest) > 0 {
		id, body := r.byte(), r.bytes(r.unsigned())
		if r.err == nil && id == dataSection {
			var memory []byte
			if memory, r.err = load(body); r.err != nil {
				break
			}
			if r.err = dropLines(memory); r.err != nil {
				break
			}
			body = stretches(memory)
		}
		small = append(small, id)
		small = binary.AppendUvarint(small, uint64(len(body)))
		small = append(small, body...)
	}
	return small, r.err
}

// load is the memory as a data section fills it, from address 0.
func load(section []byte) ([]byte, error) {
	var memory []byte
	r := &reader{rest: section}
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		if mode := r.unsigned(); r.err == nil && mode != 0 {
			return nil, errors.New("a stretch of data is of another kind than Go's")
		}
		if r.byte() != constant && r.err == nil {
			return nil, errors.New("the address of a stretch of data is no constant")
		}
		at := r.signed()
		if r.byte() != end && r.err == nil {
			return nil, errors.New("the address of a stretch of data is computed")
		}
		data := r.bytes(r.unsigned())
		if r.err != nil {
			break
		}
		to := at + len(data)
		if at < 0 || to > memoryAtMost {
			return nil, fmt.Errorf("a stretch of data has the address %d", at)
		}
		if to > len(memory) {
			memory = append(memory, make([]byte, to-len(memory))...)
		}
		copy(memory[at:], data)
	}
	return memory, r.err
}

// stretches is a data section that fills the memory: with all of it but long runs of zeroes.
func stretches(memory []byte) []byte {
	var list []byte
	n := 0
	for at := 0; ; {
		from := at
		for from < len(memory) && memory[from] == 0 {
			from++
		}
		if from == len(memory) {
			break
		}
		to := len(memory)
		if i := bytes.Index(memory[from:], make([]byte, gap)); i >= 0 {
			to = from + i
		}
		list = append(list, 0, constant)
		list = appendSigned(list, from)
		list = append(list, end)
		list = binary.AppendUvarint(list, uint64(to-from))
		list = append(list, memory[from:to]...)
		n++
		at = to
	}
	return append(binary.AppendUvarint(nil, uint64(n)), list...)
}

// reader reads what a module is made of. After an error it reads zeroes.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) byte() byte {
	b := r.bytes(1)
	if r.err != nil {
		return 0
	}
	return b[0]
}

func (r *reader) bytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.fail()
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) unsigned() int {
	v, n := binary.Uvarint(r.rest)
	if r.err != nil || n <= 0 || v > memoryAtMost {
		r.fail()
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

// signed reads a number of up to 32 bits, in LEB128.
func (r *reader) signed() int {
	v, shift := int64(0), 0
	for {
		b := r.byte()
		if r.err != nil || shift > 28 {
			r.fail()
			return 0
		}
		v |= int64(b&0x7f) << shift
		shift += 7
		if b < 0x80 {
			if b&0x40 != 0 {
				v -= 1 << shift
			}
			return int(v)
		}
	}
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = errTruncated
	}
	r.rest = nil
}

// appendSigned appends an address, which is not negative, in LEB128 with a sign.
func appendSigned(b []byte, v int) []byte {
	for v >= 0x40 {
		b = append(b, byte(v&0x7f|0x80))
		v >>= 7
	}
	return append(b, byte(v))
}
