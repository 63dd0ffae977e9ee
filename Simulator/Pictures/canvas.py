"""A canvas to paint on: colours are "#rrggbb", positions are pixels of the finished picture, y points down.

Everything is drawn at twice the size and reduced at the end, which smooths edges.
"""
import numpy
from PIL import Image, ImageDraw, ImageFilter

SCALE = 2


def rgb(colour):
    """A colour as three floats from 0 to 1."""
    if isinstance(colour, str):
        return numpy.array([int(colour[i:i + 2], 16) for i in (1, 3, 5)], dtype=numpy.float32) / 255
    return numpy.asarray(colour, dtype=numpy.float32)


def mix(first, second, share):
    """`share` of the second colour in the first."""
    return rgb(first) * (1 - share) + rgb(second) * share


class Canvas:
    def __init__(self, width, height, seed):
        self.w, self.h = width, height
        self.random = numpy.random.default_rng(seed)
        self.pixels = numpy.zeros((height * SCALE, width * SCALE, 3), dtype=numpy.float32)
        rows, columns = numpy.mgrid[0:height * SCALE, 0:width * SCALE].astype(numpy.float32)
        self.y, self.x = rows / SCALE, columns / SCALE

    # Masks: arrays from 0 to 1 of the canvas's size.

    def mask(self, draw, blur=0.0):
        """What `draw(ImageDraw, scaled)` draws with fill 255; `scaled` turns points into the canvas's."""
        image = Image.new("L", (self.w * SCALE, self.h * SCALE), 0)
        draw(ImageDraw.Draw(image), lambda points: [(x * SCALE, y * SCALE) for x, y in points])
        if blur:
            image = image.filter(ImageFilter.GaussianBlur(blur * SCALE))
        return numpy.asarray(image, dtype=numpy.float32) / 255

    def noise(self, size, octaves=4, stretch=1.0):
        """Smooth noise from 0 to 1; `size` is the largest blot's in pixels, `stretch` makes it wider."""
        total = numpy.zeros(self.pixels.shape[:2], dtype=numpy.float32)
        weight = 0
        for octave in range(octaves):
            cell = max(size / 2 ** octave, 2)
            columns = max(3, int(self.w / (cell * stretch)) + 3)
            rows = max(3, int(self.h / cell) + 3)
            grid = Image.fromarray(self.random.random((rows, columns)).astype(numpy.float32))
            layer = grid.resize((self.w * SCALE, self.h * SCALE), Image.BICUBIC)
            total += numpy.asarray(layer) / 2 ** octave
            weight += 1 / 2 ** octave
        return numpy.clip(total / weight, 0, 1)

    # Painting.

    def paint(self, mask, colour, alpha=1.0):
        """Lays a colour, or an array of them, where the mask says."""
        share = (mask * alpha)[..., None]
        self.pixels += (rgb(colour) - self.pixels) * share

    def add(self, mask, colour, strength=1.0):
        """Adds light."""
        self.pixels += (mask * strength)[..., None] * rgb(colour)

    def stamp(self, draw, points, margin, colour, alpha, blur):
        """Like `paint(mask(draw))`, but only looks at the part of the canvas around the points."""
        margin = margin + 3 * blur + 2
        left = max(0, int((min(x for x, _ in points) - margin) * SCALE))
        top = max(0, int((min(y for _, y in points) - margin) * SCALE))
        right = min(self.w * SCALE, int((max(x for x, _ in points) + margin) * SCALE))
        bottom = min(self.h * SCALE, int((max(y for _, y in points) + margin) * SCALE))
        if right <= left or bottom <= top:
            return
        image = Image.new("L", (right - left, bottom - top), 0)
        draw(ImageDraw.Draw(image), lambda some: [(x * SCALE - left, y * SCALE - top) for x, y in some])
        if blur:
            image = image.filter(ImageFilter.GaussianBlur(blur * SCALE))
        share = (numpy.asarray(image, dtype=numpy.float32) / 255 * alpha)[..., None]
        part = self.pixels[top:bottom, left:right]
        part += (rgb(colour) - part) * share

    def shape(self, points, colour, alpha=1.0, blur=0.0):
        self.shapes([points], colour, alpha, blur)

    def shapes(self, polygons, colour, alpha=1.0, blur=0.0):
        def draw(d, s):
            for points in polygons:
                d.polygon(s(points), fill=255)
        self.stamp(draw, [point for points in polygons for point in points], 0, colour, alpha, blur)

    def box(self, x0, y0, x1, y1, colour, alpha=1.0, blur=0.0):
        self.shape([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour, alpha, blur)

    def boxes(self, boxes, colour, alpha=1.0, blur=0.0):
        self.shapes([[(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in boxes], colour, alpha, blur)

    def line(self, points, width, colour, alpha=1.0, blur=0.0):
        self.lines([points], width, colour, alpha, blur)

    def lines(self, lines, width, colour, alpha=1.0, blur=0.0):
        def draw(d, s):
            for points in lines:
                d.line(s(points), fill=255, width=max(1, round(width * SCALE)), joint="curve")
        self.stamp(draw, [point for points in lines for point in points], width, colour, alpha, blur)

    def dot(self, x, y, radius, colour, alpha=1.0, blur=0.0, tall=1.0):
        self.dots([(x, y, radius)], colour, alpha, blur, tall)

    def dots(self, dots, colour, alpha=1.0, blur=0.0, tall=1.0):
        def draw(d, s):
            for x, y, radius in dots:
                d.ellipse(s([(x - radius, y - radius * tall), (x + radius, y + radius * tall)]), fill=255)
        margin = max((radius for _, _, radius in dots), default=0) * max(1.0, tall)
        if dots:
            self.stamp(draw, [(x, y) for x, y, _ in dots], margin, colour, alpha, blur)

    def glow(self, x, y, radius, colour, strength=1.0):
        """Light around a point."""
        distance = ((self.x - x) ** 2 + (self.y - y) ** 2) / radius ** 2
        self.add(numpy.exp(-distance), colour, strength)

    def gradient(self, stops, top=0.0, bottom=None, mask=None):
        """Colours from top to bottom; stops are (0 … 1, colour)."""
        bottom = self.h if bottom is None else bottom
        places = [stop[0] for stop in stops]
        column = numpy.clip((self.y[:, 0] - top) / (bottom - top), 0, 1)
        colours = numpy.stack(
            [numpy.interp(column, places, [rgb(stop[1])[i] for stop in stops]) for i in range(3)], axis=-1)
        inside = ((self.y >= top) & (self.y <= bottom)).astype(numpy.float32) if mask is None else mask
        self.paint(inside, numpy.broadcast_to(colours[:, None, :], self.pixels.shape).astype(numpy.float32))

    def profile(self, heights, top, bottom=None):
        """The mask below a curve: `heights` is a y for each pixel column of the finished picture."""
        bottom = self.h if bottom is None else bottom
        columns = numpy.interp(self.x[0], numpy.arange(len(heights)), heights)
        return numpy.clip((self.y - columns[None, :]) * SCALE / 2 + 0.5, 0, 1) * (self.y <= bottom)

    def curve(self, base, height, size, octaves=5, rough=0.5):
        """A random curve around `base`, as `profile` wants it."""
        total = numpy.zeros(self.w + 1)
        for octave in range(octaves):
            cell = max(size / 2 ** octave, 2)
            knots = self.random.random(int(self.w / cell) + 4) * 2 - 1
            shift = self.random.random()
            place = numpy.arange(self.w + 1) / cell + shift
            index = place.astype(int)
            part = place - index
            part = part * part * (3 - 2 * part)
            total += (knots[index] * (1 - part) + knots[index + 1] * part) * rough ** octave
        return base - total * height

    # Finishing.

    def reflect(self, horizon, tint, share=0.35, ripple=3.0, depth=None, stretch=1.0):
        """Water from `horizon` down: what stands above it upside down, rippled and tinted."""
        top = int(horizon * SCALE)
        rows = numpy.arange(top, self.pixels.shape[0])
        if not len(rows):
            return
        source = numpy.clip(top - 1 - ((rows - top) * stretch), 0, top - 1).astype(int)
        mirror = self.pixels[source]
        far = (rows - top) / max(len(rows), 1)
        wave = numpy.sin(self.x[0][None, :] * 0.035 + rows[:, None] * 0.9) + self.random.normal(
            0, 0.6, (len(rows), 1))
        shift = (wave * ripple * SCALE * (0.15 + far[:, None])).astype(int)
        columns = numpy.clip(numpy.arange(self.pixels.shape[1])[None, :] + shift, 0, self.pixels.shape[1] - 1)
        mirror = numpy.take_along_axis(mirror, columns[..., None], axis=1)
        smooth = Image.fromarray((numpy.clip(mirror, 0, 1) * 255).astype(numpy.uint8))
        smooth = smooth.filter(ImageFilter.BoxBlur(ripple * 0.7))
        mirror = numpy.asarray(smooth, dtype=numpy.float32) / 255
        amount = (share + (1 - share) * 0.4 * far)[:, None, None]
        self.pixels[top:] = mirror * (1 - amount) + rgb(tint) * amount

    def glitter(self, x, top, bottom, colour, width=30, strength=0.8, count=240):
        """A path of light on water below a sun, a moon or a lamp."""
        def draw(d, s):
            for _ in range(count):
                far = self.random.random() ** 1.4
                y = top + (bottom - top) * far
                half = width * (0.25 + far) * (0.3 + 0.7 * self.random.random())
                middle = x + self.random.normal(0, width * (0.3 + far) * 0.6)
                thick = 0.4 + 1.3 * far
                d.ellipse(s([(middle - half / 2, y - thick), (middle + half / 2, y + thick)]), fill=255)
        self.paint(self.mask(draw, 0.6), colour, strength)

    def vignette(self, strength=0.25):
        distance = ((self.x / self.w - 0.5) ** 2 + (self.y / self.h - 0.5) ** 2) * 2
        self.pixels *= (1 - strength * numpy.clip(distance, 0, 1) ** 1.5)[..., None]

    def image(self):
        """The finished picture. A breath of large-grained noise makes flat colours look painted."""
        paper = (self.noise(7, 2) - 0.5) * 0.045 + (self.noise(160, 3) - 0.5) * 0.05
        finished = numpy.clip(self.pixels * (1 + paper[..., None]), 0, 1)
        image = Image.fromarray((finished * 255 + 0.5).astype(numpy.uint8))
        return image.resize((self.w, self.h), Image.LANCZOS)
