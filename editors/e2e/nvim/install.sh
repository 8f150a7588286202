#!/bin/bash
# Installs the plug-in as users do, from a clone of this repository, and reports whether it works: in Neovim
# 0.10 as a package, as plug-in managers do, and in later versions by vim.pack in init.lua.
#
#   install.sh NVIM VERSION      in the home created by run.sh
set -euo pipefail

editor=$1 version=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repository=$(cd "$here/../../.." && pwd)
rm -rf "$XDG_DATA_HOME/nvim/site"

# A repository with the present files of the plug-in, committed or not.
source=$HOME/segls.git
mkdir "$source"
(cd "$repository" && tar -cf - plugin editors/nvim .gitignore) | tar -xf - -C "$source"
rm -f "$source/editors/nvim/doc/tags"
git -C "$source" init --quiet --initial-branch=main
git -C "$source" add .
git -C "$source" -c user.name=Writer -c user.email=writer@example.com commit --quiet --message=segls

case $version in
0.10)
    package=$XDG_DATA_HOME/nvim/site/pack/deps/opt/segls
    git clone --quiet "$source" "$package"
    cat >"$XDG_CONFIG_HOME/nvim/init.lua" <<'LUA'
vim.cmd.packadd('segls')
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  callback = function(event)
    require('segls').start(event.buf)
  end,
})
LUA
    ;;
*)
    package=$XDG_DATA_HOME/nvim/site/pack/core/opt/segls
    cat >"$XDG_CONFIG_HOME/nvim/init.lua" <<LUA
vim.pack.add({ { src = 'file://$source', name = 'segls' } }, { confirm = false })
vim.lsp.enable('segls')
LUA
    ;;
esac

SEGLS_E2E_SCENARIO=$here/installed.lua SEGLS_E2E_VERDICT=$HOME/verdict \
    timeout 300 "$editor" --headless -c "luafile $here/main.lua" </dev/null >"$HOME/output" 2>&1 || true
[ "$(head -n 1 "$HOME/verdict")" = ok ] || { cat "$HOME/verdict" "$HOME/output"; exit 1; }
changed=$(git -C "$package" status --porcelain)
[ -z "$changed" ] || { echo "the clone is no longer clean: $changed"; exit 1; }
