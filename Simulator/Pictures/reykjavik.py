"""Reykjavík."""
import numpy

from canvas import mix
from scenery import (birds, clouds, houses, lamp, mist, moon, peak, peaks, ridge, sky, snowfall, stars, sun, windows)


def aurora(c, floor, colours=("#3df0a0", "#58e0d0", "#b06af0"), bands=3, strength=0.8):
    """Curtains of light: each a wavy foot with rays upwards."""
    for band in range(bands):
        line = c.curve(floor * (0.45 + 0.16 * band), floor * 0.22, c.w * 0.5, 3, 0.4)
        foot = numpy.interp(c.x[0], numpy.arange(c.w + 1), line)[None, :]
        above = foot - c.y
        rays = 0.45 + 0.55 * numpy.interp(c.x[0], numpy.linspace(0, c.w, 90), c.random.random(90))[None, :]
        reach = floor * (0.28 + 0.3 * numpy.interp(c.x[0], numpy.linspace(0, c.w, 26), c.random.random(26)))[None, :]
        curtain = numpy.where(above > 0, numpy.exp(-(numpy.maximum(above, 0) / reach) ** 1.3), numpy.exp(-(above / 26) ** 2)) * rays
        c.add(curtain, colours[band % 3], strength * (0.55 - 0.1 * band))
        c.add(numpy.where(above > 0, numpy.exp(-((above - reach) / reach) ** 2), 0) * rays, colours[2], strength * 0.14)


def esja(c, foot, height, rock, snow, shade):
    crest = peaks(c, [(40, foot - height * 0.55), (260, foot - height * 0.9), (420, foot - height * 0.86), (640, foot - height), (840, foot - height * 0.8), (1000, foot - height * 0.5)], foot - height * 0.2, 10)
    peak(c, crest, foot, rock, snow, foot - height * 0.45, shade)


def town(c, foot, scale=1.0, lit=1.0, dark=None, rows=1):
    walls = ["#d8483c", "#f2ede0", "#2f6f9f", "#e8b13a", "#5f9a6a", "#8a3a44", "#f0d9c0", "#4a8fa8"]
    roofs = ["#8a2f2c", "#2f5f4a", "#3a4a6a", "#c9433a", "#4a4a52"]
    x, index = -20.0, int(c.random.random() * 8)
    while x < c.w:
        width = (58 + 30 * c.random.random()) * scale
        tall = (56 + 34 * c.random.random()) * scale
        wall, top = walls[index % 8], roofs[(index * 3) % 5]
        if dark:
            wall, top = mix(wall, dark, 0.6), mix(top, dark, 0.65)
        houses(c, x, foot, width, tall, wall, top, mix("#fffdf4", dark or "#fffdf4", 0.4 if dark else 0), 2, 2, "#ffd98a" if dark else "#34465a", 0.5, lit)
        x += width + 3
        index += 1


def hallgrim(c, x, foot, height, stone, shade):
    """The church: columns of basalt that climb to the tower."""
    for step in range(13, 0, -1):
        share = step / 13
        top = foot - height * (0.1 + 0.72 * (1 - share) ** 1.9)
        half = height * (0.05 + 0.4 * share)
        for side in (-1, 1):
            px = x + side * half
            c.box(min(px, px - side * height * 0.034), top, max(px, px - side * height * 0.034), foot, mix(stone, shade, 0.25 if side > 0 else 0))
            c.box(px - 1.2, top, px + 1.2, foot, shade, 0.8)
    half = height * 0.085
    c.box(x - half, foot - height * 0.84, x + half, foot, stone)
    c.box(x + half * 0.3, foot - height * 0.84, x + half, foot, shade, 0.45)
    c.lines([[(x + half * s, foot - height * 0.84), (x + half * s, foot - height * 0.16)] for s in (-0.6, -0.2, 0.2, 0.6)], 2, shade, 0.7)
    c.shape([(x - half, foot - height * 0.84), (x + half, foot - height * 0.84), (x + half * 0.3, foot - height * 0.95), (x - half * 0.3, foot - height * 0.95)], stone)
    c.shape([(x - half * 0.3, foot - height * 0.95), (x + half * 0.3, foot - height * 0.95), (x, foot - height)], shade)
    c.dot(x, foot - height * 0.79, half * 0.5, "#2c3444")
    c.lines([[(x, foot - height * 0.79), (x, foot - height * 0.79 - half * 0.36)], [(x, foot - height * 0.79), (x + half * 0.26, foot - height * 0.79)]], 1.8, "#ffe9b5")
    c.shape([(x - half * 0.8, foot), (x - half * 0.8, foot - height * 0.1), (x, foot - height * 0.17), (x + half * 0.8, foot - height * 0.1), (x + half * 0.8, foot)], "#3a3f4c")
    for i in range(3):
        c.box(x - half * 0.16, foot - height * (0.66 - i * 0.15), x + half * 0.16, foot - height * (0.56 - i * 0.15), "#3a4252")


def lights_harbour(c):
    horizon = c.h * 0.66
    sky(c, "night", c.h)
    stars(c, 380, horizon)
    aurora(c, horizon)
    esja(c, horizon, 130, "#1c2a48", "#4f6a92", "#101a34")
    town(c, horizon, 0.62, 1.0, "#0e1830")
    c.reflect(horizon, "#08142c", 0.12, 3)
    for x, size in ((220, 1.0), (420, 0.8), (800, 1.15)):
        y = c.h * 0.8
        c.shape([(x - 90 * size, y - 24 * size), (x + 100 * size, y - 30 * size), (x + 80 * size, y + 8), (x - 76 * size, y + 8)], "#0b1224")
        c.box(x - 40 * size, y - 62 * size, x + 14 * size, y - 24 * size, "#16213c")
        c.boxes([(x - 32 * size, y - 54 * size, x - 16 * size, y - 40 * size), (x - 10 * size, y - 54 * size, x + 6 * size, y - 40 * size)], "#ffd27a")
        c.lines([[(x + 40 * size, y - 26 * size), (x + 40 * size, y - 130 * size)], [(x + 40 * size, y - 120 * size), (x + 96 * size, y - 34 * size)], [(x + 40 * size, y - 120 * size), (x - 20 * size, y - 62 * size)]], 2.4, "#0b1224")
        c.glow(x + 40 * size, y - 130 * size, 16, "#ffdf9c", 0.8)


def church_front(c):
    foot = c.h * 0.83
    sky(c, "winter", c.h)
    clouds(c, 0, c.h * 0.6, "#ffffff", 0.45, 190, 2.8, 0.85, "#b3c4d8")
    hallgrim(c, c.w * 0.5, foot, c.h * 0.72, "#d9d4ca", "#8f949e")
    c.gradient([(0, "#e9eef4"), (1, "#b5c4d8")], foot, c.h)
    town_walls = (("#d8483c", "#3a4a6a", 40), ("#e8b13a", "#4a4a52", 560))
    for wall, top, x in town_walls:
        houses(c, x - 40, foot + 40, 130, 110, wall, top, "#fffdf4", 2, 2, "#34465a", 0.5)
    x, y = c.w * 0.5, foot + 70
    c.shape([(x - 40, y), (x + 40, y), (x + 26, y - 60), (x - 26, y - 60)], "#77746e")
    c.shape([(x - 11, y - 60), (x + 11, y - 60), (x + 8, y - 120), (x - 8, y - 120)], "#4a5f58")
    c.dot(x, y - 128, 8, "#4a5f58")
    c.line([(x + 10, y - 108), (x + 26, y - 84)], 4, "#4a5f58")
    snowfall(c, 170)


def voyager(c):
    horizon = c.h * 0.6
    sky(c, "sunset", horizon)
    clouds(c, 0, horizon, "#ffb38a", 0.45, 190, 3.6, 0.65, "#7a4470")
    sun(c, c.w * 0.66, horizon - 24, 24)
    esja(c, horizon, 110, "#6a4a70", "#f2c4b5", "#4f3a66")
    c.reflect(horizon, "#5c4a7a", 0.2, 3)
    c.glitter(c.w * 0.66, horizon + 2, c.h * 0.86, "#ffd08a", 50, 0.8, 240)
    c.gradient([(0, "#8f7f86"), (1, "#4f4450")], c.h * 0.85, c.h)
    c.dot(c.w * 0.46, c.h * 0.87, 330, "#a5959a", tall=0.16)
    x, y, tone = c.w * 0.46, c.h * 0.8, "#2b2438"
    keel = [(x - 330 + 660 * t, y + 26 - 250 * (abs(2 * t - 0.9)) ** 3.2) for t in numpy.linspace(0, 1, 60)]
    second = [(px, py - 46 - 14 * numpy.sin(numpy.pi * i / 59)) for i, (px, py) in enumerate(keel)]
    c.lines([keel], 11, tone)
    c.lines([second[6:54]], 8, tone)
    for i in range(10, 52, 5):
        px, py = keel[i]
        height = 120 + 60 * numpy.sin(numpy.pi * i / 59)
        c.lines([[(px, py), (px + 22, py - height)], [(px, py), (px - 16, py - height * 0.92)]], 7, tone)
    for dx in (-120, 0, 120):
        c.box(x + dx - 6, y + 20, x + dx + 6, c.h * 0.88, tone)
    c.lines([[(px + 3, py - 3) for px, py in keel]], 2, "#ffcf9c", 0.8)


def roofs(c):
    sky(c, "summer", c.h)
    clouds(c, 0, c.h * 0.5, "#ffffff", 0.4, 180, 2.8, 0.9, "#b5cfe2")
    c.gradient([(0, "#6fa8c4"), (1, "#8fc0d4")], c.h * 0.4, c.h * 0.5)
    esja(c, c.h * 0.43, 120, "#6f86a0", "#f6f8fa", "#536a86")
    for row in range(6):
        town(c, c.h * (0.53 + row * 0.1), 0.7 + row * 0.19)
    c.dots([(c.random.random() * c.w, c.h * 0.99, 20) for _ in range(60)], "#4f7f45")


def harpa(c):
    horizon = c.h * 0.68
    sky(c, "dusk", horizon)
    stars(c, 130, 200)
    clouds(c, 20, horizon, "#c98aa0", 0.35, 170, 3.4, 0.5)
    outline = [(150, horizon), (190, horizon - 250), (470, horizon - 300), (520, horizon - 210), (640, horizon - 340), (890, horizon - 260), (930, horizon)]
    body = c.mask(lambda d, s: d.polygon(s(outline), fill=255))
    c.gradient([(0, "#1f3a66"), (1, "#0e1c3a")], horizon - 340, horizon, body)
    tones = ["#ff5c7a", "#ffb347", "#5ce0c4", "#5c9aff", "#b37aff", "#ffe27a"]
    size = 26
    for row in range(15):
        for column in range(40):
            x = 140 + column * size * 0.9 + (row % 2) * size * 0.45
            y = horizon - 14 - row * size * 0.78
            hexagon = [(x + size * 0.44 * numpy.cos(a), y + size * 0.46 * numpy.sin(a)) for a in numpy.linspace(numpy.pi / 6, numpy.pi * 13 / 6, 7)]
            inside = body[min(int(y * 2), body.shape[0] - 1), min(int(x * 2), body.shape[1] - 1)] > 0.5
            if not inside:
                continue
            if c.random.random() < 0.3:
                c.shape(hexagon, tones[int(c.random.random() * 6)], 0.45 + 0.5 * c.random.random())
            c.line(hexagon, 1.4, "#8fb0dc", 0.6)
    c.reflect(horizon, "#0e1a38", 0.15, 4)
    c.box(0, horizon - 3, c.w, horizon + 3, "#0b1430")
    for x in (60, 100, 970, 1000):
        lamp(c, x, horizon, 60)


def midnight_sun(c):
    horizon = c.h * 0.58
    sky(c, "gold", horizon)
    clouds(c, 0, horizon * 0.9, "#ffb27a", 0.5, 210, 4, 0.7, "#8a5a70")
    sun(c, c.w * 0.36, horizon - 18, 30, "#fff6d8", "#ff8a4a", 0.7)
    esja(c, horizon, 150, "#6a5474", "#f7d6c0", "#4a3c60")
    c.reflect(horizon, "#7a5a70", 0.18, 2)
    c.glitter(c.w * 0.36, horizon + 2, c.h, "#ffdf9c", 70, 0.85, 360)
    for x, y, size in ((700, c.h * 0.9, 130), (880, c.h * 0.97, 180), (560, c.h * 1.0, 110)):
        c.dot(x, y, size, "#2c2436", tall=0.34)
        c.dots([(x - size * 0.3 + 30 * i, y - size * 0.3, 16) for i in range(4)], "#40405a", tall=0.4)
    for x in (690, 730):
        y = c.h * 0.9 - 44
        c.shape([(x - 8, y), (x + 9, y), (x + 7, y - 34), (x - 5, y - 34)], "#16121e")
        c.dot(x + 1, y - 39, 8, "#16121e")
        c.shape([(x + 7, y - 42), (x + 20, y - 38), (x + 7, y - 35)], "#f08a3a")
        c.shape([(x - 4, y - 2), (x + 6, y - 2), (x + 4, y - 26), (x - 2, y - 26)], "#f6f0e6")


def lighthouse(c):
    horizon = c.h * 0.72
    sky(c, "night", c.h)
    stars(c, 420, horizon)
    aurora(c, horizon, ("#3df0a0", "#8af0c0", "#7a5af0"), 2, 0.9)
    x, foot = c.w * 0.42, horizon + 30
    c.shape([(x, foot - 330), (c.w * 1.2, foot - 470), (c.w * 1.2, foot - 300)], "#fff2c4", 0.28, 8)
    c.shape([(x, foot - 330), (-200, foot - 420), (-200, foot - 280)], "#fff2c4", 0.2, 8)
    c.shape([(x - 44, foot), (x + 44, foot), (x + 30, foot - 290), (x - 30, foot - 290)], "#e6ecf2")
    c.shape([(x + 4, foot), (x + 44, foot), (x + 30, foot - 290), (x + 4, foot - 290)], "#8fa3bf", 0.6)
    for i in (0.2, 0.62):
        c.shape([(x - 44 + 14 * i, foot - 290 * i), (x + 44 - 14 * i, foot - 290 * i), (x + 40 - 14 * i, foot - 290 * i - 50), (x - 40 + 14 * i, foot - 290 * i - 50)], "#c9433a")
    c.box(x - 42, foot - 302, x + 42, foot - 290, "#2c3444")
    c.box(x - 22, foot - 350, x + 22, foot - 302, "#fff4cc")
    c.lines([[(x + dx, foot - 350), (x + dx, foot - 302)] for dx in (-22, -8, 8, 22)], 3, "#2c3444")
    c.shape([(x - 30, foot - 350), (x + 30, foot - 350), (x, foot - 392)], "#c9433a")
    c.glow(x, foot - 328, 80, "#fff0b8", 0.9)
    c.gradient([(0, "#1a2a40"), (1, "#0a1424")], horizon + 20, c.h)
    c.reflect(horizon + 90, "#0a1a30", 0.12, 3)
    c.dots([(c.random.random() * c.w, horizon + 40 + c.random.random() * 60, 12 + 26 * c.random.random()) for _ in range(60)], "#0c1626", tall=0.45)


SCENES = [lights_harbour, church_front, voyager, roofs, harpa, midnight_sun, lighthouse]
