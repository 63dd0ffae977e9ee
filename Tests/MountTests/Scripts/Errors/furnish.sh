# shellcheck shell=bash
# Views a photo and makes $pin, $placeholder, $search and $album; learns all of the folders $walked and a photo of $topic.
# shellcheck disable=SC2086,SC2154
cat "$M/places/France/Paris/Red mill.jpg" > /dev/null
mkdir "$M/$pin" "$M/$placeholder" "$M/$search" "$M/$album"
mkdir "$M/search/Untitled Folder" "$M/albums/Untitled Folder"
ln "$M/places/France/Paris/Red mill.jpg" "$M/$album/"
# So that nothing is learnt later: all listings, and the size of a photo that the table opens.
cd "$M" && ls -R $walked > /dev/null
head -c 1 "$M/$topic/Lake/"*.jpg > /dev/null
for try in $(seq 3000); do
    [ -e "$M/recents/01 Red mill.jpg" ] && [ -e "$M/$pin/New Collection.txt" ] \
        && [ -e "$M/$search/Red mill.jpg" ] && [ -e "$M/$album/map.html" ] && exit 0
    sleep 0.02
done
exit 1
