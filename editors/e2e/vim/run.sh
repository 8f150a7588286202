#!/bin/bash
# Tests Vim with ALE in a terminal with a built server and editors/vim/segls-ale.vim:
# diagnostics, hover, an action, its undo, two moves at once, file names with special characters.
#
#   SEGLS=bin/segls editors/e2e/vim/run.sh
#
# Vim and ALE are installed in the system (Debian: vim, vim-ale). See editors/e2e/session.sh for the environment.
set -uo pipefail

editor='vim, ALE'
. "$(dirname "$0")/../session.sh"

command_line() {
    type -l ":$1"
    type Enter
}

# saved CHECK WHAT saves the document until it passes a check.
saved() {
    for _ in $(seq 300); do
        command_line 'write'
        sleep 0.2
        eval "$1" && return
    done
    fail "the document is not $2"
}

if ! command -v vim >/dev/null || ! [ -d /usr/share/vim-ale ]; then
    absent "$editor" 'Debian: vim, vim-ale'
    exit
fi

mkdir -p "$home/chapters"
provide "$home/bin" vim
cat >"$home/vimrc" <<VIMRC
set nocompatible linebreak
filetype plugin on
set runtimepath^=/usr/share/vim-ale runtimepath+=/usr/share/vim-ale/after
let g:ale_linters_explicit = 1
let g:ale_linters = {'markdown': ['segls'], 'text': ['segls']}
source $repository/editors/vim/segls-ale.vim
" Moves the fragments at two lines, the second sent before the first is answered.
function! TwoMoves(one, other) abort
  for l:line in [a:one, a:other]
    let l:argument = {'uri': ale#util#ToURI(expand('%:p')), 'position': {'line': l:line - 1, 'character': 0}}
    call ale#lsp_linter#SendRequest(bufnr(''), 'segls', ale#lsp#message#ExecuteCommand('segls.moveFragmentDown', [l:argument]))
  endfor
endfunction
VIMRC
cd "$home/chapters" || exit 2
touch .segls.toml
cp "$sample" chapter.md
line=$(first_boundary) || fail 'no boundary in the sample'

open -y 30 "env HOME='$home' PATH='$home/bin:$PATH' vim -u '$home/vimrc' chapter.md"
await 'There is a rock'
sleep 1
command_line "$(longest_line)"
await 'paragraph-too-long'
keep vim-diagnostics
command_line "$line"
command_line 'ALEHover'
await 'words change here'
keep vim-hover
command_line 'only'
command_line 'ALECodeAction'
await 'New scene here'
keep vim-actions
type "$(terminal capture-pane -p -t screen | sed -n 's/^\([0-9]*\)) New scene here.*/\1/p')" Enter
sleep 0.5
# shellcheck disable=SC2016
saved '[ "$(diff chapter.md "$sample" | grep -c "^< \* \* \*")" = 1 ]' 'the original text with a break'
type u
saved 'cmp -s chapter.md "$sample"' 'what it was, after one undo'
above=$(grep -n 'Look at table salt' "$sample" | cut -d : -f 1)
# gone LINE reports whether a line of the sample is no longer in its place.
gone() {
    ! cmp -s <(sed -n "$1p" chapter.md) <(sed -n "$1p" "$sample")
}
# shellcheck disable=SC2016
moved='gone "$line" && gone "$above" && cmp -s <(sort chapter.md) <(sort "$sample")'
command_line "call TwoMoves($line, $above)"
saved "$moved" 'the sample with two fragments in other places, after two moves at once'
keep vim-two-moves
# shellcheck disable=SC2016
saved 'type u; sleep 0.2; command_line write; sleep 0.2; cmp -s chapter.md "$sample"' 'the original text after an undo of both moves'
command_line 'qall!'

# An action works in files of any name, and no part of a name is executed. ALE replaces \ in a name by /.
for name in "${names[@]}"; do
    [[ $name != *\\* ]] || continue
    cp "$sample" "./$name"
    open -y 40 -c "$home/chapters" \
        "env HOME='$home' PATH='$home/bin:$PATH' vim -u '$home/vimrc' +$line $(printf '%q' "./$name")"
    await 'Most animals'
    command_line 'ALECodeAction'
    await 'Move fragment down'
    type "$(terminal capture-pane -p -t screen | sed -n 's/^\([0-9]*\)) Move fragment down.*/\1/p')" Enter
    sleep 0.5
    # shellcheck disable=SC2016
    saved '! cmp -s "./$name" "$sample" && cmp -s <(sort "./$name") <(sort "$sample")' "the sample in another order: $name"
    [ ! -e ran ] || fail "a part of the name $name was executed"
    command_line 'qall!'
done
echo 'ok - vim, ALE'
