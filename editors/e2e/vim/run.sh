#!/bin/bash
# Drives Vim with ALE in a terminal of 100 columns and 30 rows against a built server, with editors/vim/segls-ale.vim:
# diagnostics, hover, an action, its undo.
#
#   SEGLS=bin/segls editors/e2e/vim/run.sh
#
# Vim and ALE are those of the system (Debian: vim, vim-ale). SEGLS, SAMPLE, SCREENS, SEGLS_RECORD, RECORDER and CI are those
# of editors/e2e/nvim/run.sh.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
server=$(realpath -m "${SEGLS:-$repository/bin/segls}")
sample=$(realpath "${SAMPLE:-$repository/testdata/samples/salt.md}")
screens=$(realpath -m "${SCREENS:-$repository/.cache/e2e/vim}")
socket=segls-vim-$$
home=$(mktemp -d)
export LC_ALL=C.UTF-8
[ -z "${RECORDER:-}" ] || RECORDER=$(realpath "$RECORDER")
[ -z "${SEGLS_RECORD:-}" ] || SEGLS_RECORD=$(realpath -m "$SEGLS_RECORD")

terminal() {
    tmux -u -f /dev/null -L "$socket" "$@"
}
trap 'terminal kill-session -t screen 2>/dev/null; rm -rf "$home"' EXIT

fail() {
    echo "not ok - vim, ALE: $1"
    terminal capture-pane -p -t screen 2>/dev/null | sed 's/^/# /'
    exit 1
}

await() {
    for _ in $(seq 150); do
        terminal capture-pane -p -t screen | grep -q -- "$1" && return
        sleep 0.1
    done
    fail "the screen never showed: $1"
}

keep() {
    sleep 0.3
    terminal capture-pane -p -t screen >"$screens/vim-$1.txt"
}

command_line() {
    terminal send-keys -t screen -l ":$1"
    terminal send-keys -t screen Enter
}

# saved CHECK WHAT writes the document until it passes a check.
saved() {
    for _ in $(seq 30); do
        command_line 'write'
        sleep 0.2
        eval "$1" && return
    done
    fail "the document is not $2"
}

[ -e "$server" ] || { echo "run.sh: $server is missing" >&2; exit 2; }
if ! command -v vim >/dev/null || ! [ -d /usr/share/vim-ale ]; then
    [ -z "${CI:-}" ] || fail 'not installed: vim with vim-ale'
    echo 'ok - vim, ALE # skip not installed (Debian: vim, vim-ale)'
    exit 0
fi

mkdir -p "$screens" "$home"/{bin,chapters}
launch=("$server")
[ -z "${SEGLS_RECORD:-}" ] || { mkdir -p "$SEGLS_RECORD" && launch=("${RECORDER:?the program that records}" -o "$SEGLS_RECORD/vim-%p.jsonl" -- "$server"); }
printf '#!/bin/sh\nexec %s"$@"\n' "$(printf '%q ' "${launch[@]}")" >"$home/bin/segls"
chmod +x "$home/bin/segls"
cat >"$home/vimrc" <<VIMRC
set nocompatible
filetype plugin on
set runtimepath^=/usr/share/vim-ale runtimepath+=/usr/share/vim-ale/after
let g:ale_linters_explicit = 1
let g:ale_linters = {'markdown': ['segls'], 'text': ['segls']}
source $repository/editors/vim/segls-ale.vim
VIMRC
cd "$home/chapters" || exit 2
touch .segls.toml
cp "$sample" chapter.md
line=$("$server" fragment --format json chapter.md | node -e 'const d = JSON.parse(require("fs").readFileSync(0))
console.log(d.paragraphs[d.gaps.find((gap) => gap.boundary && !gap.constraint).after].line)') || fail 'no boundary in the sample'
long=$(awk 'NF > n { n = NF; at = NR } END { print at }' chapter.md)

terminal new-session -d -s screen -x 100 -y 30 "env HOME='$home' PATH='$home/bin:$PATH' vim -u '$home/vimrc' chapter.md"
await 'There is a rock'
sleep 1
command_line "$long"
await 'paragraph-too-long'
keep diagnostics
command_line "$line"
command_line 'ALEHover'
await '[Ss]imilarity'
keep hover
command_line 'only'
command_line 'ALECodeAction'
await 'Insert a break'
keep actions
terminal send-keys -t screen 2 Enter
sleep 0.5
# shellcheck disable=SC2016
saved '[ "$(diff chapter.md "$sample" | grep -c "^< \* \* \*")" = 1 ]' 'what it was and a break'
terminal send-keys -t screen u
saved 'cmp -s chapter.md "$sample"' 'what it was, after one undo'
command_line 'qall!'
echo 'ok - vim, ALE'
