"""What many pictures share: skies, mountains, trees, boats, lamps."""
import numpy

from canvas import mix, rgb

SKIES = {
    "dawn": [(0, "#46587f"), (0.45, "#a78aa5"), (0.75, "#f0b89a"), (1, "#ffe3b8")],
    "gold": [(0, "#35507c"), (0.4, "#8d7f93"), (0.7, "#eda35f"), (1, "#ffd98a")],
    "sunset": [(0, "#2b2a54"), (0.4, "#8a4470"), (0.72, "#ef7a52"), (1, "#ffcf73")],
    "dusk": [(0, "#141c3f"), (0.5, "#3d4a7d"), (0.8, "#9a7a9b"), (1, "#f2b18c")],
    "blue": [(0, "#0d1738"), (0.6, "#27427d"), (1, "#6f8ec2")],
    "night": [(0, "#050a1c"), (0.6, "#101f45"), (1, "#2a3c6b")],
    "noon": [(0, "#2f7cc4"), (0.6, "#7fbbe3"), (1, "#d9eef5")],
    "summer": [(0, "#1f6fb8"), (0.55, "#6fb7dc"), (1, "#fbeccb")],
    "grey": [(0, "#76858f"), (0.6, "#aab4b8"), (1, "#dfe0d8")],
    "winter": [(0, "#8fa9c9"), (0.6, "#c4d3e2"), (1, "#f4ece4")],
    "pink": [(0, "#6b7fb5"), (0.5, "#d0a3c4"), (1, "#ffdcd2")],
    "teal": [(0, "#0e3b4a"), (0.6, "#2f7f86"), (1, "#bfe0c8")],
}


def sky(c, name, horizon):
    c.gradient(SKIES[name], 0, horizon)


def sun(c, x, y, radius, colour="#fff3cf", halo="#ffb35c", strength=0.55):
    c.glow(x, y, radius * 7, halo, strength * 0.45)
    c.glow(x, y, radius * 2.6, halo, strength)
    c.dot(x, y, radius, colour, blur=0.8)


def moon(c, x, y, radius, phase=0.0, colour="#f7f0d8"):
    c.glow(x, y, radius * 5, "#8fa6d8", 0.3)
    full = c.mask(lambda d, s: d.ellipse(s([(x - radius, y - radius), (x + radius, y + radius)]), fill=255), 0.6)
    if phase:
        off = x + radius * phase
        cut = c.mask(lambda d, s: d.ellipse(s([(off - radius, y - radius), (off + radius, y + radius)]), fill=255), 0.6)
        full = numpy.clip(full - cut, 0, 1)
    c.paint(full, colour)


def stars(c, count, bottom, colour="#ffffff"):
    for radius, share in ((0.6, 0.75), (1.0, 0.2), (1.5, 0.05)):
        some = [(c.random.random() * c.w, c.random.random() ** 1.3 * bottom, radius * (0.7 + 0.5 * c.random.random()))
                for _ in range(int(count * share))]
        c.dots(some, colour, 0.5 + radius * 0.25)


def clouds(c, top, bottom, colour, cover=0.5, size=170, stretch=2.6, alpha=0.85, shade=None):
    """Drifts of cloud between two heights; `cover` from 0 to 1."""
    drift = c.noise(size, 6, stretch)
    low, high = numpy.quantile(drift, [1 - cover, min(0.999, 1 - cover * 0.25)])
    body = numpy.clip((drift - low) / (high - low), 0, 1)
    middle, half = (top + bottom) / 2, (bottom - top) / 2
    fade = numpy.clip(1 - ((c.y - middle) / half) ** 2, 0, 1)
    body = body * body * (3 - 2 * body) * fade
    c.paint(body, colour, alpha)
    if shade is not None:
        under = numpy.clip(body - numpy.roll(body, -14, axis=0), 0, 1)
        c.paint(under, shade, 0.6)


def mist(c, middle, height, colour, alpha=0.8):
    band = numpy.exp(-((c.y - middle) / height) ** 2) * (0.6 + 0.8 * c.noise(180, 4, 3) - 0.2)
    c.paint(numpy.clip(band, 0, 1), colour, alpha)


def ridge(c, base, height, size, top, bottom, rough=0.5, floor=None, lit=None):
    """A range of hills or mountains with a colour at its crest and one at its foot; returns its crest."""
    crest = c.curve(base, height, size, 7, rough)
    area = c.profile(crest, 0, floor)
    c.gradient([(0, top), (1, bottom)], min(crest), floor or c.h, area)
    if lit is not None:
        facets = c.noise(size * 0.35, 5, 0.6)
        slope = numpy.clip((facets - numpy.roll(facets, 10, axis=1)) * 9, 0, 1)
        c.paint(slope * area, lit, 0.5)
    return crest


def peak(c, crest, floor, rock, snow, snowline, shadow):
    """A mountain below a crest: rock, snow above a line, faces in the light and in the shade."""
    area = c.profile(crest, 0, floor)
    c.gradient([(0, mix(rock, snow, 0.15)), (1, rock)], min(crest), floor, area)
    rough = c.noise(60, 6, 0.8)
    ragged = snowline + (rough - 0.5) * 190
    c.paint(area * numpy.clip((ragged - c.y) / 16, 0, 1), snow)
    faces = c.noise(110, 6, 0.55)
    shade = numpy.clip((numpy.roll(faces, 12, axis=1) - faces) * 8, 0, 1)
    c.paint(area * shade, shadow, 0.55)
    return area


def peaks(c, tops, base, rough=14):
    """A crest with summits at (x, y), for `peak`."""
    places = [-60] + [x for x, _ in tops] + [c.w + 60]
    heights = [base] + [y for _, y in tops] + [base]
    line = numpy.interp(numpy.arange(c.w + 1), places, heights)
    return line + (c.curve(0, rough, 70, 6, 0.55))


def conifers(c, base, count, height, colour, spread=None, crest=None):
    for x in (spread if spread is not None else c.random.random(count) * c.w):
        foot = (crest[int(numpy.clip(x, 0, c.w))] if crest is not None else base) + c.random.random() * 8
        tall = height * (0.6 + 0.7 * c.random.random())
        steps = [(x, foot - tall)]
        for side in (1, -1):
            edge = []
            for level in range(1, 7):
                y = foot - tall + tall * level / 6.5
                wide = tall * 0.2 * level / 6
                edge += [(x + side * wide, y), (x + side * wide * 0.5, y)]
            steps = steps + edge if side == 1 else edge[::-1] + steps
        c.shape(steps, colour)


def crown(c, x, y, radius, colours, leaves=90, flat=0.8, size=0.22):
    """A round tree crown of leaves in several colours, the lighter ones on top."""
    for index, colour in enumerate(colours):
        lift = index / max(len(colours), 1)
        dots = []
        for _ in range(int(leaves * (1 - 0.4 * lift))):
            angle = c.random.random() * 6.283
            far = numpy.sqrt(c.random.random()) * radius * (1 - 0.25 * lift)
            dots.append((x + numpy.cos(angle) * far - radius * 0.12 * lift,
                         y + numpy.sin(angle) * far * flat - radius * 0.2 * lift,
                         radius * size * (0.5 + 0.6 * c.random.random())))
        c.dots(dots, colour, 0.95)


def trunk(c, x, foot, top, width, colour, lean=0.0):
    c.shape([(x - width, foot), (x + width, foot), (x + lean + width * 0.45, top), (x + lean - width * 0.45, top)], colour)


def palm(c, x, foot, height, colour, crown_colours, lean=0.0, thick=1.0):
    top = foot - height
    c.shape([(x - 4 * thick, foot), (x + 4 * thick, foot), (x + lean + 2.6 * thick, top), (x + lean - 2.6 * thick, top)], colour)
    for colour, count, reach in ((crown_colours[0], 15, 1.0), (crown_colours[1], 10, 0.8)):
        fronds = []
        for index in range(count):
            angle = numpy.pi * (-0.12 + 1.24 * index / (count - 1)) + c.random.normal(0, 0.08)
            length = height * 0.3 * reach * (0.8 + 0.35 * c.random.random())
            line, back = [], []
            for step in numpy.linspace(0, 1, 9):
                px = x + lean + numpy.cos(angle) * length * step
                py = top - numpy.sin(angle) * length * 0.85 * step + length * 0.42 * step ** 2.4
                wide = height * 0.022 * numpy.sin(numpy.pi * (0.1 + 0.9 * step))
                line.append((px, py - wide))
                back.append((px, py + wide * 1.6))
            fronds.append(line + back[::-1])
        c.shapes(fronds, colour)


def sailboat(c, x, water, height, hull="#23303c", sail="#fbf6ea", shade="#d9d2c2", jib="#efe9dc"):
    c.shape([(x - height * 0.3, water - height * 0.09), (x + height * 0.34, water - height * 0.11),
             (x + height * 0.24, water), (x - height * 0.22, water)], hull)
    c.shape([(x + height * 0.02, water - height), (x + height * 0.02, water - height * 0.15), (x - height * 0.3, water - height * 0.15)], sail)
    c.shape([(x + height * 0.02, water - height), (x + height * 0.02, water - height * 0.15), (x - height * 0.08, water - height * 0.15)], shade, 0.6)
    c.shape([(x + height * 0.05, water - height * 0.92), (x + height * 0.05, water - height * 0.15), (x + height * 0.32, water - height * 0.15)], jib)


def lamp(c, x, foot, height, colour="#1d2430", light="#ffdf9c", strength=0.7):
    c.box(x - height * 0.018, foot - height * 0.85, x + height * 0.018, foot, colour)
    c.shape([(x - height * 0.05, foot - height * 0.85), (x + height * 0.05, foot - height * 0.85),
             (x + height * 0.075, foot - height * 0.98), (x - height * 0.075, foot - height * 0.98)], light)
    c.shape([(x - height * 0.09, foot - height * 0.98), (x + height * 0.09, foot - height * 0.98), (x, foot - height * 1.06)], colour)
    c.glow(x, foot - height * 0.91, height * 0.45, light, strength)


def windows(c, x0, y0, x1, y1, across, down, colour, lit=0.6, size=(0.5, 0.5), alpha=1.0):
    """A grid of windows of which some are lit."""
    width, height = (x1 - x0) / across, (y1 - y0) / down
    boxes = []
    for row in range(down):
        for column in range(across):
            if c.random.random() < lit:
                x = x0 + width * (column + 0.5 - size[0] / 2)
                y = y0 + height * (row + 0.5 - size[1] / 2)
                boxes.append((x, y, x + width * size[0], y + height * size[1]))
    if boxes:
        c.boxes(boxes, colour, alpha)


def birds(c, count, x, y, spread, colour, size=7):
    for _ in range(count):
        px, py = x + c.random.normal(0, spread), y + c.random.normal(0, spread * 0.4)
        s = size * (0.5 + 0.7 * c.random.random())
        c.line([(px - s, py - s * 0.35), (px - s * 0.45, py - s * 0.5), (px, py), (px + s * 0.45, py - s * 0.5), (px + s, py - s * 0.3)],
               1.1, colour, 0.85)


def snowfall(c, count, colour="#ffffff"):
    for radius, share in ((0.9, 0.6), (1.7, 0.3), (2.8, 0.1)):
        c.dots([(c.random.random() * c.w, c.random.random() * c.h, radius) for _ in range(int(count * share))], colour, 0.8, 0.4)


def grass(c, base, height, count, colours, crest=None):
    for colour in colours:
        blades = []
        for _ in range(count // len(colours)):
            x = c.random.random() * c.w
            foot = base + c.random.random() * (c.h - base) if crest is None else crest[int(x)] + 2
            tall = height * (0.5 + c.random.random())
            lean = c.random.normal(0, height * 0.3)
            blades.append([(x - 1.2, foot), (x + 1.2, foot), (x + lean, foot - tall)])
        c.shapes(blades, colour)


def houses(c, x, foot, width, height, wall, roof, trim="#fff6e2", floors=3, across=3, glass="#3a4a5c", gable=0.0, lit=1.0):
    """A house front; `gable` above 0 gives a pointed roof of that share of its width."""
    c.gradient([(0, mix(wall, "#ffffff", 0.08)), (1, mix(wall, "#2a2230", 0.12))], foot - height, foot,
               c.mask(lambda d, s: d.rectangle(s([(x, foot - height), (x + width, foot)]), fill=255)))
    if gable:
        c.shape([(x - width * 0.04, foot - height), (x + width * 1.04, foot - height), (x + width / 2, foot - height - width * gable)], roof)
    else:
        c.box(x - width * 0.02, foot - height - height * 0.06, x + width * 1.02, foot - height, roof)
    margin = width * 0.1
    windows(c, x + margin, foot - height * 0.95, x + width - margin, foot - height * 0.24, across, floors - 1, trim, 2, (0.58, 0.66))
    windows(c, x + margin, foot - height * 0.95, x + width - margin, foot - height * 0.24, across, floors - 1, glass, lit * 2, (0.42, 0.54))
    c.box(x + width * 0.42, foot - height * 0.2, x + width * 0.6, foot, mix(roof, "#1c1420", 0.35))
