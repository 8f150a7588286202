#!/bin/bash
# Installs Neovim 0.10 and 0.12 in a folder beside the system's, for the end-to-end tests.
#
#   editors/e2e/install-neovim.sh [FOLDER]     default: CACHE, else .cache/editors at the top of the repository
#
# They come from two newer Debian suites, see suite.sh. Existing files are kept. The programs are then
# FOLDER/nvim-0.10/nvim and FOLDER/nvim-0.12/nvim.
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

# neovim NAME SUITE creates $cache/NAME. It writes the command `nvim` last: an interrupted installation starts again.
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

# wrap FOLDER writes a command that starts the unpacked Neovim.
wrap() {
    local root=$1/root
    local program=$root/usr/bin/nvim
    own "$1" usr/bin/nvim
    # Neovim looks for its parsers in lib/nvim; Debian has them one folder deeper.
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
