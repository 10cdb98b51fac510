#!/bin/sh
# Makes kai.ttf anew: the regular LXGW WenKai with the glyphs of ASCII, Latin-1
# and glyphs.txt alone, under a name that its licence does not reserve.
# usage: ./subset.sh LXGWWenKai-Regular.ttf    (needs fonttools, with Python)
set -eu
cd "$(dirname "$0")"
pyftsubset "$1" --output-file=kai.ttf --text-file=glyphs.txt --unicodes=20-7E,A0-FF \
	--layout-features= --no-hinting --drop-tables+=GDEF,GSUB,GPOS,gasp,vhea,vmtx --name-IDs=0,1,2,3,4,5,6,13,14 --no-recalc-timestamp
${PYTHON:-python3} - <<'END'
from fontTools.ttLib import TTFont
font = TTFont("kai.ttf", recalcTimestamp=False)
names = {1: "Queens Kai", 3: "Queens Kai Regular", 4: "Queens Kai Regular", 6: "QueensKai-Regular"}
for record in list(font["name"].names):
    if (record.platformID, record.langID) not in ((3, 0x409), (1, 0)):
        font["name"].removeNames(record.nameID, record.platformID, record.platEncID, record.langID)
    elif record.nameID in names:
        record.string = names[record.nameID]
font.save("kai.ttf")
END
