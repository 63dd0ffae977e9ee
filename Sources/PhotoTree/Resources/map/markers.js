// Markers, in clusters where they are many.

class Markers {
    /// `open(entry)` is told of a marker that is clicked.
    constructor(map, entries, open) {
        this.map = map;
        this.selected = undefined;
        this.byEntry = new Map();
        this.group = L.markerClusterGroup({
            animate: !isCalm(),
            chunkedLoading: true,
            iconCreateFunction: (cluster) => clusterIcon(cluster),
            maxClusterRadius: 54,
            showCoverageOnHover: false,
            spiderfyDistanceMultiplier: 1.3,
            spiderLegPolylineOptions: { weight: 1.5, className: "spider-leg" },
        });
        const markers = entries.filter((entry) => entry.position).map((entry) => {
            const marker = L.marker(entry.position, { icon: this.icon(entry), riseOnHover: true });
            marker.on("click", () => open(entry));
            this.byEntry.set(entry, marker);
            return marker;
        });
        this.group.addLayers(markers);
        map.addLayer(this.group);
    }

    icon(entry) {
        const icon = L.divIcon({ className: "marker", iconSize: [30, 30], iconAnchor: [15, 15] });
        icon.createIcon = (old) => {
            const element = L.DivIcon.prototype.createIcon.call(icon, old);
            element.replaceChildren(make("span", { className: "marker-dot" }));
            label(element, firstWords(entry.title, 80), () => this.byEntry.get(entry).fire("click"));
            element.classList.toggle("selected", entry === this.selected);
            return element;
        };
        return icon;
    }

    /// Brings the entry's marker into sight, out of its cluster, and says where it is then.
    reveal(entry, then) {
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

function clusterIcon(cluster) {
    const number = cluster.getChildCount();
    const size = number < 10 ? 34 : number < 100 ? 40 : number < 1000 ? 48 : 56;
    const text = make("span", { textContent: number < 10000 ? number : `${Math.round(number / 1000)}k` });
    const icon = L.divIcon({ className: "cluster", iconSize: [size, size] });
    icon.createIcon = (old) => {
        const element = L.DivIcon.prototype.createIcon.call(icon, old);
        element.replaceChildren(text);
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
