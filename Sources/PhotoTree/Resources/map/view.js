// Which part of the world is shown: the list's box at first, then what was last looked at.

class View {
    /// `kept` is what the browser's own history says of this page, if the reader came back to it.
    constructor(map, box, positions, key, kept = {}) {
        this.map = map;
        this.key = key;
        this.box = box || { west: -180, south: -58, east: 180, north: 75 };
        this.positions = positions;
        this.memory = this.recall();
        const middle = (this.box.west + this.box.east) / 2;
        map.setMaxBounds([[-86, middle - 360], [86, middle + 360]]);
        map.on("moveend", () => this.settle());
        if (!this.restore(kept) && !this.restore(this.memory)) this.showAll(false);
        // As long as all is shown it stays so, whatever becomes of the window.
        map.on("resize", () => { if (this.isFitted()) this.showAll(false); });
    }

    /// Whether `memory` is a view that is worth coming back to: one that the reader chose, and that holds as much of the
    /// list as it did then. In a smaller window, or of another list, it may hold less.
    restore(memory) {
        const { latitude, longitude, zoom, fitted, held } = memory;
        if (![latitude, longitude, zoom].every(Number.isFinite) || fitted) return false;
        this.map.setView([latitude, longitude], zoom, { animate: false });
        return !this.positions.length || this.held() >= Math.min(Number.isFinite(held) ? held : 1, this.positions.length);
    }

    /// How many of the list are in sight.
    held() {
        const bounds = this.map.getBounds();
        return this.positions.filter((position) => bounds.contains(position)).length;
    }

    showAll(animate = !isCalm()) {
        this.show(this.box, animate);
    }

    /// Remembers what is shown, for `comeBack`.
    keep() {
        this.before = { ...this.now, isAll: this.isFitted() };
    }

    comeBack() {
        if (!this.before) return;
        const { latitude, longitude, zoom, isAll } = this.before;
        this.before = undefined;
        if (isAll) this.showAll(false);
        else this.map.setView([latitude, longitude], zoom, { animate: false });
    }

    /// Of some of the list's positions; a single one in its surroundings.
    showPositions(positions) {
        if (!positions.length) return;
        const bounds = L.latLngBounds(positions).pad(0.1);
        const [south, west] = [bounds.getSouth() - 0.02, bounds.getWest() - 0.02];
        this.show({ west, south, east: bounds.getEast() + 0.02, north: bounds.getNorth() + 0.02 }, !isCalm());
    }

    show({ west, south, east, north }, animate) {
        const bounds = L.latLngBounds([[Math.max(south, -85), west], [Math.min(north, 85), east]]);
        const [start, end] = this.margins();
        const space = this.map.getSize().subtract(start).subtract(end);
        let zoom = this.map.getScaleZoom(this.scale(bounds, 10, space), 10);
        // Between two zooms tiles are a little soft. Of half the world that is better than half the map left empty.
        zoom = zoom < 3 ? Math.floor(10 * zoom) / 10 : Math.floor(zoom);
        zoom = Math.max(0, Math.min(zoom, 17));
        const middle = this.middle(bounds, end.subtract(start).divideBy(2), zoom);
        const { box } = this;
        this.isFitting = west === box.west && east === box.east && south === box.south && north === box.north;
        this.map.options.zoomSnap = 0;
        this.map.setView(middle, zoom, { animate });
        this.map.options.zoomSnap = 1;
    }

    /// What stands at the map's edges, and half a marker, in pixels: at the left and the top, at the right and the bottom.
    margins() {
        const quarter = this.map.getSize().divideBy(4);
        const fitting = (x, y) => L.point(Math.min(x, quarter.x), Math.min(y, quarter.y));
        // In a narrow map the credits take two lines.
        return [fitting(66, 70), fitting(26, this.map.getSize().x < 500 ? 66 : 48)];
    }

    /// How much larger the bounds could be shown than at `zoom`.
    scale(bounds, zoom, space) {
        const corner = (position) => this.map.project(position, zoom);
        const size = corner(bounds.getSouthEast()).subtract(corner(bounds.getNorthWest()));
        return Math.min(space.x / size.x, space.y / size.y);
    }

    /// In pixels, not in degrees: there the north is larger.
    middle(bounds, shift, zoom) {
        const [start, end] = [bounds.getNorthWest(), bounds.getSouthEast()].map((corner) => this.map.project(corner, zoom));
        return this.map.unproject(start.add(end).divideBy(2).add(shift), zoom);
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

    /// The map lies still.
    settle() {
        if (this.isFitting !== undefined) this.fitted = this.isFitting ? this.now : undefined;
        this.isFitting = undefined;
        const { memory, now } = this;
        // In a window that was made smaller the same view holds less.
        const isSame = memory.zoom === now.zoom && Math.abs(memory.latitude - now.latitude) < 1e-4
            && Math.abs(memory.longitude - now.longitude) < 1e-4;
        const held = Math.max(this.held(), isSame && Number.isFinite(memory.held) ? memory.held : 0);
        Object.assign(memory, now, { fitted: this.isFitted(), held });
        this.write();
        this.settled?.();
    }

    get now() {
        const { lat, lng } = this.map.getCenter();
        return { latitude: lat, longitude: lng, zoom: this.map.getZoom() };
    }

    /// Whether all of the list is shown, as nobody moved the map since.
    isFitted() {
        const { fitted, now } = this;
        if (!fitted || Math.abs(now.zoom - fitted.zoom) > 1e-6) return false;
        const [one, other] = [now, fitted].map((view) => this.map.project([view.latitude, view.longitude], now.zoom));
        return one.distanceTo(other) < 2;
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
