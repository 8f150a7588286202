#!/bin/bash
# Fetches fixed revisions of the plug-ins for the scenarios `beside` and `beside_fzf`. The latter also needs
# fzf.
#
#   editors/e2e/install-plugins.sh [FOLDER]     default: CACHE, else .cache/editors at the top of the repository
#
# Not part of `make editors`, because the plug-ins come from GitHub and the tests otherwise need only package
# registries. Without the plug-ins the scenarios are skipped.
set -euo pipefail

cache=${1:-${CACHE:-$(cd "$(dirname "$0")" && pwd)/../../.cache/editors}}

while read -r repository revision; do
    folder=$cache/plugins/$(basename "$repository")
    [ ! -e "$folder" ] || continue
    git init -q "$folder.partial"
    git -C "$folder.partial" fetch -q --depth 1 "https://github.com/$repository" "$revision"
    git -C "$folder.partial" checkout -q FETCH_HEAD
    mv "$folder.partial" "$folder"
done <<PLUGINS
MeanderingProgrammer/render-markdown.nvim f422cb5c6855f150e2ddcfaf44e7157b98b34f6a
nvim-telescope/telescope.nvim 7d324792b7943e4aa16ad007212e6acc6f9fe335
nvim-lua/plenary.nvim b9fd5226c2f76c951fc8ed5923d85e4de065e509
stevearc/aerial.nvim 645d108a5242ec7b378cbe643eb6d04d4223f034
nvim-lualine/lualine.nvim 221ce6b2d999187044529f49da6554a92f740a96
ibhagwan/fzf-lua 9ad7340dcc6d2afc30e64fb4088597c7573ed62c
PLUGINS
ls "$cache/plugins"
