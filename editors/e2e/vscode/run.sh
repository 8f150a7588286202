#!/usr/bin/env bash
# Tests the VS Code extension: packs it with a server, installs it into code-server and uses it in headless
# Chromium.
#
#   SEGLS=bin/segls editors/e2e/vscode/run.sh [FILE...]     files of scenarios, without .mjs; by default all
#
# A scenario that fails is run again at the end, in another VS Code and folder, and counts as failed if it fails
# again. If more than ten fail at first, none is run again. A line `flake: NAME` is printed for each that passes
# at the second try; the first failure is above, with a picture *-FAILED.png in SCREENS. The pictures of the
# second try are in SCREENS/second.
#
# SMOKE         if set, runs only scenarios/smoke.mjs, without a second try
# SEGLS         the server to pack (default: bin/segls)
# CACHE         the folder of install-code-server.sh (default: .cache/editors)
# SCREENS       the folder for screenshots (default: CACHE/screens/vscode)
# SAMPLE        a document to copy (default: testdata/samples/salt.md)
# ONLY          a pattern for the names of scenarios to run
# SEGLS_RECORD  a folder for recorded traffic; RECORDER is the program that records
# CI            if set, a missing program is a failure instead of a skip
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
extension=$repository/editors/vscode
export SEGLS
SEGLS=$(realpath -m "${SEGLS:-$repository/bin/segls}")
cache=$(realpath -m "${CACHE:-$repository/.cache/editors}")
export INSTALLATION=$cache/code-server
export SAMPLE=${SAMPLE:-$repository/testdata/samples/salt.md}
export SCREENS=${SCREENS:-$cache/screens/vscode}
node=$(echo "$INSTALLATION"/node_modules/node-linux-*/bin/node)

missing() {
	if [[ -n ${CI:-} ]]; then
		echo "not ok  VS Code: $1"
		echo "0 passed, 1 failed, 0 skipped"
		exit 1
	fi
	echo "skip    VS Code: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}
[[ -x $SEGLS ]] || missing "no server at $SEGLS"
[[ -f $SAMPLE ]] || missing "no document at $SAMPLE"
[[ -x $node && -f $INSTALLATION/installed-lock.json && -x /usr/bin/chromium ]] ||
	missing "code-server is not there: editors/e2e/install-code-server.sh installs it"

PATH=$(dirname "$node"):$PATH
work=$(mktemp -d)
export WORK=$work
trap 'rm -rf "$work"' EXIT

cd "$extension"
cmp -s package-lock.json node_modules/installed-lock.json || {
	npm ci --no-audit --no-fund --loglevel=error >&2
	cp package-lock.json node_modules/installed-lock.json
}
mkdir -p bin
cp "$SEGLS" bin/segls
export VSIX=$work/segls.vsix
npm run --silent package -- --out "$VSIX" >"$work/package.log" 2>&1 || {
	cat "$work/package.log"
	echo "not ok  the extension packs"
	echo "0 passed, 1 failed, 0 skipped"
	exit 1
}

if [[ -n ${SEGLS_RECORD:-} ]]; then
	[[ -x ${RECORDER:-} ]] || missing "RECORDER names no program"
	# Lax: after a restart of a killed server, VS Code's client sends changes of texts before it opens them.
	mkdir -p "$SEGLS_RECORD/lax"
	export SERVER_PATH=$work/recorded-segls
	printf '#!/bin/sh\nexec %q -o %q -- %q "$@"\n' "$(realpath "$RECORDER")" \
		"$(realpath "$SEGLS_RECORD")/lax/vscode-%p.jsonl" "$SEGLS" >"$SERVER_PATH"
	chmod +x "$SERVER_PATH"
fi

rm -rf "$SCREENS"/vscode-*.png "$SCREENS/second"
"$node" "$here/test.mjs" "$@"
