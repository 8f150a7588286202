#!/bin/bash
# Copies the screens and pictures of the last end-to-end tests into the documents.
#
#   editors/e2e/pages.sh SCREENS DOCUMENT...
#
# In a document, the line `<!-- screen: NAME FIRST-LAST -->` selects lines of a screen for the next code
# block. The picture `images/vscode-NAME.png` is replaced by that of the step NAME, if there is one.
set -euo pipefail

screens=$1
shift
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
for document in "$@"; do
    awk -v screens="$screens" -v document="$document" '
        # screen prints lines of a screen, if there is one.
        function screen(name, first, last,    file, line, n) {
            file = screens "/" name ".txt"
            while ((getline line < file) > 0)
                if (++n >= first && n <= last) {
                    sub(/ +$/, "", line)
                    print line
                }
            close(file)
            if (n == 0)
                print document ": there is no screen " name ", the old one stays" > "/dev/stderr"
            return n > 0
        }
        within && /^```$/ { within = 0 }
        !within { print }
        marked && /^```/ { marked = 0; within = screen(name, range[1], range[2]) }
        /^<!-- screen: / { marked = 1; name = $3; split($4, range, "-") }
    ' "$document" >"$fresh"
    cmp -s "$fresh" "$document" || { cat "$fresh" >"$document" && echo "$document"; }
done

root=$(cd "$(dirname "$0")/../.." && pwd)
for name in $(grep -oh 'images/vscode-[a-z0-9-]*\.png' "$@" | sed 's#images/vscode-##; s#\.png$##' | sort -u); do
    made=$(find "$screens" -maxdepth 1 -regextype posix-extended -regex ".*/vscode-[0-9]+-$name\.png" | sort | tail -n 1)
    [ -n "$made" ] || { echo "no picture of $name was made: images/vscode-$name.png stays" >&2; continue; }
    cp "$made" "$root/docs/images/vscode-$name.png" && echo "docs/images/vscode-$name.png"
    # Reduce its size, if pngquant is installed.
    command -v pngquant >/dev/null && pngquant --force --skip-if-larger --ext .png "$root/docs/images/vscode-$name.png" || true
done
