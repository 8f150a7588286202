package internal_test

import (
	"os"
	"testing"

	gopackages "golang.org/x/tools/go/packages"
)

// TestOtherSystems checks the types of the code for systems that the other tests do not run on. It reads the source of all dependencies,
// since compiling them for each system would take minutes.
func TestOtherSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("make lint runs this test")
	}
	for _, test := range []struct{ system, architecture, packages string }{
		{"windows", "amd64", "../..."},
		{"darwin", "arm64", "../..."},
		{"js", "wasm", "../web/..."},
	} {
		t.Run(test.system, func(t *testing.T) {
			t.Parallel()
			loaded, err := gopackages.Load(&gopackages.Config{
				Mode: gopackages.NeedName | gopackages.NeedImports | gopackages.NeedDeps | gopackages.NeedFiles | gopackages.NeedCompiledGoFiles |
					gopackages.NeedTypes | gopackages.NeedSyntax | gopackages.NeedTypesInfo,
				Env: append(os.Environ(), "GOOS="+test.system, "GOARCH="+test.architecture, "CGO_ENABLED=0"),
			}, test.packages)
			if err != nil {
				t.Fatal(err)
			}
			if len(loaded) == 0 {
				t.Fatal("no packages")
			}
			gopackages.Visit(loaded, nil, func(p *gopackages.Package) {
				for _, err := range p.Errors {
					t.Error(err)
				}
			})
		})
	}
}
