# shellcheck shell=bash
# Compares what Samba gives of $photos photos of $folder.
# shellcheck disable=SC2154
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > smb.conf <<END
[global]
    server role = standalone server
    interfaces = 127.0.0.1
    bind interfaces only = yes
    smb ports = $port
    map to guest = bad user
    guest account = root
    private dir = $T
    lock directory = $T
    state directory = $T
    cache directory = $T
    pid directory = $T
    ncalrpc dir = $T/ncalrpc
    log file = $T/smb.log
    disable spoolss = yes
    load printers = no
[photos]
    path = $M
    guest ok = yes
    read only = yes
    kernel oplocks = no
END
smbd -F --no-process-group -s "$T/smb.conf" > smbd.out 2>&1 &
server=$!
trap 'kill $server; wait $server' EXIT
until (exec 3<>/dev/tcp/127.0.0.1/$port) 2> /dev/null; do sleep 0.05; done
mkdir got
timeout 60 smbclient -N -s smb.conf -p $port //127.0.0.1/photos \
    -c "prompt off; lcd got; cd \"$folder\"; mget *.jpg" > client.out 2>&1 \
    || tail -n 5 client.out
for number in $(seq 0 $((photos - 1))); do
    cmp "got/photo $number.jpg" "$M/$folder/photo $number.jpg" \
        && right=$((right + 1))
done
echo "$right right"
