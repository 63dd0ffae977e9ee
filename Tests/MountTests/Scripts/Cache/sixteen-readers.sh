# shellcheck shell=bash
# Sixteen readers compare 200 photos of $towns with what is wanted; the last line is how much of $disk they took at most.
# shellcheck disable=SC2154
used() { df -B1 --output=used "$disk" | tail -n 1; }
for town in "${towns[@]}"; do ls "$M/$town" > /dev/null; done
before=$(used)
# Each goes through all of them, and each begins at another.
read_all() {
    for step in $(seq 0 199); do
        number=$(( (step + $1 * 12) % 200 ))
        place=$((number / 50)) number=$((number % 50))
        cmp "$M/${towns[place]}/photo $number.jpg" want-$place-$number || exit 1
    done
}
readers=
for reader in $(seq 0 15); do read_all $reader & readers="$readers $!"; done
( while [ ! -e ended ]; do used; sleep 0.01; done > used ) &
status=0
for reader in $readers; do wait $reader || status=1; done
touch ended
wait
most=$(sort -n used | tail -n 1)
echo "$(( most - before ))"
exit $status
