"""The title and the place, written into the lower left corner."""
import os

from PIL import Image, ImageDraw, ImageFilter, ImageFont

SERIF = "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf"
SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
JAPANESE = "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf"
PACKAGES = {SERIF: "fonts-dejavu-core", SANS: "fonts-dejavu-core", JAPANESE: "fonts-ipafont-gothic"}


def missing_packages():
    return sorted({package for path, package in PACKAGES.items() if not os.path.exists(path)})


def wrapped(text, font, width):
    lines = [""]
    for word in text.split(" "):
        longer = (lines[-1] + " " + word).strip()
        if font.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > 2:
        lines = [lines[0], lines[1].rstrip(" ,;") + " …"]
    return lines


def write(image, title, place):
    """Soft dark ground, so that white letters stand out on any picture; no box."""
    width, height = image.size
    japanese = any(ord(letter) > 0x3000 for letter in title)
    size = 34 if len(title) < 26 else 27
    font = ImageFont.truetype(JAPANESE if japanese else SERIF, size + (4 if japanese else 0))
    small = ImageFont.truetype(SANS, 15)
    margin = 34
    lines = wrapped(title, font, width - 2 * margin) if title else []
    line_height = size * 1.22
    top = height - margin - 18 - line_height * len(lines) - 6

    ground = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(ground)
    for y in range(height):
        share = max(0.0, min(1.0, (y - top + 90) / (height - top + 40)))
        draw.line([(0, y), (width, y)], fill=int(150 * share * share * (3 - 2 * share)))
    image = Image.composite(Image.new("RGB", image.size, "#0a0d18"), image, ground)

    letters = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(letters)
    for index, line in enumerate(lines):
        draw.text((margin, top + index * line_height), line, fill=255, font=font)
    x = margin + 1
    for letter in place.upper():
        draw.text((x, height - margin - 16), letter, fill=235, font=small)
        x += small.getlength(letter) + 1.6
    shadow = letters.filter(ImageFilter.GaussianBlur(4)).point(lambda value: min(255, value * 2) * 6 // 10)
    image = Image.composite(Image.new("RGB", image.size, "#05070f"), image, shadow)
    return Image.composite(Image.new("RGB", image.size, "#fffaf0"), image, letters)
