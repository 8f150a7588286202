#!/usr/bin/env bash
# Prints the parallel jobs of the nightly run as a JSON list of E2E and FILES for `make e2e-all`: each file of
# scenarios in VS Code, six files at a time in Neovim, where they take seconds, and each other editor.
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
        [[ $editor =~ ^(vscode|nvim|vscode-web)$ ]] || echo "$editor" # vscode-web runs in `make web`
    done
} | sed -E 's/^([^ ]+) ?(.*)/{"editor":"\1","files":"\2"}/' | paste -sd, | sed 's/.*/[&]/'
