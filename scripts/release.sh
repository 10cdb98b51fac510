#!/usr/bin/env bash
# Builds an archive for each platform and SHA256SUMS over all of them.
#
#   scripts/release.sh [VERSION]
#
# VERSION is what git describe says unless given. The archives go to the folder
# $OUT, dist unless set. The same commit built with the same Go gives the same
# bytes: no paths, times or names of this machine go in.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=${1:-$(git describe --tags --always --dirty)}
version=${version#v}
out=${OUT:-dist}
platforms=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)
shells=(bash zsh fish powershell)

# The time of everything in the archives, also of the manual pages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$out"
rm -f "$out"/queens-*.tar.gz "$out"/queens-*.zip "$out"/SHA256SUMS

build() { CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$version" -o "$1" ./cmd/queens; }

# licences prints those of all that is compiled in, on whatever platform: the
# font's, Go's own and those of the modules.
licences() {
	local platform name version dir texts file
	printf '== The font of the pictures, Queens Kai\n\n'
	cat render/font/OFL.txt
	for platform in "${platforms[@]}"; do
		GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=0 go list -deps -f \
			'{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/queens
	done | LC_ALL=C sort -u | {
		printf 'Go %s %s\n' "$(go env GOVERSION)" "$(go env GOROOT)"
		cat
	} | while read -r name version dir; do
		texts=$(find "$dir" -maxdepth 1 -type f \( -iname '*licen[sc]e*' -o -iname 'copying*' -o -iname 'notice*' \) | LC_ALL=C sort)
		if [[ -z $texts && $name != Go ]]; then # some distributions keep Go's elsewhere
			echo "release.sh: $name has no licence" >&2
			return 1
		fi
		printf '\n== %s %s\n\n' "$name" "$version"
		while read -r file; do [[ -z $file ]] || cat "$file"; done <<<"$texts"
	done
}

go -C tools build -o "$stage/archive" ./archive

# What every archive holds beside the program, written by the program itself.
common=$stage/common
mkdir -p "$common/man/man1" "$common/man/zh_CN/man1" "$common/completion"
cp LICENSE README.md README.zh.md CHANGELOG.md "$common"
licences >"$common/LICENSES-OF-OTHERS"
build "$stage/queens"
"$stage/queens" --lang en man "$common/man/man1"
"$stage/queens" --lang zh man "$common/man/zh_CN/man1"
for shell in "${shells[@]}"; do
	"$stage/queens" --lang en completion "$shell" >"$common/completion/queens.$shell"
done

for platform in "${platforms[@]}"; do
	name=queens-$version-${platform/\//-}
	cp -R "$common" "$stage/$name"
	case $platform in
	windows/*) program=queens.exe archive=$name.zip ;;
	*) program=queens archive=$name.tar.gz ;;
	esac
	GOOS=${platform%/*} GOARCH=${platform#*/} build "$stage/$name/$program"
	"$stage/archive" "$SOURCE_DATE_EPOCH" "$out/$archive" "$stage/$name"
	rm -r "${stage:?}/$name"
	echo "$out/$archive"
done

if command -v sha256sum >/dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
(cd "$out" && "${sum[@]}" queens-*.tar.gz queens-*.zip >SHA256SUMS)
