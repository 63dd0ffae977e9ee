# shellcheck shell=bash
# Who sees what of a user's mount with the options $1: $U is the user who mounts, $V another.
# shellcheck disable=SC2086
grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | xargs -r -n 1 umount -l
U='setpriv --reuid 65534 --regid 65534 --clear-groups'
V='setpriv --reuid 4321 --regid 4321 --clear-groups'
echo user_allow_other > fuse.conf; mount --bind fuse.conf /etc/fuse.conf
mkdir -p home/mnt; touch home/file; chown -R 65534:65534 home; chmod 755 . home
export HOME="$PWD/home"
$U "$P" mount --source sample $1 "$HOME/mnt" || exit 1
$U cat mnt home/mnt/README.txt home/mnt/places/France/Paris/CREDITS.txt > /dev/null 2>&1
tar --one-file-system -cf all.tar home 2> /dev/null; echo "tar $?"
cat home/mnt/README.txt 2> /dev/null | head -c 8; echo
"$P" status home/mnt > /dev/null 2>&1; echo "status $?"
for path in home/mnt home/mnt/README.txt home/mnt/places home/mnt/places/France/Paris/CREDITS.txt; do
    $V cat "$path" 2>&1 | grep -c 'Permission denied'
done
$U mkdir "home/mnt/pins/1,1"; echo "mkdir $?"
$U chmod 644 home/mnt/README.txt; echo "chmod $?"
$U "$P" unmount "$HOME/mnt"; echo "unmount $?"
