# shellcheck shell=bash
# Puts photos of $P into three albums in every way, and writes into $T/done what was answered, until $T/running is gone.
i=$1; echo $$ > "$T/pid"; while [ -e "$T/running" ]; do
    i=$((i + 1)); f=$(ls $P/*.jpg | shuf -n 1); a=albums/$((i % 3)); n=$i.jpg
    mkdir -p $a 2> /dev/null
    case $((RANDOM % 5)) in
        0) ln "$f" $a/$n ;; 1) cp "$T/${f##*/}" $a/$n ;; 2) mv "$f" $a/$n ;;
        3) rsync "$T/${f##*/}" $a/$n ;; 4) cp "$f" $a/$n ;;
    esac 2> /dev/null && ls $a | grep -qx $n && s=$(stat -c %i "$f" 2> /dev/null) && echo "$a/$n $s" >> "$T/done"
    e=$(ls $a | grep 'jpg$' | shuf -n 1); [ $((RANDOM % 3)) = 0 ] && echo "$a/$e gone" >> "$T/done" && rm "$a/$e" 2> /dev/null
done
