#!/usr/bin/env python3
"""trim-icu.py LIBRARY OBJECT: writes the English and the root locale of Swift's ICU as an object to link in place of all.

LIBRARY is the toolchain's static lib_FoundationICU.a. Its data, 34 MB, are a third of a program that is linked with
Foundation, and placesfs asks them nothing: a library it uses imports Foundation. Left out are other locales, converters of
old character sets, transliterations and dictionaries; what is asked for in another locale is answered in the root one.
Prints the option for the linker that lets the library find the object.
The format is ICU's "CmnD" (common/ucmndata.h): a header, a count, pairs of offsets (name, item) sorted by name, the names,
and the items, each at a multiple of 16; offsets are counted from the count.
"""
import re, struct, subprocess, sys, tempfile
from pathlib import Path

MEMBER = 'icu_packaged_data.cpp.o'
LOCALE = re.compile(r'[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|\d{3}))?(_[A-Z]*)*\.res')
KEPT_LOCALES = {'en.res', 'en_US.res', 'en_US_POSIX.res'}


def is_kept(path):
    """Whether an item such as icudt76l/zone/de_CH.res is."""
    *_, folder, name = path.split('/')
    if folder == 'translit' or name.endswith(('.cnv', '.dict')) or name == 'unames.icu': return False
    return not LOCALE.fullmatch(name) or name in KEPT_LOCALES


def trimmed(data):
    start = struct.unpack_from('<H', data)[0]
    if data[2:4] != b'\xda\x27' or data[12:16] != b'CmnD': sys.exit('trim-icu.py: this is no common data of ICU')
    count = struct.unpack_from('<I', data, start)[0]
    entries = [struct.unpack_from('<II', data, start + 4 + 8 * i) for i in range(count)]
    ends = [at for _, at in entries[1:]] + [len(data) - start]
    items = []
    for (name, at), end in zip(entries, ends):
        path = data[start + name:data.index(b'\0', start + name)]
        if is_kept(path.decode()): items.append((path, data[start + at:start + end]))
    at = 4 + 8 * len(items)
    table, names, bodies = [], b'', b''
    first = -(-(at + sum(len(path) + 1 for path, _ in items)) // 16) * 16
    for path, body in items:
        table.append(struct.pack('<II', at + len(names), first + len(bodies)))
        names += path + b'\0'
        bodies += body.ljust(-(-len(body) // 16) * 16, b'\0')
    head = struct.pack('<I', len(items)) + b''.join(table) + names
    return data[:start] + head.ljust(first, b'\0') + bodies


def main():
    library, target = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        def run(*command, **options):
            return subprocess.run(command, check=True, cwd=folder, text=True, **options)

        run('ar', 'x', library, MEMBER)
        symbols = run('nm', '--defined-only', '--format=posix', MEMBER, stdout=subprocess.PIPE).stdout
        symbol = re.fullmatch(r'(icudt\d+_dat) R .*\n', symbols)
        if not symbol: sys.exit(f'trim-icu.py: {library} has other data than this knows: {symbols}')
        run('objcopy', '-O', 'binary', '--only-section=.rodata', MEMBER, 'data')
        data = Path(folder, 'data')
        data.write_bytes(trimmed(data.read_bytes()))
        run('as', '-o', target, '-', input=(
            '.section .rodata\n.globl trimmed_icu\n.type trimmed_icu, @object\n.balign 16\ntrimmed_icu:\n'
            '.incbin "data"\n.size trimmed_icu, . - trimmed_icu\n.section .note.GNU-stack,"",@progbits\n'))
        # A symbol of this name in an object would come too late: the linker has taken the library's by then.
        print(f'--defsym={symbol[1]}=trimmed_icu')


main()
