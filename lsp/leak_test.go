package lsp

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain holds that no goroutine outlives the tests: every server has ended with all
// that it had begun.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
