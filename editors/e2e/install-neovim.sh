#!/bin/bash
# Puts two Neovims, 0.10 and 0.12, into a folder beside whatever the system has, for the end-to-end tests.
#
#   editors/e2e/install-neovim.sh [FOLDER]     default: CACHE, else .cache/editors at the top of the repository
#
# They come from two newer Debian suites, see suite.sh. What is there is kept. Afterwards FOLDER/nvim-0.10/nvim and
# FOLDER/nvim-0.12/nvim are programs to run.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/suite.sh"
cache=${1:-${CACHE:-$here/../../.cache/editors}}

main() {
    mkdir -p "$cache"
    cache=$(cd "$cache" && pwd)
    tools patchelf tmux
    neovim nvim-0.10 trixie
    neovim nvim-0.12 forky
    for editor in nvim-0.10 nvim-0.12; do
        echo "$editor: $("$cache/$editor/nvim" --version | head -n 1)"
    done
}

# neovim NAME SUITE makes $cache/NAME from the suite's package. It works in a neighbouring folder and renames it at the end,
# so that an interrupted run leaves nothing that looks finished.
neovim() {
    local name=$1 suite=$2
    if "$cache/$name/nvim" --version >/dev/null 2>&1; then
        return
    fi
    local work="$cache/$name.partial"
    rm -rf "$work" "${cache:?}/$name"
    unpack "$suite" neovim "$work"
    mv "$work" "$cache/$name"
    wrap "$cache/$name"
}

# wrap FOLDER writes the command that starts the unpacked Neovim.
wrap() {
    local root=$1/root
    local program=$root/usr/bin/nvim
    own "$1" usr/bin/nvim
    # Neovim looks for its parsers beside itself in lib/nvim, Debian keeps them one folder deeper.
    local libraries
    libraries=$(dirname "$(find "$root" -name libc.so.6 -print -quit)")
    [ -e "$root/usr/lib/nvim" ] || ln -s "$(basename "$libraries")/nvim" "$root/usr/lib/nvim"
    cat >"$1/nvim" <<WRAPPER
#!/bin/sh
VIMRUNTIME='$root/usr/share/nvim/runtime' exec '$program' "\$@"
WRAPPER
    chmod +x "$1/nvim"
}

main
