"""Further places and hours, for the part of the sample that only Commons has."""
import numpy

from canvas import mix
from capetown import city
from kyoto import blossoms, pagoda, torii
from newyork import empire_state, skyline
from paris import bridge, eiffel, mansards
from scenery import (birds, clouds, crown, grass, houses, lamp, mist, moon, palm, ridge, sailboat, sky, snowfall, stars, sun, windows)
from venice import campanile, dome, gondola, palaces, poles


def tower_fog(c):
    sky(c, "winter", c.h)
    clouds(c, 0, c.h * 0.5, "#ffffff", 0.5, 220, 3.2, 0.7)
    eiffel(c, c.w * 0.58, c.h * 0.9, c.h * 0.8, "#7d8796")
    mist(c, c.h * 0.62, c.h * 0.16, "#eef1f4", 0.95)
    for x in numpy.linspace(0, c.w, 12):
        crown(c, x, c.h * 0.86, c.h * 0.085, ["#6f7a7c", "#8d9793", "#a9b0a6"], 60)
    mist(c, c.h * 0.84, c.h * 0.06, "#f2f4f5", 0.6)
    c.box(0, c.h * 0.92, c.w, c.h, "#5e6468")
    birds(c, 9, c.w * 0.3, c.h * 0.28, 70, "#4a525c", 9)


def river_lamps(c):
    horizon = c.h * 0.6
    sky(c, "dusk", horizon)
    clouds(c, 0, horizon, "#e9a58e", 0.35, 200, 3.4, 0.6)
    mansards(c, horizon, c.h * 0.2, "#5b5568", "#39405c", "#ffd58a", lit=0.5)
    bridge(c, horizon + c.h * 0.06, c.h * 0.11, 3, "#6e6470", "#3d3a4c")
    for x in numpy.linspace(c.w * 0.06, c.w * 0.94, 7):
        lamp(c, x, horizon - c.h * 0.035, c.h * 0.1)
    c.reflect(horizon + c.h * 0.07, "#232a4c", 0.25, 4)
    for x in numpy.linspace(c.w * 0.06, c.w * 0.94, 7):
        c.glitter(x, horizon + c.h * 0.09, c.h, "#ffd891", 16, 0.5, 60)


def passage(c):
    c.gradient([(0, "#d8c9a2"), (0.5, "#b58f5e"), (1, "#5d4636")], 0, c.h)
    middle, far = c.w * 0.5, c.h * 0.46
    for step in range(9, 0, -1):
        share = (step / 9) ** 1.7
        half, top, foot = c.w * 0.56 * share, far - c.h * 0.42 * share, far + c.h * 0.5 * share
        wall = mix("#f1dfb4", "#6a4a33", share * 0.8)
        c.shape([(middle - half, foot), (middle - half, top), (middle, top - half * 0.3), (middle + half, top), (middle + half, foot)], wall)
        c.lines([[(middle - half, top), (middle, top - half * 0.3), (middle + half, top)]], 2 + 3 * share, "#3a2b24")
        c.boxes([(middle + side * half - side * half * 0.14, top + (foot - top) * 0.25, middle + side * half, foot) for side in (-1, 1)], mix("#ffd77f", "#7a4a30", share), 0.9)
        c.glow(middle, top + half * 0.1, half * 0.35, "#fff0c2", 0.25)
    c.gradient([(0, "#fff6da"), (1, "#e4c98f")], far - c.h * 0.05, far + c.h * 0.06, c.mask(lambda d, s: d.rectangle(s([(middle - c.w * 0.03, far - c.h * 0.06), (middle + c.w * 0.03, far + c.h * 0.06)]), fill=255)))
    tiles = []
    for row in range(14):
        y = far + c.h * 0.06 + (c.h - far) * (row / 13) ** 1.6
        tiles.append([(0, y), (c.w, y)])
    c.lines(tiles, 1.2, "#3d2d26", 0.4)


def canal_noon(c):
    horizon = c.h * 0.7
    sky(c, "summer", horizon)
    palaces(c, horizon, c.h * 0.34, ["#d9946a", "#e8c27c", "#c56f56", "#e6d2a8"], "#4a5a66", 0.9, c.w * 0.1)
    c.reflect(horizon, "#3f8a83", 0.3, 5)
    poles(c, [(c.w * 0.2, c.h * 0.86), (c.w * 0.25, c.h * 0.84), (c.w * 0.83, c.h * 0.9)])
    gondola(c, c.w * 0.55, c.h * 0.86, c.w * 0.34)


def island_church(c):
    horizon = c.h * 0.62
    sky(c, "pink", horizon)
    clouds(c, 0, horizon * 0.7, "#fff0ea", 0.4, 180, 3, 0.8)
    palaces(c, horizon, c.h * 0.07, ["#b56a5a", "#c98a6c"], "#f4d49a", 0.3, c.w * 0.05)
    c.box(c.w * 0.4, horizon - c.h * 0.16, c.w * 0.56, horizon, "#f3e9dc")
    c.shape([(c.w * 0.39, horizon - c.h * 0.16), (c.w * 0.57, horizon - c.h * 0.16), (c.w * 0.48, horizon - c.h * 0.23)], "#d9cbbd")
    dome(c, c.w * 0.6, horizon - c.h * 0.02, c.h * 0.08, "#8f9aa6", "#5f6b7a")
    campanile(c, c.w * 0.68, horizon, c.h * 0.42, "#a8543f", "#efe3d2", "#6f8f86")
    c.reflect(horizon, "#9a86a8", 0.25, 3)
    c.glitter(c.w * 0.3, horizon + 6, c.h, "#ffe6d6", 60, 0.4, 160)


def gates_rain(c):
    c.gradient([(0, "#22332c"), (1, "#0f1a16")], 0, c.h)
    for x in c.random.random(40) * c.w:
        c.line([(x, 0), (x + c.random.normal(0, 6), c.h * 0.75)], 5 + 9 * c.random.random(), "#1a2620")
    mist(c, c.h * 0.5, c.h * 0.2, "#5f7a6c", 0.5)
    for step in range(7, 0, -1):
        share = (1 - step / 8) ** 1.5 + 0.06
        torii(c, c.w * (0.5 + 0.03 * step), c.h * (0.62 + 0.36 * share), c.w * 0.36 * share, c.h * 0.78 * share, "#d8482c", "#8a2a1f")
    c.box(0, c.h * 0.95, c.w, c.h, "#2b2a28")
    c.lines([[(x, y), (x - 3, y + 22)] for x, y in zip(c.random.random(380) * c.w, c.random.random(380) * c.h)], 0.8, "#cfe0e6", 0.35)


def pagoda_spring(c):
    sky(c, "noon", c.h)
    ridge(c, c.h * 0.7, 40, 300, "#5f8f6a", "#3f6f50")
    pagoda(c, c.w * 0.6, c.h * 0.84, c.h * 0.66, 5, "#b5452f", "#3c4450", "#23303a")
    for x in numpy.linspace(-20, c.w + 20, 9):
        blossoms(c, x, c.h * (0.84 + 0.05 * numpy.sin(x)), c.h * 0.13)
    blossoms(c, c.w * 0.1, c.h * 0.16, c.h * 0.2)


def avenue_snow(c):
    sky(c, "grey", c.h)
    skyline(c, c.h * 0.86, c.h * 0.5, "#8b939b", "#ffe9b8", 0.35, c.w * 0.06)
    empire_state(c, c.w * 0.5, c.h * 0.86, c.h * 0.74, "#7d8690", "#656e78", "#ffe9b8")
    skyline(c, c.h * 0.92, c.h * 0.3, "#5d666f", "#ffdf9a", 0.5, c.w * 0.08)
    c.box(0, c.h * 0.9, c.w, c.h, "#e9edf0")
    for x in numpy.linspace(c.w * 0.1, c.w * 0.9, 6):
        c.box(x - 18, c.h * 0.915, x + 18, c.h * 0.945, "#f2b62c")
        c.box(x - 10, c.h * 0.895, x + 11, c.h * 0.92, "#d99a1f")
    snowfall(c, 700)


def tram(c):
    c.gradient([(0, "#5fa9d8"), (1, "#e6eff0")], 0, c.h)
    left = [("#f3e3b8", "#c9693f"), ("#7fb0c4", "#b65a3a"), ("#f2c9a0", "#a9523a"), ("#f7f2e4", "#c26a45")]
    for index, (wall, tiles) in enumerate(left):
        houses(c, -20 + index * c.w * 0.11, c.h * (0.96 - 0.055 * index), c.w * 0.12, c.h * (0.74 - 0.1 * index), wall, tiles, floors=4)
        houses(c, c.w * (0.9 - index * 0.11), c.h * (0.96 - 0.055 * index), c.w * 0.12, c.h * (0.7 - 0.1 * index), left[-1 - index][0], tiles, floors=4)
    c.shape([(0, c.h), (c.w * 0.46, c.h * 0.74), (c.w * 0.54, c.h * 0.74), (c.w, c.h)], "#8b8784")
    c.lines([[(c.w * 0.36, c.h), (c.w * 0.49, c.h * 0.74)], [(c.w * 0.64, c.h), (c.w * 0.51, c.h * 0.74)]], 3, "#c9cdd0")
    x, y, s = c.w * 0.5, c.h * 0.9, c.h * 0.3
    c.box(x - s * 0.4, y - s, x + s * 0.4, y - s * 0.5, "#fbf4dc")
    c.box(x - s * 0.4, y - s * 0.52, x + s * 0.4, y - s * 0.1, "#f2bf2f")
    c.boxes([(x - s * 0.33 + i * s * 0.23, y - s * 0.9, x - s * 0.15 + i * s * 0.23, y - s * 0.58) for i in range(3)], "#33475a")
    c.box(x - s * 0.36, y - s * 0.1, x + s * 0.36, y, "#3a3a40")
    c.dot(x, y - s * 0.3, s * 0.06, "#fffbe0")
    c.box(x - s * 0.2, y - s * 1.12, x + s * 0.2, y - s, "#3d6f52")
    c.line([(x, y - s * 1.1), (x + s * 0.1, 0)], 2, "#2f3438")


def azulejos(c):
    c.box(0, 0, c.w, c.h, "#eef2f4")
    side = c.h / 3.5
    for row in range(5):
        for column in range(int(c.w / side) + 2):
            x, y = column * side, row * side
            blue = ["#23508f", "#2f63a8", "#1c437c"][int(c.random.random() * 3)]
            c.lines([[(x, y + side / 2), (x + side / 2, y), (x + side, y + side / 2), (x + side / 2, y + side), (x, y + side / 2)]], side * 0.05, blue)
            c.dots([(x + side / 2, y + side / 2, side * 0.17)], blue)
            c.dots([(x + side / 2, y + side / 2, side * 0.08)], "#f0c84a")
            c.dots([(x + dx * side, y + dy * side, side * 0.1) for dx in (0, 1) for dy in (0, 1)], blue, 0.9)
    c.lines([[(x, 0), (x, c.h)] for x in numpy.arange(0, c.w, side)] + [[(0, y), (c.w, y)] for y in numpy.arange(0, c.h, side)], 1.2, "#b9c4cc")
    c.shape([(c.w * 0.62, 0), (c.w, 0), (c.w, c.h)], "#0e1c30", 0.28, 12)


def minarets(c):
    horizon = c.h * 0.66
    sky(c, "sunset", horizon)
    sun(c, c.w * 0.3, horizon - c.h * 0.06, c.h * 0.045)
    for x, size in ((0.56, 0.16), (0.46, 0.09), (0.66, 0.09)):
        dome(c, c.w * x, horizon + 4, c.h * size, "#3a2b45", "#241a30", False)
    for x in (0.38, 0.44, 0.69, 0.75):
        px, top = c.w * x, horizon - c.h * 0.44
        c.box(px - 6, top, px + 6, horizon, "#2c2138")
        c.shape([(px - 7, top), (px + 7, top), (px, top - c.h * 0.1)], "#2c2138")
        c.boxes([(px - 11, horizon - c.h * k, px + 11, horizon - c.h * k + 6) for k in (0.2, 0.32)], "#241a30")
    city(c, horizon, c.h * 0.07, "#2f2338", "#ffcf80", 0.4)
    c.reflect(horizon, "#5a3350", 0.22, 4)
    c.glitter(c.w * 0.3, horizon + 4, c.h, "#ffd79a", 50, 0.8, 260)
    sailboat(c, c.w * 0.18, c.h * 0.82, c.h * 0.2, "#1d1626", "#4a3550", "#3a2842", "#42304a")
    birds(c, 14, c.w * 0.55, c.h * 0.2, 120, "#1d1626", 9)


def clock_square(c):
    sky(c, "blue", c.h)
    stars(c, 120, c.h * 0.4)
    moon(c, c.w * 0.16, c.h * 0.16, c.h * 0.04, 0.5)
    fronts = [("#d9b98a", "#7a3b2f"), ("#b9c2a4", "#6a3a34"), ("#e0a98c", "#7f4034"), ("#cfd4d8", "#6b4038"), ("#e6cf9a", "#7a3b2f")]
    for index, (wall, tiles) in enumerate(fronts):
        houses(c, c.w * (0.02 + 0.115 * index), c.h * 0.88, c.w * 0.11, c.h * 0.36, mix(wall, "#24304f", 0.45), tiles, gable=0.5, lit=0.4)
    x, foot = c.w * 0.78, c.h * 0.88
    c.box(x - c.w * 0.055, c.h * 0.26, x + c.w * 0.055, foot, "#4d4a5c")
    c.shape([(x - c.w * 0.06, c.h * 0.27), (x + c.w * 0.06, c.h * 0.27), (x, c.h * 0.04)], "#2c3448")
    for y, radius in ((0.47, 0.075), (0.66, 0.055)):
        c.dot(x, c.h * y, c.h * radius, "#d9a441")
        c.dot(x, c.h * y, c.h * radius * 0.82, "#1d3a6e")
        c.lines([[(x, c.h * y), (x + c.h * radius * 0.6, c.h * y - c.h * radius * 0.3)], [(x, c.h * y), (x - c.h * radius * 0.2, c.h * y - c.h * radius * 0.66)]], 3, "#f4d58a")
    c.box(0, c.h * 0.88, c.w, c.h, "#2a2f42")
    for px in (0.1, 0.34, 0.6, 0.93):
        lamp(c, c.w * px, c.h * 0.93, c.h * 0.17)


def garden_blue(c):
    c.box(0, 0, c.w, c.h, "#2346a8")
    c.gradient([(0, "#1c3a94"), (1, "#3a62c8")], 0, c.h * 0.7)
    c.boxes([(c.w * 0.4, c.h * 0.2, c.w * 0.6, c.h * 0.7)], "#f2c63a")
    c.boxes([(c.w * 0.42, c.h * 0.23, c.w * 0.58, c.h * 0.7)], "#16307c")
    c.box(0, c.h * 0.7, c.w, c.h, "#c8643f")
    c.shape([(0, c.h), (c.w * 0.3, c.h * 0.72), (c.w * 0.7, c.h * 0.72), (c.w, c.h)], "#4fa3a0")
    for x, height in ((0.1, 0.62), (0.24, 0.5), (0.78, 0.56), (0.92, 0.66)):
        palm(c, c.w * x, c.h * 0.86, c.h * height, "#6b5038", ["#2f6b3c", "#5f9a4f"], c.random.normal(0, 14))
    for x in (0.06, 0.18, 0.34, 0.66, 0.84, 0.97):
        px, tall = c.w * x, c.h * (0.1 + 0.1 * c.random.random())
        c.shape([(px - 16, c.h * 0.9), (px + 16, c.h * 0.9), (px + 12, c.h * 0.82), (px - 12, c.h * 0.82)], "#f2c63a")
        c.dots([(px, c.h * 0.82 - tall * k, 13 - 4 * k) for k in (0.1, 0.35, 0.6, 0.85)], "#3f8a56", tall=1.5)


def castle_hill(c):
    sky(c, "gold", c.h)
    clouds(c, 0, c.h * 0.5, "#ffd9a8", 0.45, 200, 3, 0.8, "#b0796a")
    crest = ridge(c, c.h * 0.56, 60, 420, "#4c4a4a", "#2c3330", 0.6)
    x = int(c.w * 0.55)
    top = min(crest[max(0, x - 120):x + 120])
    foot = max(crest[x - 160:x + 240]) + 12
    for dx, wide, tall in ((-150, 120, 60), (-40, 160, 84), (110, 110, 58), (40, 46, 128)):
        c.box(x + dx, top - tall + 30, x + dx + wide, foot, "#3a3436")
        c.boxes([(x + dx + k, top - tall + 22, x + dx + k + 9, top - tall + 30) for k in range(0, wide - 8, 18)], "#3a3436")
    houses_y = c.h * 0.9
    for index in range(14):
        houses(c, index * c.w / 13 - 20, houses_y, c.w / 14, c.h * (0.14 + 0.06 * c.random.random()), "#4d4640", "#2b2a30", floors=3, lit=0.7, glass="#ffcf7a", trim="#5a5048", gable=0.3)
    c.box(0, houses_y, c.w, c.h, "#201f22")
    mist(c, c.h * 0.72, 34, "#f0c890", 0.4)


def bay_christ(c):
    horizon = c.h * 0.6
    sky(c, "teal", horizon)
    ridge(c, horizon - 20, 70, 220, "#3f6a78", "#2f5a66", 0.6, floor=horizon)
    c.shape([(c.w * 0.56, horizon), (c.w * 0.63, horizon - c.h * 0.32), (c.w * 0.68, horizon - c.h * 0.36), (c.w * 0.73, horizon - c.h * 0.28), (c.w * 0.8, horizon)], "#24484f", blur=1)
    c.shape([(0, horizon), (c.w * 0.16, horizon - c.h * 0.3), (c.w * 0.24, horizon - c.h * 0.4), (c.w * 0.34, horizon - c.h * 0.2), (c.w * 0.46, horizon)], "#1d3c44", blur=1)
    x, y = c.w * 0.24, horizon - c.h * 0.4
    c.box(x - 3, y - c.h * 0.07, x + 3, y + 4, "#eef2ee")
    c.box(x - c.h * 0.035, y - c.h * 0.056, x + c.h * 0.035, y - c.h * 0.046, "#eef2ee")
    c.dot(x, y - c.h * 0.076, 4, "#eef2ee")
    city(c, horizon + 4, c.h * 0.09, "#d6dcd2", "#fff2c8", 0.5, 22, 0.3)
    c.reflect(horizon + 4, "#1f6a72", 0.3, 3)
    for k in range(9):
        sailboat(c, c.w * c.random.random(), horizon + c.h * (0.06 + 0.25 * c.random.random()), c.h * 0.05)


def shells(c):
    horizon = c.h * 0.66
    sky(c, "noon", horizon)
    clouds(c, 0, horizon * 0.8, "#ffffff", 0.35, 170, 2.8, 0.85)
    arch = [(x, horizon - c.h * 0.05 - c.h * 0.24 * (1 - ((x - c.w * 0.24) / (c.w * 0.26)) ** 2)) for x in numpy.linspace(-20, c.w * 0.5, 50)]
    c.line(arch, 7, "#5d6b78")
    c.lines([[point, (point[0], horizon - c.h * 0.06)] for point in arch[::3]], 1.4, "#6d7a86")
    c.box(-10, horizon - c.h * 0.07, c.w * 0.5, horizon - c.h * 0.055, "#5d6b78")
    city(c, horizon, c.h * 0.16, "#9fb0be", "#e8f0f4", 0.6, 26, 0.0, c.w)
    c.box(c.w * 0.46, horizon - c.h * 0.03, c.w * 0.96, horizon + 8, "#b88a70")
    for x, size in ((0.86, 0.17), (0.76, 0.26), (0.66, 0.22), (0.56, 0.15)):
        px, s = c.w * x, c.h * size
        sail = [(px - s * 0.7, horizon - c.h * 0.03)] + [(px - s * 0.7 + s * 1.2 * t, horizon - c.h * 0.03 - s * numpy.sin(t * 1.75)) for t in numpy.linspace(0, 1, 20)] + [(px + s * 0.36, horizon - c.h * 0.03)]
        c.shape(sail, "#fdfaf2")
        c.shape([sail[0]] + sail[8:], "#d8d4cc", 0.7)
    c.reflect(horizon + 8, "#1f6f9a", 0.3, 4)
    sailboat(c, c.w * 0.3, c.h * 0.86, c.h * 0.2)


SCENES = [tower_fog, river_lamps, passage, canal_noon, island_church, gates_rain, pagoda_spring, avenue_snow, tram, azulejos, minarets, clock_square, garden_blue, castle_hill, bay_christ, shells]
