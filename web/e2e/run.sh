#!/usr/bin/env bash
# The test of the site in dist/site, in headless Chromium.
#
#   web/e2e/run.sh
#
# SCREENS  folder for the screenshots (default: .cache/e2e/screens/web)
# ONLY     a pattern: of the scenarios only those whose names it matches
# CI       if set, a missing piece is a failure and not a reason to skip
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
