#!/bin/bash
# Tests Emacs in batch mode with a built server: Emacs 28 with Eglot 1.9 and lsp-mode 8.0, and Emacs 30 with its own
# Eglot and lsp-mode 9.0.
#
#   SEGLS=bin/segls editors/e2e/emacs/run.sh
#
# See editors/e2e/session.sh for the environment. Some messages of lsp-mode 8.0 are invalid (null instead of an
# object), so the traffic of lsp-mode is recorded in the subfolder lax of SEGLS_RECORD.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../session.sh"
failed=0

# test_in NAME EDITOR SCRIPT LIBRARY [FOLDER...] runs a script in an Emacs that can load the library, with the given
# folders on its load path.
test_in() {
    local name=$1 editor=$2 script=$3 library=$4 folder=$home/$1 more=()
    more+=(--eval '(setq native-comp-enable-subr-trampolines nil)') # an unpacked Emacs has no compiler for them
    for path in "${@:5}"; do more+=(-L "$path"); done
    if ! command -v "$editor" >/dev/null || ! "$editor" -q --batch --eval '(package-initialize)' "${more[@]}" -l "$library" 2>/dev/null; then
        absent "$name" "$editor with $library (editors/e2e/install-emacs.sh)" || failed=1
        return
    fi
    mkdir -p "$folder/chapters/.git"
    cp "$sample" "$folder/chapters/chapter.md"
    local recording=$name
    [ "$library" != lsp-mode ] || recording=lax/$name
    provide "$folder/bin" "$recording"
    HOME=$folder PATH=$folder/bin:$PATH SEGLS_E2E_DIR=$folder/chapters SEGLS_E2E_NAMES=$(IFS=$'\n' && echo "${names[*]}") timeout 600 "$editor" -q --batch \
        --eval '(package-initialize)' "${more[@]}" -L "$here" -L "$repository/editors/emacs" -l "$script" >"$folder/output" 2>"$folder/messages" || failed=1
    grep -E '^(ok|not ok|#)' "$folder/output" || { failed=1; echo "not ok - $name"; }
    grep -q '^ok' "$folder/output" || tail -n 15 "$folder/messages" | cut -c 1-300 | sed 's/^/# /'
}

# compiles NAME EDITOR compiles and checks the package, without warnings. Debian 12's package-lint lacks Emacs 28.
compiles() {
    local name=$1 editor=$2 folder=$home/$1 said
    if ! "$editor" -q --batch --eval '(package-initialize)' -l package-lint 2>/dev/null; then
        absent "$name" "$editor with package-lint (editors/e2e/install-emacs.sh)" || failed=1
        return
    fi
    mkdir -p "$folder"
    cp "$repository"/editors/emacs/*.el "$folder"
    said=$(
        cd "$folder" || exit
        for file in segls.el segls-eglot.el segls-lsp.el; do
            "$editor" -q --batch --eval '(package-initialize)' -L . -f batch-byte-compile "$file"
            "$editor" -q --batch --eval "(progn (require 'checkdoc) (checkdoc-file \"$file\"))"
        done 2>&1 | grep -v '^Loading '
        "$editor" -q --batch --eval '(package-initialize)' -L . -l package-lint --eval '(setq package-lint-main-file "segls.el")' \
            -f package-lint-batch-and-exit segls.el segls-eglot.el segls-lsp.el 2>&1 |
            grep -v '^Loading \|^Entering directory \|uninstallable in all released Emacs'
    )
    [ -z "$said" ] && echo "ok - $name" && return
    failed=1
    echo "not ok - $name"
    sed 's/^/# /' <<<"$said"
}

compiles emacs-28-compile emacs
test_in emacs-28-eglot emacs "$here/eglot-test.el" eglot
test_in emacs-28-lsp-mode emacs "$here/lsp-mode-test.el" lsp-mode
test_in emacs-30-eglot "$cache/emacs-30/emacs" "$here/eglot-test.el" eglot
test_in emacs-30-lsp-mode "$cache/emacs-30/emacs" "$here/lsp-mode-test.el" lsp-mode \
    "$cache"/emacs-30-lsp/root/usr/share/emacs/site-lisp/elpa-src/*
exit $failed
