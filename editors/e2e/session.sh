# shellcheck shell=bash
# Sourced by the run.sh of each editor: where things are, a `segls` for the editor to start, and a terminal to look at.
#
# SEGLS         the server's program; bin/segls at the top of the repository unless given
# CACHE         where the installers have put the editors; .cache/editors unless given
# SAMPLE        a long Markdown document; testdata/samples/salt.md unless given
# SCREENS       the folder that captured screens go to; .cache/e2e/screens unless given
# SEGLS_RECORD  a folder for the recorded traffic, with RECORDER, the program that records it
# CI            set: an editor that is missing is a failure
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
server=$(realpath -m "${SEGLS:-$repository/bin/segls}")
cache=$(realpath -m "${CACHE:-$repository/.cache/editors}")
sample=$(realpath -m "${SAMPLE:-$repository/testdata/samples/salt.md}")
screens=$(realpath -m "${SCREENS:-$repository/.cache/e2e/screens}")
home=$(mktemp -d)
socket=segls-$$
export LC_ALL=C.UTF-8 SEGLS=$server CACHE=$cache SAMPLE=$sample SCREENS=$screens
[ -z "${RECORDER:-}" ] || RECORDER=$(realpath "$RECORDER")
[ -z "${SEGLS_RECORD:-}" ] || { mkdir -p "$SEGLS_RECORD" && SEGLS_RECORD=$(realpath "$SEGLS_RECORD"); }

for needed in "$server" "$sample"; do
    [ -e "$needed" ] || { echo "run.sh: $needed is missing" >&2; exit 2; }
done
trap leave EXIT

# leave ends what the session has started.
leave() {
    terminal kill-session -t screen 2>/dev/null || true
    rm -rf "$home"
}

# absent NAME WHAT tells of an editor that is not installed, and how to have it: a skip, or under CI a failure.
absent() {
    if [ -n "${CI:-}" ]; then
        echo "not ok - $1"
        echo "# not installed: $2"
        return 1
    fi
    echo "ok - $1 # skip not installed: $2"
}

# launch RECORDING prints the command that starts the server, recorded under that name if asked for.
launch() {
    local command=("$server")
    if [ -n "${SEGLS_RECORD:-}" ]; then
        mkdir -p "$(dirname "$SEGLS_RECORD/$1")"
        command=("${RECORDER:?the program that records}" -o "$SEGLS_RECORD/$1-%p.jsonl" -- "$server")
    fi
    printf '%q ' "${command[@]}"
}

# settle HOME makes settings of a person: parts of 500 words, where the sections of the samples have more.
settle() {
    local place
    for place in "$1/config/segls" "$1/.config/segls"; do
        mkdir -p "$place"
        echo 'preferred-words = 500' >"$place/segls.toml"
    done
}

# provide FOLDER RECORDING puts a `segls` into a folder of programs. Beside it stands its process in a file pid.
provide() {
    settle "$(dirname "$1")"
    mkdir -p "$1"
    printf '#!/bin/sh\necho $$ >%q\nexec %s"$@"\n' "$1/pid" "$(launch "$2")" >"$1/segls"
    chmod +x "$1/segls"
}

# first_boundary prints the line, from 1, of the sample's first suggested boundary.
first_boundary() {
    "$server" fragment --preferred-words 500 --format json "$sample" | node -e 'const d = JSON.parse(require("fs").readFileSync(0))
console.log(d.paragraphs[d.gaps.find((gap) => gap.boundary && !gap.constraint).after].line)'
}

# longest_line prints the number of the sample's line with the most words: its paragraph is reported as too long.
longest_line() {
    awk 'NF > n { n = NF; at = NR } END { print at }' "$sample"
}

# Names of files in which a shell, a URI or an editor's own command line sees something else. `ran` is there if one did run.
# shellcheck disable=SC2016,SC2034
names=('a$(touch ran).md' 'part #1.md' '50%20off.md' "a'b.md" 'ü ü.md' 'a"b.md' 'a\b.md'
    '-a?b&c;d|e`touch ran`.md' '%sh{touch ran} [x]*.md')

terminal() {
    tmux -u -f /dev/null -L "$socket" "$@"
}

# open ARGUMENT... opens a terminal of 100 columns in place of the one before, whose end may end the server of terminals too.
open() {
    terminal kill-session -t screen 2>/dev/null
    for _ in $(seq 50); do
        terminal new-session -d -s screen -x 100 "$@" 2>/dev/null && return
        sleep 0.1
    done
    fail 'no terminal opens'
}

# type KEYS... as tmux names them.
type() {
    terminal send-keys -t screen "$@"
}

# fail WHY ends the test, with what stands on the screen and at the end of the editor's log. The caller has set `editor`, a
# name, and perhaps `log`.
fail() {
    echo "not ok - $editor: $1"
    terminal capture-pane -p -t screen 2>/dev/null | sed 's/^/# /'
    [ -z "${log:-}" ] || tail -n 5 "$log" 2>/dev/null | cut -c 1-300 | sed 's/^/# /'
    exit 1
}

# escape presses that key alone: what follows it at once would be taken for a key with Alt.
escape() {
    sleep 0.3
    type Escape
    sleep 0.5
}

# shown PATTERN SECONDS waits until the screen shows it, and tells whether it does.
shown() {
    for _ in $(seq $((10 * $2))); do
        terminal capture-pane -p -t screen | grep -q -- "$1" && return
        sleep 0.1
    done
    return 1
}

# await PATTERN waits for what the screen must show; the machine may be busy.
await() {
    shown "$1" 90 || fail "the screen never showed: $1"
}

# keep NAME stores the screen as text, and with its colours.
keep() {
    mkdir -p "$screens"
    sleep 0.3
    terminal capture-pane -p -t screen >"$screens/$1.txt"
    terminal capture-pane -p -e -t screen >"$screens/$1.ansi"
}
