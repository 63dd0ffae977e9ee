// The list's GeoJSON as entries: what the page shows, checked once.

/// `{ entries, box, notice }`; the box with east greater than west, even across the antimeridian.
function readCollection(collection) {
    const features = Array.isArray(collection.features) ? collection.features : [];
    const box = readBox(collection.bbox);
    const entries = features.filter((feature) => feature && typeof feature === "object")
        .map((feature, index) => readFeature(feature, index, box));
    return { entries, box, notice: oneLine(collection.notice) };
}

function readFeature(feature, index, box) {
    const given = feature.properties || {};
    const text = (key) => (typeof given[key] === "string" ? given[key] : "");
    // Only a photo has tags, even if there are none of them.
    const isPhoto = Array.isArray(given.tags);
    const country = isPhoto ? "" : firstFolder(text("href"));
    return {
        index,
        isPhoto,
        // Without a title what its file is called after.
        title: firstWords(text("title"), 300) || firstWords(text("description"), 60) || "Unknown",
        subtitle: firstWords(text("subtitle"), 200),
        // Of a place two folders below its list, the folder between: its country. Where people photograph now comes first.
        group: country && Number.isSafeInteger(given.rank) ? "Photographed now" : country,
        // Other names it is known by, and what a photo is tagged with: found by the search, not shown.
        names: [given.names, given.tags].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isText),
        // A place's is its subtitle and count once more, for other readers of GeoJSON.
        description: isPhoto ? text("description") : "",
        owner: firstWords(text("owner"), 100),
        license: firstWords(text("license"), 100),
        licenseAddress: webAddress(text("license_url")),
        date: day(text("date")),
        page: webAddress(text("page")),
        thumbnail: webAddress(text("thumbnail")),
        href: text("href"),
        count: Number.isSafeInteger(given.count) ? given.count : undefined,
        people: Number.isSafeInteger(given.count_now) ? given.count_now : undefined,
        position: readPosition(feature.geometry, box),
    };
}

/// Latitude and longitude, the latter in the copy of the world that the box is in.
function readPosition(geometry, box) {
    if (!geometry || geometry.type !== "Point" || !Array.isArray(geometry.coordinates)) return undefined;
    const [longitude, latitude] = geometry.coordinates;
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return undefined;
    return [latitude, box && longitude < box.west - 1e-9 ? longitude + 360 : longitude];
}

/// Of a list that is all around the world, the world as it is usually drawn, whatever the smallest box would be.
function readBox(bbox) {
    if (!Array.isArray(bbox) || bbox.length !== 4 || !bbox.every(Number.isFinite)) return undefined;
    const [west, south, east, north] = bbox;
    const end = east < west ? east + 360 : east;
    return end - west > 180 ? { west: -180, south, east: 180, north } : { west, south, east: end, north };
}

/// "France" of "France/Annecy/".
function firstFolder(href) {
    const [first, second] = href.split("/");
    if (!second) return "";
    try {
        return firstWords(decodeURIComponent(first), 100);
    } catch {
        return "";
    }
}

function isText(value) {
    return typeof value === "string";
}
