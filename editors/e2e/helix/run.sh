#!/bin/bash
# Drives Helix in a terminal of 100 columns and 40 rows against a built server, with the files of editors/helix as its
# configuration: hints, diagnostics, hover, symbols, code actions, workspace commands, edits beside wide characters, undo.
#
#   SEGLS=bin/segls editors/e2e/helix/run.sh
#
# SEGLS, CACHE, SAMPLE, SCREENS, SEGLS_RECORD, RECORDER and CI are those of editors/e2e/nvim/run.sh.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
server=$(realpath -m "${SEGLS:-$repository/bin/segls}")
editor=$(realpath -m "${CACHE:-$repository/.cache/editors}")/helix/hx
sample=${SAMPLE:-$repository/testdata/samples/salt.md}
screens=$(realpath -m "${SCREENS:-$repository/.cache/e2e/helix}")
socket=segls-helix-$$
home=$(mktemp -d)
export LC_ALL=C.UTF-8
[ -z "${RECORDER:-}" ] || RECORDER=$(realpath "$RECORDER")
[ -z "${SEGLS_RECORD:-}" ] || SEGLS_RECORD=$(realpath -m "$SEGLS_RECORD")

terminal() {
    tmux -u -f /dev/null -L "$socket" "$@"
}
trap 'terminal kill-session -t screen 2>/dev/null; rm -rf "$home"' EXIT

fail() {
    echo "not ok - helix: $1"
    terminal capture-pane -p -t screen 2>/dev/null | sed 's/^/# /'
    tail -n 5 "$home/cache/helix/helix.log" 2>/dev/null | cut -c 1-300 | sed 's/^/# /'
    exit 1
}

# await PATTERN waits until the screen shows it.
await() {
    for _ in $(seq 150); do
        terminal capture-pane -p -t screen | grep -q -- "$1" && return
        sleep 0.1
    done
    fail "the screen never showed: $1"
}

keep() {
    sleep 0.3
    terminal capture-pane -p -t screen >"$screens/helix-$1.txt"
}

type() {
    terminal send-keys -t screen "$@"
}

# command TEXT is typed after a colon.
command_line() {
    type Escape
    sleep 0.1 # what follows an escape at once is taken for a key with Alt
    type -l ":$1"
    type Enter
}

# choose TITLE takes an action from the menu, in which the first is selected.
choose() {
    type -l ' a'
    await "$1"
    sleep 0.3
    local title
    while read -r title; do
        case $title in "$1"*) break ;; esac
        type Down
    done < <(terminal capture-pane -p -t screen |
        grep -oE '(Extract fragment|Insert heading|Insert a break|Keep this|No boundary|(Split|Merge) paragraph|(Move|Swap) fragment) .*')
    type Enter
}

# saved FILE WHAT writes the document and waits until it is the file.
saved() {
    for _ in $(seq 50); do
        command_line 'write!'
        sleep 0.2
        cmp -s chapter.md "$1" && return
    done
    diff chapter.md "$1" | head -n 10 | cut -c 1-200
    fail "the document is not $2"
}

[ -e "$server" ] || { echo "run.sh: $server is missing" >&2; exit 2; }
if [ ! -x "$editor" ]; then
    [ -z "${CI:-}" ] || fail "not installed: $editor (editors/e2e/install-helix.sh)"
    echo "ok - helix # skip not installed, see editors/e2e/install-helix.sh"
    exit 0
fi

mkdir -p "$screens" "$home"/{bin,config/helix,cache,chapters}
cp "$repository"/editors/helix/*.toml "$home/config/helix/"
launch=("$server")
[ -z "${SEGLS_RECORD:-}" ] || { mkdir -p "$SEGLS_RECORD" && launch=("${RECORDER:?the program that records}" -o "$SEGLS_RECORD/helix-%p.jsonl" -- "$server"); }
printf '#!/bin/sh\necho $$ >%q\nexec %s"$@"\n' "$home/pid" "$(printf '%q ' "${launch[@]}")" >"$home/bin/segls"
chmod +x "$home/bin/segls"
cd "$home/chapters" || exit 2
touch .segls.toml
cp "$sample" chapter.md

# The line of the first suggested boundary, from 1.
line=$("$server" fragment --format json chapter.md | node -e 'const d = JSON.parse(require("fs").readFileSync(0))
console.log(d.paragraphs[d.gaps.find((gap) => gap.boundary && !gap.constraint).after].line)') || fail "no boundary in the sample"

terminal new-session -d -s screen -x 100 -y 40 \
    "env HOME='$home' XDG_CONFIG_HOME='$home/config' XDG_CACHE_HOME='$home/cache' PATH='$home/bin:$PATH' '$editor' chapter.md"
await 'chapter.md'
command_line "$line"
type -l 'zz'
await 'New topic · '
keep hints
type -l ' k'
await '[Ss]imilarity'
keep hover
type Escape
sleep 0.1
type -l ' s'
await 'A small cube'
keep symbols
type Escape
sleep 0.1
type -l ' a'
await 'Move fragment up'
keep actions
type Escape

# Diagnostics: the paragraph of the sample that is too long.
long=$(awk 'NF > n { n = NF; at = NR } END { print at }' chapter.md)
command_line "$long"
type -l ' d'
await 'paragraph-too-long'
keep diagnostics
type Escape

# An edit beside emoji and CJK, then an action whose positions the server counts, then both undone.
command_line 1
type -l 'O'
sleep 0.2
type -l '漢字 🌊 begins a paragraph that stands beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.'
type Enter
type Escape
printf '%s\n' '漢字 🌊 begins a paragraph that stands beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.' '' | cat - "$sample" >typed.md
sleep 0.3
saved typed.md 'what was typed'
type -l 'ggfSf🧂'
choose 'Split paragraph before this sentence'
printf '%s\n' '漢字 🌊 begins a paragraph that stands beside wide signs.' '' '👩‍🚀 Salt 🧂 keeps fish.' '' | cat - "$sample" >split.md
saved split.md 'split before the sentence at the cursor'
type Escape
sleep 0.1
type -l 'u'
saved typed.md 'what it was before the action, after one undo'
type -l 'u'
saved "$sample" 'what it was at first, after two undos'

# A command of the workspace, with its argument: the fragment moves, one undo takes it back.
uri="file://$home/chapters/chapter.md"
command_line "lsp-workspace-command segls.moveFragmentDown {\"uri\":\"$uri\",\"position\":{\"line\":$((line - 1)),\"character\":0}}"
sleep 1
command_line 'write!'
for _ in $(seq 50); do
    cmp -s chapter.md "$sample" || break
    sleep 0.1
    command_line 'write!'
done
cmp -s <(sort chapter.md) <(sort "$sample") || fail 'a move has changed more than the order of lines'
cmp -s chapter.md "$sample" && fail 'the fragment was not moved'
keep moved
type Escape
sleep 0.1
type -l 'u'
saved "$sample" 'what it was before the move, after one undo'

command_line 'quit!'
# Helix kills a server that has said goodbye, so there is no code to look at.
for _ in $(seq 100); do
    kill -0 "$(cat "$home/pid")" 2>/dev/null || { echo "ok - helix"; exit 0; }
    sleep 0.1
done
fail 'the server still runs 10 seconds after its editor'
