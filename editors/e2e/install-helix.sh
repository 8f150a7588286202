#!/bin/bash
# Installs Helix in a folder beside the system's, for the end-to-end tests.
#
#   editors/e2e/install-helix.sh [FOLDER]     default: CACHE, else .cache/editors at the top of the repository
#
# It comes from a newer Debian suite, see suite.sh. Existing files are kept. The program is then
# FOLDER/helix/hx.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/suite.sh"
cache=${1:-${CACHE:-$here/../../.cache/editors}}

main() {
    mkdir -p "$cache"
    cache=$(cd "$cache" && pwd)
    tools patchelf tmux
    "$cache/helix/hx" --version >/dev/null 2>&1 || helix
    echo "helix: $("$cache/helix/hx" --version)"
}

# helix writes the command `hx` last, so that an interrupted installation starts again.
helix() {
    local work=$cache/helix.partial
    rm -rf "$work" "$cache/helix"
    unpack forky hx "$work"
    mv "$work" "$cache/helix"
    local program
    program=$(cd "$cache/helix/root" && find usr -type f \( -name hx -o -name helix \) -perm -u+x -print -quit)
    own "$cache/helix" "$program"
    cat >"$cache/helix/hx" <<WRAPPER
#!/bin/sh
HELIX_RUNTIME='$(dirname "$(find "$cache/helix/root" -type d -name themes -print -quit)")' exec '$cache/helix/root/$program' "\$@"
WRAPPER
    chmod +x "$cache/helix/hx"
}

main
