#!/usr/bin/env bash
# Builds a release in dist and tries what can be tried here: that a second build is the
# same byte for byte, that the archive for this system runs, that the Debian package
# installs, runs and goes away again, and what is in the RPM. Publishes nothing.
#
# release.sh GORELEASER
set -euo pipefail
cd "$(dirname "$0")/.."
goreleaser=$1
most=25000000 # bytes of a stripped program

build() {
  # On a tag the version is the tag's; elsewhere it is a snapshot's.
  if git describe --exact-match --tags >/dev/null 2>&1 && git diff --quiet HEAD; then
    "$goreleaser" release --clean --skip=publish >"$1" 2>&1 || { cat "$1"; exit 1; }
  else
    "$goreleaser" release --clean --snapshot >"$1" 2>&1 || { cat "$1"; exit 1; }
  fi
}
say() { printf '%s\n' "release: $*"; }

log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT
build "$log/first"
cp dist/checksums.txt "$log/checksums"
# What compilers made is taken over, for the time that it takes; set GOCACHE to an empty
# folder to have all of it made anew.
build "$log/second"
diff "$log/checksums" dist/checksums.txt || { say "the second build differs"; exit 1; }
say "$(wc -l <dist/checksums.txt) files, the same when built again"
(cd dist && sha256sum --quiet --check checksums.txt)

version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' dist/metadata.json)
for program in dist/segls_*/segls dist/segls_*/segls.exe; do
  size=$(stat -c %s "$program")
  [ "$size" -le "$most" ] || { say "$program has $size bytes, more than $most"; exit 1; }
done
say "programs of $(stat -c %s dist/segls_*/segls* | sort -n | sed -n '1p;$p' | paste -sd- | sed 's/-/ to /') bytes"

try() { # try PROGRAM: what a person would do first
  "$1" version | grep -qF "segls $version " || { say "$1 is not version $version"; exit 1; }
  "$1" fragment testdata/samples/salt.md | grep -q fragments
  "$1" fragment --format jsonl testdata/samples/salt.md | head -1 | grep -q '"text":'
  "$1" check testdata/samples | grep -q texts
}
arch=$(dpkg --print-architecture)
mkdir "$log/archive"
tar -xzf "dist/segls_${version}_linux_$arch.tar.gz" -C "$log/archive" --strip-components=1
try "$log/archive/segls"
for file in LICENSE THIRD-PARTY-LICENCES README.md man/segls.1.gz completions/_segls docs/cli.md; do
  test -s "$log/archive/$file" || { say "the archive has no $file"; exit 1; }
done
say "the archive for linux/$arch runs"

deb=$(ls dist/*_"$arch".deb)
dpkg --install "$deb" >"$log/dpkg"
try /usr/bin/segls
test -s /usr/share/bash-completion/completions/segls
dpkg --listfiles segls | grep -q 'man1/segls-check.1.gz'
bash -c 'source /usr/share/bash-completion/completions/segls && complete -p segls' >/dev/null
dpkg --remove segls >>"$log/dpkg"
! test -e /usr/bin/segls
say "$(basename "$deb") installs, runs and is removed"

if command -v rpm >/dev/null; then
  package=$(ls dist/*.x86_64.rpm)
  rpm --query --package --nosignature --list "$package" | grep -qx /usr/bin/segls
  rpm --query --package --nosignature --queryformat '%{NAME} %{VERSION} %{LICENSE} %{ARCH}\n' "$package"
  rpm --query --package --nosignature --requires "$package" | grep -v '^rpmlib' && { say "the RPM requires something"; exit 1; }
else
  say "rpm is not here, and the RPM not looked into (apt-get install rpm)"
fi

packaging/homebrew/formula.sh "$version" "$(ls dist/segls-*.tar.gz)" >dist/segls.rb
if command -v ruby >/dev/null; then ruby -c dist/segls.rb >/dev/null; fi
say "dist/segls.rb is the Homebrew formula"
say "all of it is in dist"
