// Which part of the world is shown: the list's box at first, then what was last looked at.

class View {
    constructor(map, box, key) {
        this.map = map;
        this.key = key;
        this.box = box || { west: -180, south: -58, east: 180, north: 75 };
        this.memory = this.recall();
        const { latitude, longitude, zoom } = this.memory;
        const middle = (this.box.west + this.box.east) / 2;
        map.setMaxBounds([[-86, middle - 360], [86, middle + 360]]);
        if ([latitude, longitude, zoom].every(Number.isFinite)) map.setView([latitude, longitude], zoom, { animate: false });
        else this.showAll(false);
        map.on("moveend", () => this.remember());
    }

    showAll(animate = !isCalm()) {
        const { west, south, east, north } = this.box;
        const bounds = L.latLngBounds([[Math.max(south, -85), west], [Math.min(north, 85), east]]);
        let zoom = this.map.getBoundsZoom(bounds);
        // Between two zooms tiles are a little soft. Of half the world that is better than half the map left empty.
        if (zoom < 3) zoom = Math.floor(10 * this.map.getScaleZoom(this.scale(bounds, zoom), zoom)) / 10;
        this.map.options.zoomSnap = 0;
        this.map.setView(this.middle(bounds), Math.max(0, Math.min(zoom, 17)), { animate });
        this.map.options.zoomSnap = 1;
    }

    /// How much larger the bounds could be shown than at `zoom`.
    scale(bounds, zoom) {
        const space = this.map.getSize();
        const corner = (position) => this.map.project(position, zoom);
        const size = corner(bounds.getSouthEast()).subtract(corner(bounds.getNorthWest()));
        return Math.min(space.x / size.x, space.y / size.y);
    }

    /// In pixels, not in degrees: there the north is larger.
    middle(bounds) {
        const [start, end] = [bounds.getNorthWest(), bounds.getSouthEast()].map((corner) => this.map.project(corner, 10));
        return this.map.unproject(start.add(end).divideBy(2), 10);
    }

    /// What was shown of this list when it was last looked at, and in which layer; nothing where a browser keeps nothing for
    /// files, or what it kept is not ours.
    recall() {
        try {
            const kept = JSON.parse(localStorage.getItem(this.key));
            return kept && typeof kept === "object" ? kept : {};
        } catch {
            return {};
        }
    }

    remember(more = {}) {
        const { lat, lng } = this.map.getCenter();
        Object.assign(this.memory, { latitude: lat, longitude: lng, zoom: this.map.getZoom() }, more);
        this.write();
    }

    rememberLayer(layer) {
        Object.assign(this.memory, { layer });
        this.write();
    }

    write() {
        try {
            localStorage.setItem(this.key, JSON.stringify(this.memory));
        } catch {
            // A browser that keeps nothing for files shows the whole list each time.
        }
    }
}
