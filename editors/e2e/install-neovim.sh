#!/bin/bash
# Puts two Neovims, 0.10 and 0.12, into a folder beside whatever the system has, for the end-to-end tests.
#
#   editors/e2e/install-neovim.sh [FOLDER]     default: CACHE, else .cache/editors at the top of the repository
#
# They come from two newer Debian suites as plain packages, each with all that it depends on, its own libc included. The
# packages are unpacked and never installed: apt works here on a private state, with an empty list of installed packages, so
# it fetches the whole closure and nothing of the system is upgraded, configured or left behind. What is there is kept.
# Afterwards FOLDER/nvim-0.10/nvim and FOLDER/nvim-0.12/nvim are programs to run.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
cache=${1:-${CACHE:-$repository/.cache/editors}}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

main() {
    mkdir -p "$cache"
    cache=$(cd "$cache" && pwd)
    tools
    neovim nvim-0.10 trixie
    neovim nvim-0.12 forky
    for editor in nvim-0.10 nvim-0.12; do
        echo "$editor: $("$cache/$editor/nvim" --version | head -n 1)"
    done
}

# tools installs the programs of the running Debian that this script and the tests call.
tools() {
    local missing=()
    command -v patchelf >/dev/null || missing+=(patchelf)
    command -v tmux >/dev/null || missing+=(tmux)
    if [ ${#missing[@]} -gt 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    fi
}

# neovim NAME SUITE makes $cache/NAME from the suite's package. It works in a neighbouring folder and renames it at the end,
# so that an interrupted run leaves nothing that looks finished.
neovim() {
    local name=$1 suite=$2
    if "$cache/$name/nvim" --version >/dev/null 2>&1; then
        return
    fi
    local work="$cache/$name.partial"
    rm -rf "$work" "${cache:?}/$name"
    mkdir -p "$work/root"
    download "$suite" neovim "$work/apt"
    for package in "$work"/apt/archives/*.deb; do
        dpkg -x "$package" "$work/root"
    done
    rm -rf "$work/apt"
    mv "$work" "$cache/$name"
    wrap "$cache/$name"
}

# download SUITE PACKAGE FOLDER fetches the package and its dependencies into FOLDER/archives.
download() {
    local suite=$1 package=$2 folder=$3
    mkdir -p "$folder/lists/partial" "$folder/archives/partial"
    : >"$folder/status"
    echo "deb [signed-by=$keyring] $(mirror) $suite main" >"$folder/sources.list"
    local private=(
        -qq
        -o "Dir::Etc::SourceList=$folder/sources.list"
        -o "Dir::Etc::SourceParts=/dev/null"
        -o "Dir::Etc::Preferences=/dev/null"
        -o "Dir::Etc::PreferencesParts=/dev/null"
        -o "Dir::State=$folder"
        -o "Dir::State::Lists=$folder/lists"
        -o "Dir::State::Status=$folder/status"
        -o "Dir::Cache=$folder"
        -o "Dir::Cache::Archives=$folder/archives"
        -o "APT::Sandbox::User=$(id -un)" # the folder need not be open to the user _apt
        -o "APT::Install-Recommends=false"
        -o "APT::Default-Release=$suite"
        -o "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false"
    )
    apt-get "${private[@]}" update
    apt-get "${private[@]}" --yes --download-only install "$package" >/dev/null
}

# mirror prints the address from which this system takes Debian itself (not its updates or its security fixes).
mirror() {
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk '$2 !~ /[-\/]/ && $3 == "main" && /debian/ { print $1; exit }' | grep . ||
        { echo "install-neovim: no source of Debian packages in /etc/apt" >&2; return 1; }
}

# wrap FOLDER makes the unpacked Neovim use its own loader and libraries, wherever the system's are older, and writes the
# command that starts it.
wrap() {
    local root=$1/root
    local program=$root/usr/bin/nvim
    local loader libraries
    loader=$(find "$root" -name "$(basename "$(patchelf --print-interpreter "$program")")" -print -quit)
    libraries=$(dirname "$(find "$root" -name libc.so.6 -print -quit)")
    # An rpath, not a runpath: it must hold for the libraries' own dependencies too.
    patchelf --set-interpreter "$(realpath "$loader")" --force-rpath --set-rpath "$libraries" "$program"
    # Neovim looks for its parsers beside itself in lib/nvim, Debian keeps them one folder deeper.
    [ -e "$root/usr/lib/nvim" ] || ln -s "$(basename "$libraries")/nvim" "$root/usr/lib/nvim"
    cat >"$1/nvim" <<WRAPPER
#!/bin/sh
VIMRUNTIME='$root/usr/share/nvim/runtime' exec '$program' "\$@"
WRAPPER
    chmod +x "$1/nvim"
}

main
