#!/usr/bin/env bash
# Sets up and passes all tests on a machine with Go and git.
#
#   scripts/test.sh [--short] [--without STEP]...
#
# --short runs what an edit needs: format, vet, modules, staticcheck, and the
#   tests in their short form.
# --without STEP leaves a step out and says so at the end.
#
# What a step needs and is missing is installed where that is possible (Debian,
# as root or with sudo); otherwise it is named and nothing is run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

steps=(format vet build modules staticcheck vulncheck release purego arm64 race fuzz nested test)
short_steps=(format vet modules staticcheck test)
platforms=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)
fuzz_time=5s
short=
without=()

die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }

# contains WORD WORDS...: whether WORD is among WORDS.
contains() {
	local word=$1 other
	shift
	for other in "$@"; do [[ $other == "$word" ]] && return 0; done
	return 1
}

while (($#)); do
	case $1 in
	--short) short=-short ;;
	--without)
		(($# > 1)) || die "--without needs a step: ${steps[*]}"
		shift
		contains "$1" "${steps[@]}" || die "no step is called '$1': ${steps[*]}"
		without+=("$1")
		;;
	-h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; exit 0 ;;
	*) die "unknown argument '$1': --short, --without STEP" ;;
	esac
	shift
done
if [[ $short ]]; then steps=("${short_steps[@]}"); fi

# wanted STEP: whether it will run.
wanted() { contains "$1" "${steps[@]}" && ! contains "$1" ${without[@]+"${without[@]}"}; }

# ---- what the steps need

# Go keeps its caches below the home folder and stops where there is none.
if [[ -z ${HOME:-} ]]; then
	unset HOME
	export HOME=~
fi

missing=()

# need STEP PROBE PACKAGE...: if STEP will run, PROBE must succeed, if need be
# after the Debian packages named are installed.
need() {
	local step=$1 probe=$2
	shift 2
	wanted "$step" || return 0
	"$probe" && return 0
	install_packages "$@" && "$probe" && return 0
	missing+=("$* (or --without $step)")
}

install_packages() {
	local as_root=()
	command -v apt-get >/dev/null || return 1
	if ((EUID != 0)); then
		sudo -n true 2>/dev/null || return 1
		as_root=(sudo -n)
	fi
	echo "== installing $*"
	${as_root[@]+"${as_root[@]}"} apt-get update -qq >&2 &&
		${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends "$@" >&2
}

# A C compiler with headers, which the race detector links with.
have_compiler() {
	local cc
	cc=$(go env CC)
	command -v "${cc%% *}" >/dev/null && echo '#include <stdlib.h>' | $cc -E - >/dev/null 2>&1
}

# A browser for the tests of the page, and npm, which fetches what checks that it
# is accessible.
have_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null
have_npm() { command -v npm >/dev/null; }

# An emulator of arm64, and a terminal for the tests of the stepper.
have_arm64() { command -v qemu-aarch64 || command -v qemu-aarch64-static; } >/dev/null
have_tmux() { command -v tmux >/dev/null; }

command -v go >/dev/null || die "missing: go, the version that go.mod names or newer"
need race have_compiler gcc libc6-dev
need arm64 have_arm64 qemu-user
need test have_tmux tmux
need nested have_browser chromium
need nested have_npm npm
if ((${#missing[@]})); then
	printf -v list '%s; ' "${missing[@]}"
	die "missing: ${list%; }"
fi

# ---- the steps, each a function do_STEP

# nested_modules prints the folder of every module below the root's.
nested_modules() {
	find . -mindepth 2 -name go.mod -not -path '*/testdata/*' -not -path '*/node_modules/*' -exec dirname {} \; | sort
}

do_format() {
	local unformatted
	unformatted=$(gofmt -l .)
	[[ -z $unformatted ]] || { printf 'run gofmt -w on:\n%s\n' "$unformatted"; return 1; }
}

# on_platforms COMMAND...: runs it for each platform, or in short form for this
# machine alone.
on_platforms() {
	if [[ $short ]]; then
		"$@"
		return
	fi
	local platform
	for platform in "${platforms[@]}"; do
		GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=0 "$@"
	done
}

# With -trimpath as in releases, so that what is compiled here is not compiled
# again there.
do_vet() {
	local module
	on_platforms go vet -trimpath ./...
	for module in $(nested_modules); do go -C "$module" vet ./...; done
}

do_build() { on_platforms go build -trimpath -buildvcs=false ./...; }

do_modules() {
	local module
	for module in . $(nested_modules); do
		go -C "$module" mod tidy -diff
		go -C "$module" mod verify
	done
}

do_staticcheck() {
	local module
	for module in . $(nested_modules); do
		(cd "$module" && go tool -modfile="$root/tools/go.mod" staticcheck ./...)
	done
}

# Building the database of vulnerabilities takes a minute or two the first time.
do_vulncheck() {
	local modules
	modules=$(nested_modules)
	go -C tools build -o "$scratch/vulncheck" ./vulncheck
	# shellcheck disable=SC2086
	"$scratch/vulncheck" . $modules
}

do_release() {
	local run
	for run in first second; do
		OUT="$scratch/$run" bash scripts/release.sh 0.0.0-test >/dev/null
	done
	cmp "$scratch/first/SHA256SUMS" "$scratch/second/SHA256SUMS"
}

# Without assembly: what other processors run.
do_purego() { go test -short -tags purego -timeout 20m ./count/... ./internal/kernel; }

# The tests of what counts and searches, in short form, on an emulated arm64.
do_arm64() {
	local emulator
	emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
	GOARCH=arm64 CGO_ENABLED=0 go test -short -timeout 30m -exec "$emulator" \
		. ./bitboard ./count ./internal/kernel ./notation ./symmetry
}

do_race() { CGO_ENABLED=1 go test -race -short -timeout 30m ./...; }

do_fuzz() {
	local file target
	{ grep -rHoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . || true; } | sort | while IFS=: read -r file target; do
		fuzz "$(dirname "$file")" "${target#func }"
	done
}

# fuzz DIR TARGET: a target that fails without having found an input was only
# caught by the end of its time: go.dev/issue/75804, mended in Go 1.27.
fuzz() {
	echo "$1 $2"
	if ! go -C "$1" test -run='^$' -fuzz="^$2\$" -fuzztime="$fuzz_time" . >"$scratch/fuzz.log" 2>&1 </dev/null; then
		if grep -q 'Failing input written\|panic:' "$scratch/fuzz.log" ||
			! grep -q '^ *context deadline exceeded' "$scratch/fuzz.log"; then
			cat "$scratch/fuzz.log"
			return 1
		fi
	fi
}

do_nested() {
	local module
	for module in $(nested_modules); do go -C "$module" test -count=1 -timeout 30m ./...; done
}

# Not from the cache: some tests run programs whose sources the cache does not see.
do_test() { go test -count=1 $short -timeout 30m ./...; }

# ---- run them; the last one's own lines end the output

scratch=$(mktemp -d)
step=
finish() {
	local status=$?
	rm -rf "$scratch"
	if ((status)) && [[ $step != test ]]; then echo "== $step failed" >&2; fi
}
trap finish EXIT
echo "== $(go version), ${#platforms[@]} platforms"
for step in "${steps[@]}"; do
	wanted "$step" || continue
	started=$SECONDS
	echo "== $step"
	"do_$step"
	[[ $step == test ]] || echo "== $step took $((SECONDS - started)) s"
done
if ((${#without[@]})); then echo "== left out as asked: ${without[*]}"; fi
