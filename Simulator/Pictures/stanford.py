"""Stanford."""
import numpy

from canvas import mix
from scenery import (SKIES, birds, clouds, conifers, crown, grass, lamp, mist, palm, ridge, sky, stars, sun, trunk, windows)

STONE, SHADE, TILE = "#e2bf86", "#a87f52", "#b5533a"


def hoover(c, x, foot, height, stone=STONE, shade=SHADE, tile="#a8432f", light=None):
    half = height * 0.085
    c.box(x - half * 2.2, foot - height * 0.14, x + half * 2.2, foot, mix(stone, shade, 0.25))
    c.box(x - half, foot - height * 0.72, x + half, foot, stone)
    c.box(x + half * 0.45, foot - height * 0.72, x + half, foot, shade, 0.55)
    for i in range(4):
        px = x - half * 0.72 + i * half * 0.48
        c.boxes([(px - half * 0.1, foot - height * (0.2 + 0.055 * k) - height * 0.03, px + half * 0.1, foot - height * (0.2 + 0.055 * k)) for k in range(9)], light or mix(shade, "#2a1c16", 0.5))
    c.box(x - half * 1.12, foot - height * 0.735, x + half * 1.12, foot - height * 0.71, mix(stone, "#ffffff", 0.2))
    c.box(x - half * 0.86, foot - height * 0.82, x + half * 0.86, foot - height * 0.73, stone)
    for i in range(5):
        px = x - half * 0.64 + i * half * 0.32
        c.shape([(px - half * 0.1, foot - height * 0.735), (px - half * 0.1, foot - height * 0.79), (px, foot - height * 0.805), (px + half * 0.1, foot - height * 0.79), (px + half * 0.1, foot - height * 0.735)], light or "#4a3226")
    dome = [(x + half * 0.88 * numpy.cos(a), foot - height * 0.82 - height * 0.1 * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 40)]
    c.shape(dome, tile)
    c.shape([p for p in dome if p[0] > x + half * 0.2] + [(x + half * 0.2, foot - height * 0.82)], mix(tile, "#3a1210", 0.5), 0.6)
    c.box(x - half * 0.16, foot - height * 0.955, x + half * 0.16, foot - height * 0.9, stone)
    c.shape([(x - half * 0.2, foot - height * 0.955), (x + half * 0.2, foot - height * 0.955), (x, foot - height)], tile)


def arcade(c, x0, x1, foot, height, arches, wall=STONE, dark="#4a3326", tile=TILE):
    c.gradient([(0, mix(wall, "#fff2d6", 0.25)), (1, mix(wall, SHADE, 0.35))], foot - height, foot,
               c.mask(lambda d, s: d.rectangle(s([(x0, foot - height), (x1, foot)]), fill=255)))
    width = (x1 - x0) / arches
    for i in range(arches):
        middle, half = x0 + width * (i + 0.5), width * 0.34
        arch = [(middle + half * numpy.cos(a), foot - height * 0.4 - half * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 24)]
        outer = [(middle + half * 1.22 * numpy.cos(a), foot - height * 0.4 - half * 1.22 * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 24)]
        c.shape(outer + [(middle - half * 1.22, foot - height * 0.36), (middle + half * 1.22, foot - height * 0.36)], mix(wall, SHADE, 0.5))
        c.shape([(middle + half, foot)] + arch + [(middle - half, foot)], dark)
    c.shape([(x0 - 12, foot - height), (x1 + 12, foot - height), (x1 - 6, foot - height - height * 0.22), (x0 + 6, foot - height - height * 0.22)], tile)
    c.lines([[(x, foot - height), (x + 2, foot - height * 1.22)] for x in numpy.arange(x0, x1, 13)], 1.6, mix(tile, "#5c1f18", 0.45), 0.7)


def church(c, x, foot, height):
    c.box(x - height * 0.5, foot - height * 0.62, x + height * 0.5, foot, STONE)
    c.shape([(x - height * 0.56, foot - height * 0.62), (x + height * 0.56, foot - height * 0.62), (x, foot - height)], TILE)
    c.shape([(x - height * 0.46, foot - height * 0.62), (x + height * 0.46, foot - height * 0.62), (x, foot - height * 0.92)], "#f0d9a0")
    c.gradient([(0, "#5f9ac0"), (0.6, "#e8c15a"), (1, "#b5653a")], foot - height * 0.88, foot - height * 0.62,
               c.mask(lambda d, s: d.polygon(s([(x - height * 0.38, foot - height * 0.63), (x + height * 0.38, foot - height * 0.63), (x, foot - height * 0.88)]), fill=255)))
    for i in range(-3, 4):
        c.line([(x + i * height * 0.09, foot - height * 0.63), (x + i * height * 0.09, foot - height * (0.69 + 0.03 * (3 - abs(i))))], height * 0.028, "#fff0c4")
    c.dot(x, foot - height * 0.45, height * 0.1, "#3a4a6a")
    c.dots([(x + height * 0.07 * numpy.cos(a), foot - height * 0.45 + height * 0.07 * numpy.sin(a), height * 0.022) for a in numpy.linspace(0, 6.28, 9)], "#e8c15a")
    for dx in (-0.32, 0, 0.32):
        px, half = x + dx * height, height * 0.11
        c.shape([(px + half, foot)] + [(px + half * numpy.cos(a), foot - height * 0.2 - half * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 24)] + [(px - half, foot)], "#4a3020")


def hoover_day(c):
    horizon = c.h * 0.82
    sky(c, "noon", c.h)
    clouds(c, 60, c.h * 0.6, "#ffffff", 0.4, 170, 2.4, 0.9, "#b5cfe2")
    hoover(c, c.w * 0.52, horizon, c.h * 0.72)
    for x in range(-20, 720, 56):
        crown(c, x, horizon - 30 - 40 * c.random.random(), 62, ["#2f5236", "#4f7a3f", "#86a45a"], 80, 0.8, 0.17)
    arcade(c, -30, c.w + 30, horizon + 24, 70, 12)
    c.gradient([(0, "#86b050"), (1, "#4f7f36")], horizon + 24, c.h)
    palm(c, 96, horizon + 90, 330, "#6f5a48", ("#2f5a34", "#5c8a3f"), 14)
    palm(c, 610, horizon + 120, 380, "#6f5a48", ("#2f5a34", "#5c8a3f"), -16, 1.2)


def main_quad(c):
    sky(c, "summer", c.h)
    clouds(c, 0, 200, "#ffffff", 0.35, 150, 2.6, 0.9)
    foot = c.h * 0.66
    ridge(c, foot - 120, 20, 300, "#7f9a78", "#6f8a66", floor=foot)
    church(c, c.w / 2, foot, 230)
    arcade(c, -30, c.w / 2 - 130, foot, 104, 6)
    arcade(c, c.w / 2 + 130, c.w + 30, foot, 104, 6)
    c.gradient([(0, "#d9bf94"), (1, "#b99a6c")], foot, c.h)
    c.lines([[(c.w / 2 + (i - 6) * 26, foot), (c.w / 2 + (i - 6) * 190, c.h)] for i in range(13)], 1.6, "#a3865c", 0.7)
    c.lines([[(0, foot + 12 * 1.5 ** i), (c.w, foot + 12 * 1.5 ** i)] for i in range(8)], 1.6, "#a3865c", 0.7)
    for x, y in ((180, foot + 60), (c.w - 180, foot + 60)):
        c.dot(x, y, 120, "#6a8f45", tall=0.3)
        palm(c, x - 20, y, 230, "#6f5a48", ("#2f5a34", "#5c8a3f"), -8)
        palm(c, x + 34, y + 8, 190, "#6f5a48", ("#2f5a34", "#5c8a3f"), 10)


def palm_drive(c):
    horizon = c.h * 0.56
    sky(c, "gold", horizon)
    sun(c, c.w / 2, horizon - 76, 22)
    ridge(c, horizon - 34, 20, 260, "#8a7a7c", "#7a6a62", floor=horizon)
    church(c, c.w / 2, horizon + 4, 56)
    c.gradient([(0, "#8f8a4a"), (1, "#4f6a32")], horizon, c.h)
    c.shape([(c.w * 0.485, horizon), (c.w * 0.515, horizon), (c.w * 0.8, c.h), (c.w * 0.2, c.h)], "#5f5a5c")
    c.lines([[(c.w / 2, horizon + 190 * t ** 2), (c.w / 2, horizon + 190 * t ** 2 + 26 * t)] for t in numpy.linspace(0.15, 1.2, 9)], 3, "#e8d9a0")
    for step in range(10):
        near = (step / 9) ** 1.9
        for side in (-1, 1):
            palm(c, c.w / 2 + side * (34 + near * 430), horizon + 6 + near * 250, 70 + near * 470, mix("#7a6a5c", "#3f3028", near),
                 (mix("#7f7a44", "#26402c", near), mix("#b5a04c", "#4f6a32", near)), side * -4, 0.5 + 2.4 * near)


def oval_dusk(c):
    horizon = c.h * 0.6
    sky(c, "dusk", horizon)
    stars(c, 60, 150)
    ridge(c, horizon - 70, 26, 300, "#5a4a70", "#43395c", floor=horizon)
    hoover(c, c.w * 0.77, horizon, 300, "#c79a78", "#6a4a58", "#7a3440", "#ffd68a")
    arcade(c, 120, c.w - 220, horizon, 66, 16, "#c9a078", "#ffcf80", "#7d3f40")
    church(c, c.w * 0.45, horizon, 120)
    for x in range(-10, 1080, 84):
        crown(c, x, horizon - 6, 34, ["#2a2f3f", "#3d4650"], 40)
    c.gradient([(0, "#4f6a45"), (1, "#22362f")], horizon, c.h)
    c.dot(c.w / 2, horizon + 160, 480, "#3f5f3f", tall=0.26)
    c.dot(c.w / 2, horizon + 160, 400, "#55804a", tall=0.24)
    tones = ["#e2364a", "#f5f0e6"]
    for i in range(36):
        angle = i / 36 * 6.283
        for ring, radius in ((0, 120), (1, 84)):
            c.dot(c.w / 2 + radius * numpy.cos(angle), horizon + 160 + radius * 0.26 * numpy.sin(angle), 9, tones[ring], tall=0.6)
    for x in (150, 300, 724, 874):
        lamp(c, x, horizon + 90, 90)


def dish(c):
    sky(c, "sunset", c.h)
    clouds(c, 10, c.h * 0.5, "#ffb07a", 0.4, 190, 3.4, 0.6)
    ridge(c, c.h * 0.5, 36, 360, "#7a4a66", "#6a4058")
    crest = ridge(c, c.h * 0.66, 44, 520, "#c98f4a", "#8a5f34")
    x = c.w * 0.63
    foot = crest[int(x)] + 8
    c.lines([[(x - 46, foot), (x, foot - 110)], [(x + 46, foot), (x, foot - 110)], [(x - 24, foot), (x, foot - 110)], [(x + 24, foot), (x, foot - 110)],
             [(x - 34, foot - 34), (x + 34, foot - 34)], [(x - 20, foot - 66), (x + 20, foot - 66)]], 4.4, "#4a3040")
    angle = -0.62
    dx, dy = numpy.cos(angle), numpy.sin(angle)
    bowl = [(x + dx * 150 * s - dy * 62 * (1 - s * s), foot - 150 + dy * 150 * s + dx * 62 * (1 - s * s)) for s in numpy.linspace(-1, 1, 40)]
    c.shape(bowl, "#fbeee0")
    c.shape(bowl[18:] + [bowl[18]], "#c9a6a0", 0.5)
    c.line([bowl[0], bowl[-1]], 4, "#fff8ee")
    focus = (x + dy * 96, foot - 150 - dx * 96)
    c.lines([[bowl[4], focus], [bowl[-5], focus], [(x, foot - 150), focus]], 2.4, "#5c4050")
    c.dot(*focus, 8, "#5c4050")
    front = ridge(c, c.h * 0.82, 26, 420, "#dba85a", "#8a6434")
    grass(c, 0, 22, 900, ["#b9853f", "#f0c878"], front)
    for px in (120, 250, 880):
        foot = crest[px] + 6
        trunk(c, px, foot, foot - 50, 6, "#4a3028")
        crown(c, px, foot - 72, 50, ["#3f4a34", "#5f6a3c"], 70, 0.7)
    birds(c, 6, 330, 160, 60, "#4a2f48", 10)


def memorial(c):
    foot = c.h * 0.86
    sky(c, "blue", c.h)
    stars(c, 120, c.h * 0.4)
    church(c, c.w / 2, foot, 640)
    c.glow(c.w / 2, foot - 60, 260, "#ffb85c", 0.45)
    for dx in (-205, 0, 205):
        c.glow(c.w / 2 + dx, foot - 80, 80, "#ffc46a", 0.6)
    arcade(c, -40, c.w / 2 - 320, foot, 160, 1)
    c.gradient([(0, "#a5855c"), (1, "#4f4038")], foot, c.h)
    for x in (40, 640):
        palm(c, x, foot + 30, 470, "#2b2430", ("#18241f", "#2c3f30"), 10 if x < 300 else -10, 1.2)


def shadows(c):
    c.gradient([(0, "#6a4a34"), (1, "#e8c48a")])
    centre, level = c.w * 0.36, c.h * 0.46
    c.shape([(centre - 26, level + 50), (centre + 26, level + 50), (c.w, c.h), (-200, c.h)], "#d9b07a")
    c.shape([(0, 0), (centre - 26, level - 60), (centre + 26, level - 60), (c.w, 0)], "#5c3f2c")
    c.lines([[(centre + (i - 4) * 7, level - 60), (centre + (i - 4) * 180, 0)] for i in range(9)], 5, "#3f2a1f")
    c.shape([(0, 0), (centre - 26, level - 60), (centre - 26, level + 50), (0, c.h)], "#c99a66")
    c.box(centre - 26, level - 60, centre + 26, level + 50, "#fbe8bd")
    c.glow(centre, level, 90, "#fff2c8", 0.6)
    for step in range(7):
        near = (step / 6) ** 1.7
        x0 = centre + 26 + near * 250
        wide = 18 + near * 210
        top, base = level - 54 - near * 330, level + 50 + near * 480
        c.shape([(x0, base), (x0 + wide, base + wide * 1.9), (x0 + wide, top - wide * 1.2), (x0, top)], mix("#e6c48c", "#b58350", near))
        half = wide * 0.3
        middle = x0 + wide * 0.55
        opening = [(middle + half * numpy.cos(a), (top * 0.45 + base * 0.55) - 120 * near - 20 - half * 2.2 * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 24)]
        c.shape([(middle + half, base + wide)] + opening + [(middle - half, base + wide * 0.75)], mix("#fff6d8", "#a8d0e6", 0.4 * near))
        low = base + wide * 0.8
        c.shape([(middle - half, low), (middle + half, low + 8), (middle - half - 120 * near - 40, low + 90 * near + 20), (middle - 2.6 * half - 160 * near - 46, low + 60 * near + 12)], "#fff0c4", 0.75)
    x, y = centre + 6, level + 120
    c.shape([(x - 13, y), (x + 11, y), (x + 9, y - 58), (x - 9, y - 58)], "#2f3f5c")
    c.dot(x, y - 66, 8, "#3a2820")
    c.shape([(x - 10, y), (x + 10, y), (x - 70, y + 60), (x - 96, y + 52)], "#6a4a34", 0.6)


def hoover_night(c):
    horizon = c.h * 0.76
    sky(c, "night", c.h)
    stars(c, 420, c.h * 0.7)
    c.glow(c.w * 0.4, horizon - 150, 240, "#4a6ac0", 0.35)
    c.glow(c.w * 0.4, horizon - 40, 190, "#ffb04d", 0.45)
    hoover(c, c.w * 0.4, horizon, c.h * 0.66, "#d9a468", "#5c4048", "#8a3a38", "#ffe4a0")
    for x in range(-20, 1090, 54):
        crown(c, x, horizon - 16, 48, ["#0c1626", "#16263a", "#20384a"], 60)
    c.gradient([(0, "#16263a"), (1, "#080d1a")], horizon + 10, c.h)
    c.reflect(horizon + 30, "#0a1226", 0.2, 3)
    for x in (620, 760, 900):
        lamp(c, x, horizon + 30, 70)
    for x, tall in ((960, 260), (90, 220)):
        palm(c, x, horizon + 40, tall, "#060a14", ("#0a1220", "#101c2c"), -10)


def lagunita(c):
    horizon = c.h * 0.5
    sky(c, "dawn", horizon)
    clouds(c, 0, horizon * 0.8, "#ffd9c4", 0.4, 170, 3.2, 0.7)
    ridge(c, horizon - 50, 36, 320, "#8a7a98", "#6f6a86", floor=horizon)
    hoover(c, c.w * 0.24, horizon, 150, "#d9b090", "#8a6a6a", "#a0584a")
    for x in range(-20, 1080, 60):
        crown(c, x, horizon - 10 - 16 * c.random.random(), 42, ["#4a5a50", "#65745c", "#8f9468"], 60)
    c.reflect(horizon, "#8f88a8", 0.2, 2.2)
    mist(c, horizon + 8, 18, "#ffe9da", 0.7)
    for x, y, size in ((640, c.h * 0.74, 1.0), (800, c.h * 0.64, 0.55)):
        c.shape([(x - 150 * size, y), (x + 150 * size, y), (x + 130 * size, y + 9 * size), (x - 130 * size, y + 9 * size)], "#7a2c30")
        for i in range(4):
            px = x - 84 * size + i * 50 * size
            c.shape([(px - 8 * size, y), (px + 10 * size, y), (px + 2 * size, y - 34 * size), (px - 10 * size, y - 30 * size)], "#b5333f")
            c.dot(px - 4 * size, y - 42 * size, 7 * size, "#4a3028")
            c.line([(px, y - 14 * size), (px + 46 * size, y + 24 * size)], 2.6 * size, "#4a3a34")
    for _ in range(40):
        x = c.random.random() * 170
        c.line([(x, c.h), (x + c.random.normal(0, 20), c.h - 90 - 110 * c.random.random())], 2.4, "#4a5040")


def claw(c):
    horizon = c.h * 0.52
    sky(c, "summer", c.h)
    clouds(c, 0, 200, "#ffffff", 0.35, 150, 2.6, 0.9)
    hoover(c, c.w * 0.8, horizon + 20, 320)
    arcade(c, -30, c.w * 0.66, horizon + 20, 110, 9)
    for x in range(420, 1080, 70):
        crown(c, x, horizon - 8, 46, ["#2f5a34", "#5c8a3f", "#9ab85a"], 60)
    c.gradient([(0, "#d9c49a"), (1, "#c4a878")], horizon + 20, c.h)
    c.dot(c.w * 0.44, c.h * 0.77, 400, "#b59a72", tall=0.3)
    c.dot(c.w * 0.44, c.h * 0.76, 372, "#3f9ab5", tall=0.28)
    for ring in (0.85, 0.62, 0.4):
        c.line([(c.w * 0.44 + 372 * ring * numpy.cos(a), c.h * 0.76 + 372 * 0.28 * ring * numpy.sin(a)) for a in numpy.linspace(0, 6.283, 70)], 2, "#bfe6ec", 0.8)
    x, y = c.w * 0.44, c.h * 0.76
    for start, bend, tall in ((-70, -30, 220), (-20, 30, 290), (40, 10, 240), (84, 50, 180)):
        side = [(x + start + bend * numpy.sin(t * 2.2) - t * start * 0.5, y + 20 - tall * t) for t in numpy.linspace(0, 1, 20)]
        wide = [(px + 26 * (1 - t) + 4, py) for (px, py), t in zip(side, numpy.linspace(0, 1, 20))]
        c.shape(side + wide[::-1], "#3f4a44")
        c.line(side, 3, "#7a9a86")
    for i in range(46):
        t = c.random.random()
        side = 1 if i % 2 else -1
        c.line([(x + side * 30 + side * 130 * s * (0.5 + t), y - 170 - 80 * t + (s * 1.5 - 0.5) ** 2 * 190 * (0.6 + t * 0.6)) for s in numpy.linspace(0, 1, 12)], 1.6, "#f2fbfd", 0.75)
    for px, tone in ((x - 230, "#d8344f"), (x + 250, "#f3b23e"), (x + 180, "#2f6fb0")):
        c.shape([(px - 13, y + 40), (px + 13, y + 40), (px + 10, y - 14), (px - 10, y - 14)], tone)
        c.dot(px, y - 24, 9, "#7a5238")
        c.lines([[(px - 10, y - 10), (px - 32, y - 40)], [(px + 10, y - 10), (px + 32, y - 38)]], 5, "#9a6a48")


SCENES = [hoover_day, main_quad, palm_drive, oval_dusk, dish, memorial, shadows, hoover_night, lagunita, claw]
