package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/segls/segls/internal/regular"
)

// The file of a library:
//
//	magic, with the version
//	the folder
//	for each text: path, size, time, hash, settings, encoding
//	a checksum of all that
const magic = "segls library 8\n"

// record is the library's entry for a text.
type record struct {
	size     int64
	time     int64 // time of its last change, in nanoseconds; 0 if it may have changed unnoticed since
	hash     [16]byte
	settings uint64 // hash of the settings that it was divided with
	encoded  string
}

// largestFile is the greatest size of a library's file in bytes.
const largestFile = 1 << 30

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errUnfit reports a file that must be discarded.
var errUnfit = errors.New("this is not a library of this version and folder")

// load reads the file of a library. The records refer to one string, which is not copied.
func load(path, root string) (map[string]record, error) {
	about, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if regular.Check(about, largestFile) != nil || about.Size() < int64(len(magic)+crc32.Size) {
		return nil, errUnfit
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text strings.Builder
	text.Grow(int(about.Size()))
	sum := crc32.New(castagnoli)
	body := about.Size() - crc32.Size
	if _, err := io.CopyBuffer(io.MultiWriter(&text, sum), io.LimitReader(f, body), make([]byte, 1<<18)); err != nil {
		return nil, err
	}
	var end [crc32.Size]byte
	if _, err := io.ReadFull(f, end[:]); err != nil || binary.LittleEndian.Uint32(end[:]) != sum.Sum32() {
		return nil, errUnfit
	}
	return parse(text.String(), root)
}

// parse reads records. It checks everything in spite of the checksum, because a file may come from anywhere.
func parse(text, root string) (map[string]record, error) {
	rest, ok := strings.CutPrefix(text, magic)
	if !ok {
		return nil, errUnfit
	}
	bad := false
	number := func() uint64 {
		n := uint64(0)
		for i := 0; i < len(rest) && i < binary.MaxVarintLen64; i++ {
			n |= uint64(rest[i]&0x7f) << (7 * i)
			if rest[i] < 0x80 {
				rest = rest[i+1:]
				return n
			}
		}
		bad, rest = true, ""
		return 0
	}
	take := func(n uint64) string {
		if n > uint64(len(rest)) {
			bad, rest = true, ""
			return ""
		}
		s := rest[:n]
		rest = rest[n:]
		return s
	}
	if take(number()) != root {
		return nil, errUnfit
	}
	records := make(map[string]record)
	for rest != "" && !bad {
		var r record
		name := take(number())
		r.size, r.time = int64(number()), int64(number())
		copy(r.hash[:], take(uint64(len(r.hash))))
		r.settings = number()
		r.encoded = take(number())
		records[name] = r
	}
	if bad {
		return nil, errUnfit
	}
	return records, nil
}

// save writes records to a file. Afterwards the file is complete, or unchanged.
func save(path, root string, names []string, records map[string]record) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+unfinished) // readable by the user only
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	sum := crc32.New(castagnoli)
	w := io.MultiWriter(f, sum)
	b := appendString([]byte(magic), root)
	for i, name := range names {
		r := records[name]
		b = appendString(b, name)
		b = binary.AppendUvarint(b, uint64(r.size))
		b = binary.AppendUvarint(b, uint64(r.time))
		b = append(b, r.hash[:]...)
		b = binary.AppendUvarint(b, r.settings)
		b = appendString(b, r.encoded)
		if len(b) > 1<<18 || i == len(names)-1 {
			if _, err := w.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	if _, err := w.Write(b); err != nil { // a folder without texts
		return err
	}
	if _, err := f.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32())); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), path)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Endings of file names in the cache folder.
const (
	finished   = ".library"
	unfinished = ".tmp"
)

// unused is the time for which an unused file is kept.
const unused = 90 * 24 * time.Hour

// removeUnused removes files that have not been used, and those left by programs that were killed.
func removeUnused(folder string, now time.Time) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		about, err := e.Info()
		if err != nil || !about.Mode().IsRegular() {
			continue
		}
		age := now.Sub(about.ModTime())
		if strings.HasSuffix(e.Name(), finished) && age > unused || strings.HasSuffix(e.Name(), unfinished) && age > time.Hour {
			_ = os.Remove(filepath.Join(folder, e.Name())) // or the next time, if this fails
		}
	}
}
