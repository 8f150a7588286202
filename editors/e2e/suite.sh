# shellcheck shell=bash
# Sourced by the installers: packages of newer Debian suites, unpacked beside the system's.
#
# The packages are never installed: apt uses a private state with an empty list of installed packages, so it
# downloads all dependencies and changes nothing in the system.
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# tools PROGRAM... installs missing programs from the system's packages, for an installer or the tests.
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

# unpack SUITE PACKAGE FOLDER unpacks a package and its dependencies into FOLDER/root.
unpack() {
    mkdir -p "$3/root"
    download "$1" "$2" "$3/apt"
    for package in "$3"/apt/archives/*.deb; do
        dpkg -x "$package" "$3/root"
    done
    rm -rf "$3/apt"
}

# download SUITE PACKAGE FOLDER downloads a package and its dependencies into FOLDER/archives.
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
        -o "APT::Sandbox::User=$(id -un)" # the user _apt may not have access to the folder
        -o "APT::Install-Recommends=false"
        -o "APT::Default-Release=$suite"
        -o "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false"
    )
    apt-get "${private[@]}" update
    apt-get "${private[@]}" --yes --download-only install "$package" >/dev/null
}

# mirror prints the address of this system's Debian archive (not of its updates).
mirror() {
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk '$2 !~ /[-\/]/ && $3 == "main" && /debian/ { print $1; exit }' | grep . ||
        { echo "${0##*/}: no source of Debian packages in /etc/apt" >&2; return 1; }
}

# own FOLDER PROGRAM makes an unpacked program use its own loader and libraries: the system's may be older.
own() {
    local root=$1/root program=$1/root/$2
    local loader libraries
    loader=$(find "$root" -name "$(basename "$(patchelf --print-interpreter "$program")")" -print -quit)
    libraries=$(dirname "$(find "$root" -name libc.so.6 -print -quit)")
    # An rpath, not a runpath, because it must also apply to the libraries' dependencies.
    patchelf --set-interpreter "$(realpath "$loader")" --force-rpath --set-rpath "$libraries" "$program"
}
