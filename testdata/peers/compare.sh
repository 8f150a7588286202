#!/usr/bin/env bash
# Measures segls beside others on one text of plain prose, in one run: vale with the
# twenty rules in styles/, on the whole text, and NLTK's TextTiling on its first 100 KB.
# They are installed from the Go proxy and, as root, from Debian.
set -euo pipefail
text=$(realpath "$1")
segls=$(realpath "$2")
cache=$(realpath -m "$3")
mkdir -p "$cache"
cd "$(dirname "$0")"

vale=$cache/vale
test -x "$vale" || GOBIN=$cache GOFLAGS= go install github.com/vale-cli/vale/v3/cmd/vale@v3.21.0
/usr/bin/python3 -c 'import nltk, numpy' 2>/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-nltk python3-numpy >/dev/null; }

echo "vale $("$vale" --version | cut -d' ' -f3), $(ls styles/Ordinary | wc -l) rules, $(wc -c <"$text") bytes:"
TIMEFORMAT='%R s'
time "$vale" --config vale.ini --no-exit --output line "$text" >/dev/null
echo "NLTK $(/usr/bin/python3 -c 'import nltk; print(nltk.__version__)'), TextTiling, 100 KB:"
/usr/bin/python3 texttiling.py "$text"
head -c 100000 "$text" >"$cache/100k.txt"
echo "segls, the same 100 KB:"
"$segls" bench "$cache/100k.txt"
echo "segls, the whole text:"
"$segls" bench "$text"
