#!/bin/bash
# Drives Emacs in batch against a built server: 28 with Eglot 1.9 and with lsp-mode 8.0, and 30 with its own Eglot.
#
#   SEGLS=bin/segls editors/e2e/emacs/run.sh
#
# The environment is that of editors/e2e/session.sh. What lsp-mode 8.0 says of itself is not quite the protocol's (null where an
# object is asked for), so its traffic goes to the folder lax in SEGLS_RECORD.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../session.sh"
failed=0

# test_in NAME EDITOR SCRIPT LIBRARY runs a script in an Emacs that has the library.
test_in() {
    local name=$1 editor=$2 script=$3 library=$4 folder=$home/$1
    if ! command -v "$editor" >/dev/null || ! "$editor" -q --batch --eval '(package-initialize)' -l "$library" 2>/dev/null; then
        absent "$name" "$editor with $library (editors/e2e/install-emacs.sh)" || failed=1
        return
    fi
    mkdir -p "$folder/chapters/.git"
    cp "$sample" "$folder/chapters/chapter.md"
    local recording=$name
    [ "$library" != lsp-mode ] || recording=lax/$name
    provide "$folder/bin" "$recording"
    HOME=$folder PATH=$folder/bin:$PATH SEGLS_E2E_DIR=$folder/chapters timeout 600 "$editor" -q --batch \
        --eval '(package-initialize)' -L "$here" -L "$repository/editors/emacs" -l "$script" >"$folder/output" 2>"$folder/messages" || failed=1
    grep -E '^(ok|not ok|#)' "$folder/output" || { failed=1; echo "not ok - $name"; }
    grep -q '^ok' "$folder/output" || tail -n 15 "$folder/messages" | cut -c 1-300 | sed 's/^/# /'
}

# compiles NAME EDITOR LIBRARY... compiles the files of the package in an Emacs that has the libraries, and has its documentation
# looked at: neither may say anything.
compiles() {
    local name=$1 editor=$2 folder=$home/$1 said
    command -v "$editor" >/dev/null || { absent "$name" "$editor" || failed=1; return; }
    mkdir -p "$folder"
    cp "$repository"/editors/emacs/*.el "$folder"
    said=$(cd "$folder" && for file in segls.el segls-eglot.el segls-lsp.el; do
        "$editor" -q --batch --eval '(package-initialize)' -L . -f batch-byte-compile "$file" 2>&1
        "$editor" -q --batch --eval "(progn (require 'checkdoc) (checkdoc-file \"$file\"))" 2>&1
    done | grep -v '^Loading ')
    [ -z "$said" ] && echo "ok - $name" && return
    failed=1
    echo "not ok - $name"
    sed 's/^/# /' <<<"$said"
}

compiles emacs-28-compile emacs
test_in emacs-28-eglot emacs "$here/eglot-test.el" eglot
test_in emacs-28-lsp-mode emacs "$here/lsp-mode-test.el" lsp-mode
test_in emacs-30-eglot "$cache/emacs-30/emacs" "$here/eglot-test.el" eglot
exit $failed
