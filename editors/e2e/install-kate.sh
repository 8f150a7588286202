#!/bin/bash
# Installs Kate from Debian's packages, with a virtual screen and a program that presses keys (55 MB, 220 MB
# unpacked).
#
#   editors/e2e/install-kate.sh
set -euo pipefail

if ! command -v kate >/dev/null || ! command -v Xvfb >/dev/null || ! command -v xdotool >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends kate xvfb xdotool dbus >/dev/null
fi
QT_QPA_PLATFORM=offscreen kate --version 2>/dev/null
