#!/bin/bash
# Installs this Debian's Vim and ALE, for the end-to-end tests.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/suite.sh"
tools vim tmux
[ -d /usr/share/vim-ale ] || {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends vim-ale >/dev/null
}
vim --version | head -n 1
