#!/bin/bash
# Puts the screens that the last end-to-end tests have captured into the documents.
#
#   editors/e2e/pages.sh SCREENS DOCUMENT...
#
# A line `<!-- screen: NAME FIRST-LAST -->` in a document says which lines of which screen the block of code after it shows.
set -euo pipefail

screens=$1
shift
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
for document in "$@"; do
    awk -v screens="$screens" -v document="$document" '
        function screen(name, first, last,    file, line, n) {
            file = screens "/" name ".txt"
            while ((getline line < file) > 0)
                if (++n >= first && n <= last) {
                    sub(/ +$/, "", line)
                    print line
                }
            close(file)
            if (n == 0) {
                print document ": there is no screen " name > "/dev/stderr"
                exit 1
            }
        }
        within && /^```$/ { within = 0 }
        !within { print }
        marked && /^```/ { within = 1; marked = 0; screen(name, range[1], range[2]) }
        /^<!-- screen: / { marked = 1; name = $3; split($4, range, "-") }
    ' "$document" >"$fresh"
    cmp -s "$fresh" "$document" || { cat "$fresh" >"$document" && echo "$document"; }
done
