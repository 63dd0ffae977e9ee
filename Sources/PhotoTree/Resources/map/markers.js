// Markers, in clusters where they are many.

class Markers {
    /// `open(entry)` is told of a marker that is clicked; `noun` is what one and many of the entries are called.
    constructor(map, entries, noun, open) {
        this.map = map;
        this.selected = undefined;
        this.byEntry = new Map();
        this.tip = new Tip(map);
        this.isLoading = false;
        this.whenLoaded = () => {};
        this.group = L.markerClusterGroup({
            animate: !isCalm(),
            chunkedLoading: true,
            chunkProgress: (done, all) => { if (done === all) this.loaded(); },
            iconCreateFunction: (cluster) => clusterIcon(cluster, noun, this.tip),
            maxClusterRadius: 54,
            showCoverageOnHover: false,
            spiderfyDistanceMultiplier: 1.3,
            spiderLegPolylineOptions: { weight: 1.5, className: "spider-leg" },
        });
        for (const entry of entries.filter((entry) => entry.position)) {
            const marker = L.marker(entry.position, { icon: this.icon(entry), riseOnHover: true });
            marker.on("click", () => open(entry));
            this.byEntry.set(entry, marker);
        }
        map.addLayer(this.group);
        this.add([...this.byEntry.values()]);
    }

    /// Many come a few at a time.
    add(markers) {
        this.isLoading = markers.length > 0;
        this.group.addLayers(markers);
    }

    loaded() {
        this.isLoading = false;
        const then = this.whenLoaded;
        this.whenLoaded = () => {};
        then();
    }

    /// Shows these alone. What is still coming would come after all, so that it is waited for.
    narrow(entries) {
        if (this.isLoading) {
            this.whenLoaded = () => this.narrow(entries);
            return;
        }
        this.tip.hide();
        this.group.clearLayers();
        this.add(entries.map((entry) => this.byEntry.get(entry)).filter(Boolean));
    }

    icon(entry) {
        const size = isTouched() ? 44 : 30;
        const icon = L.divIcon({ className: "marker", iconSize: [size, size], iconAnchor: [size / 2, size / 2] });
        icon.createIcon = (old) => {
            const element = L.DivIcon.prototype.createIcon.call(icon, old);
            element.replaceChildren(make("span", { className: "marker-dot" }));
            label(element, firstWords(entry.title, 80), () => this.byEntry.get(entry).fire("click"));
            this.tip.tell(element, entry.title, () => this.byEntry.get(entry).getLatLng());
            element.classList.toggle("selected", entry === this.selected);
            return element;
        };
        return icon;
    }

    /// Brings the entry's marker into sight, out of its cluster, and says where it is then.
    reveal(entry, then) {
        if (this.isLoading) {
            this.whenLoaded = () => this.reveal(entry, then);
            return;
        }
        const marker = this.byEntry.get(entry);
        this.group.zoomToShowLayer(marker, () => setTimeout(() => {
            // Where nothing is animated, the zoom's end folds up again what has just been spread (markercluster 1.5).
            if (!marker.getElement()) this.group.getVisibleParent(marker)?.spiderfy?.();
            then(marker);
        }));
    }

    select(entry) {
        this.element(this.selected)?.classList.remove("selected");
        this.selected = entry;
        this.element(entry)?.classList.add("selected");
    }

    /// The marker under the list's pointer, or the cluster it is in.
    point(entry) {
        this.pointed?.classList.remove("pointed");
        const marker = this.byEntry.get(entry);
        this.pointed = marker && this.group.getVisibleParent(marker)?.getElement();
        this.pointed?.classList.add("pointed");
    }

    element(entry) {
        return this.byEntry.get(entry)?.getElement();
    }
}

/// The name of a marker that is pointed at or has the focus.
class Tip {
    constructor(map) {
        this.map = map;
        this.tooltip = L.tooltip({ direction: "top", className: "tip", opacity: 1, offset: [0, -14] });
    }

    /// `place()` says where the marker is then.
    tell(element, text, place) {
        const show = () => {
            const words = foreign("span", firstWords(text, 80));
            // The marker has the same name.
            words.setAttribute("aria-hidden", "true");
            this.map.openTooltip(this.tooltip.setLatLng(place()).setContent(words));
        };
        element.addEventListener("mouseenter", () => { if (!isTouched()) show(); });
        element.addEventListener("mouseleave", () => this.hide());
        element.addEventListener("focus", () => { if (element.matches(":focus-visible")) show(); });
        for (const end of ["blur", "pointerdown"]) element.addEventListener(end, () => this.hide());
    }

    hide() {
        this.map.closeTooltip(this.tooltip);
    }
}

function clusterIcon(cluster, noun, tip) {
    const number = cluster.getChildCount();
    const size = Math.max(isTouched() ? 44 : 0, number < 10 ? 34 : number < 100 ? 40 : number < 1000 ? 48 : 56);
    const text = make("span", { textContent: number < 10000 ? number : `${Math.round(number / 1000)}k` });
    const icon = L.divIcon({ className: "cluster", iconSize: [size, size] });
    icon.createIcon = (old) => {
        const element = L.DivIcon.prototype.createIcon.call(icon, old);
        element.replaceChildren(text);
        tip.tell(element, count(number, ...noun), () => cluster.getLatLng());
        label(element, `${number} here: zoom in`, () => {
            // The cluster is gone when it has opened, and the focus must not be.
            cluster._map.getContainer().focus();
            cluster.fire("click", { latlng: cluster.getLatLng() }, true);
        });
        return element;
    };
    return icon;
}

/// A marker that is a button to those who do not point.
function label(element, text, press) {
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", text);
    element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        press();
    });
}

function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/// Whether a finger, not a mouse, is what there is to point with.
function isTouched() {
    return matchMedia("(pointer: coarse)").matches;
}
