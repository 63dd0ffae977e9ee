# shellcheck shell=bash
# Steps through the search $q; `step` prints the name of one, its milliseconds, and what came of it.
# shellcheck disable=SC2154
cd "$M/search" || exit 1
step() { local start=$EPOCHREALTIME; local told; told=$("${@:2}" 2>&1 | tail -1); local end=$EPOCHREALTIME
    echo "$1 $(( (${end/./} - ${start/./}) / 1000 )) $told"; }
found() { for _ in $(seq 2400); do
    [ "$(getfattr --only-values -n user.places.state "$q")" = fresh ] && break; sleep 0.05; done; ls "$q" | grep -c 'jpg$'; }
names() { ls -f "$q" | grep -c 'jpg$'; }
details() { ls -l "$q" | grep -c 'jpg$'; }
map() { python3 -c 'import json, sys
t = open(sys.argv[1], "rb").read(); m = json.loads(t); f = m["features"]
assert len(t) < 8_000_000, len(t)
assert len(f) < 1000 or all(len(x["properties"]["description"]) <= 301 for x in f), max(len(x["properties"]["description"]) for x in f)
print(len(f), len(set(x["properties"]["href"] for x in f)))' "$q/map.geojson"; }
page() { [ "$(wc -c < "$q/map.html")" -lt 8800000 ] && grep -q 'Number 119' "$q/map.html" && echo 1; }
table() { python3 -c 'import csv, sys
r = list(csv.DictReader(open(sys.argv[1], encoding="utf-8-sig", newline=""))); print(len(r), len(r[7]["description"]) > 1500)' "$q/photos.csv"; }
credits() { grep -c '^Number' "$q/CREDITS.txt"; }
sidecar() { grep -c 'Licht' "$q/Number 17.geojson"; }
archive() { tar -cf - "$q" 2> "$T/errors" | tar -tf - | grep -c 'jpg$'; }
again() { tar -cf - "$q" 2> "$T/errors" | wc -c > "$T/bytes"; ls "$q" | grep -c 'jpg$'; }
