#!/bin/bash
# Runs the unit tests of the Neovim plug-in, without a server and without user configuration, in seconds.
#
#   editors/e2e/nvim/unit/run.sh [NAME...]     test files without _test.lua; by default all
#
# CACHE     the folder of install-neovim.sh, by default .cache/editors; if it does not exist, the system's
#           Neovim is used
# COVERAGE  if set, prints the coverage of each module
# CI        if set, a missing Neovim is a failure
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../../.." && pwd)
cache=${CACHE:-$repository/.cache/editors}
export UNIT_TESTS="$*"

editors=()
for editor in "$cache"/nvim-*/nvim; do
    [ -x "$editor" ] && editors+=("$editor")
done
if [ ${#editors[@]} -eq 0 ] && nvim --headless -u NONE -c 'if has("nvim-0.10") | q | else | cq | endif' 2>/dev/null; then
    editors=(nvim)
fi
if [ ${#editors[@]} -eq 0 ]; then
    echo "Lua tests: skipped, because Neovim 0.10 or later is not installed (editors/e2e/install-neovim.sh)"
    [ -z "${CI:-}" ]
    exit
fi

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
failed=0
for editor in "${editors[@]}"; do
    rm -rf "$home"/* && mkdir "$home/run" && chmod 700 "$home/run"
    env -u VIMINIT -u NVIM -u LANGUAGE LC_ALL=C.UTF-8 HOME="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_STATE_HOME="$home" \
        XDG_CACHE_HOME="$home" XDG_RUNTIME_DIR="$home/run" UNIT_FOLDER="$home" \
        timeout 120 "$editor" --headless -u NONE -i NONE -c "luafile $here/run.lua" </dev/null 2>"$home/noise" || { failed=1 && tail -c 2000 "$home/noise"; }
done
exit $failed
