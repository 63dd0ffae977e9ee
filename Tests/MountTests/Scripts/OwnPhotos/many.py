# many.py PICTURE COUNT FOLDER: copies of a JPEG, each with a position and a date of its own in EXIF, most near a few cities
import os
import random
import struct
import sys

CITIES = [
    (48.85, 2.35), (41.9, 12.5), (35.68, 139.7), (-33.86, 151.2), (40.71, -74.0), (51.5, -0.12), (52.52, 13.4),
    (40.41, -3.7), (-22.9, -43.2), (37.77, -122.4),
]


def fractions(degrees):
    degrees = abs(degrees)
    whole = int(degrees)
    minutes = int((degrees - whole) * 60)
    seconds = round(((degrees - whole) * 60 - minutes) * 60 * 1000)
    return struct.pack('<6I', whole, 1, minutes, 1, seconds, 1000)


def side(degrees, names):
    return struct.pack('<2s2x', names[degrees < 0].encode())


def exif(latitude, longitude, number):
    first = 8
    gps = first + 2 + 2 * 12 + 4
    values = gps + 2 + 4 * 12 + 4
    second = values + 48
    date = '%04d:%02d:%02d 12:00:00\0' % (2000 + number % 25, 1 + number % 12, 1 + number % 28)
    tiff = b'II*\0' + struct.pack('<I', first)
    tiff += struct.pack('<H', 2) + struct.pack('<HHII', 0x8769, 4, 1, second)
    tiff += struct.pack('<HHII', 0x8825, 4, 1, gps) + bytes(4)
    tiff += struct.pack('<H', 4) + struct.pack('<HHI', 1, 2, 2) + side(latitude, 'NS')
    tiff += struct.pack('<HHII', 2, 5, 3, values) + struct.pack('<HHI', 3, 2, 2) + side(longitude, 'EW')
    tiff += struct.pack('<HHII', 4, 5, 3, values + 24) + bytes(4) + fractions(latitude) + fractions(longitude)
    tiff += struct.pack('<H', 1) + struct.pack('<HHII', 0x9003, 2, 20, second + 2 + 12 + 4) + bytes(4) + date.encode()
    return b'\xff\xe1' + struct.pack('>H', len(tiff) + 8) + b'Exif\0\0' + tiff


def main():
    picture, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(picture, 'rb') as file:
        base = file.read()
    random.seed(1)
    for number in range(count):
        below = os.path.join(folder, '%04d' % (number // 200))
        os.makedirs(below, exist_ok=True)
        if number % 10:
            latitude, longitude = CITIES[number % len(CITIES)]
            latitude, longitude = latitude + random.gauss(0, 0.05), longitude + random.gauss(0, 0.05)
        else:
            latitude, longitude = random.uniform(-55, 70), random.uniform(-179, 179)
        with open(os.path.join(below, 'IMG_%05d.jpg' % number), 'wb') as file:
            # A number of its own behind the picture makes each another file.
            file.write(base[:2] + exif(latitude, longitude, number) + base[2:] + struct.pack('<I', number))


if __name__ == '__main__':
    main()
