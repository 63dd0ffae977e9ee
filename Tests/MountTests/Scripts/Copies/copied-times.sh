# shellcheck shell=bash
cd "$M/places/France/Paris" && ls | grep -c '[.]jpg$' && ls | grep -c '[.][.]'
zip -q "$T/a.zip" *.jpg; echo $?; cd "$T" || exit 1; python3 - <<'END'
import os, shutil, zipfile
shutil.unpack_archive('a.zip', 'out')
print(len(os.listdir('out')))
years = [info.date_time[0] for info in zipfile.ZipFile('a.zip').infolist()]
print(min(years), max(years))
paris = os.environ['M'] + '/places/France/Paris/'
for strict in [True, False]:
    try:
        zipfile.ZipFile('b.zip', 'w', strict_timestamps=strict).write(paris + 'photo 5.jpg')
        print('taken')
    except ValueError as error:
        print(error)
END
