#!/usr/bin/env bash
# Tests the release in dist as far as this system allows: the checksums and sizes, the program in the archive,
# installing, running and removing the Debian package, the contents of the RPM, and building from the source
# archive. Writes the Homebrew formula. Needs root for dpkg.
set -euo pipefail
cd "$(dirname "$0")/.."
largest=30000000 # the maximum size of a program in bytes
say() { echo "try: $*"; }
fail() { say "$*"; exit 1; }
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT

(cd dist && sha256sum --quiet --check checksums.txt)
version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' dist/metadata.json)
for program in dist/segls_*/segls dist/segls_*/segls.exe; do
  size=$(stat -c %s "$program")
  [ "$size" -le "$largest" ] || fail "$program has $size bytes, more than $largest"
  say "$(basename "$(dirname "$program")") $size bytes"
done

try() { # try PROGRAM runs the first commands of a new user
  "$1" version >"$log/out"
  grep -F "segls $version " "$log/out" >/dev/null || fail "$1 is not version $version"
  "$1" fragment testdata/samples/salt.md >"$log/out"
  grep 'fragments of' "$log/out" >/dev/null || fail "$1 shows no fragments"
  "$1" fragment --format jsonl testdata/samples/salt.md >"$log/out"
  grep '"text":' "$log/out" >/dev/null || fail "$1 writes no texts"
  "$1" check testdata/samples >"$log/out" || [ $? = 1 ] || fail "$1 does not check"
  "$1" curve --output "$log/curve.png" testdata/samples/salt.md
}

arch=$(dpkg --print-architecture)
mkdir "$log/archive"
tar -xzf "dist/segls_${version}_linux_$arch.tar.gz" -C "$log/archive" --strip-components=1
try "$log/archive/segls"
for file in LICENSE THIRD-PARTY-LICENCES README.md man/segls.1.gz completions/_segls docs/cli.md editors/nvim/lua/segls/init.lua editors/helix/languages.toml; do
  test -s "$log/archive/$file" || { find "$log/archive"; fail "the archive has no $file"; }
done
for page in README.md docs/tutorial.md; do
  grep -o ']([^):#]*' "$log/archive/$page" | cut -c 3- | grep -v '^http' | sort -u >"$log/links"
  while read -r link; do
    [ -z "$link" ] || [ -e "$log/archive/$(dirname "$page")/$link" ] || fail "the archive has no $link, to which $page leads"
  done <"$log/links"
done
say "the archive for linux/$arch runs"

deb=$(ls dist/*_"$arch".deb)
dpkg --install "$deb" >"$log/dpkg"
try /usr/bin/segls
test -s /usr/share/bash-completion/completions/segls || fail "no completion for bash"
dpkg --listfiles segls >"$log/files"
grep 'man1/segls-check.1.gz' "$log/files" >/dev/null || fail "no manual page of segls check"
dpkg --remove segls >>"$log/dpkg"
! test -e /usr/bin/segls || fail "it is not removed"
say "$(basename "$deb") installs, runs and is removed"

if command -v rpm >/dev/null; then
  package=$(ls dist/*.x86_64.rpm)
  of() { rpm --query --package --nosignature "$@" "$package"; }
  of --list >"$log/files"
  grep -x /usr/bin/segls "$log/files" >/dev/null || fail "the RPM has no program"
  say "RPM: $(of --queryformat '%{NAME} %{VERSION} %{LICENSE} %{ARCH}'), $(wc -l <"$log/files") files"
  of --requires >"$log/requires"
  if grep -v '^rpmlib' "$log/requires"; then fail "the RPM requires something"; fi
else
  say "rpm is not here, and the RPM not looked into (apt-get install rpm)"
fi

packaging/homebrew/formula.sh "$version" "$(ls dist/segls-*.tar.gz)" >dist/segls.rb
if command -v ruby >/dev/null; then ruby -c dist/segls.rb >/dev/null; fi
mkdir "$log/source"
tar -xzf dist/segls-*.tar.gz -C "$log/source" --strip-components=1
(cd "$log/source" && go build -trimpath -ldflags "-X main.version=$version" -o "$log/built" ./cmd/segls)
try "$log/built"
say "the source archive builds, and dist/segls.rb is the Homebrew formula that does so"
