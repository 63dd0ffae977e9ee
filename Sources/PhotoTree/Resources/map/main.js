// Puts the parts together.

const heading = embedded("heading", {});
const { entries, box, notice, isPlaces } = readCollection(embedded("collection", {}));
const links = new LocalLinks(heading.directory);
const hasMap = typeof L !== "undefined" && typeof L.markerClusterGroup === "function";

function writeHeading() {
    const title = firstWords(heading.title, 200) || "Map";
    document.title = `${title} · map`;
    document.getElementById("title").textContent = title;
    document.getElementById("subtitle").textContent = firstWords(heading.subtitle, 200);
    const without = entries.filter((entry) => !entry.position).length;
    const isPins = heading.pins && heading.directory === heading.pins;
    const noun = isPins ? ["pin", "pins"] : isPlaces ? ["place", "places"] : ["photo", "photos"];
    const said = [count(entries.length, ...noun)];
    if (without) said.push(`${without.toLocaleString("en")} without a position`);
    document.getElementById("summary").textContent = entries.length ? said.join(" · ") : "";
    document.getElementById("notice").textContent = notice;
}

/// Room is left for what stands at the map's edges; Escape is ours, for callouts in the list too.
const popupOptions = {
    className: "popup", closeButton: false, closeOnEscapeKey: false, maxWidth: 300,
    autoPanPaddingTopLeft: [16, matchMedia("(max-width: 45rem)").matches ? 10 : 60], autoPanPaddingBottomRight: [16, 58],
};

/// One entry at most is open, in the map's callout or beneath its line.
class Selection {
    constructor() {
        this.callouts = new Callouts(links, () => this.close());
        this.list = new List(entries, links, (entry) => this.choose(entry), (entry) => this.markers?.point(entry));
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.close();
        });
    }

    attach(map, markers) {
        this.map = map;
        this.markers = markers;
        this.popup = L.popup({
            ...popupOptions, minWidth: Math.min(300, map.getSize().x - 48), offset: [0, -6],
        });
        map.on("popupopen", () => map.getContainer().classList.add("with-callout"));
        map.on("popupclose", ({ popup }) => {
            map.getContainer().classList.remove("with-callout");
            if (popup === this.popup && popup.entry === this.list.selected) this.clear();
        });
    }

    /// Of a line of the list.
    choose(entry) {
        if (entry === this.list.selected) return this.close();
        this.map?.closePopup();
        if (!this.markers || !entry.position) return this.openInList(entry);
        this.list.mark(entry);
        this.markers.select(entry);
        this.markers.reveal(entry, () => {
            // By the time it is in sight another may have been chosen.
            if (this.list.selected === entry) this.openOnMap(entry);
        });
    }

    openInList(entry) {
        const callout = this.callouts.of(entry, () => {});
        this.markers?.select(undefined);
        this.list.mark(entry, callout);
        callout.scrollIntoView({ block: "nearest" });
        callout.focus({ preventScroll: true });
    }

    /// Of a marker.
    openOnMap(entry) {
        const marker = this.markers.byEntry.get(entry);
        const callout = this.callouts.of(entry, () => this.popup.update());
        this.map.closePopup();
        this.list.mark(entry);
        this.markers.select(entry);
        this.popup.entry = entry;
        this.popup.setLatLng(marker.getLatLng()).setContent(callout).openOn(this.map);
        callout.focus({ preventScroll: true });
    }

    close() {
        const entry = this.list.selected;
        const held = document.activeElement?.closest(".callout");
        this.map?.closePopup();
        this.clear();
        if (entry) this.list.focus(entry);
        else if (held) this.map?.getContainer().focus();
    }

    clear() {
        this.list.mark(undefined);
        this.markers?.select(undefined);
    }
}

function drawMap(selection) {
    const map = L.map("map", {
        attributionControl: false, fadeAnimation: !isCalm(), inertia: !isCalm(), markerZoomAnimation: !isCalm(), maxZoom: 19,
        minZoom: 0, zoomAnimation: !isCalm(), zoomControl: false,
    });
    if (isCalm()) {
        // The one motion that Leaflet has no option for.
        const panBy = map.panBy;
        map.panBy = (offset, options) => panBy.call(map, offset, { ...options, animate: false });
    }
    const view = new View(map, box, `placesfs map ${heading.source} ${heading.directory}`);
    addOutline(map, embedded("outline", { step: 1, land: [], borders: [] }));
    const layers = new Layers(map, embedded("layers", []), (name) => view.rememberLayer(name));
    layers.show(view.memory.layer);
    L.control.zoom({ position: "topleft" }).addTo(map);
    selection.attach(map, new Markers(map, entries, (entry) => selection.openOnMap(entry)));
    const tools = make("div", { className: "tools leaflet-bar" });
    const tool = (name, path, press) =>
        make("button", { type: "button", title: name, "aria-label": name, onclick: press }, icon(path));
    if (box) tools.append(tool("Show all", icons.all, () => view.showAll()));
    if (heading.pins) {
        const popup = L.popup({ ...popupOptions, minWidth: 240 });
        const drop = (position) => {
            const callout = pinCallout(pinLine(heading.pins, position, map.getZoom()), () => selection.close());
            selection.clear();
            popup.setLatLng(position).setContent(callout).openOn(map);
            callout.focus({ preventScroll: true });
        };
        map.on("contextmenu", (event) => drop(event.latlng));
        onLongPress(map, drop);
        tools.append(tool("Drop a pin in the middle of the map", icons.pin, () => drop(map.getCenter())));
    }
    if (tools.children.length) layers.corner("topleft", tools);
}

function lackMap() {
    const sentence = "For the map, install the packages libjs-leaflet and libjs-leaflet.markercluster and mount again;"
        + " the list is complete without it.";
    document.getElementById("map").append(make("p", { className: "lacking" }, sentence));
}

writeHeading();
const selection = new Selection();
if (hasMap) drawMap(selection);
else lackMap();
