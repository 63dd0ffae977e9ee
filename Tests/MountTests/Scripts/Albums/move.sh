# shellcheck shell=bash
# Moves photos between a place, a pin and the albums A and B, by the functions of AlbumWorld; $exchange is exchange.py.
# shellcheck disable=SC2154
mkdir albums/A albums/B 'pins/48.8584,2.2945'
for _ in $(seq 1500); do [ "$(photos pins/48* | wc -l)" -gt 2 ] && break; sleep 0.05; done
f=$(photo 1); n=$(number "$f"); mv "$f" albums/A/ && [ -e "$f" ] && [ "$(number "albums/A/${f##*/}")" = $n ] && echo kept
p=$(photos pins/48* | sed -n 4p); mv "pins/48.8584,2.2945/$p" albums/A/pinned.jpg && [ -e albums/A/pinned.jpg ] \
    && [ ! -e "pins/48.8584,2.2945/$p" ] && echo 'left the pin'
mv albums/A/pinned.jpg albums/B/ && [ ! -e albums/A/pinned.jpg ] && photos albums/B
mv albums/B/pinned.jpg albums/B/other.jpg && photos albums/B
mv "$(photo 2)" albums/B/other.jpg; [ "$(number albums/B/other.jpg)" = "$(number "$(photo 2)")" ] && echo replaced
mv -n "$(photo 3)" albums/B/other.jpg; [ "$(number albums/B/other.jpg)" = "$(number "$(photo 2)")" ] && echo stays
ln "$(photo 3)" albums/A/third.jpg; mv "$(photo 3)" albums/B/ && mv albums/A/third.jpg albums/B/other.jpg \
    && [ "$(number albums/B/other.jpg)" = "$(number "$(photo 3)")" ] && photos albums/B | wc -l
mv albums/B/other.jpg albums/B/CREDITS.txt 2>/dev/null; why albums/B | grep -o 'placesfs writes itself'
mv albums/B/other.jpg places/France/Paris/ 2>&1 | grep -o '[^:]*$'
mv places/France/Paris albums/ 2>&1 | grep -o '[^:]*$'
why albums | grep -o '"Paris" .*: copy it'
mv "${f%.jpg}.geojson" albums/A/ 2>&1 | grep -o '[^:]*$'
python3 "$exchange"
