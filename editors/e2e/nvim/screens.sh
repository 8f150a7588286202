#!/bin/bash
# Captures the screens of a terminal with 100 columns and 40 rows, and fails if an expected text is missing.
#
#   screens.sh PROGRAM VERSION
#
# Called by run.sh in a prepared home. The screens are saved in SCREENS as text, and with colours as .ansi.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../session.sh"
program=$1 version=$2
editor=nvim-$version

# command TEXT types an Ex command.
command() {
    type -l ":$1"
    type Enter
}

# tour DOCUMENT NAME captures a document.
tour() {
    command "edit $1"
    command 'lua session.go(session.await_lenses(0)[1].range.start.line)'
    type -l 'zt3'
    type C-y
    await 'ew topic.* · '
    keep "$editor-$2-lenses"
    type -l 'K'
    await 'words change here'
    keep "$editor-$2-hover"
    command 'fclose!'
    command 'lua vim.lsp.codelens.run()'
    await 'VISUAL'
    keep "$editor-$2-selected"
    escape
    if [ "$version" != 0.10 ]; then
        command 'setlocal foldmethod=expr foldexpr=v:lua.vim.lsp.foldexpr() foldtext& foldlevel=99'
        command 'lua session.await_fold()'
        command 'let &l:foldlevel = foldlevel(".") - 1'
        await '+--'
        keep "$editor-$2-folds"
    fi
}

# zen NAME captures the curve beside a floating text.
zen() {
    command 'lua session.float()'
    command 'lua session.go(session.suggested(0)[2].range.start.line)'
    type -l 'zt2'
    type C-y
    command 'Segls curve'
    await 'segls: curve ─'
    await 'words (+ -)'
    keep "$editor-$1-zen"
    command 'Segls curve'
    command 'fclose!'
}

# plugin DOCUMENT NAME captures the views of the plug-in.
plugin() {
    command 'setlocal foldmethod=manual | normal! zE'
    command 'Segls previews on'
    command 'lua session.go(session.suggested(0)[2].range.start.line)'
    type -l 'zt2'
    type C-y
    await '── perhaps a new topic · 1015 words'
    keep "$editor-$2-previews"
    command 'Segls curve'
    await 'words (+ -)'
    keep "$editor-$2-curve"
    command 'Segls outline'
    await '◆ .*words'
    keep "$editor-$2-outline"
    command 'vertical resize 30'
    await '◆ .* [0-9][0-9]*$' # without "words", because the window is narrow
    type -l 'q'
    command 'Segls curve'
    command 'set nowrap | normal! zt3'
    type C-y
    keep "$editor-$2-nowrap"
    command 'set wrap'
    zen "$2"
    command "setlocal foldmethod=expr foldexpr=v:lua.require'segls.folds'.level() foldtext=v:lua.require'segls.folds'.text() foldlevel=99"
    command 'lua session.await_fold()'
    command 'let &l:foldlevel = foldlevel(".") - 1'
    await '◆ .* words · '
    keep "$editor-$2-fold-text"
    command 'setlocal foldmethod=manual | normal! zE'
    command 'Segls fragment preview'
    await 'paragraphs\? about'
    keep "$editor-$2-preview"
    command 'fclose!'
    command 'Segls previews off'
}

# work captures a work of several files: the sample and three others.
work() {
    mkdir -p road/src
    printf '[book]\ntitle = "The salt road"\n' >road/book.toml
    printf '%s\n' '# Summary' '' '[Foreword](foreword.md)' '' '# The road' '' '- [Salt](salt.md)' '  - [Mules](mules.md)' '- [Ferries](ferries.md)' \
        >road/src/SUMMARY.md
    cp sample.md road/src/salt.md
    printf '%s\n' '# Foreword' '' 'Salt made towns rich.' >road/src/foreword.md
    printf '%s\n' '# Mules' '' 'Mules carry it over the hills.' '' '## Boats' '' 'Boats take it down the river.' >road/src/mules.md
    printf '%s\n' '# Ferries' '' 'A ferry crosses the river.' >road/src/ferries.md
    printf '%s\n' '# Notes' '' 'In no order.' >road/src/notes.md
    command 'edit road/src/mules.md'
    command 'Segls work'
    await 'The salt road .* words'
    type -l 'za'
    await '# Boats'
    keep "$editor-work"
    type -l 'q'
    command 'Segls board'
    await 'Salt made towns rich'
    await 'Mules carry it over the hills'
    keep "$editor-board"
    type -l 'q'
}

# scenes captures the outline of a chapter with scenes.
scenes() {
    # A scene is three paragraphs of the sample.
    awk -v RS= 'BEGIN { print "# Salt" } /^#/ { next } n == 12 { exit } { print (n && n % 3 == 0 ? "\n* * *\n" : ""); print; n++ }' sample.md >scenes.md
    command 'edit scenes.md'
    command 'Segls outline'
    await 'Scene 4'
    keep "$editor-scenes"
    command 'Segls outline'
}

terminal new-session -d -s screen -x 100 -y 40 \
    "'$program' --cmd \"lua package.path = '$here/?.lua;' .. package.path; session = require('session')\""
await 'No Name'
command 'set linebreak' # usual for prose
tour sample.md sample
plugin sample.md sample
if [ -n "${CORPUS_BOOK:-}" ]; then
    cp "$CORPUS_BOOK" "book.${CORPUS_BOOK##*.}"
    tour "book.${CORPUS_BOOK##*.}" book
fi
scenes
work
command 'qall!'
for _ in $(seq 900); do
    terminal has-session -t screen 2>/dev/null || exit 0
    sleep 0.1
done
fail ':qall! did not end the editor'
