#!/bin/bash
# Runs the scenarios and the screens in each installed Neovim with a built server.
#
#   SEGLS=bin/segls editors/e2e/nvim/run.sh [NAME...]     scenarios by name, without .lua; screens and install are two of them
#
# See editors/e2e/session.sh for the environment. In addition, CORPUS_BOOK is a long book to open as well,
# SEGLS_E2E_PATIENCE the timeout of all waiting in a scenario, in milliseconds, and SEGLS_E2E_LIMIT that of the
# whole scenario, in seconds.
#
# A scenario that fails is run again. Those that pass only then are reported as flakes.
#
# SMOKE: if set, runs a few scenarios in the newest Neovim, each once.
#
# Each scenario runs in a new Neovim, with the plug-in where `make install-nvim` puts it, and the lines of
# docs/editors/neovim.md as init.lua. Each server must exit with code 0.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../session.sh"
unset LANGUAGE NVIM NVIM_APPNAME VIM VIMINIT VIMRUNTIME
[ -z "${CORPUS_BOOK:-}" ] || CORPUS_BOOK=$(realpath "$CORPUS_BOOK")

main() {
    local names=("$@") versions=(0.10 0.12) version passed failed skipped
    if [ -n "${SMOKE:-}" ]; then
        versions=(0.12)
        names=(attach lenses hover carried work)
    elif [ ${#names[@]} -eq 0 ]; then
        mapfile -t names < <(basename -s .lua -a "$here"/scenarios/*.lua)
        names+=(screens install)
    fi
    touch "$home"/{verdicts,flakes}
    for version in "${versions[@]}"; do
        scenarios "$version" "${names[@]}" &
    done
    wait
    passed=$(grep -c '^ok' "$home/verdicts") failed=$(grep -c '^failed' "$home/verdicts") skipped=$(grep -c '^skip' "$home/verdicts")
    echo "$passed passed, $failed failed, $skipped skipped"
    cat "$home/flakes"
    [ "$failed" -eq 0 ]
}

# scenarios VERSION NAME... runs scenarios in one version of Neovim; all versions run at the same time.
scenarios() {
    local version=$1 editor=$cache/nvim-$1/nvim name
    shift
    if [ ! -x "$editor" ]; then
        missing "Neovim $version" "$editor"
        return
    fi
    for name in "$@"; do
        scenario "$version" "$editor" "$name"
    done
}

# missing WHAT PATH reports an editor that is not installed.
missing() {
    if [ -n "${CI:-}" ]; then
        verdict failed "$1" "not installed: $2 (editors/e2e/install-neovim.sh)"
    else
        verdict "skip not installed, see editors/e2e/install-neovim.sh" "$1"
    fi
}

# verdict ok|skip REASON|failed NAME [DETAILS] prints and records a result, with the details as comments.
verdict() {
    case $1 in
    ok) echo "ok - $2" ;;
    skip*) echo "ok - $2 # $1" ;;
    *) printf '%s\n' "not ok - $2"$'\n'"$(sed 's/^/# /' <<<"${3:-}")" ;;
    esac
    echo "$1" >>"$home/verdicts"
}

# scenario VERSION EDITOR NAME runs a scenario, and again if it fails.
scenario() {
    attempt "$@" "$home/$1/$3"
    if [ "$state" = failed ] && [ -z "${SMOKE:-}" ]; then
        sed 's/^/# /' <<<"nvim-$1 $3 failed at first: $details"
        attempt "$@" "$home/$1/$3-again"
        [ "$state" = failed ] || echo "flake: nvim-$1 $3" >>"$home/flakes"
    fi
    verdict "$state" "nvim-$1 $3" "$details"
    grep -oah 'measured: .*' "$home/$1/$3"*/output 2>/dev/null | sed 's/^/# /'
}

# attempt VERSION EDITOR NAME FOLDER runs a scenario with FOLDER as its home, and sets state and details.
attempt() {
    local version=$1 editor=$2 name=$3 folder=$4
    furnish "$version" "$folder"
    settle "$folder"
    if [ "$name" = screens ] || [ "$name" = install ]; then
        details=$(inside "$folder" "$here/$name.sh" "$editor" "$version" 2>&1) && state=ok || state=failed
    else
        inside "$folder" env SEGLS_E2E_SCENARIO="$here/scenarios/$name.lua" SEGLS_E2E_VERDICT="$folder/verdict" \
            timeout ${SEGLS_E2E_LIMIT:-600} "$editor" --headless -c "luafile $here/main.lua" </dev/null >"$folder/output" 2>&1
        state=$(head -n 1 "$folder/verdict" 2>/dev/null)
        details=$(tail -n +2 "$folder/verdict" 2>/dev/null || cat "$folder/output")
    fi
    case ${state:=failed} in
    ok) details=$(ends "$folder") || state=failed ;;
    failed) details+=$'\n'$(tail -n 20 "$folder/state/nvim/lsp.log" 2>/dev/null | cut -c 1-400) ;;
    esac
}

# inside FOLDER COMMAND... runs a command with FOLDER as home.
inside() {
    local folder=$1
    shift
    (cd "$folder" && env HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data" \
        XDG_STATE_HOME="$folder/state" XDG_CACHE_HOME="$folder/cache" XDG_RUNTIME_DIR="$folder/run" \
        XDG_CONFIG_DIRS=/nonexistent XDG_DATA_DIRS=/nonexistent PATH="$folder/bin:$PATH" \
        SEGLS_E2E_DIR="$folder" CORPUS_BOOK="${CORPUS_BOOK:-}" "$@")
}

# furnish VERSION FOLDER creates a home with the plug-in, init.lua as in the documentation, the sample, and a `segls`
# that starts the server, records it if requested, and writes its exit code to a file.
furnish() {
    local version=$1 folder=$2
    mkdir -p "$folder"/{bin,run,exits,config/nvim,state,data/nvim/site/pack/segls/start}
    chmod 700 "$folder/run"
    cp -R "$repository/editors/nvim" "$folder/data/nvim/site/pack/segls/start/segls"
    cp "$sample" "$folder/sample.md"
    case $version in
    0.10) snippet "## Neovim 0.10" ;;
    *) snippet "## Neovim 0.11 and later" ;;
    esac >"$folder/config/nvim/init.lua"
    cat >"$folder/bin/segls" <<LAUNCHER
#!/bin/sh
[ "\$1" = serve ] || exec $(printf '%q' "$server") "\$@"
touch '$folder/exits/'\$\$
$(launch "nvim-$version") "\$@"
echo \$? >'$folder/exits/'\$\$
LAUNCHER
    chmod +x "$folder/bin/segls"
}

# snippet HEADING prints the first code block below a heading of docs/editors/neovim.md.
snippet() {
    awk -v heading="$1" '$0 == heading { here = 1 } here && /^```$/ { exit } block { print } here && /^```lua$/ { block = 1 }' \
        "$repository/docs/editors/neovim.md"
}

# ends FOLDER waits for the servers that were started there, and fails unless all exit with code 0.
ends() {
    local file code
    for file in "$1"/exits/*; do
        [ -e "$file" ] || { echo "no server was started"; return 1; }
        for _ in $(seq 900); do
            [ -s "$file" ] && break
            sleep 0.1
        done
        code=$(cat "$file")
        [ -n "$code" ] || { echo "a server still runs 90 seconds after its editor"; return 1; }
        [ "$code" = 0 ] || { echo "a server ended with code $code"; return 1; }
    done
}

main "$@"
