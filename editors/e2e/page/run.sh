#!/usr/bin/env bash
# Tests the page that `segls diff --format html` writes, in headless Chromium.
#
#   editors/e2e/page/run.sh
#
# SMOKE    if set, runs only the three scenarios of smoke
# CACHE    the folder of install-code-server.sh, whose Node runs the test (default: .cache/editors)
# SCREENS  folder for the screenshots (default: CACHE/screens/page)
# CI       if set, a missing program is a failure instead of a skip
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
cache=$(realpath -m "${CACHE:-$repository/.cache/editors}")
export SCREENS=${SCREENS:-$cache/screens/page}
export PAGE=$repository/cmd/segls/testdata/diff.html
node=$(echo "$cache"/code-server/node_modules/node-linux-*/bin/node)

[[ -x $node && -x /usr/bin/chromium ]] || {
	if [[ -n ${CI:-} ]]; then
		echo "not ok  page: Node or Chromium is missing: editors/e2e/install-code-server.sh installs them"
		echo "0 passed, 1 failed, 0 skipped"
		exit 1
	fi
	echo "skip    page: Node or Chromium is missing: editors/e2e/install-code-server.sh installs them"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}
cd "$here"
cmp -s package-lock.json node_modules/installed-lock.json || {
	npm ci --no-audit --no-fund --loglevel=error >&2
	cp package-lock.json node_modules/installed-lock.json
}
mkdir -p "$SCREENS"
"$node" test.mjs
