#!/bin/bash
# Installs Emacs 30, with its own Eglot and lsp-mode 9.0, in a folder beside the system's, and this Debian's
# Emacs 28 with Eglot 1.9, lsp-mode and package-lint, for the end-to-end tests.
#
#   editors/e2e/install-emacs.sh [FOLDER]     default: CACHE, else .cache/editors at the top of the repository
#
# Emacs 30 comes from a newer Debian suite, see suite.sh. Existing files are kept. The programs are then
# `emacs` and FOLDER/emacs-30/emacs.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/suite.sh"
cache=${1:-${CACHE:-$here/../../.cache/editors}}

main() {
    mkdir -p "$cache"
    cache=$(cd "$cache" && pwd)
    tools patchelf
    [ -d /usr/share/emacs/site-lisp/elpa-src ] && compgen -G '/usr/share/emacs/site-lisp/elpa-src/eglot-*' >/dev/null &&
        compgen -G '/usr/share/emacs/site-lisp/elpa-src/lsp-mode-*' >/dev/null &&
        compgen -G '/usr/share/emacs/site-lisp/elpa-src/package-lint-*' >/dev/null || {
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends emacs-nox elpa-eglot elpa-lsp-mode elpa-package-lint >/dev/null
    }
    "$cache/emacs-30/emacs" --version >/dev/null 2>&1 || emacs_30
    [ -d "$cache/emacs-30-lsp/root" ] || lsp_mode_9
    echo "emacs: $(emacs --version | head -n 1), $("$cache/emacs-30/emacs" --version | head -n 1)"
}

# emacs_30 writes the command `emacs` last, so that an interrupted installation starts again. The variables in it are
# the paths of Lisp files, which otherwise are those of the build.
emacs_30() {
    local work=$cache/emacs-30.partial
    rm -rf "$work" "$cache/emacs-30"
    unpack trixie emacs-nox "$work"
    mv "$work" "$cache/emacs-30"
    own "$cache/emacs-30" usr/bin/emacs-nox
    local root=$cache/emacs-30/root lisp dump
    lisp=$(echo "$root"/usr/share/emacs/30.*/lisp)
    dump=$(find "$root/usr" -name '*.pdmp' -print -quit)
    cat >"$cache/emacs-30/emacs" <<WRAPPER
#!/bin/sh
export EMACSLOADPATH='$(find "$lisp" -type d -printf '%p:' | sed 's/:$//')' EMACSDATA='$(dirname "$lisp")/etc' EMACSPATH='$(dirname "$dump")'
exec '$root/usr/bin/emacs-nox' --dump-file='$dump' "\$@"
WRAPPER
    chmod +x "$cache/emacs-30/emacs"
}

# lsp_mode_9 unpacks the Lisp files of lsp-mode and its dependencies. Emacs loads them from there.
lsp_mode_9() {
    local work=$cache/emacs-30-lsp.partial
    rm -rf "$work" "$cache/emacs-30-lsp"
    unpack trixie elpa-lsp-mode "$work"
    mv "$work" "$cache/emacs-30-lsp"
}

main
