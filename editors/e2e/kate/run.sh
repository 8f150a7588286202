#!/bin/bash
# Tests Kate on a virtual screen with a built server and editors/kate/settings.json. Kate's requests are read from the
# traffic, the text from the file.
#
#   SEGLS=bin/segls editors/e2e/kate/run.sh
#
# Needs Debian's kate, xvfb, xdotool and dbus. See editors/e2e/session.sh for the environment. If a step fails, a
# screenshot is saved as SCREENS/kate.xwd.
set -uo pipefail

editor=kate
. "$(dirname "$0")/../session.sh"
: "${RECORDER:=$repository/bin/record}"

for needed in kate Xvfb xdotool dbus-run-session; do
    command -v "$needed" >/dev/null || { absent kate 'Debian: kate, xvfb, xdotool, dbus'; exit; }
done
[ -x "$RECORDER" ] || { echo "run.sh: $RECORDER is missing: go -C tools build -o ../bin/record ./record" >&2; exit 2; }

# stop ends Kate and the screen.
stop() {
    [ -z "${kate:-}" ] || kill "$kate" 2>/dev/null
    [ -z "${screen:-}" ] || kill "$screen" 2>/dev/null
    wait 2>/dev/null
    leave
}
trap stop EXIT

# fail WHY ends the test and saves a screenshot.
fail() {
    echo "not ok - kate: $1"
    mkdir -p "$screens" && cp "$home/screen/Xvfb_screen0" "$screens/kate.xwd"
    grep -v sonnet "$home/messages" | tail -n 5 | cut -c 1-200 | sed 's/^/# /'
    exit 1
}

# press KEY... presses keys, named as for xdotool.
press() {
    xdotool key --delay 40 "$@"
    sleep 0.3
}

# go_to LINE moves the cursor to the start of a line.
go_to() {
    press ctrl+g
    xdotool type --delay 20 "$1"
    press Return
}

# heard PATTERN SECONDS waits for a message in the traffic, and reports whether it was sent.
heard() {
    for _ in $(seq $((10 * $2))); do
        cat "$traffic"/lax/kate-*.jsonl 2>/dev/null | grep -q -- "$1" && return
        sleep 0.1
    done
    return 1
}

# said PATTERN waits for a message that must be sent; the machine may be busy.
said() {
    heard "$1" 90 || fail "the message was never sent: $1"
}

# windows prints the number of windows on the screen; a menu is one.
windows() {
    xdotool search --onlyvisible --name '' 2>/dev/null | wc -l
}

# answered prints how many lists of actions the server has sent.
answered() {
    cat "$traffic"/lax/kate-*.jsonl | grep -c '"title":"'
}

# menu AT SHOWN waits for the menu at the cursor: for more than AT lists and more than SHOWN windows.
menu() {
    for _ in $(seq 900); do
        [ "$(answered)" -gt "$1" ] && break
        sleep 0.1
    done
    for _ in $(seq 100); do
        [ "$(windows)" -gt "$2" ] && break
        sleep 0.1
    done
    sleep 0.3
}

# take TITLE chooses an action from the open menu. The menu lists the actions in the order of the server's answer.
take() {
    local at
    at=$(cat "$traffic"/lax/kate-*.jsonl | grep '"title":"' | tail -n 1 | node -e '
const { message } = JSON.parse(require("fs").readFileSync(0))
console.log(message.result.findIndex((action) => action.title.startsWith(process.argv[1])) + 1)' "$1")
    [ "$at" -gt 0 ] || fail "there is no action $1"
    for _ in $(seq "$at"); do press Down; done
    press Return
}

# choose TITLE opens the menu at the cursor and chooses an action.
choose() {
    local at shown
    at=$(answered) shown=$(windows)
    press alt+Return
    menu "$at" "$shown"
    take "$1"
}

# commands prints how many commands have been executed or refused.
commands() {
    cat "$traffic"/lax/kate-*.jsonl | node -e '
const lines = require("fs").readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line))
const asked = lines.filter((l) => l.message.method === "workspace/executeCommand").map((l) => l.message.id)
console.log(lines.filter((l) => l.from === "server" && !l.message.method && asked.includes(l.message.id)).length)'
}

# saved FILE WHAT saves the document until it equals FILE.
saved() {
    for _ in $(seq 150); do
        press ctrl+s
        cmp -s "$home/chapters/chapter.md" "$1" && return
        sleep 0.2
    done
    diff "$home/chapters/chapter.md" "$1" | head -n 6 | cut -c 1-200 | sed 's/^/# /'
    fail "the document is not $2"
}

mkdir -p "$home"/{chapters,screen,run,config/kate/lspclient,data/kate}
chmod 700 "$home/run"
traffic=${SEGLS_RECORD:=$home/traffic}
provide "$home/bin" lax/kate # Kate's shutdown request has no ID
cp "$repository/editors/kate/settings.json" "$home/config/kate/lspclient/"
printf '[Kate Plugins]\nlspclientplugin=true\n' >"$home/data/kate/anonymous.katesession"
# Kate asks before it starts a server, unless the answer is stored.
cat >"$home/config/katerc" <<KATERC
[General]
Show welcome view for new window=false

[lspclient]
AllowedServerCommandLines=$home/bin/segls serve --stdio
KATERC
touch "$home/chapters/.segls.toml"
{ printf '%s\n' '漢字 🌊 begins a paragraph beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.' ''; cat "$sample"; } >"$home/before.md"
cp "$home/before.md" "$home/chapters/chapter.md"
line=$(($(first_boundary) + 2))

exec {numbers}<> <(:)
Xvfb -displayfd "$numbers" -screen 0 1200x800x24 -fbdir "$home/screen" >"$home/xvfb" 2>&1 &
screen=$!
read -r -t 20 -u "$numbers" display || fail 'the virtual screen does not start'
export DISPLAY=:$display
cd "$home/chapters" || exit 2

# begin FILE starts Kate with a file.
begin() {
    env HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data" XDG_CACHE_HOME="$home/cache" XDG_RUNTIME_DIR="$home/run" \
        PATH="$home/bin:$PATH" QT_QPA_PLATFORM=xcb dbus-run-session -- kate -n -b --startanon "$1" >"$home/messages" 2>&1 &
    kate=$!
}
begin chapter.md

said '"method":"initialized"'
said 'publishDiagnostics.*paragraph-too-long'
said '"name":"A small cube"'
window=$(xdotool search --sync --onlyvisible --name 'chapter.md')
xdotool windowsize "$window" 1200 800 windowfocus "$window"
sleep 1

for _ in $(seq 10); do # the window may not have the focus yet
    go_to "$line"
    press alt+l
    press y
    heard '"result":{"contents":.*change here' 9 && break
done
said '"result":{"contents":.*change here'
press Escape

# An action with an edit.
choose 'New scene here'
sed "${line}i * * *\n" "$home/before.md" >"$home/break.md"
saved "$home/break.md" 'what it was and a break'
press ctrl+z
saved "$home/before.md" 'what it was, after one undo'

# Text typed beside wide characters reaches the server correctly.
go_to 1
press End
xdotool type --delay 30 ' Typed.'
sed '1s/$/ Typed./' "$home/before.md" >"$home/typed.md"
saved "$home/typed.md" 'what was typed'

# An action with a command. Kate requests the actions of a whole line unless something is selected.
go_to 1
press End shift+Left
choose 'Split paragraph before this sentence'
sed '1s/ Typed\.$/\n\nTyped./' "$home/typed.md" >"$home/split.md"
saved "$home/split.md" 'split before the sentence at the cursor'
press ctrl+z
saved "$home/typed.md" 'what it was, after one undo'

# Two moves at once: the server is stopped until the second is requested, so that it answers both together.
go_to "$line"
at=$(answered) shown=$(windows) done=$(commands)
press alt+Return
menu "$at" "$shown"
read -r server_process <<<"$(pgrep -P "$(cat "$home/bin/pid")") $(cat "$home/bin/pid")"
at=$(answered) shown=$(($(windows) - 1))
kill -STOP "${server_process%% *}"
take 'Move fragment down'
press alt+Return
kill -CONT "${server_process%% *}"
menu "$at" "$shown"
take 'Move fragment down'
for _ in $(seq 300); do
    [ "$(commands)" -ge $((done + 2)) ] && break
    sleep 0.1
done
[ "$(commands)" -ge $((done + 2)) ] || fail 'two moves were not both answered'
for _ in $(seq 150); do
    press ctrl+s
    cmp -s chapter.md "$home/typed.md" || break
done
cmp -s chapter.md "$home/typed.md" && fail 'the fragment was not moved'
cmp -s <(sort chapter.md) <(sort "$home/typed.md") || fail 'two moves have changed more than the order of lines'
for _ in 1 2; do
    press ctrl+z ctrl+s
    cmp -s chapter.md "$home/typed.md" && break
done
saved "$home/typed.md" 'what it was before the two moves, after undo'

# end quits Kate; its server must exit.
end() {
    press ctrl+q
    for _ in $(seq 900); do
        kill -0 "$(cat "$home/bin/pid")" 2>/dev/null || { wait "$kate"; return; }
        sleep 0.1
    done
    fail 'the server still runs 90 seconds after its editor'
}
end

# An action works in files of any name, and no part of a name is executed.
for name in "${names[@]}"; do
    SEGLS_RECORD=$home/names/$name traffic=$home/names/$name
    provide "$home/bin" lax/kate
    cp "$home/before.md" "./$name"
    begin "$home/chapters/$name"
    said 'publishDiagnostics.*paragraph-too-long'
    window=$(xdotool search --sync --onlyvisible --name ".*${name:0:1}.*\.md" | tail -n 1)
    xdotool windowsize "$window" 1200 800 windowfocus "$window"
    sleep 1
    go_to "$line"
    choose 'New scene here'
    for _ in $(seq 150); do
        press ctrl+s
        cmp -s "./$name" "$home/break.md" && break
        sleep 0.2
    done
    cmp -s "./$name" "$home/break.md" || fail "$name is not the original text with a break"
    [ ! -e ran ] || fail "a part of the name $name was executed"
    end
done
echo 'ok - kate'
