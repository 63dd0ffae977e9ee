"""A measured figure, what bounds it, and how both are written."""

import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Ratio:
    """What the ratio to the limit should be at most, for times and sizes; at least, for rates."""
    bound: float


@dataclasses.dataclass(frozen=True)
class Value:
    """What the figure itself should be at most or at least, whatever it is beside a limit."""
    bound: float


@dataclasses.dataclass(frozen=True)
class Figure:
    """`value` and `limit` are in `unit`: "s", "MiB", "bytes", "/s", "MB/s", "requests"; infinite is what did not come at all."""
    label: str
    value: float
    unit: str
    limit: float | None = None
    against: str = ""
    goal: Ratio | Value | None = None

    @property
    def kind(self):
        """What has to be the same wherever this label is measured."""
        return self.unit, self.against, self.goal


def is_small_better(unit):
    return unit in ("s", "MiB", "bytes", "requests")


def shown(value, unit):
    if value is None:
        return "-"
    if math.isinf(value):
        return "never"
    if unit == "s":
        if value < 0.001:
            return f"{value * 1e6:.0f} µs"
        return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.2f} s"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def shown_ratio(ratio):
    if ratio is None or math.isinf(ratio):
        return "-"
    return f"{ratio:.0f}x" if ratio >= 100 else f"{ratio:.3g}x"


def shown_goal(goal, unit):
    if goal is None:
        return ""
    sign = "≤" if is_small_better(unit) else "≥"
    return f"{sign} " + (f"{goal.bound:g}x" if isinstance(goal, Ratio) else shown(goal.bound, unit))


def is_met(goal, unit, value, ratio):
    """Nil where there is no goal."""
    if goal is None:
        return None
    found = ratio if isinstance(goal, Ratio) else value
    if found is None:
        return False
    return found <= goal.bound if is_small_better(unit) else found >= goal.bound
