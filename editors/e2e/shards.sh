#!/usr/bin/env bash
# Prints what the nightly run does beside each other, as a JSON list of E2E and FILES for `make e2e-all`: in VS Code each file
# of scenarios, in Neovim six files at a time, as they take seconds, and every other editor.
set -euo pipefail
cd "$(dirname "$0")"

{
    for file in vscode/scenarios/*.mjs; do
        echo "vscode $(basename "$file" .mjs)"
    done
    for file in nvim/scenarios/*.lua; do
        basename "$file" .lua
    done | xargs -n 6 echo nvim
    echo nvim screens install
    for editor in */run.sh; do
        editor=${editor%/run.sh}
        [[ $editor =~ ^(vscode|nvim|vscode-web)$ ]] || echo "$editor" # the last is in `make web`
    done
} | sed -E 's/^([^ ]+) ?(.*)/{"editor":"\1","files":"\2"}/' | paste -sd, | sed 's/.*/[&]/'
