#!/usr/bin/env bash
# Writes pictures of every part of the page to a folder: both languages, light
# and dark, wide and narrow.
#
#   scripts/screenshots.sh FOLDER [NAME]
#
# With a name only the pictures are taken whose name contains it. Chromium is
# installed if it is missing (Debian, as root).
set -euo pipefail
[[ $# -ge 1 ]] || { echo "usage: ${0##*/} FOLDER [NAME]" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../e2e"
go run ./screenshots "$folder" "${@:2}"
