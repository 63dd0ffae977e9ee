"""The exact versions a release is built from: scripts/dependencies.txt against what SwiftPM resolves.
resolved: prints a Package.resolved of them; check FILE: complains where the build's differs; record: the other way."""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "scripts/dependencies.txt"


def recorded():
    lines = (line.split() for line in TABLE.read_text().splitlines() if not line.startswith("#"))
    return {name: (version, revision, address) for name, version, revision, address in lines}


def used(path):
    pins = json.loads(pathlib.Path(path).read_text())["pins"]
    return {p["identity"]: (p["state"].get("version", "-"), p["state"]["revision"], p["location"]) for p in pins}


def resolved():
    pins = [{"identity": name, "kind": "remoteSourceControl", "location": address,
             "state": {"revision": revision, "version": version}}
            for name, (version, revision, address) in sorted(recorded().items())]
    print(json.dumps({"pins": pins, "version": 2}, indent=2))


def check(path):
    expected, found = recorded(), used(path)
    wrong = [f"{name}: recorded {expected.get(name, ('nothing',))[0]}, used {found.get(name, ('nothing',))[0]}"
             for name in sorted(expected.keys() | found.keys()) if expected.get(name, ())[:2] != found.get(name, ())[:2]]
    if wrong:
        sys.exit("scripts/dependencies.txt is not what was built (scripts/package --record writes it):\n"
                 + "\n".join(wrong))


def record():
    head = "".join(line + "\n" for line in TABLE.read_text().splitlines() if line.startswith("#"))
    rows = "".join(f"{name} {' '.join(state)}\n" for name, state in sorted(used(ROOT / "Package.resolved").items()))
    TABLE.write_text(head + rows)


if __name__ == "__main__":
    {"resolved": resolved, "check": check, "record": record}[sys.argv[1]](*sys.argv[2:])
