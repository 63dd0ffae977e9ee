"""Reads every map and sidecar of a mount, and a copy of each, with libraries that no one here wrote."""
import json
import os
import shutil
import subprocess
import sys

import geojson
import geojson_validator
import shapely
import shapely.geometry
from loguru import logger

# The validator's.
logger.remove()

mount, scratch = sys.argv[1:]
failures = files = 0


def check(what, is_so, seen=""):
    global failures
    if not is_so:
        failures += 1
        print(f"WRONG {what}: {seen!r}")


def inside(box, longitude, latitude):
    """RFC 7946, 5.2: a box whose west is greater than its east reaches across the antimeridian."""
    west, south, east, north = box
    fits = (west <= longitude, longitude <= east)
    return (all(fits) if west <= east else any(fits)) and south <= latitude <= north


def check_collection(path, text, parsed):
    collection = json.loads(text)
    check(f"{path}: a collection", parsed["type"] == "FeatureCollection")
    points = [shapely.geometry.shape(f["geometry"]) for f in collection["features"] if f["geometry"]]
    check(f"{path}: those without a position", len(collection["features"]) - len(points) == collection["without_position"])
    box = collection.get("bbox")
    check(f"{path}: a box where there are positions", (box is None) == (not points), box)
    for point in points:
        check(f"{path}: the box", inside(box, point.x, point.y), (box, point.wkt))
    if points and box[0] <= box[2]:
        bounds = shapely.MultiPoint(points).bounds
        check(f"{path}: a margin", box[0] < bounds[0] and bounds[2] < box[2] or box[2] - box[0] == 360, (box, bounds))
    check(f"{path}: no member that RFC 7946, 7.1 keeps for others",
          not {"coordinates", "geometries", "geometry", "properties"} & set(collection))
    return collection["features"]


def check_file(path):
    global files
    files += 1
    with open(path, "rb") as file:
        data = file.read()
    copy = os.path.join(scratch, "copy.geojson")
    shutil.copy2(path, copy)
    with open(copy, "rb") as file:
        check(f"{path}: its copy", file.read() == data)
    check(f"{path}: its length", os.stat(path).st_size == len(data))
    check(f"{path}: no byte order mark, nothing to end a script", not data.startswith(b"\xef\xbb\xbf") and b"<" not in data)
    text = data.decode("utf-8")
    parsed = geojson.loads(text)
    check(f"{path}: geojson finds it valid", parsed.is_valid, parsed.errors())
    found = geojson_validator.validate_structure(json.loads(text))
    check(f"{path}: geojson-validator finds nothing", not found, found)
    found = geojson_validator.validate_geometries(json.loads(text))
    check(f"{path}: nor in its geometries", not any(found.get(kind) for kind in ("invalid", "problematic")), found)
    is_map = os.path.basename(path) == "map.geojson"
    features = check_collection(path, text, parsed) if is_map else [json.loads(text)]
    for feature in features:
        properties = feature["properties"]
        check(f"{path}: title and colour", {"title", "marker-color"} <= set(properties), sorted(properties))
    if is_map:
        # GDAL reads what was copied just as it reads the mount.
        for name in (path, copy):
            told = subprocess.run(["ogrinfo", "-ro", "-al", "-so", name], capture_output=True, text=True)
            check(f"{name}: ogrinfo", told.returncode == 0 and f"Feature Count: {len(features)}\n" in told.stdout
                  and not told.stderr, told.stdout + told.stderr)
        made = subprocess.run(["ogr2ogr", "-f", "GPKG", os.path.join(scratch, f"{files}.gpkg"), path],
                              capture_output=True, text=True)
        check(f"{path}: ogr2ogr", made.returncode == 0, made.stderr)


for folder, _, names in os.walk(mount):
    for name in names:
        if name.endswith(".geojson"):
            check_file(os.path.join(folder, name))
check("there were files", files > 100, files)
print(f"{files} files read, {failures} wrong")
sys.exit(failures > 0)
