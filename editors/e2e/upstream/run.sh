#!/bin/bash
# Tests the files of editors/upstream with the installed editors: Helix reads its entry and finds the server,
# Emacs compiles the client of lsp-mode without a warning. The scenario `upstream` tests Neovim's.
#
#   SEGLS=bin/segls editors/e2e/upstream/run.sh
#
# See editors/e2e/session.sh for the environment.
set -uo pipefail

. "$(dirname "$0")/../session.sh"
upstream=$repository/editors/upstream
failed=0

# verdict NAME PROBLEMS prints a result, with the problems as comments.
verdict() {
    if [ -z "$2" ]; then
        echo "ok - $1"
    else
        echo "not ok - $1" && sed 's/^/# /' <<<"$2"
        failed=1
    fi
}

if [ -x "$cache/helix/hx" ]; then
    mkdir -p "$home/config/helix"
    cp "$upstream/helix/languages.toml" "$home/config/helix/"
    provide "$home/bin" helix-health
    said=$(HOME=$home XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache PATH=$home/bin:$PATH "$cache/helix/hx" --health markdown 2>&1)
    grep -q "segls.*$home/bin/segls" <<<"$said" && said=
    verdict 'upstream, helix' "$said"
else
    absent 'upstream, helix' "$cache/helix/hx (editors/e2e/install-helix.sh)" || failed=1
fi

if emacs -q --batch --eval '(package-initialize)' -l lsp-mode 2>/dev/null; then
    cp "$upstream/lsp-mode/lsp-segls.el" "$home/"
    said=$(HOME=$home emacs -q --batch --eval '(package-initialize)' --eval '(setq byte-compile-error-on-warn t)' \
        -f batch-byte-compile "$home/lsp-segls.el" 2>&1) && [ -e "$home/lsp-segls.elc" ] && said=
    verdict 'upstream, lsp-mode' "$said"
else
    absent 'upstream, lsp-mode' 'emacs with lsp-mode (editors/e2e/install-emacs.sh)' || failed=1
fi
exit $failed
