"""New York."""
import numpy

from canvas import mix
from scenery import (birds, clouds, crown, lamp, mist, moon, ridge, sailboat, sky, snowfall, stars, sun, trunk, windows)


def skyline(c, foot, height, colour, light, lit=0.4, width=46, tops=(), start=-10.0, end=None, cell=11):
    """Towers side by side; `tops` are (x, extra height) of those that stand out."""
    x, end = start, c.w if end is None else end
    while x < end:
        wide = width * (0.55 + 0.8 * c.random.random())
        tall = height * (0.35 + 0.65 * c.random.random() ** 1.4)
        for place, extra in tops:
            if x <= place < x + wide:
                tall = extra
        tone = mix(colour, "#ffffff", 0.09 * c.random.random())
        c.box(x, foot - tall, x + wide, foot, tone)
        c.box(x + wide * 0.72, foot - tall, x + wide, foot, mix(tone, "#000000", 0.22))
        if c.random.random() < 0.4:
            c.box(x + wide * 0.22, foot - tall * 1.06, x + wide * 0.76, foot - tall, tone)
        if tall > height * 0.8:
            c.box(x + wide * 0.48, foot - tall * 1.2, x + wide * 0.52, foot - tall, tone)
        windows(c, x + 2, foot - tall + 6, x + wide - 2, foot - 2, max(2, int(wide / cell)), max(3, int(tall / (cell * 1.3))), light, lit, (0.46, 0.42))
        x += wide + 1


def empire_state(c, x, foot, height, stone, shade, light=None, top_light=None):
    half = height * 0.1
    for width, low, high in ((1.9, 0, 0.1), (1.45, 0.1, 0.2), (1.0, 0.2, 0.66), (0.78, 0.66, 0.72), (0.56, 0.72, 0.77)):
        c.box(x - half * width, foot - height * high, x + half * width, foot - height * low, stone)
        c.box(x + half * width * 0.35, foot - height * high, x + half * width, foot - height * low, shade, 0.55)
        c.lines([[(x + half * width * s, foot - height * high), (x + half * width * s, foot - height * low)] for s in numpy.linspace(-0.85, 0.85, int(9 * width) + 2)], 1.6, mix(stone, shade, 0.7))
        if light is not None:
            windows(c, x - half * width, foot - height * high, x + half * width, foot - height * low, int(15 * width), max(2, int(height * (high - low) / 13)), light, 0.32, (0.3, 0.4))
    crown_top = [(x - half * 0.42, foot - height * 0.77), (x + half * 0.42, foot - height * 0.77), (x + half * 0.26, foot - height * 0.84), (x + half * 0.12, foot - height * 0.875), (x - half * 0.12, foot - height * 0.875), (x - half * 0.26, foot - height * 0.84)]
    c.shape(crown_top, top_light or mix(stone, "#ffffff", 0.25))
    c.shape([(x - half * 0.07, foot - height * 0.875), (x + half * 0.07, foot - height * 0.875), (x + 1, foot - height), (x - 1, foot - height)], mix(stone, shade, 0.3))


def chrysler(c, x, foot, height, stone, steel, light):
    half = height * 0.075
    c.box(x - half, foot - height * 0.66, x + half, foot, stone)
    windows(c, x - half, foot - height * 0.64, x + half, foot, 5, 22, light, 0.4, (0.4, 0.45))
    for step in range(6):
        wide = half * (0.95 - step * 0.15)
        base = foot - height * (0.66 + step * 0.035)
        c.shape([(x + wide * numpy.cos(a), base - height * 0.085 * numpy.sin(a)) for a in numpy.linspace(0, numpy.pi, 24)], mix(steel, "#2a3448", 0.16 * (step % 2)))
        c.dots([(x + wide * 0.7 * numpy.cos(a), base - height * 0.05 * numpy.sin(a), 1.8) for a in numpy.linspace(0.4, 2.74, 5)], light)
    c.shape([(x - 4, foot - height * 0.86), (x + 4, foot - height * 0.86), (x, foot - height)], steel)


def from_brooklyn(c):
    horizon = c.h * 0.6
    sky(c, "sunset", horizon)
    clouds(c, 0, horizon, "#ff9d7a", 0.4, 170, 3.4, 0.6, "#6a3a68")
    skyline(c, horizon, 150, "#7a4a70", "#ffc98a", 0.2, 34)
    skyline(c, horizon, 190, "#3d2a50", "#ffd489", 0.42, 46, ((300, 210), (700, 240)))
    x, foot = c.w * 0.38, horizon
    c.shape([(x - 34, foot), (x + 34, foot), (x + 20, foot - 330), (x - 20, foot - 330)], "#4b3560")
    c.shape([(x - 2, foot), (x + 34, foot), (x + 20, foot - 330), (x - 20, foot - 330)], "#6a4674", 0.7)
    c.line([(x, foot - 330), (x, foot - 400)], 2.4, "#4b3560")
    windows(c, x - 26, foot - 320, x + 26, foot, 6, 34, "#ffd489", 0.4, (0.4, 0.4))
    chrysler(c, c.w * 0.8, horizon, 260, "#33244a", "#8a6a90", "#ffd489")
    c.reflect(horizon, "#3a2450", 0.18, 5)
    for px in range(30, 1024, 62):
        c.shape([(px - 5, c.h), (px + 5, c.h), (px + 4, c.h - 90 - 40 * c.random.random()), (px - 4, c.h - 90 - 30 * c.random.random())], "#1f1530")
    birds(c, 7, 640, 130, 60, "#3a2348", 10)


def brooklyn_bridge(c):
    sky(c, "dawn", c.h)
    clouds(c, 0, c.h * 0.5, "#ffe0cc", 0.4, 180, 3, 0.7)
    skyline(c, c.h * 0.66, 150, "#b99aa6", "#ffe9c4", 0.3, 36)
    mist(c, c.h * 0.62, 40, "#ffe8d4", 0.7)
    deck = c.h * 0.66
    def tower(x, top, half):
        def draw(d, s):
            d.polygon(s([(x - half, c.h), (x + half, c.h), (x + half * 0.9, top), (x - half * 0.9, top)]), fill=255)
            for dx in (-0.42, 0.42):
                px, wide = x + dx * half, half * 0.26
                d.polygon(s([(px - wide, deck - 14), (px - wide, top + half * 1.2), (px, top + half * 0.6), (px + wide, top + half * 1.2), (px + wide, deck - 14)]), fill=0)
        body = c.mask(draw)
        c.gradient([(0, "#a5765c"), (1, "#5c4444")], top, c.h, body)
        courses = c.mask(lambda d, s: [d.line(s([(x - half, y), (x + half, y)]), fill=255, width=2) for y in numpy.arange(top, c.h, 13)])
        c.paint(courses * body, "#4a3434", 0.4)
        c.box(x - half * 1.08, top - 12, x + half * 1.08, top + 6, "#b58868")
    left, right = c.w * 0.27, c.w * 1.02
    cable = [(x, c.h * 0.13 + (deck - 40 - c.h * 0.13) * (1 - ((2 * (x - left) / (right - left)) - 1) ** 2)) for x in numpy.linspace(left, right, 60)]
    side = [(x, c.h * 0.13 + (deck - c.h * 0.13) * ((left - x) / (left + 90)) ** 0.85) for x in numpy.linspace(-90, left, 30)]
    c.lines([[(x, y), (x, deck)] for x, y in cable[::1] + side], 1.2, "#5c4650", 0.8)
    c.lines([[(left, c.h * 0.13), (left + i * 46, deck)] for i in range(1, 12)] + [[(left, c.h * 0.13), (left - i * 46, deck)] for i in range(1, 7)], 1.2, "#5c4650", 0.8)
    c.lines([cable, side], 6, "#43323c")
    c.box(0, deck - 4, c.w, deck + 14, "#43323c")
    c.lines([[(i * 26, deck + 14), (i * 26 + 13, deck + 30), (i * 26 + 26, deck + 14)] for i in range(41)], 2, "#43323c")
    tower(left, c.h * 0.1, 78)
    c.reflect(c.h * 0.83, "#a08a9a", 0.3, 4)
    c.box(560, c.h * 0.85, 650, c.h * 0.872, "#f3a63a")
    c.box(575, c.h * 0.832, 630, c.h * 0.85, "#fff2dc")
    birds(c, 8, 700, 150, 70, "#6a5060", 10)


def liberty(c):
    sky(c, "summer", c.h)
    clouds(c, 20, c.h * 0.6, "#ffffff", 0.45, 190, 2.4, 0.9, "#b5cfe2")
    horizon = c.h * 0.78
    skyline(c, horizon, 90, "#9ab5c4", "#e9f4f6", 0.4, 26)
    x, foot = c.w * 0.46, horizon + 6
    copper, dark = "#7fb8a0", "#4f8a78"
    c.shape([(x - 150, foot + 20), (x + 150, foot + 20), (x + 110, foot - 20), (x - 110, foot - 20)], "#b5a284")
    c.shape([(x - 70, foot - 20), (x + 70, foot - 20), (x + 48, foot - 150), (x - 48, foot - 150)], "#cbb896")
    c.boxes([(x - 34 + i * 24, foot - 110, x - 22 + i * 24, foot - 60) for i in range(3)], "#8f7d62")
    c.box(x - 56, foot - 160, x + 56, foot - 146, "#dccba8")
    robe = [(x - 44, foot - 158), (x + 46, foot - 158), (x + 40, foot - 270), (x + 26, foot - 330), (x - 22, foot - 330), (x - 40, foot - 250)]
    c.shape(robe, copper)
    c.lines([[(x - 34 + i * 12, foot - 160), (x - 22 + i * 8 + (i % 3) * 4, foot - 318)] for i in range(7)], 3.4, dark, 0.75)
    c.shape([(x + 24, foot - 326), (x + 40, foot - 270), (x + 46, foot - 160), (x + 10, foot - 160)], dark, 0.4)
    c.shape([(x - 44, foot - 262), (x - 22, foot - 250), (x - 34, foot - 212), (x - 58, foot - 226)], mix(copper, "#ffffff", 0.2))
    c.line([(x - 24, foot - 318), (x - 42, foot - 276), (x - 40, foot - 244)], 15, copper)
    c.dot(x + 2, foot - 352, 19, mix(copper, "#ffffff", 0.12), tall=1.2)
    c.shape([(x - 16, foot - 340), (x + 20, foot - 340), (x + 26, foot - 318), (x - 22, foot - 318)], copper)
    c.shapes([[(x + 2 + 18 * numpy.cos(a - 0.1), foot - 364 - 12 * numpy.sin(a - 0.1)), (x + 2 + 44 * numpy.cos(a), foot - 364 - 36 * numpy.sin(a)), (x + 2 + 18 * numpy.cos(a + 0.1), foot - 364 - 12 * numpy.sin(a + 0.1))] for a in numpy.linspace(0.1, 3.04, 7)], mix(copper, "#ffffff", 0.25))
    c.line([(x + 18, foot - 322), (x + 40, foot - 372), (x + 46, foot - 430)], 15, copper)
    c.shape([(x + 32, foot - 430), (x + 62, foot - 430), (x + 54, foot - 446), (x + 40, foot - 446)], dark)
    c.glow(x + 47, foot - 462, 34, "#ffd25c", 0.7)
    c.shape([(x + 38, foot - 446), (x + 56, foot - 446), (x + 58, foot - 462), (x + 47, foot - 484), (x + 37, foot - 462)], "#ffc83d")
    for px in range(int(x) - 190, int(x) + 200, 40):
        crown(c, px, foot + 8, 26, ["#3f6a3f", "#6a954f", "#9ab86a"], 40, 0.8)
    c.reflect(horizon + 28, "#3f86a8", 0.4, 5)
    sailboat(c, c.w * 0.84, c.h * 0.86, 110)
    birds(c, 9, c.w * 0.2, 180, 60, "#ffffff", 11)


def central_park(c):
    horizon = c.h * 0.56
    sky(c, "noon", c.h)
    clouds(c, 0, 200, "#ffffff", 0.35, 140, 2.6, 0.85)
    skyline(c, horizon - 60, 280, "#a3a5ac", "#e6eef2", 0.7, 54, ((210, 300), (230, 300), (760, 330)))
    mist(c, horizon - 70, 40, "#f2e9d2", 0.5)
    tones = [("#a8321f", "#d9552a", "#f58f3c"), ("#b8741f", "#e6a232", "#fbd062"), ("#7a8f3a", "#a8b84a", "#d6d26a"), ("#8f3a2a", "#c9622f", "#f0a24a")]
    for row in range(3):
        for x in range(-30, 1090, 64):
            crown(c, x + c.random.normal(0, 16), horizon - 60 + row * 26 + c.random.normal(0, 10), 52 + row * 8, tones[int(c.random.random() * 4)], 80, 0.85, 0.15)
    def draw(d, s):
        d.rectangle(s([(380, horizon - 6), (800, horizon + 38)]), fill=255)
        d.pieslice(s([(450, horizon - 34), (730, horizon + 110)]), 180, 360, fill=0)
    arch = [(x, horizon - 14 - 30 * numpy.sin(numpy.pi * (x - 360) / 460)) for x in range(360, 821, 10)]
    c.shape(arch + [(820, horizon + 38), (360, horizon + 38)], "#c9bda6")
    c.dot(590, horizon + 40, 118, "#4f5a4a", tall=0.44)
    c.line([(x, y - 10) for x, y in arch], 6, "#e2d8c2")
    c.reflect(horizon + 38, "#5f6a4a", 0.12, 3)
    for bx in (300, 700):
        c.shape([(bx, c.h * 0.8), (bx + 120, c.h * 0.8), (bx + 104, c.h * 0.825), (bx + 14, c.h * 0.825)], "#7a4a30")
        c.shape([(bx + 50, c.h * 0.8), (bx + 70, c.h * 0.8), (bx + 66, c.h * 0.8 - 40), (bx + 54, c.h * 0.8 - 40)], "#2f5f9f")
        c.dot(bx + 60, c.h * 0.8 - 48, 8, "#5c4030")
    c.dots([(c.random.random() * c.w, horizon + 50 + c.random.random() * 230, 2 + 2 * c.random.random()) for _ in range(160)], "#f0a83a", 0.9, tall=0.5)


def empire(c):
    sky(c, "blue", c.h)
    clouds(c, 40, c.h * 0.6, "#c48fa8", 0.3, 160, 3, 0.5)
    stars(c, 80, c.h * 0.3)
    foot = c.h * 0.9
    skyline(c, foot, 330, "#2f4274", "#ffd98a", 0.35, 54)
    c.glow(c.w * 0.5, c.h * 0.25, 150, "#ff6a5c", 0.35)
    empire_state(c, c.w * 0.5, foot, c.h * 0.82, "#8a8aa5", "#3a3f66", "#ffe3a0", "#ff5c54")
    skyline(c, foot + 20, 250, "#1b274f", "#ffcf7a", 0.45, 66)
    skyline(c, c.h, 170, "#0d1530", "#ffca6a", 0.4, 90, cell=15)


def harbour_fog(c):
    horizon = c.h * 0.62
    sky(c, "grey", c.h)
    skyline(c, horizon, 300, "#aab4b8", "#e9e6d6", 0.25, 50)
    mist(c, horizon - 70, 70, "#dde0da", 0.85)
    skyline(c, horizon, 170, "#8f9ba0", "#f2ead0", 0.2, 44)
    mist(c, horizon - 10, 40, "#e6e7e0", 0.9)
    c.reflect(horizon, "#a3b0b0", 0.45, 4)
    mist(c, horizon + 20, 30, "#e9eae3", 0.6)
    x, y = c.w * 0.54, c.h * 0.78
    c.shape([(x - 260, y - 30), (x + 260, y - 30), (x + 230, y + 26), (x - 230, y + 26)], "#d9782c")
    c.box(x - 240, y - 86, x + 240, y - 30, "#e8893a")
    c.box(x - 210, y - 124, x + 210, y - 86, "#e8893a")
    c.boxes([(x - 226 + i * 30, y - 74, x - 206 + i * 30, y - 50) for i in range(16)], "#3a4448")
    c.boxes([(x - 196 + i * 30, y - 116, x - 176 + i * 30, y - 96) for i in range(14)], "#fff0c4")
    for px in (x - 150, x + 150):
        c.box(px - 30, y - 150, px + 30, y - 124, "#f2f0e6")
        c.boxes([(px - 24 + i * 17, y - 145, px - 12 + i * 17, y - 132) for i in range(3)], "#3a4448")
    c.box(x - 18, y - 172, x + 18, y - 124, "#3a3a3c")
    c.lines([[(x - 300 - i * 20, y + 30 + i * 5), (x + 300 + i * 20, y + 30 + i * 5)] for i in range(4)], 2.4, "#eef0ea", 0.7)
    birds(c, 16, c.w * 0.3, 250, 90, "#4a5558", 14)


def water_towers(c):
    sky(c, "gold", c.h)
    clouds(c, 0, c.h * 0.6, "#ffcf96", 0.45, 180, 3, 0.7, "#a5705c")
    sun(c, c.w * 0.23, c.h * 0.42, 34)
    skyline(c, c.h * 0.76, 170, "#a5745c", "#ffe2a8", 0.3, 50)
    skyline(c, c.h * 0.9, 200, "#6a4440", "#ffd489", 0.35, 90, cell=16)
    for x, foot, size in ((250, c.h * 0.74, 0.8), (560, c.h * 0.8, 1.35), (850, c.h * 0.72, 1.0)):
        wide, tall = 62 * size, 92 * size
        c.lines([[(x + dx * wide, foot - tall * 0.7), (x + dx * wide * 1.1, foot + 40)] for dx in (-0.8, -0.3, 0.3, 0.8)], 6 * size, "#2c1f22")
        c.lines([[(x - 0.85 * wide, foot - tall * 0.3), (x + 0.85 * wide, foot + 20)], [(x + 0.85 * wide, foot - tall * 0.3), (x - 0.85 * wide, foot + 20)]], 2.6 * size, "#2c1f22")
        c.box(x - wide, foot - tall * 1.7, x + wide, foot - tall * 0.7, "#7a4a34")
        c.box(x + wide * 0.3, foot - tall * 1.7, x + wide, foot - tall * 0.7, "#4a2c24", 0.7)
        c.lines([[(x - wide + i * wide * 0.2, foot - tall * 1.7), (x - wide + i * wide * 0.2, foot - tall * 0.7)] for i in range(11)], 1.4, "#4a2c24", 0.7)
        c.lines([[(x - wide * 1.02, foot - tall * (0.85 + 0.26 * i)), (x + wide * 1.02, foot - tall * (0.85 + 0.26 * i))] for i in range(4)], 2.2, "#3a2420")
        c.shape([(x - wide * 1.15, foot - tall * 1.68), (x + wide * 1.15, foot - tall * 1.68), (x, foot - tall * 2.3)], "#34242a")
    c.box(0, c.h * 0.84, c.w, c.h, "#2f2026")
    c.box(0, c.h * 0.84, c.w, c.h * 0.856, "#52343a")
    for px in (90, 420, 720, 960):
        c.box(px, c.h * 0.76, px + 50, c.h * 0.86, "#40282c")
        c.box(px - 4, c.h * 0.755, px + 54, c.h * 0.77, "#5c3a3a")
    birds(c, 12, 500, 170, 100, "#4a2f34", 10)


SCENES = [from_brooklyn, brooklyn_bridge, liberty, central_park, empire, harbour_fog, water_towers]
