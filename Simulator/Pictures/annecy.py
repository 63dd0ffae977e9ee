"""Annecy."""
import numpy

from canvas import mix
from scenery import (birds, clouds, conifers, crown, grass, houses, mist, peak, peaks, ridge, sailboat, sky, snowfall, sun, trunk)


def alps(c, floor, snowline, rock="#6d7690", snow="#fdfaf4", shadow="#46506e", lift=0):
    back = peaks(c, [(120, 250 - lift), (300, 170 - lift), (420, 240 - lift), (610, 120 - lift), (760, 220 - lift), (930, 160 - lift)], floor - 60)
    peak(c, back, floor, mix(rock, "#b8c2d8", 0.45), mix(snow, "#dfe6f2", 0.3), snowline - 20, mix(shadow, "#b8c2d8", 0.45))
    front = peaks(c, [(60, 330 - lift), (210, 290 - lift), (480, 340 - lift), (720, 310 - lift), (880, 240 - lift), (1000, 300 - lift)], floor - 20)
    peak(c, front, floor, rock, snow, snowline, shadow)


def lake_morning(c):
    horizon = c.h * 0.56
    sky(c, "dawn", horizon)
    clouds(c, 0, horizon * 0.6, "#ffd9bf", 0.35, 150, 3.6, 0.6)
    alps(c, horizon, 250, "#7a7396", "#ffe9dc", "#4d4a72")
    ridge(c, horizon - 40, 26, 300, "#4e5a72", "#3c4a5e", floor=horizon)
    mist(c, horizon - 14, 20, "#ffe9d2", 0.85)
    c.reflect(horizon, "#4f5f86", 0.2, 2.2)
    mist(c, horizon + 12, 16, "#ffe3c8", 0.6)
    c.shape([(620, c.h - 176), (790, c.h - 182), (770, c.h - 160), (640, c.h - 158)], "#2c2636")
    c.line([(660, c.h - 174), (600, c.h - 148)], 3, "#2c2636")
    c.shape([(690, c.h - 182), (710, c.h - 182), (708, c.h - 214), (694, c.h - 214)], "#2c2636")
    c.dot(701, c.h - 222, 9, "#2c2636")
    for x in (40, 64, 92, 980):
        c.line([(x, c.h - 230), (x + 2, c.h - 100)], 6, "#2a2434")


def palais_isle(c):
    horizon = c.h * 0.66
    sky(c, "summer", c.h)
    clouds(c, 0, 200, "#ffffff", 0.35, 120, 2.4, 0.8)
    alps(c, horizon, 210, "#8a94aa", "#fdfaf4", "#6a7490", 60)
    rows = [("#e7b46a", "#b5523c"), ("#d98f77", "#93443a"), ("#f0d79c", "#a85a40"), ("#b9c4a0", "#8a4a3c"), ("#e9a07a", "#a14c3a")]
    for index, (wall, roof) in enumerate(rows[:3]):
        houses(c, -10 + index * 108, horizon + 30, 106, 250 + 40 * (index % 2), wall, roof, floors=4)
    for index, (wall, roof) in enumerate(rows[2:]):
        houses(c, 716 + index * 110, horizon + 30, 108, 270 + 30 * (index % 2), wall, roof, floors=4)
    x, foot = c.w * 0.49, horizon + 60
    c.shape([(x, foot), (x + 210, foot - 10), (x + 210, foot - 210), (x, foot - 190)], "#a59a8a")
    c.shape([(x, foot), (x - 190, foot - 14), (x - 190, foot - 200), (x, foot - 190)], "#cabfa8")
    c.shape([(x, foot - 186), (x + 222, foot - 206), (x + 150, foot - 300), (x - 100, foot - 300), (x - 202, foot - 196)], "#8d4a3b")
    c.shape([(x, foot - 186), (x + 222, foot - 206), (x + 150, foot - 300), (x + 10, foot - 300)], "#6f3a32")
    c.box(x + 60, foot - 390, x + 116, foot - 280, "#b3a792")
    c.shape([(x + 54, foot - 388), (x + 122, foot - 388), (x + 88, foot - 450)], "#6f3a32")
    c.boxes([(x - 160 + i * 52, foot - 150, x - 138 + i * 52, foot - 112) for i in range(3)], "#3b3630")
    c.boxes([(x + 40 + i * 58, foot - 156, x + 62 + i * 58, foot - 116) for i in range(3)], "#2d2926")
    for i in range(60):
        side = c.random.random() < 0.5
        px = x - 190 + c.random.random() * 190 if side else x + c.random.random() * 210
        c.dot(px, foot - 40 + c.random.normal(0, 5), 6, ["#d8344f", "#f0618a", "#5f8a3f", "#f7c744"][i % 4])
    c.reflect(horizon + 54, "#3d7f86", 0.25, 4)
    for side in (0, 1):
        bx = 20 if side == 0 else c.w - 330
        c.box(bx, horizon + 28, bx + 310, horizon + 54, "#8f8676")
        c.dots([(bx + i * 7, horizon + 26 - 6 * c.random.random(), 6) for i in range(45)], "#c9385a")
        c.dots([(bx + i * 9, horizon + 22 - 6 * c.random.random(), 4) for i in range(34)], "#ffd3dc")


def sails(c):
    horizon = c.h * 0.42
    sky(c, "noon", horizon)
    clouds(c, 0, 150, "#ffffff", 0.4, 120, 2.6, 0.85)
    alps(c, horizon, 170, "#7f93a8", "#ffffff", "#56708c", 110)
    ridge(c, horizon - 26, 14, 220, "#3f6d6a", "#2f5a60", floor=horizon)
    c.gradient([(0, "#5fb7c6"), (0.4, "#2a8fae"), (1, "#12587f")], horizon, c.h)
    waves = []
    for _ in range(420):
        far = c.random.random() ** 0.7
        y = horizon + 6 + far * (c.h - horizon)
        x, half = c.random.random() * c.w, 4 + 26 * far
        waves.append([(x - half, y), (x, y - 1 - 2 * far), (x + half, y)])
    c.lines(waves, 1.3, "#d8f3f2", 0.5)
    colours = [("#e0483d", "#b5342e"), ("#fdf6e6", "#d9d2c2"), ("#f2b03a", "#c98a20"), ("#2d5f9a", "#204877"), ("#fdf6e6", "#d9d2c2"), ("#3f9a72", "#2d7455")]
    for index, (x, y, size) in enumerate([(150, horizon + 40, 70), (330, horizon + 26, 48), (520, horizon + 70, 110), (860, horizon + 54, 86), (700, horizon + 22, 40), (760, horizon + 200, 260)]):
        sailboat(c, x, y, size, "#1f2f44", *colours[index])
        c.box(x - size * 0.3, y, x + size * 0.35, y + 2, "#e9fbfa", 0.6)


def paragliders(c):
    sky(c, "summer", c.h)
    clouds(c, 0, 260, "#ffffff", 0.3, 150, 2.8, 0.8)
    alps(c, c.h * 0.56, 260, "#8d9bb2", "#fffaf0", "#66769a")
    c.gradient([(0, "#6fb9c4"), (1, "#3d8fae")], c.h * 0.5, c.h * 0.7)
    ridge(c, c.h * 0.56, 40, 340, "#7fa08a", "#6d9a80", floor=c.h * 0.72)
    crest = ridge(c, c.h * 0.72, 46, 420, "#5d8a4f", "#3f6b3a")
    conifers(c, 0, 46, 60, "#2f5638", crest=crest)
    front = ridge(c, c.h * 0.86, 26, 500, "#86ab4f", "#587f38")
    grass(c, 0, 16, 600, ["#6d9440", "#a9c765"], front)
    for x, y, size, colour, trim in ((260, 190, 1.0, "#e8453c", "#ffe3a3"), (600, 120, 0.62, "#f4a62a", "#fff4dc"), (780, 270, 1.35, "#2f6fc0", "#f7f0de"), (440, 310, 0.5, "#7a3f9a", "#f2d6f7")):
        def arc(radius, thick):
            outer = [(x + radius * numpy.cos(a), y - radius * 0.55 * numpy.sin(a)) for a in numpy.linspace(0.35, numpy.pi - 0.35, 30)]
            inner = [(px, py + thick * (0.4 + 0.6 * numpy.sin(numpy.pi * i / 29))) for i, (px, py) in enumerate(outer)]
            return outer + inner[::-1]
        c.shape(arc(82 * size, 22 * size), colour)
        c.shape(arc(82 * size, 7 * size), trim)
        c.lines([[(x + dx * size, y - 26 * size), (x, y + 76 * size)] for dx in (-66, -40, -14, 14, 40, 66)], 0.8, "#3c4650", 0.8)
        c.dot(x, y + 74 * size, 5 * size, "#2a2f3a")
        c.shape([(x - 8 * size, y + 78 * size), (x + 10 * size, y + 78 * size), (x + 18 * size, y + 96 * size), (x - 4 * size, y + 98 * size)], "#2a2f3a")


def lovers_bridge(c):
    horizon = c.h * 0.6
    sky(c, "gold", horizon)
    mist(c, horizon - 40, 70, "#ffe6b4", 0.8)
    for x in range(-20, 760, 58):
        for side in (0, 1):
            px = x if side == 0 else x + 20
            crown(c, px, horizon - 96 - 60 * c.random.random(), 78, ["#59703c", "#8a8f45", "#c4a64e"], 80, 1.0, 0.18)
    c.box(0, horizon - 30, c.w, horizon, "#6a6a3e")
    deck = []
    for s in numpy.linspace(0, 1, 60):
        deck.append((c.w * s, horizon - 40 - 92 * numpy.sin(numpy.pi * s)))
    under = [(x, y + 20 + 34 * abs(2 * x / c.w - 1) ** 3) for x, y in deck]
    c.shape(deck + under[::-1], "#3f3a44")
    c.lines([[(x, y), (x, y - 34)] for x, y in deck], 2.4, "#2f2b36")
    c.line([(x, y - 34) for x, y in deck], 4, "#2f2b36")
    c.lines([[deck[i], (deck[i + 1][0], deck[i + 1][1] - 34)] for i in range(59)], 1.2, "#2f2b36")
    for x in (c.w * 0.47, c.w * 0.53):
        y = horizon - 132
        c.shape([(x - 9, y), (x + 9, y), (x + 7, y - 40), (x - 7, y - 40)], "#241f2b")
        c.dot(x, y - 48, 8, "#241f2b")
    c.reflect(horizon, "#4a5a3c", 0.2, 3)
    c.glitter(c.w / 2, horizon + 6, c.h, "#ffe7a6", 80, 0.55, 240)


def first_snow(c):
    sky(c, "winter", c.h)
    alps(c, c.h * 0.62, 420, "#7d8aa3", "#ffffff", "#7f92b5", -20)
    mist(c, c.h * 0.56, 40, "#f2f4f7", 0.9)
    crest = ridge(c, c.h * 0.68, 36, 400, "#e9eef5", "#c7d3e4")
    conifers(c, 0, 70, 74, "#3f566a", crest=crest)
    conifers(c, 0, 50, 74, "#e8eff5", crest=crest - 6)
    front = ridge(c, c.h * 0.82, 22, 500, "#fbfcff", "#c9d8ec")
    x, foot = 640, front[640] + 14
    c.box(x, foot - 70, x + 130, foot, "#6b4632")
    c.lines([[(x, foot - 70 + i * 12), (x + 130, foot - 70 + i * 12)] for i in range(6)], 1.4, "#4a2f22")
    c.shape([(x - 26, foot - 62), (x + 156, foot - 62), (x + 65, foot - 140)], "#fdfefe")
    c.shape([(x - 26, foot - 62), (x + 156, foot - 62), (x + 150, foot - 56), (x - 20, foot - 56)], "#a9bdd6")
    c.boxes([(x + 20, foot - 46, x + 44, foot - 24), (x + 86, foot - 46, x + 110, foot - 24)], "#ffcf7a")
    c.glow(x + 65, foot - 35, 60, "#ffb84d", 0.3)
    c.dots([(x + 100 + c.random.normal(0, 8) + i * 1.2, foot - 150 - i * 6, 8 + i * 0.9) for i in range(16)], "#f2f2f2", 0.22, 4)
    snowfall(c, 380)


def swans(c):
    horizon = c.h * 0.36
    sky(c, "pink", horizon)
    alps(c, horizon, 170, "#8b86ad", "#ffeef0", "#686494", 120)
    c.reflect(horizon, "#7f8fc0", 0.3, 3)
    def swan(x, y, s, side):
        body = [(x + side * s * dx, y + s * dy) for dx, dy in ((-60, -6), (-78, -26), (-50, -34), (-10, -38), (30, -24), (46, -4), (30, 10), (-20, 14), (-48, 8))]
        c.shape(body, "#fffdf8", blur=1.2)
        neck = [(x + side * s * (34 + 22 * numpy.sin(t * 2.9)), y - s * (10 + 92 * t)) for t in numpy.linspace(0, 1, 24)]
        c.line(neck, 11 * s, "#fffdf8")
        hx, hy = neck[-1]
        c.dot(hx + side * 5 * s, hy, 9 * s, "#fffdf8")
        c.shape([(hx + side * 10 * s, hy - 5 * s), (hx + side * 30 * s, hy + 5 * s), (hx + side * 10 * s, hy + 6 * s)], "#e8833a")
        c.dot(hx + side * 11 * s, hy - 2 * s, 2.4 * s, "#22202c")
        c.lines([[(x + side * s * (-60 + i * 18), y - 22 * s), (x + side * s * (-30 + i * 18), y - 4 * s)] for i in range(4)], 2 * s, "#c9cfe4")
        c.dots([(x, y + 24 * s, 60 * s)], "#fff7f2", 0.25, 5, 0.22)
    swan(360, c.h * 0.62, 1.25, 1)
    swan(690, c.h * 0.66, 1.1, -1)
    for i, x in enumerate((500, 545, 582)):
        c.dots([(x, c.h * 0.71 + i * 4, 15)], "#b3aeb8", 1, 0.6, 0.62)
        c.dot(x + 12, c.h * 0.71 - 14 + i * 4, 7, "#b3aeb8")
    for _ in range(70):
        x = c.random.random() * 190 if c.random.random() < 0.5 else c.w - c.random.random() * 190
        y = c.h - c.random.random() * 60
        tall, lean = 120 + 140 * c.random.random(), c.random.normal(0, 24)
        c.line([(x, y), (x + lean * 0.4, y - tall * 0.6), (x + lean, y - tall)], 2.6, mix("#4d5a4c", "#8a8f5e", c.random.random()))
        if c.random.random() < 0.4:
            c.line([(x + lean * 0.8, y - tall * 0.85), (x + lean, y - tall)], 8, "#5b4030")


SCENES = [lake_morning, palais_isle, sails, paragliders, lovers_bridge, first_snow, swans]
