"""Paris."""
import numpy

from canvas import mix
from scenery import (birds, clouds, crown, houses, lamp, mist, ridge, sky, stars, sun, trunk, windows)


def eiffel(c, x, foot, height, colour, lattice=None):
    """The tower: four legs that curve together, three platforms, an arch, bracing."""
    def half(share):
        return height * (0.022 + 0.19 * (1 - share) ** 3.1)

    shares = numpy.linspace(0, 0.93, 50)
    outline = [(x - half(s), foot - height * s) for s in shares]
    outline += [(x - height * 0.008, foot - height * 0.96), (x - 1.2, foot - height), (x + 1.2, foot - height),
                (x + height * 0.008, foot - height * 0.96)]
    outline += [(x + half(s), foot - height * s) for s in shares[::-1]]

    def draw(d, s):
        d.polygon(s(outline), fill=255)
        for low, high, part in ((0.0, 0.155, 0.62), (0.2, 0.36, 0.5), (0.41, 0.62, 0.32)):
            gap = [(x - half(t) * part, foot - height * t) for t in numpy.linspace(low, high, 14)]
            gap += [(x + half(t) * part, foot - height * t) for t in numpy.linspace(high, low, 14)]
            d.polygon(s(gap), fill=0)
        arch = half(0) * 0.62
        d.ellipse(s([(x - arch, foot - height * 0.165), (x + arch, foot + height * 0.165)]), fill=255)
        inner = arch * 0.9
        d.ellipse(s([(x - inner, foot - height * 0.15), (x + inner, foot + height * 0.15)]), fill=0)
        d.rectangle(s([(0, foot), (c.w, c.h)]), fill=0)
        for share, thick in ((0.175, 0.022), (0.385, 0.016), (0.9, 0.01)):
            wide = half(share) * 1.12
            d.rectangle(s([(x - wide, foot - height * (share + thick)), (x + wide, foot - height * share)]), fill=255)

    body = c.mask(draw)
    c.paint(body, colour)
    if lattice is not None:
        lines = []
        for share in numpy.linspace(0, 0.88, 44):
            step = 0.022
            lines += [[(x - half(share), foot - height * share), (x + half(share + step), foot - height * (share + step))],
                      [(x + half(share), foot - height * share), (x - half(share + step), foot - height * (share + step))]]
        mask = c.mask(lambda d, s: [d.line(s(line), fill=255, width=2) for line in lines])
        c.paint(mask * body, lattice, 0.75)
    return body


def mansards(c, foot, height, wall, roof, light, seed_width=58, lit=0.35):
    """A row of Haussmann's houses with slate roofs, dormers and chimneys."""
    x = -20.0
    while x < c.w:
        width = seed_width * (0.8 + 0.6 * c.random.random())
        tall = height * (0.85 + 0.3 * c.random.random())
        tone = mix(wall, "#ffffff", 0.1 * c.random.random())
        c.box(x, foot - tall * 0.72, x + width, foot, tone)
        c.shape([(x - 1, foot - tall * 0.72), (x + width + 1, foot - tall * 0.72), (x + width * 0.9, foot - tall), (x + width * 0.1, foot - tall)], roof)
        for chimney in (0.2, 0.72):
            c.box(x + width * chimney, foot - tall * 1.12, x + width * (chimney + 0.12), foot - tall * 0.95, mix(roof, "#a4553f", 0.6))
        across = max(3, int(width / 16))
        windows(c, x + 4, foot - tall * 0.68, x + width - 4, foot - 2, across, max(2, int(tall / 22)), light, lit, (0.42, 0.6))
        windows(c, x + width * 0.15, foot - tall * 0.92, x + width * 0.85, foot - tall * 0.76, across - 1, 1, light, lit * 0.9, (0.35, 0.7))
        x += width


def bridge(c, foot, height, arches, colour, shade, thick=0.34, rail=True):
    width = c.w / arches
    def draw(d, s):
        d.rectangle(s([(-5, foot - height), (c.w + 5, foot)]), fill=255)
        for index in range(arches):
            x0, x1 = width * index + width * 0.07, width * (index + 1) - width * 0.07
            rise = height * (1 - thick)
            d.pieslice(s([(x0, foot - rise), (x1, foot + rise)]), 180, 360, fill=0)
    body = c.mask(draw)
    c.gradient([(0, colour), (1, shade)], foot - height, foot, body)
    for index in range(arches + 1):
        x = width * index
        c.shape([(x - width * 0.075, foot), (x + width * 0.075, foot), (x + width * 0.05, foot - height * 0.75), (x, foot - height * 0.82), (x - width * 0.05, foot - height * 0.75)], mix(colour, shade, 0.3))
    if rail:
        c.box(-5, foot - height * 1.07, c.w + 5, foot - height, mix(colour, "#ffffff", 0.12))


def seine_sunset(c):
    horizon = c.h * 0.62
    sky(c, "sunset", horizon)
    clouds(c, 0, horizon * 0.95, "#f7a071", 0.45, 150, 3.4, 0.6, "#6b3760")
    sun(c, c.w * 0.64, horizon - 60, 26, "#fff0c4", "#ff9a4d", 0.6)
    ridge(c, horizon - 18, 8, 120, "#7b4a63", "#8a5468", floor=horizon)
    mansards(c, horizon, 62, "#5e3b57", "#43294a", "#ffcf8a", lit=0.25)
    eiffel(c, c.w * 0.3, horizon, 330, "#33203c", "#5b3550")
    bridge(c, horizon + 26, 44, 5, "#4d2f47", "#2b1a30")
    c.reflect(horizon + 24, "#3a2346", 0.28, 4)
    c.glitter(c.w * 0.64, horizon + 30, c.h, "#ffc077", 46, 0.75, 260)
    birds(c, 9, c.w * 0.75, 120, 50, "#3a2340")


def tower_night(c):
    horizon = c.h * 0.8
    sky(c, "blue", horizon)
    stars(c, 260, horizon * 0.7)
    c.shape([(c.w * 0.52, c.h * 0.115), (c.w * 1.1, -60), (c.w * 1.1, 60)], "#cfe0ff", 0.32, 12)
    c.shape([(c.w * 0.48, c.h * 0.115), (-60, 150), (-60, 250)], "#cfe0ff", 0.22, 14)
    for offset, colour, height in ((0, "#16224a", 60), (14, "#0d1533", 44)):
        mansards(c, horizon + offset, height, colour, mix(colour, "#000000", 0.3), "#ffce7a", 44, 0.4)
    c.glow(c.w / 2, horizon - 200, 210, "#ff9c3a", 0.5)
    body = eiffel(c, c.w / 2, horizon + 8, c.h * 0.69, "#d98a35", "#ffe3a0")
    c.add(body * numpy.clip((c.y - c.h * 0.2) / c.h, 0, 1), "#ffb34d", 0.5)
    c.dots([(c.w / 2 + c.random.normal(0, 34), horizon - c.random.random() * 380, 1.3) for _ in range(60)], "#fff7d8", 0.9)
    c.glow(c.w / 2, c.h * 0.115, 26, "#fff2c8", 0.9)
    c.reflect(horizon + 16, "#0a1430", 0.25, 4)
    for x in (60, 190, 480, 620):
        lamp(c, x, horizon + 22, 46)


def montmartre(c):
    horizon = c.h * 0.52
    sky(c, "pink", c.h)
    clouds(c, 20, horizon, "#fff3ea", 0.5, 170, 2.8, 0.8, "#c79ab3")
    ridge(c, horizon + 40, 30, 600, "#b9a6c0", "#a58aa6")
    x, foot = c.w * 0.57, horizon + 16
    stone, dark = "#fdf4ea", "#d3bccb"
    c.shape([(x - 110, foot), (x + 110, foot), (x + 96, foot - 74), (x - 96, foot - 74)], stone)
    c.boxes([(x - 30 + i * 24, foot - 52, x - 18 + i * 24, foot) for i in range(3)], dark)
    for dx, radius, lift in ((-74, 23, 76), (74, 23, 76), (0, 43, 96)):
        c.box(x + dx - radius * 0.8, foot - lift - radius * 0.9, x + dx + radius * 0.8, foot - 60, mix(stone, dark, 0.35))
        c.boxes([(x + dx - radius * 0.65 + i * radius * 0.35, foot - lift - radius * 0.7, x + dx - radius * 0.5 + i * radius * 0.35, foot - lift) for i in range(4)], dark)
        dome = [(x + dx + radius * numpy.cos(a) * (0.92 + 0.08 * numpy.sin(a)), foot - lift - radius * 0.8 - radius * 1.75 * numpy.sin(a) ** 0.9) for a in numpy.linspace(0, numpy.pi, 40)]
        c.shape(dome, stone)
        c.shape([p for p in dome if p[0] > x + dx + radius * 0.2] + [(x + dx + radius * 0.2, foot - lift - radius * 0.8)], dark, 0.6)
        c.box(x + dx - radius * 0.14, foot - lift - radius * 3.1, x + dx + radius * 0.14, foot - lift - radius * 2.4, stone)
        c.dot(x + dx, foot - lift - radius * 3.15, radius * 0.13, stone)
    c.box(x + 118, foot - 190, x + 146, foot, mix(stone, dark, 0.5))
    c.shape([(x + 114, foot - 190), (x + 150, foot - 190), (x + 132, foot - 232)], stone)
    for px in range(-20, 1100, 52):
        crown(c, px, foot + 30 + c.random.random() * 16, 34, ["#6f7f78", "#8c9a86", "#b3b596"], 40)
    for row, wall in enumerate(("#c6a9b4", "#b3909f", "#8f7087", "#6c5270")):
        mansards(c, horizon + 105 + row * 62, 92, wall, mix("#6f7690", "#3c3d5c", row / 4), mix("#fff0d2", "#ffcf8d", row / 3), 84, 0.5)


def pont_neuf(c):
    horizon = c.h * 0.6
    sky(c, "grey", c.h)
    mansards(c, horizon - 34, 110, "#b6bcba", "#98a3a8", "#cfd2c8", 70, 0.9)
    mist(c, horizon - 70, 60, "#dfe2dc", 0.85)
    for x in (90, 330, 720, 960):
        crown(c, x, horizon - 62, 58, ["#8b9384", "#9fa48c", "#b3b494"], 70)
        trunk(c, x, horizon - 10, horizon - 60, 5, "#5f645c")
    bridge(c, horizon + 52, 108, 4, "#9c9684", "#5e5c58")
    for x in range(0, 1040, 128):
        lamp(c, x, horizon - 58, 62, "#3b4246", "#ffeec4", 0.5)
    c.reflect(horizon + 50, "#8b9794", 0.35, 5)
    mist(c, horizon + 60, 42, "#e4e6df", 0.75)
    c.shape([(620, c.h - 128), (900, c.h - 128), (866, c.h - 96), (652, c.h - 96)], "#4b3c36")
    c.box(680, c.h - 152, 822, c.h - 128, "#a34b35")
    c.boxes([(690 + i * 34, c.h - 146, 712 + i * 34, c.h - 134) for i in range(4)], "#ffe6ad")


def windmill(c):
    horizon = c.h * 0.72
    sky(c, "dusk", c.h)
    clouds(c, 10, horizon, "#d48a84", 0.4, 150, 3, 0.65)
    stars(c, 70, 200)
    mansards(c, horizon + 30, 120, "#3d3352", "#2a2340", "#ffc56e", 90, 0.55)
    x, foot = c.w * 0.5, horizon + 10
    c.glow(x, foot - 120, 260, "#ff5a3c", 0.35)
    c.shape([(x - 70, foot), (x + 70, foot), (x + 44, foot - 200), (x - 44, foot - 200)], "#8e1f2a")
    c.shapes([[(x - 70 + i * 28, foot), (x - 58 + i * 28, foot), (x - 36 + i * 17, foot - 200), (x - 44 + i * 17.6, foot - 200)] for i in range(5)], "#b3313a", 0.8)
    c.shape([(x - 52, foot - 198), (x + 52, foot - 198), (x + 20, foot - 258), (x, foot - 270), (x - 20, foot - 258)], "#5c1522")
    windows(c, x - 40, foot - 150, x + 40, foot - 20, 2, 2, "#ffd98a", 1, (0.3, 0.5))
    hub = (x, foot - 205)
    for turn in range(4):
        angle = 0.35 + turn * numpy.pi / 2
        dx, dy = numpy.cos(angle), numpy.sin(angle)
        nx, ny = -dy, dx
        def at(along, across):
            return (hub[0] + dx * along + nx * across, hub[1] + dy * along + ny * across)
        c.line([hub, at(210, 0)], 6, "#2d1620")
        frame = [[at(40 + i * 17, 0), at(40 + i * 17, 38)] for i in range(11)]
        frame += [[at(40, j * 12.6), at(210, j * 12.6)] for j in range(4)]
        c.lines(frame, 2.2, "#f6c36a")
        c.dots([(*at(40 + i * 17, 38), 2.6) for i in range(11)], "#fff0b8")
    c.dot(*hub, 11, "#f6c36a")
    c.box(0, horizon + 26, c.w, c.h, "#1d1830")
    for px in (110, 300, 760, 930):
        lamp(c, px, horizon + 70, 110)
    c.glow(c.w / 2, c.h, 380, "#ff8a4a", 0.3)


def pyramid(c):
    horizon = c.h * 0.6
    sky(c, "blue", horizon)
    stars(c, 60, 160)
    c.box(0, horizon - 96, c.w, horizon, "#8d7a66")
    c.gradient([(0, "#6a6a80"), (1, "#c9a273")], horizon - 96, horizon)
    c.boxes([(i * 34 + 10, horizon - 70, i * 34 + 24, horizon - 8) for i in range(31)], "#3b3240")
    c.boxes([(i * 34 + 12, horizon - 66, i * 34 + 22, horizon - 10) for i in range(31)], "#ffd489", 0.85)
    for x0, x1, rise in ((-10, 150, 60), (430, 600, 74), (880, 1040, 60)):
        c.box(x0, horizon - 120, x1, horizon - 90, "#7d7078")
        c.shape([(x0 - 4, horizon - 118), (x1 + 4, horizon - 118), (x1 - 26, horizon - 118 - rise), (x0 + 26, horizon - 118 - rise)], "#33405f")
    x, base, half, top = c.w * 0.5, horizon + 26, 250, horizon - 172
    c.glow(x, base - 60, 240, "#ffc46b", 0.35)
    c.shape([(x - half, base), (x + half, base), (x, top)], "#e0b273", 0.75)
    c.shape([(x, top), (x + half, base), (x + 60, base)], "#8fa0b8", 0.5)
    panes = []
    for i in range(0, 19):
        s = i / 18
        panes += [[(x - half + 2 * half * s, base), (x + half * s, top + (base - top) * s)],
                  [(x - half + 2 * half * s, base), (x - half * (1 - s), top + (base - top) * (1 - s))]]
    inside = c.mask(lambda d, sc: d.polygon(sc([(x - half, base), (x + half, base), (x, top)]), fill=255))
    grid = c.mask(lambda d, sc: [d.line(sc(p), fill=255, width=2) for p in panes])
    c.paint(grid * inside, "#f9efd8", 0.7)
    for side in (-1, 1):
        c.shape([(x + side * 330 - 60, base), (x + side * 330 + 60, base), (x + side * 330, base - 62)], "#d9ab6c", 0.85)
    c.reflect(base, "#14203f", 0.2, 2.4)
    c.box(0, base - 2, c.w, base + 3, "#2c3350")


def luxembourg(c):
    horizon = c.h * 0.5
    sky(c, "summer", c.h)
    mist(c, horizon, 90, "#fff0cf", 0.9)
    c.shape([(0, horizon + 60), (c.w, horizon + 60), (c.w, c.h), (0, c.h)], "#c79a5b")
    c.shape([(c.w * 0.47, horizon + 55), (c.w * 0.53, horizon + 55), (c.w * 0.95, c.h), (c.w * 0.05, c.h)], "#e6cfa2")
    for step in range(9):
        near = (step / 8) ** 1.7
        foot = horizon + 60 + near * 250
        for side in (-1, 1):
            x = c.w / 2 + side * (50 + near * 470)
            tall = 110 + near * 420
            trunk(c, x, foot, foot - tall * 0.75, 3 + near * 17, mix("#8a6f5c", "#3d2a24", near), side * -6)
            tones = [("#b5652b", "#d98a32", "#f2b84a"), ("#9c3f26", "#cf6630", "#f09a45"), ("#c08a2e", "#e4b441", "#f8dc7c")][step % 3]
            crown(c, x - side * near * 40, foot - tall * 0.85, 36 + near * 165, [mix(t, "#ffe9c0", 0.45 * (1 - near)) for t in tones], 130, 0.75, 0.13)
    c.dots([(c.random.random() * c.w, horizon + 90 + c.random.random() ** 0.7 * 330, 1.5 + 2.6 * c.random.random()) for _ in range(700)], "#d98a32", 0.8, tall=0.5)
    c.dots([(c.random.random() * c.w, horizon + 90 + c.random.random() ** 0.7 * 330, 1.5 + 2.6 * c.random.random()) for _ in range(400)], "#f6d06a", 0.8, tall=0.5)
    for x in (250, 330, 720):
        c.lines([[(x, c.h - 170), (x, c.h - 118)], [(x, c.h - 140), (x + 34, c.h - 136)], [(x + 34, c.h - 136), (x + 36, c.h - 110)], [(x, c.h - 140), (x + 6, c.h - 112)]], 3, "#2f5340")


def balloon(c):
    horizon = c.h * 0.74
    sky(c, "summer", c.h)
    clouds(c, 40, horizon, "#ffffff", 0.4, 170, 2.6, 0.9, "#a9c4d6")
    mansards(c, horizon + 30, 70, "#e2cfb4", "#8492a6", "#6c7688", 60, 0.9)
    eiffel(c, c.w * 0.24, horizon + 24, 250, "#6e6058")
    x, y, radius = c.w * 0.63, c.h * 0.34, 130
    for index in range(-4, 5):
        share0, share1 = index / 4.5 - 0.111, index / 4.5 + 0.111
        points = []
        for a in numpy.linspace(-numpy.pi / 2, numpy.pi * 0.5, 30):
            points.append((x + radius * share0 * numpy.cos(a) * 1.0, y + radius * numpy.sin(a) * (1 if a < 0 else 1.28)))
        for a in numpy.linspace(numpy.pi * 0.5, -numpy.pi / 2, 30):
            points.append((x + radius * share1 * numpy.cos(a), y + radius * numpy.sin(a) * (1 if a < 0 else 1.28)))
        c.shape(points, ["#d8433b", "#f6e6c4", "#2f6fa8", "#f3b23e"][index % 4])
    c.glow(x - 50, y - 50, 70, "#fff4d6", 0.25)
    c.lines([[(x - 30, y + 150), (x - 14, y + 196)], [(x + 30, y + 150), (x + 14, y + 196)]], 1.4, "#5b4636")
    c.box(x - 17, y + 194, x + 17, y + 216, "#8b5a34")
    for bx in range(-30, 1100, 46):
        crown(c, bx, c.h - 30 + c.random.random() * 30, 56, ["#c9748f", "#e7a2b4", "#fad3d8"], 70, 0.8, 0.16)


SCENES = [seine_sunset, tower_night, montmartre, pont_neuf, windmill, pyramid, luxembourg, balloon]
