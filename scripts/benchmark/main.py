"""Runs the workloads in rounds and prints the medians beside their limits and goals."""

import argparse
import json
import shutil
import signal
import sys
import time

import pins
import cold
import commons
import embedded
import kept
import names as typed
import own
import stalls
import starts
import warm
from mounts import PEERS, PlacesFS
from origin import Origin
from table import Results, as_markdown, as_text

# These mount one origin by placesfs, and by the peers where they are wanted.
BESIDE = {"cold": cold.near, "latency": cold.far, "walk": warm.walks, "warm": warm.warm, "start": starts.starts,
          "memory": starts.memory, "stalls": stalls.stalls}
# These are about placesfs alone, on the simulator.
ALONE = {"collections": pins.collections, "commons": commons.first_minute, "embedding": embedded.embedding,
         "kept": kept.kept, "own": own.own, "names": typed.lookups}
# A peer that takes so many seconds for the figures of one set is not asked for them again.
SLOW = 25


def contenders(with_peers):
    found = [PlacesFS]
    for program, kinds in PEERS.items() if with_peers else ():
        if shutil.which(program):
            found += kinds
        else:
            print(f"scripts/bench: {program} is not installed; going on without it", file=sys.stderr)
    return found


def measure(results, name, kind, origin, binary):
    """One set by one program. What breaks in ours ends the run; what breaks in a peer is said."""
    begun = time.monotonic()
    try:
        for figure in BESIDE[name](kind, origin, binary):
            results.add(figure, kind.name)
    except Exception as error:
        if kind is PlacesFS:
            raise
        print(f"scripts/bench: {kind.name}, {name}: {type(error).__name__}: {error}", file=sys.stderr)
        return False
    finally:
        print(f"scripts/bench: {name}, {kind.name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return kind is PlacesFS or time.monotonic() - begun < SLOW


def run(options, names, kinds, results):
    given_up = set()
    with Origin() as origin:
        for _ in range(options.rounds):
            for name in names:
                if name in ALONE:
                    for figure in ALONE[name](options.bin):
                        results.add(figure, PlacesFS.name)
                    continue
                for kind in kinds:
                    if (name, kind) not in given_up and not measure(results, name, kind, origin, options.bin):
                        given_up.add((name, kind))


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else [*BESIDE] + ([] if options.peers else [*ALONE])
    for name in names:
        if name not in BESIDE | ALONE:
            parser.error(f"no set '{name}'; there are: {', '.join(BESIDE | ALONE)}")
    # Leave through the clean-up when told to end; timeout(1) gets what was measured, as Ctrl-C does.
    signal.signal(signal.SIGHUP, lambda number, _: sys.exit(128 + number))
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    results, kinds = Results(), contenders(options.peers)
    status = 0
    try:
        run(options, names, kinds, results)
    except KeyboardInterrupt:
        status = 130
        print("scripts/bench: stopped; what was measured until then:", file=sys.stderr)
    finally:
        starts.forget()
    print((as_markdown if options.markdown else as_text)(results, [kind.name for kind in kinds]))
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results.samples, file, indent=1)
    sys.exit(status)


main()
