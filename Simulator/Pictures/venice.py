"""Venice."""
import numpy

from canvas import mix
from scenery import (birds, clouds, houses, lamp, mist, moon, ridge, sky, stars, sun, windows)


def gondola(c, x, water, length, colour="#14121c", rower=True, side=1):
    def at(dx, dy):
        return (x + side * dx * length, water + dy * length)
    hull = [at(-0.5, -0.14), at(-0.47, -0.06), at(-0.3, 0.0), at(0.2, 0.012), at(0.4, -0.03), at(0.5, -0.15), at(0.495, -0.2), at(0.47, -0.13), at(0.36, -0.06), at(0.1, -0.03), at(-0.3, -0.035), at(-0.45, -0.09)]
    c.shape(hull, colour)
    c.lines([[at(0.487 - i * 0.004, -0.19 + i * 0.022), at(0.515, -0.19 + i * 0.022)] for i in range(5)], length * 0.007, "#d8d2bd")
    c.shape([at(-0.05, -0.03), at(0.12, -0.03), at(0.1, -0.075), at(-0.07, -0.075)], "#8c1f2f")
    if rower:
        c.line([at(-0.33, -0.03), at(-0.335, -0.15)], length * 0.032, colour)
        c.line([at(-0.335, -0.14), at(-0.32, -0.235)], length * 0.044, "#efe7d8")
        c.lines([[at(-0.33, -0.16 - i * 0.022), at(-0.31, -0.16 - i * 0.022)] for i in range(4)], length * 0.01, "#2a3350")
        c.dot(*at(-0.318, -0.265), length * 0.02, "#c58f6c")
        c.line([at(-0.345, -0.28), at(-0.29, -0.28)], length * 0.012, "#e2c479")
        c.line([at(-0.3, -0.2), at(-0.18, 0.05)], length * 0.009, "#4a3524")


def dome(c, x, foot, radius, colour, shade, lantern=True):
    c.box(x - radius * 0.86, foot - radius * 0.7, x + radius * 0.86, foot, mix(colour, shade, 0.3))
    arc = [(x + radius * numpy.cos(a), foot - radius * 0.66 - radius * 1.12 * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 40)]
    c.shape(arc, colour)
    c.shape([p for p in arc if p[0] > x + radius * 0.25] + [(x + radius * 0.25, foot - radius * 0.66)], shade, 0.55)
    if lantern:
        c.box(x - radius * 0.15, foot - radius * 2.1, x + radius * 0.15, foot - radius * 1.7, colour)
        c.shape([(x - radius * 0.18, foot - radius * 2.08), (x + radius * 0.18, foot - radius * 2.08), (x, foot - radius * 2.5)], shade)


def campanile(c, x, foot, height, brick, stone, roof):
    wide = height * 0.075
    c.box(x - wide, foot - height * 0.72, x + wide, foot, brick)
    c.boxes([(x - wide * (0.75 - i * 0.5), foot - height * 0.7, x - wide * (0.55 - i * 0.5), foot - 6) for i in range(4)], mix(brick, "#2a1a1c", 0.25))
    c.box(x - wide * 1.15, foot - height * 0.83, x + wide * 1.15, foot - height * 0.71, stone)
    c.boxes([(x - wide * (0.9 - i * 0.5), foot - height * 0.81, x - wide * (0.62 - i * 0.5), foot - height * 0.73) for i in range(4)], mix(stone, "#2a2030", 0.7))
    c.box(x - wide * 1.05, foot - height * 0.87, x + wide * 1.05, foot - height * 0.83, brick)
    c.shape([(x - wide * 1.05, foot - height * 0.87), (x + wide * 1.05, foot - height * 0.87), (x, foot - height * 1.05)], roof)


def palaces(c, foot, height, colours, light, lit=0.5, width=74, dark="#3a2a30", start=-20, end=None):
    x, end = start, c.w if end is None else end
    while x < end:
        wide = width * (0.8 + 0.6 * c.random.random())
        tall = height * (0.75 + 0.45 * c.random.random())
        wall = colours[int(c.random.random() * len(colours))]
        c.box(x, foot - tall, x + wide, foot, wall)
        c.box(x - 2, foot - tall - 5, x + wide + 2, foot - tall, mix(wall, "#ffffff", 0.25))
        across, rows = max(2, int(wide / 20)), max(2, int(tall / 36))
        for row in range(rows):
            for column in range(across):
                px = x + wide * (column + 0.5) / across
                py = foot - tall + tall * (row + 0.35) / rows
                shade = light if c.random.random() < lit else dark
                c.shape([(px - 4.5, py + 18), (px - 4.5, py + 3), (px, py - 5), (px + 4.5, py + 3), (px + 4.5, py + 18)], shade, 0.92)
        x += wide


def poles(c, places, colour="#2f5f9f", height=190):
    for x, foot in places:
        lean = c.random.normal(0, 5)
        c.shape([(x - 6, foot), (x + 6, foot), (x + lean + 6, foot - height), (x + lean - 6, foot - height)], "#f4eddc")
        for i in range(0, int(height / 26)):
            y = foot - i * 26
            s0, s1 = lean * (foot - y) / height, lean * (foot - y + 13) / height
            c.shape([(x - 6 + s0, y), (x + 6 + s0, y - 10), (x + 6 + s1, y - 22), (x - 6 + s1, y - 12)], colour)
        c.dot(x + lean, foot - height - 4, 8, "#e2b64c")


def gondola_dawn(c):
    horizon = c.h * 0.55
    sky(c, "dawn", horizon)
    clouds(c, 0, horizon * 0.8, "#ffd8be", 0.35, 160, 3.6, 0.7)
    sun(c, c.w * 0.56, horizon - 36, 30)
    campanile(c, c.w * 0.82, horizon, 210, "#8f6a78", "#c9a7a6", "#5c6a74")
    for x, radius in ((c.w * 0.2, 46), (c.w * 0.29, 30)):
        dome(c, x, horizon - 26, radius, "#93809a", "#6d5f80")
    palaces(c, horizon, 56, ["#8d7183", "#a07f86", "#7d687f"], "#ffd9a0", 0.15, 60, "#5d4b60")
    mist(c, horizon, 22, "#ffe4c4", 0.7)
    c.reflect(horizon, "#8a7f9e", 0.22, 3)
    c.glitter(c.w * 0.56, horizon + 4, c.h, "#ffe9b5", 60, 0.8, 320)
    gondola(c, c.w * 0.42, c.h * 0.76, 430)
    poles(c, [(900, c.h * 0.9), (944, c.h * 0.94)], "#7a2c3a", 240)


def salute(c):
    horizon = c.h * 0.6
    sky(c, "sunset", horizon)
    clouds(c, 0, horizon, "#ff9d6b", 0.5, 180, 3, 0.7, "#7a3a66")
    c.glow(c.w * 0.3, horizon, 260, "#ffb45c", 0.5)
    palaces(c, horizon, 70, ["#5d3250", "#6d3a52", "#4b2a48"], "#ffcb74", 0.35, 66, "#331d38")
    x = c.w * 0.6
    c.box(x - 120, horizon - 130, x + 120, horizon, "#70405c")
    c.shape([(x - 60, horizon - 130), (x + 60, horizon - 130), (x, horizon - 176)], "#7d4a62")
    for dx in (-96, 96):
        c.dot(x + dx, horizon - 140, 26, "#7d4a62")
    dome(c, x, horizon - 126, 104, "#845068", "#4a2a4c")
    dome(c, x + 168, horizon - 66, 54, "#70405c", "#43264a")
    c.boxes([(x - 90 + i * 40, horizon - 100, x - 70 + i * 40, horizon - 20) for i in range(5)], "#3b2040")
    for dx in (150, 186):
        c.box(x + dx, horizon - 150, x + dx + 14, horizon - 60, "#70405c")
    c.reflect(horizon, "#4a2850", 0.25, 4)
    c.glitter(c.w * 0.3, horizon + 4, c.h, "#ffc070", 60, 0.7, 260)
    gondola(c, 250, c.h * 0.8, 300, side=-1)


def rialto(c):
    horizon = c.h * 0.66
    sky(c, "noon", horizon)
    clouds(c, 0, 220, "#ffffff", 0.4, 140, 2.4, 0.9, "#bcd3e2")
    tones = ["#d9825a", "#e8b06c", "#c75f4a", "#f0cf98", "#b97a64"]
    palaces(c, horizon - 10, 300, tones, "#4b6a72", 0.2, 120, "#4a2f2c", end=170)
    palaces(c, horizon - 10, 300, tones, "#4b6a72", 0.2, 120, "#4a2f2c", start=790)
    deck = [(c.w * s, horizon - 66 - 128 * (1 - abs(2 * s - 1) ** 1.15)) for s in numpy.linspace(0.08, 0.92, 50)]
    def draw(d, s):
        d.polygon(s([(c.w * 0.08, horizon)] + deck + [(c.w * 0.92, horizon)]), fill=255)
        d.pieslice(s([(c.w * 0.27, horizon - 142), (c.w * 0.73, horizon + 142)]), 180, 360, fill=0)
    c.gradient([(0, "#f6ead2"), (1, "#c9b492")], horizon - 200, horizon, c.mask(draw))
    c.line([(x, y - 3) for x, y in deck], 8, "#fffaf0")
    for i in range(12):
        s = 0.2 + i * 0.0545
        if 5 <= i <= 6:
            continue
        x, y = c.w * s, horizon - 66 - 128 * (1 - abs(2 * s - 1) ** 1.15)
        c.shape([(x - 24, y), (x + 24, y), (x + 24, y - 44), (x - 24, y - 44)], "#efe0c4")
        c.shape([(x - 14, y), (x - 14, y - 22), (x, y - 36), (x + 14, y - 22), (x + 14, y)], "#5c4636")
        c.shape([(x - 28, y - 44), (x + 28, y - 44), (x, y - 58)], "#b5573f")
    y = horizon - 194
    c.shape([(c.w / 2 - 42, y), (c.w / 2 + 42, y), (c.w / 2 + 42, y - 62), (c.w / 2 - 42, y - 62)], "#f6ead2")
    c.shape([(c.w / 2 - 50, y - 62), (c.w / 2 + 50, y - 62), (c.w / 2, y - 96)], "#d9c6a2")
    c.shape([(c.w / 2 - 22, y), (c.w / 2 - 22, y - 34), (c.w / 2, y - 52), (c.w / 2 + 22, y - 34), (c.w / 2 + 22, y)], "#9fd0e6")
    c.reflect(horizon, "#2f8f86", 0.3, 5)
    gondola(c, 520, c.h * 0.83, 300)
    poles(c, [(70, c.h * 0.86), (110, c.h * 0.9), (960, c.h * 0.88)])


def burano(c):
    horizon = c.h * 0.7
    sky(c, "noon", c.h)
    clouds(c, 0, 200, "#ffffff", 0.35, 130, 2.6, 0.9)
    walls = ["#e4483c", "#f4b731", "#2f8fc4", "#6bb35a", "#e87bA0".lower(), "#f08a3c", "#7a5fb0", "#3fb0a4", "#f6e3a0"]
    x = -10
    for index, wall in enumerate(walls):
        width = 112 + 14 * (index % 3)
        houses(c, x, horizon, width, 250 + 46 * ((index * 5) % 4), wall, "#a9543d", "#fffaf0", 3, 2, "#2c5a44")
        c.box(x + width * 0.16, horizon - 250 - 46 * ((index * 5) % 4) - 34, x + width * 0.3, horizon - 240 - 46 * ((index * 5) % 4), mix(wall, "#5c2c20", 0.3))
        c.dots([(x + width * (0.2 + 0.6 * c.random.random()), horizon - 116 + c.random.normal(0, 3), 5) for _ in range(26)], ["#d8344f", "#f7c744", "#ffffff"][index % 3])
        x += width
    line = [(120 + i * 26, horizon - 178 + 14 * numpy.sin(i / 9 * numpy.pi)) for i in range(10)]
    c.line(line, 1.4, "#50483f")
    for i, (px, py) in enumerate(line[1:-1]):
        c.box(px - 9, py, px + 9, py + 34, ["#ffffff", "#e9d6f0", "#bfe0ee", "#ffe2c2"][i % 4])
    c.box(0, horizon, c.w, horizon + 16, "#c9bda6")
    c.reflect(horizon + 16, "#2f7f86", 0.22, 6)
    for bx, colour in ((180, "#2f6fa8"), (640, "#c9433a")):
        y = c.h * 0.83
        c.shape([(bx, y), (bx + 190, y - 6), (bx + 166, y + 26), (bx + 24, y + 26)], colour)
        c.shape([(bx, y), (bx + 190, y - 6), (bx + 188, y + 2), (bx + 4, y + 8)], "#fbf6ea")


def acqua_alta(c):
    horizon = c.h * 0.63
    sky(c, "teal", horizon)
    clouds(c, 0, horizon * 0.9, "#dff0e2", 0.4, 170, 3, 0.6)
    c.box(0, horizon - 150, c.w, horizon, "#b9a98c")
    for row, tall in ((0, 62), (1, 46)):
        for i in range(27):
            x = i * 40 + 4
            top = horizon - (0 if row == 0 else 78)
            c.shape([(x, top), (x, top - tall * 0.6), (x + 14, top - tall), (x + 28, top - tall * 0.6), (x + 28, top)], "#3f4c50")
            if c.random.random() < 0.35:
                c.shape([(x + 4, top), (x + 4, top - tall * 0.5), (x + 14, top - tall * 0.8), (x + 24, top - tall * 0.5), (x + 24, top)], "#ffe0a0", 0.9)
    x = c.w * 0.4
    c.box(x - 150, horizon - 120, x + 150, horizon, "#d6c49c")
    for dx, radius in ((-118, 30), (118, 30), (-64, 36), (64, 36), (0, 50)):
        dome(c, x + dx, horizon - 116, radius, "#7f9aa0", "#4d6a74")
    for dx in (-112, -56, 0, 56, 112):
        c.shape([(x + dx - 22, horizon), (x + dx - 22, horizon - 50), (x + dx, horizon - 86), (x + dx + 22, horizon - 50), (x + dx + 22, horizon)], "#5a4a38")
        c.shape([(x + dx - 16, horizon), (x + dx - 16, horizon - 46), (x + dx, horizon - 74), (x + dx + 16, horizon - 46), (x + dx + 16, horizon)], "#c98f3f")
    campanile(c, c.w * 0.75, horizon, 420, "#a85a40", "#efe4cc", "#5c8a7a")
    for px in (60, 230, 880, 980):
        lamp(c, px, horizon + 6, 92, "#2b3a3f", "#fff0c0", 0.6)
    c.reflect(horizon, "#2f6068", 0.15, 1.6)
    for px in (560, 600):
        c.shape([(px - 8, c.h * 0.8), (px + 8, c.h * 0.8), (px + 6, c.h * 0.8 - 62), (px - 6, c.h * 0.8 - 62)], "#1f2c33")
        c.dot(px, c.h * 0.8 - 70, 8, "#1f2c33")
    c.shape([(520, c.h * 0.8 - 82), (640, c.h * 0.8 - 82), (580, c.h * 0.8 - 126)], "#c93a3f")


def moonlight(c):
    horizon = c.h * 0.6
    sky(c, "night", horizon)
    stars(c, 320, horizon)
    moon(c, c.w * 0.66, c.h * 0.17, 34)
    clouds(c, 40, horizon * 0.8, "#4a5f93", 0.3, 170, 3.4, 0.5)
    palaces(c, horizon, 190, ["#1a2244", "#222a4e", "#151c3a", "#2a2e50"], "#ffcf7d", 0.4, 92, "#0e1430")
    hole = c.mask(lambda d, s: d.polygon(s([(290, 0), (480, 0), (440, horizon), (200, horizon)]), fill=255), 1)
    c.reflect(horizon, "#0a1230", 0.2, 4)
    c.glitter(c.w * 0.66, horizon + 2, c.h, "#f3ecd0", 44, 0.85, 320)
    for x in (120, 420, 870):
        lamp(c, x, horizon + 4, 74)
    gondola(c, 610, c.h * 0.8, 330, "#05060e")
    poles(c, [(80, c.h * 0.9), (130, c.h * 0.93)], "#2a4a86", 210)


def lagoon_poles(c):
    horizon = c.h * 0.48
    sky(c, "pink", horizon)
    clouds(c, 0, horizon, "#fff0ea", 0.35, 200, 3.4, 0.7)
    campanile(c, c.w * 0.62, horizon, 150, "#b08794", "#dbbfc0", "#8d7f98")
    palaces(c, horizon, 26, ["#b794a8", "#c7a3ac", "#a68aa2"], "#e9d0cf", 0.3, 40, "#8f7590")
    c.reflect(horizon, "#a9b4d6", 0.3, 2)
    for index in range(5):
        near = index / 4
        x = c.w * (0.2 + 0.15 * index)
        poles(c, [(x, horizon + 60 + near * 330)], "#2f6f8f", 90 + near * 250)
    gondola(c, 340, horizon + 180, 300, rower=False)
    gondola(c, 300, horizon + 300, 420, rower=False, side=-1)
    birds(c, 8, 430, 150, 60, "#5d5470", 11)


SCENES = [gondola_dawn, salute, rialto, burano, acqua_alta, moonlight, lagoon_poles]
