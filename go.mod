module github.com/segls/segls

go 1.26.0

require (
	github.com/clipperhouse/uax29/v2 v2.7.0
	github.com/fatih/color v1.19.0
	github.com/kljensen/snowball v0.10.0
	github.com/spf13/cobra v1.10.2
	github.com/yuin/goldmark v1.8.7
	go.lsp.dev/jsonrpc2 v1.0.1
	go.lsp.dev/protocol v1.0.0
	go.lsp.dev/uri v1.0.1
	go.uber.org/zap v1.28.0
	golang.org/x/text v0.43.0
)
