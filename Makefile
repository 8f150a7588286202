# `make` lists the targets. They install pinned versions of everything but Go and Node, in .cache or
# node_modules. Only `make editors`, `make editors-all` and `make peers` install system packages (Debian);
# .ci/install installs the others that the tests need.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GOFUMPT := mvdan.cc/gofumpt@v0.9.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.1.4
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GORELEASER := github.com/goreleaser/goreleaser/v2@v2.14.0

# Separate modules, so that `go install ./...` builds only the program.
MODULES := tools examples

# The maximum sizes in bytes: of a packed extension, and of the engine and server for browsers with Brotli.
VSIX_MOST := 15000000
ENGINE_MOST := 3500000
SERVER_MOST := 4700000

SAMPLE := testdata/samples/salt.md
CACHE ?= $(CURDIR)/.cache/editors
override CACHE := $(abspath $(CACHE))
ARTEFACTS ?= $(CURDIR)/.cache/e2e
FUZZTIME ?= 60s
PACKAGES ?= ./...
ACTIONS ?= 100000
FOREIGN ?= 5000

VERSION ?= $(shell git describe --tags --always 2>/dev/null || echo development)
GOBUILD := go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"

# Without inlining, a program is a third slower and a sixth smaller. VS Code for the web loads one in each window.
GOWEB := GOOS=js GOARCH=wasm go build -trimpath -gcflags=all=-l -ldflags "-s -w -X main.version=$(VERSION)"

# Browsers cache the engine, and it divides long texts, so it is built with inlining.
GOENGINE := GOOS=js GOARCH=wasm go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"

.PHONY: help
help:
	@awk -F ':.*## ' '/^##@ / { print "\n" substr($$0, 5) } /^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# The npm packages of the lock file.
%/node_modules: %/package-lock.json
	npm --prefix $* ci --no-audit --no-fund --loglevel=error
	@touch $@

##@ Build and try

.PHONY: build
build: ## build bin/segls
	@$(GOBUILD) -o bin/ ./cmd/segls

.PHONY: demo
demo: ## show the fragments of a sample document
	@[ -e bin/segls ] || echo "Building segls; the first time its modules are downloaded, which takes a minute or two."
	@$(MAKE) --no-print-directory build 2> >(grep -v "^go: downloading" >&2)
	@bin/segls fragment $(SAMPLE)

.PHONY: install-nvim
install-nvim: ## install the Neovim plug-in for the user
	@d="$${XDG_DATA_HOME:-$$HOME/.local/share}/nvim/site/pack/segls/start/segls" && rm -rf "$$d" && mkdir -p "$$d" && cp -R editors/nvim/. "$$d" && \
	{ nvim --headless -u NONE -c "helptags $$d/doc" -c q 2>/dev/null || echo "for :help segls, run :helptags ALL in Neovim"; } && echo "installed in $$d"

.PHONY: vsix
vsix: build editors/vscode/node_modules ## pack the VS Code extension with the server for this system
	mkdir -p editors/vscode/bin && cp bin/segls editors/vscode/bin/
	npm --prefix editors/vscode run --silent package

# Packs the extension for VS Code for the web, with the server as compressed WebAssembly and Go's wasm_exec.js.
.PHONY: vsix-web
vsix-web: editors/vscode/node_modules
	@rm -rf editors/vscode/bin && mkdir -p .cache dist editors/vscode/bin editors/vscode/out
	$(GOWEB) -o .cache/server.wasm ./web/server
	@gzip -9 -n -c .cache/server.wasm > editors/vscode/bin/segls.wasm.gz
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" editors/vscode/out/
	npm --prefix editors/vscode run --silent package -- --target web --out $(CURDIR)/dist/segls-web.vsix >/dev/null
	@rm -rf editors/vscode/bin

# The engine for JavaScript.
ENGINE := web/npm/dist

.PHONY: engine
engine: web/npm/node_modules ## build the npm package segls, the engine for browsers and Node, in web/npm
	@mkdir -p $(ENGINE)
	$(GOENGINE) -o $(ENGINE)/segls.wasm ./web/engine
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(ENGINE)/
	npm --prefix web/npm run --silent build
	@go -C tools run ./licences -texts > $(ENGINE)/THIRD-PARTY.txt

.PHONY: site
site: engine web/site/node_modules ## build the site, with the documents and the playground, into dist/site
	npm --prefix web/site run --silent check
	npm --prefix web/site run --silent build
	@cat $(ENGINE)/THIRD-PARTY.txt >> dist/site/THIRD-PARTY.txt

.PHONY: man
man: build ## write the manual pages to bin/man
	@rm -rf bin/man && bin/segls man bin/man && echo "man -l bin/man/segls.1"

.PHONY: clean
clean: ## remove what was built
	rm -rf bin dist web/npm/dist web/site/.pages editors/vscode/out editors/vscode/bin

##@ While you work

.PHONY: test
test: ## run the tests: Go, TypeScript, Lua, and a minute of `make meaning`; what is not installed is skipped
	go test -short -vet=off ./... # make lint vets, make race runs all random cases
	for module in $(MODULES); do go -C $$module test -vet=off ./...; done
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory test-typescript; \
	elif [ -n "$${CI:-}" ]; then echo "npm is missing: .ci/install"; exit 1; \
	else echo "npm is missing: the tests in TypeScript are skipped"; fi
	CACHE=$(CACHE) editors/e2e/nvim/unit/run.sh
	$(MAKE) --no-print-directory meaning ACTIONS=30000 FOREIGN=1000

.PHONY: test-typescript
test-typescript: editors/vscode/node_modules web/site/node_modules
	npm --prefix editors/vscode test --silent
	npm --prefix web/site test --silent

.PHONY: lint
lint: editors/vscode/node_modules editors/lualint/node_modules ## check format, types for all systems, vet, staticcheck, TypeScript, Lua
	@unformatted=$$(go run $(GOFUMPT) -l .); test -z "$$unformatted" || { echo "not formatted: $$unformatted"; exit 1; }
	go test ./internal -run TestOtherSystems
	for module in . $(MODULES); do (cd $$module && go vet ./... && go run $(STATICCHECK) ./...); done
	npm --prefix editors/vscode run --silent check
	npm --prefix editors/lualint run --silent check
	@if command -v luacheck >/dev/null; then luacheck -q --config editors/lualint/.luacheckrc plugin editors/nvim editors/e2e/nvim editors/upstream; \
	elif [ -n "$${CI:-}" ]; then echo "luacheck is missing: .ci/install"; exit 1; \
	else echo "luacheck is missing (Debian's lua-check): skipped"; fi

.PHONY: fmt
fmt: editors/lualint/node_modules ## format the Go and Lua code
	go run $(GOFUMPT) -w .
	npm --prefix editors/lualint run --silent format

.PHONY: golden
golden: ## rewrite the golden files and generated documents; read the difference
	go test ./analysis ./internal ./internal/difference ./analysis/language ./internal/link ./analysis/markup ./internal/rearrange ./internal/work ./cmd/segls ./lsp ./internal/metamodel -update
	go -C tools test ./licences -update

##@ Before a merge: .ci/run

# Fails if the program depends on where or when it was built, for example because it contains the path of its folder.
.PHONY: reproducible
reproducible: ## build the program in two folders and compare
	@d=$$(mktemp -d) && trap 'rm -rf "$$d"' EXIT; \
	git archive HEAD | tar -x -C "$$d" && mkdir "$$d/here" && git archive HEAD | tar -x -C "$$d/here"; \
	for folder in "$$d" "$$d/here"; do (cd "$$folder" && go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$(VERSION)" -o segls ./cmd/segls); done; \
	cmp "$$d/segls" "$$d/here/segls"; \
	echo "the program is the same in both folders and has $$(stat -c %s "$$d/segls") bytes"

.PHONY: editors
editors: ## install Neovim and VS Code for smoke and e2e (Debian, root)
	editors/e2e/install-neovim.sh $(CACHE)
	editors/e2e/install-code-server.sh $(CACHE)

.PHONY: editors-all
editors-all: editors
	editors/e2e/install-helix.sh $(CACHE)
	editors/e2e/install-emacs.sh $(CACHE)
	editors/e2e/install-vim.sh
	editors/e2e/install-kate.sh

# One version of Neovim, one window of VS Code, and the page of segls diff.
.PHONY: smoke
smoke: build ## run the basic scenarios in Neovim and VS Code (three minutes)
	@export SMOKE=1 CACHE=$(CACHE) SEGLS=$(CURDIR)/bin/segls SCREENS=$(ARTEFACTS)/screens; \
	failed=; for editor in nvim page vscode; do echo "== $$editor"; editors/e2e/$$editor/run.sh || failed+=" $$editor"; done; \
	test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

# Checks all recorded traffic against the protocol. Some clients violate it (traffic/lax): for these only the server's
# messages are checked. E2E selects editors, and FILES selects files of scenarios in one of them (see
# editors/e2e/shards.sh).
FILES ?=
.PHONY: e2e e2e-all
e2e: E2E := nvim page vscode
e2e: ## run the end-to-end tests in Neovim and VS Code, and of the page that segls diff writes
e2e-all: E2E := nvim page vscode upstream helix emacs vim kate
e2e-all: ## run also those in Helix, Emacs, Vim and Kate
e2e e2e-all: build
	@rm -rf $(ARTEFACTS) && mkdir -p $(ARTEFACTS)/traffic $(ARTEFACTS)/screens
	go -C tools build -o $(CURDIR)/bin/ ./record ./check
	@export CACHE=$(CACHE) SEGLS=$(CURDIR)/bin/segls RECORDER=$(CURDIR)/bin/record SEGLS_RECORD=$(ARTEFACTS)/traffic SCREENS=$(ARTEFACTS)/screens; \
	failed=; for editor in $(E2E); do echo "== $$editor"; editors/e2e/$$editor/run.sh $(FILES) || failed+=" $$editor"; done; \
	test -z "$$failed" || { echo "failed:$$failed"; exit 1; }
	@if ls $(ARTEFACTS)/traffic/*/*.jsonl >/dev/null 2>&1; then bin/check -server $(ARTEFACTS)/traffic/*/*.jsonl; fi
	@if ls $(ARTEFACTS)/traffic/*.jsonl >/dev/null 2>&1; then bin/check $(ARTEFACTS)/traffic/*.jsonl; else echo "no traffic was recorded"; fi

##@ Each night, and before a release

# The seeds are fixed: every run does the same.
.PHONY: meaning
meaning: ## apply ACTIONS actions to difficult documents, and check FOREIGN of them with pandoc and others; with BUILDS=1 also build small works with Sphinx, MkDocs and Asciidoctor, and compile random MDX texts
	@foreign=$(FOREIGN); \
	if ! type pandoc asciidoctor >/dev/null 2>&1 || ! python3 -c 'import docutils' 2>/dev/null; then \
	  test -z "$${CI:-}" || { echo "pandoc, docutils or Asciidoctor is missing: .ci/install"; exit 1; }; \
	  echo "pandoc, docutils or Asciidoctor is missing (Debian: pandoc, python3-docutils, asciidoctor): skipped"; foreign=0; \
	fi; \
	go test ./internal/restructure -run 'TestCensus|TestFaultsAreSeen' -actions $(ACTIONS) -foreign $$foreign -timeout 2h -v
	@go test ./internal/rearrange -run TestArchivesAreBuilt -builds $(BUILDS) -timeout 2h -v
	@if [ "$(BUILDS)" = 0 ]; then exit 0; fi; \
	if ! command -v npm >/dev/null; then echo "npm is missing: MDX is skipped"; exit 0; fi; \
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && (cd "$$folder" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund @mdx-js/mdx@3.1.1) && \
	go test ./internal/restructure -run 'TestMDX$$' -mdx "$$folder" -timeout 1h -v

.PHONY: race
race: internal/agent/inspector/node_modules ## run the tests, with all random cases, with the race detector and poisoned message buffers
	for module in . $(MODULES); do nice go -C $$module test -race -tags jsonrpc2poison -p 1 -timeout 1h ./...; done

.PHONY: fuzz
fuzz: ## run every fuzz target of PACKAGES for FUZZTIME
	@some=; for module in . $(MODULES); do for package in $$(for p in $(PACKAGES); do go -C $$module list $$p 2>/dev/null || true; done); do \
	  for target in $$(go -C $$module test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
	    some=1; echo "$$package $$target"; \
	    go -C $$module test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$package; \
	  done; \
	done; done; test -n "$$some" || { echo "no fuzz targets in $(PACKAGES)"; exit 1; }

.PHONY: web
web: build engine vsix-web site examples/splitters/node_modules ## build and test everything that runs in a browser, and check its size
	@node web/npm/size.mjs $(ENGINE)/segls.wasm $(ENGINE_MOST)
	@node web/npm/size.mjs .cache/server.wasm $(SERVER_MOST)
	npm --prefix web/npm test --silent
	npm --prefix examples/splitters test --silent
	SCREENS=$(ARTEFACTS)/screens/web web/e2e/run.sh
	SCREENS=$(ARTEFACTS)/screens/vscode-web editors/e2e/vscode-web/run.sh

# Needs the network, and reports if there is none.
.PHONY: audit
audit: ## check dependencies for known vulnerabilities
	@bad=0; for folder in editors/vscode editors/e2e/vscode editors/e2e/page; do \
	  answer=$$(npm --prefix $$folder audit --json 2>/dev/null || true); \
	  if ! grep -q auditReportVersion <<<"$$answer"; then echo "$$folder: no answer from the registry"; \
	  elif grep -q '"total": 0' <<<"$$answer"; then echo "$$folder: no known vulnerabilities"; \
	  else npm --prefix $$folder audit || bad=1; fi; \
	done; \
	code=0; go run $(GOVULNCHECK) ./... || code=$$?; \
	case $$code in 0) ;; 3) bad=1 ;; *) echo "Go: no answer from the vulnerability database" ;; esac; exit $$bad

.PHONY: screens
screens: ## copy the pictures that `make e2e` made into the documents; look at the difference
	editors/e2e/pages.sh $(ARTEFACTS)/screens README.md docs/*.md docs/editors/*.md editors/vscode/README.md

.PHONY: release
release: ## build a release in dist twice, and test it (Debian, root; a few minutes)
	@test -x .cache/bin/goreleaser || GOBIN=$(CURDIR)/.cache/bin go install $(GORELEASER)
	packaging/release.sh .cache/bin/goreleaser
	packaging/try.sh

# The other files of a release; called by goreleaser.
.PHONY: release-files
release-files:
	@rm -rf .cache/release && mkdir -p .cache/release/completions
	@$(GOBUILD) -o .cache/release/segls ./cmd/segls
	@cd .cache/release && ./segls man man && gzip -9 -n man/*.1
	@cd .cache/release && for shell in bash fish zsh powershell; do ./segls completion $$shell > completions/segls.$$shell; done
	@cd .cache/release/completions && mv segls.zsh _segls && mv segls.powershell segls.ps1
	@go -C tools run ./licences -texts > .cache/release/THIRD-PARTY-LICENCES

# Each VSIX has the server for one system; VS Code installs the one that fits.
VSIX_TARGETS := linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64

.PHONY: vsix-all
vsix-all: vsix-web
	@mkdir -p dist && for target in $(VSIX_TARGETS); do \
	  os=$${target%-*} arch=$${target#*-} file=$(CURDIR)/dist/segls-$$target.vsix; \
	  rm -rf editors/vscode/bin; \
	  CGO_ENABLED=0 GOOS=$${os/win32/windows} GOARCH=$${arch/x64/amd64} \
	    $(GOBUILD) -o editors/vscode/bin/segls$$([ $$os = win32 ] && echo .exe || true) ./cmd/segls; \
	  npm --prefix editors/vscode run --silent package -- --target $$target --out $$file >/dev/null; \
	  size=$$(wc -c <$$file); echo "$$file: $$size bytes"; \
	  test $$size -lt $(VSIX_MOST) || { echo "more than the limit of $(VSIX_MOST) bytes"; exit 1; }; \
	done; rm -rf editors/vscode/bin

.PHONY: measure
measure: ## list measurements, and random tests at length
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' tools/measure.mk

include tools/measure.mk
