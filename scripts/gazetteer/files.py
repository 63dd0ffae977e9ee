"""What is written by hand is read here, and what the program reads is written."""

import pathlib

SOURCE = "GeoNames (geonames.org), CC BY 4.0; changed: chosen, renamed and rounded by scripts/make-gazetteer"
HERE = pathlib.Path(__file__).resolve().parent
RESOURCES = HERE.parent.parent / "Sources/Gazetteer/Resources"


def lines(name):
    text = (HERE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def store(kind, records, source=SOURCE):
    path = RESOURCES / f"gazetteer-{kind}.tsv"
    head = f"#placesfs gazetteer 1 {kind}: {source}\n"
    text = head + "".join(line + "\n" for line in records) + "#end\n"
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {len(records)} records, {len(text.encode())} bytes")
    return head.encode()
