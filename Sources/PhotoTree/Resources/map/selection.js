// One entry at most is open, in the map's callout or beneath its line.

class Selection {
    /// `changed()` is told whenever another is open, or none.
    constructor(entries, links, none, changed) {
        this.changed = changed;
        const thumbnails = new Thumbnails(links);
        this.callouts = new Callouts(links, thumbnails, () => this.close());
        this.list = new List(
            entries, links, thumbnails, none, (entry) => this.choose(entry), (entry) => this.markers?.point(entry));
        document.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.close();
        });
    }

    attach(map, stage, markers) {
        this.map = map;
        this.stage = stage;
        this.markers = markers;
    }

    /// What the search found first.
    chooseFirst() {
        const [entry] = this.list.shown;
        if (entry && entry !== this.list.selected) this.choose(entry);
    }

    /// Of a line of the list.
    choose(entry) {
        if (entry === this.list.selected) return this.close();
        this.stage?.close();
        if (!this.markers || !entry.position) return this.openInList(entry);
        this.mark(entry);
        this.markers.reveal(entry, () => {
            // By the time it is in sight another may have been chosen.
            if (this.list.selected === entry) this.openOnMap(entry);
        });
    }

    openInList(entry) {
        const callout = this.callouts.of(entry, () => {});
        this.mark(entry, callout, null);
        callout.scrollIntoView({ block: "nearest" });
        callout.focus({ preventScroll: true });
    }

    /// Of a marker.
    openOnMap(entry) {
        const callout = this.callouts.of(entry, () => this.stage.update());
        this.isOfMarker = Boolean(document.activeElement?.closest(".marker"));
        this.mark(entry);
        this.stage.show(entry, callout, this.markers.byEntry.get(entry).getLatLng(), 13);
    }

    close() {
        const entry = this.list.selected;
        const held = document.activeElement?.closest(".callout");
        this.stage?.close();
        this.mark(undefined);
        const marker = entry && this.isOfMarker && this.markers.element(entry);
        if (marker) marker.focus();
        else if (entry) this.list.focus(entry);
        else if (held) this.map?.getContainer().focus();
    }

    /// The list was narrowed to these.
    narrow(entries) {
        if (this.list.selected && !entries.includes(this.list.selected)) {
            this.stage?.close();
            this.mark(undefined);
        }
        this.list.narrow(entries);
    }

    mark(entry, callout, marked = entry) {
        this.list.mark(entry, callout);
        this.markers?.select(marked);
        this.changed();
    }
}
