#!/usr/bin/env bash
# Tests the site in headless Chromium.
#
#   web/e2e/run.sh
#
# SITE     the folder of the site (default: dist/site)
# SCREENS  the folder for screenshots (default: .cache/e2e/screens/web)
# ONLY     a pattern for the names of scenarios to run
# CI       if set, a missing program is a failure instead of a skip
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
export SITE=${SITE:-$repository/dist/site}
export SCREENS=${SCREENS:-$repository/.cache/e2e/screens/web}

missing() {
	if [[ -n ${CI:-} ]]; then
		echo "not ok  the site: $1"
		echo "0 passed, 1 failed, 0 skipped"
		exit 1
	fi
	echo "skip    the site: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}
[[ -f $SITE/index.html ]] || missing "there is none in $SITE: make site builds it"
[[ -x /usr/bin/chromium ]] || missing "Chromium is not there: editors/e2e/install-code-server.sh installs it"

cd "$here"
cmp -s package-lock.json node_modules/installed-lock.json || {
	npm ci --no-audit --no-fund --loglevel=error >&2
	cp package-lock.json node_modules/installed-lock.json
}
mkdir -p "$SCREENS"
node test.mjs
