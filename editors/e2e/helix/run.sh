#!/bin/bash
# Tests Helix in a terminal of 100 by 40 with a built server and the files of editors/helix as its
# configuration.
#
#   SEGLS=bin/segls editors/e2e/helix/run.sh
#
# See editors/e2e/session.sh for the environment.
set -uo pipefail

editor=helix
. "$(dirname "$0")/../session.sh"
program=$cache/helix/hx
log=$home/cache/helix/helix.log

# command_line TEXT types an Ex command.
command_line() {
    escape
    type -l ":$1"
    type Enter
}

# choose TITLE chooses an action from the menu, whose first item is initially selected.
choose() {
    type -l ' a'
    await "$1"
    sleep 0.3
    local title
    while read -r title; do
        case $title in "$1"*) break ;; esac
        type Down
    done < <(terminal capture-pane -p -t screen |
        grep -oE '(Extract fragment|Insert heading|New scene here|Keep this|No boundary|(Split|Merge) paragraph|(Move|Swap) fragment) .*')
    type Enter
}

# saved FILE WHAT saves the document until it equals FILE.
saved() {
    for _ in $(seq 60); do
        command_line 'write!'
        sleep 0.2
        cmp -s chapter.md "$1" && return
    done
    diff chapter.md "$1" | head -n 10 | cut -c 1-200
    fail "the document is not $2"
}

# moved reports whether the file has the lines of the sample in another order.
moved() {
    ! cmp -s chapter.md "$sample" && cmp -s <(sort chapter.md 2>/dev/null) <(sort "$sample")
}

[ -x "$program" ] || { absent helix "$program (editors/e2e/install-helix.sh)"; exit; }

# servers LANGUAGE CONFIGURATION prints the servers that Helix uses for a language.
servers() {
    XDG_CONFIG_HOME=$2 "$program" --health "$1" 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' |
        awk '/^Configured language servers/ { on = 1; next } /^[^ ]/ { on = 0 } on { sub(":", "", $2); print $2 }'
}

mkdir -p "$home"/{config/helix,cache,chapters,config-of-nobody}
cp "$repository"/editors/helix/*.toml "$home/config/helix/"
for language in $(sed -n 's/^name = "\(.*\)"/\1/p' "$repository/editors/helix/languages.toml"); do # segls comes after Helix's own servers
    [ "$(servers "$language" "$home/config")" = "$(servers "$language" "$home/config-of-nobody" && echo segls)" ] ||
        fail "$language has other servers than Helix's own and segls: $(servers "$language" "$home/config" | tr '\n' ' ')"
done
provide "$home/bin" helix
cd "$home/chapters" || exit 2
touch .segls.toml
cp "$sample" chapter.md

line=$(first_boundary) || fail 'no boundary in the sample'
open -y 40 \
    "env HOME='$home' XDG_CONFIG_HOME='$home/config' XDG_CACHE_HOME='$home/cache' PATH='$home/bin:$PATH' '$program' chapter.md"
await 'chapter.md'
command_line "$line"
type -l 'zz'
await 'ew topic.* · '
keep helix-hints
type -l ' k'
await 'words change here'
keep helix-hover
escape
type -l ' s'
await 'A small cube'
keep helix-symbols
escape
type -l ' a'
await 'Move fragment up'
keep helix-actions
escape

# Diagnostics: the paragraph of the sample that is too long.
command_line "$(longest_line)"
type -l ' d'
await 'paragraph-too-long'
keep helix-diagnostics
escape

# An edit beside emoji and CJK, an action with positions after it, and undo of both.
command_line 1
type -l 'O'
sleep 0.2
type -l '漢字 🌊 begins a paragraph that stands beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.'
type Enter
escape
printf '%s\n' '漢字 🌊 begins a paragraph that stands beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.' '' | cat - "$sample" >typed.md
sleep 0.3
saved typed.md 'what was typed'
type -l 'ggfSf🧂'
choose 'Split paragraph before this sentence'
printf '%s\n' '漢字 🌊 begins a paragraph that stands beside wide signs.' '' '👩‍🚀 Salt 🧂 keeps fish.' '' | cat - "$sample" >split.md
saved split.md 'split before the sentence at the cursor'
escape
type -l 'u'
saved typed.md 'what it was before the action, after one undo'
type -l 'u'
saved "$sample" 'what it was at first, after two undos'

# A workspace command with an argument: the fragment moves, and one undo reverts it.
uri="file://$home/chapters/chapter.md"
for _ in 1 2 3; do # Helix refuses an edit if the text was saved meanwhile
    command_line "lsp-workspace-command segls.moveFragmentDown {\"uri\":\"$uri\",\"position\":{\"line\":$((line - 1)),\"character\":0}}"
    shown 'chapter.md \[+\]' 30 && break
done
for _ in $(seq 50); do
    command_line 'write!'
    sleep 0.2
    moved && break
done
moved || fail 'the fragment was not moved, or more was changed than the order of lines'
keep helix-moved
escape
type -l 'u'
saved "$sample" 'what it was before the move, after one undo'

# Two moves at once: one or both succeed, no text is lost, and undo reverts all.
for _ in 1 2; do
    type -l ":lsp-workspace-command segls.moveFragmentDown {\"uri\":\"$uri\",\"position\":{\"line\":$((line - 1)),\"character\":0}}"
    type Enter
done
for _ in $(seq 50); do
    command_line 'write!'
    sleep 0.2
    moved && break
done
sleep 5 # the second waits for the first
command_line 'write!'
sleep 0.5
moved || fail 'both moves were refused, or more was changed than the order of lines'
keep helix-two-moves
escape
type -l 'uu'
saved "$sample" 'what it was before the two moves, after two undos'

# The keys of config.toml: up and down again.
command_line "goto $line"
await " $line:1"
escape
type M-Up
for _ in $(seq 50); do
    command_line 'write!'
    sleep 0.2
    moved && break
done
moved || fail 'a key has not moved the fragment'
await ' 11:1' # the cursor follows
escape
type M-Down
saved "$sample" 'what it was, after a key that moves up and one that moves down'

command_line 'quit!'
# Helix kills a server after its shutdown, so there is no exit code to check.
ended() {
    for _ in $(seq 900); do
        kill -0 "$(cat "$home/bin/pid")" 2>/dev/null || return 0
        sleep 0.1
    done
    fail 'the server still runs 90 seconds after its editor'
}
ended

# The keys work in files of any name that does not end the string that Helix sends; for others, the menu works. No part
# of a name is executed.
for name in "${names[@]}"; do
    cp "$sample" "./$name"
    open -y 40 -c "$home/chapters" \
        "env HOME='$home' XDG_CONFIG_HOME='$home/config' XDG_CACHE_HOME='$home/cache' PATH='$home/bin:$PATH' '$program' $(printf '%q' "./$name"):$line"
    await " $line:1"
    for _ in $(seq 20); do # the server may not have analysed the text yet
        escape
        case $name in
        *[\"\\]*) choose 'Move fragment up' ;;
        *) type M-Up ;;
        esac
        sleep 3
        command_line 'write!'
        sleep 0.5
        cmp -s "./$name" "$sample" || break
    done
    cmp -s "./$name" "$sample" && fail "the fragment in $name has not moved"
    cmp -s <(sort "./$name") <(sort "$sample") || fail "more was changed in $name than the order of lines"
    [ ! -e ran ] || fail "a part of the name $name was executed"
    command_line 'quit!'
    ended
done
echo "ok - helix"
