"""Geometry for scripts/gazetteer/areas.py: outlines as Natural Earth has them, thinned and packed."""

import math
import struct


def polygons(blob):
    """The rings of a GeoPackage's geometry, as lists of longitude and latitude."""
    envelope = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[blob[3] >> 1 & 7]
    position = 8 + envelope

    def take(form):
        nonlocal position
        values = struct.unpack_from("<" + form, blob, position)
        position += struct.calcsize("<" + form)
        return values

    def geometry():
        kind = take("BI")[1] & 0xFF
        count = take("I")[0]
        if kind == 6:
            return [ring for _ in range(count) for ring in geometry()]
        rings = []
        for _ in range(count):
            numbers = take(f"{take('I')[0] * 2}d")
            rings.append(list(zip(numbers[::2], numbers[1::2])))
        return rings

    return geometry()


def box(rings):
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def holds(rings, x, y):
    inside = False
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def area(ring):
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]))) / 2


def thinned(ring, tolerance):
    """Douglas and Peucker's."""
    if len(ring) < 5:
        return ring
    kept, stack = {0, len(ring) - 1}, [(0, len(ring) - 1)]
    while stack:
        first, last = stack.pop()
        (x1, y1), (x2, y2) = ring[first], ring[last]
        length = math.hypot(x2 - x1, y2 - y1)
        farthest, most = None, tolerance
        for index in range(first + 1, last):
            x, y = ring[index]
            off = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length if length else math.hypot(x - x1, y - y1)
            if off > most:
                farthest, most = index, off
        if farthest:
            kept.add(farthest)
            stack += [(first, farthest), (farthest, last)]
    return [ring[index] for index in sorted(kept)]


def circle(latitude, longitude, kilometres):
    stretch = max(0.05, math.cos(math.radians(latitude)))
    return [[(longitude + kilometres / 111.2 / stretch * math.sin(turn * math.pi / 16),
              latitude + kilometres / 111.2 * math.cos(turn * math.pi / 16)) for turn in range(32)]]


class Outlines:
    """Polygons as bytes: the steps to a degree, the number of rings, and of each the number of points and the steps from
    one point to the next, as variable-length numbers, least bits first, signs in the lowest bit."""

    def __init__(self, head):
        self.out = bytearray(head)
        self.index = []

    def add(self, rings, tolerance):
        west, south, east, north = box(rings)
        size = max(east - west, north - south)
        fine = size < 1
        steps, tolerance = (2000, min(tolerance, size / 60)) if fine else (200, tolerance)
        place = len(self.out)
        kept = []
        for ring in sorted(rings, key=area, reverse=True):
            points = [(round(x * steps), round(y * steps)) for x, y in thinned(ring, tolerance)]
            points = [point for before, point in zip([None] + points, points) if point != before]
            if points and points[0] == points[-1]:
                points.pop()
            if len(points) >= 3 and (len(kept) < 40 or area(ring) > 0.0005):
                kept.append(points)
        if not kept:
            x, y = round((west + east) / 2 * steps), round((south + north) / 2 * steps)
            kept = [[(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]]
        self.number(steps)
        self.number(len(kept))
        for points in kept:
            self.number(len(points))
            before = (0, 0)
            for point in points:
                for one, other in zip(before, point):
                    step = other - one
                    self.number(step * 2 if step >= 0 else -step * 2 - 1)
                before = point
        return place

    def number(self, value):
        while value > 127:
            self.out.append(value & 127 | 128)
            value >>= 7
        self.out.append(value)


def near(rings, degrees):
    """The box of the largest group of rings that are near each other, so that no island in another ocean widens it; across the
    antimeridian its west is greater than its east."""
    boxes = [box([ring]) for ring in rings]
    if min(one[0] for one in boxes) < -179 and max(one[2] for one in boxes) > 179:
        boxes = [(w + 360, s, e + 360, n) if e < 0 else (w, s, e, n) for w, s, e, n in boxes]
    sizes = [area(ring) * math.cos(math.radians((one[1] + one[3]) / 2)) for ring, one in zip(rings, boxes)]
    left, best = sorted(zip(sizes, boxes), reverse=True), (0, None)
    while left:
        size, (west, south, east, north) = left.pop(0)
        grown = True
        while grown:
            grown, rest = False, []
            for more, one in left:
                if one[0] < east + degrees and one[2] > west - degrees and one[1] < north + degrees and one[3] > south - degrees:
                    west, south, east, north = min(west, one[0]), min(south, one[1]), max(east, one[2]), max(north, one[3])
                    size, grown = size + more, True
                else:
                    rest.append((more, one))
            left = rest
        best = max(best, (size, (west, south, east, north)))
    west, south, east, north = best[1]
    turn = lambda x: x - 360 if x > 180 else x
    return max(-180, turn(west)), south, turn(east), north


class Rings:
    """All outlines by their corners: neighbours have these in common."""

    def __init__(self, states):
        self.rings = [[(round(x, 4), round(y, 4)) for x, y in ring] for state in states for ring in state[0]]
        self.by_corner = {}
        for number, ring in enumerate(self.rings):
            for corner in set(ring):
                self.by_corner.setdefault(corner, []).append(number)

    def around(self, ring):
        """The outline of the whole island that a province's outline is a part of: without the borders on it."""
        first = [(round(x, 4), round(y, 4)) for x, y in ring]
        group, left = set(), [number for corner in first for number in self.by_corner.get(corner, []) if self.rings[number] == first]
        while left:
            number = left.pop()
            if number not in group:
                group.add(number)
                left += {other for corner in self.rings[number] for other in self.by_corner[corner]} - group
        if len(group) < 2:
            return [ring]
        sides = {}
        for number in group:
            corners = self.rings[number]
            for one, other in zip(corners, corners[1:] + corners[:1]):
                if one != other:
                    sides.setdefault(frozenset((one, other)), []).append((one, other))
        following = {}
        for same in sides.values():
            if len(same) == 1:
                following.setdefault(same[0][0], []).append(same[0][1])
        joined = []
        while following:
            start = next(iter(following))
            chain, at = [start], start
            while at in following:
                next_one = following[at].pop()
                if not following[at]:
                    del following[at]
                at = next_one
                if at == start:
                    break
                chain.append(at)
            if len(chain) > 3:
                joined.append(chain)
        # Where borders do not fit, the provinces beside each other.
        whole = sum(area(self.rings[number]) for number in group)
        largest = sorted(joined, key=area, reverse=True)
        return largest[:1] if largest and 0.97 < area(largest[0]) / whole < 1.03 else [self.rings[number] for number in sorted(group)]


def island(states, x, y):
    best = None
    for state in states:
        for ring in state[0]:
            west, south, east, north = box([ring])
            if west - 0.1 < x < east + 0.1 and south - 0.1 < y < north + 0.1 and len(ring) > 3:
                off = 0 if holds([ring], x, y) else min(math.hypot(a - x, b - y) for a, b in ring)
                if off < 0.06 and (best is None or (off, area(ring)) < best[0]):
                    best = ((off, area(ring)), ring)
    return [best[1]] if best else []


def finished(outlines):
    """The polygons' boxes in hundredths of a degree, their countries and places, 14 bytes each; then how many there are
    and where they begin."""
    begin = len(outlines.out)
    for (west, south, east, north), country, place in outlines.index:
        outlines.out += struct.pack(
            "<hhhh2sI", math.floor(west * 100 - 1), math.floor(south * 100 - 1), math.ceil(east * 100 + 1), math.ceil(north * 100 + 1),
            (country or "  ").encode(), place)
    outlines.out += struct.pack("<II", len(outlines.index), begin) + b"\n#end\n"
    return bytes(outlines.out)
