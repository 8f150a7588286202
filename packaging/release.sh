#!/usr/bin/env bash
# Builds a release in dist twice, and compares. Publishes nothing.
#
# release.sh GORELEASER
set -euo pipefail
cd "$(dirname "$0")/.."
goreleaser=$1

build() { # build LOG
  # On a tag, the version is the tag; otherwise it is a snapshot.
  local kind=--snapshot
  if git describe --exact-match --tags >/dev/null 2>&1 && git diff --quiet HEAD; then kind=--skip=publish; fi
  "$goreleaser" release --clean "$kind" >"$1" 2>&1 || { cat "$1"; exit 1; }
}

log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
build "$log/first"
cp dist/checksums.txt "$log/checksums"
# The second build finds compiled packages in Go's build cache, which saves time.
build "$log/second"
diff "$log/checksums" dist/checksums.txt || { echo "release: the second build differs"; exit 1; }
echo "release: $(wc -l <dist/checksums.txt) files, the same when built again"
