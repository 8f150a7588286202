# shellcheck shell=bash
# Sourced by the run.sh of each editor: paths, a `segls` program for the editor to start, and a terminal.
#
# SEGLS         the server program (default: bin/segls in the repository)
# CACHE         the folder of the installers (default: .cache/editors)
# SAMPLE        a long Markdown document (default: testdata/samples/salt.md)
# SCREENS       the folder for captured screens (default: .cache/e2e/screens)
# SEGLS_RECORD  a folder for recorded traffic; RECORDER is the program that records
# CI            if set, a missing editor is a failure
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

# leave closes the terminal and deletes the temporary files.
leave() {
    terminal kill-session -t screen 2>/dev/null || true
    rm -rf "$home"
}

# absent NAME WHAT reports an editor that is not installed and how to install it: a skip, or in CI a failure.
absent() {
    if [ -n "${CI:-}" ]; then
        echo "not ok - $1"
        echo "# not installed: $2"
        return 1
    fi
    echo "ok - $1 # skip not installed: $2"
}

# launch RECORDING prints the command that starts the server, with recording under that name if requested.
launch() {
    local command=("$server")
    if [ -n "${SEGLS_RECORD:-}" ]; then
        mkdir -p "$(dirname "$SEGLS_RECORD/$1")"
        command=("${RECORDER:?the program that records}" -o "$SEGLS_RECORD/$1-%p.jsonl" -- "$server")
    fi
    printf '%q ' "${command[@]}"
}

# settle HOME writes user settings: fragments of 500 words. The sections of the samples are longer.
settle() {
    local place
    for place in "$1/config/segls" "$1/.config/segls"; do
        mkdir -p "$place"
        echo 'preferred-words = 500' >"$place/segls.toml"
    done
}

# provide FOLDER RECORDING creates a `segls` program in a folder. It writes its process ID to a file pid beside it.
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

# longest_line prints the number of the line with the most words, whose paragraph is reported as too long.
longest_line() {
    awk 'NF > n { n = NF; at = NR } END { print at }' "$sample"
}

# File names with special characters of a shell, a URI or an editor. A file `ran` shows that a part was executed.
# shellcheck disable=SC2016,SC2034
names=('a$(touch ran).md' 'part #1.md' '50%20off.md' "a'b.md" 'ü ü.md' 'a"b.md' 'a\b.md'
    '-a?b&c;d|e`touch ran`.md' '%sh{touch ran} [x]*.md')

terminal() {
    tmux -u -f /dev/null -L "$socket" "$@"
}

# open ARGUMENT... opens a terminal of 100 columns. It first closes the previous one; that may also end tmux's server.
open() {
    terminal kill-session -t screen 2>/dev/null
    for _ in $(seq 50); do
        terminal new-session -d -s screen -x 100 "$@" 2>/dev/null && return
        sleep 0.1
    done
    fail 'no terminal opens'
}

# type KEYS... types keys, named as for tmux.
type() {
    terminal send-keys -t screen "$@"
}

# fail WHY ends the test, and prints the screen and the end of `log`, if set. The caller has set `editor`, a name.
fail() {
    echo "not ok - $editor: $1"
    terminal capture-pane -p -t screen 2>/dev/null | sed 's/^/# /'
    [ -z "${log:-}" ] || tail -n 5 "$log" 2>/dev/null | cut -c 1-300 | sed 's/^/# /'
    exit 1
}

# escape presses Escape alone: with a key right after it, it would mean Alt.
escape() {
    sleep 0.3
    type Escape
    sleep 0.5
}

# shown PATTERN SECONDS waits for a text on the screen, and reports whether it appeared.
shown() {
    for _ in $(seq $((10 * $2))); do
        terminal capture-pane -p -t screen | grep -q -- "$1" && return
        sleep 0.1
    done
    return 1
}

# await PATTERN waits for a text that must appear; the machine may be busy.
await() {
    shown "$1" 90 || fail "the screen never showed: $1"
}

# keep NAME saves the screen as text, and with colours.
keep() {
    mkdir -p "$screens"
    sleep 0.3
    terminal capture-pane -p -t screen >"$screens/$1.txt"
    terminal capture-pane -p -e -t screen >"$screens/$1.ansi"
}
