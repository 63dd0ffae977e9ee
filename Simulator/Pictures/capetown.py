"""Cape Town."""
import numpy

from canvas import mix
from scenery import (birds, clouds, crown, grass, houses, lamp, mist, moon, palm, ridge, sailboat, sky, stars, sun, windows)


def table_mountain(c, foot, height, rock, lit, shade, x=0.5, width=0.44, cloth=None, bush="#4a7244"):
    """The flat mountain with its two neighbours; `cloth` is the cloud that pours over the edge."""
    middle, half = c.w * x, c.w * width
    line = numpy.full(c.w + 1, float(foot))
    place = numpy.arange(c.w + 1)
    knots = [(-1.6, 0), (-1.35, 0.34), (-1.2, 0.72), (-1.1, 0.62), (-1.0, 0.95), (-0.9, 1.0), (0.9, 0.985), (1.0, 0.9), (1.12, 0.5), (1.3, 0.42), (1.42, 0.8), (1.5, 0.74), (1.7, 0.36), (2.1, 0.2), (2.6, 0)]
    line = foot - height * numpy.interp((place - middle) / half, [k[0] for k in knots], [k[1] for k in knots])
    line = line + (c.curve(0, 4, 40, 5, 0.6))
    area = c.profile(line, 0, foot)
    c.gradient([(0, lit), (0.35, rock), (0.75, mix(rock, bush, 0.6)), (1, mix(rock, bush, 0.85))], foot - height, foot, area)
    gullies = c.noise(90, 6, 0.32)
    c.paint(area * numpy.clip((gullies - numpy.roll(gullies, 9, axis=1)) * 9, 0, 1), shade, 0.5)
    c.paint(area * numpy.clip((numpy.roll(gullies, 9, axis=1) - gullies) * 9, 0, 1), lit, 0.25)
    if cloth is not None:
        thick = 14 + 22 * c.noise(120, 4, 3)
        crest = numpy.interp(c.x[0], place, line)[None, :]
        spill = 30 * c.noise(70, 4, 0.7)
        inside = (numpy.abs(c.x - middle) < half * 0.96).astype(numpy.float32)
        body = numpy.clip((c.y - (crest - thick)) / 10, 0, 1) * numpy.clip((crest + spill - c.y) / 14, 0, 1) * inside
        c.paint(body, cloth, 0.95)
    return line


def city(c, foot, height, tone, light, lit=0.3, width=30, start=0.0, end=None):
    x, end = start, c.w if end is None else end
    while x < end:
        wide, tall = width * (0.6 + 0.8 * c.random.random()), height * (0.3 + 0.7 * c.random.random() ** 1.6)
        wall = mix(tone, "#ffffff", 0.3 * c.random.random())
        c.box(x, foot - tall, x + wide, foot, wall)
        windows(c, x + 2, foot - tall + 3, x + wide - 2, foot, max(2, int(wide / 8)), max(2, int(tall / 9)), light, lit, (0.5, 0.4))
        x += wide + 1


def tablecloth(c):
    horizon = c.h * 0.64
    sky(c, "noon", c.h)
    clouds(c, 0, 160, "#ffffff", 0.3, 170, 3, 0.7)
    table_mountain(c, horizon, 290, "#8a8090", "#c9b8a8", "#4f4a66", cloth="#ffffff")
    city(c, horizon, 70, "#c9c4bc", "#4a5a6a", 0.6)
    c.reflect(horizon, "#2f86b5", 0.45, 5)
    for x, y, size in ((180, c.h * 0.74, 60), (760, c.h * 0.8, 130), (430, c.h * 0.7, 44)):
        sailboat(c, x, y, size)
    waves = [[(x, y), (x + 24, y - 2), (x + 48, y)] for x, y in zip(c.random.random(180) * c.w, horizon + 16 + c.random.random(180) * (c.h - horizon))]
    c.lines(waves, 1.3, "#e2f4f8", 0.5)


def bo_kaap(c):
    foot = c.h * 0.74
    sky(c, "summer", c.h)
    clouds(c, 0, 190, "#ffffff", 0.35, 150, 2.8, 0.85)
    table_mountain(c, foot, 330, "#93899a", "#cbbcae", "#5c5570", 0.62, 0.5)
    walls = ["#f0508a", "#3fb5c4", "#f7c63a", "#7fc45a", "#f2813a", "#7a5fc0", "#2f8fd0", "#e8483c"]
    x = -20
    for index, wall in enumerate(walls):
        width, tall = 138, 150 + 8 * (index % 2)
        y = foot + 60 - index * 9
        c.box(x, y - tall, x + width, y + 90, wall)
        c.box(x - 2, y - tall - 14, x + width + 2, y - tall, mix(wall, "#ffffff", 0.55))
        c.shape([(x + width * 0.25, y - tall - 14), (x + width * 0.75, y - tall - 14), (x + width * 0.62, y - tall - 34), (x + width * 0.38, y - tall - 34)], mix(wall, "#ffffff", 0.35))
        for dx in (0.12, 0.7):
            c.box(x + width * dx - 4, y - tall + 34, x + width * (dx + 0.2) + 4, y - tall + 90, "#fffaf0")
            c.box(x + width * dx, y - tall + 38, x + width * (dx + 0.2), y - tall + 86, "#3a4a5c")
            c.line([(x + width * (dx + 0.1), y - tall + 38), (x + width * (dx + 0.1), y - tall + 86)], 2.4, "#fffaf0")
        c.box(x + width * 0.42, y - 100, x + width * 0.6, y, mix(wall, "#2a1a30", 0.55))
        c.box(x + width * 0.36, y - 2, x + width * 0.66, y + 8, "#efe6d6")
        x += width
    c.shape([(0, foot + 74), (c.w, foot + 4), (c.w, c.h), (0, c.h)], "#8f867c")
    c.lines([[(0, foot + 90 + i * 26), (c.w, foot + 20 + i * 32)] for i in range(6)], 1.6, "#6f675f", 0.7)
    c.lines([[(i * 60 - 60, c.h), (i * 60 - 20, foot + 60)] for i in range(20)], 1.4, "#6f675f", 0.5)
    cx, cy = 300, c.h * 0.9
    c.shape([(cx - 96, cy), (cx + 100, cy - 6), (cx + 98, cy - 34), (cx + 60, cy - 38), (cx + 38, cy - 66), (cx - 44, cy - 64), (cx - 66, cy - 34), (cx - 96, cy - 28)], "#f6f0de")
    c.shape([(cx - 40, cy - 58), (cx + 34, cy - 60), (cx + 50, cy - 40), (cx - 54, cy - 36)], "#4f6a7a")
    c.dots([(cx - 58, cy, 17), (cx + 62, cy - 4, 17)], "#2a2a30")
    c.dots([(cx - 58, cy, 8), (cx + 62, cy - 4, 8)], "#c9c4bc")


def penguin(c, x, foot, size, side=1):
    def at(dx, dy):
        return (x + side * dx * size, foot - dy * size)
    c.shape([at(-0.3, 0.06), at(0.28, 0.06), at(0.34, 0.4), at(0.2, 0.78), at(-0.12, 0.78), at(-0.36, 0.4)], "#20222c", blur=0.8)
    c.shape([at(-0.12, 0.08), at(0.24, 0.08), at(0.28, 0.4), at(0.16, 0.72), at(0.0, 0.7), at(-0.14, 0.36)], "#fbf6ec", blur=0.6)
    c.line([at(-0.08, 0.16), at(-0.06, 0.46), at(0.06, 0.62), at(0.2, 0.6)], 0.045 * size, "#20222c")
    c.dot(*at(0.06, 0.88), 0.18 * size, "#20222c")
    c.dot(*at(0.14, 0.86), 0.1 * size, "#fbf6ec")
    c.dot(*at(0.12, 0.94), 0.05 * size, "#f0a0a0")
    c.dot(*at(0.14, 0.91), 0.024 * size, "#101018")
    c.shape([at(0.2, 0.92), at(0.4, 0.85), at(0.2, 0.82)], "#20222c")
    c.shape([at(-0.28, 0.62), at(-0.46, 0.26), at(-0.3, 0.24), at(-0.16, 0.56)], "#161820")
    c.shapes([[at(-0.2, 0.0), at(0.02, 0.0), at(-0.04, 0.09), at(-0.16, 0.09)], [at(0.06, 0.0), at(0.3, 0.0), at(0.22, 0.09), at(0.1, 0.09)]], "#20222c")


def boulders(c):
    horizon = c.h * 0.4
    sky(c, "summer", horizon)
    clouds(c, 0, 160, "#ffffff", 0.35, 170, 3, 0.8)
    ridge(c, horizon - 20, 22, 300, "#8fa5b8", "#a5b8c4", floor=horizon)
    c.gradient([(0, "#2f86b0"), (0.5, "#43b0c0"), (1, "#a8e0d8")], horizon, c.h * 0.66)
    c.gradient([(0, "#f2e2c0"), (1, "#dcc290")], c.h * 0.64, c.h)
    for i in range(4):
        line = c.curve(c.h * (0.6 + 0.022 * i), 7, 160, 3)
        c.line([(x, line[x]) for x in range(0, c.w, 8)], 4 - 0.5 * i, "#ffffff", 0.75)
    for x, y, size in ((60, c.h * 0.56, 150), (230, c.h * 0.6, 84), (930, c.h * 0.54, 170), (770, c.h * 0.6, 76), (1010, c.h * 0.72, 130)):
        c.dot(x, y, size, "#a3917e", tall=0.6)
        c.dot(x - size * 0.14, y - size * 0.12, size * 0.8, "#c4b29a", 0.8, 6, 0.55)
        c.dot(x + size * 0.2, y + size * 0.25, size * 0.7, "#7a6a5c", 0.5, 8, 0.4)
    for x, y, size, side in ((300, 0.88, 150, 1), (420, 0.8, 110, -1), (560, 0.93, 190, 1), (690, 0.79, 100, 1), (800, 0.9, 160, -1), (240, 0.73, 66, 1), (480, 0.71, 60, 1)):
        c.dot(x + 20, c.h * y, size * 0.36, "#a58a62", 0.5, 4, 0.22)
        penguin(c, x, c.h * y, size, side)


def lions_head(c):
    horizon = c.h * 0.76
    sky(c, "pink", c.h)
    clouds(c, 0, c.h * 0.5, "#ffe9e2", 0.4, 190, 3.2, 0.8)
    sun(c, c.w * 0.26, c.h * 0.46, 26)
    place = numpy.arange(c.w + 1)
    knots = [(0, 0.1), (140, 0.2), (330, 0.42), (450, 0.66), (520, 0.96), (570, 1.0), (640, 0.93), (690, 0.62), (780, 0.42), (900, 0.34), (1024, 0.3)]
    line = horizon - 380 * numpy.interp(place, [k[0] for k in knots], [k[1] for k in knots]) + c.curve(0, 7, 60, 5, 0.6)
    area = c.profile(line, 0)
    c.gradient([(0, "#c98a6a"), (0.3, "#9a6a6a"), (0.6, "#6f7a5c"), (1, "#45603f")], min(line), c.h, area)
    rough = c.noise(80, 6, 0.5)
    c.paint(area * numpy.clip((rough - numpy.roll(rough, 10, axis=1)) * 9, 0, 1), "#4a3c50", 0.5)
    c.line([(380 + 30 * i + 14 * numpy.sin(i * 1.3), horizon - 120 - 16 * i) for i in range(9)], 2.4, "#f0d9b5", 0.8)
    front = ridge(c, c.h * 0.86, 26, 360, "#5f7a45", "#34522f")
    grass(c, 0, 20, 700, ["#7a9450", "#b5b565"], front)
    stems = [(c.random.random() * c.w, c.h * 0.9 + c.random.random() * 60, 20 + 16 * c.random.random()) for _ in range(16)]
    for x, y, size in stems:
        c.line([(x, y + 60), (x, y)], 3, "#4f6a38")
        c.shapes([[(x, y + size * 0.4), (x + size * numpy.cos(a) - 4, y - size * numpy.sin(a)), (x + size * numpy.cos(a) + 4, y - size * numpy.sin(a) + 3)] for a in numpy.linspace(0.3, 2.84, 9)], "#e86a8a")
        c.dot(x, y, size * 0.36, "#fbe3d6")


def beach_huts(c):
    sky(c, "noon", c.h)
    clouds(c, 20, c.h * 0.5, "#ffffff", 0.45, 200, 2.4, 0.9, "#bcd6e6")
    ridge(c, c.h * 0.5, 60, 400, "#8fa0b0", "#a8b8c0", floor=c.h * 0.62)
    c.gradient([(0, "#3f9ac0"), (1, "#8fd6d8")], c.h * 0.56, c.h * 0.66)
    c.gradient([(0, "#f6e9cc"), (1, "#e0c796")], c.h * 0.64, c.h)
    tones = ["#e8483c", "#f7c63a", "#2f8fd0", "#6bb54a", "#f2813a", "#7a5fc0", "#f0508a"]
    for index, tone in enumerate(tones):
        x, foot, wide, tall = 34 + index * 140, c.h * 0.82 + 6 * (index % 2), 106, 150
        c.lines([[(x + dx, foot - 10), (x + dx, foot + 34)] for dx in (12, wide - 12)], 8, "#7a5c40")
        c.box(x, foot - tall, x + wide, foot, tone)
        c.lines([[(x, foot - i * 15), (x + wide, foot - i * 15)] for i in range(1, 10)], 1.6, mix(tone, "#000000", 0.2), 0.8)
        c.shape([(x - 12, foot - tall), (x + wide + 12, foot - tall), (x + wide / 2, foot - tall - 72)], mix(tone, "#ffffff", 0.86))
        c.shape([(x + 4, foot - tall), (x + wide - 4, foot - tall), (x + wide / 2, foot - tall - 56)], tone)
        c.box(x + 34, foot - 100, x + wide - 34, foot, "#fffaf0")
        c.box(x + 40, foot - 94, x + wide - 40, foot, mix(tone, "#20202c", 0.45))
        c.shapes([[(x + 30 + i * 12, foot + i * 11), (x + wide - 30 + i * 12, foot + i * 11), (x + wide - 30 + i * 12, foot + i * 11 + 6), (x + 30 + i * 12, foot + i * 11 + 6)] for i in range(3)], "#a58058")
        c.dot(x + wide * 0.7, foot + 40, 74, "#b59a6a", 0.35, 6, 0.16)


def cape_point(c):
    horizon = c.h * 0.5
    sky(c, "teal", horizon)
    clouds(c, 0, horizon, "#e2f2e6", 0.45, 200, 3, 0.7)
    c.gradient([(0, "#5fa8a5"), (0.4, "#2f7f8a"), (1, "#0f4a5c")], horizon, c.h)
    lines = [[(x, y), (x + 40, y - 3), (x + 80, y)] for x, y in zip(c.random.random(200) * c.w, horizon + 8 + c.random.random(200) ** 0.8 * (c.h - horizon))]
    c.lines(lines, 1.4, "#d9f0e6", 0.45)
    place = numpy.arange(c.w + 1)
    line = numpy.interp(place, [0, 240, 380, 470, 560, 640, 700, 760, 1024], [240, 270, 300, 250, 300, 420, 470, 684, 690]) + c.curve(0, 14, 80, 6, 0.6)
    area = c.profile(line, 0)
    c.gradient([(0, "#7a8f5a"), (0.35, "#8a7a66"), (1, "#4a4048")], 240, c.h, area)
    rock = c.noise(90, 6, 0.4)
    c.paint(area * numpy.clip((rock - numpy.roll(rock, 10, axis=1)) * 9, 0, 1), "#352c38", 0.55)
    x, foot = 470, line[470] + 6
    c.shape([(x - 17, foot), (x + 17, foot), (x + 12, foot - 96), (x - 12, foot - 96)], "#fbf6ec")
    c.shape([(x + 2, foot), (x + 17, foot), (x + 12, foot - 96), (x + 2, foot - 96)], "#b5b5b0", 0.6)
    c.box(x - 18, foot - 102, x + 18, foot - 96, "#b53a34")
    c.box(x - 10, foot - 122, x + 10, foot - 102, "#fff2b8")
    c.shape([(x - 14, foot - 122), (x + 14, foot - 122), (x, foot - 142)], "#b53a34")
    c.glow(x, foot - 112, 54, "#fff0b0", 0.6)
    for i in range(5):
        shore = c.curve(c.h - 30 - 26 * i, 9, 90, 4)
        c.line([(x, shore[x]) for x in range(690 - 14 * i, c.w, 6)], 5 - 0.6 * i, "#f4fbf6", 0.55, 1.6)
    birds(c, 14, 760, 210, 90, "#23343c", 13)


def signal_hill(c):
    horizon = c.h * 0.6
    sky(c, "blue", c.h)
    stars(c, 200, 240)
    moon(c, c.w * 0.82, 110, 26, 0.5)
    table_mountain(c, horizon, 260, "#26365f", "#4a5f92", "#141f40", 0.42, 0.4, bush="#182848")
    c.gradient([(0, "#16244a"), (1, "#0a1226")], horizon, c.h)
    for row in range(7):
        near = row / 6
        y = horizon + 4 + near * 190
        lights = [(c.random.random() * c.w, y + c.random.normal(0, 6 + 10 * near), 0.9 + 1.5 * near) for _ in range(240 - 20 * row)]
        c.dots(lights, ["#ffd489", "#ffe9c4", "#ffb65c"][row % 3], 0.9)
    for x, y, r in ((300, horizon + 40, 150), (680, horizon + 60, 170), (500, horizon + 130, 200)):
        c.glow(x, y, r, "#ffa94d", 0.22)
    for start in (200, 520, 820):
        road = [(start + 60 * numpy.sin(t * 3) - 120 * t, horizon + 10 + 220 * t) for t in numpy.linspace(0, 1, 40)]
        c.line(road, 3, "#ffcf7a", 0.75, 1)
    ridge(c, c.h * 0.92, 20, 300, "#060a18", "#04060f")
    for x in (250, 290):
        foot = c.h * 0.92
        c.shape([(x - 12, foot + 10), (x + 12, foot + 10), (x + 9, foot - 44), (x - 9, foot - 44)], "#03050c")
        c.dot(x, foot - 53, 9, "#03050c")


SCENES = [tablecloth, bo_kaap, boulders, lions_head, beach_huts, cape_point, signal_hill]
