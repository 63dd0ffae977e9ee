"""The results of all rounds, and the tables made of them."""

import datetime
import os
import platform
import re
import shlex
import statistics
import subprocess
import sys

from figures import is_met, shown, shown_goal, shown_ratio


class Results:
    """All figures by label and by program."""

    def __init__(self):
        # Label -> program -> [(value, limit)]; what the label is measured against.
        self.samples, self.figures = {}, {}

    def add(self, figure, program):
        known = self.figures.setdefault(figure.label, figure)
        if known.kind != figure.kind:
            raise ValueError(f"'{figure.label}' is measured against {known.kind} and against {figure.kind}")
        self.samples.setdefault(figure.label, {}).setdefault(program, []).append((figure.value, figure.limit))

    def median(self, label, program):
        """Median of the values, and of the ratios: each was measured within a moment. None where there is none."""
        pairs = self.samples[label].get(program)
        if not pairs:
            return None, None
        ratios = [value / limit for value, limit in pairs if limit]
        return statistics.median(value for value, _ in pairs), statistics.median(ratios) if ratios else None

    def limit(self, label):
        # What a program's start is compared with is its own.
        shared = self.figures[label].against in ("curl", "native")
        limits = [limit for program, pairs in self.samples[label].items() if shared or program == "placesfs"
                  for _, limit in pairs if limit]
        return statistics.median(limits) if limits else None

    def verdict(self, label):
        figure = self.figures[label]
        met = is_met(figure.goal, figure.unit, *self.median(label, "placesfs"))
        return "" if met is None else "met" if met else "MISSED"


def as_text(results, programs):
    peers = programs[1:]
    lines = [f"{'workload':<54}{'placesfs':>13}" + "".join(f"{name:>30}" for name in peers)
             + f"{'limit':>13}{'ratio':>8}  goal"]
    for label, figure in results.figures.items():
        ours, ratio = results.median(label, programs[0])
        cells = "".join(f"{cell(results, label, name):>30}" for name in peers)
        goal = f"{shown_goal(figure.goal, figure.unit)} {results.verdict(label)}".strip()
        lines.append(f"{label:<54}{shown(ours, figure.unit):>13}{cells}{shown(results.limit(label), figure.unit):>13}"
                     f"{shown_ratio(ratio):>8}  {goal}")
    return "\n".join(lines)


def cell(results, label, program):
    value, ratio = results.median(label, program)
    if value is None:
        return "-"
    return shown(value, results.figures[label].unit) + (f" ({shown_ratio(ratio)})" if ratio is not None else "")


def as_markdown(results, programs):
    """A table with the figures of docs/performance.md, and above it what was measured where."""
    heads = ["figure", *programs, "limit", "goal", ""]
    lines = [circumstances(programs), "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for label, figure in results.figures.items():
        limit = results.limit(label)
        row = [label, *(cell(results, label, name) for name in programs),
               f"{figure.against} {shown(limit, figure.unit)}" if limit else "",
               shown_goal(figure.goal, figure.unit), {"MISSED": "missed"}.get(results.verdict(label), results.verdict(label))]
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def circumstances(programs):
    """Machine, date, versions and command, in two lines."""
    with open("/proc/cpuinfo") as file:
        processor = re.search(r"model name\s*: (.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) / (1 << 20)
    versions = {"curl": "curl --version", "nginx": "nginx -v"}
    versions |= {name: f"{name} --version" for name in ("rclone", "httpdirfs") if any(name in known for known in programs)}
    told = []
    for name, command in versions.items():
        said = subprocess.run(command.split(), capture_output=True, text=True)
        number = re.search(rf"(?i){name}[^0-9\n]*([0-9]+\.[0-9]+[^\s,)]*)", said.stdout + said.stderr)
        told.append(f"{name} {number.group(1) if number else '?'}")
    options = [word for index, word in enumerate(sys.argv[1:], 1) if "--bin" not in (word, sys.argv[index - 1])]
    return (f"Measured on {datetime.date.today()} by `scripts/bench {shlex.join(options)}`: {os.cpu_count()} processors "
            f"({processor.group(1).strip() if processor else platform.machine()}), {memory:.0f} GiB, Linux "
            f"{platform.release().split('-')[0]}, {', '.join(told)}. In brackets the ratio to the limit of the same moment.")
