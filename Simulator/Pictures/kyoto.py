"""Kyoto."""
import numpy

from canvas import mix
from scenery import (birds, clouds, conifers, crown, grass, lamp, mist, moon, ridge, sky, snowfall, stars, sun, trunk)


def roof(c, x, y, half, rise, colour, shade, lift=0.16):
    """A curved roof with upturned corners: its eaves at y."""
    steps = numpy.linspace(-1, 1, 41)
    eaves = [(x + half * s, y - half * lift * abs(s) ** 3) for s in steps]
    ridge_half = half * 0.34
    top = [(x + ridge_half * s, y - rise) for s in steps[::-1]]
    side = [(x + half - (half - ridge_half) * t, y - half * lift * (1 - t) - (rise - half * lift) * t ** 1.7) for t in numpy.linspace(0, 1, 12)]
    other = [(2 * x - px, py) for px, py in side[::-1]]
    c.shape(eaves + side + top + other, colour)
    c.shape([(px, py - 1) for px, py in eaves] + [(px, py + rise * 0.16) for px, py in eaves[::-1]], shade)
    c.line([(x - ridge_half, y - rise), (x + ridge_half, y - rise)], rise * 0.12, shade)


def pagoda(c, x, foot, height, storeys, wall, tiles, shade, snow=None, light=None):
    step = height * 0.72 / storeys
    for storey in range(storeys):
        y = foot - storey * step
        half = height * (0.16 - 0.02 * storey)
        c.box(x - half * 0.62, y - step * 0.6, x + half * 0.62, y, wall)
        c.boxes([(x - half * 0.5 + i * half * 0.36, y - step * 0.52, x - half * 0.3 + i * half * 0.36, y - step * 0.06) for i in range(3)],
                light or mix(wall, "#000000", 0.35))
        c.box(x - half * 0.74, y - step * 0.1, x + half * 0.74, y - step * 0.02, shade)
        roof(c, x, y - step * 0.56, half * 1.25, step * 0.46, tiles, shade)
        if snow:
            roof(c, x, y - step * 0.66, half * 1.18, step * 0.36, snow, mix(snow, "#9fb2cc", 0.45))
    top = foot - storeys * step
    c.box(x - 2.5, top - height * 0.27, x + 2.5, top, shade)
    for ring in range(6):
        c.box(x - 9 + ring * 0.9, top - height * (0.06 + ring * 0.03), x + 9 - ring * 0.9, top - height * (0.05 + ring * 0.03), shade)


def blossoms(c, x, y, radius, colours=("#d98aa6", "#f0b4c4", "#fde0e6"), count=110):
    crown(c, x, y, radius, colours, count, 0.7, 0.13)


def golden(c):
    horizon = c.h * 0.62
    sky(c, "gold", c.h)
    ridge(c, 250, 40, 300, "#6f7f62", "#4a5f48", floor=horizon)
    for x in range(-20, 1080, 62):
        crown(c, x, horizon - 66 - 50 * c.random.random(), 74, ["#2f4a34", "#47643c", "#7d8a44"], 80, 0.9, 0.17)
    for x in (70, 190, 860, 970):
        crown(c, x, horizon - 60, 66, ["#8f3326", "#c9522e", "#ef8a3f"], 90, 0.8, 0.14)
    x, foot = c.w * 0.5, horizon
    c.glow(x, foot - 120, 230, "#ffc23d", 0.4)
    for storey, (half, wall, tall) in enumerate(((190, "#8a5a2c", 84), (178, "#f2b632", 78), (118, "#ffcf4d", 66))):
        y = foot - (0, 92, 186)[storey]
        c.box(x - half * 0.86, y - tall, x + half * 0.86, y, wall)
        count = 7 if storey < 2 else 5
        c.boxes([(x - half * 0.8 + i * half * 1.6 / count, y - tall + 12, x - half * 0.8 + (i + 0.62) * half * 1.6 / count, y - 14) for i in range(count)], mix(wall, "#3a1f0c", 0.55))
        c.box(x - half * 1.0, y - 8, x + half * 1.0, y - 2, mix(wall, "#fff2b0", 0.35))
        roof(c, x, y - tall + 4, half * 1.2, (40, 42, 64)[storey], "#5b4634", "#3a2a20")
    c.line([(x, foot - 322), (x, foot - 350)], 4, "#ffd65c")
    c.shape([(x - 16, foot - 352), (x, foot - 344), (x + 18, foot - 362), (x + 8, foot - 346), (x + 2, foot - 336)], "#ffd65c")
    c.reflect(horizon, "#3f4a2c", 0.16, 2.6)
    for x0, y0, r in ((150, c.h * 0.8, 70), (830, c.h * 0.76, 90)):
        c.dot(x0, y0, r, "#3d4a30", tall=0.22)
        crown(c, x0, y0 - 34, r * 0.5, ["#26402c", "#3f6238"], 50, 0.7)


def torii(c, x, foot, half, height, colour, shade, base="#1c1614"):
    post = half * 0.13
    for side in (-1, 1):
        px = x + side * half * 0.8
        c.shape([(px - post, foot), (px + post, foot), (px + post * 0.85 - side * half * 0.03, foot - height * 0.84), (px - post * 0.85 - side * half * 0.03, foot - height * 0.84)], colour)
        c.shape([(px, foot), (px + post, foot), (px + post * 0.85, foot - height * 0.84), (px, foot - height * 0.84)], shade, 0.5)
        c.box(px - post * 1.25, foot - height * 0.09, px + post * 1.25, foot, base)
    c.box(x - half * 0.86, foot - height * 0.7, x + half * 0.86, foot - height * 0.63, shade)
    bar = [(x + half * s, foot - height * (0.84 + 0.05 * s * s)) for s in numpy.linspace(-1.08, 1.08, 24)]
    lid = [(px, py - height * 0.085) for px, py in bar]
    c.shape(bar + lid[::-1], colour)
    c.shape(lid + [(px, py - height * 0.03) for px, py in lid[::-1]], base)


def inari(c):
    c.gradient([(0, "#0f2418"), (0.5, "#1f4428"), (1, "#14251a")])
    for _ in range(60):
        x, y = c.random.random() * c.w, c.random.random() * c.h * 0.6
        c.glow(x, y, 20 + 40 * c.random.random(), "#b9d66a", 0.07)
    c.glow(c.w * 0.52, c.h * 0.43, 190, "#f7f2b8", 0.75)
    for x in (30, 110, 560, 650):
        c.box(x - 13, 0, x + 13, c.h * 0.8, "#14261a")
    centre, level = c.w * 0.52, c.h * 0.47
    c.shape([(centre - 14, level + 10), (centre + 14, level + 10), (c.w * 1.05, c.h), (-c.w * 0.05, c.h)], "#6a665c")
    for step in range(14):
        near = (step / 13) ** 2
        y = level + 12 + near * (c.h - level)
        c.line([(centre - 14 - near * 380, y), (centre + 14 + near * 380, y)], 1 + 3 * near, "#8d887a", 0.7)
    for step in range(15):
        near = (step / 14) ** 2.1
        half = 22 + near * 330
        colour = mix(mix("#f3793a", "#fff0a8", 0.3), "#e2401f", min(1, near * 2.2))
        torii(c, centre - near * 12, level + 14 + near * c.h * 0.5, half, 60 + near * c.h * 0.98, colour, mix(colour, "#5c0f10", 0.5))
    c.glow(centre, level - 20, 46, "#fffbd2", 0.6)


def yasaka(c):
    sky(c, "dusk", c.h)
    clouds(c, 10, c.h * 0.5, "#e58f86", 0.45, 160, 3.2, 0.7)
    ridge(c, c.h * 0.55, 50, 330, "#5a4a78", "#3d3560")
    pagoda(c, c.w * 0.5, c.h * 0.72, 430, 5, "#4a2f30", "#2b2438", "#191525", None, "#7a4030")
    for side in (-1, 1):
        for step in range(5):
            near = step / 4
            x = c.w / 2 + side * (120 + near * 330)
            y = c.h * 0.74 + near * 150
            wide, tall = 90 + near * 150, 90 + near * 170
            c.box(x - wide / 2, y - tall, x + wide / 2, c.h, mix("#5c4038", "#2c2028", near))
            for i in range(6):
                c.box(x - wide * 0.42 + i * wide * 0.14, y - tall * 0.62, x - wide * 0.42 + i * wide * 0.14 + wide * 0.1, y - tall * 0.1, "#ffca74", 0.75)
                c.line([(x - wide * 0.42 + i * wide * 0.14 + wide * 0.05, y - tall * 0.62), (x - wide * 0.42 + i * wide * 0.14 + wide * 0.05, y - tall * 0.1)], 1.4, "#3a241c")
            c.shape([(x - wide * 0.66, y - tall * 0.66), (x + wide * 0.66, y - tall * 0.66), (x + wide * 0.46, y - tall), (x - wide * 0.46, y - tall)], "#231d30")
            c.glow(x - side * wide * 0.5, y - tall * 0.4, 40 + 30 * near, "#ff9a3d", 0.45)
            c.dot(x - side * wide * 0.55, y - tall * 0.42, 9 + 8 * near, "#ffb65c", tall=1.35)
    c.shape([(c.w * 0.44, c.h * 0.74), (c.w * 0.56, c.h * 0.74), (c.w * 0.86, c.h), (c.w * 0.14, c.h)], "#4d4250")
    c.lines([[(c.w * (0.44 - 0.3 * t), c.h * (0.74 + 0.26 * t)), (c.w * (0.56 + 0.3 * t), c.h * (0.74 + 0.26 * t))] for t in (0.1, 0.22, 0.36, 0.52, 0.7, 0.9)], 1.5, "#6a5c66")
    x, y = c.w * 0.53, c.h * 0.9
    c.shape([(x - 16, y), (x + 16, y), (x + 11, y - 62), (x - 11, y - 62)], "#a33a52")
    c.box(x - 13, y - 46, x + 13, y - 36, "#f0c05a")
    c.dot(x, y - 70, 8, "#2b1f28")
    c.shape([(x - 44, y - 78), (x + 44, y - 78), (x, y - 106)], "#d94f3d")
    c.line([(x, y - 100), (x, y - 44)], 2, "#2b1f28")


def bamboo(c):
    c.gradient([(0, "#d6eec0"), (0.5, "#9ccf87"), (1, "#3f7a45")])
    c.glow(c.w * 0.5, c.h * 0.3, 260, "#fdfbd0", 0.55)
    for layer in range(5):
        near = layer / 4
        for _ in range(int(30 - 17 * near)):
            x = c.random.random() * c.w
            if near > 0.5 and abs(x - c.w / 2) < 110:
                continue
            width, lean = 3 + near * 13, c.random.normal(0, 22)
            tone = mix("#b9dba0", ["#2f6a35", "#4f8f3f", "#24542f"][int(c.random.random() * 3)], 0.25 + 0.75 * near)
            c.shape([(x - width, c.h), (x + width, c.h), (x + lean + width * 0.85, -5), (x + lean - width * 0.85, -5)], tone)
            c.shape([(x - width, c.h), (x - width * 0.4, c.h), (x + lean - width * 0.3, -5), (x + lean - width * 0.85, -5)], mix(tone, "#f4ffd8", 0.4), 0.6)
            gap = 46 + near * 76
            y = c.h - c.random.random() * gap
            while y > 0:
                shift = lean * (1 - y / c.h)
                c.box(x + shift - width * 1.08, y, x + shift + width * 1.08, y + 2 + 2 * near, mix(tone, "#10301a", 0.45))
                y -= gap
        leaves = []
        for _ in range(int(130 - 40 * near)):
            x, y = c.random.random() * c.w, c.random.random() ** 1.6 * c.h * 0.5
            angle, size = c.random.normal(0.7, 0.6), 10 + near * 20
            dx, dy = numpy.cos(angle) * size, numpy.sin(angle) * size
            leaves.append([(x, y), (x + dx * 0.5 - dy * 0.16, y + dy * 0.5 + dx * 0.16), (x + dx, y + dy), (x + dx * 0.5 + dy * 0.16, y + dy * 0.5 - dx * 0.16)])
        c.shapes(leaves, mix("#c4e49a", "#2f7a3a", 0.3 + 0.6 * near), 0.85)
    c.shape([(c.w * 0.44, c.h * 0.62), (c.w * 0.55, c.h * 0.62), (c.w * 0.85, c.h), (c.w * 0.12, c.h)], "#cdbb93")
    for side in (-1, 1):
        for step in range(26):
            near = (step / 25) ** 1.8
            x = c.w / 2 + side * (40 + near * 230)
            y = c.h * 0.62 + near * c.h * 0.38
            c.line([(x, y), (x + side * 6, y - 14 - near * 70)], 2 + 6 * near, "#8f7a45")
    for x, tone in ((c.w * 0.48, "#e0527a"), (c.w * 0.525, "#3f6fb0")):
        c.shape([(x - 9, c.h * 0.69), (x + 9, c.h * 0.69), (x + 6, c.h * 0.655), (x - 6, c.h * 0.655)], tone)
        c.dot(x, c.h * 0.65, 4.6, "#2b1f24")


def maples(c):
    horizon = c.h * 0.64
    c.gradient([(0, "#f7d9a8"), (0.6, "#e69a5a"), (1, "#8a3a2c")])
    for layer in range(4):
        near = layer / 3
        for _ in range(16):
            x, y = c.random.random() * c.w, horizon * (0.35 + 0.55 * near) + c.random.normal(0, 36)
            tones = [("#a8321f", "#d9552a", "#f58f3c"), ("#8a1f22", "#c2342a", "#ea6a3a"), ("#b8741f", "#e6a232", "#fbd062")][int(c.random.random() * 3)]
            crown(c, x, y, 60 + 40 * near, [mix(t, "#ffe2b0", 0.5 * (1 - near)) for t in tones], 70, 0.8, 0.15)
    y = horizon - 16
    c.box(0, y - 66, c.w, y, "#4b3024")
    c.boxes([(i * 68 + 8, y - 60, i * 68 + 58, y - 6) for i in range(16)], "#1f1512")
    c.boxes([(i * 68 + 8, y - 26, i * 68 + 58, y - 22) for i in range(16)], "#7a5238")
    c.shape([(-10, y - 62), (c.w + 10, y - 62), (c.w - 30, y - 104), (30, y - 104)], "#38302e")
    c.shape([(-10, y - 62), (c.w + 10, y - 62), (c.w + 10, y - 55), (-10, y - 55)], "#574a44")
    c.lines([[(i * 68, y), (i * 68, y + 220)] for i in range(17)], 9, "#36231b")
    c.lines([[(i * 68, y + 30), ((i + 1) * 68, y + 90)] for i in range(16)], 4, "#36231b")
    for _ in range(16):
        x, py = c.random.random() * c.w, c.h * 0.86 + c.random.normal(0, 40)
        crown(c, x, py, 80, [("#a8321f", "#d9552a", "#f9a03c"), ("#8a1f22", "#d03a2a", "#f2743a")][int(c.random.random() * 2)], 90, 0.75, 0.13)
    c.dots([(c.random.random() * c.w, c.random.random() * c.h, 2 + 2 * c.random.random()) for _ in range(90)], "#ffb648", 0.9, tall=0.7)


def zen(c):
    c.gradient([(0, "#ded7c6"), (1, "#cfc6b0")])
    c.box(0, 0, c.w, c.h * 0.2, "#b58a56")
    c.gradient([(0, "#8f6a42"), (1, "#c49a62")], 0, c.h * 0.2)
    c.box(0, 0, c.w, c.h * 0.045, "#4d4038")
    for x in range(-20, 1080, 64):
        crown(c, x, -6, 46, ["#2f5236", "#4f7a3f", "#86a45a"], 40)
    c.boxes([(0, c.h * 0.2, c.w, c.h * 0.225)], "#75674f")
    level = c.h * 0.24
    rake = [[(0, y), (c.w, y)] for y in numpy.arange(level, c.h, 9)]
    c.lines(rake, 2.2, "#b3a98f")
    c.lines([[(x0, y + 2.6) for x0, y in line] for line in rake], 1.6, "#f2ecdc")
    for x, y, size in ((230, c.h * 0.42, 1.0), (560, c.h * 0.36, 0.75), (800, c.h * 0.5, 1.15), (420, c.h * 0.7, 1.3)):
        wide = 92 * size
        c.dot(x, y, wide * 1.55, "#d4cbb6", tall=0.55)
        for ring in range(9, 0, -1):
            radius = wide * (0.75 + ring * 0.09)
            circle = [(x + radius * numpy.cos(a), y + radius * 0.55 * numpy.sin(a)) for a in numpy.linspace(0, 6.2832, 60)]
            c.line(circle, 2.2, "#b3a98f")
            c.line([(px, py + 2.6) for px, py in circle], 1.6, "#f2ecdc")
        c.dot(x, y, wide * 0.72, "#5f7a3f", tall=0.5)
        c.dot(x - 4, y - 5, wide * 0.6, "#86a052", tall=0.45)
        for dx, tall, half in ((-0.25, 0.75, 0.22), (0.15, 1.05, 0.26), (0.5, 0.45, 0.2)):
            bx = x + dx * wide
            c.shape([(bx - half * wide, y + 6), (bx + half * wide, y + 8), (bx + half * wide * 0.7, y - tall * wide * 0.7), (bx, y - tall * wide), (bx - half * wide * 0.8, y - tall * wide * 0.5)], "#5c5b5e")
            c.shape([(bx - half * wide, y + 6), (bx - half * wide * 0.1, y + 6), (bx, y - tall * wide), (bx - half * wide * 0.8, y - tall * wide * 0.5)], "#8b8a8a", 0.7)


def pagoda_snow(c):
    sky(c, "winter", c.h)
    mist(c, c.h * 0.5, 80, "#f6f4f2", 0.8)
    crest = ridge(c, c.h * 0.62, 50, 300, "#b9c8d8", "#dfe7f0")
    conifers(c, 0, 60, 90, "#6f8798", crest=crest)
    conifers(c, 0, 34, 80, "#eef3f8", crest=crest - 8)
    front = ridge(c, c.h * 0.8, 24, 420, "#ffffff", "#cfdcec")
    pagoda(c, c.w * 0.5, c.h * 0.84, 610, 5, "#a33a30", "#4a4450", "#2f2a38", "#fbfdff", "#5c201f")
    conifers(c, 0, 12, 220, "#405a66", [20, 90, 150, 560, 630, 690], front)
    conifers(c, 0, 12, 200, "#f3f7fb", [24, 94, 154, 564, 634], front - 14)
    c.lines([[(c.w * (0.1 + 0.1 * i), c.h * 0.9 + 5 * i), (c.w * (0.16 + 0.1 * i), c.h * 0.9 + 5 * i)] for i in range(7)], 3, "#b9c9de")
    snowfall(c, 520)


def philosophers(c):
    sky(c, "pink", c.h)
    c.gradient([(0, "#fbe6dc"), (1, "#cfe0b8")], c.h * 0.3, c.h)
    c.shape([(c.w * 0.47, c.h * 0.45), (c.w * 0.5, c.h * 0.45), (c.w * 0.62, c.h), (c.w * 0.2, c.h)], "#6f9aa8")
    c.lines([[(c.w * (0.47 - 0.2 * t), c.h * (0.47 + 0.5 * t)), (c.w * (0.5 + 0.08 * t), c.h * (0.47 + 0.5 * t))] for t in numpy.linspace(0.05, 0.95, 16)], 1.6, "#b9d6d8", 0.8)
    for edge, tone in (((0.5, 0.62), "#8a8378"), ((0.47, 0.2), "#9a9284")):
        c.shape([(c.w * edge[0], c.h * 0.44), (c.w * (edge[0] + 0.012), c.h * 0.44), (c.w * (edge[1] + 0.1), c.h), (c.w * edge[1], c.h)] if edge[0] > 0.48 else
                [(c.w * edge[0], c.h * 0.44), (c.w * (edge[0] - 0.012), c.h * 0.44), (c.w * (edge[1] - 0.1), c.h), (c.w * edge[1], c.h)], tone)
    c.shape([(c.w * 0.515, c.h * 0.45), (c.w * 0.55, c.h * 0.45), (c.w * 1.05, c.h), (c.w * 0.72, c.h)], "#e6d6ba")
    for step in range(8):
        near = (step / 7) ** 1.6
        for side in (-1, 1):
            x = c.w * 0.5 + side * (60 + near * 470) + (20 if side > 0 else -30)
            foot = c.h * 0.46 + near * c.h * 0.46
            trunk(c, x, foot, foot - 60 - 230 * near, 3 + 15 * near, mix("#8a7068", "#3d2a2c", near), -side * (20 + 60 * near))
            for _ in range(3):
                blossoms(c, x - side * near * 90 + c.random.normal(0, 20 + 40 * near), foot - 70 - 280 * near + c.random.normal(0, 14 + 24 * near), 34 + 110 * near)
    c.dots([(c.random.random() * c.w, c.h * 0.3 + c.random.random() * c.h * 0.7, 1.6 + 2.4 * c.random.random()) for _ in range(240)], "#fbd3dc", 0.9, tall=0.7)
    x, y = c.w * 0.66, c.h * 0.78
    c.shape([(x - 14, y), (x + 14, y), (x + 10, y - 56), (x - 10, y - 56)], "#3f4f86")
    c.dot(x, y - 64, 8, "#2b2028")


SCENES = [golden, inari, yasaka, bamboo, maples, zen, pagoda_snow, philosophers]
