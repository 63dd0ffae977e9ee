# shellcheck shell=bash
mkdir auto
printf '#!/bin/sh\necho "-fstype=fuse,state_dir=%s/s,cache_dir=%s/c,log_file=%s/log :%s\\\\#sample"\n'     "$HOME" "$HOME" "$HOME" "$P" > map
chmod +x map
echo "$HOME/auto program:$HOME/map --timeout=1" > master
automount -f --dont-check-daemon -p "$HOME/pid" "$HOME/master" 2> /dev/null &
for try in $(seq 1500); do grep -q " $HOME/auto autofs" /proc/mounts && break; sleep 0.05; done
timeout 30 ls auto/photos
echo "ls $?"
for try in $(seq 300); do grep -q " $HOME/auto/photos fuse" /proc/mounts || break; sleep 0.1; done
grep " $HOME/auto/photos fuse" /proc/mounts
timeout 30 cat auto/photos/README.txt > /dev/null
echo "cat $?"
daemon=$(head -n 1 s/sample.lock)
kill $daemon
for try in $(seq 1500); do [ -e /proc/$daemon ] || break; sleep 0.05; done
kill -KILL $!
exit 0
