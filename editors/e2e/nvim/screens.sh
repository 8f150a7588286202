#!/bin/bash
# Captures what a person sees in a terminal of 100 columns and 40 rows, and fails if it is not there.
#
#   screens.sh EDITOR VERSION FOLDER
#
# Called by run.sh in a furnished home. The screens are kept in FOLDER as text, and with their colours as .ansi.
set -euo pipefail

editor=$1 version=$2 folder=$3
socket=segls-$$
mkdir -p "$folder"

terminal() {
    tmux -u -f /dev/null -L "$socket" "$@"
}
trap 'terminal kill-session -t screen 2>/dev/null || true' EXIT

# await PATTERN waits until the screen shows it.
await() {
    for _ in $(seq 150); do
        terminal capture-pane -p -t screen | grep -q -- "$1" && return
        sleep 0.1
    done
    echo "nvim-$version: the screen never showed: $1"
    terminal capture-pane -p -t screen
    return 1
}

# keep NAME stores the screen.
keep() {
    sleep 0.3
    terminal capture-pane -p -t screen >"$folder/nvim-$version-$1.txt"
    terminal capture-pane -p -e -t screen >"$folder/nvim-$version-$1.ansi"
}

# type KEYS... as tmux names them.
type() {
    terminal send-keys -t screen "$@"
}

# command TEXT is typed as an Ex command.
command() {
    type -l ":$1"
    type Enter
}

# tour DOCUMENT NAME looks at a document.
tour() {
    command "edit $1"
    command 'lua session.go(session.readable_lens(0).range.start.line)'
    type -l 'zt3'
    type C-y
    await 'New topic · '
    keep "$2-lenses"
    type -l 'K'
    await '[Ss]imilarity'
    keep "$2-hover"
    command 'fclose!'
    command 'lua vim.lsp.codelens.run()'
    await 'VISUAL'
    keep "$2-selected"
    type Escape
    if [ "$version" != 0.10 ]; then
        command 'setlocal foldmethod=expr foldexpr=v:lua.vim.lsp.foldexpr() foldlevel=99'
        command 'lua session.await_fold()'
        command 'let &l:foldlevel = foldlevel(".") - 1'
        await '+--'
        keep "$2-folds"
    fi
}

# plugin DOCUMENT NAME looks at what the plug-in draws.
plugin() {
    command 'setlocal foldmethod=manual | normal! zE'
    command 'Segls previews on'
    command 'lua session.go(session.suggested(0)[2].range.start.line)'
    type -l 'zt2'
    type C-y
    await 'similarity 0'
    keep "$2-previews"
    command 'Segls curve'
    await '500 words (+ -)'
    keep "$2-curve"
    command 'Segls outline'
    await '◆ .*words'
    keep "$2-outline"
    type -l 'q'
    command 'Segls curve'
    command 'set nowrap | normal! zt3'
    type C-y
    keep "$2-nowrap"
    command 'set wrap'
    command "setlocal foldmethod=expr foldexpr=v:lua.require'segls.folds'.level() foldtext=v:lua.require'segls.folds'.text() foldlevel=99"
    command 'lua session.await_fold()'
    command 'let &l:foldlevel = foldlevel(".") - 1'
    await '◆ .* words · '
    keep "$2-fold-text"
    command 'setlocal foldmethod=manual | normal! zE'
    command 'Segls fragment preview'
    await 'asked for'
    keep "$2-preview"
    command 'fclose!'
    command 'Segls previews off'
}

here=$(cd "$(dirname "$0")" && pwd)
terminal new-session -d -s screen -x 100 -y 40 \
    "'$editor' --cmd \"lua package.path = '$here/?.lua;' .. package.path; session = require('session')\""
await 'No Name'
tour sample.md sample
plugin sample.md sample
if [ -n "${CORPUS_BOOK:-}" ]; then
    cp "$CORPUS_BOOK" "book.${CORPUS_BOOK##*.}"
    tour "book.${CORPUS_BOOK##*.}" book
fi
command 'qall!'
for _ in $(seq 50); do
    terminal has-session -t screen 2>/dev/null || exit 0
    sleep 0.1
done
echo "nvim-$version: :qall! did not end the editor"
exit 1
