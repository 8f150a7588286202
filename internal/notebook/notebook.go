// Package notebook reads Jupyter notebooks, version 4 of their format.
//
// A notebook is JSON: its text is in strings, one for each line, and between them is the output of code, which may be much more than
// the text. Read reads the file once and keeps only the cells' own text.
//
//	n, err := notebook.Read(file)
//	d := analysis.New(n.Text, n.Format, settings)
//	place := d.Position(d.Paragraphs()[0].Span.Start) // cell 3, line 2, byte 412 of the file
//
// The text is that of all cells, each under a line that marks it ([markup.CellsOf]). Each Markdown cell is parsed separately, so
// markup does not extend from one into another; the notebook is divided as one text. See https://nbformat.readthedocs.io.
package notebook

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
)

// Ending is the file name extension of notebooks.
const Ending = ".ipynb"

// HasNotebookName reports whether a file is a notebook, judging by its name.
func HasNotebookName(name string) bool {
	return len(name) > len(Ending) && strings.EqualFold(name[len(name)-len(Ending):], Ending)
}

// Notebook is the text of a notebook.
type Notebook struct {
	Text   string
	Format markup.Format
	Cells  []markup.Cell
}

// Read reads a notebook. An error about its content is a sentence for the writer; any other error comes from r.
func Read(r io.Reader) (*Notebook, error) {
	p := &parser{in: bufio.NewReaderSize(r, 1<<16), fileLine: 1}
	if err := p.parseNotebook(); err != nil {
		return nil, err
	}
	n := &Notebook{Text: p.text.String(), Cells: p.cells}
	n.Format = markup.NotebookFormat(p.cells, p.place)
	return n, nil
}

// version is the only supported version of the format.
const version = 4

// parser parses a file of JSON.
type parser struct {
	in                       *bufio.Reader
	at, fileLine, fileLineAt int // bytes read so far, the current line, and its start
	text                     bytes.Buffer
	cells                    []markup.Cell
	seams                    []seam
	number                   int // cells so far
	hasCells, isOld          bool
	format                   int // nbformat; 0 if missing
}

// seam is a place in the text and the corresponding place in the file, with the file's line there and the offset of that line. After it the
// two are equal, byte for byte, up to the next one.
type seam struct{ text, file, line, lineAt int }

// place returns the place in the file of a byte of the text: its offset, and its line and column in bytes, counted from 1.
func (p *parser) place(offset int) (at, line, column int) {
	i := sort.Search(len(p.seams), func(i int) bool { return p.seams[i].text > offset }) - 1
	if i < 0 {
		return 0, 1, 1
	}
	s := p.seams[i]
	at = s.file + offset - s.text
	if i+1 < len(p.seams) { // within an escape, or after a string
		at = min(at, p.seams[i+1].file)
	}
	return at, s.line, at - s.lineAt + 1
}

func (p *parser) addSeam() {
	p.seams = append(p.seams, seam{p.text.Len(), p.at, p.fileLine, p.fileLineAt})
}

// malformedError returns an error about the JSON.
func (p *parser) malformedError() error {
	return fmt.Errorf("this is not a notebook: it is not JSON (line %d)", p.fileLine)
}

// read returns the next byte.
func (p *parser) read() (byte, error) {
	c, err := p.in.ReadByte()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return 0, p.malformedError()
		}
		return 0, err
	}
	p.at++
	if c == '\n' {
		p.fileLine++
		p.fileLineAt = p.at
	}
	return c, nil
}

// unread undoes the last read. It must not be called after reading a line feed.
func (p *parser) unread() {
	_ = p.in.UnreadByte() // never fails after a read
	p.at--
}

// nextNonSpace returns the next byte that is not white space.
func (p *parser) nextNonSpace() (byte, error) {
	for {
		c, err := p.read()
		if err != nil || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, err
		}
	}
}

// expect reads the next byte that is not white space. It returns an error unless it is the given one.
func (p *parser) expect(sign byte) error {
	c, err := p.nextNonSpace()
	if err == nil && c != sign {
		return p.malformedError()
	}
	return err
}

func (p *parser) parseNotebook() error {
	if mark, err := p.in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = p.in.Discard(3)
		p.at = 3
	}
	if err := p.expect('{'); err != nil {
		return err
	}
	err := p.parseObject(func(key string) error {
		switch key {
		case "cells":
			p.hasCells = true
			return p.parseArray(p.parseCell)
		case "worksheets":
			p.isOld = true
		case "nbformat":
			n, err := p.parseDigits()
			p.format = n
			return err
		}
		return p.skip()
	})
	if err != nil {
		return err
	}
	for {
		c, err := p.in.ReadByte()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if strings.IndexByte(" \t\r\n", c) < 0 {
			return p.malformedError()
		}
	}
	switch {
	case p.format > version:
		return fmt.Errorf("this is a notebook of version %d, and segls reads version %d", p.format, version)
	case p.format != 0 && p.format < version, p.isOld:
		return fmt.Errorf("this is a notebook of version %d, and segls reads version %d: jupyter nbconvert --to notebook --nbformat 4 FILE converts it", max(p.format, 2), version)
	case !p.hasCells:
		return errors.New("this is not a notebook: it has no cells")
	}
	return nil
}

// parseObject parses the rest of an object; value parses the value of a key.
func (p *parser) parseObject(value func(key string) error) error {
	c, err := p.nextNonSpace()
	if err != nil || c == '}' {
		return err
	}
	for {
		if c != '"' {
			return p.malformedError()
		}
		var key bytes.Buffer
		if err := p.parseString(&key, false); err != nil {
			return err
		}
		if err := p.expect(':'); err != nil {
			return err
		}
		if err := value(key.String()); err != nil {
			return err
		}
		if c, err = p.nextNonSpace(); err != nil || c == '}' {
			return err
		}
		if c != ',' {
			return p.malformedError()
		}
		if c, err = p.nextNonSpace(); err != nil {
			return err
		}
	}
}

// parseArray parses an array; element parses an element.
func (p *parser) parseArray(element func() error) error {
	if err := p.expect('['); err != nil {
		return err
	}
	c, err := p.nextNonSpace()
	if err != nil || c == ']' {
		return err
	}
	p.unread()
	for {
		if err := element(); err != nil {
			return err
		}
		if c, err = p.nextNonSpace(); err != nil || c == ']' {
			return err
		}
		if c != ',' {
			return p.malformedError()
		}
	}
}

// parseCell parses a cell. Its text is a string or an array of strings.
func (p *parser) parseCell() error {
	if err := p.expect('{'); err != nil {
		return err
	}
	p.number++
	if p.text.Len() > 0 {
		p.text.WriteByte('\n')
	}
	p.text.WriteString(markup.CellMark)
	p.addSeam()
	c := markup.Cell{Span: markup.Span{Start: p.text.Len()}, Number: p.number}
	err := p.parseObject(func(key string) error {
		switch key {
		case "cell_type":
			var kind bytes.Buffer
			if err := p.expect('"'); err != nil {
				return err
			}
			err := p.parseString(&kind, false)
			c.IsProse = kind.String() == "markdown"
			return err
		case "source":
			first, err := p.nextNonSpace()
			if err != nil {
				return err
			}
			if first == '"' {
				return p.parseString(&p.text, true)
			}
			p.unread()
			return p.parseArray(func() error {
				if err := p.expect('"'); err != nil {
					return err
				}
				return p.parseString(&p.text, true)
			})
		}
		return p.skip()
	})
	c.End = p.text.Len()
	markup.MarkCell(p.text.Bytes(), c.Start, c.IsProse)
	p.cells = append(p.cells, c)
	return err
}

// parseString parses the rest of a string; if isText is set, its places are recorded.
func (p *parser) parseString(into *bytes.Buffer, isText bool) error {
	if isText {
		p.addSeam()
	}
	for {
		c, err := p.read()
		switch {
		case err != nil:
			return err
		case c == '"':
			return nil
		case c < ' ':
			return p.malformedError()
		case c != '\\':
			into.WriteByte(c)
			continue
		}
		if isText {
			p.at-- // the place of the backslash
			p.addSeam()
			p.at++
		}
		if c, err = p.read(); err != nil {
			return err
		}
		switch c {
		case 'u':
			r, err := p.parseUnicodeEscape()
			if err != nil {
				return err
			}
			into.WriteRune(r)
		case 'n', 't', 'r', 'b', 'f':
			into.WriteByte(map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}[c])
		case '"', '\\', '/':
			into.WriteByte(c)
		default:
			return p.malformedError()
		}
		if isText {
			p.addSeam()
		}
	}
}

// parseUnicodeEscape parses the digits of a character, including its second surrogate if it has one.
func (p *parser) parseUnicodeEscape() (rune, error) {
	r, err := p.parseHex()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	next, err := p.in.Peek(len(`\u0000`))
	if err != nil || string(next[:2]) != `\u` {
		return utf8.RuneError, nil
	}
	low, err := strconv.ParseUint(string(next[2:]), 16, 16)
	pair := utf16.DecodeRune(r, rune(low))
	if err != nil || pair == utf8.RuneError {
		return utf8.RuneError, nil // next is another character
	}
	for range next {
		if _, err := p.read(); err != nil {
			return 0, err
		}
	}
	return pair, nil
}

func (p *parser) parseHex() (rune, error) {
	r := rune(0)
	for range 4 {
		c, err := p.read()
		if err != nil {
			return 0, err
		}
		n := strings.IndexByte("0123456789abcdef", c|0x20)
		if c >= '0' && c <= '9' {
			n = int(c - '0')
		}
		if n < 0 {
			return 0, p.malformedError()
		}
		r = r<<4 | rune(n)
	}
	return r, nil
}

// parseDigits parses a whole number.
func (p *parser) parseDigits() (int, error) {
	c, err := p.nextNonSpace()
	n := 0
	for ; err == nil && '0' <= c && c <= '9'; c, err = p.read() {
		n = min(n*10+int(c-'0'), 1<<20)
	}
	if err == nil && c == '\n' {
		return n, nil // the line feed is white space
	}
	if err == nil {
		p.unread()
	}
	return n, err
}

// skip skips a value.
func (p *parser) skip() error {
	depth := 0
	for {
		c, err := p.nextNonSpace()
		if err != nil {
			return err
		}
		switch c {
		case '"':
			if err := p.skipString(); err != nil {
				return err
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth--; depth < 0 {
				return p.malformedError()
			}
		case ',', ':':
			if depth == 0 {
				return p.malformedError()
			}
			continue
		default:
			if strings.IndexByte("-0123456789tfn", c) < 0 {
				return p.malformedError()
			}
			if err := p.skipWord(); err != nil {
				return err
			}
		}
		if depth == 0 {
			return nil
		}
	}
}

func (p *parser) skipString() error {
	for {
		c, err := p.read()
		if err != nil || c == '"' {
			return err
		}
		if c < ' ' {
			return p.malformedError()
		}
		if c == '\\' {
			if _, err := p.read(); err != nil {
				return err
			}
		}
	}
}

// skipWord skips the rest of a number or of true, false or null.
func (p *parser) skipWord() error {
	for {
		next, err := p.in.Peek(1)
		if err != nil {
			return p.malformedError()
		}
		if c := next[0]; c|0x20 < 'a' && strings.IndexByte("+-.0123456789", c) < 0 || c|0x20 > 'z' {
			return nil
		}
		if _, err := p.read(); err != nil {
			return err
		}
	}
}
