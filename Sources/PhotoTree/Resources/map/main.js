// Puts the parts together.

const given = embedded("heading", {});
const { entries, box, notice } = readCollection(embedded("collection", {}));
const links = new LocalLinks(given.folder);
const hasMap = typeof L !== "undefined" && typeof L.markerClusterGroup === "function";
const back = new Return();
const heading = new Heading(given, entries, links, notice);
const selection = new Selection(entries, links, heading.none, () => back.keep({ selected: selection.list.selected?.href }));
const search = new Search(
    entries, heading.noun, narrow, () => selection.list.focusFirst(), () => selection.chooseFirst());
const jump = new Jump(entries, goTo);
let view;
let narrowing;

selection.list.turned = () => {
    jump.forget();
    back.keep({ first: selection.list.first });
};

/// So many that were found are shown as one view.
const few = 20;

/// The list and the map show these alone.
function narrow(found) {
    back.keep({ query: search.query, first: 0 });
    selection.narrow(found);
    jump.offer(found);
    heading.tell(found);
    clearTimeout(narrowing);
    // Of ten thousand markers the map is not made anew at every letter.
    narrowing = setTimeout(() => narrowMap(found), 120);
}

function narrowMap(found) {
    selection.markers?.narrow(found);
    const positions = found.map((entry) => entry.position).filter(Boolean);
    if (!view || !positions.length) return;
    const isFew = found.length < entries.length && positions.length <= few;
    // One that was chosen is in sight already.
    if (isFew && selection.list.selected) return;
    if (isFew || !positions.some((position) => selection.map.getBounds().contains(position))) view.showPositions(positions);
}

function goTo(country) {
    selection.list.turnTo(country);
    const there = selection.list.shown.filter((entry) => entry.group === country);
    view?.showPositions(there.map((entry) => entry.position).filter(Boolean));
}

function drawMap() {
    const map = L.map("map", {
        attributionControl: false, fadeAnimation: !isCalm(), inertia: !isCalm(), markerZoomAnimation: !isCalm(), maxZoom: 19,
        minZoom: 0, zoomAnimation: !isCalm(), zoomControl: false,
    });
    if (isCalm()) {
        // The one motion that Leaflet has no option for.
        const panBy = map.panBy;
        map.panBy = (offset, options) => panBy.call(map, offset, { ...options, animate: false });
    }
    const layers = new Layers(map, embedded("layers", []), (name) => view.rememberLayer(name));
    const positions = entries.map((entry) => entry.position).filter(Boolean);
    view = new View(map, box, positions, `placesfs map ${given.source} ${links.path}`, back.kept.view);
    view.settled = () => back.keep({ view: { ...view.memory } });
    addOutline(map, embedded("outline", { step: 1, land: [], borders: [] }));
    layers.show(view.memory.layer);
    L.control.zoom({ position: "topleft" }).addTo(map);
    const stage = new Stage(map, (subject) => { if (subject === selection.list.selected) selection.mark(undefined); });
    selection.attach(map, stage, new Markers(map, entries, heading.noun, (entry) => selection.openOnMap(entry)));
    const tools = make("div", { className: "tools leaflet-bar" });
    const tool = (name, path, press) =>
        make("button", { type: "button", title: name, "aria-label": name, onclick: press }, icon(path));
    if (box) tools.append(tool("Show all", icons.all, () => view.showAll()));
    const { mount } = links;
    // In a copy there is nothing to drop a pin into.
    if (given.pins && mount !== undefined) {
        const drop = (position) => {
            const name = pinName(position, map.getZoom());
            const link = commandLink("pin", links.page, name);
            const callout = pinCallout(`${mount}/${given.pins}`, name, link, () => selection.close());
            selection.mark(undefined);
            stage.show("pin", callout, position);
        };
        map.on("contextmenu", (event) => drop(event.latlng));
        onLongPress(map, drop);
        tools.append(tool("Drop a pin in the middle of the map", icons.pin, () => drop(map.getCenter())));
    }
    if (tools.children.length) layers.corner("topleft", tools);
    onPrint((isPrinted) => {
        selection.list.print(isPrinted);
        if (isPrinted) view.keep();
        map.invalidateSize({ animate: false });
        if (isPrinted) view.showAll(false);
        else view.comeBack();
    });
}

/// The page has paper's width while it is printed, so that the map can be fitted to it before it is drawn.
function onPrint(change) {
    const turn = (isPrinted) => {
        document.documentElement.classList.toggle("printed", isPrinted);
        change(isPrinted);
    };
    addEventListener("beforeprint", () => turn(true));
    addEventListener("afterprint", () => turn(false));
}

function lackMap() {
    const sentence = "For the map, install the packages libjs-leaflet and libjs-leaflet.markercluster and mount again;"
        + " the list is complete without it.";
    document.getElementById("map").append(make("p", { className: "lacking" }, sentence));
}

/// What was open when the reader left, for who comes back.
function comeBack({ query, selected, first }) {
    if (typeof query === "string" && query) search.query = query;
    const entry = typeof selected === "string" && entries.find((entry) => entry.href === selected);
    if (entry && selection.list.shown.includes(entry)) selection.choose(entry);
    else if (Number.isSafeInteger(first) && first > 0) selection.list.turn(first - (first % List.pageSize));
}

if (hasMap) drawMap();
else lackMap();
comeBack({ ...back.kept });
