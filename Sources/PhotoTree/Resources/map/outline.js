// The map beneath the tiles: the land's outline and a grid of degrees. It is all there is without a network.

/// Lines of deltas, as scripts/make-outline writes them, as lines of [latitude, longitude].
function readLines(lines, step) {
    return lines.map((deltas) => {
        const points = [];
        let x = 0;
        let y = 0;
        for (let index = 0; index + 1 < deltas.length; index += 2) {
            x += deltas[index];
            y += deltas[index + 1];
            points.push([y * step, x * step]);
        }
        return points;
    });
}

function addOutline(map, outline) {
    const pane = map.createPane("outline");
    pane.style.zIndex = 150;
    const renderer = L.svg({ pane: "outline", padding: 0.5 });
    const options = { pane: "outline", renderer, interactive: false, smoothFactor: 0.6 };
    const land = readLines(outline.land, outline.step);
    const coasts = land.flatMap(withoutSeam);
    const borders = readLines(outline.borders, outline.step);
    // The world goes on at both sides, for maps across the antimeridian.
    for (const turn of [-360, 0, 360]) {
        const moved = (lines) => lines.map((line) => line.map(([latitude, longitude]) => [latitude, longitude + turn]));
        L.polygon(moved(land), { ...options, className: "land" }).addTo(map);
        L.polyline(moved(coasts), { ...options, className: "coast" }).addTo(map);
        L.polyline(moved(borders), { ...options, className: "border" }).addTo(map);
    }
    addGrid(map, options);
}

/// A ring's parts that are coast: not where it runs along the antimeridian or the pole, at which the data is cut.
function withoutSeam(ring) {
    const isSeam = ([latitude, longitude]) => Math.abs(longitude) > 179.9 || latitude < -89;
    const parts = [[]];
    ring.forEach((point, index) => {
        if (index && isSeam(point) && isSeam(ring[index - 1])) parts.push([]);
        parts.at(-1).push(point);
    });
    return parts.filter((part) => part.length > 1);
}

/// Meridians and parallels as far apart as leaves a few of them in sight, with their degrees at the map's edge.
function addGrid(map, options) {
    const steps = [60, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002];
    const lines = L.polyline([], { ...options, className: "grid", smoothFactor: 0 }).addTo(map);
    const labels = L.layerGroup().addTo(map);
    const draw = () => {
        const bounds = map.getBounds().pad(0.5);
        const perPixel = 360 / (256 * 2 ** map.getZoom());
        const step = steps.findLast((degrees) => degrees / perPixel > 110) ?? steps[0];
        const south = Math.max(-85, bounds.getSouth());
        const north = Math.min(85, bounds.getNorth());
        const found = [];
        labels.clearLayers();
        const inner = map.getBounds();
        for (const longitude of multiples(bounds.getWest(), bounds.getEast(), step)) {
            found.push([[south, longitude], [north, longitude]]);
            label([inner.getSouth(), longitude], degrees(wrapped(longitude), "E", "W", step), "grid-label south");
        }
        for (const latitude of multiples(south, north, step)) {
            found.push([[latitude, bounds.getWest()], [latitude, bounds.getEast()]]);
            label([latitude, inner.getWest()], degrees(latitude, "N", "S", step), "grid-label west");
        }
        lines.setLatLngs(found);
    };
    const label = (position, text, className) => {
        const icon = L.divIcon({ className, html: make("span", { textContent: text }), iconSize: [0, 0] });
        L.marker(position, { icon, pane: "outline", interactive: false, keyboard: false }).addTo(labels);
    };
    map.on("moveend", draw);
    draw();
}

function multiples(from, to, step) {
    const found = [];
    for (let number = Math.ceil(from / step); number * step <= to; number += 1) found.push(number * step);
    return found;
}

function wrapped(longitude) {
    return ((longitude + 540) % 360 + 360) % 360 - 180;
}

function degrees(value, positive, negative, step) {
    const digits = step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0;
    const text = Math.abs(value).toFixed(digits);
    return `${text}°${[0, 180].includes(Number(text)) ? "" : value < 0 ? negative : positive}`;
}
