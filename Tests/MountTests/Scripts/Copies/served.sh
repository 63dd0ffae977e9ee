# shellcheck shell=bash
# Compares what the server that $serves starts at $port gives of $photos photos of $folder at the first request for each.
# shellcheck disable=SC2154
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
( eval "$serves" ) &
server=$!
trap 'kill $server 2> /dev/null' EXIT
until (exec 3<>/dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.05; done
for number in $(seq 0 $((photos - 1))); do
    path="$folder/photo $number.jpg"
    curl -sS --max-time 20 -D head -o got "http://127.0.0.1:$port/${path// /%20}" || echo "broken $number"
    cmp -s got "$M/$path" || echo "wrong $number"
    length=$(grep -i '^content-length:' head | tr -cd 0-9)
    [ "$length" = "$(stat -c %s "$M/$path")" ] && right=$((right + 1))
done
echo "$right right"
