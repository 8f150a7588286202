#!/usr/bin/env bash
# Prints the Homebrew formula of a release, which builds it from its source archive.
#
# formula.sh VERSION ARCHIVE
set -euo pipefail
version=$1 archive=$2
sum=$(sha256sum "$archive" | cut -d' ' -f1)
cat <<FORMULA
class Segls < Formula
  desc "See and reshape the structure of long prose"
  homepage "https://github.com/segls/segls"
  url "https://github.com/segls/segls/releases/download/v$version/$(basename "$archive")"
  sha256 "$sum"
  license "MIT"

  depends_on "go" => :build

  def install
    system "go", "build", *std_go_args(ldflags: "-s -w -X main.version=#{version}"), "./cmd/segls"
    generate_completions_from_executable(bin/"segls", "completion")
    system bin/"segls", "man", man1
  end

  test do
    (testpath/"text.md").write "# Salt\\n\\nSalt is a rock that people eat.\\n"
    assert_match "7 words, 1 paragraph, 1 fragment", shell_output("#{bin}/segls fragment text.md")
    assert_match version.to_s, shell_output("#{bin}/segls version")
  end
end
FORMULA
