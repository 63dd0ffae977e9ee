# shellcheck shell=bash
open "../pins"
new_folder '48.8584,2.2945 Tower'
is holds '48.8584,2.2945 Tower' 12; say "made: $(ls | grep -v map)"
rename '41.9,12.5 Rome'
is holds '41.9,12.5 Rome' 5; say "moved: $(ls | grep -v map)"
if [ "$trashed" ]; then
    # While it asks, all is there.
    asked() { say "asked: $(count 41*)"; }
    delete Delete "$trashed" is_gone '41.9,12.5 Rome'
else
    rmdir 41*
fi
asked() { :; }
say "gone: $(ls | grep -v map)"
close

mkdir '48.8584,2.2945 Tower' && settled 48*
open '48.8584,2.2945 Tower'
select=$first delete shift+Delete "$deleted" holds 48* 11
say "one: $(count 48*)"
close
open "../pins"
delete shift+Delete "$deleted" is_gone '48.8584,2.2945 Tower'
say "whole: $(ls | grep -v map)"
close
