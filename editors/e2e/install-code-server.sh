#!/usr/bin/env bash
# Installs what the end-to-end test of the VS Code extension needs: code-server (VS Code in a browser), its
# Node, Playwright, and Chromium.
#
#   editors/e2e/install-code-server.sh [CACHE]
#
# CACHE, an argument or a variable, defaults to .cache/editors in the repository. A finished installation is kept, so
# a second run takes no time. Needs Debian, npm, and root if a Debian package is missing.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
cache=${1:-${CACHE:-$here/../../.cache/editors}}
mkdir -p "$cache/code-server"
home=$(cd "$cache/code-server" && pwd)

# The browser and its fonts, then what code-server's native modules are built with.
debian=(
	chromium fonts-dejavu-core fonts-droid-fallback fonts-noto-color-emoji
	g++ libkrb5-dev libsecret-1-dev libxkbfile-dev make pkg-config python3
)
missing=()
for package in "${debian[@]}"; do
	dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if ((${#missing[@]})); then
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
fi

# The lock file installed last marks a finished installation: an incomplete or outdated installation starts again.
if ! cmp -s "$here/vscode/package-lock.json" "$home/installed-lock.json"; then
	rm -rf "$home/node_modules" "$home/installed-lock.json"
	cp "$here/vscode/package.json" "$here/vscode/package-lock.json" "$home/"
	cd "$home"
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

	# code-server builds native modules, for which it needs the Node that it will run on and that Node's headers.
	node=$(echo "$home"/node_modules/node-linux-*)
	export PATH="$node/bin:$PATH" npm_config_nodedir="$node"
	npm rebuild code-server --foreground-scripts --no-audit --no-fund --loglevel=error
	cp package-lock.json installed-lock.json
fi

node=$(echo "$home"/node_modules/node-linux-*/bin/node)
echo "Node $("$node" --version | tr -d v), code-server $("$node" "$home/node_modules/code-server/out/node/entry.js" --version | cut -d' ' -f1), $(chromium --version 2>/dev/null | cut -d' ' -f1,2)"
