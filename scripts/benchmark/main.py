"""Runs the workloads in rounds and prints the medians beside their targets."""

import argparse
import json
import statistics

import albums
import commons
import workloads

SETS = {
    "cold": lambda binary: workloads.cold(binary, 0),
    "latency": lambda binary: workloads.cold(binary, 50),
    "warm": workloads.warm,
    "start": workloads.start,
    "collections": albums.collections,
    "commons": commons.first_minute,
}


def shown(value, unit):
    if value is None:
        return "-"
    if unit == "s" and value < 0.001:
        return f"{value * 1e6:.1f} µs"
    if unit == "s":
        return f"{value * 1000:.1f} ms" if value < 10 else f"{value:.1f} s"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"


def verdict(ours, ratio, target, unit):
    """Times and sizes want to be small, rates large."""
    if target is None:
        return ""
    value = ratio if ratio is not None else ours
    small = unit in ("s", "MiB", "requests")
    met = value <= target if small else value >= target
    bound = ("<= " if small else ">= ") + (f"{target:g}x" if ratio is not None else shown(target, unit))
    return f"{bound} {'met' if met else 'MISSED'}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(SETS))
    parser.add_argument("--json")
    options = parser.parse_args()

    samples = {}
    for round_number in range(options.rounds):
        for name in options.only.split(","):
            for label, ours, limit, against, target, unit in SETS[name](options.bin):
                row = samples.setdefault(label, {"ours": [], "limit": [], "ratio": [], "against": against,
                                                 "target": target, "unit": unit})
                row["ours"].append(ours)
                if limit is not None:
                    row["limit"].append(limit)
                    row["ratio"].append(ours / limit)
    print(f"{'workload':<38}{'placesfs':>14}{'limit':>14}{'ratio':>8}  target")
    for label, row in samples.items():
        ours = statistics.median(row["ours"])
        limit = statistics.median(row["limit"]) if row["limit"] else None
        # Of the ratios, not of the medians: each was measured within a moment.
        ratio = statistics.median(row["ratio"]) if row["ratio"] else None
        print(f"{label:<38}{shown(ours, row['unit']):>14}{shown(limit, row['unit']):>14}"
              f"{f'{ratio:.2f}x' if ratio is not None else '-':>8}  {verdict(ours, ratio, row['target'], row['unit'])}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(samples, file, indent=1)


main()
