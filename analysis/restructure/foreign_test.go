package restructure

import "testing"

type foreignReaders struct{}

func startReaders(t *testing.T) *foreignReaders { return nil }
func (f *foreignReaders) read(format, text string) (reading, bool) { return nil, false }
func (f *foreignReaders) name(format string) string { return "" }
