#!/usr/bin/env bash
# Tests the extension in VS Code for the web: runs scenarios of VS Code in headless Chromium, with files of a
# virtual workspace.
#
#   make vsix-web && editors/e2e/vscode-web/run.sh
#
# VSIX     the extension, packed for the web (default: dist/segls-web.vsix)
# SCREENS  folder for the screenshots (default: .cache/e2e/screens/vscode-web)
# ONLY     a pattern for the names of scenarios to run instead of the default ones
# CI       if set, a missing program is a failure instead of a skip
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
export VSIX=${VSIX:-$repository/dist/segls-web.vsix}
export SCREENS=${SCREENS:-$repository/.cache/e2e/screens/vscode-web}
export SAMPLE=$repository/testdata/samples/salt.md
export INSTALLATION=$here
export WEB=true
export ONLY=${ONLY:-lenses are above|fragments and sections fold|the curve is drawn|a drag on the board|work has a tray|axe finds|a work is shown with all its files|the files of a work are edited as one text}

missing() {
	if [[ -n ${CI:-} ]]; then
		echo "not ok  VS Code for the web: $1"
		echo "0 passed, 1 failed, 0 skipped"
		exit 1
	fi
	echo "skip    VS Code for the web: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}
[[ -f $VSIX ]] || missing "there is no extension at $VSIX: make vsix-web packs it"
[[ -x /usr/bin/chromium ]] || missing "Chromium is not there: editors/e2e/install-code-server.sh installs it"

cd "$here"
cmp -s package-lock.json node_modules/installed-lock.json || {
	npm ci --no-audit --no-fund --loglevel=error >&2
	cp package-lock.json node_modules/installed-lock.json
}
work=$(mktemp -d)
export WORK=$work
trap 'rm -rf "$work"' EXIT
rm -rf "$SCREENS"
node ../vscode/test.mjs
