# shellcheck shell=bash
# Sourced by the installers: packages of newer Debian suites, unpacked beside whatever the system has.
#
# The packages are never installed: apt works here on a private state, with an empty list of installed packages, so it fetches
# the whole closure and nothing of the system is upgraded, configured or left behind.
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# tools PROGRAM... installs the programs of the running Debian that an installer or the tests call.
tools() {
    local missing=()
    for program in "$@"; do
        command -v "$program" >/dev/null || missing+=("$program")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    fi
}

# unpack SUITE PACKAGE FOLDER puts a package and all that it depends on into FOLDER/root.
unpack() {
    mkdir -p "$3/root"
    download "$1" "$2" "$3/apt"
    for package in "$3"/apt/archives/*.deb; do
        dpkg -x "$package" "$3/root"
    done
    rm -rf "$3/apt"
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

# own FOLDER PROGRAM makes an unpacked program use its own loader and libraries, wherever the system's are older.
own() {
    local root=$1/root program=$1/root/$2
    local loader libraries
    loader=$(find "$root" -name "$(basename "$(patchelf --print-interpreter "$program")")" -print -quit)
    libraries=$(dirname "$(find "$root" -name libc.so.6 -print -quit)")
    # An rpath, not a runpath: it must hold for the libraries' own dependencies too.
    patchelf --set-interpreter "$(realpath "$loader")" --force-rpath --set-rpath "$libraries" "$program"
}
